"""The rules of a criteria with their values in one verdict, and what a single result means to them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from worker.db.verdicts import RunVerdict


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a criteria.

    Attributes:
        keys: what it names.
        value: whether it holds; None: unknown, also where the run has no verdict.
        counts: results due, met, not met and unknown, in words; empty where the run has no verdict.
    """

    wording: str
    keys: tuple[str, ...]
    value: bool | None
    counts: str = ""


def rules(spec: dict[str, Any], verdict: RunVerdict | None) -> list[Rule]:
    """The rules, required ones first, in the order of the spec."""
    worded = list(wordings(spec))
    if verdict is None:
        return [Rule(wording, keys, None) for wording, keys in worded]
    return [
        Rule(wording, keys, found["value"], _counts(found))
        for (wording, keys), found in zip(worded, verdict.rules, strict=True)
    ]


def wordings(spec: dict[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each rule in words, with the keys that it names."""
    for rule in spec.get("required", []):
        key = rule if isinstance(rule, str) else rule["key"]
        trials = "all" if isinstance(rule, str) else rule.get("trials", "all")
        yield f"required {key}" + (f", in {trials} of its trials" if trials != "all" else ""), (key,)
    for group in spec.get("threshold", []):
        yield f"at least {group['min']} of {', '.join(group['keys'])}", tuple(group["keys"])


def bearing(found: list[Rule]) -> dict[str, Rule]:
    """The rules that do not hold, by each key that they name; a key of no rule, or of one that holds, is not there."""
    return {key: rule for rule in found if rule.value is not True for key in rule.keys}


def _counts(rule: dict[str, Any]) -> str:
    words = [f"{rule['met']} of {rule['due']} met"]
    words += [f"{rule[name]} {said}" for name, said in (("not_met", "not met"), ("unknown", "unknown")) if rule[name]]
    return ", ".join(words)
