"""What changed from one run to another, assertion by assertion and case by case."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from worker.db.comparing import Pair
from worker.domain.comparison import Change, Compared, Side, compare


@dataclass(frozen=True, slots=True)
class Difference:
    """One pair with what became of it."""

    pair: Pair
    compared: Compared

    def why(self) -> list[str]:
        """In words: what is another one, or why the later run is not met or unknown."""
        pair, said = self.pair, []
        for reason in self.compared.reasons:
            match reason:
                case "judge":
                    said.append(f"judge {_list(pair.evaluators_before)} then, {_list(pair.evaluators_after)} now")
                case "wording":
                    said.append(f"wording version {_list(pair.versions_before)} then, {_list(pair.versions_after)} now")
                case "case":
                    said.append("the case was edited between the runs")
                case _:
                    said.append(f"unknown {'then' if self.compared.before == 'unknown' else 'now'}")
        told = pair.why_after if pair.met_after is not None and self.compared.after != "met" else None
        return [*said, told] if told else said


@dataclass(slots=True)
class Comparison:
    """All differences; what is the same is only counted."""

    counts: Counter[Change] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    @property
    def broken(self) -> bool:
        """Whether anything was met before and is not any more."""
        return self.counts[Change.BROKEN] > 0


def comparison(pairs: Iterable[Pair], *, keep_same: bool = False) -> Comparison:
    """The decision for every pair."""
    found = Comparison()
    for pair in pairs:
        compared = compare(
            _side(pair.met_before, pair.evaluators_before, pair.wordings_before, pair.cases_before),
            _side(pair.met_after, pair.evaluators_after, pair.wordings_after, pair.cases_after),
        )
        found.counts[compared.change] += 1
        if keep_same or compared.change is not Change.SAME:
            found.differences.append(Difference(pair, compared))
    return found


def document(difference: Difference) -> dict[str, Any]:
    """One difference for programs."""
    pair, compared = difference.pair, difference.compared
    return {
        "case": pair.case,
        "case_id": str(pair.case_id),
        "call": pair.call,
        "key": pair.key,
        "step": pair.step,
        "change": compared.change,
        "reasons": list(compared.reasons),
        "why": difference.why(),
        "before": _told(compared.before, pair.met_before, pair.evaluators_before, pair.versions_before),
        "after": _told(compared.after, pair.met_after, pair.evaluators_after, pair.versions_after),
    }


def _told(state: str | None, met: Any, evaluators: Any, versions: Any) -> dict[str, Any] | None:
    if state is None:
        return None
    return {"state": state, "met": met, "evaluators": evaluators or [], "versions": versions}


def _side(
    met: list[bool | None] | None, evaluators: list[str] | None, wordings: list[str] | None, cases: list[str] | None
) -> Side | None:
    if met is None:
        return None
    return Side(tuple(met), frozenset(evaluators or ()), frozenset(wordings or ()), frozenset(cases or ()))


def _list(values: Iterable[object] | None) -> str:
    return ", ".join(map(str, values or ())) or "none"
