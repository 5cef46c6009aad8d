"""A run as Markdown, for a comment on a pull request: the verdict first, then what decided it, all else folded away.

It stays within what such a comment may hold, however large the run is.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from worker.db.reading import Cell
from worker.report.content import Content
from worker.report.rules import Rule, bearing

MARKS: Final = {True: "✅", False: "❌", None: "❔"}
HEADS: Final = {"passed": "✅", "failed": "❌", "inconclusive": "❔"}
MOST_SHOWN: Final = 30
"""Results of each sort that are told one by one."""
LONGEST: Final = 300
ROOM: Final = 30_000
"""Characters that results told one by one may take; GitHub takes 65,536 for a comment."""
PART: Final = 10_000
"""Characters of each table, and of the remarks."""
SPECIAL: Final = re.compile(r"([\\`*_{}\[\]()#+!|~$-])")


def lines(content: Content) -> Iterator[str]:
    """The document, piece by piece."""
    run = content.run
    head = HEADS.get(run.outcome or "", "⚠️")
    yield f"### {head} {content.headline}: {inline(run.suite)} for {inline(run.consumer)}\n\n"
    yield f"criteria version {run.criteria_version}, target {inline(run.target)}, run `{run.id}`\n\n"
    yield from _fitting([f"> {inline(remark)}\n>\n" for remark in content.remarks()], "remarks")
    yield "\n"
    yield from _rules(content.rules)
    yield from _results(content)
    yield from _keys(content)


def inline(text: str, longest: int = LONGEST) -> str:
    """Text on one line that Markdown and HTML take as it is; nobody is mentioned by it and nothing is linked."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text[: longest * 4]).split())
    line = line if len(line) <= longest else line[: longest - 1] + "…"
    line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return SPECIAL.sub(r"\\\1", line).replace("@", "&#64;").replace("://", "&#58;//")


def _rules(found: list[Rule]) -> Iterator[str]:
    if not found:
        return
    yield "| | rule | results |\n|---|---|---|\n"
    rows = (f"| {MARKS[rule.value]} | {inline(rule.wording)} | {inline(rule.counts)} |\n" for rule in found)
    yield from _fitting(list(rows), "rules")
    yield "\n"


def _results(content: Content) -> Iterator[str]:
    """What is not met or unknown: where it decides, in the open; else folded away."""
    binding = bearing(content.rules)
    told: dict[str, list[str]] = {"Not met": [], "Unknown": [], "Not met or unknown, and decides nothing": []}
    numbers = dict.fromkeys(told, 0)
    room = ROOM
    for row in content.rows:
        if row.met or (row.key is None and row.case_error_code is None):
            continue
        name = "Not met" if row.met is False else "Unknown"
        if row.key is None or row.key not in binding:
            name = "Not met or unknown, and decides nothing"
        numbers[name] += 1
        if len(told[name]) < MOST_SHOWN and len(line := _told(row)) <= room:
            told[name].append(line)
            room -= len(line)
    for name, number in numbers.items():
        if number:
            shown = [*told[name], *_more(number - len(told[name]), "results")]
            is_open = name == "Not met"
            yield from (f"#### {name}: {number}\n\n", *shown, "\n") if is_open else _folded(f"{name}: {number}", shown)


def _told(row: Cell) -> str:
    place = inline(row.case, 120) + (f" \\#{row.trial + 1}" if row.trial else "")
    key = f", **{inline(row.key, 120)}**" if row.key else ""
    step = f" step {row.step}" if row.step else ""
    code = f" ({inline(row.error_code or row.case_error_code or '')})" if row.error_code or row.case_error_code else ""
    said = row.rationale or row.case_error_detail or row.statement or ("" if row.written else "not judged yet")
    return f"- {MARKS[row.met]} {place}{key}{step}{code}: {inline(said)}\n"


def _keys(content: Content) -> Iterator[str]:
    numbers: dict[str, list[int]] = {}
    for total in content.totals:
        if total.key is not None:
            found = numbers.setdefault(total.key, [0, 0, 0])
            found[(True, False, None).index(total.met)] += total.rows
    if numbers:
        rows = [
            f"| {inline(key)} | {met} | {not_met} | {unknown} |\n" for key, (met, not_met, unknown) in numbers.items()
        ]
        head = "| assertion | met | not met | unknown |\n|---|---|---|---|\n"
        yield from _folded("All assertions", [head, *_fitting(rows, "assertions")])


def _fitting(told: list[str], what: str) -> Iterator[str]:
    """As many of the first as a part may take, and how many there are more."""
    room = PART
    for place, line in enumerate(told):
        room -= len(line)
        if room < 0:
            yield from _more(len(told) - place, what)
            return
        yield line


def _folded(title: str, told: Iterable[str]) -> Iterator[str]:
    yield f"<details><summary>{title}</summary>\n\n"
    yield from told
    yield "\n</details>\n\n"


def _more(number: int, what: str) -> Iterator[str]:
    if number > 0:
        yield f"\n… and {number} more {what}; `assistant-test show` tells all.\n"
