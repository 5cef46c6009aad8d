"""A plan in words, and as JSON."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rich.markup import escape

from worker.domain.apply_plan import (
    AssertionWritten,
    CaseWritten,
    Change,
    CriteriaWritten,
    LinkWritten,
    Plan,
    SuiteWritten,
)
from worker.domain.suite_state import same


def lines(plan: Plan) -> Iterator[str]:
    """The plan line by line: ``+`` is new, ``~`` changed, ``-`` taken away."""
    suite = None
    for change in plan.changes:
        if change.suite != suite:
            suite = change.suite
            yield f"[bold]{escape(suite)}[/] (team {escape(plan.team)})"
        sign, words = described(change)
        yield f"  [{ {'+': 'green', '~': 'yellow', '-': 'red'}[sign] }]{sign}[/] {escape(words)}"


def described(change: Change) -> tuple[str, str]:
    """A change's sign and words."""
    match change:
        case SuiteWritten(before=before, after=after):
            archived = "out of the archive, " if change.revived else ""
            return ("~", f"suite: {archived}{changed(before, after)}") if before else ("+", "suite")
        case CaseWritten(case=name, before=before, after=after):
            also = f"; it stands in {', '.join(change.also_in)} too" if change.also_in else ""
            return ("~", f"case {name}: {changed(before, after)}{also}") if before else ("+", f"case {name}")
        case LinkWritten():
            return _link(change)
        case AssertionWritten():
            owner = "" if change.owner.kind == "suite" else f" of case {change.owner.name}"
            return _version(f"assertion {change.key}{owner}", change)
        case CriteriaWritten():
            return _version(f"criteria of {change.consumer}", change)


def changed(before: Any, after: Any) -> str:
    """The names of the fields that differ."""
    old, new = asdict(before), asdict(after)
    return ", ".join(name for name in new if not same(old[name], new[name])) or "unchanged"


def as_json(plan: Plan) -> dict[str, Any]:
    """The plan for programs."""
    return {"team": plan.team, "changes": [_change_json(change) for change in plan.changes]}


def _link(change: LinkWritten) -> tuple[str, str]:
    match change:
        case LinkWritten(before=None, case=name):
            return "+", f"case {name} joins the suite"
        case LinkWritten(after=None, case=name):
            return "-", f"case {name} leaves the suite; the case itself stays"
        case LinkWritten(before=before, after=after, case=name) if before and after:
            words = [] if before.position == after.position else [f"moves to place {after.position + 1}"]
            if before.enabled != after.enabled:
                words.append("is enabled" if after.enabled else "is disabled")
            return "~", f"case {name} {' and '.join(words)}"
    raise AssertionError(change)


def _version(what: str, change: AssertionWritten | CriteriaWritten) -> tuple[str, str]:
    before, after = change.before, change.after
    if after.retired:
        return "-", f"{what}: retired by version {after.version}"
    if before is None:
        return "+", f"{what}: version {after.version}"
    if before.retired:
        return "+", f"{what}: version {after.version}, live again"
    if isinstance(change, AssertionWritten) and change.before:
        return "~", f"{what}: version {after.version} ({changed(change.before.wording, change.after.wording)})"
    return "~", f"{what}: version {after.version}"


def _change_json(change: Change) -> dict[str, Any]:
    sign, words = described(change)
    act = {"+": "create", "~": "change", "-": "take_away"}[sign]
    return {"act": act, "what": type(change).__name__.removesuffix("Written").lower(), "words": words, **asdict(change)}
