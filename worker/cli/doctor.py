"""``doctor``: what a deployment needs, part by part, and how to mend it."""

import os
from dataclasses import asdict
from typing import Final

import typer
from rich.markup import escape

from worker.cli.arguments import AsJson
from worker.cli.console import output, print_json
from worker.doctor import Finding, State, examine, worst

EXIT_OF: Final = {State.OK: 0, State.WARN: 1, State.BAD: 2}
COLOURS: Final = {State.OK: "green", State.WARN: "yellow", State.BAD: "red"}
WIDTH: Final = 4


def doctor(as_document: AsJson = False) -> None:
    """Check settings, adapters, broker, database, workers, beat and relay, and say how to mend each; changes nothing.

    Exits with 0 where all is well, 1 where something deserves a look, 2 where runs are not carried out.
    """
    found = []
    for finding in examine(os.environ):
        found.append(finding)
        if not as_document:
            _print(finding)
    state = worst(found)
    if as_document:
        print_json({"state": state, "checks": [asdict(each) for each in found]})
    raise typer.Exit(EXIT_OF[state])


def _print(finding: Finding) -> None:
    colour = COLOURS[finding.state]
    step = f" [bold]{escape(finding.step)}[/]" if finding.step else ""
    output.print(f"[{colour}]{finding.state:<{WIDTH}}[/] {escape(finding.part)}: {escape(finding.said)}{step}")
