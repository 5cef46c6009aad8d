"""The words of the model: every status, lane and verdict, spelled once.

The database keeps them as plain text (model.md, "Rules for all tables"); these enums are the only place that
knows which words exist.
"""

from enum import StrEnum


class RunStatus(StrEnum):
    """Where a run stands. ``completed`` says that the machinery got to the end, not that anything passed."""

    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def ended(self) -> bool:
        """True once nothing will change this status any more."""
        return self not in {RunStatus.QUEUED, RunStatus.RUNNING}


class CaseRunStatus(StrEnum):
    """Whether a case executed; never whether it was any good."""

    PENDING = "pending"
    EXECUTED = "executed"
    FAILED = "failed"
    TIMED_OUT = "timed_out"
    CANCELLED = "cancelled"


class OutcomeStatus(StrEnum):
    """An outcome is open while rows are owed, closed once it holds one row per due assertion."""

    OPEN = "open"
    CLOSED = "closed"


class Verdict(StrEnum):
    """Arithmetic over assertion results under a criteria (criteria.md)."""

    PASSED = "passed"
    FAILED = "failed"
    INCONCLUSIVE = "inconclusive"


class Lane(StrEnum):
    """Who waits: ``interactive`` has a person or a gate behind it, ``bulk`` has not."""

    INTERACTIVE = "interactive"
    BULK = "bulk"


class Reads(StrEnum):
    """What a kind of assertion reads, and what a runner therefore has to bring."""

    CONFIGURATION = "configuration"
    CONVERSATION = "conversation"
    VENDOR = "vendor"
