"""What prepare reads and writes, for many runs at once, guard first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from worker.db import fencing
from worker.db.leases import Connection
from worker.domain.lease import Lease
from worker.domain.plan import Plan, PlannedCase

HOLD = f"""
WITH {fencing.HELD_FOR_PLAN}
SELECT runs.id, runs.suite_id, runs.planned_at IS NOT NULL, runs.call_set_id IS NOT NULL, runs.assistant_config_id,
    runs.run_config, runs.plan -> 'targets', runs.plan #>> '{{target,sha256}}',
    suites.run_config, suites.targets, criteria.spec, runs.only_cases
FROM held
JOIN assistant_test_runs AS runs ON runs.id = held.id
JOIN assistant_test_suites AS suites ON suites.id = runs.suite_id
JOIN assistant_test_criteria AS criteria ON criteria.id = runs.criteria_id
"""

CASES = """
SELECT links.suite_id, cases.id, cases.name, cases.runner
FROM assistant_test_suite_cases AS links
JOIN assistant_test_cases AS cases ON cases.id = links.case_id
WHERE links.suite_id = ANY (%(suites)s) AND links.enabled
ORDER BY links.suite_id, links.position, cases.id
"""

ASSERTIONS = """
SELECT id, suite_id, case_id, assertion_key, kind FROM (
    SELECT DISTINCT ON (suite_id, case_id, assertion_key) * FROM assistant_test_assertions
    WHERE suite_id = ANY (%(suites)s) OR case_id IN (
        SELECT case_id FROM assistant_test_suite_cases WHERE suite_id = ANY (%(suites)s) AND enabled)
    ORDER BY suite_id, case_id, assertion_key, version DESC
) AS newest
WHERE NOT retired
ORDER BY assertion_key, id
"""

FREEZE = f"""
WITH frozen AS (
    UPDATE assistant_test_runs AS runs SET
        plan = coalesce(runs.plan, '{{}}') || new.plan,
        planned_at = clock_timestamp(),
        next_step = new.next_step
    FROM {fencing.GIVEN}
    JOIN jsonb_to_recordset(%(plans)s) AS new(run_id uuid, plan jsonb, next_step text, case_runs bigint)
        ON new.run_id = lease.run_id
    WHERE runs.id = lease.run_id AND {fencing.GUARD} AND runs.planned_at IS NULL
    RETURNING runs.id, runs.team_id, runs.lease_token, new.case_runs
)
INSERT INTO assistant_test_run_events (run_id, team_id, kind, token, owner, detail)
SELECT id, team_id, 'prepared', lease_token, %(owner)s, jsonb_build_object('case_runs', case_runs) FROM frozen
"""

# The snapshots are made where the cases are: a run of ten thousand cases is never held whole in a worker.
CASE_RUNS = """
INSERT INTO assistant_test_case_runs (run_id, case_id, team_id, position, trial, runner, case_snapshot)
SELECT runs.id, cases.id, runs.team_id,
    (row_number() OVER (PARTITION BY runs.id ORDER BY links.position, cases.id, trial) - 1)::integer,
    trial, cases.runner, jsonb_build_object('name', cases.name, 'runner', cases.runner, 'content', cases.content)
FROM jsonb_to_recordset(%(repeats)s) AS repeat(run_id uuid, runner text, trials integer)
JOIN assistant_test_runs AS runs ON runs.id = repeat.run_id
JOIN assistant_test_suite_cases AS links ON links.suite_id = runs.suite_id AND links.enabled
JOIN assistant_test_cases AS cases ON cases.id = links.case_id AND cases.runner = repeat.runner
    AND (runs.only_cases IS NULL OR cases.id = ANY (runs.only_cases))
CROSS JOIN generate_series(0, repeat.trials - 1) AS trial
ON CONFLICT (run_id, case_id, trial) DO NOTHING
"""

NEEDS_CONFIGURATION = """
SELECT runs.id, runs.assistant_config_id, suites.assistant_id, suites.targets || coalesce(runs.plan -> 'targets', '{}'),
    runs.plan #>> '{target,sha256}' IS NOT NULL,
    EXISTS (
        SELECT FROM assistant_test_suite_cases AS links
        JOIN assistant_test_cases AS cases ON cases.id = links.case_id
        WHERE links.suite_id = runs.suite_id AND links.enabled AND cases.runner = ANY (%(runners)s)
            AND (runs.only_cases IS NULL OR cases.id = ANY (runs.only_cases)))
FROM assistant_test_runs AS runs JOIN assistant_test_suites AS suites ON suites.id = runs.suite_id
WHERE runs.id = ANY (%(ids)s)
"""


@dataclass(frozen=True, slots=True)
class HeldRun:
    """What the row says of a run that is to be planned.

    Attributes:
        only_cases: the cases that the enqueue chose; None: all of the suite.
    """

    run_id: UUID
    suite_id: UUID
    planned: bool
    over_call_set: bool
    config_ref: str | None
    run_config: dict[str, Any]
    targets: dict[str, Any]
    target_sha256: str | None
    suite_run_config: dict[str, Any]
    suite_targets: dict[str, Any]
    criteria: dict[str, Any]
    only_cases: list[UUID] | None = None


@dataclass(frozen=True, slots=True)
class AssertionRow:
    """A live assertion as the database has it."""

    id: UUID
    suite_id: UUID | None
    case_id: UUID | None
    key: str
    kind: str


@dataclass(frozen=True, slots=True)
class TargetWanted:
    """What a run is pointed at, before it is fetched.

    Attributes:
        given: the configuration came with the enqueue.
        needed: some case of the run reads the configuration.
    """

    reference: str | None
    assistant_id: str
    targets: dict[str, Any]
    given: bool
    needed: bool


@dataclass(frozen=True, slots=True)
class Frozen:
    """A plan to write.

    Attributes:
        target: ref, sha256 and content of a fetched configuration; None where the enqueue brought it or none is read.
        trials: by runner, how often each of its cases is executed.
    """

    lease: Lease
    plan: Plan
    target: dict[str, Any] | None
    next_step: str
    trials: Mapping[str, int]


async def hold(connection: Connection, leases: Sequence[Lease]) -> list[HeldRun]:
    """Take the row locks; runs whose lease is lost are missing in the answer."""
    cursor = await connection.execute(HOLD, {"leases": fencing.proof(leases)})
    return [
        HeldRun(run_id, suite_id, planned, over_call_set, ref, run_config, targets or {}, *rest)
        for run_id, suite_id, planned, over_call_set, ref, run_config, targets, *rest in await cursor.fetchall()
    ]


async def cases_of(connection: Connection, suites: Sequence[UUID]) -> dict[UUID, list[PlannedCase]]:
    """The enabled cases, by suite, in their order."""
    cursor = await connection.execute(CASES, {"suites": list(suites)})
    found: dict[UUID, list[PlannedCase]] = {}
    for suite_id, case_id, name, runner in await cursor.fetchall():
        found.setdefault(suite_id, []).append(PlannedCase(case_id, name, runner))
    return found


async def assertions_of(connection: Connection, suites: Sequence[UUID]) -> list[AssertionRow]:
    """The live assertions of the suites and of their enabled cases."""
    cursor = await connection.execute(ASSERTIONS, {"suites": list(suites)})
    return [AssertionRow(*row) for row in await cursor.fetchall()]


async def freeze(connection: Connection, plans: Sequence[Frozen]) -> None:
    """Write the plans and their pending case runs, in the transaction that holds the row locks."""
    given = {
        "leases": fencing.proof(frozen.lease for frozen in plans),
        "owner": plans[0].lease.owner,
        "plans": fencing.rows(
            {
                "run_id": frozen.lease.run_id,
                "plan": {**frozen.plan.stored(), **({"target": frozen.target} if frozen.target else {})},
                "next_step": frozen.next_step,
                "case_runs": sum(frozen.trials[case.runner] for case in frozen.plan.planned),
            }
            for frozen in plans
        ),
    }
    await connection.execute(FREEZE, given)
    repeats = fencing.rows(
        {"run_id": frozen.lease.run_id, "runner": runner, "trials": trials}
        for frozen in plans
        for runner, trials in frozen.trials.items()
    )
    await connection.execute(CASE_RUNS, {"repeats": repeats})


async def targets_wanted(
    connection: Connection, run_ids: Sequence[UUID], readers: Sequence[str]
) -> dict[UUID, TargetWanted]:
    """What the runs are pointed at; ``readers`` are the runners that read a configuration."""
    cursor = await connection.execute(NEEDS_CONFIGURATION, {"ids": list(run_ids), "runners": list(readers)})
    return {run_id: TargetWanted(*row) for run_id, *row in await cursor.fetchall()}
