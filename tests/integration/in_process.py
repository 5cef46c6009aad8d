"""A worker in the test's own process: for what needs no broker, no second process and no signal."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest

from tests.eventually import eventually
from tests.processes import PLUGIN
from tests.world import World
from worker.broker import make_celery
from worker.domain.words import Lane
from worker.process import Process
from worker.registry import Registry
from worker.settings import Settings

ENDED = {"completed", "failed", "cancelled"}
SOON_S = 30


def plugged(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """What is installed, with the adapter and the source of the tests' own plugin."""
    monkeypatch.syspath_prepend(str(PLUGIN))
    return Registry.installed()


@asynccontextmanager
async def working(database_url: str, registry: Registry) -> AsyncIterator[None]:
    """A worker in this very process; its broker is away, so it finds what is due by itself."""
    settings = Settings(database_url=database_url, redis_url="redis://127.0.0.1:1/0")
    process = Process(settings, registry, make_celery(settings), list(Lane))
    await process.start()
    try:
        yield
    finally:
        await process.stop()


async def ended(world: World, registry: Registry, database_url: str, run_id: UUID) -> dict[str, Any]:
    """The run's row after its end."""
    async with working(database_url, registry):
        await asyncio.to_thread(eventually, lambda: world.status(run_id) in ENDED, SOON_S)
    return world.run(run_id)
