"""``migrate`` and ``relay``: parts of a deployment that the command line starts."""

from worker.cli.console import output
from worker.db import revision, session
from worker.db.requests import translated
from worker.settings import Settings


def migrate() -> None:
    """Bring the database to the revision that this release needs."""
    from worker.db import migrate as migrations  # noqa: PLC0415 - Alembic takes a fifth of a second to import

    url = session.address(Settings.from_environment())
    with translated():
        migrations.upgrade(url)
    output.print(f"The database is at revision {revision.head()}.")


def relay() -> None:
    """Listen for enqueued runs and nudge a worker at once; runs until it is told to stop."""
    from worker import relay as listener  # noqa: PLC0415 - Celery takes half a second to import; other commands do without

    listener.main()
