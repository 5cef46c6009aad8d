"""Requests that SQL functions answer: enqueue; and PostgreSQL's refusals as errors of ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg.rows import TupleRow
from psycopg.types.json import Jsonb

from worker.db.session import UNREACHABLE, first_line
from worker.errors import InputError, NotReady, RequestRefused

Connection = psycopg.Connection[TupleRow]

REFUSED: Final = "AT400"
"""SQLSTATE of a refused request; its message is ``<code>: <what>``, its hint the next step."""

ENQUEUE: Final = """
    SELECT assistant_test_enqueue(
        team => %(team)s, suite => %(suite)s, consumer => %(consumer)s, request_id => %(request_id)s,
        config => %(config)s, content => %(content)s, call_set => %(call_set)s, lane => %(lane)s,
        run_config => %(run_config)s, targets => %(targets)s)"""


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
    """Turn what PostgreSQL raises into errors that name the next step.

    Raises:
        RequestRefused: one of our SQL functions refused.
        InputError: a value that PostgreSQL cannot hold, such as text with NUL.
        NotReady: the connection is lost, or the schema is not ours.
    """
    try:
        yield
    except psycopg.OperationalError as lost:
        raise NotReady(f"The database does not answer: {first_line(lost)}.", advice=UNREACHABLE) from lost
    except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedFunction) as missing:
        raise NotReady(
            f"The database is not set up: {first_line(missing)}.", advice="Run assistant-test migrate."
        ) from missing
    except psycopg.DataError as unstorable:
        raise InputError(
            f"The database cannot hold a value: {first_line(unstorable)}.",
            advice="Remove NUL characters and the like; nothing was written.",
        ) from unstorable
    except psycopg.Error as error:
        if error.sqlstate != REFUSED:
            raise
        code, _, what = (error.diag.message_primary or "").partition(": ")
        raise RequestRefused(code, what, advice=error.diag.message_hint or "Correct the request.") from error
