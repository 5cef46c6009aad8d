"""``apply``: suite files to rows."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from worker import suitefile
from worker.cli.console import errors, print_json
from worker.cli.forewarning import without_rules
from worker.cli.hanging import tell
from worker.cli.options import AsJson, Team, database
from worker.cli.plan_text import as_json, lines
from worker.db import suites
from worker.domain.apply_plan import Plan
from worker.domain.counted import counted
from worker.errors import Fault, FileError
from worker.judging import kinds
from worker.suitefile import ReadSuite

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", help="Suite files, YAML or JSON; all together or none.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print the plan and write nothing.")]


def apply(paths: Files, team: Team = "", dry_run: DryRun = False, as_document: AsJson = False) -> None:
    """Create or update suites, cases, assertions and criteria from files.

    Prints the plan first. A version is minted only where something changed.
    """
    closing = "" if dry_run else "Nothing was written."
    with errors.status("Reading the files"):
        read = _read(paths, team, closing)

    unbound = list(without_rules(read))

    def announce(plans: list[Plan]) -> None:
        for line in (line for each in plans for line in lines(each)):
            if not as_document:
                tell(line)
        for warning in unbound:
            errors.print(f"[yellow]Warning:[/] {escape(warning)}")

    with database() as connection:
        plans = suites.apply(connection, (each.suite for each in read), kinds.reads, announce=announce, dry_run=dry_run)
    faults = [fault for each in plans for fault in refused(each, read)]
    if faults:
        raise FileError(faults, closing=closing)
    if as_document:
        print_json({"written": not dry_run, "teams": [as_json(each) for each in plans], "warnings": unbound})
    else:
        tell(_closing(plans, dry_run=dry_run))


def _read(paths: list[Path], team: str, closing: str) -> list[ReadSuite]:
    try:
        return suitefile.read(paths, team)
    except FileError as wrong:
        raise FileError(wrong.faults, closing=closing) from None


def refused(plan: Plan, read: list[ReadSuite]) -> list[Fault]:
    """A plan's refusals as faults, each at its place in a file."""
    places = {each.suite.name: each for each in read if each.suite.team == plan.team}
    faults = []
    for refusal in plan.refusals:
        place = places[refusal.suite]
        field = f"{place.path}.{refusal.field}" if place.path else refusal.field
        faults.append(Fault(place.file, place.line(refusal.field), field, refusal.message, refusal.advice))
    return faults


def _closing(plans: list[Plan], *, dry_run: bool) -> str:
    count: Any = sum(len(each.changes) for each in plans)
    if not count:
        return "Nothing to change."
    said = counted(count, "change")
    return f"{said} planned, nothing written." if dry_run else f"{said} written."
