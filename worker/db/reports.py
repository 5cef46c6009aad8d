"""What reports read: all rows due of a run, streamed from a cursor of the server; their number costs no memory."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row

from worker.db.reading import CELLS, ROWS_DUE, Cell, Connection

CHUNK: Final = 500
"""Rows that one round trip brings."""
OWN_PASS: Final = 0

TOTALS: Final = f"""
    SELECT named.assertion_key AS key, ran.status AS case_status, result.met, count(*) AS rows{ROWS_DUE}
    GROUP BY 1, 2, 3 ORDER BY 1 NULLS LAST, 2, 3"""


@dataclass(frozen=True, slots=True)
class Total:
    """How many rows there are of one key, status of the case run, and result."""

    key: str | None
    case_status: str
    met: bool | None
    rows: int


@contextmanager
def snapshot(connection: Connection) -> Iterator[None]:
    """All that is read within comes from one moment, also while the run goes on. The connection must be idle."""
    with connection.transaction():
        connection.execute(sql.SQL("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        yield


def totals(connection: Connection, run: UUID) -> list[Total]:
    """All rows of the run, counted."""
    with connection.cursor(row_factory=class_row(Total)) as cursor:
        return cursor.execute(TOTALS, {"run": run, "pass": OWN_PASS}).fetchall()


def rows(connection: Connection, run: UUID) -> Iterator[Cell]:
    """Every row of the run's own pass, in the order of its cases; within a transaction only."""
    with connection.cursor(name="report", row_factory=class_row(Cell)) as cursor:
        cursor.itersize = CHUNK
        cursor.execute(CELLS, {"run": run, "pass": OWN_PASS})
        yield from cursor
