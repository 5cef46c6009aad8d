"""All checks, in an order in which the first bad one is the one to mend."""

import contextlib
from collections.abc import Callable, Iterator, Mapping

import psycopg

from worker.db import session
from worker.db.asking import first_line
from worker.doctor import database, processes
from worker.doctor.broker import broker
from worker.doctor.findings import Finding, State, bad, ok, warn
from worker.doctor.installation import installation
from worker.errors import NotReady
from worker.settings import Settings


def examine(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Each part as soon as it is looked at. Never raises: a check that fails is a finding too."""
    try:
        settings = Settings.from_environment(environment)
    except NotReady as wrong:
        yield bad("settings", wrong.message, wrong.advice)
        return
    yield ok("settings", "Every setting can be read.")
    yield from _safely("installation", lambda: installation(settings))
    yield from _safely("broker", lambda: iter([broker(settings)]))
    yield from _safely("database", lambda: _database(settings))


def _database(settings: Settings) -> Iterator[Finding]:
    try:
        connection = session.connect(settings)
    except NotReady as refused:
        yield bad("database", refused.message, refused.advice)
        yield _unseen()
        return
    with contextlib.closing(connection):
        connection.execute(f"SET statement_timeout = {database.STATEMENT_MS}".encode())
        found = [database.server(connection), database.revision(connection)]
        yield from found
        if any(each.state is State.BAD for each in found):
            yield _unseen()
        else:
            yield from processes.findings(database.facts(connection, 2 * settings.reap_s), settings)


def _unseen() -> Finding:
    return warn("processes", "Workers, beat and relay cannot be seen without the database.", "Mend the database first.")


def _safely(part: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    try:
        yield from check()
    except psycopg.Error as refused:
        yield bad(part, f"The database refuses: {first_line(refused)}.", "Grant this user what workers may do.")
    except Exception as broken:  # a fault of a check must not hide what the others find
        yield bad(part, f"The check itself failed: {type(broken).__name__}.", "Report it.")
