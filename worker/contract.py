"""The runner contract: claim, record, open, write, renew, release. Nothing else writes evidence or results.

Each operation proves the lease's token in the transaction that writes, and raises :class:`LeaseLost` where it is stale.
They are public for a process of somebody else's that works whole runs; the engine itself calls :func:`flush`, which is
the middle three for many runs in one transaction.
"""

from collections.abc import Sequence
from uuid import UUID

from worker.db import ending, flushing, leases
from worker.db.ending import EndRequest
from worker.db.leases import Connection, Parking
from worker.domain.lease import Lease, Renewal
from worker.domain.run import Slot, Step, steps_of
from worker.domain.writes import CaseRecord, Ending, Flush, NewOutcome, NewResult
from worker.errors import EvidenceConflict, LeaseLost
from worker.failpoints import Failpoints

ALL_STEPS = [step for slot in Slot for step in steps_of(slot)]
NO_FAILPOINTS = Failpoints()


async def claim(connection: Connection, run_ids: Sequence[UUID], *, owner: str, lease_s: float) -> list[Lease]:
    """Claim those of the runs that are due and free; what is missing in the answer is somebody else's, or not due."""
    return await leases.claim_these(
        connection, run_ids, owner=owner, lease_s=lease_s, steps=ALL_STEPS, limit=len(run_ids)
    )


async def record(connection: Connection, lease: Lease, records: Sequence[CaseRecord]) -> None:
    """Record what came back of case runs, once. The same evidence again is no error.

    Raises:
        LeaseLost: somebody else holds the run.
        EvidenceConflict: a case run holds other evidence; the first record stays.
    """
    await _alone(connection, Flush(lease, records=tuple(records)))


async def open_outcomes(connection: Connection, lease: Lease, outcomes: Sequence[NewOutcome]) -> None:
    """Open a pass of judging over case runs; one that is open already stays as it is.

    Raises:
        LeaseLost: somebody else holds the run.
    """
    await _alone(connection, Flush(lease, outcomes=tuple(outcomes)))


async def write_results(
    connection: Connection, lease: Lease, results: Sequence[NewResult], *, close: Sequence[UUID] = ()
) -> None:
    """Write one row per assertion, and close outcomes that then hold all they owe; a row that is there stays.

    Raises:
        LeaseLost: somebody else holds the run.
    """
    await _alone(connection, Flush(lease, results=tuple(results), close=tuple(close)))


async def renew(connection: Connection, held: Sequence[Lease], *, lease_s: float) -> dict[UUID, Renewal]:
    """Push the leases' end, and learn of cancels and deadlines; a run that is missing in the answer is lost."""
    return await leases.renew(connection, held, lease_s=lease_s)


async def release(connection: Connection, lease: Lease, then: Parking | Ending) -> None:
    """Give the lease back with the next look, or end the run.

    Raises:
        LeaseLost: somebody else holds the run, or it still has pending case runs or open outcomes.
    """
    if isinstance(then, Parking):
        done = await leases.release(connection, [then])
    else:
        done = (await ending.end(connection, [EndRequest(lease, then)])).runs
    if lease.run_id not in done:
        raise LeaseLost(str(lease.run_id), lease.token)


def park(lease: Lease, after_s: float, step: Step, why: str) -> Parking:
    """A lease to be given back, with the next look ``after_s`` seconds from now."""
    return Parking(lease, after_s, step, why)


async def flush(
    connection: Connection, flushes: Sequence[Flush], failpoints: Failpoints = NO_FAILPOINTS
) -> list[Exception | None]:
    """Write evidence, outcomes and results of many runs in one transaction; one answer each, in order."""
    await failpoints.reach("before_flush")
    async with connection.transaction():
        flushed = await flushing.flush(connection, flushes)
        await failpoints.reach("in_flush")
    await failpoints.reach("after_flush")
    return [_answer(flushed, one) for one in flushes]


def _answer(flushed: flushing.Flushed, one: Flush) -> Exception | None:
    if one.lease.run_id not in flushed.held:
        return LeaseLost(str(one.lease.run_id), one.lease.token)
    for record in one.records:
        if record.case_run_id in flushed.conflicts:
            return EvidenceConflict(str(record.case_run_id))
    return None


async def _alone(connection: Connection, one: Flush) -> None:
    (answer,) = await flush(connection, [one])
    if answer is not None:
        raise answer
