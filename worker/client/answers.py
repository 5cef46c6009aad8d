"""What the client is asked and what it answers: frozen, typed, plain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Required, TypedDict
from uuid import UUID

from worker.domain.words import RunStatus, Verdict
from worker.errors import WorkerError


class Asked(TypedDict, total=False):
    """The arguments of an enqueue; the SQL function's, under the same names."""

    team: str | None
    suite: Required[str]
    consumer: Required[str]
    request_id: str | None
    config: str | None
    content: Mapping[str, Any] | None
    call_set: UUID | None
    lane: str
    run_config: Mapping[str, int]
    targets: Mapping[str, Any]
    only_cases: Sequence[UUID] | None
    rerun_of: UUID | None
    webhook: str | None


@dataclass(frozen=True, slots=True)
class RunState:
    """How far a run is.

    Attributes:
        outcome: passed, failed or inconclusive; None unless the run is completed.
        error_code: why a failed run could not be carried out.
    """

    run: UUID
    status: RunStatus
    outcome: Verdict | None
    error_code: str | None
    error_detail: str | None
    timed_out: bool

    @property
    def ended(self) -> bool:
        """True once nothing will change any more."""
        return self.status.ended


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a criteria, and what the results come to.

    Attributes:
        rule: required or threshold.
        value: True, False, or None for unknown.
        due: rows that count; ``met + not_met + unknown == due``.
    """

    rule: str
    keys: tuple[str, ...]
    value: bool | None
    met: int
    not_met: int
    unknown: int
    due: int


@dataclass(frozen=True, slots=True)
class Result:
    """One assertion, judged once.

    Attributes:
        trial: which repetition of the case, 0-based.
        met: True, False, or None: could not be judged (``error_code`` says why), or not judged yet (no evaluator).
        rationale: why, naming the place in the evidence.
    """

    case: str
    trial: int
    runner: str
    step: int
    key: str
    version: int
    kind: str
    statement: str
    met: bool | None
    value: float | None
    evaluator: str | None
    rationale: str | None
    error_code: str | None


@dataclass(frozen=True, slots=True)
class RunVerdict:
    """What a run means to one consumer.

    Attributes:
        outcome: None unless the run is completed: never read it as a pass.
        partial: whoever started the run left out cases or trials, so it is inconclusive.
        observed_only: the criteria has no rule.
        unmatched: keys of rules that nothing was judged for.
        reasons: results of the rules' keys that are not met or unknown, in the order of the cases; at most 100.
    """

    run: UUID
    team: str
    suite: str
    consumer: str
    criteria_version: int
    status: RunStatus
    outcome: Verdict | None
    error_code: str | None
    error_detail: str | None
    timed_out: bool
    partial: bool
    observed_only: bool
    unmatched: tuple[str, ...]
    rules: tuple[Rule, ...]
    reasons: tuple[Result, ...]

    @property
    def passed(self) -> bool:
        """True only where the run is completed and its outcome is ``passed``."""
        return self.outcome is Verdict.PASSED


@dataclass(frozen=True, slots=True)
class Rescored:
    """What a run would mean under a newer or another criteria.

    Attributes:
        stamped: what it ended with; that stays.
        stamped_version: the version of ``stamped_consumer``'s criteria that it was stamped with.
        unmatched: keys of rules that nothing was judged for; with any of them the outcome is inconclusive.
    """

    run: UUID
    stamped: Verdict
    stamped_consumer: str
    stamped_version: int
    consumer: str
    criteria_version: int
    outcome: Verdict
    partial: bool
    observed_only: bool
    unmatched: tuple[str, ...]
    rules: tuple[Rule, ...]


class NotEnded(WorkerError, TimeoutError):
    """The time to wait is over and the run has not ended; it goes on. ``run`` is its id."""

    code = "not_ended"

    def __init__(self, run: UUID, timeout_s: float) -> None:
        super().__init__(
            f"Run {run} has not ended after {timeout_s:g} s.",
            advice="It goes on: wait for it again, or cancel it. If it stays queued, see that a worker runs.",
        )
        self.run = run
