"""What ``show`` and ``verdicts`` read: a run, its matrix, and its verdict under any criteria. Writes nothing."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg.rows import TupleRow, class_row

from worker.db.verdicts import VERDICTS, RunVerdict
from worker.domain.words import RunStatus
from worker.errors import RequestRefused

Connection = psycopg.Connection[TupleRow]

RUN: Final = """
    SELECT run.id, run.team_id AS team, suite.name AS suite, run.suite_id, consumer.key AS consumer,
        run.criteria_id, run.criteria_version, opinion.spec AS criteria,
        coalesce(run.assistant_config_id, 'call_set:' || run.call_set_id) AS target,
        run.request_id, run.lane, run.status, run.outcome, run.error_code, run.error_detail, run.timed_out,
        run.created_at, run.started_at, run.finished_at, run.cancel_requested_at,
        run.rerun_of, coalesce(run.plan -> 'partial' = 'true', false) AS partial,
        coalesce(run.plan -> 'left_out', '[]') AS left_out, coalesce(run.plan -> 'warnings', '[]') AS warnings
    FROM assistant_test_runs AS run
    JOIN assistant_test_suites AS suite ON suite.id = run.suite_id
    JOIN assistant_test_criteria AS opinion ON opinion.id = run.criteria_id
    JOIN assistant_test_consumers AS consumer ON consumer.id = opinion.consumer_id
    WHERE run.id = %(run)s AND (%(team)s::text IS NULL OR run.team_id = %(team)s)"""

PROGRESS: Final = """
    SELECT run.status, run.outcome, run.cancel_requested_at IS NOT NULL AS cancelling,
        (SELECT count(*) FROM assistant_test_case_runs AS ran WHERE ran.run_id = run.id) AS cases,
        (SELECT count(*) FROM assistant_test_case_runs AS ran
         WHERE ran.run_id = run.id AND ran.status <> 'pending') AS done
    FROM assistant_test_runs AS run WHERE run.id = %s"""

ROWS_DUE: Final = """
    FROM assistant_test_case_runs AS ran
    LEFT JOIN assistant_test_outcomes AS judged ON judged.case_run_id = ran.id AND judged.pass_no = %(pass)s
    LEFT JOIN LATERAL unnest(judged.due) AS owed (assertion_id) ON true
    LEFT JOIN assistant_test_assertions AS named ON named.id = owed.assertion_id
    LEFT JOIN assistant_test_assertion_results AS result
        ON result.outcome_id = judged.id AND result.assertion_id = owed.assertion_id
    WHERE ran.run_id = %(run)s"""

CELLS: Final = f"""
    SELECT ran.case_id, ran.case_snapshot ->> 'name' AS "case", ran.trial, ran.runner, ran.status AS case_status,
        ran.error_code AS case_error_code, ran.error_detail AS case_error_detail,
        extract(epoch FROM ran.finished_at - ran.started_at)::float8 AS seconds, judged.step_no AS step,
        named.assertion_key AS key, named.version, named.kind, named.statement,
        result.assertion_id IS NOT NULL AS written,
        result.met, result.value, result.evaluator, result.rationale, result.detail, result.error_code{ROWS_DUE}
    ORDER BY ran.position, ran.case_id, ran.trial, judged.step_no, named.assertion_key"""

LIVE: Final = """
    SELECT consumer.key, live.id, live.version, live.spec
    FROM assistant_test_consumers AS consumer
    CROSS JOIN LATERAL assistant_test_live_criteria(%s, consumer.id) AS live
    ORDER BY consumer.key"""


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run, with the names of what it refers to.

    Attributes:
        rerun_of: the run that this one repeats.
        partial: whoever started it left out cases or trials; false before the run is planned.
        left_out: names of enabled cases that the run's target does not allow.
        warnings: what the run's start noticed, such as an ignored key that matches nothing.
    """

    id: UUID
    team: str
    suite: str
    suite_id: UUID
    consumer: str
    criteria_id: UUID
    criteria_version: int
    criteria: dict[str, Any]
    target: str
    request_id: str
    lane: str
    status: str
    outcome: str | None
    error_code: str | None
    error_detail: str | None
    timed_out: bool
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    cancel_requested_at: datetime | None
    rerun_of: UUID | None
    partial: bool
    left_out: list[str]
    warnings: list[str]

    @property
    def ended(self) -> bool:
        """True once nothing will change any more."""
        return RunStatus(self.status).ended


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is; ``done`` of ``cases`` case runs have ended, 0 of 0 before it is planned.

    Attributes:
        cancelling: somebody asked it to end.
    """

    status: str
    outcome: str | None
    cancelling: bool
    cases: int
    done: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One row due of the matrix; of a case run that owes none there is one cell without key.

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
class LiveCriteria:
    """A consumer's live criteria for a suite."""

    consumer: str
    criteria_id: UUID
    version: int
    spec: dict[str, Any]


def run_of(connection: Connection, run: UUID, team: str | None = None) -> RunRow:
    """The run.

    Raises:
        RequestRefused: ``run_unknown``, also where it belongs to another team than the one given.
    """
    with connection.cursor(row_factory=class_row(RunRow)) as cursor:
        row = cursor.execute(RUN, {"run": run, "team": team or None}).fetchone()
    if row is None:
        of_team = f" for team {team}" if team else ""
        raise RequestRefused("run_unknown", f"There is no run {run}{of_team}.", advice="Check the id and the team.")
    return row


def progress_of(connection: Connection, run: UUID) -> Progress:
    """How far the run is.

    Raises:
        RequestRefused: ``run_unknown``.
    """
    with connection.cursor(row_factory=class_row(Progress)) as cursor:
        row = cursor.execute(PROGRESS, [run]).fetchone()
    if row is None:
        raise RequestRefused("run_unknown", f"There is no run {run}.", advice="Check the id.")
    return row


def cells_of(connection: Connection, run: UUID, pass_no: int = 0) -> list[Cell]:
    """The run's matrix in one pass of judging, in the order of its cases."""
    with connection.cursor(row_factory=class_row(Cell)) as cursor:
        return cursor.execute(CELLS, {"run": run, "pass": pass_no}).fetchall()


def live_criteria_of(connection: Connection, suite: UUID) -> list[LiveCriteria]:
    """What each consumer asks of the suite now, by consumer."""
    return [LiveCriteria(*row) for row in connection.execute(LIVE, [suite])]


def verdict_under(connection: Connection, run: UUID, criteria: UUID, pass_no: int = 0) -> RunVerdict | None:
    """The run's verdict under a criteria; None unless the run is completed."""
    with connection.cursor(row_factory=class_row(RunVerdict)) as cursor:
        return cursor.execute(VERDICTS, {"runs": [run], "criteria": criteria, "pass": pass_no}).fetchone()
