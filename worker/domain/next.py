"""What a step wants to happen next. ``worker.runner`` is the only reader."""

from dataclasses import dataclass

from worker.domain.run import Step


@dataclass(frozen=True, slots=True)
class Advance:
    """Look at the rows again and do what is due now."""


@dataclass(frozen=True, slots=True)
class Park:
    """Release the run and look again ``after_s`` seconds from now; ``step`` is what it will need a slot for."""

    after_s: float
    step: Step


@dataclass(frozen=True, slots=True)
class Ended:
    """The run has ended (or its re-judge has); the lease went with it."""


Next = Advance | Park | Ended
