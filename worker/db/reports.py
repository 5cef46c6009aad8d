"""What reports read: all rows due of a run, streamed from a cursor of the server; their number costs no memory."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row

from worker.db.reading import Connection

CHUNK: Final = 500
"""Rows that one round trip brings."""

FROM: Final = """
    FROM assistant_test_case_runs AS ran
    LEFT JOIN assistant_test_outcomes AS judged ON judged.case_run_id = ran.id AND judged.pass_no = 0
    LEFT JOIN LATERAL unnest(judged.due) AS owed (assertion_id) ON true
    LEFT JOIN assistant_test_assertions AS named ON named.id = owed.assertion_id
    LEFT JOIN assistant_test_assertion_results AS result
        ON result.outcome_id = judged.id AND result.assertion_id = owed.assertion_id
    WHERE ran.run_id = %(run)s"""

ROWS: Final = f"""
    SELECT ran.case_id, ran.case_snapshot ->> 'name' AS "case", ran.trial, ran.runner, ran.status AS case_status,
        ran.error_code AS case_error_code, ran.error_detail AS case_error_detail,
        extract(epoch FROM ran.finished_at - ran.started_at)::float8 AS seconds, judged.step_no AS step,
        named.assertion_key AS key, named.version, named.kind, named.statement,
        result.assertion_id IS NOT NULL AS written,
        result.met, result.value, result.evaluator, result.rationale, result.detail, result.error_code{FROM}
    ORDER BY ran.position, ran.case_id, ran.trial, judged.step_no, named.assertion_key"""

TOTALS: Final = f"""
    SELECT named.assertion_key AS key, ran.status AS case_status, result.met, count(*) AS rows{FROM}
    GROUP BY 1, 2, 3 ORDER BY 1 NULLS LAST, 2, 3"""


@dataclass(frozen=True, slots=True)
class Row:
    """One result due; of a case run that owes none there is one row without key.

    Attributes:
        seconds: how long the case run took; None where that is not known.
        written: False where the result is due and not there (yet).
    """

    case_id: UUID
    case: str
    trial: int
    runner: str
    case_status: str
    case_error_code: str | None
    case_error_detail: str | None
    seconds: float | None
    step: int | None
    key: str | None
    version: int | None
    kind: str | None
    statement: str | None
    written: bool
    met: bool | None
    value: float | None
    evaluator: str | None
    rationale: str | None
    detail: Any
    error_code: str | None


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
        return cursor.execute(TOTALS, {"run": run}).fetchall()


def rows(connection: Connection, run: UUID) -> Iterator[Row]:
    """Every row of the run's own pass, in the order of its cases; within a transaction only."""
    with connection.cursor(name="report", row_factory=class_row(Row)) as cursor:
        cursor.itersize = CHUNK
        cursor.execute(ROWS, {"run": run})
        yield from cursor
