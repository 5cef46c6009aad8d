"""How a verdict came about, rule by rule; the rules that decided are marked."""

from collections.abc import Iterator
from typing import Any

from rich.markup import escape

from worker.db.verdicts import RunVerdict
from worker.domain.criteria import NO_RULE
from worker.domain.words import Verdict
from worker.report.rules import rules

SIGNS = {True: "[green]✓[/]", False: "[red]✗[/]", None: "[yellow]?[/]"}


def derivation(spec: dict[str, Any], verdict: RunVerdict) -> Iterator[str]:
    """One line for each rule of the spec, and one for whatever else decided."""
    for rule in rules(spec, verdict):
        decided = " [bold]← decided[/]" if _decides(rule.value, verdict) else ""
        yield f"{SIGNS[rule.value]} {escape(rule.wording)}: {rule.counts}{decided}"
    if verdict.partial:
        yield "The run is partial: cases or trials were left out, so nothing can be decided."
    if verdict.unmatched:
        yield f"No result is due for {escape(', '.join(verdict.unmatched))}, so nothing can be decided."
    if verdict.observed_only:
        yield NO_RULE


def _decides(value: bool | None, verdict: RunVerdict) -> bool:
    if verdict.partial or verdict.unmatched:
        return False
    return {Verdict.FAILED: value is False, Verdict.INCONCLUSIVE: value is None}.get(verdict.outcome, False)
