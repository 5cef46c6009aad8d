"""What steps hand to the process's groups."""

from dataclasses import dataclass
from typing import Any

from worker.domain.lease import Lease
from worker.domain.plan import Plan
from worker.domain.writes import Ending, Flush


@dataclass(frozen=True, slots=True)
class PrepareRequest:
    """A run to be planned.

    Attributes:
        target: ref, sha256 and content of a configuration that was fetched for it, if one was.
    """

    lease: Lease
    target: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class FinishRequest:
    """A run to be ended.

    Attributes:
        plan: what the verdict is read under; None for an end without a verdict.
        ending: status, code and the rest; a completed run's outcome is computed where the rows are.
        closing: what ends with the run, in the same transaction: pending case runs, open outcomes.
    """

    lease: Lease
    ending: Ending
    plan: Plan | None
    closing: Flush
