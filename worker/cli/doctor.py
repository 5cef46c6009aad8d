"""``doctor``: what a deployment needs, part by part, and how to mend it."""

import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

import typer
from rich.markup import escape

from worker.cli.arguments import AsJson
from worker.cli.console import output, print_json

if TYPE_CHECKING:
    from worker.doctor import Finding

EXIT_OF: Final = {"ok": 0, "warn": 1, "bad": 2}
COLOURS: Final = {"ok": "green", "warn": "yellow", "bad": "red"}
WIDTH: Final = 4


def doctor(as_document: AsJson = False) -> None:
    """Check settings, adapters, broker, database, workers, beat and relay, and say how to mend each; changes nothing.

    Exits with 0 where all is well, 1 where something deserves a look, 2 where runs are not carried out.
    """
    from worker.doctor import examine, worst  # noqa: PLC0415 - the broker's client and HTTP take a tenth of a second

    found = []
    for finding in examine(os.environ):
        found.append(finding)
        if not as_document:
            _print(finding)
    state = worst(found)
    if as_document:
        print_json({"state": state, "checks": [asdict(each) for each in found]})
    raise typer.Exit(EXIT_OF[state])


def _print(finding: "Finding") -> None:
    colour = COLOURS[finding.state]
    step = f" [bold]{escape(finding.step)}[/]" if finding.step else ""
    output.print(f"[{colour}]{finding.state:<{WIDTH}}[/] {escape(finding.part)}: {escape(finding.said)}{step}")
