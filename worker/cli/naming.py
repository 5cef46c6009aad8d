"""The run that somebody means: by its id, the start of its id, or as the team's last one."""

from typing import Final

from worker.cli.options import require_team
from worker.db import finding
from worker.db.reading import RunRow, run_of
from worker.db.requests import Connection
from worker.domain.run_name import LAST, LEAST, Span, span
from worker.errors import InputError, RequestRefused

SOME: Final = 3
"""Runs that an error names."""


def run_named(connection: Connection, text: str, team: str = "") -> RunRow:
    """The run.

    Raises:
        InputError: no run can be called that, several are, or ``last`` is asked for without a team.
        RequestRefused: ``run_unknown``, also where it belongs to another team than the one given.
    """
    if is_last(text):
        return _last(connection, team)
    meant = span_named(text)
    if meant.whole:
        return run_of(connection, meant.first, team)
    found = finding.within(connection, meant, team, SOME + 1)
    if not found:
        of_team = f" of team {team}" if team else ""
        raise RequestRefused("run_unknown", f"No run{of_team} has an id like {text}.", advice=_some(connection, team))
    if len(found) > 1:
        more = " and more" if len(found) > SOME else ""
        raise InputError(
            f"Several runs begin with {text}: {', '.join(map(str, found[:SOME]))}{more}.",
            advice="Give more of the id.",
        )
    return run_of(connection, found[0], team)


def span_named(text: str) -> Span:
    """The ids that begin with what was typed.

    Raises:
        InputError: it is no id and no start of one.
    """
    found = span(text)
    if found is None:
        raise InputError(
            f"{text[:80]!r} is no id of a run.",
            advice=f"Give the id, at least {LEAST} digits of its start, or last. assistant-test runs lists them.",
        )
    return found


def require_names(*texts: str) -> None:
    """Refuse what no run can be called, before any is looked for.

    Raises:
        InputError: names the first of them.
    """
    for text in texts:
        if not is_last(text):
            span_named(text)


def is_last(text: str) -> bool:
    """Whether the team's latest run is meant."""
    return text.strip().casefold() == LAST


def _last(connection: Connection, team: str) -> RunRow:
    found = finding.listed(connection, require_team(team), 1)
    if not found:
        raise RequestRefused("run_unknown", f"Team {team} has no run.", advice="Start one with: assistant-test run.")
    return run_of(connection, found[0].id, team)


def _some(connection: Connection, team: str) -> str:
    latest = finding.listed(connection, team, SOME) if team else []
    if not latest:
        return "Check the id and the team; assistant-test runs lists them."
    return f"The latest: {', '.join(str(each.id) for each in latest)}."
