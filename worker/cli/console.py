"""What commands print on: results on stdout, all else on stderr; colours only on a terminal."""

import json
from datetime import datetime
from typing import Any

from rich.console import Console
from rich.markup import escape

from worker.errors import FileError, WorkerError

output = Console(highlight=False, soft_wrap=True)
errors = Console(stderr=True, highlight=False, soft_wrap=True)

COLOURS = {"passed": "green", "failed": "red", "inconclusive": "yellow", "cancelled": "yellow"}


def print_json(document: Any) -> None:
    """Print one JSON document; ids as text, times in ISO 8601."""
    print(json.dumps(document, ensure_ascii=False, indent=2, default=_as_text))


def _as_text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def complain(error: WorkerError) -> None:
    """Tell what is wrong and what to do next."""
    if isinstance(error, FileError):
        for fault in error.faults:
            errors.print(escape(str(fault)))
        errors.print(f"[red]{len(error.faults)} fault{'s' if len(error.faults) > 1 else ''}.[/] {escape(error.advice)}")
        return
    errors.print(f"[red]Error:[/] {escape(error.message)}")
    errors.print(escape(error.advice))


def coloured(word: str | None) -> str:
    """A verdict or status, marked up."""
    said = word or "none yet"
    colour = COLOURS.get(said)
    return f"[{colour}]{said}[/]" if colour else escape(said)
