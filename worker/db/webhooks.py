"""Calls that ended runs owe: claimed by pushing their next try ahead, settled by what the receiver answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from psycopg.rows import dict_row

from worker.db.leases import Connection

# The push is the lease: whoever claims later finds nothing due, and a claimant that dies is repeated after it.
CLAIM: Final = """
WITH ranked AS MATERIALIZED (
    SELECT id, row_number() OVER (PARTITION BY receiver ORDER BY next_try_at) AS place
    FROM (
        SELECT id, next_try_at, substring(lower(url) FROM %(receiver)s) AS receiver
        FROM assistant_test_webhook_deliveries WHERE next_try_at <= (SELECT clock_timestamp())
    ) AS named
    WHERE receiver IS NULL OR receiver <> ALL (%(passed_over)s)
), due AS MATERIALIZED (
    SELECT owed.id FROM assistant_test_webhook_deliveries AS owed
    JOIN ranked ON ranked.id = owed.id
    WHERE ranked.place <= %(each)s AND owed.next_try_at <= (SELECT clock_timestamp())
    ORDER BY owed.next_try_at LIMIT %(limit)s
    FOR NO KEY UPDATE OF owed SKIP LOCKED
), claimed AS (
    UPDATE assistant_test_webhook_deliveries AS owed SET
        attempts = owed.attempts + 1,
        next_try_at = clock_timestamp() + make_interval(secs => %(hold_s)s)
    FROM due WHERE owed.id = due.id
    RETURNING owed.id, owed.run_id, owed.url, owed.attempts
)
SELECT claimed.id AS delivery, claimed.url, claimed.attempts,
    coalesce(substring(lower(claimed.url) FROM %(receiver)s), '') AS receiver,
    extract(epoch FROM clock_timestamp())::bigint AS at,
    run.id AS run, run.team_id AS team, suite.name AS suite, consumer.key AS consumer, run.request_id,
    run.criteria_version, run.status, run.outcome, run.error_code, run.timed_out, run.rerun_of,
    coalesce(run.plan -> 'partial' = 'true', false) AS partial,
    to_char(run.finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS timestamp
FROM claimed
JOIN assistant_test_runs AS run ON run.id = claimed.run_id
JOIN assistant_test_suites AS suite ON suite.id = run.suite_id
JOIN assistant_test_criteria AS criteria ON criteria.id = run.criteria_id
JOIN assistant_test_consumers AS consumer ON consumer.id = criteria.consumer_id
"""

RECEIVER: Final = "^[a-z]+://[^/?#]*"
"""What of a URL says who is called: scheme, host and port."""

SETTLE: Final = """
UPDATE assistant_test_webhook_deliveries SET
    last_status = %(status)s,
    last_error = %(error)s,
    delivered_at = CASE WHEN %(delivered)s THEN clock_timestamp() END,
    given_up_at = CASE WHEN NOT %(delivered)s AND %(pause_s)s::double precision IS NULL THEN clock_timestamp() END,
    next_try_at = CASE
        WHEN NOT %(delivered)s THEN clock_timestamp() + make_interval(secs => %(pause_s)s::double precision) END
WHERE id = %(delivery)s AND attempts = %(attempts)s AND next_try_at IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class Owed:
    """A call to make now.

    Attributes:
        id: the same in every try.
        attempts: this try's number, from 1.
        receiver: scheme, host and port of the URL.
        at: now, in seconds since 1970, by the database's clock.
        facts: what is said of the run; ids, words and names, no text of a customer's.
    """

    id: UUID
    url: str
    attempts: int
    receiver: str
    at: int
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a try.

    Attributes:
        status: HTTP status; None where no answer came.
        error: a word for what went wrong; None where nothing did. Never a URL.
        pause_s: seconds until the next try; None: delivered, or given up.
    """

    delivered: bool
    status: int | None
    error: str | None
    pause_s: float | None


async def claim(
    connection: Connection, *, limit: int, hold_s: float, each: int, passed_over: Sequence[str] = ()
) -> list[Owed]:
    """Take calls that are due, at most ``each`` of one receiver; nobody else takes them for ``hold_s`` seconds."""
    given = {
        "limit": limit,
        "hold_s": hold_s,
        "each": each,
        "passed_over": list(passed_over),
        "receiver": RECEIVER,
    }
    async with connection.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(CLAIM, given)
        rows = await cursor.fetchall()
    return [
        Owed(row.pop("delivery"), row.pop("url"), row.pop("attempts"), row.pop("receiver"), row.pop("at"), row)
        for row in rows
    ]


async def settle(connection: Connection, owed: Owed, answered: Answered) -> None:
    """Write what became of the try, unless another one has begun meanwhile."""
    given = {
        "delivery": owed.id,
        "attempts": owed.attempts,
        "status": answered.status,
        "error": answered.error,
        "delivered": answered.delivered,
        "pause_s": answered.pause_s,
    }
    await connection.execute(SETTLE, given)
