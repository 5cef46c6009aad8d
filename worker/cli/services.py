"""``migrate`` and ``relay``: parts of a deployment that the command line starts."""

from alembic.util import CommandError

from worker.cli.console import output
from worker.db import migrate as migrations
from worker.db import session
from worker.db.requests import translated
from worker.errors import NotReady
from worker.settings import Settings


def migrate() -> None:
    """Bring the database to the revision that this release needs."""
    url = session.address(Settings.from_environment())
    try:
        with translated():
            migrations.upgrade(url)
    except CommandError as refused:
        raise NotReady(
            f"The database cannot be migrated: {refused}.", advice="Install the release that this database belongs to."
        ) from refused
    output.print(f"The database is at revision {migrations.head()}.")


def relay() -> None:
    """Listen for enqueued runs and nudge a worker at once; runs until it is told to stop."""
    from worker import relay as listener  # noqa: PLC0415 - Celery takes half a second to import; other commands do without

    listener.main()
