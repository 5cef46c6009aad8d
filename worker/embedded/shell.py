"""What another terminal needs to reach services that were started here."""

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from worker.embedded import Services


def exports(addresses: Services) -> list[str]:
    """Lines of a shell: the addresses, and this Python's programs first on the path. They hold passwords."""
    return [
        f'export PATH={shlex.quote(str(Path(sys.executable).parent))}:"$PATH"',
        f"export DATABASE_URL={shlex.quote(addresses.database_url)}",
        f"export REDIS_URL={shlex.quote(addresses.redis_url)}",
    ]


@contextmanager
def noted(path: Path, addresses: Services) -> Iterator[None]:
    """Keep these lines in a file that only its owner may read, for the length of the block."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in exports(addresses))
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
