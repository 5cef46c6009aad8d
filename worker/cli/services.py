"""``migrate`` and ``relay``: parts of a deployment that the command line starts."""

from worker.cli.console import output
from worker.db import migrate as migrations
from worker.db.requests import translated
from worker.settings import Settings


def migrate() -> None:
    """Bring the database to the revision that this release needs."""
    url = Settings.from_environment().require_database()
    with translated():
        migrations.upgrade(url)
    output.print(f"The database is at revision {migrations.head()}.")


def relay() -> None:
    """Listen for enqueued runs and nudge a worker at once; runs until it is told to stop."""
    from worker import relay as listener  # noqa: PLC0415 - Celery takes half a second to import; other commands do without

    listener.main()
