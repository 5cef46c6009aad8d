"""Verdicts of all runs under a criteria, in one statement, against the same joins and grouping that only count."""

import time
from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

import psycopg

from bench.figure import Figure, median
from bench.rig import Rig

ROUNDS: Final = 5
RESULTS: Final = 1_000_000
ASSERTIONS: Final = 10
CASES: Final = 10

RUNS: Final = """
INSERT INTO assistant_test_runs (team_id, suite_id, criteria_id, criteria_version, assistant_config_id, request_id,
    request_hash, lane, status, deadline_s, plan, wake_at)
SELECT suites.team_id, suites.id, criteria.id, criteria.version, 'live', 'rescore ' || number, '', 'bulk', 'completed',
    60, '{"partial": false}', NULL
FROM assistant_test_suites AS suites
JOIN assistant_test_criteria AS criteria ON criteria.suite_id = suites.id
JOIN assistant_test_consumers AS consumers ON consumers.id = criteria.consumer_id AND consumers.key = 'publish_gate'
CROSS JOIN generate_series(1, %s) AS number"""
CASE_RUNS: Final = """
INSERT INTO assistant_test_case_runs (run_id, case_id, team_id, position, trial, runner, status, case_snapshot)
SELECT runs.id, cases.id, runs.team_id, trial, trial, 'structural', 'executed', '{}'
FROM assistant_test_runs AS runs, assistant_test_cases AS cases, generate_series(1, %s) AS trial
WHERE cases.name = 'bench configuration'"""
OUTCOMES: Final = """
INSERT INTO assistant_test_outcomes (case_run_id, run_id, team_id, pass_no, judge, status, due)
SELECT id, run_id, team_id, 0, 'run', 'closed',
    ARRAY(SELECT id FROM assistant_test_assertions WHERE suite_id IS NOT NULL ORDER BY id LIMIT %s)
FROM assistant_test_case_runs"""
RESULT_ROWS: Final = """
INSERT INTO assistant_test_assertion_results
    (outcome_id, assertion_id, team_id, run_id, met, evaluator, rationale, detail)
SELECT outcomes.id, owed.id, outcomes.team_id, outcomes.run_id, hashtext(outcomes.id::text) % 50 <> 0, 'structural@1',
    'All of it is there.', '{"findings": []}'
FROM assistant_test_outcomes AS outcomes CROSS JOIN LATERAL unnest(outcomes.due) AS owed (id)"""
RESCORE: Final = "SELECT count(*), count(*) FILTER (WHERE outcome = 'passed') FROM assistant_test_verdicts(%s)"
COUNT: Final = """
SELECT sum(counted.due), sum(counted.met) FROM (
    SELECT outcomes.run_id, assertions.assertion_key, count(*) AS due, count(*) FILTER (WHERE results.met) AS met
    FROM assistant_test_outcomes AS outcomes
    CROSS JOIN LATERAL unnest(outcomes.due) AS owed (assertion_id)
    LEFT JOIN assistant_test_assertion_results AS results
        ON results.outcome_id = outcomes.id AND results.assertion_id = owed.assertion_id
    JOIN assistant_test_assertions AS assertions ON assertions.id = owed.assertion_id
    WHERE outcomes.run_id = ANY (%s) AND outcomes.pass_no = 0
    GROUP BY outcomes.run_id, assertions.assertion_key) AS counted"""


def measure(rig: Rig) -> Iterator[Figure]:
    """The re-score's time as a multiple of the count's, medians of interleaved rounds."""
    rig.apply()
    runs = rig.amount(RESULTS) // (CASES * ASSERTIONS)
    with rig.connect() as opened:
        _fill(opened, runs)
        run_ids = [run_id for (run_id,) in opened.execute("SELECT id FROM assistant_test_runs")]
        scored: list[float] = []
        counted: list[float] = []
        for _ in range(ROUNDS + 1):
            counted.append(_took(opened, COUNT, run_ids))
            scored.append(_took(opened, RESCORE, run_ids))
        ratio = median(scored[1:]) / median(counted[1:])
    told = {
        "results": runs * CASES * ASSERTIONS,
        "runs": runs,
        "rescore_ms": round(median(scored[1:]) * 1000),
        "count_ms": round(median(counted[1:]) * 1000),
        "rounds": ROUNDS,
    }
    yield Figure("rescore_against_count", ratio, "x", reach=2, more=told)


def _fill(opened: psycopg.Connection[Any], runs: int) -> None:
    """Rows as runs leave them, without the triggers and foreign keys that would check each of a million."""
    opened.execute("SET session_replication_role = replica")
    opened.execute(RUNS, [runs])
    opened.execute(CASE_RUNS, [CASES])
    opened.execute(OUTCOMES, [ASSERTIONS])
    opened.execute(RESULT_ROWS)
    opened.execute("RESET session_replication_role")
    opened.execute("VACUUM (ANALYZE)")


def _took(opened: psycopg.Connection[Any], statement: str, run_ids: list[UUID]) -> float:
    began = time.perf_counter()
    opened.execute(statement, [run_ids]).fetchall()
    return time.perf_counter() - began
