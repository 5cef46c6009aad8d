"""Execute: run pending cases through their adapters, record what came back, judge it as it comes."""

import asyncio
import logging
import random
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from worker.db import work
from worker.db.work import FrozenPlan, PageWanted, PendingCase
from worker.domain import retry
from worker.domain.evidence import CaseToRun, Evidence
from worker.domain.next import Advance, Next, Park
from worker.domain.run import SLOT_OF, Slot, Step
from worker.domain.words import CaseRunStatus
from worker.domain.writes import CaseRecord, Flush, NewOutcome
from worker.errors import AdapterError, AdapterErrorKind, EvidenceUnstorable, RunFailed
from worker.ports import CaseAdapter
from worker.steps.context import StepContext
from worker.steps.judging import Judged, judge, new_id

log = logging.getLogger(__name__)

RUN_JUDGE: Final = "run"
"""``outcomes.judge`` of a run's own pass: every assertion by its kind's evaluator."""


async def execute(context: StepContext) -> Next:
    """Run the pending cases whose evidence is there at once."""
    return await _execute(context, Step.EXECUTE)


async def converse(context: StepContext) -> Next:
    """Run the pending cases that wait for a vendor."""
    return await _execute(context, Step.CONVERSE)


async def _execute(context: StepContext, step: Step) -> Next:
    frozen = await context.frozen()
    waits = SLOT_OF[step] is Slot.LONG
    runners = [runner for runner in frozen.plan.brings if context.tools.registry.waits(runner) is waits]
    players = asyncio.create_task(_play_all(context, frozen, Feed(context, runners)))
    interrupted = asyncio.create_task(context.interrupt.wait())
    try:
        await asyncio.wait({players, interrupted}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        interrupted.cancel()
        unfinished = players.cancel()
        await asyncio.wait({players})
    if not unfinished and not players.cancelled() and (failed := players.exception()) is not None:
        raise _first(failed)
    if context.interrupt.is_set():
        return Advance()
    return Park(0, step) if context.out_of_time() else Advance()


async def _play_all(context: StepContext, frozen: FrozenPlan, feed: "Feed") -> None:
    concurrency = frozen.plan.run_config.get("concurrency", context.tools.settings.concurrency)
    async with asyncio.TaskGroup() as players:
        for _ in range(concurrency):
            case = await feed.next()
            if case is None:
                return
            players.create_task(_play_from(context, frozen, case, feed))


async def _play_from(context: StepContext, frozen: FrozenPlan, case: PendingCase | None, feed: "Feed") -> None:
    while case is not None:
        await _play(context, frozen, case)
        case = await feed.next()


class Feed:
    """The pending cases of a run, page by page: a long run streams, it is never held whole."""

    def __init__(self, context: StepContext, runners: Sequence[str]) -> None:
        """Feed the cases of these runners."""
        self._context = context
        self._runners = tuple(runners)
        self._page: deque[PendingCase] = deque()
        self._after = -1
        self._last = False
        self._turn = asyncio.Lock()

    async def next(self) -> PendingCase | None:
        """The next case, or None when there is no more or the step has to end."""
        async with self._turn:
            if self._context.out_of_time():
                return None
            if not self._page and not self._last:
                await self._read()
            return self._page.popleft() if self._page else None

    async def _read(self) -> None:
        wanted = PageWanted(self._context.lease.run_id, self._runners, self._after)
        page = await self._context.tools.pages.submit(wanted)
        self._last = len(page) < work.PAGE
        self._after = page[-1].position if page else self._after
        self._page.extend(page)


async def _play(context: StepContext, frozen: FrozenPlan, case: PendingCase) -> None:
    """Execute one case, judge it, and have all of it written in one transaction."""
    record = await _recorded(context, frozen, case)
    flush = await _flush_of(context, frozen, case, record)
    try:
        await context.tools.flushes.submit(flush)
    except EvidenceUnstorable as refused:
        unstorable = CaseRecord(
            case.id,
            CaseRunStatus.FAILED,
            error_code="evidence_unstorable",
            error_detail=refused.message,
            elapsed_ms=record.elapsed_ms,
        )
        await context.tools.flushes.submit(await _flush_of(context, frozen, case, unstorable))


async def _flush_of(context: StepContext, frozen: FrozenPlan, case: PendingCase, record: CaseRecord) -> Flush:
    due = tuple(one.id for one in frozen.plan.due(case.case_id, case.runner))
    outcome = NewOutcome(id=new_id(), case_run_id=case.id, judge=RUN_JUDGE, due=due, closed=True)
    judged = Judged(record.status, case.snapshot, frozen.target)
    results = await judge(outcome.id, due, judged, await context.tools.wordings(due))
    return Flush(context.lease, records=(record,), outcomes=(outcome,), results=tuple(results))


async def _recorded(context: StepContext, frozen: FrozenPlan, case: PendingCase) -> CaseRecord:
    """Try the case until it is executed or given up.

    Raises:
        RunFailed: the adapter says that the whole run cannot be carried out.
    """
    adapter = context.tools.registry.adapter(case.runner)
    timeout_s = frozen.plan.run_config.get("case_timeout_s", context.tools.settings.case_timeout_s)
    to_run = _case_to_run(frozen, case, timeout_s)
    attempts: list[dict[str, Any]] = []
    while True:
        began = time.monotonic()
        result = await _tried(adapter, to_run, timeout_s)
        elapsed_ms = (time.monotonic() - began) * 1000
        if isinstance(result, Evidence):
            attempts.append({"took_ms": round(elapsed_ms)})
            return CaseRecord(case.id, CaseRunStatus.EXECUTED, result, tuple(attempts), elapsed_ms=elapsed_ms)
        attempts.append({"took_ms": round(elapsed_ms), "error": result.message, "kind": result.kind})
        pause_s = retry.pause_s(len(attempts), retry_after_s=result.retry_after_s, jitter=random.random())  # noqa: S311
        if result.kind is AdapterErrorKind.PERMANENT_RUN:
            raise RunFailed("vendor_rejected", result.message, advice=result.advice)
        if result.kind is AdapterErrorKind.TRANSIENT and pause_s is not None:
            await asyncio.sleep(pause_s)
            continue
        return _given_up(case, result, attempts, elapsed_ms)


def _given_up(case: PendingCase, error: AdapterError, attempts: list[dict[str, Any]], elapsed_ms: float) -> CaseRecord:
    late = isinstance(error, CaseTimedOut)
    return CaseRecord(
        case.id,
        CaseRunStatus.TIMED_OUT if late else CaseRunStatus.FAILED,
        attempts=tuple(attempts),
        error_code="case_timed_out" if late else "adapter_failed",
        error_detail=error.message,
        elapsed_ms=elapsed_ms,
    )


class CaseTimedOut(AdapterError):
    """The case took longer than its time limit; it is not tried again."""


async def _tried(adapter: CaseAdapter, case: CaseToRun, timeout_s: float) -> Evidence | AdapterError:
    try:
        async with asyncio.timeout(timeout_s):
            return await adapter.execute(case)
    except AdapterError as error:
        return error
    except TimeoutError:
        return CaseTimedOut(AdapterErrorKind.PERMANENT_CASE, f"The case took longer than {timeout_s:g} s.")
    except Exception as fault:  # an adapter is somebody else's code: its fault ends its case and nothing else
        log.exception("adapter_fault", extra={"runner": case.runner})
        return AdapterError(AdapterErrorKind.PERMANENT_CASE, f"The adapter broke: {type(fault).__name__}.")


def _case_to_run(frozen: FrozenPlan, case: PendingCase, timeout_s: float) -> CaseToRun:
    return CaseToRun(
        case_run_id=case.id,
        case_id=case.case_id,
        name=case.snapshot["name"],
        runner=case.runner,
        content=case.snapshot["content"],
        trial=case.trial,
        target=frozen.target,
        targets=dict(frozen.plan.targets),
        timeout_s=timeout_s,
    )


def _first(failed: BaseException) -> BaseException:
    while isinstance(failed, BaseExceptionGroup):
        failed = failed.exceptions[0]
    return failed
