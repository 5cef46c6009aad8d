"""Runs by what people call them, and what of runs and suites a team has. Writes nothing."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg.rows import class_row

from worker.db.reading import Connection
from worker.domain.run_name import Span

WITHIN: Final = """
    SELECT run.id FROM assistant_test_runs AS run
    WHERE run.id BETWEEN %(first)s AND %(last)s AND (%(team)s::text IS NULL OR run.team_id = %(team)s)
    ORDER BY run.id LIMIT %(limit)s"""

# A suite's latest runs come from its index, so that many runs of other teams cost nothing.
LISTED: Final = """
    SELECT found.id, suite.name AS suite, consumer.key AS consumer, opinion.version AS criteria_version,
        found.lane, found.status, found.outcome, found.error_code, found.cancel_requested_at, found.rerun_of,
        found.created_at, found.started_at, found.finished_at
    FROM assistant_test_suites AS suite
    CROSS JOIN LATERAL (
        SELECT * FROM assistant_test_runs AS run
        WHERE run.suite_id = suite.id
            AND (%(since)s::timestamptz IS NULL OR run.created_at >= %(since)s)
            AND (%(status)s::text IS NULL OR run.status = %(status)s)
            AND (%(outcome)s::text IS NULL OR run.outcome = %(outcome)s)
        ORDER BY run.created_at DESC LIMIT %(limit)s
    ) AS found
    JOIN assistant_test_criteria AS opinion ON opinion.id = found.criteria_id
    JOIN assistant_test_consumers AS consumer ON consumer.id = opinion.consumer_id
    WHERE suite.team_id = %(team)s AND (%(suite)s::text IS NULL OR suite.name = %(suite)s)
    ORDER BY found.created_at DESC, found.id DESC LIMIT %(limit)s"""

SUITES: Final = """
    SELECT suite.name AS suite, suite.assistant_id AS assistant, suite.archived_at IS NOT NULL AS archived,
        (SELECT count(*) FROM assistant_test_suite_cases AS link
         WHERE link.suite_id = suite.id AND link.enabled) AS cases,
        ARRAY(
            SELECT consumer.key FROM assistant_test_consumers AS consumer
            CROSS JOIN LATERAL assistant_test_live_criteria(suite.id, consumer.id) AS live
            ORDER BY consumer.key) AS consumers,
        latest.id AS last_run, latest.status, latest.outcome, latest.created_at AS last_run_at
    FROM assistant_test_suites AS suite
    LEFT JOIN LATERAL (
        SELECT id, status, outcome, created_at FROM assistant_test_runs AS run
        WHERE run.suite_id = suite.id ORDER BY run.created_at DESC LIMIT 1
    ) AS latest ON true
    WHERE suite.team_id = %s
    ORDER BY suite.name"""


@dataclass(frozen=True, slots=True)
class Listed:
    """A run in a list."""

    id: UUID
    suite: str
    consumer: str
    criteria_version: int
    lane: str
    status: str
    outcome: str | None
    error_code: str | None
    cancel_requested_at: datetime | None
    rerun_of: UUID | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class ListedSuite:
    """A suite in a list.

    Attributes:
        cases: enabled ones.
        consumers: those with live criteria.
        last_run: the latest run, with its ``status``, ``outcome`` and the time of its enqueue; None: never run.
    """

    suite: str
    assistant: str
    archived: bool
    cases: int
    consumers: list[str]
    last_run: UUID | None
    status: str | None
    outcome: str | None
    last_run_at: datetime | None


def within(connection: Connection, span: Span, team: str, limit: int) -> list[UUID]:
    """At most ``limit`` runs whose ids lie in the span; of all teams where none is named."""
    values = {"first": span.first, "last": span.last, "team": team or None, "limit": limit}
    return [run for (run,) in connection.execute(WITHIN, values)]


def listed(
    connection: Connection,
    team: str,
    limit: int,
    *,
    suite: str = "",
    since: datetime | None = None,
    status: str = "",
    outcome: str = "",
) -> list[Listed]:
    """The team's latest runs that are all of what is asked for, the newest first."""
    values = {
        "team": team,
        "suite": suite or None,
        "since": since,
        "status": status or None,
        "outcome": outcome or None,
        "limit": limit,
    }
    with connection.cursor(row_factory=class_row(Listed)) as cursor:
        return cursor.execute(LISTED, values).fetchall()


def suites(connection: Connection, team: str) -> list[ListedSuite]:
    """The team's suites by name, archived ones too."""
    with connection.cursor(row_factory=class_row(ListedSuite)) as cursor:
        return cursor.execute(SUITES, [team]).fetchall()
