"""What the database keeps of a run's life, in the order of its time; streamed from a cursor of the server."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from psycopg.rows import class_row

from worker.db.reading import Connection

CHUNK: Final = 500
"""Rows that one round trip brings."""

# Of case runs the remarkable ones, unless all are asked for: several tries, not executed, or a vendor's job.
# A webhook's URL may be secret and is not told.
TIMELINE: Final = """
SELECT at, kind, token, owner, detail FROM (
    SELECT created_at AS at, 0 AS rank, id, kind, token, owner, detail
    FROM assistant_test_run_events WHERE run_id = %(run)s
    UNION ALL
    SELECT nudged_at, 1, id, 'nudged', NULL, NULL, NULL
    FROM assistant_test_runs WHERE id = %(run)s AND nudged_at IS NOT NULL
    UNION ALL
    SELECT coalesce(finished_at, updated_at), 2, id, 'case_run', NULL, NULL, jsonb_strip_nulls(jsonb_build_object(
        'case', case_snapshot ->> 'name', 'trial', trial, 'runner', runner, 'status', status, 'attempts', attempts,
        'error_code', error_code, 'provider', provider, 'provider_ref', provider_ref))
    FROM assistant_test_case_runs
    WHERE run_id = %(run)s AND (
        provider_ref IS NOT NULL
        OR status <> 'pending' AND (%(every)s OR status <> 'executed' OR jsonb_array_length(attempts) > 1))
    UNION ALL
    SELECT max(closed_at), 3, NULL, 'judged', NULL, NULL, jsonb_build_object(
        'pass', pass_no, 'outcomes', count(*), 'open', count(*) FILTER (WHERE status = 'open'))
    FROM assistant_test_outcomes WHERE run_id = %(run)s
    GROUP BY pass_no HAVING max(closed_at) IS NOT NULL
    UNION ALL
    SELECT created_at, 4, id, 'webhook_owed', NULL, NULL, NULL
    FROM assistant_test_webhook_deliveries WHERE run_id = %(run)s
    UNION ALL
    SELECT coalesce(delivered_at, given_up_at, updated_at), 5, id,
        CASE WHEN delivered_at IS NOT NULL THEN 'webhook_delivered' WHEN given_up_at IS NOT NULL THEN 'webhook_given_up'
            ELSE 'webhook_tried' END, NULL, NULL,
        jsonb_strip_nulls(jsonb_build_object('attempts', attempts, 'status', last_status, 'error', last_error,
            'next_try_at', next_try_at))
    FROM assistant_test_webhook_deliveries WHERE run_id = %(run)s AND attempts > 0
) AS told ORDER BY at, rank, id"""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened to a run.

    Attributes:
        at: by the database's clock.
        kind: one of a run's events, or ``nudged``, ``case_run``, ``judged`` and ``webhook_…``.
        token: the lease token it happened under; None where none is kept.
        owner: the process that did it, where that is kept.
    """

    at: datetime
    kind: str
    token: int | None
    owner: str | None
    detail: dict[str, Any] | None


def timeline(connection: Connection, run: UUID, *, every_case: bool) -> Iterator[Happening]:
    """What happened, oldest first; ``every_case`` for uneventful case runs too. Within a transaction only."""
    with connection.cursor(name="timeline", row_factory=class_row(Happening)) as cursor:
        cursor.itersize = CHUNK
        cursor.execute(TIMELINE, {"run": run, "every": every_case})
        yield from cursor
