"""Requests that SQL functions answer: enqueue; and PostgreSQL's refusals as errors of ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import psycopg
import sqlalchemy as sa
from psycopg.rows import TupleRow
from psycopg.types.json import Jsonb

from worker.db.session import UNREACHABLE, first_line
from worker.errors import InputError, NotReady, RequestRefused, WorkerError

Connection = psycopg.Connection[TupleRow]

REFUSED: Final = "AT400"
"""SQLSTATE of a refused request; its message is ``<code>: <what>``, its hint the next step."""

ENQUEUE: Final = """
    SELECT assistant_test_enqueue(
        team => %(team)s, suite => %(suite)s, consumer => %(consumer)s, request_id => %(request_id)s,
        config => %(config)s, content => %(content)s, call_set => %(call_set)s, lane => %(lane)s,
        run_config => %(run_config)s, targets => %(targets)s)"""


KNOWN: Final[tuple[tuple[type[psycopg.Error], type[WorkerError], str, str], ...]] = (
    (psycopg.errors.LockNotAvailable, NotReady, "Somebody else holds a lock that this needs", "Try again after them."),
    (psycopg.OperationalError, NotReady, "The database does not answer", UNREACHABLE),
    (psycopg.errors.UndefinedTable, NotReady, "The database is not set up", "Run assistant-test migrate."),
    (psycopg.errors.UndefinedFunction, NotReady, "The database is not set up", "Run assistant-test migrate."),
    (psycopg.errors.InsufficientPrivilege, NotReady, "The database refuses", "Grant the right to this user."),
    (psycopg.DataError, InputError, "The database cannot hold a value", "Nothing was written; correct the value."),
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


def enqueue(connection: Connection, request: Request) -> UUID:
    """Make the run, or find the one that the same request made; in the connection's transaction.

    Raises:
        RequestRefused: with a code of ``worker.errors.REQUEST_CODES``; nothing was written.
    """
    values = {
        "team": request.team,
        "suite": request.suite,
        "consumer": request.consumer,
        "request_id": request.request_id,
        "config": request.config,
        "content": None if request.content is None else Jsonb(request.content),
        "call_set": request.call_set,
        "lane": request.lane,
        "run_config": Jsonb(request.run_config),
        "targets": Jsonb(request.targets),
    }
    with translated():
        row = connection.execute(ENQUEUE, values).fetchone()
    if row is None:
        raise NotReady("The enqueue gave no answer.", advice="Check the installed revision: assistant-test migrate.")
    return UUID(str(row[0]))


@contextmanager
def translated() -> Iterator[None]:
    """Turn what PostgreSQL raises into errors that name the next step; what is a fault of ours passes as it is.

    Raises:
        RequestRefused: one of our SQL functions refused.
        InputError: a value that PostgreSQL cannot hold.
        NotReady: the connection is lost, the schema is not ours, or a right is missing.
    """
    try:
        yield
    except sa.exc.DBAPIError as wrapped:
        ours = _ours(wrapped.orig) if isinstance(wrapped.orig, psycopg.Error) else None
        if ours is None:
            raise
        raise ours from wrapped
    except psycopg.Error as error:
        ours = _ours(error)
        if ours is None:
            raise
        raise ours from error
    except UnicodeEncodeError as odd:
        raise InputError("An argument is no valid text.", advice="Give it in UTF-8.") from odd


def _ours(error: psycopg.Error) -> WorkerError | None:
    if error.sqlstate == REFUSED:
        code, _, what = (error.diag.message_primary or "").partition(": ")
        return RequestRefused(code, what, advice=error.diag.message_hint or "Correct the request.")
    for kind, made, what, advice in KNOWN:
        if isinstance(error, kind):
            return made(f"{what}: {first_line(error)}.", advice=advice)
    return None
