"""What ``try`` reads: a run's stored evidence, what one key's results were, and how the key is worded now."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from psycopg.rows import class_row

from worker.db.reading import Connection

EVIDENCE: Final = """
    SELECT ran.case_snapshot AS snapshot, ran.trial, ran.runner, ran.status,
        coalesce('configuration' = ANY (known.brings), false) AS brings_configuration,
        named.version, result.met, result.rationale, result.error_code
    FROM assistant_test_case_runs AS ran
    LEFT JOIN assistant_test_runners AS known ON known.name = ran.runner
    LEFT JOIN assistant_test_outcomes AS judged
        ON judged.case_run_id = ran.id AND judged.pass_no = 0 AND judged.step_no = 0
    LEFT JOIN assistant_test_assertions AS named ON named.id = ANY (judged.due) AND named.assertion_key = %(key)s
    LEFT JOIN assistant_test_assertion_results AS result
        ON result.outcome_id = judged.id AND result.assertion_id = named.id
    WHERE ran.run_id = %(run)s
    ORDER BY ran.position, ran.trial"""

TARGET: Final = """
    SELECT plan #> '{target,content}' FROM assistant_test_runs WHERE id = %(run)s"""

LIVE: Final = """
    SELECT ran.name, newest.kind, newest.spec FROM (
        SELECT DISTINCT ON (named.case_id) named.* FROM assistant_test_assertions AS named
        JOIN assistant_test_runs AS run ON run.id = %(run)s
        WHERE named.assertion_key = %(key)s AND (named.suite_id = run.suite_id OR named.case_id IN (
            SELECT case_id FROM assistant_test_case_runs WHERE run_id = %(run)s))
        ORDER BY named.case_id, named.version DESC
    ) AS newest
    LEFT JOIN (
        SELECT DISTINCT case_id, case_snapshot ->> 'name' AS name FROM assistant_test_case_runs WHERE run_id = %(run)s
    ) AS ran ON ran.case_id = newest.case_id
    WHERE NOT newest.retired"""


@dataclass(frozen=True, slots=True)
class Stored:
    """One case run, and what the key's result was in the run's own pass.

    Attributes:
        brings_configuration: whether kinds that read a configuration apply to its runner.
        version: of the wording that was judged; None where the key was not due.
    """

    snapshot: dict[str, Any]
    trial: int
    runner: str
    status: str
    brings_configuration: bool
    version: int | None
    met: bool | None
    rationale: str | None
    error_code: str | None


Worded = tuple[str, dict[str, Any]]
"""A kind and its spec."""


def evidence_of(connection: Connection, run: UUID, key: str) -> list[Stored]:
    """The run's case runs, in order."""
    with connection.cursor(row_factory=class_row(Stored)) as cursor:
        return cursor.execute(EVIDENCE, {"run": run, "key": key}).fetchall()


def target_of(connection: Connection, run: UUID) -> Any:
    """The configuration that the run was about; None where it has none, or no longer."""
    row = connection.execute(TARGET, {"run": run}).fetchone()
    return row[0] if row else None


def live_wordings(connection: Connection, run: UUID, key: str) -> dict[str | None, Worded]:
    """How the key is worded now: by the case's name, and under None for the suite."""
    rows = connection.execute(LIVE, {"run": run, "key": key})
    return {case: (kind, spec) for case, kind, spec in rows}
