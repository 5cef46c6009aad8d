"""What the client reads."""

from typing import Final

STATE: Final = """
    SELECT id AS run, status, outcome, error_code, error_detail, timed_out
    FROM assistant_test_runs WHERE id = %(run)s"""

_VERDICT: Final = """
    SELECT run.id AS run, run.team_id AS team, suite.name AS suite, consumer.key AS consumer,
        asked.version AS criteria_version, run.status, {outcome} AS outcome, run.error_code, run.error_detail,
        run.timed_out, coalesce(found.partial, false) AS partial, coalesce(found.observed_only, false) AS observed_only,
        coalesce(found.unmatched, '{{}}') AS unmatched, coalesce(found.rules, '[]') AS rules
    FROM assistant_test_runs AS run
    JOIN assistant_test_suites AS suite ON suite.id = run.suite_id
    JOIN LATERAL {criteria} AS asked ON {matches}
    JOIN assistant_test_consumers AS consumer ON consumer.id = asked.consumer_id
    LEFT JOIN LATERAL assistant_test_verdicts(ARRAY[run.id], asked.id, 0) AS found ON true
    WHERE run.id = %(run)s"""

STAMPED: Final = _VERDICT.format(
    outcome="run.outcome", criteria="(SELECT * FROM assistant_test_criteria)", matches="asked.id = run.criteria_id"
)
"""Under the criteria that the run was stamped with."""

LIVE: Final = _VERDICT.format(
    outcome="found.outcome", criteria="assistant_test_find_criteria(suite, %(consumer)s)", matches="true"
)
"""Under a consumer's live criteria; refused where it has none."""

_RESULTS: Final = """
    SELECT ran.case_snapshot ->> 'name' AS "case", ran.trial, ran.runner, judged.step_no AS step,
        named.assertion_key AS key, named.version, named.kind, named.statement,
        result.met, result.value, result.evaluator, result.rationale, result.error_code
    FROM assistant_test_case_runs AS ran
    JOIN assistant_test_outcomes AS judged ON judged.case_run_id = ran.id AND judged.pass_no = 0
    CROSS JOIN LATERAL unnest(judged.due) AS owed (assertion_id)
    JOIN assistant_test_assertions AS named ON named.id = owed.assertion_id
    LEFT JOIN assistant_test_assertion_results AS result
        ON result.outcome_id = judged.id AND result.assertion_id = owed.assertion_id
    WHERE ran.run_id = %(run)s {further}
    ORDER BY ran.position, ran.trial, judged.step_no, named.assertion_key"""

RESULTS: Final = _RESULTS.format(further="")
REASONS: Final = (
    _RESULTS.format(further="AND result.met IS DISTINCT FROM true AND named.assertion_key = ANY (%(keys)s)")
    + " LIMIT 100"
)
CANCEL: Final = "SELECT assistant_test_cancel(%(run)s) AS answer"
WAKE: Final = "SELECT assistant_test_wake(%(run)s) AS answer"
