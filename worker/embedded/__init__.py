"""PostgreSQL and Valkey from Python wheels, for bin/demo, bin/up and bin/test.

``DATABASE_URL`` and ``REDIS_URL`` win, one by one; only what is missing is started. The servers listen on loopback with
a password of their own, end with the block or with the process that holds it, and change no folder that they did not
make.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from worker.embedded.place import hold
from worker.embedded.postgres import postgres
from worker.embedded.valkey import valkey

HOME: Final = Path(__file__).resolve().parents[2] / ".local"
"""Where bin/up keeps its data: a folder of the checkout, ignored by git."""


@dataclass(frozen=True)
class Services:
    """Addresses of the two servers; they hold passwords, so they are not for logs."""

    database_url: str = field(repr=False)
    redis_url: str = field(repr=False)


@contextmanager
def services(
    folder: Path | None, environment: Mapping[str, str] = os.environ, *, durable: bool | None = None
) -> Iterator[Services]:
    """Have a PostgreSQL and a Valkey for the length of the block.

    Args:
        folder: where their data stays; None for servers that are thrown away.
        environment: where ``DATABASE_URL`` and ``REDIS_URL`` are looked up.
        durable: whether PostgreSQL waits for the disk; by default where its data stays.

    Raises:
        NotReady: the wheels do not work here, the folder is in use, or a server did not start.
    """
    database_url = environment.get("DATABASE_URL", "")
    redis_url = environment.get("REDIS_URL", "")
    keeps = folder is not None if durable is None else durable
    with ExitStack() as stack:
        if not (database_url and redis_url):
            place = stack.enter_context(hold(folder))
            redis_url = redis_url or stack.enter_context(valkey(place))
            database_url = database_url or stack.enter_context(postgres(place, durable=keeps))
        yield Services(database_url, redis_url)
