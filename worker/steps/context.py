"""What a step gets: its lease, the process's tools, and word of a cancel or a passed deadline."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from worker.db import work
from worker.db.planning import TargetWanted
from worker.db.session import Pool
from worker.db.work import FrozenPlan, PageWanted, PendingCase, RunRow, Wording
from worker.domain.lease import Lease
from worker.domain.writes import Flush
from worker.errors import RunFailed
from worker.failpoints import Failpoints
from worker.grouping import Group
from worker.registry import Registry
from worker.settings import Settings
from worker.steps.requests import FinishRequest, PrepareRequest

KEPT_WORDINGS: Final = 20_000


@dataclass(frozen=True)
class Tools:
    """What all steps of a process share."""

    settings: Settings
    pool: Pool
    registry: Registry
    failpoints: Failpoints
    facts: Group[UUID, RunRow | None]
    wanted: Group[UUID, TargetWanted | None]
    plans: Group[UUID, FrozenPlan | None]
    pages: Group[PageWanted, list[PendingCase]]
    prepares: Group[PrepareRequest, None]
    flushes: Group[Flush, None]
    finishes: Group[FinishRequest, None]
    kept_wordings: dict[UUID, Wording] = field(default_factory=dict)

    async def wordings(self, assertion_ids: Sequence[UUID]) -> dict[UUID, Wording]:
        """Assertion versions by id; they never change, so the process keeps the last of them."""
        missing = [one for one in assertion_ids if one not in self.kept_wordings]
        if missing:
            if len(self.kept_wordings) > KEPT_WORDINGS:
                self.kept_wordings.clear()
            async with self.pool.connection() as connection:
                self.kept_wordings.update(await work.wordings(connection, missing))
        return {one: self.kept_wordings[one] for one in assertion_ids if one in self.kept_wordings}


@dataclass
class StepContext:
    """One run in hand.

    Attributes:
        interrupt: set when the run is to be cancelled or its deadline passed; what is under way is given up.
        stopping: set when the process stops; nothing new is begun, what is under way gets the grace time.
        until: the loop's time by which the lease's holder releases the run, so that steps stay bounded.
        row: what the rows said when the step was chosen; the lease keeps others from changing more than the cancel.
    """

    lease: Lease
    tools: Tools
    interrupt: asyncio.Event
    stopping: asyncio.Event
    until: float
    row: RunRow | None = None
    _frozen: FrozenPlan | None = None

    async def frozen(self) -> FrozenPlan:
        """The run's plan and target, read once per lease.

        Raises:
            RunFailed: the row holds no plan, which no move of ours leads to.
        """
        if self._frozen is None:
            self._frozen = await self.tools.plans.submit(self.lease.run_id)
        if self._frozen is None:
            raise RunFailed("internal_error", "The run has no plan to work by.", advice="Start a new run.")
        return self._frozen

    def out_of_time(self) -> bool:
        """True once the step has to come to an end: interrupted, stopping, or its time is used up."""
        stopped = self.interrupt.is_set() or self.stopping.is_set()
        return stopped or asyncio.get_running_loop().time() >= self.until
