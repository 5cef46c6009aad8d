"""Which revision this code was written for, without Alembic: it takes a fifth of a second to import."""

from functools import cache
from pathlib import Path
from typing import Final

from worker.errors import NotReady

SCRIPTS: Final = Path(__file__).resolve().parents[2] / "migrations"
OLDEST_SERVER: Final = 150000
HOW: Final = "Run `assistant-test migrate`, then start again."


@cache
def head() -> str:
    """The number before the name of the newest script; that Alembic sees it so, a test holds.

    Raises:
        NotReady: there are no scripts.
    """
    numbers = [path.name.partition("_")[0] for path in (SCRIPTS / "versions").glob("[0-9]*_*.py")]
    if not numbers:
        raise NotReady("The installation holds no migrations.", advice="Install the package again.")
    return max(numbers)


def require_head(found: str | None) -> None:
    """Refuse to work on any other revision than :func:`head`.

    Raises:
        NotReady: the database has another revision, or none.
    """
    if found != head():
        where = f"revision {found}" if found else "no revision of ours"
        raise NotReady(f"The database has {where}, this worker needs {head()}.", advice=HOW)
