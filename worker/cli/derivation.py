"""How a verdict came about, rule by rule; the rules that decided are marked."""

from collections.abc import Iterator
from typing import Any

from rich.markup import escape

from worker.db.verdicts import RunVerdict
from worker.domain.words import Verdict

SIGNS = {True: "[green]✓[/]", False: "[red]✗[/]", None: "[yellow]?[/]"}


def derivation(spec: dict[str, Any], verdict: RunVerdict) -> Iterator[str]:
    """One line for each rule of the spec, and one for whatever else decided."""
    for rule, wording in zip(verdict.rules, _wordings(spec), strict=False):
        decided = " [bold]← decided[/]" if _decides(rule["value"], verdict) else ""
        yield f"{SIGNS[rule['value']]} {escape(wording)}: {_counts(rule)}{decided}"
    if verdict.partial:
        yield "The run is partial: cases or trials were left out, so nothing can be decided."
    if verdict.unmatched:
        yield f"No result is due for {escape(', '.join(verdict.unmatched))}, so nothing can be decided."
    if verdict.observed_only:
        yield "The criteria has no rules; everything is only observed."


def _wordings(spec: dict[str, Any]) -> Iterator[str]:
    for rule in spec.get("required", []):
        key = rule if isinstance(rule, str) else rule["key"]
        trials = "" if isinstance(rule, str) else rule.get("trials", "all")
        yield f"required {key}" + (f", in {trials} of its trials" if trials not in {"", "all"} else "")
    for group in spec.get("threshold", []):
        yield f"at least {group['min']} of {', '.join(group['keys'])}"


def _decides(value: bool | None, verdict: RunVerdict) -> bool:
    if verdict.partial or verdict.unmatched:
        return False
    return {Verdict.FAILED: value is False, Verdict.INCONCLUSIVE: value is None}.get(verdict.outcome, False)


def _counts(rule: dict[str, Any]) -> str:
    words = [f"{rule['met']} of {rule['due']} met"]
    if rule["not_met"]:
        words.append(f"{rule['not_met']} not met")
    if rule["unknown"]:
        words.append(f"{rule['unknown']} unknown")
    return ", ".join(words)
