"""The runs that a process holds: claiming by slots, renewing, and giving back when the process stops."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from worker.db import leases
from worker.domain.lease import Lease
from worker.domain.run import SLOT_OF, Slot, steps_of
from worker.domain.words import Lane
from worker.grouping import unexpected
from worker.runner import work
from worker.steps.context import StepContext, Tools

log = logging.getLogger(__name__)

CLAIM_AT_ONCE: Final = 100
RETRY_S: Final = 0.5
GATHER_S: Final = 0.01
"""Slots that free within this time are filled by one claim."""


@dataclass
class Held:
    """One run in hand, and the slot it sits on."""

    context: StepContext
    hands: "Hands"
    slot: Slot
    task: asyncio.Task[None] | None = None

    def move_to(self, slot: Slot) -> bool:
        """Change to a slot of another kind, if one is free."""
        if slot is self.slot:
            return True
        if self.hands.free[slot] < 1:
            return False
        self.hands.free[slot] -= 1
        self.hands.put_back(self.slot)
        self.slot = slot
        return True


class Hands:
    """Claims runs as nudges come and as slots free, holds their leases, and works them."""

    def __init__(self, tools: Tools, owner: str, lanes: Sequence[Lane]) -> None:
        """Take what the process shares; ``lanes`` are those it claims from by itself."""
        self._tools = tools
        self._owner = owner
        self._lanes = lanes
        self._held: dict[UUID, Held] = {}
        self._wanted: dict[UUID, None] = {}
        self._hungry = True
        self._kick = asyncio.Event()
        self._stopping = asyncio.Event()
        self._gathering: asyncio.TimerHandle | None = None
        self._loops: list[asyncio.Task[None]] = []
        self.free = {Slot.SHORT: tools.settings.short_slots, Slot.LONG: tools.settings.long_slots}

    def start(self) -> None:
        """Begin to claim and to renew. What was due before the process started is claimed at once."""
        self._kick.set()
        self._loops = [
            asyncio.create_task(self._claim_loop(), name="claim"),
            asyncio.create_task(self._renew_loop(), name="renew"),
        ]

    def nudged(self, run_ids: Sequence[UUID]) -> None:
        """Look at these runs now."""
        if not self._stopping.is_set():
            self._wanted.update(dict.fromkeys(run_ids))
            self._kick.set()

    def put_back(self, slot: Slot) -> None:
        """A slot is free again; where nudges were dropped, the next due runs are claimed, several at a time."""
        self.free[slot] += 1
        if self._hungry and self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHER_S, self._gathered)

    def _gathered(self) -> None:
        self._gathering = None
        self._kick.set()

    async def stop(self, grace_s: float) -> None:
        """Claim nothing more, give steps the grace time to reach a commit, then cut short and release."""
        log.info("worker_stopping", extra={"in_hand": len(self._held)})
        self._stopping.set()
        self._loops[0].cancel()
        tasks = [held.task for held in self._held.values() if held.task is not None]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=grace_s)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late, timeout=grace_s + 10)
        self._loops[1].cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        log.info("worker_stopped", extra={"left": len(self._held)})

    async def _claim_loop(self) -> None:
        while True:
            await self._kick.wait()
            self._kick.clear()
            try:
                await self._claim()
            except Exception as failed:  # the database is away: what was wanted is found again when it is back
                log.warning("claim_failed", exc_info=unexpected(failed), extra={"reason": type(failed).__name__})
                self._hungry = True
                await asyncio.sleep(RETRY_S)
                self._kick.set()

    async def _claim(self) -> None:
        while self._wanted:
            batch = [self._wanted.popitem()[0] for _ in range(min(CLAIM_AT_ONCE, len(self._wanted)))]
            left = [run_id for run_id in batch if run_id not in self._held]
            for slot in Slot:
                claimed = await self._claim_batch(slot, left)
                left = [run_id for run_id in left if run_id not in claimed]
        if self._hungry:
            self._hungry = False
            for slot in Slot:
                await self._claim_next(slot)

    async def _claim_batch(self, slot: Slot, run_ids: Sequence[UUID]) -> set[UUID]:
        if not run_ids:
            return set()
        if self.free[slot] < len(run_ids):
            self._hungry = True
        if self.free[slot] < 1:
            return set()
        async with self._tools.pool.connection() as connection:
            claimed = await leases.claim_these(
                connection,
                run_ids,
                owner=self._owner,
                lease_s=self._tools.settings.lease_s,
                steps=steps_of(slot),
                limit=self.free[slot],
            )
        self._take(claimed)
        return {lease.run_id for lease in claimed}

    async def _claim_next(self, slot: Slot) -> None:
        room = min(self.free[slot], CLAIM_AT_ONCE)
        if room < 1:
            self._hungry = True
            return
        async with self._tools.pool.connection() as connection:
            claimed = await leases.claim_next(
                connection,
                self._lanes,
                owner=self._owner,
                lease_s=self._tools.settings.lease_s,
                steps=steps_of(slot),
                limit=room,
            )
        self._take(claimed)
        if len(claimed) == room:
            self._hungry = True
            self._kick.set()

    def _take(self, claimed: Sequence[Lease]) -> None:
        until = asyncio.get_running_loop().time() + self._tools.settings.step_s
        for lease in claimed:
            log.info(
                "run_claimed",
                extra={
                    "run_id": str(lease.run_id),
                    "team_id": lease.team_id,
                    "token": lease.token,
                    "step": lease.next_step.value,
                    "claims": lease.claims,
                },
            )
            context = StepContext(lease, self._tools, asyncio.Event(), self._stopping, until)
            held = Held(context, self, SLOT_OF[lease.next_step])
            self.free[held.slot] -= 1
            self._held[lease.run_id] = held
            held.task = asyncio.create_task(self._work(held), name=f"run {lease.run_id}")

    async def _work(self, held: Held) -> None:
        due_again = False
        try:
            due_again = await work(held.context, held)
        finally:
            run_id = held.context.lease.run_id
            if self._held.get(run_id) is held:
                del self._held[run_id]
            self._hungry = self._hungry or due_again
            self.put_back(held.slot)

    async def _renew_loop(self) -> None:
        settings = self._tools.settings
        while True:
            await asyncio.sleep(settings.renew_s)
            try:
                await self._renew()
            except Exception as failed:  # tried again before the leases run out; the guard protects the rows meanwhile
                fields = {"reason": type(failed).__name__, "in_hand": len(self._held)}
                log.warning("renewal_failed", exc_info=unexpected(failed), extra=fields)

    async def _renew(self) -> None:
        held = list(self._held.values())
        if not held:
            return
        async with self._tools.pool.connection() as connection:
            renewed = await leases.renew(
                connection, [one.context.lease for one in held], lease_s=self._tools.settings.lease_s
            )
        for one in held:
            told = renewed.get(one.context.lease.run_id)
            if told is None:
                self._lost(one)
            elif told.cancel_requested or told.deadline_passed:
                one.context.interrupt.set()

    def _lost(self, held: Held) -> None:
        lease = held.context.lease
        if self._held.get(lease.run_id) is not held or held.task is None or held.task.done():
            return
        log.warning("lease_lost", extra={"run_id": str(lease.run_id), "team_id": lease.team_id, "token": lease.token})
        held.task.cancel()
