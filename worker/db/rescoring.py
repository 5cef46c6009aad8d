"""Verdicts of many runs under a newer or another criteria, and which runs a selection means. Writes nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg.rows import TupleRow, class_row

CHUNK: Final = 500
"""Runs that one statement reads."""

# Each run under its own consumer's criteria unless one is named, and under the live version unless one is named. The
# verdicts of all runs under one criteria come from one call.
RESCORE: Final = """
WITH wanted AS (
    SELECT run.id AS run, run.created_at, run.outcome AS stamped, asked.key AS stamped_consumer,
        run.criteria_version AS stamped_version, meant.key AS consumer, opinion.id AS criteria_id,
        opinion.version AS criteria_version, opinion.spec
    FROM assistant_test_runs AS run
    JOIN assistant_test_criteria AS own ON own.id = run.criteria_id
    JOIN assistant_test_consumers AS asked ON asked.id = own.consumer_id
    JOIN assistant_test_consumers AS meant ON meant.key = coalesce(%(consumer)s::text, asked.key)
    CROSS JOIN LATERAL (
        SELECT * FROM assistant_test_live_criteria(run.suite_id, meant.id) WHERE %(version)s::int IS NULL
        UNION ALL
        SELECT * FROM assistant_test_criteria AS one
        WHERE one.suite_id = run.suite_id AND one.consumer_id = meant.id AND one.version = %(version)s
            AND NOT one.retired
    ) AS opinion
    WHERE run.id = ANY (%(runs)s::uuid[]) AND run.status = 'completed'
), grouped AS (
    SELECT criteria_id, array_agg(run) AS runs FROM wanted GROUP BY criteria_id
)
SELECT wanted.run, wanted.created_at, wanted.stamped, wanted.stamped_consumer, wanted.stamped_version, wanted.consumer,
    wanted.criteria_id, wanted.criteria_version, wanted.spec,
    found.outcome, found.partial, found.observed_only, found.unmatched, found.rules
FROM grouped
CROSS JOIN LATERAL assistant_test_verdicts(grouped.runs, grouped.criteria_id, 0) AS found
JOIN wanted ON wanted.run = found.run_id
ORDER BY wanted.created_at, wanted.run"""

SELECTED: Final = """
SELECT run.id FROM assistant_test_runs AS run
JOIN assistant_test_suites AS suite ON suite.id = run.suite_id
WHERE suite.team_id = %(team)s AND suite.name = %(suite)s AND run.status = 'completed'
    AND (%(since)s::timestamptz IS NULL OR run.created_at >= %(since)s)
ORDER BY run.created_at, run.id"""

SUITES: Final = "SELECT name FROM assistant_test_suites WHERE team_id = %s ORDER BY name"
CONSUMERS: Final = "SELECT key FROM assistant_test_consumers ORDER BY key"

Connection = psycopg.Connection[TupleRow]


@dataclass(frozen=True, slots=True)
class Rescored:
    """A run's stamped outcome, and its verdict under the criteria that was asked for.

    Attributes:
        stamped: what the run ended with; stays as it is.
        spec: the criteria's, beside its rules' values in ``rules``.
        unmatched: keys of rules that no row is due for; with any of them the outcome is inconclusive.
    """

    run: UUID
    created_at: datetime
    stamped: str
    stamped_consumer: str
    stamped_version: int
    consumer: str
    criteria_id: UUID
    criteria_version: int
    spec: dict[str, Any]
    outcome: str
    partial: bool
    observed_only: bool
    unmatched: list[str]
    rules: list[dict[str, Any]]


def rescored(
    connection: Connection, runs: Sequence[UUID], *, consumer: str | None, version: int | None
) -> Iterator[list[Rescored]]:
    """Some hundred runs at a time; those that are not completed, or have no such criteria, are left out."""
    for start in range(0, len(runs), CHUNK):
        values = {"runs": list(runs[start : start + CHUNK]), "consumer": consumer, "version": version}
        with connection.cursor(row_factory=class_row(Rescored)) as cursor:
            yield cursor.execute(RESCORE, values).fetchall()


def selected(connection: Connection, team: str, suite: str, since: datetime | None) -> list[UUID]:
    """The completed runs of a team's suite that were enqueued since then, oldest first."""
    values = {"team": team, "suite": suite, "since": since}
    return [run for (run,) in connection.execute(SELECTED, values)]


def suites_of(connection: Connection, team: str) -> list[str]:
    """Names of the team's suites."""
    return [name for (name,) in connection.execute(SUITES, [team])]


def consumers(connection: Connection) -> list[str]:
    """Keys of all consumers."""
    return [key for (key,) in connection.execute(CONSUMERS)]
