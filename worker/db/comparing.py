"""Two runs side by side: one row per case, assertion and step, aggregated by the database and streamed from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from psycopg.rows import class_row

from worker.db.reading import Connection

CHUNK: Final = 500

# A recorded call is a case of its own here: calls of one case are no repetitions of each other.
PAIRS: Final = """
    WITH told AS (
        SELECT run.id AS run_id, ran.case_id, named.assertion_key AS key, judged.step_no AS step,
            CASE WHEN run.call_set_id IS NOT NULL THEN coalesce(ran.provider_ref, ran.trial::text) END AS call,
            min(ran.position) AS position, min(ran.case_snapshot ->> 'name') AS name,
            array_agg(result.met ORDER BY ran.trial) AS met,
            array_agg(DISTINCT result.evaluator) FILTER (WHERE result.met IS NOT NULL) AS evaluators,
            array_agg(DISTINCT named.id::text) AS wordings,
            array_agg(DISTINCT named.version ORDER BY named.version) AS versions,
            array_agg(DISTINCT md5((ran.case_snapshot - 'name')::text)) AS cases,
            (array_agg(coalesce(result.error_code, result.rationale)
                ORDER BY result.met NULLS LAST, ran.trial))[1] AS why
        FROM assistant_test_runs AS run
        JOIN assistant_test_case_runs AS ran ON ran.run_id = run.id
        JOIN assistant_test_outcomes AS judged ON judged.case_run_id = ran.id AND judged.pass_no = 0
        CROSS JOIN LATERAL unnest(judged.due) AS owed (assertion_id)
        JOIN assistant_test_assertions AS named ON named.id = owed.assertion_id AND named.kind <> 'opaque'
        LEFT JOIN assistant_test_assertion_results AS result
            ON result.outcome_id = judged.id AND result.assertion_id = owed.assertion_id
        WHERE run.id IN (%(before)s, %(after)s)
        GROUP BY 1, 2, 3, 4, 5
    ), before AS (SELECT * FROM told WHERE run_id = %(before)s), after AS (SELECT * FROM told WHERE run_id = %(after)s)
    SELECT coalesce(after.case_id, before.case_id) AS case_id, coalesce(after.name, before.name) AS "case",
        coalesce(after.key, before.key) AS key, coalesce(after.step, before.step) AS step,
        coalesce(after.call, before.call) AS call,
        before.met AS met_before, before.evaluators AS evaluators_before, before.wordings AS wordings_before,
        before.versions AS versions_before, before.cases AS cases_before, before.why AS why_before,
        after.met AS met_after, after.evaluators AS evaluators_after, after.wordings AS wordings_after,
        after.versions AS versions_after, after.cases AS cases_after, after.why AS why_after
    FROM before FULL JOIN after ON before.case_id = after.case_id AND before.key = after.key
        AND before.step = after.step AND coalesce(before.call, '') = coalesce(after.call, '')
    ORDER BY coalesce(after.position, before.position), 2, 1, 5, 3, 4"""


@dataclass(frozen=True, slots=True)
class Pair:
    """One assertion on one case in both runs; what starts a run's fields is None where that run does not have it.

    Attributes:
        call: the recorded call, in runs over a call set.
        met_before: one value per trial; ``met_after`` alike.
        why_before: the error code or the reason of the result that speaks most against it; ``why_after`` alike.
    """

    case_id: UUID
    case: str
    key: str
    step: int
    call: str | None
    met_before: list[bool | None] | None
    evaluators_before: list[str] | None
    wordings_before: list[str] | None
    versions_before: list[int] | None
    cases_before: list[str] | None
    why_before: str | None
    met_after: list[bool | None] | None
    evaluators_after: list[str] | None
    wordings_after: list[str] | None
    versions_after: list[int] | None
    cases_after: list[str] | None
    why_after: str | None


def pairs(connection: Connection, before: UUID, after: UUID) -> Iterator[Pair]:
    """Every pair of the two runs' own passes, in the order of the second run's cases; within a transaction only."""
    with connection.cursor(name="comparison", row_factory=class_row(Pair)) as cursor:
        cursor.itersize = CHUNK
        cursor.execute(PAIRS, {"before": before, "after": after})
        yield from cursor
