"""Judge: close open outcomes, from stored evidence."""

from worker.db import work
from worker.db.work import FrozenPlan, OpenOutcome
from worker.domain.next import Advance, Next, Park
from worker.domain.run import Step
from worker.domain.words import CaseRunStatus
from worker.domain.writes import Flush
from worker.steps.context import StepContext
from worker.steps.judging import Judged, judge


async def judge_open(context: StepContext) -> Next:
    """Write the rows that open outcomes still owe, and close them."""
    frozen = await context.frozen()
    while not context.out_of_time():
        async with context.tools.pool.connection() as connection:
            page = await work.open_page(connection, context.lease.run_id)
        if not page:
            return Advance()
        for outcome in page:
            await _close(context, frozen, outcome)
    return Park(0, Step.JUDGE)


async def _close(context: StepContext, frozen: FrozenPlan, outcome: OpenOutcome) -> None:
    judged = Judged(CaseRunStatus(outcome.case_status), outcome.snapshot, frozen.target)
    wordings = await context.tools.wordings(outcome.owed)
    results = await judge(outcome.id, outcome.owed, judged, wordings)
    await context.tools.flushes.submit(Flush(context.lease, results=tuple(results), close=(outcome.id,)))
