"""Random criteria and results, and the verdict arithmetic spelled out naively, for tests of the real one."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from worker.domain.criteria import Criteria, Required, Threshold, TrialWord
from worker.domain.verdict import Due

KEYS = ("k0", "k1", "k2", "k3", "k4", "k5")
SHARES = (0.1 + 0.2, 0.3, 1 / 3, 0.3333, 0.5, 2 / 3, 0.6667, 0.6666, 0.7, 0.75, 0.8, 0.9, 1, 1e-9)
TRIALS = (None, "all", "any", "majority", *SHARES)


def random_spec(random: Random, keys: Sequence[str] = KEYS) -> dict[str, Any]:
    """A valid spec that puts each key into a required rule, a group, ``ignore``, or nowhere."""
    spec: dict[str, Any] = {"required": [], "threshold": [], "ignore": []}
    for key in random.sample(keys, len(keys)):
        match random.choice(("required", "required", "group", "join", "ignore", "nowhere", "nowhere")):
            case "required":
                trials = random.choice(TRIALS)
                spec["required"].append(key if trials is None else {"key": key, "trials": trials})
            case "join" if spec["threshold"]:
                random.choice(spec["threshold"])["keys"].append(key)
            case "group" | "join":
                spec["threshold"].append({"keys": [key], "min": random.choice(SHARES)})
            case "ignore":
                spec["ignore"].append(key)
    return {field: rules for field, rules in spec.items() if rules}


def completions(rows: Sequence[Due]) -> Iterator[list[Due]]:
    """Every way in which the unknown rows could have come out."""
    unknown = [index for index, row in enumerate(rows) if row.met is None]
    for values in product((False, True), repeat=len(unknown)):
        known = list(rows)
        for index, value in zip(unknown, values, strict=True):
            known[index] = known[index]._replace(met=value)
        yield known


def holds(rule: Required | Threshold, rows: Iterable[Due]) -> bool:
    """Whether a rule holds on rows that are all known, by the words of criteria.md."""
    if isinstance(rule, Threshold):
        counted = [row.met for row in rows if row.key in rule.keys]
        return Fraction(counted.count(True), len(counted)) >= rule.minimum
    cases: dict[str, dict[int, bool]] = {}
    for row in rows:
        if row.key == rule.key:
            trials = cases.setdefault(row.case, {})
            trials[row.trial] = trials.get(row.trial, True) and bool(row.met)
    return all(_enough(rule, list(trials.values())) for trials in cases.values())


def _enough(rule: Required, trials: list[bool]) -> bool:
    """Whether one case's trials are enough."""
    share = Fraction(trials.count(True), len(trials))
    match rule.trials:
        case TrialWord.ALL:
            return all(trials)
        case TrialWord.ANY:
            return any(trials)
        case TrialWord.MAJORITY:
            return share > Fraction(1, 2)
        case Fraction():
            return share >= rule.trials


def in_three_values(rule: Required | Threshold, rows: Sequence[Due]) -> bool | None:
    """True where the rule holds in every completion, False where in none, else None."""
    values = {holds(rule, known) for known in completions(rows)}
    return values.pop() if len(values) == 1 else None


def rules_of(criteria: Criteria) -> list[Required | Threshold]:
    """All rules, required ones first."""
    return [*criteria.required, *criteria.threshold]
