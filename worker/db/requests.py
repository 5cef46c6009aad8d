"""Requests that SQL functions answer: enqueue; and PostgreSQL's refusals as errors of ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import psycopg
from psycopg.rows import TupleRow

from worker.db.asking import ENQUEUE, ours
from worker.db.asking import Request as Request  # noqa: PLC0414 - commands find it beside enqueue
from worker.errors import InputError, NotReady

Connection = psycopg.Connection[TupleRow]


def enqueue(connection: Connection, request: Request) -> UUID:
    """Make the run, or find the one that the same request made; in the connection's transaction.

    Raises:
        RequestRefused: with a code of ``worker.errors.REQUEST_CODES``; nothing was written.
    """
    with translated():
        row = connection.execute(ENQUEUE, request.values()).fetchone()
    if row is None:
        raise NotReady("The enqueue gave no answer.", advice="Check the installed revision: assistant-test migrate.")
    return UUID(str(row[0]))


def cancel(connection: Connection, run: UUID) -> bool:
    """True if the run had not ended: from then on it ends cancelled.

    Raises:
        RequestRefused: ``run_unknown``.
    """
    with translated():
        row = connection.execute("SELECT assistant_test_cancel(%s)", [run]).fetchone()
    return row is not None and bool(row[0])


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
    except psycopg.Error as error:
        named = ours(error)
        if named is None:
            raise
        raise named from error
    except UnicodeEncodeError as odd:
        raise InputError("An argument is no valid text.", advice="Give it in UTF-8.") from odd
