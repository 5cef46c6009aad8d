"""A run as JUnit XML, for CI.

One ``testsuite`` a run. Each result due is a ``testcase``, and the verdict is the last one:

- met: passed.
- not met: ``failure`` where a rule of the criteria names the key and does not hold; else ``skipped``, with the reason
  (no rule names it, or the rule holds all the same: a share, a majority of trials).
- unknown, or not written: ``error`` or ``skipped`` in the same way; never passed.
- a case run without results due: ``skipped``.
- the verdict: passed; ``failure`` where it failed; ``error`` where it is inconclusive or there is none.

So a report is free of failures and errors exactly where the verdict is passed.
"""

import re
from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from worker.db.reading import Cell
from worker.db.reports import Total
from worker.report.content import Content
from worker.report.rules import Rule, bearing

REFUSED: Final = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write, and what it discourages."""
LONGEST_MESSAGE: Final = 300


def lines(content: Content) -> Iterator[str]:
    """The document, piece by piece."""
    binding = bearing(content.rules)
    run = content.run
    counts = _counts(content, binding)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    whole = {name: number for name, number in counts.items() if name != "skipped"}  # schemas know it below only
    yield f"<testsuites{_attributes(name=run.suite, **whole)}>\n"
    stamp = (run.started_at or run.created_at).strftime("%Y-%m-%dT%H:%M:%S")
    yield f"<testsuite{_attributes(name=f'{run.suite} for {run.consumer}', timestamp=stamp, **counts)}>\n"
    yield from _properties(content)
    last: tuple[object, int] | None = None
    for row in content.rows:
        is_first, last = (row.case_id, row.trial) != last, (row.case_id, row.trial)
        yield _testcase(run.suite, row, binding, row.seconds if is_first else 0.0)
    yield _verdict(content)
    yield "</testsuite>\n</testsuites>\n"


def text(value: str) -> str:
    r"""Text of an element; what XML cannot hold is written as ``\u0001``."""
    return escape(_safe(value))


def _safe(value: str) -> str:
    return REFUSED.sub(lambda found: f"\\u{ord(found.group()):04x}", value)


def _attributes(**given: object) -> str:
    return "".join(f" {name}={_quoted(str(value))}" for name, value in given.items())


def _quoted(value: str) -> str:
    return quoteattr(_safe(value), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _counts(content: Content, binding: dict[str, Rule]) -> dict[str, object]:
    found = {"tests": 1, "failures": 0, "errors": 0, "skipped": 0}
    for total in content.totals:
        found["tests"] += total.rows
        if kind := _kind(total, binding):
            found[{"failure": "failures", "error": "errors", "skipped": "skipped"}[kind]] += total.rows
    if content.run.outcome != "passed":
        found["failures" if content.run.outcome == "failed" else "errors"] += 1
    return {**found, "time": f"{content.seconds:.3f}"}


def _kind(row: Cell | Total, binding: dict[str, Rule]) -> str:
    """The element of a testcase: failure, error, skipped, or none at all (empty) where it passed."""
    if row.key is None:
        return "skipped"
    if row.met:
        return ""
    if row.key not in binding:
        return "skipped"
    return "failure" if row.met is False else "error"


def _properties(content: Content) -> Iterator[str]:
    run = content.run
    given = {
        "run": run.id,
        "team": run.team,
        "target": run.target,
        "consumer": run.consumer,
        "criteria_version": run.criteria_version,
        "status": run.status,
        "verdict": content.headline,
    }
    yield "<properties>\n"
    yield from (f"<property{_attributes(name=name, value=value)}/>\n" for name, value in given.items())
    yield "</properties>\n"


def _testcase(suite: str, row: Cell, binding: dict[str, Rule], seconds: float | None) -> str:
    place = f"{suite}.{row.case}" + (f" #{row.trial + 1}" if row.trial else "")
    name = f"{row.key} (step {row.step})" if row.key and row.step else row.key or "nothing to judge"
    head = f"<testcase{_attributes(classname=place, name=name, time=f'{seconds or 0.0:.3f}')}"
    kind = _kind(row, binding)
    if not kind:
        return f"{head}/>\n"
    message = _message(row, binding)
    type_ = row.error_code or row.case_error_code or row.kind or "none"
    return f"{head}>{_element(kind, message, type_, _body(row))}</testcase>\n"


def _message(row: Cell, binding: dict[str, Rule]) -> str:
    if row.key is None:
        return f"No result is due; the case run is {row.case_status}."
    said = row.rationale or row.case_error_detail or row.statement or ""
    what = "not met" if row.met is False else "unknown" if row.written else "not judged yet"
    effect = "" if row.key in binding else ", which decides nothing here"
    return f"{what}{effect}: {said}" if said else f"{what}{effect}"


def _body(row: Cell) -> str:
    told = [
        ("", row.rationale),
        ("Statement: ", row.statement),
        ("Judged by: ", row.evaluator and f"{row.evaluator}, {row.kind} version {row.version}"),
        ("Error: ", row.error_code),
        ("Case run: ", f"{row.case_status} {row.case_error_code or ''} {row.case_error_detail or ''}".strip()),
    ]
    return "\n".join(f"{title}{said}" for title, said in told if said)


def _element(kind: str, message: str, type_: str, body: str) -> str:
    shown = message if len(message) <= LONGEST_MESSAGE else message[: LONGEST_MESSAGE - 1] + "…"
    if kind == "skipped":
        return f"<skipped{_attributes(message=shown)}>{text(body)}</skipped>"
    return f"<{kind}{_attributes(message=shown, type=type_)}>{text(body)}</{kind}>"


def _verdict(content: Content) -> str:
    run = content.run
    head = f"<testcase{_attributes(classname=f'{run.suite}.verdict', name=run.consumer, time='0.000')}"
    if run.outcome == "passed":
        return f"{head}/>\n"
    signs = {True: "holds", False: "does not hold", None: "unknown"}
    told = [*content.remarks(), *(f"{rule.wording}: {signs[rule.value]} {rule.counts}" for rule in content.rules)]
    kind = "failure" if run.outcome == "failed" else "error"
    message = f"The verdict is {content.headline}." if run.outcome else f"There is no verdict: {run.status}."
    return f"{head}>{_element(kind, message, run.error_code or content.headline, chr(10).join(told))}</testcase>\n"
