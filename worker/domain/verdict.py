"""What a criteria says about judged results, in three values (criteria.md, "Three values, not two").

Python's half of the arithmetic, one run at a time; ``assistant_test_verdicts`` is the other half, and a test holds
the two together. Rows are folded as they come: what is kept grows with keys and cases, not with rows, and their
order does not matter.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from worker.domain.criteria import Criteria, Required, Threshold, Trials, needed, resolve
from worker.domain.verdict_detail import CaseFold, Counts, RequiredValue, ThresholdValue, VerdictDetail
from worker.domain.words import Verdict

NAMED_CASES = 50
"""At most so many deciding cases are named per rule; ``more_cases`` counts the rest."""


class Due(NamedTuple):
    """One row that an outcome owes.

    Attributes:
        key: the assertion's key.
        case: the case's id.
        trial: which repetition, 0-based.
        step: 0: the whole case run; k: its k-th step.
        met: None where it could not be judged, or is not there.
        missing: no row was written.
    """

    key: str
    case: str
    trial: int
    step: int
    met: bool | None
    missing: bool = False


def verdict_of(criteria: Criteria, rows: Iterable[Due], *, partial: bool) -> VerdictDetail:
    """The verdict of one run from all rows that one of its passes owes.

    Args:
        criteria: under which the rows are read.
        rows: one per due row, in any order, the missing ones included.
        partial: whoever started the run left out cases or trials.
    """
    tally = Tally(criteria)
    for row in rows:
        tally.add(row)
    return tally.verdict(partial=partial)


class Tally:
    """Folds the rows of one run, one by one."""

    def __init__(self, criteria: Criteria) -> None:
        self._criteria = criteria
        self._counts: defaultdict[str, _Rows] = defaultdict(_Rows)
        self._cases: dict[str, defaultdict[str, _Case]] = {rule.key: defaultdict(_Case) for rule in criteria.required}

    def add(self, row: Due) -> None:
        """Count one row due."""
        self._counts[row.key].add(row)
        cases = self._cases.get(row.key)
        if cases is not None:
            cases[row.case].add(row)

    def verdict(self, *, partial: bool) -> VerdictDetail:
        """What the rows so far come to."""
        found = resolve(self._criteria, (("", key) for key in self._counts))
        rules: tuple[RequiredValue | ThresholdValue, ...] = (
            *map(self._required, self._criteria.required),
            *map(self._threshold, self._criteria.threshold),
        )
        unmatched = tuple(key.key for key in found.unmatched)
        return VerdictDetail(
            outcome=Verdict.INCONCLUSIVE if partial or unmatched else _outcome(rule.value for rule in rules),
            observed_only=not rules,
            partial=partial,
            rules=rules,
            unmatched=unmatched,
            ignored=tuple(sorted(self._counts.keys() & set(self._criteria.ignore))),
            unnamed=found.unnamed,
        )

    def _count(self, keys: Iterable[str]) -> Counts:
        return sum((self._counts[key].counted() for key in keys if key in self._counts), Counts())

    def _required(self, rule: Required) -> RequiredValue:
        cases = self._cases[rule.key]
        found = {name: case.value(rule.trials) for name, case in cases.items()}
        values = Counter(found.values())
        value = False if values[False] else None if values[None] or not found else True
        deciding = [] if value else sorted(name for name, held in found.items() if held is value)
        return RequiredValue(
            key=rule.key,
            trials=float(rule.trials) if isinstance(rule.trials, Fraction) else rule.trials,
            value=value,
            counts=self._counts.get(rule.key, _Rows()).counted(),
            cases=Counts(len(found), values[True], values[False], values[None]),
            decided_by=tuple(cases[name].fold(name, rule.trials) for name in deciding[:NAMED_CASES]),
            more_cases=max(0, len(deciding) - NAMED_CASES),
        )

    def _threshold(self, rule: Threshold) -> ThresholdValue:
        counts = self._count(rule.keys)
        at_least = ceil(rule.minimum * counts.due)
        matched = all(key in self._counts for key in rule.keys)
        return ThresholdValue(
            keys=rule.keys,
            min=float(rule.minimum),
            value=_at_least(at_least, counts.met, counts.unknown) if matched else None,
            counts=counts,
            needed=at_least,
        )


class _Rows:
    """Counts while they grow."""

    __slots__ = ("due", "met", "missing", "not_met", "unknown")

    def __init__(self) -> None:
        self.due = self.met = self.not_met = self.unknown = self.missing = 0

    def add(self, row: Due) -> None:
        self.due += 1
        self.missing += row.missing
        if row.met is None:
            self.unknown += 1
        elif row.met:
            self.met += 1
        else:
            self.not_met += 1

    def counted(self) -> Counts:
        return Counts(self.due, self.met, self.not_met, self.unknown, self.missing)


class _Case:
    """The trials of one case for one key, as sets of bits: steps fold before trials, all of them."""

    __slots__ = ("due", "not_met", "unknown")

    def __init__(self) -> None:
        self.due = 0
        self.not_met = 0
        self.unknown = 0

    def add(self, row: Due) -> None:
        bit = 1 << row.trial
        self.due |= bit
        if row.met is None:
            self.unknown |= bit
        elif not row.met:
            self.not_met |= bit

    def value(self, trials: Trials) -> bool | None:
        unknown = (self.unknown & ~self.not_met).bit_count()
        due = self.due.bit_count()
        return _at_least(needed(trials, due), due - self.not_met.bit_count() - unknown, unknown)

    def fold(self, name: str, trials: Trials) -> CaseFold:
        unknown = self.unknown & ~self.not_met
        due = self.due.bit_count()
        return CaseFold(
            case=name,
            value=self.value(trials),
            needed=needed(trials, due),
            trials=due,
            met_trials=due - self.not_met.bit_count() - unknown.bit_count(),
            not_met=_numbers(self.not_met),
            unknown=_numbers(unknown),
        )


def _at_least(bound: int, met: int, unknown: int) -> bool | None:
    """Whether ``bound`` are met, however the unknown ones would have come out; None where that depends on them."""
    if met >= bound:
        return True
    return None if met + unknown >= bound else False


def _outcome(values: Iterable[bool | None]) -> Verdict:
    held = set(values)
    if False in held:
        return Verdict.FAILED
    return Verdict.INCONCLUSIVE if None in held else Verdict.PASSED


def _numbers(bits: int) -> tuple[int, ...]:
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)
