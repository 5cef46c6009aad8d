"""Connections: with the time limits that fencing needs, on the revision that this code was written for."""

import time
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool

from worker.db import revision
from worker.db.asking import unreachable
from worker.errors import NotReady
from worker.settings import Settings

Pool = AsyncConnectionPool[psycopg.AsyncConnection[TupleRow]]

ENCODE = "Write postgresql://user:password@host:5432/name, with @ : / # ? in a password as %40 %3A %2F %23 %3F."


WORKER: Final = "assistant_test_worker"
RELAY: Final = "assistant_test_relay"
"""Names of sessions, by which the database tells who is there."""


def worker_options(settings: Settings, name: str) -> dict[str, Any]:
    """Connection parameters of a worker's session; ``name`` is what the database calls it.

    Without ``idle_in_transaction_session_timeout`` a stopped process that holds a row lock hides its run from the
    reaper for ever (engine.md, "Fencing"). Keepalives and ``tcp_user_timeout`` find a peer that is gone.
    """
    limits = {
        "statement_timeout": settings.statement_s,
        "lock_timeout": settings.lock_s,
        "idle_in_transaction_session_timeout": settings.idle_in_transaction_s,
    }
    return {
        "options": " ".join(f"-c {name}={int(seconds * 1000)}" for name, seconds in limits.items()),
        "application_name": name,
        "connect_timeout": 5,
        "keepalives": 1,
        "keepalives_idle": 15,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 30_000,
    }


IDLE_S: Final = 5.0
"""A connection that was used within this time is taken as alive; what it meets if it is not passes by itself."""


class _Checked:
    """Asks a pooled connection whether it is alive, but only after a while: a round trip at each use costs a third."""

    def __init__(self) -> None:
        self._used: WeakKeyDictionary[psycopg.AsyncConnection[TupleRow], float] = WeakKeyDictionary()

    async def __call__(self, connection: psycopg.AsyncConnection[TupleRow]) -> None:
        now = time.monotonic()
        if now - self._used.get(connection, 0) > IDLE_S:
            await AsyncConnectionPool.check_connection(connection)
        self._used[connection] = now


def address(settings: Settings) -> str:
    """The database's address, looked through before anything that fails could print a part of it.

    Raises:
        NotReady: none is set, or it is none; what it holds is not repeated, since a password may be in it.
    """
    url = settings.require_database()
    server = url.partition("://")[2].partition("/")[0]
    if server.count("@") > 1 or "#" in server or "?" in server.rpartition("@")[0]:
        raise NotReady("DATABASE_URL has a sign in its user or password that ends it.", advice=ENCODE)
    try:
        psycopg.conninfo.conninfo_to_dict(url)
    except (psycopg.Error, ValueError):
        raise NotReady("DATABASE_URL is no address of a PostgreSQL.", advice=ENCODE) from None
    return url


def pool(settings: Settings, name: str = WORKER) -> Pool:
    """A pool of autocommit connections that go by this name, not opened yet."""
    return AsyncConnectionPool(
        address(settings),
        min_size=2,
        max_size=settings.connections,
        open=False,
        timeout=10,
        kwargs={"autocommit": True, **worker_options(settings, name)},
        check=_Checked(),
    )


def connect(settings: Settings) -> psycopg.Connection[TupleRow]:
    """One synchronous autocommit connection, for commands.

    Raises:
        NotReady: the database does not answer.
    """
    try:
        return psycopg.connect(address(settings), autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as refused:
        raise unreachable(refused) from refused


def require_revision(connection: psycopg.Connection[TupleRow]) -> None:
    """Refuse a database on another revision.

    Raises:
        NotReady: the revision is another one; says how to migrate.
    """
    present = connection.execute("SELECT to_regclass('assistant_test_revision') IS NOT NULL").fetchone()
    found = None
    if present == (True,):
        row = connection.execute("SELECT version_num FROM assistant_test_revision").fetchone()
        found = row[0] if row else None
    revision.require_head(found)
