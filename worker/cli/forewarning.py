"""What is known of a run before it is asked for, or as soon as it is: a target that nobody can fetch, no rule."""

from collections.abc import Iterator
from uuid import UUID

from rich.markup import escape

from worker.cli.console import errors
from worker.db.reading import run_of
from worker.db.rehearsing import rehearsed, there
from worker.db.requests import Connection, Request
from worker.domain.criteria import has_no_rule
from worker.domain.words import Reads
from worker.errors import RunFailed
from worker.registry import Registry
from worker.suitefile import ReadSuite


def require_source(connection: Connection, request: Request) -> None:
    """Refuse a run whose configuration would come from a source that is not installed here.

    A request that made its run before is not looked at, nor are cases of a runner that is not installed here either.

    Raises:
        RunFailed: ``target_source_missing``.
    """
    if request.content is not None or request.call_set is not None or there(connection, request) is not None:
        return
    registry = Registry.installed()
    try:
        registry.source(request.config or "live")
    except RunFailed as missing:
        with rehearsed(connection, request) as found:
            only = found.run.only_cases
            runners = {case.runner for case in found.cases if only is None or case.id in only}
        if any(name in runners and adapter.traits.needs_target == Reads.CONFIGURATION for name, adapter in registry):
            said = "Give the configuration itself with --config-file FILE"
            instead = "enqueue asks all the same, for workers that have more installed than this machine"
            raise RunFailed(
                missing.code, missing.message, advice=f"{said}, or install a source for it; {instead}."
            ) from None


def tell_of_no_rule(connection: Connection, run: UUID) -> None:
    """Say on standard error where a run's criteria has no rule, before anybody takes its pass for one."""
    row = run_of(connection, run)
    if has_no_rule(row.criteria):
        errors.print(f"[yellow]Warning:[/] {escape(no_rule(row.consumer, row.suite))}")


def without_rules(read: list[ReadSuite]) -> Iterator[str]:
    """A sentence for each criteria of these files that has no rule."""
    for each in read:
        for consumer, spec in each.suite.criteria.items():
            if has_no_rule(spec):
                yield no_rule(consumer, each.suite.name)


def no_rule(consumer: str, suite: str) -> str:
    """The sentence."""
    return f"{consumer} has no rule for suite {suite}: every run passes it, everything is only observed."
