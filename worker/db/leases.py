"""Claim, renew, release, reap and nudge: one statement each, compared with the database's clock alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
from psycopg.rows import TupleRow
from psycopg.types.json import Jsonb

from worker.db import fencing
from worker.domain.lease import Lease, Renewal
from worker.domain.run import Step
from worker.domain.words import Lane, RunStatus

Connection = psycopg.AsyncConnection[TupleRow]

DUE = """
    wake_at <= (SELECT clock_timestamp())
    AND (lease_expires_at IS NULL OR lease_expires_at <= (SELECT clock_timestamp()))"""

CLAIM = """
WITH wanted AS MATERIALIZED (
    SELECT id FROM assistant_test_runs
    WHERE {which} AND {due} AND next_step = ANY (%(steps)s)
    {order}
    LIMIT %(limit)s
    FOR NO KEY UPDATE SKIP LOCKED
), claimed AS (
    UPDATE assistant_test_runs AS runs SET
        status = CASE WHEN runs.status = 'queued' THEN 'running' ELSE runs.status END,
        lease_owner = %(owner)s,
        lease_token = runs.lease_token + 1,
        lease_expires_at = clock_timestamp() + make_interval(secs => %(lease_s)s),
        nudged_at = NULL,
        woken_at = NULL,
        claims = runs.claims + 1,
        started_at = coalesce(runs.started_at, clock_timestamp()),
        deadline_at = coalesce(runs.deadline_at, clock_timestamp() + make_interval(secs => runs.deadline_s))
    FROM wanted
    WHERE runs.id = wanted.id
    RETURNING runs.id, runs.lease_token, runs.team_id, runs.lane, runs.status, runs.claims, runs.next_step
), noted AS (
    INSERT INTO assistant_test_run_events (run_id, team_id, kind, token, owner, detail)
    SELECT id, team_id, 'claimed', lease_token, %(owner)s,
        jsonb_build_object('step', next_step, 'claims', claims)
    FROM claimed
)
SELECT id, lease_token, team_id, lane, status, claims, next_step FROM claimed
"""
CLAIM_THESE = CLAIM.format(which="id = ANY (%(ids)s)", due=DUE, order="ORDER BY wake_at")
# Round robin over teams within the oldest due runs of the lanes, so that one team's backlog does not hold up another.
CLAIM_NEXT = CLAIM.format(
    which=f"""id IN (
        SELECT id FROM (
            SELECT id, wake_at, row_number() OVER (PARTITION BY team_id ORDER BY wake_at) AS turn
            FROM (
                SELECT id, team_id, wake_at FROM assistant_test_runs
                WHERE lane = ANY (%(lanes)s) AND next_step = ANY (%(steps)s) AND {DUE}
                ORDER BY wake_at LIMIT 1000
            ) AS oldest
        ) AS turns ORDER BY turn, wake_at LIMIT %(limit)s)""",
    due=DUE,
    order="",
)

RENEW = f"""
UPDATE assistant_test_runs AS runs
SET lease_expires_at = clock_timestamp() + make_interval(secs => %(lease_s)s)
FROM {fencing.GIVEN}
WHERE runs.id = lease.run_id AND {fencing.GUARD} AND runs.lease_expires_at IS NOT NULL
RETURNING runs.id, runs.cancel_requested_at IS NOT NULL,
    runs.status = 'running' AND runs.deadline_at <= clock_timestamp()
"""

RELEASE = f"""
WITH released AS (
    UPDATE assistant_test_runs AS runs SET
        lease_owner = NULL,
        lease_expires_at = NULL,
        nudged_at = NULL,
        claims = greatest(runs.claims - 1, 0),
        next_step = parked.step,
        wake_at = CASE
            WHEN coalesce(runs.cancel_requested_at, runs.woken_at) IS NOT NULL THEN clock_timestamp()
            ELSE least(clock_timestamp() + make_interval(secs => parked.after_s),
                       CASE WHEN runs.status = 'running' THEN runs.deadline_at END)
            END
    FROM {fencing.GIVEN}
    JOIN jsonb_to_recordset(%(parked)s) AS parked(run_id uuid, after_s double precision, step text, why text)
        ON parked.run_id = lease.run_id
    WHERE runs.id = lease.run_id AND {fencing.GUARD}
    RETURNING runs.id, runs.team_id, lease.token, runs.wake_at, parked.step, parked.why
), noted AS (
    INSERT INTO assistant_test_run_events (run_id, team_id, kind, token, owner, detail)
    SELECT id, team_id, 'parked', token, %(owner)s, jsonb_build_object('step', step, 'why', why, 'wake_at', wake_at)
    FROM released
)
SELECT id FROM released
"""

REAP = """
WITH expired AS MATERIALIZED (
    SELECT id, lease_owner FROM assistant_test_runs
    WHERE lease_expires_at <= (SELECT clock_timestamp())
    ORDER BY lease_expires_at LIMIT 500
    FOR NO KEY UPDATE SKIP LOCKED
), reaped AS (
    UPDATE assistant_test_runs AS runs SET
        lease_token = runs.lease_token + 1,
        lease_owner = NULL,
        lease_expires_at = NULL,
        nudged_at = NULL
    FROM expired
    WHERE runs.id = expired.id AND runs.lease_expires_at <= clock_timestamp()
    RETURNING runs.id, runs.team_id, runs.lease_token, expired.lease_owner, runs.claims
), noted AS (
    INSERT INTO assistant_test_run_events (run_id, team_id, kind, token, owner, detail)
    SELECT id, team_id, 'reaped', lease_token, lease_owner, jsonb_build_object('claims', claims) FROM reaped
)
SELECT id FROM reaped
"""

# Interactive runs are nudged as they are due, of the bulk lane only as many as there is room for.
NUDGE_DUE = f"""
WITH interactive AS MATERIALIZED (
    SELECT id FROM assistant_test_runs
    WHERE lane = 'interactive' AND {DUE}
        AND (nudged_at IS NULL OR nudged_at <= clock_timestamp() - make_interval(secs => %(interactive_s)s))
    ORDER BY wake_at LIMIT 1000
    FOR NO KEY UPDATE SKIP LOCKED
), bulk AS MATERIALIZED (
    SELECT id FROM assistant_test_runs
    WHERE lane = 'bulk' AND {DUE}
        AND (nudged_at IS NULL OR nudged_at <= clock_timestamp() - make_interval(secs => %(bulk_s)s))
    ORDER BY wake_at
    LIMIT greatest(0, %(room)s - (
        SELECT count(*) FROM assistant_test_runs
        WHERE lane = 'bulk' AND wake_at IS NOT NULL
            AND nudged_at > clock_timestamp() - make_interval(secs => %(bulk_s)s)))
    FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE assistant_test_runs AS runs SET nudged_at = clock_timestamp()
FROM (SELECT id FROM interactive UNION ALL SELECT id FROM bulk) AS waiting
WHERE runs.id = waiting.id
RETURNING runs.id, runs.lane
"""

NUDGE_THESE = f"""
UPDATE assistant_test_runs SET nudged_at = clock_timestamp()
WHERE id = ANY (%(ids)s) AND nudged_at IS NULL AND {DUE}
RETURNING id, lane
"""

UNNUDGE = "UPDATE assistant_test_runs SET nudged_at = NULL WHERE id = ANY (%(ids)s)"

NOTE = """
INSERT INTO assistant_test_run_events (run_id, team_id, kind, token, owner, detail)
VALUES (%(run_id)s, %(team_id)s, %(kind)s, %(token)s, %(owner)s, %(detail)s)
"""


@dataclass(frozen=True, slots=True)
class Parking:
    """A lease to give back.

    Attributes:
        after_s: seconds until the run wants to be looked at again; never later than its deadline.
        step: the kind of step it will need a slot for.
        why: for the timeline.
    """

    lease: Lease
    after_s: float
    step: Step
    why: str


async def claim_these(
    connection: Connection, run_ids: Sequence[UUID], *, owner: str, lease_s: float, steps: list[str], limit: int
) -> list[Lease]:
    """Claim those of the runs that are due, free, and wait for one of the steps."""
    given = {"ids": list(run_ids), "owner": owner, "lease_s": lease_s, "steps": steps, "limit": limit}
    return await _claim(connection, CLAIM_THESE, given)


async def claim_next(
    connection: Connection, lanes: Sequence[Lane], *, owner: str, lease_s: float, steps: list[str], limit: int
) -> list[Lease]:
    """Claim the next due runs of the lanes, round robin over teams."""
    given = {"lanes": [*lanes], "owner": owner, "lease_s": lease_s, "steps": steps, "limit": limit}
    return await _claim(connection, CLAIM_NEXT, given)


async def _claim(connection: Connection, statement: str, given: dict[str, Any]) -> list[Lease]:
    cursor = await connection.execute(statement, given)
    return [
        Lease(
            run_id=run_id,
            token=token,
            owner=given["owner"],
            team_id=team_id,
            lane=Lane(lane),
            status=RunStatus(status),
            claims=claims,
            next_step=Step(next_step),
        )
        for run_id, token, team_id, lane, status, claims, next_step in await cursor.fetchall()
    ]


async def renew(connection: Connection, leases: Sequence[Lease], *, lease_s: float) -> dict[UUID, Renewal]:
    """Push the leases' end; a run that is missing in the answer is lost."""
    cursor = await connection.execute(RENEW, {"leases": fencing.proof(leases), "lease_s": lease_s})
    return {
        run_id: Renewal(cancel_requested=cancel, deadline_passed=passed)
        for run_id, cancel, passed in await cursor.fetchall()
    }


async def release(connection: Connection, parkings: Sequence[Parking]) -> set[UUID]:
    """Give leases back with the time of the next look; returns the runs that were still held."""
    given = {
        "leases": fencing.proof(parking.lease for parking in parkings),
        "owner": parkings[0].lease.owner,
        "parked": fencing.rows(
            {
                "run_id": parking.lease.run_id,
                "after_s": parking.after_s,
                "step": parking.step,
                "why": parking.why,
            }
            for parking in parkings
        ),
    }
    cursor = await connection.execute(RELEASE, given)
    return {run_id for (run_id,) in await cursor.fetchall()}


async def reap(connection: Connection) -> list[UUID]:
    """Take expired leases away; the token grows, so that the old holder is fenced at once."""
    cursor = await connection.execute(REAP)
    return [run_id for (run_id,) in await cursor.fetchall()]


async def nudge_due(
    connection: Connection, *, interactive_s: float, bulk_s: float, room: int
) -> dict[Lane, list[UUID]]:
    """Mark the due runs that no nudge is under way for, and return them by lane."""
    given = {"interactive_s": interactive_s, "bulk_s": bulk_s, "room": room}
    cursor = await connection.execute(NUDGE_DUE, given)
    return _by_lane(await cursor.fetchall())


async def nudge_these(connection: Connection, run_ids: Sequence[UUID]) -> dict[Lane, list[UUID]]:
    """Mark those of the runs that are due and not nudged yet."""
    cursor = await connection.execute(NUDGE_THESE, {"ids": list(run_ids)})
    return _by_lane(await cursor.fetchall())


async def unnudge(connection: Connection, run_ids: Sequence[UUID]) -> None:
    """Say that a nudge could not be sent, so that the next tick sends it."""
    await connection.execute(UNNUDGE, {"ids": list(run_ids)})


async def note(connection: Connection, lease: Lease, kind: str, detail: dict[str, Any] | None = None) -> None:
    """Append to the timeline. Not fenced: what a late writer tried is worth knowing too."""
    given = {
        "run_id": lease.run_id,
        "team_id": lease.team_id,
        "kind": kind,
        "token": lease.token,
        "owner": lease.owner,
        "detail": Jsonb(detail or {}),
    }
    await connection.execute(NOTE, given)


def _by_lane(found: Sequence[TupleRow]) -> dict[Lane, list[UUID]]:
    lanes: dict[Lane, list[UUID]] = {}
    for run_id, lane in found:
        lanes.setdefault(Lane(lane), []).append(run_id)
    return lanes
