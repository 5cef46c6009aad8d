"""``run --dry-run``: what would run, and what it would cost; writes nothing."""

from dataclasses import dataclass
from typing import Any

from rich.markup import escape
from rich.table import Table

from worker.cli import repeating
from worker.cli.console import output, print_json
from worker.cli.forewarning import no_rule
from worker.cli.hanging import tell
from worker.db.rehearsing import Rehearsed, rehearsed
from worker.db.requests import Connection, Request
from worker.domain.criteria import has_no_rule
from worker.domain.plan import Plan
from worker.domain.words import Reads
from worker.registry import Registry
from worker.steps.prepare import plan_run, require_targets


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A case that would be played.

    Attributes:
        calls: conversations with a vendor, over all trials; None: not known.
    """

    name: str
    runner: str
    trials: int
    assertions: tuple[str, ...]
    calls: int | None


def rehearse(connection: Connection, request: Request, *, as_document: bool) -> None:
    """Print the plan that a run would be given here and now, as its first step would make it.

    Raises:
        WorkerError: what the enqueue would refuse, or what would end the run at its start.
    """
    registry = Registry.installed()
    with rehearsed(connection, request) as found:
        plan = plan_run(found.run, found.cases, found.assertions, registry)
        _require_target(found, plan, registry)
    cases = [_foreseen(plan, place, registry) for place in range(len(plan.planned))]
    more = plan.run_config.get("trials", 1) > 1
    once = repeating.told((case.runner for case in cases), registry) if more else []
    calls = None if any(case.calls is None for case in cases) else sum(case.calls or 0 for case in cases)
    if as_document:
        print_json(_document(request, plan, cases, calls) | {"notes": once})
    else:
        _print(request, plan, cases, calls)
        for sentence in once:
            tell(f"[yellow]Note:[/] {escape(sentence)}")


def _require_target(found: Rehearsed, plan: Plan, registry: Registry) -> None:
    """What can be known of the target without asking for it."""
    run = found.run
    reads = any(registry.adapter(runner).traits.needs_target == Reads.CONFIGURATION for runner in plan.brings)
    if reads and run.target_sha256 is None and run.config_ref is not None:
        registry.source(run.config_ref)
    require_targets(run, plan, registry, fetched=run.config_ref is not None)


def _foreseen(plan: Plan, place: int, registry: Registry) -> Foreseen:
    case = plan.planned[place]
    traits = registry.adapter(case.runner).traits
    trials = plan.trials(repeats=traits.trials)
    keys = tuple(due.key for due in plan.due(case.id, case.runner))
    return Foreseen(case.name, case.runner, trials, keys, None if traits.calls is None else traits.calls * trials)


def _document(request: Request, plan: Plan, cases: list[Foreseen], calls: int | None) -> dict[str, Any]:
    return {
        "dry_run": True,
        "suite": request.suite,
        "consumer": request.consumer,
        "partial": plan.partial,
        "cases": [{name: getattr(case, name) for name in Foreseen.__slots__} for case in cases],
        "case_runs": sum(case.trials for case in cases),
        "results": sum(case.trials * len(case.assertions) for case in cases),
        "calls": calls,
        "cost": 0 if calls == 0 else None,
        "left_out": plan.left_out,
        "warnings": warnings_of(request, plan),
    }


def warnings_of(request: Request, plan: Plan) -> list[str]:
    """What the plan warns of, and a criteria that demands nothing."""
    unbound = [no_rule(request.consumer, request.suite)] if has_no_rule(plan.criteria) else []
    return [*plan.warnings, *unbound]


def _print(request: Request, plan: Plan, cases: list[Foreseen], calls: int | None) -> None:
    tell(f"[bold]{escape(request.suite)}[/] for {escape(request.consumer)}: what would run. Nothing is written.")
    table = Table("case", "runner", "trials", "assertions", show_edge=False)
    table.columns[0].overflow = "fold"  # a name that is cut names nothing
    for case in cases:
        table.add_row(escape(case.name), escape(case.runner), str(case.trials), escape(", ".join(case.assertions)))
    output.print(table)
    runs = sum(case.trials for case in cases)
    results = sum(case.trials * len(case.assertions) for case in cases)
    tell(f"Case runs: {runs}. Results due: {results}.")
    unknown = sorted({case.runner for case in cases if case.calls is None})
    said = f"not known for {escape(', '.join(unknown))}" if unknown else str(calls or "none")
    tell(f"Conversations with a vendor: {said}. Cost: {'none' if calls == 0 else 'not known'}.")
    if plan.partial:
        tell("The run would be partial, so it would end inconclusive.")
    for warning in warnings_of(request, plan):
        tell(f"[yellow]Warning:[/] {escape(warning)}")
    if plan.left_out:
        tell(f"Left out, as the target does not allow them: {escape(', '.join(plan.left_out))}")
