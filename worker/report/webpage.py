"""A run as one HTML file: verdict per consumer with its derivation, then cases by assertions with reasons and evidence.

It is streamed, needs no script and nothing from elsewhere; on a phone the matrix becomes a list.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

from worker.db.reading import Cell
from worker.domain.criteria import NO_RULE
from worker.domain.words import CaseRunStatus
from worker.report import page
from worker.report.content import Content, Opinion
from worker.report.page import text
from worker.report.rules import Rule

Signs = dict[bool | None, str]

MARKS: Final[Signs] = {
    True: '<span class="met">✓</span>',
    False: '<span class="bad">✗</span>',
    None: '<span class="open">?</span>',
}
COLOURS: Final = {"passed": "met", "failed": "bad", "inconclusive": "open"}
MOST_FINDINGS: Final = 20
"""Findings told of one result."""
LONGEST: Final = 2000
"""Characters of one text."""


def lines(content: Content) -> Iterator[str]:
    """The document, piece by piece."""
    run = content.run
    yield page.head(f"{content.headline}: {run.suite} for {run.consumer}")
    yield f"<h1>{_word(content.headline)}: {text(run.suite)} for {text(run.consumer)}</h1>\n"
    yield from _facts(content)
    yield from _listed(text(remark) for remark in content.remarks())
    yield "<h2>Verdicts</h2>\n"
    yield from _verdict(Opinion(run.consumer, run.criteria_version, content.verdict, content.rules), "stamped")
    for opinion in content.others():
        yield from _verdict(opinion, "live criteria")
    yield "<h2>Cases and assertions</h2>\n"
    yield from _matrix(content)
    yield page.END


def _facts(content: Content) -> Iterator[str]:
    run = content.run
    told = {
        "run": run.id,
        "team": run.team,
        "target": run.target,
        "request": run.request_id,
        "status": run.status,
        "enqueued": run.created_at.isoformat(timespec="seconds"),
        "took": f"{content.seconds:.2f} s",
    }
    yield "<dl>\n"
    yield from (f"<dt>{name}</dt><dd>{text(value)}</dd>\n" for name, value in told.items())
    yield "</dl>\n"


def _verdict(opinion: Opinion, which: str) -> Iterator[str]:
    outcome = opinion.verdict.outcome.value if opinion.verdict else "no verdict"
    yield f"<h3>{text(opinion.consumer)}: {_word(outcome)}"
    yield f' <span class="dim">criteria version {opinion.version}, {which}</span></h3>\n'
    yield from _listed(_rule(rule) for rule in opinion.rules)
    if opinion.verdict and opinion.verdict.unmatched:
        yield f"<p>No result is due for {text(', '.join(opinion.verdict.unmatched))}, so nothing can be decided.</p>\n"
    if opinion.verdict and opinion.verdict.observed_only:
        yield f"<p>{NO_RULE}</p>\n"


def _rule(rule: Rule) -> str:
    counts = f": {text(rule.counts)}" if rule.counts else ""
    return f"{MARKS[rule.value]} {text(rule.wording)}{counts}"


def _listed(told: Iterator[str]) -> Iterator[str]:
    items = [f"<li>{each}</li>\n" for each in told]
    if items:
        yield "<ul>\n"
        yield from items
        yield "</ul>\n"


def _matrix(content: Content) -> Iterator[str]:
    keys = list(dict.fromkeys(total.key for total in content.totals if total.key is not None))
    yield "<table>\n<thead><tr><th>case</th>"
    yield from (f"<th>{text(key)}</th>" for key in keys)
    yield "</tr></thead>\n<tbody>\n"
    for _, group in groupby(content.rows, key=lambda row: (row.case_id, row.trial)):
        cells = list(group)
        yield f"<tr><th>{_name(cells[0])}</th>"
        yield from (_mark(key, [cell for cell in cells if cell.key == key]) for key in keys)
        yield f'</tr>\n<tr><td class="why" colspan="{len(keys) + 1}">'
        yield from _reasons(cells)
        yield "</td></tr>\n"
    yield "</tbody>\n</table>\n"


def _name(cell: Cell) -> str:
    trial = f" #{cell.trial + 1}" if cell.trial else ""
    ran = cell.case_status == CaseRunStatus.EXECUTED
    return f"{text(cell.case)}{trial}" + ("" if ran else f' <span class="open">{text(cell.case_status)}</span>')


def _mark(key: str, cells: list[Cell]) -> str:
    """Steps fold to one mark: any not met, else any unknown, else met; empty where nothing is due."""
    if not cells:
        return '<td class="mark dim"></td>'
    values = {cell.met for cell in cells}
    mark = MARKS[next(value for value in (False, None, True) if value in values)]
    return f'<td class="mark" data-key="{text(key)}">{mark}</td>'


def _reasons(cells: list[Cell]) -> Iterator[str]:
    """What is not met or unknown in the open, with its evidence; what is met folded away."""
    first = cells[0]
    if first.case_error_code:
        yield f"<div>{MARKS[None]} {text(first.case_error_code)}: {_cut(first.case_error_detail or '')}</div>\n"
    told = [cell for cell in cells if cell.key is not None]
    for cell in told:
        if not cell.met:
            yield f"<details open><summary>{_told(cell)}</summary>\n"
            yield from _evidence(cell)
            yield "</details>\n"
    if met := [cell for cell in told if cell.met]:
        yield f"<details><summary>{len(met)} met</summary>\n"
        yield from _listed(_told(cell) for cell in met)
        yield "</details>\n"


def _told(cell: Cell) -> str:
    step = f" step {cell.step}" if cell.step else ""
    code = f" ({text(cell.error_code)})" if cell.error_code else ""
    said = cell.rationale or cell.statement or ("" if cell.written else "not judged yet")
    by = f' <span class="dim">{text(cell.evaluator)}</span>' if cell.evaluator else ""
    key = f"<b>{text(cell.key)}</b> version {cell.version}"
    return f"{MARKS[cell.met]} {key}{step}{code}: {_cut(said)}{by}"


def _evidence(cell: Cell) -> Iterator[str]:
    """Where the findings of a result are, and what stands there; the judge's form, so nothing in it is trusted."""
    detail = cell.detail if isinstance(cell.detail, dict) else {}
    found = detail.get("findings")
    findings: list[dict[str, Any]] = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    for finding in findings[:MOST_FINDINGS]:
        place = f" <code>{_cut(finding['pointer'])}</code>" if finding.get("pointer") else ""
        yield f"<div>{_cut(finding.get('message') or finding.get('subject') or '')}{place}</div>\n"
        if finding.get("excerpt"):
            yield f"<pre>{_cut(finding['excerpt'])}</pre>\n"
        if finding.get("hint"):
            yield f'<div class="dim">{_cut(finding["hint"])}</div>\n'
    if len(findings) > MOST_FINDINGS:
        yield f'<div class="dim">{len(findings) - MOST_FINDINGS} more findings.</div>\n'


def _word(outcome: str) -> str:
    return f'<span class="{COLOURS.get(outcome, "open")}">{text(outcome)}</span>'


def _cut(value: object) -> str:
    said = str(value)
    return text(said if len(said) <= LONGEST else said[: LONGEST - 1] + "…")
