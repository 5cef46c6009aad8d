"""``show`` and ``verdicts``: what a run found, and what it means to whom."""

from dataclasses import asdict
from typing import Annotated, Any, Final

import typer
from rich.markup import escape

from worker.cli.console import coloured, errors, output, print_json
from worker.cli.derivation import derivation
from worker.cli.hanging import tell
from worker.cli.matrix import matrix
from worker.cli.naming import run_named
from worker.cli.options import AsJson, RunId, Team, database
from worker.cli.reasons import hidden, reasons
from worker.db.reading import (
    Cell,
    LiveCriteria,
    RunRow,
    cells_of,
    live_criteria_of,
    verdict_under,
)
from worker.db.requests import Connection
from worker.db.verdicts import RunVerdict

HASH_SHOWN: Final = 12
"""Digits of a configuration's hash that people are shown."""

EveryReason = Annotated[
    bool, typer.Option("--reasons", help="Every reason, also of what is met, and every finding with its hint.")
]


def show(run: RunId, team: Team = "", every_reason: EveryReason = False, as_document: AsJson = False) -> None:
    """Show a run: cases and assertions, reasons, and the verdict with its derivation.

    With ``--reasons`` each finding is told with its place in the configuration and how to mend it, up to 20 of one
    result; ``--json`` holds more.
    """
    with database() as connection:
        row = run_named(connection, run, team)
        present(connection, row, as_document=as_document, every_reason=every_reason)


def verdicts(run: RunId, team: Team = "", as_document: AsJson = False) -> None:
    """Show what one run means to every consumer that has live criteria for its suite; runs nothing anew."""
    with database() as connection:
        row = run_named(connection, run, team)
        live = live_criteria_of(connection, row.suite_id)
        found = [(each, verdict_under(connection, row.id, each.criteria_id)) for each in live]
    if as_document:
        print_json({"run": row.id, "stamped": _stamped(row), "verdicts": [_document(row, *each) for each in found]})
    else:
        _print_verdicts(row, found)


def present(connection: Connection, row: RunRow, *, as_document: bool, every_reason: bool = False) -> None:
    """Print a run as ``show`` does."""
    cells = cells_of(connection, row.id)
    verdict = verdict_under(connection, row.id, row.criteria_id)
    if as_document:
        print_json({"run": asdict(row), "cases": cases_of(cells), "verdict": asdict(verdict) if verdict else None})
        return
    _print_head(row)
    for part in matrix(cells, output.width):
        output.print(part)
    for line in reasons(cells, every=every_reason):
        tell(line)
    if not every_reason and hidden(cells):
        output.print("[dim]Every finding, and how to mend it:[/]")
        tell(f"  [dim]assistant-test show {row.id} --reasons[/]")
    _print_verdict(row, verdict)


def cases_of(cells: list[Cell]) -> list[dict[str, Any]]:
    """The matrix for programs: one entry per case run, with its results."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for cell in cells:
        case = found.setdefault(
            (cell.case, cell.trial),
            {
                "name": cell.case,
                "trial": cell.trial,
                "runner": cell.runner,
                "status": cell.case_status,
                "error_code": cell.case_error_code,
                "error_detail": cell.case_error_detail,
                "results": [],
            },
        )
        if cell.key:
            fields = ("key", "version", "kind", "statement", "step", "written", "met", "value", "evaluator")
            result = {name: getattr(cell, name) for name in (*fields, "rationale", "error_code", "detail")}
            case["results"].append(result)
    return list(found.values())


def _print_head(row: RunRow) -> None:
    tell(f"[bold]{escape(row.suite)}[/] for {escape(row.consumer)} (criteria version {row.criteria_version})")
    tell(f"run {row.id}, team {escape(row.team)}, target {escape(short(row.target))}")
    if row.rerun_of:
        tell(f"repeats run {row.rerun_of}")
    asked = ", cancel requested: it ends without a verdict as soon as a worker looks at it"
    asked = asked if row.cancel_requested_at and not row.ended else ""
    tell(f"{coloured(row.status)}{asked}{_took(row)}{', its deadline passed' if row.timed_out else ''}")
    if row.error_code:
        tell(f"[red]{escape(row.error_code)}[/]: {escape(row.error_detail or '')}")
    for warning in row.warnings:
        tell(f"[yellow]Warning:[/] {escape(warning)}")
    if row.left_out:
        tell(f"Left out, as the target does not allow them: {escape(', '.join(row.left_out))}")


def short(target: str) -> str:
    """A target for people: of the hash of a configuration, its first 12 digits."""
    kind, colon, rest = target.partition(":")
    return f"{kind}:{rest[:HASH_SHOWN]}" if kind == "inline" and colon else target


def _took(row: RunRow) -> str:
    """How long the work took, and how long the run waited for it."""
    if row.finished_at is None or row.started_at is None:
        return ""
    worked, queued = row.finished_at - row.started_at, row.started_at - row.created_at
    return f" in {worked.total_seconds():.2f} s, after {max(0.0, queued.total_seconds()):.2f} s in the queue"


def _print_verdict(row: RunRow, verdict: RunVerdict | None) -> None:
    if row.outcome is None:
        why = "the run has not ended" if not row.ended else f"the run ended as {row.status}"
        tell(f"No verdict: {why}.")
        return
    qualified = " (partial)" if row.partial else ", observed only" if verdict and verdict.observed_only else ""
    tell(f"Verdict of {escape(row.consumer)}: [bold]{coloured(row.outcome)}[/]{qualified}")
    for line in derivation(row.criteria, verdict) if verdict else ():
        tell(f"  {line}")


def _stamped(row: RunRow) -> dict[str, Any]:
    return {"consumer": row.consumer, "criteria_version": row.criteria_version, "outcome": row.outcome}


def _document(row: RunRow, live: LiveCriteria, verdict: RunVerdict | None) -> dict[str, Any]:
    return {
        "consumer": live.consumer,
        "criteria_version": live.version,
        "stamped": live.criteria_id == row.criteria_id,
        "verdict": asdict(verdict) if verdict else None,
    }


def _print_verdicts(row: RunRow, found: list[tuple[LiveCriteria, RunVerdict | None]]) -> None:
    stamped = f"{escape(row.consumer)} (criteria version {row.criteria_version})"
    outcome = f"[bold]{coloured(row.outcome)}[/]{' (partial)' if row.partial else ''}"
    tell(f"run {row.id} of {escape(row.suite)}, stamped for {stamped}: {outcome}")
    if row.outcome is None:
        errors.print("Only a completed run has verdicts.")
        return
    for live, verdict in found:
        mark = " [dim](stamped)[/]" if live.criteria_id == row.criteria_id else ""
        outcome = coloured(verdict.outcome if verdict else None)
        tell(f"{escape(live.consumer)}, criteria version {live.version}{mark}: [bold]{outcome}[/]")
        for line in derivation(live.spec, verdict) if verdict else ():
            tell(f"  {line}")
