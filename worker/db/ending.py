"""The end of a run: stamped once, under the row lock, with nothing left pending or open."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from worker.db import fencing
from worker.db.leases import Connection
from worker.domain.lease import Lease
from worker.domain.writes import Ending

END = f"""
WITH given AS (
    SELECT lease.run_id, lease.token, ending.*
    FROM {fencing.GIVEN}
    JOIN jsonb_to_recordset(%(endings)s) AS ending(id uuid, status text, outcome text, verdict jsonb, error_code text,
        error_detail text, timed_out boolean) ON ending.id = lease.run_id
), ended AS (
    UPDATE assistant_test_runs AS runs SET
        status = CASE WHEN runs.cancel_requested_at IS NULL THEN lease.status ELSE 'cancelled' END,
        outcome = CASE WHEN runs.cancel_requested_at IS NULL THEN lease.outcome END,
        verdict = CASE WHEN runs.cancel_requested_at IS NULL THEN lease.verdict END,
        error_code = CASE WHEN runs.cancel_requested_at IS NULL THEN lease.error_code END,
        error_detail = CASE WHEN runs.cancel_requested_at IS NULL THEN lease.error_detail END,
        timed_out = lease.timed_out AND runs.cancel_requested_at IS NULL,
        lease_owner = NULL, lease_expires_at = NULL, nudged_at = NULL, wake_at = NULL, claims = 0,
        finished_at = clock_timestamp()
    FROM given AS lease
    WHERE runs.id = lease.run_id AND {fencing.GUARD} AND runs.status = 'running'
        AND NOT EXISTS (SELECT FROM assistant_test_case_runs WHERE run_id = runs.id AND status = 'pending')
        AND NOT EXISTS (SELECT FROM assistant_test_outcomes WHERE run_id = runs.id AND status = 'open')
    RETURNING runs.id, runs.team_id, runs.lane, runs.status, runs.outcome, runs.error_code, runs.lease_token,
        runs.webhook
), noted AS (
    INSERT INTO assistant_test_run_events (run_id, team_id, kind, token, owner, detail)
    SELECT id, team_id, 'ended', lease_token, %(owner)s,
        jsonb_strip_nulls(jsonb_build_object('status', status, 'outcome', outcome, 'error_code', error_code))
    FROM ended
), owed AS (
    INSERT INTO assistant_test_webhook_deliveries (run_id, team_id, url)
    SELECT id, team_id, webhook FROM ended WHERE webhook IS NOT NULL
    ON CONFLICT (run_id) DO NOTHING
), told AS (
    SELECT pg_notify('assistant_test_ended', id::text) FROM ended WHERE lane = 'interactive'
)
SELECT id, webhook IS NOT NULL, (SELECT count(*) FROM told) FROM ended
"""

# A re-judge leaves the run as it ended and only has nothing more to do.
SETTLE = f"""
UPDATE assistant_test_runs AS runs
SET lease_owner = NULL, lease_expires_at = NULL, nudged_at = NULL, wake_at = NULL, claims = 0
FROM {fencing.GIVEN}
WHERE runs.id = lease.run_id AND {fencing.GUARD} AND runs.status <> 'running'
    AND NOT EXISTS (SELECT FROM assistant_test_outcomes WHERE run_id = runs.id AND status = 'open')
RETURNING runs.id
"""

ENDED_UNDER = """
SELECT id FROM assistant_test_runs AS runs JOIN jsonb_to_recordset(%(leases)s) AS lease(run_id uuid, token bigint)
    ON runs.id = lease.run_id AND runs.lease_token = lease.token
WHERE runs.status IN ('completed', 'failed', 'cancelled') AND runs.wake_at IS NULL
"""


@dataclass(frozen=True, slots=True)
class EndRequest:
    """A run that its holder wants to end."""

    lease: Lease
    ending: Ending


class Stamped(NamedTuple):
    """What :func:`end` did.

    Attributes:
        runs: those that ended, now or (a commit whose answer was lost) under this very token.
        webhooks: one of them owes a call.
    """

    runs: set[UUID]
    webhooks: bool


async def end(connection: Connection, requests: Sequence[EndRequest]) -> Stamped:
    """Stamp the ends; a run that names a webhook owes its call from the same statement on."""
    proof = fencing.proof(request.lease for request in requests)
    given = {
        "leases": proof,
        "owner": requests[0].lease.owner,
        "endings": fencing.rows(
            {
                "id": request.lease.run_id,
                "status": request.ending.status,
                "outcome": request.ending.outcome,
                "verdict": request.ending.verdict,
                "error_code": request.ending.error_code,
                "error_detail": request.ending.error_detail,
                "timed_out": request.ending.timed_out,
            }
            for request in requests
        ),
    }
    cursor = await connection.execute(END, given)
    found = await cursor.fetchall()
    ended = {row[0] for row in found}
    if len(ended) < len(requests):
        cursor = await connection.execute(ENDED_UNDER, {"leases": proof})
        ended |= {row[0] for row in await cursor.fetchall()}
    return Stamped(ended, any(row[1] for row in found))


async def settle(connection: Connection, lease: Lease) -> bool:
    """Give a re-judged run back with nothing left to do; false where the lease is lost."""
    cursor = await connection.execute(SETTLE, {"leases": fencing.proof([lease])})
    return await cursor.fetchone() is not None
