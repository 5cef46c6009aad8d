"""One assertion on one case in two runs: what changed between them, or why that cannot be said."""

from dataclasses import dataclass
from enum import StrEnum


class Change(StrEnum):
    """What became of it from the first run to the second.

    ``broken``: met before, not met now. ``fixed``: the other way. ``flaky``: the trials of at least one run disagree,
    so a difference tells nothing. ``new`` and ``gone``: only one of the runs has it. ``not_comparable``: the judge, the
    wording or the case is another one, or one of the runs does not know. ``same``: none of these.
    """

    BROKEN = "broken"
    FIXED = "fixed"
    FLAKY = "flaky"
    NEW = "new"
    GONE = "gone"
    NOT_COMPARABLE = "not_comparable"
    SAME = "same"


class State(StrEnum):
    """One run's trials and steps together: ``not_met`` needs no true and a false, ``met`` all true."""

    MET = "met"
    NOT_MET = "not_met"
    FLAKY = "flaky"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Side:
    """What one run says of it.

    Attributes:
        met: one value per trial.
        evaluators: who judged those that are known, with version.
        wordings: ids of the assertion's versions that were judged.
        cases: what was executed, one digest per different snapshot.
    """

    met: tuple[bool | None, ...]
    evaluators: frozenset[str]
    wordings: frozenset[str]
    cases: frozenset[str]

    @property
    def state(self) -> State:
        """All trials as one."""
        if True in self.met and False in self.met:
            return State.FLAKY
        if False in self.met:
            return State.NOT_MET
        return State.MET if self.met and all(self.met) else State.UNKNOWN


@dataclass(frozen=True, slots=True)
class Compared:
    """What changed.

    Attributes:
        before: None where the first run does not have it; ``after`` alike.
        reasons: why it is not comparable: any of judge, wording, case, unknown; empty otherwise.
    """

    change: Change
    before: State | None
    after: State | None
    reasons: tuple[str, ...] = ()


def compare(before: Side | None, after: Side | None) -> Compared:
    """What became of one assertion on one case.

    Raises:
        ValueError: neither run has it.
    """
    if before is None or after is None:
        return _alone(before, after)
    states = before.state, after.state
    if reasons := _reasons(before, after):
        return Compared(Change.NOT_COMPARABLE, *states, reasons)
    if State.FLAKY in states:
        return Compared(Change.FLAKY, *states)
    if states[0] is states[1]:
        return Compared(Change.SAME, *states)
    if State.UNKNOWN in states:
        return Compared(Change.NOT_COMPARABLE, *states, ("unknown",))
    return Compared(Change.BROKEN if states[0] is State.MET else Change.FIXED, *states)


def _alone(before: Side | None, after: Side | None) -> Compared:
    if before is not None:
        return Compared(Change.GONE, before.state, None)
    if after is not None:
        return Compared(Change.NEW, None, after.state)
    raise ValueError("neither run has it")


def _reasons(before: Side, after: Side) -> tuple[str, ...]:
    """What is another one; a run that knows nothing has no judge that could differ."""
    judged = before.evaluators and after.evaluators
    differ = {
        "judge": bool(judged) and before.evaluators != after.evaluators,
        "wording": before.wordings != after.wordings,
        "case": before.cases != after.cases,
    }
    return tuple(name for name, is_other in differ.items() if is_other)
