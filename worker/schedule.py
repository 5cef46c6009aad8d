"""What beat asks for: nudging due runs and reaping expired leases. Idempotent: two beats at once do no harm."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from worker.db import leases
from worker.db.session import Pool
from worker.domain.words import Lane
from worker.settings import Settings
from worker.webhooks import DELIVER

log = logging.getLogger(__name__)

Send = Callable[[Lane, Sequence[UUID]], Awaitable[None]]

DISPATCH_DUE: Final = "dispatch_due"
REAP: Final = "reap_expired_leases"
NOTED_S: Final = 5.0
"""How often a worker process notes that it is alive, in seconds."""
CLOCK_S: Final = 10.0
"""A clock that differs more than this from the database's is told of, in seconds."""

TICK = """
INSERT INTO assistant_test_ticks (name) VALUES (%(name)s)
ON CONFLICT (name) DO UPDATE SET last_at = clock_timestamp()
RETURNING last_at
"""


async def dispatch_due(pool: Pool, settings: Settings, send: Send) -> None:
    """Nudge due runs whose nudge was lost, or whose time has come."""
    async with pool.connection() as connection:
        due = await leases.nudge_due(
            connection,
            interactive_s=settings.renudge_interactive_s,
            bulk_s=settings.renudge_s,
            room=settings.bulk_room,
        )
    await send_all(pool, due, send)
    await _ticked(pool, DISPATCH_DUE)


async def reap_expired_leases(pool: Pool, settings: Settings, send: Send) -> None:
    """Take expired leases away, and nudge their runs at once."""
    async with pool.connection() as connection:
        reaped = await leases.reap(connection)
        due = await leases.nudge_these(connection, reaped) if reaped else {}
    if reaped:
        log.warning("leases_reaped", extra={"runs": len(reaped)})
    await send_all(pool, due, send)
    await _ticked(pool, REAP)
    del settings


async def delivery_ticked(pool: Pool, settings: Settings, send: Send) -> None:
    """Note that beat has asked for the calls that ended runs owe."""
    await _ticked(pool, DELIVER)
    del settings, send


async def nudge(pool: Pool, run_ids: Sequence[UUID], send: Send) -> None:
    """Nudge those of the runs that are due and that no nudge is under way for."""
    async with pool.connection() as connection:
        due = await leases.nudge_these(connection, run_ids)
    await send_all(pool, due, send)


async def send_all(pool: Pool, due: Mapping[Lane, Sequence[UUID]], send: Send) -> None:
    """Send the nudges; where the broker is away, say on the rows that they were not sent."""
    for lane, run_ids in due.items():
        try:
            await send(lane, run_ids)
        except Exception as unsent:  # whatever the broker's client raises: the rows stay due, a later tick sends again
            log.warning("nudges_unsent", extra={"lane": lane, "runs": len(run_ids), "reason": type(unsent).__name__})
            async with pool.connection() as connection:
                await leases.unnudge(connection, run_ids)
        else:
            log.info("nudges_sent", extra={"lane": lane, "runs": len(run_ids)})


def alive(lane: Lane) -> str:
    """The name of the tick by which workers of a lane note that they are alive."""
    return f"worker_{lane}"


async def note_alive(pool: Pool, lanes: Sequence[Lane]) -> None:
    """Note that a worker of these lanes is alive: its event loop turns, and its database answers.

    A clock that differs from the database's is told: messages that wait carry the sender's time, and expire by it.
    """
    for lane in lanes:
        at = await _ticked(pool, alive(lane))
        differs_s = (datetime.now(UTC) - at).total_seconds()
        if abs(differs_s) > CLOCK_S:
            log.warning("clock_differs", extra={"seconds": round(differs_s)})


async def _ticked(pool: Pool, name: str) -> datetime:
    """Write the tick; the time that it was, by the database's clock."""
    async with pool.connection() as connection:
        cursor = await connection.execute(TICK, {"name": name})
        row = await cursor.fetchone()
    return row[0] if row else datetime.now(UTC)
