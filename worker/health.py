"""Health checks of containers, each by what the database sees: a process that is there but stuck is not healthy.

``python -m worker.health worker``, ``relay`` or ``beat`` exits with 0, or with 1 and says what is missing.
"""

import sys
from typing import Any, Final

from worker.cli.console import complain
from worker.db import session
from worker.db.requests import translated
from worker.errors import InputError, NotReady, WorkerError
from worker.schedule import DISPATCH_DUE
from worker.settings import Settings

LATE_TICKS: Final = 5
"""So many ticks may be missing before beat, or whoever does its ticks, counts as gone."""

SESSION: Final = """
SELECT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE application_name = %(name)s AND client_addr IS NOT DISTINCT FROM inet_client_addr()
)"""
"""A session from this very host: a container has an address of its own."""

TICK: Final = """
SELECT EXISTS (
    SELECT FROM assistant_test_ticks
    WHERE name = %(name)s AND last_at > clock_timestamp() - make_interval(secs => %(within_s)s)
)"""


def main() -> int:
    """Check the process that the only argument names."""
    try:
        check(sys.argv[1] if len(sys.argv) > 1 else "", Settings.from_environment())
    except WorkerError as error:
        complain(error)
        return 1
    return 0


def check(process: str, settings: Settings) -> None:
    """Ask the database about a process.

    Raises:
        NotReady: the database does not answer, or sees nothing of the process.
        InputError: there is no check of this name.
    """
    late_s = LATE_TICKS * settings.dispatch_s
    checks: dict[str, tuple[str, dict[str, Any], str]] = {
        "worker": (SESSION, {"name": session.WORKER}, "No worker of this host has a session."),
        "relay": (SESSION, {"name": session.RELAY}, "The relay of this host does not listen."),
        "beat": (TICK, {"name": DISPATCH_DUE, "within_s": late_s}, f"No tick was done within {late_s:g} s."),
    }
    if process not in checks:
        raise InputError(f"There is no check called {process!r}.", advice=f"Name one of {', '.join(checks)}.")
    statement, values, message = checks[process]
    with session.connect(settings) as connection, translated():
        row = connection.execute(statement.encode(), values).fetchone()
    if row != (True,):
        raise NotReady(message, advice="See its log.")


if __name__ == "__main__":
    sys.exit(main())
