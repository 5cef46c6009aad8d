"""What verdicts are computed from, and the verdicts that the database computes itself (criteria.md)."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from psycopg import capabilities
from psycopg.rows import class_row

from worker.db.leases import Connection
from worker.domain.verdict import Due
from worker.domain.words import Verdict

CHUNK: Final = 1000
"""Rows that one read from the socket brings, where the client library can."""

DUE_ROWS: Final = """
SELECT judged.run_id, named.assertion_key, ran.case_id::text, ran.trial, judged.step_no, result.met,
    result.outcome_id IS NULL
FROM assistant_test_outcomes AS judged
JOIN assistant_test_case_runs AS ran ON ran.id = judged.case_run_id
CROSS JOIN LATERAL unnest(judged.due) AS owed (assertion_id)
JOIN assistant_test_assertions AS named ON named.id = owed.assertion_id
LEFT JOIN assistant_test_assertion_results AS result
    ON result.outcome_id = judged.id AND result.assertion_id = owed.assertion_id
WHERE judged.run_id = ANY (%(runs)s::uuid[]) AND judged.pass_no = %(pass)s
"""

VERDICTS: Final = """
SELECT run_id, criteria_id, pass_no, outcome, observed_only, partial, unmatched, rules
FROM assistant_test_verdicts(%(runs)s::uuid[], %(criteria)s::uuid, %(pass)s::int)
"""


@dataclass(frozen=True, slots=True)
class RunVerdict:
    """A run's verdict as the database computes it.

    Attributes:
        run_id: the run; it is completed.
        criteria_id: under which its results were read.
        pass_no: the pass that was read.
        outcome: what the rules come to.
        observed_only: the criteria has no rule.
        partial: cases or trials were left out by whoever started the run.
        unmatched: keys of rules that no row is due for; with any of them the outcome is inconclusive.
        rules: each rule with its value and its counts, required ones first, in the spec's order.
    """

    run_id: UUID
    criteria_id: UUID
    pass_no: int
    outcome: Verdict
    observed_only: bool
    partial: bool
    unmatched: list[str]
    rules: list[dict[str, Any]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "outcome", Verdict(self.outcome))


async def due_rows(
    connection: Connection, run_ids: Sequence[UUID], pass_no: int = 0
) -> AsyncIterator[tuple[UUID, Due]]:
    """Every row that this pass of these runs owes, each with its run, streamed in no particular order.

    The connection is busy until the last row was taken.
    """
    size = CHUNK if capabilities.has_stream_chunked() else 1
    values = {"runs": list(run_ids), "pass": pass_no}
    async with connection.cursor() as cursor:
        async for run_id, *row in cursor.stream(DUE_ROWS, values, size=size):
            yield run_id, Due(*row)


async def run_verdicts(
    connection: Connection, run_ids: Sequence[UUID], criteria_id: UUID | None = None, pass_no: int | None = 0
) -> list[RunVerdict]:
    """The verdicts of these runs in one statement; a run that is not completed, or has no such pass, is left out.

    Args:
        connection: any.
        run_ids: any number.
        criteria_id: under which to read them; None: each run's own, as stamped.
        pass_no: which pass; None: each run's newest, the greatest with nothing open.
    """
    values = {"runs": list(run_ids), "criteria": criteria_id, "pass": pass_no}
    async with connection.cursor(row_factory=class_row(RunVerdict)) as cursor:
        await cursor.execute(VERDICTS, values)
        return await cursor.fetchall()
