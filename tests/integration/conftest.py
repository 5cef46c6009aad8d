"""A team with one suite, and a worker's connections to it; a module with other settings says so."""

from collections.abc import AsyncIterator

import psycopg
import pytest

from tests.world import World
from worker.db import session
from worker.db.session import Pool
from worker.settings import Settings


@pytest.fixture
def world(connection: psycopg.Connection) -> World:
    """A team with one suite."""
    made = World(connection)
    made.suite()
    return made


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Settings of a worker whose broker is away."""
    return Settings(database_url=database_url, redis_url="redis://127.0.0.1:1/0")


@pytest.fixture
async def pool(settings: Settings) -> AsyncIterator[Pool]:
    """A worker's connections."""
    async with session.pool(settings) as opened:
        yield opened
