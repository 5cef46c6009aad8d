"""What ``lint`` tells people: file by file, worst first, no line longer than the terminal is wide but for pointers."""

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rich.markup import escape

from worker.cli.console import errors, output
from worker.judging.structural.findings import Finding, Severity
from worker.lint.told import Told

COLOURS: Final = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "dim"}
NARROWEST: Final = 40
WIDEST: Final = 110
"""Columns."""


def tell(files: Sequence[Told], passed_over: Counter[str]) -> None:
    """Print every file with its findings, and what they add up to."""
    for file in files:
        for fault in file.faults:
            errors.print(f"[red]unreadable[/] {escape(str(fault))}")
        if file.found is not None:
            output.print(f"[bold]{escape(file.path)}[/] ({file.found.format}): {_counted(file)}")
        for line in (line for finding in file.findings for line in _lines(finding, file.line_of(finding.pointer))):
            output.print(line)
    if len(files) != 1 or passed_over.total():
        for line in _summary(files, passed_over):
            output.print(line)


def _counted(*files: Told) -> str:
    found = Counter(finding.severity for file in files for finding in file.findings)
    counts = [(found[severity], str(severity)) for severity in Severity]
    told = [_several(count, "note" if word == Severity.INFO else word) for count, word in counts if count]
    return ", ".join(told) or "no findings"


def _several(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _lines(finding: Finding, line: int | None) -> Iterator[str]:
    place = f"line {line}, {finding.pointer}" if line and finding.pointer else finding.pointer
    colour = COLOURS[finding.severity]
    word = "note" if finding.severity is Severity.INFO else str(finding.severity)
    yield f"  [{colour}]{word}[/] {escape(finding.check)} {escape(place)}".rstrip()
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


def _summary(files: Sequence[Told], passed_over: Counter[str]) -> Iterator[str]:
    unread = sum(1 for file in files if file.faults)
    more = f", {unread} cannot be read" if unread else ""
    yield f"{_several(len(files), 'file')}: {_counted(*files)}{more}."
    told = ", ".join(f"{count} {what}" for what, count in sorted(passed_over.items()) if count)
    if told:
        yield f"Passed over: {told}."
