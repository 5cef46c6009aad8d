"""``runs`` and ``suites``: what a team has."""

from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

import typer
from rich.markup import escape
from rich.table import Table

from worker.cli.arguments import AsJson, Team
from worker.cli.console import coloured, errors, output, print_json
from worker.cli.options import database, require_team
from worker.cli.since import moment
from worker.db import finding
from worker.db.finding import Listed, ListedSuite
from worker.domain.meant import meant
from worker.domain.words import RunStatus, Verdict
from worker.errors import RequestRefused

SHORT: Final = 18
"""Characters of an id that name a run: its time in milliseconds and some of what is random."""

Suite = Annotated[str, typer.Option("--suite", help="Only runs of this suite.", show_default=False)]
Since = Annotated[
    str, typer.Option("--since", help="Only those enqueued since 7d, 12h, 30m, or a date and time (UTC).")
]
Status = Annotated[RunStatus | None, typer.Option("--status", help="Only runs in this status.", show_default=False)]
Outcome = Annotated[
    Verdict | None, typer.Option("--outcome", help="Only runs that ended with this verdict.", show_default=False)
]
Limit = Annotated[int, typer.Option("--limit", min=1, max=10_000, help="At most so many, the newest first.")]


def runs(
    *,
    suite: Suite = "",
    since: Since = "",
    status: Status = None,
    outcome: Outcome = None,
    limit: Limit = 20,
    team: Team = "",
    as_document: AsJson = False,
) -> None:
    """List a team's runs, the newest first: queued, running and ended ones.

    Every command that takes RUN takes the id in full, its start as it is listed, or the word last.
    """
    now = datetime.now(UTC)
    chosen = {"status": status or "", "outcome": outcome or ""}
    with database() as connection:
        team = require_team(team)
        _require(suite, team, [each.suite for each in finding.suites(connection, team)])
        found = finding.listed(connection, team, limit + 1, suite=suite, since=moment(since, now), **chosen)
    more = len(found) > limit
    found = found[:limit]
    if as_document:
        print_json({"team": team, "runs": [asdict(each) for each in found], "more": more})
        return
    if not found:
        errors.print(f"No run of team {escape(team)} is like that.")
        return
    table = Table("run", "enqueued (UTC)", "how it is", "suite", "for", show_edge=False)
    for each in found:
        enqueued = f"{each.created_at.astimezone(UTC):%m-%d %H:%M}"
        table.add_row(str(each.id)[:SHORT], enqueued, state(each, now), escape(each.suite), escape(each.consumer))
    for column in table.columns[:3]:
        column.no_wrap = True
    output.print(table)
    if more:
        errors.print("There are older ones: raise --limit, or choose with --suite, --status or --outcome.")


def suites(team: Team = "", as_document: AsJson = False) -> None:
    """List a team's suites: their cases, the consumers that have criteria for them, and the latest run of each."""
    with database() as connection:
        team = require_team(team)
        found = finding.suites(connection, team)
    if as_document:
        print_json({"team": team, "suites": [asdict(each) for each in found]})
        return
    if not found:
        errors.print(f"Team {escape(team)} has no suite. Make one with: assistant-test apply FILE")
        return
    table = Table("suite", "cases", "consumers", "latest run", show_edge=False)
    for each in found:
        name = f"{escape(each.suite)}{' (archived)' if each.archived else ''}"
        table.add_row(name, str(each.cases), escape(", ".join(each.consumers)) or "none", _latest(each))
    output.print(table)


def state(run: Listed, now: datetime) -> str:
    """How a run is, in words: its verdict where it has one, else what becomes of it."""
    if run.outcome:
        return coloured(run.outcome)
    asked = ", to end" if run.cancel_requested_at and not RunStatus(run.status).ended else ""
    match run.status:
        case RunStatus.QUEUED:
            return f"queued {_span(now - run.created_at)}{asked}"
        case RunStatus.RUNNING:
            return f"running {_span(now - (run.started_at or run.created_at))}{asked}"
        case RunStatus.FAILED:
            return "[red]not carried out[/]"
        case _:
            return coloured(run.status)


def _span(waited: timedelta) -> str:
    seconds = max(0, int(waited.total_seconds()))
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def _latest(suite: ListedSuite) -> str:
    if suite.last_run is None or suite.last_run_at is None:
        return "none"
    when = f"{suite.last_run_at.astimezone(UTC):%Y-%m-%d %H:%M}"
    return f"{coloured(suite.outcome or suite.status)}, {when} UTC"


def _require(suite: str, team: str, known: list[str]) -> None:
    if not known:
        raise RequestRefused(
            "team_unknown", f"No suite belongs to team {team}.", advice="Check the team, or apply a suite of it first."
        )
    if suite and suite not in known:
        raise RequestRefused("suite_unknown", f"Team {team} has no suite {suite}.", advice=meant(suite, known))
