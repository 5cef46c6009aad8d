"""Results written through the contract, against COPY of the same rows into the same table."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

import psycopg

from bench.figure import Figure, median
from bench.rig import Rig
from worker import contract
from worker.domain.judgement import Judgement
from worker.domain.lease import Lease
from worker.domain.writes import Flush, NewOutcome, NewResult
from worker.steps.judging import new_id

ROUNDS: Final = 5
RUNS: Final = 100
RESULTS: Final = 20_000

CASE_RUNS: Final = """
INSERT INTO assistant_test_case_runs (run_id, case_id, team_id, position, trial, runner, status, case_snapshot)
SELECT runs.id, cases.id, runs.team_id, 0, trial, 'structural', 'executed', '{}'
FROM assistant_test_runs AS runs, assistant_test_cases AS cases, generate_series(1, %s) AS trial
WHERE runs.id = ANY (%s) AND cases.name = 'bench configuration'
RETURNING run_id, id"""
DETAIL: Final = '{"findings": []}'
COPY: Final = """
COPY assistant_test_assertion_results
    (outcome_id, assertion_id, team_id, run_id, met, value, evaluator, rationale, detail, error_code) FROM STDIN"""


def measure(rig: Rig) -> Iterator[Figure]:
    """Rows per second of results, fenced and with their outcomes, as a share of what COPY does with the rows alone."""
    rig.apply()
    yield asyncio.run(_measured(rig))


async def _measured(rig: Rig) -> Figure:
    flushed: list[float] = []
    copied: list[float] = []
    async with await psycopg.AsyncConnection.connect(rig.services.database_url, autocommit=True) as connection:
        for _ in range(ROUNDS):
            flushes = await _flushes(rig, connection)
            flushed.append(await _flush(connection, flushes))
            copied.append(await _copy(connection, flushes))
    share = median(flushed) / median(copied)
    told = {"rows_per_s": round(median(flushed)), "copy_rows_per_s": round(median(copied)), "rounds": ROUNDS}
    return Figure("rows_against_copy", share, "x", more=told)


async def _flushes(rig: Rig, connection: psycopg.AsyncConnection[Any]) -> list[Flush]:
    with rig.connect() as opened:
        run_ids = rig.enqueue(opened, RUNS)
        assertions = [row[0] for row in opened.execute("SELECT id FROM assistant_test_assertions").fetchall()]
    leases = {one.run_id: one for one in await contract.claim(connection, run_ids, owner="bench", lease_s=600)}
    cases = rig.amount(RESULTS) // (RUNS * len(assertions)) or 1
    cursor = await connection.execute(CASE_RUNS, [cases, run_ids])
    return [_judged(leases[run_id], case_run_id, assertions) for run_id, case_run_id in await cursor.fetchall()]


def _judged(lease: Lease, case_run_id: UUID, assertions: list[UUID]) -> Flush:
    outcome = NewOutcome(id=new_id(), case_run_id=case_run_id, judge="run", due=tuple(assertions), closed=True)
    judgement = Judgement(met=True, evaluator="structural@1", rationale="All of it is there.", detail={"findings": []})
    results = tuple(NewResult(outcome.id, assertion_id, judgement) for assertion_id in assertions)
    return Flush(lease, outcomes=(outcome,), results=results)


async def _flush(connection: psycopg.AsyncConnection[Any], flushes: list[Flush]) -> float:
    began = time.perf_counter()
    for start in range(0, len(flushes), RUNS):
        await contract.flush(connection, flushes[start : start + RUNS])
    return sum(len(one.results) for one in flushes) / (time.perf_counter() - began)


async def _copy(connection: psycopg.AsyncConnection[Any], flushes: list[Flush]) -> float:
    """The same rows once more, after taking them away."""
    async with connection.transaction(), connection.cursor() as cursor:
        await cursor.execute("TRUNCATE assistant_test_assertion_results")
        began = time.perf_counter()
        async with cursor.copy(COPY) as copy:
            for one in flushes:
                for result in one.results:
                    told = result.judgement
                    whole = (result.outcome_id, result.assertion_id, one.lease.team_id, one.lease.run_id)
                    judged = (told.met, told.value, told.evaluator, told.rationale, DETAIL, told.error_code)
                    await copy.write_row(whole + judged)
        took = time.perf_counter() - began
    return sum(len(one.results) for one in flushes) / took
