"""LISTEN to nudge: an enqueue from any language is picked up within milliseconds.

An accelerator only: without it the dispatcher finds the run at its next tick.
"""

import asyncio
import contextlib
import logging
import signal
from functools import partial
from typing import Final
from uuid import UUID

import psycopg

from worker import broker, schedule
from worker.db import session
from worker.process import check_database
from worker.settings import Settings
from worker.telemetry import logs

log = logging.getLogger(__name__)

CHANNEL: Final = "assistant_test_enqueued"
RECONNECT_S: Final = 1.0
LOOK_S: Final = 10.0


async def listen(settings: Settings, stop: asyncio.Event) -> None:
    """Nudge what is announced, until ``stop``; connects anew when the connection is lost."""
    app = broker.make_celery(settings)
    send = partial(broker.send, app, expires_s=settings.renudge_s)
    pool = session.pool(settings, f"{session.RELAY}_nudges")
    await pool.open()
    try:
        while not stop.is_set():
            try:
                await _listen_once(settings, pool, send, stop)
            except (psycopg.Error, OSError) as lost:
                log.warning("relay_waits", extra={"reason": type(lost).__name__})
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), RECONNECT_S)
    finally:
        await pool.close(timeout=2)
        log.info("relay_stopped")


async def _listen_once(settings: Settings, pool: session.Pool, send: schedule.Send, stop: asyncio.Event) -> None:
    options = session.worker_options(settings, session.RELAY)
    connection = await psycopg.AsyncConnection.connect(settings.require_database(), autocommit=True, **options)
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        log.info("relay_listening")
        while not stop.is_set():
            run_ids = await _gathered(connection, stop)
            if run_ids:
                await schedule.nudge(pool, run_ids, send)
            else:
                await connection.execute("SELECT 1")


async def _gathered(connection: psycopg.AsyncConnection, stop: asyncio.Event) -> list[UUID]:
    """The runs that are announced now; none after a while of silence, so that a dead connection is found."""
    notices = asyncio.ensure_future(_first_notices(connection))
    stopped = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait({notices, stopped}, return_when=asyncio.FIRST_COMPLETED)
        return await notices if notices.done() else []
    finally:
        for task in (notices, stopped):
            task.cancel()
        await asyncio.gather(notices, stopped, return_exceptions=True)


async def _first_notices(connection: psycopg.AsyncConnection) -> list[UUID]:
    heard = [notice.payload async for notice in connection.notifies(timeout=LOOK_S, stop_after=1)]
    return broker.ids_in(heard)  # an error within the loop would leave the connection locked, and the relay deaf


async def _run(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stop.set)
    await listen(settings, stop)


def main() -> None:
    """Run until SIGTERM or SIGINT.

    Raises:
        NotReady: a setting is missing, or the database is on another revision.
    """
    settings = Settings.from_environment()
    logs.configure(settings.log_level)
    settings.require_broker()
    check_database(settings)
    asyncio.run(_run(settings))
