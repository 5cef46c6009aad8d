"""What a step wants written: evidence, outcomes and results, as plain values."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from worker.domain.evidence import Evidence
from worker.domain.judgement import Judgement
from worker.domain.lease import Lease
from worker.domain.verdict_detail import VerdictDetail
from worker.domain.words import CaseRunStatus, RunStatus, Verdict


@dataclass(frozen=True, slots=True)
class CaseRecord:
    """What came back of one case run.

    Attributes:
        attempts: a log of tries, one object each.
        elapsed_ms: wall-clock milliseconds from the start of the last try to its end.
    """

    case_run_id: UUID
    status: CaseRunStatus
    evidence: Evidence = field(default_factory=Evidence)
    attempts: tuple[dict[str, Any], ...] = ()
    error_code: str | None = None
    error_detail: str | None = None
    elapsed_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class NewOutcome:
    """One pass of judging over one case run, to be opened (or, with all of its results beside it, closed at once)."""

    id: UUID
    case_run_id: UUID
    judge: str
    due: tuple[UUID, ...]
    closed: bool
    pass_no: int = 0
    step_no: int = 0


@dataclass(frozen=True, slots=True)
class NewResult:
    """One assertion, judged once, in one outcome."""

    outcome_id: UUID
    assertion_id: UUID
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Flush:
    """All that a step wants written of one run, in one fenced transaction.

    Attributes:
        close: outcomes that were open and have all their rows with this flush.
    """

    lease: Lease
    records: tuple[CaseRecord, ...] = ()
    outcomes: tuple[NewOutcome, ...] = ()
    results: tuple[NewResult, ...] = ()
    close: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ends.

    Attributes:
        status: completed, failed or cancelled; a cancel that came first wins under the row lock.
        outcome: for a completed run.
        verdict: the derivation of the outcome.
    """

    status: RunStatus
    outcome: Verdict | None = None
    verdict: VerdictDetail | dict[str, Any] | None = None
    error_code: str | None = None
    error_detail: str | None = None
    timed_out: bool = False


def chunks(flush: Flush, size: int) -> Iterator[Flush]:
    """The flush in parts of at most ``size`` records or results, evidence before what refers to it."""
    for part in _parts(flush.records, size):
        yield Flush(flush.lease, records=part)
    for opened in _parts(flush.outcomes, size):
        yield Flush(flush.lease, outcomes=opened)
    for results in _parts(flush.results, size):
        yield Flush(flush.lease, results=results)
    for closed in _parts(flush.close, size):
        yield Flush(flush.lease, close=closed)


def _parts(items: tuple[Any, ...], size: int) -> Iterator[tuple[Any, ...]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
