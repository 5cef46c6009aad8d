"""What one worker process consists of: pool, groups, hands; started and stopped in the process's event loop."""

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from celery import Celery

from worker import broker, contract, schedule, webhooks
from worker.db import planning, session, work
from worker.db.leases import Connection
from worker.db.session import Pool
from worker.db.work import PageWanted, PendingCase
from worker.domain.words import Lane, Reads
from worker.domain.writes import Flush
from worker.failpoints import Failpoints
from worker.grouping import Group, unexpected
from worker.hands import Hands
from worker.messages import Messages
from worker.registry import Registry
from worker.settings import Settings
from worker.steps.context import Tools
from worker.steps.finish import finish_group
from worker.steps.judging import new_id
from worker.steps.prepare import prepare_group
from worker.webhooks import Deliveries

log = logging.getLogger(__name__)

Tick = Callable[[Pool, Settings, schedule.Send], Awaitable[None]]
Row = TypeVar("Row")

REGISTER = """
INSERT INTO assistant_test_runners (name, brings, needs_target, deadline_s, trials)
VALUES (%(name)s, %(brings)s, %(needs_target)s, %(deadline_s)s, %(trials)s)
ON CONFLICT (name) DO UPDATE SET brings = excluded.brings, needs_target = excluded.needs_target,
    deadline_s = excluded.deadline_s, trials = excluded.trials, last_seen_at = clock_timestamp()
"""


class Process:
    """One worker process: what its tasks talk to."""

    def __init__(self, settings: Settings, registry: Registry, app: Celery, lanes: Sequence[Lane]) -> None:
        """Put the parts together; nothing is opened before :meth:`start`."""
        self._settings = settings
        self._app = app
        self._pool = session.pool(settings)
        self._lanes = lanes
        self._registry = registry
        self.owner = f"{socket.gethostname()}:{os.getpid()}:{str(new_id())[-8:]}"
        self._deliveries = Deliveries(self._pool, settings)
        failpoints = Failpoints(settings.failpoint, settings.failpoint_log)
        readers = [name for name, adapter in registry if adapter.traits.needs_target == Reads.CONFIGURATION]
        self._tools = Tools(
            settings=settings,
            pool=self._pool,
            registry=registry,
            failpoints=failpoints,
            facts=Group("facts", self._reader(work.run_rows)),
            wanted=Group("targets", self._reader(partial(planning.targets_wanted, readers=readers))),
            plans=Group("plans", self._reader(work.plans)),
            pages=Group("pages", self._pages),
            prepares=Group("prepare", lambda requests: prepare_group(self._pool, registry, requests)),
            flushes=Group("flush", self._flush),
            finishes=Group(
                "finish", lambda requests: finish_group(self._pool, failpoints, self._deliveries.look, requests)
            ),
        )
        self.hands = Hands(self._tools, self.owner, lanes)
        self.messages = Messages(self._pool)
        self._beside: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Open the pool, say which runners this process has, and begin to claim."""
        await self._pool.open(wait=True, timeout=10)
        async with self._pool.connection() as connection:
            for name, adapter in self._registry:
                traits = adapter.traits
                row = {
                    "name": name,
                    "brings": sorted(traits.brings),
                    "needs_target": traits.needs_target,
                    "deadline_s": traits.deadline_s,
                    "trials": traits.trials,
                }
                await connection.execute(REGISTER, row)
        for group in self._groups():
            group.start()
        self.hands.start()
        self._beside = [
            asyncio.create_task(self._note_alive()),
            asyncio.create_task(self._deliveries.run(self._undelivered)),
        ]
        runners = [name for name, _ in self._registry]
        log.info("worker_started", extra={"owner": self.owner, "lanes": list(self._lanes), "runners": runners})

    async def stop(self) -> None:
        """Let go of every run, then close."""
        for task in self._beside:
            task.cancel()
        await asyncio.gather(self.hands.stop(self._settings.grace_s), self.messages.stop(self._settings.grace_s))
        for group in self._groups():
            await group.stop()
        await self._deliveries.stop()
        await self._pool.close(timeout=5)

    def _groups(self) -> list[Group[Any, Any]]:
        tools = self._tools
        return [tools.facts, tools.wanted, tools.plans, tools.pages, tools.prepares, tools.flushes, tools.finishes]

    async def tick(self, name: str, what: Tick) -> None:
        """Do a periodic task; its failure waits for the next tick."""
        try:
            await what(self._pool, self._settings, self.send)
        except Exception as failed:  # the database is away, most likely; the next tick tries again
            log.warning(
                "tick_failed", exc_info=unexpected(failed), extra={"tick": name, "reason": type(failed).__name__}
            )

    async def _note_alive(self) -> None:
        while True:
            await self.tick("note_alive", lambda pool, *_: schedule.note_alive(pool, self._lanes))
            await asyncio.sleep(schedule.NOTED_S)

    async def deliver(self) -> None:
        """Look for the calls that ended runs owe; where a run of this process has just ended, that happens at once."""
        self._deliveries.look()
        await self.tick(webhooks.DELIVER, schedule.delivery_ticked)

    async def _undelivered(self, failed: Exception) -> None:
        reason = type(failed).__name__
        log.warning("tick_failed", exc_info=unexpected(failed), extra={"tick": webhooks.DELIVER, "reason": reason})
        await asyncio.sleep(self._settings.deliver_s)

    async def send(self, lane: Lane, run_ids: Sequence[UUID]) -> None:
        """Publish nudges."""
        await broker.send(self._app, lane, run_ids, expires_s=self._settings.renudge_s)

    def _reader(
        self, read: Callable[[Connection, Sequence[UUID]], Awaitable[Mapping[UUID, Row]]]
    ) -> Callable[[Sequence[UUID]], Awaitable[Sequence[Row | Exception | None]]]:
        """Read rows of many runs at once; None for a run that has none."""

        async def rows(run_ids: Sequence[UUID]) -> Sequence[Row | Exception | None]:
            async with self._pool.connection() as connection:
                found = await read(connection, run_ids)
            return [found.get(run_id) for run_id in run_ids]

        return rows

    async def _pages(self, wanted: Sequence[PageWanted]) -> Sequence[list[PendingCase] | Exception]:
        async with self._pool.connection() as connection:
            found = await work.pending_pages(connection, wanted)
        return [found.get(one.run_id, []) for one in wanted]

    async def _flush(self, flushes: Sequence[Flush]) -> Sequence[Exception | None]:
        async with self._pool.connection() as connection:
            return await contract.flush(connection, flushes, self._tools.failpoints)


def check_database(settings: Settings) -> None:
    """Refuse to start on another revision.

    Raises:
        NotReady: the database does not answer or is on another revision; says how to migrate.
    """
    with contextlib.closing(session.connect(settings)) as connection:
        session.require_revision(connection)
