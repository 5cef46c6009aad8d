"""Prepare: fetch the target, resolve the criteria loudly, freeze the plan, write pending case runs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from psycopg.errors import SerializationFailure

from worker.db import planning
from worker.db.leases import Connection
from worker.db.planning import AssertionRow, Frozen, HeldRun
from worker.db.session import Pool
from worker.domain import criteria
from worker.domain.criteria import CriteriaInvalid, Unmatched
from worker.domain.next import Advance, Next
from worker.domain.plan import LiveAssertion, Plan, PlannedCase, allowed, chosen, merged_run_config
from worker.domain.run import Step
from worker.domain.words import Reads
from worker.errors import LeaseLost, RunFailed
from worker.judging import kinds
from worker.registry import Registry
from worker.steps.context import StepContext
from worker.steps.requests import PrepareRequest
from worker.steps.target import fetched

TRIES = 3


async def prepare(context: StepContext) -> Next:
    """Plan the run.

    Raises:
        RunFailed: the run cannot be carried out: no cases, an unmatched key, no target.
        LeaseLost: somebody else holds the run.
    """
    target = await _fetched_target(context)
    await context.tools.prepares.submit(PrepareRequest(context.lease, target))
    return Advance()


async def _fetched_target(context: StepContext) -> dict[str, Any] | None:
    """The configuration behind a reference, fetched with no transaction open; None where none is needed."""
    registry = context.tools.registry
    wanted = await context.tools.wanted.submit(context.lease.run_id)
    if wanted is None or wanted.given or not wanted.needed or wanted.reference is None:
        return None
    return await fetched(registry.source(wanted.reference), wanted, wanted.reference)


@dataclass(frozen=True, slots=True)
class _Rows:
    """What one transaction read for a group of runs."""

    cases: Mapping[UUID, Sequence[PlannedCase]]
    assertions: Sequence[AssertionRow]


async def prepare_group(
    pool: Pool, registry: Registry, requests: Sequence[PrepareRequest]
) -> Sequence[Exception | None]:
    """Plan many runs in one REPEATABLE READ transaction, guard first, three tries."""
    for _ in range(TRIES - 1):
        try:
            return await _prepare_once(pool, registry, requests)
        except SerializationFailure:
            continue
    return await _prepare_once(pool, registry, requests)


async def _prepare_once(
    pool: Pool, registry: Registry, requests: Sequence[PrepareRequest]
) -> Sequence[Exception | None]:
    answers: list[Exception | None] = []
    plans: list[Frozen] = []
    async with pool.connection() as connection, connection.transaction():
        await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        held = {run.run_id: run for run in await planning.hold(connection, [request.lease for request in requests])}
        rows = await _read(connection, [run for run in held.values() if not run.planned])
        for request in requests:
            run = held.get(request.lease.run_id)
            if run is None:
                answers.append(LeaseLost(str(request.lease.run_id), request.lease.token))
                continue
            try:
                if not run.planned:
                    plans.append(_frozen(request, run, rows, registry))
                answers.append(None)
            except RunFailed as failed:
                answers.append(failed)
        if plans:
            await planning.freeze(connection, plans)
    return answers


async def _read(connection: Connection, runs: Sequence[HeldRun]) -> _Rows:
    suites = sorted({run.suite_id for run in runs})
    if not suites:
        return _Rows({}, [])
    return _Rows(await planning.cases_of(connection, suites), await planning.assertions_of(connection, suites))


def _frozen(request: PrepareRequest, run: HeldRun, rows: _Rows, registry: Registry) -> Frozen:
    plan = plan_run(run, rows.cases.get(run.suite_id, ()), rows.assertions, registry)
    require_targets(run, plan, registry, fetched=request.target is not None)
    trials = {
        runner: plan.trials(repeats=registry.adapter(runner).traits.trials)
        for runner in sorted({case.runner for case in plan.planned})
    }
    waits = all(registry.waits(runner) for runner in trials)
    step = Step.CONVERSE if waits else Step.EXECUTE
    return Frozen(request.lease, plan, request.target, step.value, trials)


def plan_run(
    run: HeldRun, cases: Sequence[PlannedCase], assertions: Sequence[AssertionRow], registry: Registry
) -> Plan:
    """Freeze what applies to what, and resolve the criteria against it.

    Raises:
        RunFailed: ``no_cases``, ``runner_unknown``, ``criteria_key_unmatched``, or a criteria that cannot be read.
    """
    possible, left_out = allowed(cases, over_call_set=run.over_call_set)
    kept, partial = chosen(
        possible,
        run.only_cases,
        trials=run.run_config.get("trials"),
        suite_trials=merged_run_config(run.suite_run_config)["trials"],
    )
    if not kept:
        raise RunFailed(
            "no_cases",
            f"The suite has no enabled case that this run's target allows ({len(left_out)} left out).",
            advice="Enable or add a case, and enqueue again.",
        )
    owners = {case.id for case in kept}
    left = {case.id for case in possible} - owners
    elsewhere = (
        {row.key for row in assertions if row.suite_id == run.suite_id or row.case_id in left} if left else set()
    )
    live = [_live(row) for row in assertions if row.suite_id == run.suite_id or row.case_id in owners]
    by_case: dict[UUID, list[LiveAssertion]] = {}
    for assertion in live:
        if assertion.case_id is not None:
            by_case.setdefault(assertion.case_id, []).append(assertion)
    plan = Plan(
        suite=tuple(assertion for assertion in live if assertion.case_id is None),
        cases={case_id: tuple(owned) for case_id, owned in by_case.items()},
        brings={case.runner: registry.adapter(case.runner).traits.brings for case in kept},
        run_config=merged_run_config(run.suite_run_config, run.run_config),
        criteria=run.criteria,
        targets={**run.suite_targets, **run.targets},
        left_out=tuple(left_out),
        warnings=(),
        partial=partial,
        planned=tuple(kept),
    )
    return _resolved(plan, elsewhere)


def _resolved(plan: Plan, elsewhere: Collection[str]) -> Plan:
    """The plan with what the criteria's resolution warns of; ``elsewhere``: keys of cases left out by choice."""
    try:
        parsed = criteria.parse(plan.criteria)
    except CriteriaInvalid as invalid:
        raise RunFailed(
            "criteria_invalid", f"The criteria cannot be read: {invalid}.", advice="Apply a corrected criteria."
        ) from invalid
    resolution = criteria.resolve(parsed, plan.pairs())
    lost = [one for one in resolution.unmatched if one.key not in elsewhere]
    if lost:
        named = "; ".join(_said(one) for one in lost)
        raise RunFailed(
            "criteria_key_unmatched",
            f"The criteria names keys that no assertion of this run has: {named}",
            advice="Correct the key in the criteria, or add the assertion, and apply.",
        )
    left_out = (f"{one.key} at {one.path} applies to no chosen case" for one in resolution.unmatched)
    warnings = (*(_said(one) for one in resolution.warnings), *left_out)
    return replace(plan, warnings=warnings)


def _said(unmatched: Unmatched) -> str:
    near = f" (nearest: {', '.join(unmatched.nearest)})" if unmatched.nearest else ""
    return f"{unmatched.key} at {unmatched.path}{near}"


def require_targets(run: HeldRun, plan: Plan, registry: Registry, *, fetched: bool) -> None:
    """Refuse a run whose runners would lack their target.

    Raises:
        RunFailed: ``target_missing``.
    """
    for runner in plan.brings:
        needed = registry.adapter(runner).traits.needs_target
        given = fetched or run.target_sha256 is not None if needed == Reads.CONFIGURATION else needed in plan.targets
        if needed is not None and not given:
            raise RunFailed(
                "target_missing",
                f"Cases of the runner {runner} need a target of the kind {needed}, which the run does not give.",
                advice=f"Give it with the enqueue, or under targets in the suite ({needed}).",
            )


def _live(row: AssertionRow) -> LiveAssertion:
    return LiveAssertion(id=row.id, case_id=row.case_id, key=row.key, reads=kinds.reads(row.kind))
