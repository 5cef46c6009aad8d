"""Services for all tests: one PostgreSQL and one Valkey a session, a fresh database a test, no network beyond loopback.

``DATABASE_URL`` and ``REDIS_URL`` name servers to use instead of embedded ones; the database's user must be allowed to
create databases. A service that is missing fails the tests that need it.
"""

import ipaddress
import itertools
import os
import socket
import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import redis
from hypothesis import settings as hypothesis_settings
from psycopg import sql

from worker.db import migrate
from worker.embedded import Services
from worker.embedded import services as embedded

DATABASES = 64
"""Numbered databases of the Valkey; tests take them in turn and empty theirs first."""

MEMORY = Path("/dev/shm")  # noqa: S108  only mkdtemp makes anything there
ROOM_BYTES = 2 * 1024**3
"""Twice what PostgreSQL's log of changes and some clones take."""

hypothesis_settings.register_profile("project", deadline=None, print_blob=True)
hypothesis_settings.load_profile("project")


@pytest.fixture(scope="session")
def services() -> Iterator[Services]:
    """A PostgreSQL and a Valkey, thrown away at the end; in memory where it has room.

    A clone of a database is some 300 files: on a disk they cost each test a quarter of a second, in memory 10 ms.
    """
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            if _has_room(MEMORY):
                patch.setattr(tempfile, "tempdir", str(MEMORY))
            found = stack.enter_context(embedded(None))
        yield found


@pytest.fixture(scope="session")
def template(services: Services) -> Iterator[str]:
    """The name of a database that the migrations made, to be cloned."""
    name = f"template_{uuid.uuid4().hex[:12]}"
    with _created(services.database_url, name):
        migrate.upgrade(database(services.database_url, name))
        yield name


@pytest.fixture
def database_url(services: Services, template: str) -> Iterator[str]:
    """A migrated database of this test's own."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    with _created(services.database_url, name, template):
        yield database(services.database_url, name)


@pytest.fixture
def empty_database_url(services: Services) -> Iterator[str]:
    """A database of this test's own that no migration has touched."""
    name = f"empty_{uuid.uuid4().hex[:12]}"
    with _created(services.database_url, name):
        yield database(services.database_url, name)


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection to this test's database; each statement commits."""
    with psycopg.connect(database_url, autocommit=True) as opened:
        yield opened


@pytest.fixture
async def aconnection(database_url: str) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
    """The same for coroutines."""
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as opened:
        yield opened


_numbers = itertools.count(1)


@pytest.fixture
def redis_url(services: Services) -> str:
    """An empty database of the Valkey."""
    url = database(services.redis_url, str(next(_numbers) % DATABASES))
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    return url


@pytest.fixture(autouse=True)
def _no_settings_of_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of whoever starts the tests are not theirs."""
    for name in list(os.environ):
        if name.startswith("ASSISTANT_TEST_") or name in {"DATABASE_URL", "REDIS_URL"}:
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True, scope="session")
def _loopback_only() -> Iterator[None]:
    """A connection that leaves this machine is an error."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, _guarded(getattr(socket.socket, name)))
        yield


def _has_room(folder: Path) -> bool:
    """Whether it is there, lets programs run (the servers' may be copied to it), and has room."""
    if not folder.is_dir():
        return False
    found = os.statvfs(folder)
    return not found.f_flag & os.ST_NOEXEC and found.f_bavail * found.f_frsize >= ROOM_BYTES


def database(url: str, name: str) -> str:
    """The same server's URL with another database."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def _guarded(connect: Any) -> Any:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family in {socket.AF_INET, socket.AF_INET6} and not _is_loopback(address[0]):
            raise AssertionError(f"A test wants to reach {address[0]}; tests stay on loopback.")
        return connect(self, address)

    return guarded


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def _created(server: str, name: str, template: str = "template1") -> Iterator[None]:
    """A database for the length of a block; copying files beats writing a log of every page."""
    made = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy")
    with psycopg.connect(server, autocommit=True) as opened:
        opened.execute(made.format(sql.Identifier(name), sql.Identifier(template)))
    yield
    with psycopg.connect(server, autocommit=True) as opened:
        opened.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
