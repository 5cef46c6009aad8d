"""A lease: who holds a run, and with which token."""

from dataclasses import dataclass
from uuid import UUID

from worker.domain.run import Step
from worker.domain.words import Lane, RunStatus


@dataclass(frozen=True, slots=True)
class Lease:
    """What a claim hands out. ``(run_id, token)`` is what every write of a step proves.

    Attributes:
        claims: claims in a row without progress, this one counted.
        next_step: the kind of step that the run was waiting for.
    """

    run_id: UUID
    token: int
    owner: str
    team_id: str
    lane: Lane
    status: RunStatus
    claims: int
    next_step: Step


@dataclass(frozen=True, slots=True)
class Renewal:
    """What a renewal tells the holder."""

    cancel_requested: bool
    deadline_passed: bool
