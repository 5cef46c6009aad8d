"""``rescore``: what runs that have ended mean under a newer or another criteria; nothing is run, judged or written."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

import typer
from rich.markup import escape

from worker.cli.arguments import AsJson, Team
from worker.cli.console import coloured, errors, print_json
from worker.cli.derivation import derivation
from worker.cli.hanging import tell
from worker.cli.naming import run_named
from worker.cli.options import database, require_team
from worker.cli.since import moment
from worker.db import rescoring
from worker.db.reports import snapshot
from worker.db.requests import Connection
from worker.db.rescoring import Rescored
from worker.db.verdicts import RunVerdict
from worker.domain.counted import counted
from worker.domain.meant import meant
from worker.domain.words import RunStatus, Verdict
from worker.errors import InputError, RequestRefused

Run = Annotated[
    str, typer.Argument(metavar="RUN", help="The run: its id, the start of it, or last; none with --suite.")
]
Suite = Annotated[str, typer.Option("--suite", help="All completed runs of this suite, instead of one.")]
Since = Annotated[str, typer.Option("--since", help="With --suite: enqueued since 7d, 12h, or a date and time (UTC).")]
Consumer = Annotated[str, typer.Option("--consumer", "-c", help="Whose criteria; without, each run's own consumer's.")]
Version = Annotated[int, typer.Option("--criteria", min=0, help="Which version of it; 0: the live one.")]
Same = Annotated[bool, typer.Option("--same", help="Tell of runs with the same outcome, too.")]


def rescore(
    run: Run = "",
    *,
    suite: Suite = "",
    since: Since = "",
    consumer: Consumer = "",
    criteria: Version = 0,
    team: Team = "",
    same: Same = False,
    as_document: AsJson = False,
) -> None:
    """Say what a run, or all completed runs of a suite, would mean under a newer or another criteria.

    Reads stored results only. The outcome that a run was stamped with stays. With ``--consumer`` the run's own
    consumer and the named one may differ in opinion: both are named, and no change is meant.
    """
    if run and (suite or since):
        raise InputError("A run and a selection are given.", advice="Give RUN, or --suite with --since.")
    with database() as connection, snapshot(connection):
        runs = _one(connection, run, team) if run else _selected(connection, team, suite, since)
        if consumer and consumer not in (known := rescoring.consumers(connection)):
            raise RequestRefused("consumer_unknown", f"There is no consumer {consumer}.", advice=meant(consumer, known))
        found = _scored(connection, runs, consumer, criteria)
    if not found:
        which = f"no criteria version {criteria}" if criteria else "no live criteria"
        raise RequestRefused(
            "criteria_missing",
            f"{f'Consumer {consumer}' if consumer else 'The consumer that asked'} has {which} for this suite.",
            advice="Name another with --consumer or --criteria; assistant-test verdicts RUN lists the live ones.",
        )
    if as_document:
        print_json({"counts": _counts(found), "left_out": len(runs) - len(found), "runs": [*map(_document, found)]})
    elif run:
        _print_one(found[0])
    else:
        _print_many(found, left_out=len(runs) - len(found), same=same)


def _one(connection: Connection, run: str, team: str) -> list[UUID]:
    row = run_named(connection, run, team)
    if row.status != RunStatus.COMPLETED:
        raise InputError(
            f"Run {row.id} is {row.status}; only a completed run has a verdict.",
            advice=f"See it with: assistant-test {'show' if row.ended else 'watch'} {row.id}",
        )
    return [row.id]


def _selected(connection: Connection, team: str, suite: str, since: str) -> list[UUID]:
    if not suite:
        raise InputError("Neither a run nor a suite is named.", advice="Give RUN, or --suite.")
    known = rescoring.suites_of(connection, require_team(team))
    if suite not in known:
        raise RequestRefused("suite_unknown", f"Team {team} has no suite {suite}.", advice=meant(suite, known))
    runs = rescoring.selected(connection, team, suite, moment(since, datetime.now(UTC)))
    if not runs:
        raise InputError(
            f"Suite {suite} has no completed run{' since then' if since else ''}.", advice="Run it, or widen --since."
        )
    return runs


def _scored(connection: Connection, runs: list[UUID], consumer: str, version: int) -> list[Rescored]:
    found: list[Rescored] = []
    done = 0
    for some in rescoring.rescored(connection, runs, consumer=consumer or None, version=version or None):
        found += some
        done = min(done + rescoring.CHUNK, len(runs))
        if len(runs) > rescoring.CHUNK:
            errors.print(f"[dim]{done} of {counted(len(runs), 'run')}[/]")
    return found


def _counts(found: Iterable[Rescored]) -> list[dict[str, Any]]:
    """How many runs were stamped with which outcome for whom, and what they mean to whom now."""
    told = Counter((each.stamped, each.outcome, each.stamped_consumer, each.consumer) for each in found)
    fields = ("stamped", "outcome", "stamped_consumer", "consumer")
    return [dict(zip(fields, words, strict=True)) | {"runs": number} for words, number in sorted(told.items())]


def _document(each: Rescored) -> dict[str, Any]:
    return {name: value for name, value in asdict(each).items() if name not in {"spec", "criteria_id"}}


def _print_one(each: Rescored) -> None:
    stamped = f"{escape(each.stamped_consumer)} (criteria version {each.stamped_version})"
    tell(f"run {each.run}, stamped for {stamped}: {coloured(each.stamped)}")
    tell(f"{escape(each.consumer)}, criteria version {each.criteria_version}: [bold]{coloured(each.outcome)}[/]")
    for line in derivation(each.spec, _verdict(each)):
        tell(f"  {line}")


def _print_many(found: list[Rescored], *, left_out: int, same: bool) -> None:
    for each in found:
        if same or each.outcome != each.stamped:
            both = _both(each.stamped_consumer, each.stamped, each.consumer, each.outcome)
            tell(f"{each.run}  {each.created_at:%Y-%m-%d %H:%M}  {both}  [dim]version {each.criteria_version}[/]")
    for count in _counts(found):
        both = _both(count["stamped_consumer"], count["stamped"], count["consumer"], count["outcome"])
        tell(f"{count['runs']:>6}  {both}")
    if left_out:
        tell(f"{left_out:>6}  left out: their consumer has no such criteria")


def _both(asked: str, stamped: str, consumer: str, outcome: str) -> str:
    """What a run was stamped with and what it would mean now: a change for one consumer, two opinions for two."""
    if asked == consumer:
        return f"{escape(consumer)}: {coloured(stamped)} → {coloured(outcome)}"
    return f"{escape(asked)} stamped {coloured(stamped)}; {escape(consumer)} says {coloured(outcome)}"


def _verdict(each: Rescored) -> RunVerdict:
    return RunVerdict(
        each.run,
        each.criteria_id,
        0,
        Verdict(each.outcome),
        observed_only=each.observed_only,
        partial=each.partial,
        unmatched=each.unmatched,
        rules=each.rules,
    )
