"""What commands print on: results on stdout, all else on stderr; colours only on a terminal."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, Final

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from worker.domain.counted import counted
from worker.errors import Fault, FileError, WorkerError

UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""What steers a terminal, or turns a text's direction around, instead of being seen."""
BEYOND_ASCII: Final = re.compile("[\x7f-\x9f\u2028\u2029]")
"""What JSON need not escape and a terminal or a splitter of lines obeys."""

INDEX: Final = re.compile(r"\[\d+\]")
FIRST_PLACES: Final = 3
"""So many places of equal faults are named beside the first."""


class Plain(Console):
    """Shows what is in a text and obeys none of it: names and reasons are other people's."""

    def render_str(self, text: str, **options: Any) -> Text:
        """The text, each unseen character in words, before anybody measures it."""
        return super().render_str(UNSEEN.sub(_spelled, text), **options)


def _spelled(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"  # noqa: PLR2004 - the last code of two digits


output = Plain(highlight=False, soft_wrap=True)
errors = Plain(stderr=True, highlight=False, soft_wrap=True)

COLOURS = {"passed": "green", "failed": "red", "inconclusive": "yellow", "cancelled": "yellow"}


def print_json(document: Any, *, indent: int | None = 2) -> None:
    """Print one JSON document, on one line without ``indent``; ids as text, times in ISO 8601."""
    written = json.dumps(document, ensure_ascii=False, indent=indent, default=_as_text)
    print(BEYOND_ASCII.sub(lambda found: f"\\u{ord(found[0]):04x}", written))


def _as_text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def on_one_line(text: str) -> str:
    """The text with line ends and tabs in words: names of files may hold them, and a line is one error."""
    return re.sub(r"[\t\n]", _spelled, text)


def complain(error: WorkerError, *, as_document: bool = False) -> None:
    """Tell what is wrong and what to do next; as a document on standard output, too, where one was asked for."""
    if isinstance(error, FileError):
        for line in fault_lines(error.faults):
            errors.print(escape(on_one_line(line)))
        count = f"{counted(len(error.faults), 'fault')}."
        errors.print(f"[red]{count}[/] {escape(error.closing)}".rstrip())
    else:
        errors.print(f"[red]Error:[/] {escape(on_one_line(error.message))}")
        errors.print(escape(on_one_line(error.advice)))
    if as_document:
        print_json(error_document(error), indent=None)


def error_document(error: WorkerError) -> dict[str, Any]:
    """The error for programs."""
    faults = [asdict(fault) for fault in error.faults] if isinstance(error, FileError) else []
    told = {"code": error.code, "message": error.message, "advice": error.advice, "faults": faults}
    return {"error": told}


def fault_lines(faults: list[Fault]) -> Iterator[str]:
    """One line for each fault; those of one file that differ in their place only are one line with the first places."""
    alike: dict[tuple[str, str, str, str], list[Fault]] = {}
    for fault in faults:
        like = INDEX.sub("[…]", fault.field)
        alike.setdefault((fault.file, like, fault.message, fault.advice), []).append(fault)
    for (_, like, _, _), [first, *others] in alike.items():
        if not others:
            yield str(first)
            continue
        lines = [str(each.line) for each in others if each.line is not None]
        more = f"{', '.join(lines[:FIRST_PLACES])}{', …' if len(lines) > FIRST_PLACES else ''}"
        also = f"; also in line{'s' if len(lines) > 1 else ''} {more}" if lines else ""
        yield f"{replace(first, field=like)} ({len(others) + 1} times{also})"


def coloured(word: str | None) -> str:
    """A verdict or status, marked up."""
    said = word or "none yet"
    colour = COLOURS.get(said)
    return f"[{colour}]{said}[/]" if colour else escape(said)
