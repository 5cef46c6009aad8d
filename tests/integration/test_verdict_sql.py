"""Python and SQL are two independent implementations of one arithmetic, and must always agree (criteria.md)."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.verdict_batch import Batch, Planned, random_batch
from worker.db.leases import Connection
from worker.db.verdicts import RunVerdict, due_rows, run_verdicts
from worker.domain.criteria import parse
from worker.domain.verdict import Due, Tally, verdict_of
from worker.domain.verdict_detail import RequiredValue, VerdictDetail

RANDOM_RUNS = settings(
    max_examples=3,
    deadline=None,
    phases=[Phase.generate],  # a failure names its runs; making 120 of them smaller is no help
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@asynccontextmanager
async def connected(database_url: str) -> AsyncIterator[Connection]:
    """An autocommit connection."""
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as connection:
        yield connection


def in_words_of_sql(run: Planned, criteria_id: UUID, pass_no: int, detail: VerdictDetail) -> RunVerdict:
    """Python's verdict, as far as SQL derives one."""
    rules = []
    for rule in detail.rules:
        counts = rule.counts
        named = {"key": rule.key} if isinstance(rule, RequiredValue) else {"keys": list(rule.keys)}
        of = {"due": counts.due, "met": counts.met, "not_met": counts.not_met, "unknown": counts.unknown}
        rules.append({"rule": rule.rule, **named, "value": rule.value, **of})
    return RunVerdict(
        run_id=run.id,
        criteria_id=criteria_id,
        pass_no=pass_no,
        outcome=detail.outcome,
        observed_only=detail.observed_only,
        partial=detail.partial,
        unmatched=list(detail.unmatched),
        rules=rules,
    )


def expected(batch: Batch, asked: int | None, under: Planned | None = None) -> dict[UUID, RunVerdict]:
    """What Python says about the runs as they were made up; a run without such a verdict is absent."""
    found = {}
    for run in batch.runs:
        pass_no, read = run.pass_meant(asked), under or run
        if run.status == "completed" and pass_no is not None:
            detail = verdict_of(parse(read.spec), run.rows.get(pass_no, []), partial=run.partial)
            found[run.id] = in_words_of_sql(run, read.criteria_id, pass_no, detail)
    return found


def by_run(verdicts: Iterable[RunVerdict]) -> dict[UUID, RunVerdict]:
    """The verdicts by run."""
    return {verdict.run_id: verdict for verdict in verdicts}


@given(st.randoms(use_true_random=True))
@RANDOM_RUNS
async def test_python_and_sql_agree_on_random_runs(database_url: str, random: Random) -> None:
    """Outcome, flags, unmatched keys, and each rule's value and counts; own criteria and another's, each pass."""
    batch = random_batch(random)
    ids = [run.id for run in batch.runs]
    other = random.choice(batch.runs)
    async with connected(database_url) as connection:
        await batch.write(connection)

        own = {asked: by_run(await run_verdicts(connection, ids, pass_no=asked)) for asked in (0, 1, None)}
        rescored = by_run(await run_verdicts(connection, ids, other.criteria_id))

    assert own == {asked: expected(batch, asked) for asked in (0, 1, None)}
    assert rescored == expected(batch, 0, other)
    assert len({verdict.outcome for verdict in own[0].values()}) == 3


@given(st.randoms(use_true_random=True))
@RANDOM_RUNS
async def test_rows_due_are_streamed_as_they_are(database_url: str, random: Random) -> None:
    """Every row due of the pass, the missing ones told apart from the NULL ones; they give Python's verdict."""
    batch = random_batch(random)
    tallies = {run.id: Tally(parse(run.spec)) for run in batch.runs}
    streamed: dict[UUID, list[Due]] = {run.id: [] for run in batch.runs}
    async with connected(database_url) as connection:
        await batch.write(connection)

        async for run_id, row in due_rows(connection, list(tallies), 1):
            tallies[run_id].add(row)
            streamed[run_id].append(row)

    for run in batch.runs:
        rows = run.rows.get(1, [])
        assert sorted(streamed[run.id], key=str) == sorted(rows, key=str)
        assert tallies[run.id].verdict(partial=False) == verdict_of(parse(run.spec), rows, partial=False)


@pytest.mark.parametrize(
    ("spec", "met", "outcome"),
    [
        ({"required": [{"key": "k0", "trials": 0.6667}]}, (True, True, False), "failed"),
        ({"required": [{"key": "k0", "trials": 0.6666}]}, (True, True, False), "passed"),
        ({"required": [{"key": "k0", "trials": 0.1 + 0.2}]}, (True,) * 3 + (False,) * 7, "failed"),
        ({"required": [{"key": "k0", "trials": 0.3}]}, (True,) * 3 + (False,) * 7, "passed"),
        ({"required": [{"key": "k0", "trials": 0.8}]}, (True,) * 4 + (None,), "passed"),
        ({"required": [{"key": "k0", "trials": "majority"}]}, (True, False), "failed"),
        ({"required": [{"key": "k0", "trials": "majority"}]}, (True, None), "inconclusive"),
        ({"threshold": [{"keys": ["k0"], "min": 0.7}]}, (True,) * 7 + (False,) * 3, "passed"),
        ({"threshold": [{"keys": ["k0"], "min": 1}]}, (True, True), "passed"),
        ({"threshold": [{"keys": ["k0"], "min": 1}]}, (True, None), "inconclusive"),
        ({"threshold": [{"keys": ["k0"], "min": 2 / 3}]}, (True, True, False), "passed"),
    ],
)
async def test_sql_compares_ratios_exactly(
    database_url: str, spec: dict[str, Any], met: tuple[bool | None, ...], outcome: str
) -> None:
    """A share means the decimal that is written, in the database too."""
    batch = Batch()
    run = batch.run(spec)
    for trial, value in enumerate(met):
        row = Due("k0", str(batch.cases[0]), trial, 0, value)
        batch.outcome(run, batch.case_run(run, 0, trial), [(batch.assertion("k0", None, 1), row)])
    async with connected(database_url) as connection:
        await batch.write(connection)

        [verdict] = await run_verdicts(connection, [run.id])

    assert verdict.outcome == outcome
    assert verdict == expected(batch, 0)[run.id]


async def test_an_unknown_criteria_or_run_has_no_verdict(database_url: str) -> None:
    """Absent, rather than passed for want of rules."""
    batch = Batch()
    run = batch.run({})
    async with connected(database_url) as connection:
        await batch.write(connection)

        assert await run_verdicts(connection, [run.id], uuid4()) == []
        assert await run_verdicts(connection, [uuid4()]) == []
        assert [verdict.outcome for verdict in await run_verdicts(connection, [run.id, run.id])] == ["passed"]


async def test_verdicts_are_read_inside_another_query(database_url: str) -> None:
    """For the runs that a query selects, and for many criteria of one run at once."""
    batch = Batch()
    runs = [batch.run({"required": ["k0"]}), batch.run({"required": ["gone"]})]
    for run in runs:
        row = Due("k0", str(batch.cases[0]), 0, 0, met=True)
        batch.outcome(run, batch.case_run(run, 0, 0), [(batch.assertion("k0", None, 1), row)])
    async with connected(database_url) as connection:
        await batch.write(connection)

        selected = await connection.execute(
            "SELECT outcome, count(*) FROM assistant_test_verdicts(ARRAY("
            "SELECT id FROM assistant_test_runs WHERE suite_id = %s)) GROUP BY outcome ORDER BY outcome",
            [batch.suite],
        )
        of_all_criteria = await connection.execute(
            "SELECT verdict.outcome FROM assistant_test_criteria AS criteria"
            " CROSS JOIN assistant_test_verdicts(ARRAY[%s::uuid], criteria.id) AS verdict"
            " WHERE criteria.suite_id = %s ORDER BY criteria.version",
            [runs[0].id, batch.suite],
        )

        assert await selected.fetchall() == [("inconclusive", 1), ("passed", 1)]
        assert await of_all_criteria.fetchall() == [("passed",), ("inconclusive",)]
