"""A run's life: which moves are allowed, and which step is due. Pure functions of the run's rows.

queued ──claim──▶ running ⇄ (parked: no lease, wake_at set) ──▶ completed | failed | cancelled
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from worker.domain.words import RunStatus

MOVES: Final[dict[RunStatus, frozenset[RunStatus]]] = {
    RunStatus.QUEUED: frozenset({RunStatus.RUNNING}),
    RunStatus.RUNNING: frozenset({RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.CANCELLED}),
    RunStatus.COMPLETED: frozenset(),
    RunStatus.FAILED: frozenset(),
    RunStatus.CANCELLED: frozenset(),
}


class Step(StrEnum):
    """The kinds of step, in the order in which a run meets them.

    ``execute`` runs cases whose evidence is there at once; ``converse`` runs cases that wait for a vendor's answers.
    """

    PREPARE = "prepare"
    EXECUTE = "execute"
    CONVERSE = "converse"
    JUDGE = "judge"
    FINISH = "finish"


class Slot(StrEnum):
    """What a step occupies of its process: ``short`` for milliseconds, ``long`` while a vendor works."""

    SHORT = "short"
    LONG = "long"


SLOT_OF: Final[dict[Step, Slot]] = {step: Slot.LONG if step is Step.CONVERSE else Slot.SHORT for step in Step}


def steps_of(slot: Slot) -> list[str]:
    """The steps that take a slot of this kind, as the database spells them."""
    return [step.value for step, kind in SLOT_OF.items() if kind is slot]


@dataclass(frozen=True, slots=True)
class Facts:
    """What the rows say about a run; all that the choice of a step may look at.

    Attributes:
        ended: the run has ended; what is left can only be a re-judge.
        planned: the plan is frozen.
        cancel_requested: somebody asked to cancel.
        deadline_passed: by the database's clock.
        pending_at_once: pending case runs whose evidence is there at once.
        pending_long: pending case runs that wait for a vendor.
        open_outcomes: outcomes that still owe rows.
    """

    ended: bool
    planned: bool
    cancel_requested: bool
    deadline_passed: bool
    pending_at_once: bool
    pending_long: bool
    open_outcomes: bool


def due_step(facts: Facts) -> Step:
    """The step that a run is due for.

    A cancel or a passed deadline goes straight to the end: finishing ends what is pending in its own transaction.
    """
    over = facts.ended or facts.cancel_requested or facts.deadline_passed
    steps = (
        (Step.PREPARE, not over and not facts.planned),
        (Step.EXECUTE, not over and facts.pending_at_once),
        (Step.CONVERSE, not over and facts.pending_long),
        (Step.JUDGE, facts.open_outcomes and (facts.ended or not over)),
    )
    return next((step for step, due in steps if due), Step.FINISH)
