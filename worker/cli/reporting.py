"""``report``: a run as a file for people, CI or programs."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.markup import escape

from worker.cli.arguments import RunId, Team
from worker.cli.console import coloured, errors
from worker.cli.naming import run_named
from worker.cli.options import database
from worker.db.reports import snapshot
from worker.errors import InputError
from worker.report import jsonl, junit, markdown, webpage
from worker.report.content import Content, content

Written = Callable[[Content], Iterator[str]]

FORMATS: Final[dict[str, Written]] = {
    "junit": junit.lines,
    "markdown": markdown.lines,
    "jsonl": jsonl.lines,
    "html": webpage.lines,
}

Junit = Annotated[bool, typer.Option("--junit", help="JUnit XML, for CI.")]
Markdown = Annotated[bool, typer.Option("--markdown", help="Markdown, for a comment on a pull request; the default.")]
Jsonl = Annotated[bool, typer.Option("--jsonl", help="One JSON document a line; see report.schema.json.")]
Html = Annotated[bool, typer.Option("--html", help="One HTML file for people; it needs nothing from elsewhere.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write there, over what was; else to standard output.")
]


def report(
    run: RunId,
    team: Team = "",
    *,
    as_junit: Junit = False,
    as_markdown: Markdown = False,
    as_jsonl: Jsonl = False,
    as_html: Html = False,
    out: Out = None,
) -> None:
    """Write a run's report: JUnit XML, JSONL, HTML or, by default, Markdown; exit 0 whatever the verdict is.

    In JUnit the verdict is the last test. What is not met or unknown is a failure or an error where a rule of the
    criteria that does not hold names it, else it is skipped; unknown never passes. A run that goes on has a report,
    too, which says so.
    """
    written = _format({"junit": as_junit, "markdown": as_markdown, "jsonl": as_jsonl, "html": as_html})
    with database() as connection, snapshot(connection):
        row = run_named(connection, run, team)
        with content(connection, row) as found:
            _write(written(found), out)
    if out is not None:
        errors.print(f"{escape(str(out))} is written: {coloured(row.outcome or row.status)}.")
    if not row.ended:
        errors.print(f"[yellow]The run is {row.status};[/] the report holds what is there so far.")


def _format(asked: dict[str, bool]) -> Written:
    chosen = [name for name, is_asked in asked.items() if is_asked]
    if len(chosen) > 1:
        raise InputError(
            f"{len(chosen)} formats are named.", advice="Give one of --junit, --markdown, --jsonl, --html."
        )
    return FORMATS[chosen[0] if chosen else "markdown"]


def _write(pieces: Iterable[str], out: Path | None) -> None:
    if out is None:
        for piece in pieces:
            sys.stdout.write(piece)
        return
    try:
        if out.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        if out.exists() and not out.is_file():
            _pass_on(pieces, out)
        else:
            _replace(pieces, Path(os.path.realpath(out)))
    except (OSError, ValueError) as refused:
        reason = getattr(refused, "strerror", None) or str(refused)
        raise InputError(f"{out} cannot be written: {reason}.", advice="Name another file with --out.") from None


def _pass_on(pieces: Iterable[str], out: Path) -> None:
    """Write into a device or a pipe, such as ``/dev/stdout``: to take its place would destroy it."""
    with out.open("w", encoding="utf-8", newline="\n") as device:
        device.writelines(pieces)


def _replace(pieces: Iterable[str], out: Path) -> None:
    """Write beside the file, then take its place: nobody finds half a report, and a link goes on to lead there."""
    number, name = tempfile.mkstemp(dir=out.parent, prefix=f".{out.name}.")
    beside = Path(name)
    try:
        with open(number, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123 - it is open already
            file.writelines(pieces)
        beside.chmod(0o644)
        beside.replace(out)
    except BaseException:
        beside.unlink()
        raise
