"""One run in hand: read its rows, do the step that is due, act on what the step wants. The only reader of Next."""

import asyncio
import logging
from typing import Any, Final, Protocol, assert_never

from worker.db import leases
from worker.db.leases import Parking
from worker.db.work import RunRow
from worker.domain.lease import Lease
from worker.domain.next import Advance, Ended, Next, Park
from worker.domain.run import SLOT_OF, Facts, Slot, Step, due_step
from worker.errors import LeaseLost, RunFailed, WorkerError
from worker.grouping import passes
from worker.steps import STEPS
from worker.steps.context import StepContext
from worker.steps.finish import fail

log = logging.getLogger(__name__)

RELEASE_S: Final = 5.0


class Seat(Protocol):
    """The slot that a run occupies in its process."""

    def move_to(self, slot: Slot) -> bool:
        """Change to a slot of another kind; false where none is free, and then the old one is kept."""
        ...


async def work(context: StepContext, seat: Seat) -> bool:
    """Work a claimed run until it ends, parks, or the lease is lost. Never raises but when cancelled.

    Returns:
        True where the run was given back and is due again at once, for whoever has a slot for it.
    """
    lease = context.lease
    try:
        await context.tools.failpoints.reach("after_claim")
        return await _until_released(context, seat)
    except LeaseLost:
        await _note(context, "write_refused")
    except asyncio.CancelledError:
        await asyncio.shield(_give_back(context, Park(0, lease.next_step), "interrupted"))
        raise
    except Exception as fault:
        await _on_fault(context, fault)
    return False


async def _until_released(context: StepContext, seat: Seat) -> bool:
    lease = context.lease
    limit = context.tools.settings.max_claims
    if lease.claims > limit:
        raise RunFailed(
            "worker_lost_repeatedly",
            f"The run was claimed {limit} times in a row without progress; it seems to kill its worker.",
            advice="Look at the worker's log around its claims (timeline), then start a new run.",
        )
    while True:
        row = await context.tools.facts.submit(lease.run_id)
        if row is None:
            raise LeaseLost(str(lease.run_id), lease.token)
        context.row = row
        step = due_step(_facts(row, context))
        after = await _do(context, seat, step)
        match after:
            case Advance():
                continue
            case Park(after_s=after_s, step=next_step):
                await _give_back(context, Park(after_s, next_step), _why(context))
                return after_s <= 0
            case Ended():
                log.info("run_ended", extra=_fields(lease))
                return False
            case _:
                assert_never(after)


async def _do(context: StepContext, seat: Seat, step: Step) -> Next:
    if context.stopping.is_set() or asyncio.get_running_loop().time() >= context.until:
        return Park(0, step)
    if not seat.move_to(SLOT_OF[step]):
        return Park(0, step)
    return await STEPS[step](context)


def _facts(row: RunRow, context: StepContext) -> Facts:
    registry = context.tools.registry
    return Facts(
        ended=row.status.ended,
        planned=row.planned,
        cancel_requested=row.cancel_requested,
        deadline_passed=row.deadline_passed,
        pending_at_once=any(not registry.waits(runner) for runner in row.pending_runners),
        pending_long=any(registry.waits(runner) for runner in row.pending_runners),
        open_outcomes=row.open_outcomes,
    )


async def _on_fault(context: StepContext, fault: Exception) -> None:
    """End the run with the fault's code, or drop it where only the database can be to blame."""
    lease = context.lease
    if passes(fault):
        log.warning("run_dropped", extra={**_fields(lease), "reason": type(fault).__name__})
        return
    if not isinstance(fault, RunFailed):
        log.error("step_fault", exc_info=fault, extra={**_fields(lease), "step": lease.next_step.value})
        fault = _internal(fault)
    log.warning("run_failed", extra={**_fields(lease), "code": fault.code})
    try:
        await fail(context, fault)
    except LeaseLost:
        await _note(context, "write_refused")
    except Exception as unended:  # the lease runs out, and whoever claims the run next tries again
        log.exception("run_dropped", extra={**_fields(lease), "reason": type(unended).__name__})


def _internal(fault: Exception) -> RunFailed:
    words = fault.message if isinstance(fault, WorkerError) else type(fault).__name__
    return RunFailed("internal_error", f"The worker met a fault of its own: {words}.", advice="Its log names the run.")


async def _give_back(context: StepContext, park: Park, why: str) -> None:
    parking = Parking(context.lease, park.after_s, park.step, why)
    try:
        async with asyncio.timeout(RELEASE_S), context.tools.pool.connection() as connection:
            released = await leases.release(connection, [parking])
    except Exception as unreleased:  # the lease runs out by itself
        log.warning("run_dropped", extra={**_fields(context.lease), "reason": type(unreleased).__name__})
        return
    if released:
        log.info("run_parked", extra={**_fields(context.lease), "step": park.step.value, "why": why})
    else:
        await _note(context, "write_refused")


def _why(context: StepContext) -> str:
    if context.stopping.is_set():
        return "stopping"
    return "interrupted" if context.interrupt.is_set() else "wait"


async def _note(context: StepContext, kind: str) -> None:
    log.warning(kind, extra=_fields(context.lease))
    try:
        async with context.tools.pool.connection() as connection:
            await leases.note(connection, context.lease, kind)
    except Exception as unnoted:
        log.warning("run_dropped", extra={**_fields(context.lease), "reason": type(unnoted).__name__})


def _fields(lease: Lease) -> dict[str, Any]:
    return {"run_id": str(lease.run_id), "team_id": lease.team_id, "token": lease.token}
