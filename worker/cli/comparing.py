"""``compare``: what changed from one run to another."""

from typing import Annotated, Any, Final

import typer
from rich.markup import escape

from worker.cli.arguments import AsJson, Team
from worker.cli.console import coloured, errors, print_json
from worker.cli.hanging import tell
from worker.cli.naming import require_names, run_named
from worker.cli.options import database
from worker.db import comparing
from worker.db.reading import RunRow
from worker.db.reports import snapshot
from worker.domain.comparison import Change
from worker.errors import InputError
from worker.report.compare import Comparison, Difference, comparison, document

EXIT_BROKEN: Final = 1
COLOURS: Final = {Change.BROKEN: "red", Change.FIXED: "green", Change.FLAKY: "yellow", Change.NOT_COMPARABLE: "yellow"}

Before = Annotated[
    str, typer.Argument(metavar="RUN", help="The earlier run: its id, the start of it, or last.", show_default=False)
]
After = Annotated[str, typer.Argument(metavar="RUN", help="The later run.", show_default=False)]
ExitCode = Annotated[bool, typer.Option("--exit-code", help="Exit 1 where anything is broken.")]
Same = Annotated[bool, typer.Option("--same", help="Tell of what is the same, too.")]


def compare(
    before: Before,
    after: After,
    team: Team = "",
    *,
    same: Same = False,
    gate: ExitCode = False,
    as_document: AsJson = False,
) -> None:
    """Compare two runs: fixed, broken, flaky, new, gone, the same, or not comparable.

    Flaky: the trials of one of the runs disagree. Not comparable: the judge, the wording of the assertion or the case
    is another one, or one of the runs does not know; says which. Each run is read as its own judging left it. Exit 0
    whatever changed, unless ``--exit-code`` is given.
    """
    require_names(before, after)
    with database() as connection, snapshot(connection):
        rows = run_named(connection, before, team), run_named(connection, after, team)
        _require_one_team(*rows)
        found = comparison(comparing.pairs(connection, rows[0].id, rows[1].id), keep_same=same)
    if as_document:
        print_json(_document(rows, found))
    else:
        _print(rows, found)
    for row in rows:
        if not row.ended:
            errors.print(f"[yellow]The run {row.id} is {row.status};[/] what is there so far was compared.")
    if gate and found.broken:
        raise typer.Exit(EXIT_BROKEN)


def _require_one_team(before: RunRow, after: RunRow) -> None:
    if before.team != after.team:
        raise InputError(
            f"The runs belong to two teams, {before.team} and {after.team}.", advice="Compare runs of one team."
        )


def _warnings(before: RunRow, after: RunRow) -> list[str]:
    if before.suite_id == after.suite_id:
        return []
    return [f"The runs are of two suites, {before.suite} and {after.suite}: what stands in one only is new or gone."]


def _document(rows: tuple[RunRow, RunRow], found: Comparison) -> dict[str, Any]:
    before, after = ({name: getattr(row, name) for name in _RUN} for row in rows)
    return {
        "before": before,
        "after": after,
        "warnings": _warnings(*rows),
        "counts": {change.value: found.counts[change] for change in Change},
        "differences": [document(each) for each in found.differences],
    }


_RUN: Final = ("id", "suite", "consumer", "criteria_version", "target", "status", "outcome", "created_at")


def _print(rows: tuple[RunRow, RunRow], found: Comparison) -> None:
    for title, row in zip(("then", "now"), rows, strict=True):
        said = coloured(row.outcome or row.status)
        tell(f"{title:4}  {row.id}  {escape(row.suite)} for {escape(row.consumer)}: {said}")
    for warning in _warnings(*rows):
        tell(f"[yellow]Warning:[/] {escape(warning)}")
    told = [f"{found.counts[change]} {_word(change)}" for change in Change if found.counts[change]]
    tell(", ".join(told) or "Neither run has a result that is due.")
    for change in Change:
        for each in found.differences:
            if each.compared.change is change:
                tell(_line(each))


def _line(difference: Difference) -> str:
    pair, change = difference.pair, difference.compared.change
    colour = COLOURS.get(change, "dim")
    call = f" call {escape(pair.call)}" if pair.call else ""
    step = f" step {pair.step}" if pair.step else ""
    trials = _trials(pair.met_before, pair.met_after) if change is Change.FLAKY else ""
    place = f"{escape(pair.case)}{call}, {escape(pair.key)}{step}{trials}"
    why = "; ".join(difference.why())
    line = f"[{colour}]{_word(change)}[/] {place}{': ' if why else ''}{escape(why)}"
    return "".join(sign if sign.isprintable() else " " for sign in line)  # a recorded text must not steer a terminal


def _trials(before: list[bool | None] | None, after: list[bool | None] | None) -> str:
    then, now = (f"{(met or []).count(True)} of {len(met or [])}" for met in (before, after))
    return f" (met {then} then, {now} now)"


def _word(change: Change) -> str:
    return change.value.replace("_", " ")
