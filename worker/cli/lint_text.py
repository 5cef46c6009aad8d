"""What ``lint`` tells people: file by file, worst first, no line longer than the terminal is wide but for pointers."""

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from rich.markup import escape

from worker.cli.console import errors, output
from worker.errors import FileError
from worker.judging.linting import Linted
from worker.judging.structural.findings import Finding, Severity

COLOURS: Final = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "dim"}
NARROWEST: Final = 40
WIDEST: Final = 110
"""Columns."""


def tell(found: Mapping[str, Linted | FileError], passed_over: Counter[str]) -> None:
    """Print every file with its findings, and what they add up to."""
    for path, each in found.items():
        if isinstance(each, FileError):
            for fault in each.faults:
                errors.print(f"[red]unreadable[/] {escape(str(fault))}")
        else:
            output.print(f"[bold]{escape(path)}[/] ({each.format}): {_counted(each)}")
            for line in (line for finding in each.findings for line in _lines(finding)):
                output.print(line)
    if len(found) > 1 or passed_over.total():
        for line in _summary(found, passed_over):
            output.print(line)


def _counted(*found: Linted) -> str:
    counts = [(sum(each.count(severity) for each in found), str(severity)) for severity in Severity]
    told = [_several(count, "note" if word == Severity.INFO else word) for count, word in counts if count]
    return ", ".join(told) or "no findings"


def _several(count: int, word: str) -> str:
    return f"{count} {word}{'s' if count > 1 else ''}"


def _lines(finding: Finding) -> Iterator[str]:
    colour = COLOURS[finding.severity]
    word = "note" if finding.severity is Severity.INFO else str(finding.severity)
    yield f"  [{colour}]{word}[/] {escape(finding.check)} {escape(finding.pointer)}".rstrip()
    for said, mark in ((finding.message, "    "), (finding.hint, "    → ")):
        yield from map(escape, _wrapped(said, mark))


def _wrapped(text: str, mark: str) -> list[str]:
    width = max(NARROWEST, min(output.width, WIDEST))
    return textwrap.wrap(
        text,
        width,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _summary(found: Mapping[str, Linted | FileError], passed_over: Counter[str]) -> Iterator[str]:
    linted = [each for each in found.values() if isinstance(each, Linted)]
    unread = len(found) - len(linted)
    more = f", {unread} cannot be read" if unread else ""
    yield f"{_several(len(found), 'file')}: {_counted(*linted)}{more}."
    told = ", ".join(f"{count} {what}" for what, count in sorted(passed_over.items()) if count)
    if told:
        yield f"Passed over: {told}."
