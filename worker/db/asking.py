"""What an enqueue asks, and PostgreSQL's refusals as errors of ours; imports psycopg and nothing slower."""

from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from worker.errors import InputError, NotReady, RequestRefused, WorkerError

REFUSED: Final = "AT400"
"""SQLSTATE of a refused request; its message is ``<code>: <what>``, its hint the next step."""

UNREACHABLE: Final = "Check that it runs and that DATABASE_URL is right."
CROWDED: Final = "Wait until others have let go of theirs, or raise its max_connections."
FULL: Final = ("too many clients", "too many connections", "remaining connection slots", "no more connections allowed")
"""Of connections: a refused start has no SQLSTATE, and poolers word it in their own way."""
WRITABLE: Final = "Name the primary in DATABASE_URL, or let it write again."

ENQUEUE: Final = """
    SELECT assistant_test_enqueue(
        team => %(team)s, suite => %(suite)s, consumer => %(consumer)s, request_id => %(request_id)s,
        config => %(config)s, content => %(content)s, call_set => %(call_set)s, lane => %(lane)s,
        run_config => %(run_config)s, targets => %(targets)s, only_cases => %(only_cases)s,
        rerun_of => %(rerun_of)s, webhook => %(webhook)s)"""

KNOWN: Final[tuple[tuple[type[psycopg.Error], type[WorkerError], str, str], ...]] = (
    (psycopg.errors.LockNotAvailable, NotReady, "Somebody else holds a lock that this needs", "Try again after them."),
    (psycopg.errors.ReadOnlySqlTransaction, NotReady, "The database takes no writes", WRITABLE),
    (psycopg.errors.DiskFull, NotReady, "The database has no room left", "Make room on its disk, then try again."),
    (psycopg.errors.QueryCanceled, NotReady, "The database gave up", "Ask for less, or raise its statement_timeout."),
    (psycopg.errors.DeadlockDetected, NotReady, "Somebody else writes the same", "Try again."),
    (psycopg.errors.SerializationFailure, NotReady, "Somebody else writes the same", "Try again."),
    (psycopg.OperationalError, NotReady, "The database does not answer", UNREACHABLE),
    (psycopg.errors.UndefinedTable, NotReady, "The database is not set up", "Run assistant-test migrate."),
    (psycopg.errors.UndefinedFunction, NotReady, "The database is not set up", "Run assistant-test migrate."),
    (psycopg.errors.InsufficientPrivilege, NotReady, "The database refuses", "Grant the right to this user."),
    (psycopg.DataError, InputError, "The database cannot hold a value", "Correct the value."),
)
"""What users and operators can mend, with what it is called and the next step; the first match counts."""


@dataclass(frozen=True, slots=True)
class Request:
    """An enqueue.

    Attributes:
        request_id: None makes a new one; the same one again is the same run.
        config: a reference such as ``live`` or ``product:<id>``.
        content: the configuration itself, instead of a reference.
        lane: ``interactive`` or ``bulk``.
        only_cases: ids of the cases to run; None: all of the suite. Leaving an enabled one out makes the run partial.
        rerun_of: the run of the same suite that this one repeats.
        webhook: http or https URL that is called when the run has ended.
    """

    team: str
    suite: str
    consumer: str
    request_id: str | None = None
    config: str | None = None
    content: Any = None
    call_set: UUID | None = None
    lane: str = "interactive"
    run_config: dict[str, Any] = field(default_factory=dict)
    targets: dict[str, Any] = field(default_factory=dict)
    only_cases: tuple[UUID, ...] | None = None
    rerun_of: UUID | None = None
    webhook: str | None = field(default=None, repr=False)

    def values(self) -> dict[str, Any]:
        """The parameters of :data:`ENQUEUE`."""
        return {
            "team": self.team,
            "suite": self.suite,
            "consumer": self.consumer,
            "request_id": self.request_id,
            "config": self.config,
            "content": None if self.content is None else Jsonb(self.content),
            "call_set": self.call_set,
            "lane": self.lane,
            "run_config": Jsonb(self.run_config),
            "targets": Jsonb(self.targets),
            "only_cases": None if self.only_cases is None else list(self.only_cases),
            "rerun_of": self.rerun_of,
            "webhook": self.webhook,
        }


def ours(error: psycopg.Error) -> WorkerError | None:
    """PostgreSQL's error as one that names the next step; None where it is a fault of ours."""
    if error.sqlstate == REFUSED:
        code, _, what = (error.diag.message_primary or "").partition(": ")
        return RequestRefused(code, what, advice=error.diag.message_hint or "Correct the request.")
    if isinstance(error, psycopg.OperationalError) and is_full(error):
        return unreachable(error)
    for kind, made, what, advice in KNOWN:
        if isinstance(error, kind):
            return made(f"{what}: {first_line(error)}.", advice=advice)
    return None


def unreachable(error: psycopg.OperationalError) -> NotReady:
    """A database that gives no connection, and what to do about it."""
    if is_full(error):
        return NotReady(f"The database has no connection left: {first_line(error)}.", advice=CROWDED)
    return NotReady(f"The database does not answer: {first_line(error)}.", advice=UNREACHABLE)


def is_full(error: psycopg.OperationalError) -> bool:
    """Whether the database runs and has as many connections as it, its user or its pooler allows."""
    return isinstance(error, psycopg.errors.TooManyConnections) or any(words in str(error) for words in FULL)


def first_line(error: BaseException) -> str:
    """The first line of an error's text, without the address of the server's peer or any credential."""
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
