"""A verdict with its derivation: what a run keeps in ``runs.verdict`` and people are shown (criteria.md).

A value is True, False, or None for unknown.
"""

from dataclasses import dataclass
from typing import Any

from pydantic_core import to_jsonable_python

from worker.domain.words import Verdict


@dataclass(frozen=True)
class Counts:
    """Rows due and what they say; ``met + not_met + unknown == due``, and ``missing`` is a part of ``unknown``."""

    due: int = 0
    met: int = 0
    not_met: int = 0
    unknown: int = 0
    missing: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.due + other.due,
            self.met + other.met,
            self.not_met + other.not_met,
            self.unknown + other.unknown,
            self.missing + other.missing,
        )


@dataclass(frozen=True)
class CaseFold:
    """One case that decided a required rule: its trials, folded.

    Attributes:
        case: the case's id.
        value: False, or None for unknown; a case that is met never decides.
        needed: how many of its trials had to be met.
        trials: how many it had.
        met_trials: how many were met.
        not_met: numbers of the trials that were not met, ascending.
        unknown: numbers of the trials that could not be judged, ascending.
    """

    case: str
    value: bool | None
    needed: int
    trials: int
    met_trials: int
    not_met: tuple[int, ...]
    unknown: tuple[int, ...]


@dataclass(frozen=True)
class RequiredValue:
    """A required rule's value and how it came about; ``cases`` counts cases, ``counts`` rows."""

    key: str
    trials: str | float
    value: bool | None
    counts: Counts
    cases: Counts
    decided_by: tuple[CaseFold, ...]
    more_cases: int
    rule: str = "required"


@dataclass(frozen=True)
class ThresholdValue:
    """A threshold's value and how it came about; ``needed`` of ``counts.due`` rows had to be met."""

    keys: tuple[str, ...]
    min: float
    value: bool | None
    counts: Counts
    needed: int
    rule: str = "threshold"


@dataclass(frozen=True)
class VerdictDetail:
    """A verdict with its derivation, as ``runs.verdict`` keeps it.

    Attributes:
        outcome: what the rules come to.
        observed_only: the criteria has no rule.
        partial: cases or trials were left out by whoever started the run.
        rules: required ones first, then thresholds, in the spec's order.
        unmatched: keys of rules that no row is due for; with any of them the outcome is inconclusive.
        ignored: judged keys that the criteria ignores, sorted.
        unnamed: judged keys that the criteria does not name, sorted.
    """

    outcome: Verdict
    observed_only: bool
    partial: bool
    rules: tuple[RequiredValue | ThresholdValue, ...]
    unmatched: tuple[str, ...]
    ignored: tuple[str, ...]
    unnamed: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The same as JSON: words, numbers, true, false and null only."""
        written: dict[str, Any] = to_jsonable_python(self)
        return written
