"""A Valkey of a test's own, to be stopped, started, emptied and cut off without touching the shared one."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

import redis

from worker.embedded.place import Place, hold
from worker.embedded.ports import free_port
from worker.embedded.valkey import valkey

PASSWORD = "of-the-test"


@dataclass
class Broker:
    """One Valkey on one address; a start after a stop is an empty server there."""

    place: Place
    port: int = field(default_factory=free_port)
    running: ExitStack = field(default_factory=ExitStack)

    @property
    def url(self) -> str:
        """Where it listens, or would."""
        return f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.running.enter_context(valkey(self.place, port=self.port, password=PASSWORD))

    def stop(self) -> None:
        """Stop it; what it held is gone."""
        self.running.close()

    def empty(self) -> None:
        """FLUSHALL."""
        with self._client() as client:
            client.flushall()

    def cut(self) -> None:
        """Close every connection but ours, as a restart of the network does."""
        with self._client() as client:
            for kind in ("normal", "pubsub"):
                client.client_kill_filter(_type=kind, skipme=True)

    def waiting(self, queue: str) -> int:
        """How many messages wait in a queue."""
        with self._client() as client:
            return int(client.llen(f"assistant_test:{queue}"))

    def _client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url, socket_connect_timeout=5)


@contextmanager
def broker() -> Iterator[Broker]:
    """A Valkey that runs at the block's start and is gone at its end."""
    with hold(None) as place:
        made = Broker(place)
        try:
            made.start()
            yield made
        finally:
            made.stop()
