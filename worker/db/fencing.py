"""The guard of every writing transaction of a step (engine.md, "Fencing").

A statement that writes begins with the CTE :data:`HELD`: it takes the run's row lock and returns only runs whose
token is still the writer's. Everything the statement inserts or updates joins ``held``, so a run that lost its lease
drops out of a group alone. A plain EXISTS, FOR KEY SHARE and foreign keys let a late writer through (queue.md, 2.4).

``wake_at IS NOT NULL`` says that something is left to do: it refuses writes of a step after its own finish.
"""

from collections.abc import Iterable
from typing import Any

from psycopg.types.json import Jsonb

from worker.domain.lease import Lease
from worker.domain.storable import written

GUARD = "runs.lease_token = lease.token AND runs.wake_at IS NOT NULL"

GIVEN = "jsonb_to_recordset(%(leases)s) AS lease(run_id uuid, token bigint)"

HELD = f"""
held AS (
    UPDATE assistant_test_runs AS runs SET claims = 0
    FROM {GIVEN}
    WHERE runs.id = lease.run_id AND {GUARD}
    RETURNING runs.id, runs.team_id
)"""
"""For writes that are progress: evidence and results. They clear the count of claims without progress."""

HELD_FOR_PLAN = HELD.replace("SET claims = 0", "SET claims = runs.claims")
"""For the plan, which is no progress in that sense (engine.md, "Leases")."""


def proof(leases: Iterable[Lease]) -> Jsonb:
    """The leases as the guard takes them."""
    return rows({"run_id": lease.run_id, "token": lease.token} for lease in leases)


def rows(items: Iterable[dict[str, Any]]) -> Jsonb:
    """Records for ``jsonb_to_recordset``, as :func:`worker.domain.storable.written` writes them.

    Raises:
        RecursionError: a value is nested too deep.
        ValueError: a value is no JSON.
    """
    return Jsonb(written(list(items)), dumps=_as_written)


def _as_written(made: bytes) -> bytes:
    return made
