"""What is said where more trials are asked for than a run will have."""

from collections.abc import Iterable

from worker.db import choosing
from worker.db.requests import Connection, Request
from worker.errors import RunFailed
from worker.registry import Registry


def of_request(connection: Connection, request: Request) -> list[str]:
    """A sentence for each runner whose cases are played once, whatever was asked; none where one trial was."""
    asked = request.run_config.get("trials")
    if not isinstance(asked, int) or asked <= 1:
        return []
    runners = choosing.runners(connection, request.team, request.suite, request.only_cases)
    return told(runners, Registry.installed())


def told(runners: Iterable[str], registry: Registry) -> list[str]:
    """The same for these runners; of one that is not installed nothing is known."""
    return [
        f"trials: 1 for {runner} cases, which repeat nothing: they find the same each time."
        for runner in sorted(set(runners))
        if not _repeats(runner, registry)
    ]


def _repeats(runner: str, registry: Registry) -> bool:
    try:
        return registry.adapter(runner).traits.trials
    except RunFailed:
        return True
