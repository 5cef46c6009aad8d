"""Finish: compute the verdict, stamp it once, end what is still pending or open in the same transaction."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from worker.db import ending, flushing, verdicts, work
from worker.db.ending import EndRequest
from worker.db.leases import Connection
from worker.db.session import Pool
from worker.domain import criteria
from worker.domain.next import Ended, Next
from worker.domain.plan import Plan
from worker.domain.verdict import Tally
from worker.domain.words import CaseRunStatus, RunStatus, Verdict
from worker.domain.writes import CaseRecord, Ending, Flush, NewOutcome, NewResult, chunks
from worker.errors import LeaseLost, RunFailed
from worker.failpoints import Failpoints
from worker.steps.context import StepContext
from worker.steps.execute import RUN_JUDGE
from worker.steps.judging import new_id, unjudged
from worker.steps.requests import FinishRequest

CHUNK: Final = 500


async def finish(context: StepContext) -> Next:
    """End the run as its rows say: completed, cancelled, or completed late.

    Raises:
        LeaseLost: somebody else holds the run.
    """
    row = context.row
    if row is None or row.status.ended:
        return await _settled(context)
    plan = (await context.frozen()).plan if row.planned else None
    if row.cancel_requested:
        request = await _closing(context, plan, Ending(RunStatus.CANCELLED), CaseRunStatus.CANCELLED, "cancelled")
    elif row.deadline_passed and (row.pending_runners or row.open_outcomes or not row.planned):
        late = Ending(RunStatus.COMPLETED, timed_out=True)
        request = await _closing(context, plan, late, CaseRunStatus.TIMED_OUT, "deadline_passed")
    else:
        request = FinishRequest(context.lease, Ending(RunStatus.COMPLETED), plan, Flush(context.lease))
    await context.tools.finishes.submit(request)
    return Ended()


async def fail(context: StepContext, failed: RunFailed) -> Next:
    """End the run as failed, with its code and words.

    Raises:
        LeaseLost: somebody else holds the run.
    """
    row = await context.tools.facts.submit(context.lease.run_id)
    plan = (await context.frozen()).plan if row is not None and row.planned else None
    end = Ending(RunStatus.FAILED, error_code=failed.code, error_detail=str(failed))
    await context.tools.finishes.submit(await _closing(context, plan, end, CaseRunStatus.CANCELLED, "run_ended"))
    return Ended()


async def _settled(context: StepContext) -> Next:
    async with context.tools.pool.connection() as connection:
        if not await ending.settle(connection, context.lease):
            raise LeaseLost(str(context.lease.run_id), context.lease.token)
    return Ended()


async def _closing(
    context: StepContext, plan: Plan | None, end: Ending, status: CaseRunStatus, code: str
) -> FinishRequest:
    """The end of a run that still has something pending or open: all of it gets rows that say so."""
    if plan is None:
        return FinishRequest(context.lease, end, None, Flush(context.lease))
    run_id = context.lease.run_id
    records: list[CaseRecord] = []
    outcomes: list[NewOutcome] = []
    results: list[NewResult] = []
    async with context.tools.pool.connection() as connection:
        for case_run_id, case_id, runner in await work.all_pending(connection, run_id):
            due = tuple(one.id for one in plan.due(case_id, runner))
            outcome = NewOutcome(id=new_id(), case_run_id=case_run_id, judge=RUN_JUDGE, due=due, closed=True)
            records.append(CaseRecord(case_run_id, status, error_code=code))
            outcomes.append(outcome)
            results += unjudged(outcome.id, due, "case_not_executed", f"The case run is {status}.")
        still_open = await work.open_page(connection, run_id, page=2**31 - 1)
    for one in still_open:
        results += unjudged(one.id, one.owed, code, "The run ended before this was judged.")
    closing = Flush(
        context.lease, tuple(records), tuple(outcomes), tuple(results), close=tuple(one.id for one in still_open)
    )
    return FinishRequest(context.lease, end, plan, closing)


async def finish_group(
    pool: Pool, failpoints: Failpoints, owe_webhooks: Callable[[], object], requests: Sequence[FinishRequest]
) -> Sequence[Exception | None]:
    """End many runs in one transaction: what is left over, then the verdicts, then the stamp.

    ``owe_webhooks`` is called where one of them owes a call, once that is committed.
    """
    await failpoints.reach("before_finish")
    async with pool.connection() as connection, connection.transaction():
        for request in requests:
            for part in chunks(request.closing, CHUNK):
                await flushing.flush(connection, [part])
        stamped = await _with_verdicts(connection, requests)
        ended = await ending.end(connection, stamped)
    await failpoints.reach("after_finish")
    if ended.webhooks:
        owe_webhooks()
    return [
        None if request.lease.run_id in ended.runs else LeaseLost(str(request.lease.run_id), request.lease.token)
        for request in requests
    ]


async def _with_verdicts(connection: Connection, requests: Sequence[FinishRequest]) -> list[EndRequest]:
    tallies = {
        request.lease.run_id: Tally(criteria.parse(request.plan.criteria))
        for request in requests
        if request.ending.status is RunStatus.COMPLETED and request.plan is not None
    }
    if tallies:
        async for run_id, due in verdicts.due_rows(connection, list(tallies), 0):
            tallies[run_id].add(due)
    return [EndRequest(request.lease, _stamped(request, tallies)) for request in requests]


def _stamped(request: FinishRequest, tallies: dict[UUID, Tally]) -> Ending:
    tally = tallies.get(request.lease.run_id)
    if tally is None or request.plan is None:
        return _unplanned(request.ending)
    detail = tally.verdict(partial=request.plan.partial)
    return replace(request.ending, outcome=detail.outcome, verdict=detail)


def _unplanned(end: Ending) -> Ending:
    """A run that completes without a plan (its deadline passed first) has shown nothing."""
    if end.status is not RunStatus.COMPLETED:
        return end
    return replace(end, outcome=Verdict.INCONCLUSIVE, verdict={"outcome": Verdict.INCONCLUSIVE, "unplanned": True})
