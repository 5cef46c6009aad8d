"""Adapters and configuration sources by name, found by entry point; the worker names no vendor."""

import difflib
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from worker.errors import NotReady, RunFailed
from worker.ports import PORT_VERSION, CaseAdapter, ConfigSource

ADAPTERS = "worker.adapters"
SOURCES = "worker.config_sources"


class Registry:
    """The adapters and sources that are installed; each is made when it is first asked for."""

    def __init__(self, adapters: dict[str, CaseAdapter], sources: dict[str, ConfigSource]) -> None:
        self._adapters = adapters
        self._sources = sources

    @classmethod
    def installed(cls) -> "Registry":
        """Everything that the environment's packages offer.

        Raises:
            NotReady: an adapter was written for another version of the ports, two packages offer one name, or what a
                package offers cannot be made.
        """
        adapters: dict[str, CaseAdapter] = _offered(ADAPTERS)
        for name, adapter in adapters.items():
            found = getattr(getattr(adapter, "traits", None), "port_version", "none")
            if found != PORT_VERSION:
                raise NotReady(
                    f"The adapter {name} was made for port version {found}, not {PORT_VERSION}.",
                    advice="Install a release of it that was made for this worker.",
                )
        return cls(adapters, _offered(SOURCES))

    def __iter__(self) -> Iterator[tuple[str, CaseAdapter]]:
        return iter(sorted(self._adapters.items()))

    def adapter(self, runner: str) -> CaseAdapter:
        """The adapter of a runner.

        Raises:
            RunFailed: ``runner_unknown``, with the nearest known name.
        """
        if runner not in self._adapters:
            near = difflib.get_close_matches(runner, self._adapters, n=1)
            meant = f" Did you mean {near[0]}?" if near else ""
            raise RunFailed(
                "runner_unknown",
                f"No adapter is installed for the runner {runner}.{meant}",
                advice=f"Installed: {', '.join(sorted(self._adapters))}.",
            )
        return self._adapters[runner]

    def waits(self, runner: str) -> bool:
        """True where cases of this runner wait for a vendor; an unknown runner fails at once, so it does not."""
        adapter = self._adapters.get(runner)
        return adapter.traits.waits if adapter else False

    def source(self, reference: str) -> ConfigSource:
        """The source for a reference.

        Raises:
            RunFailed: ``target_source_missing``.
        """
        name = reference.partition(":")[0]
        if name not in self._sources:
            raise RunFailed(
                "target_source_missing",
                f"No source is installed for the configuration reference {reference}.",
                advice="Give the configuration itself with the enqueue, or install a package that offers "
                f"the entry point {SOURCES}: {name}.",
            )
        return self._sources[name]


def _offered(group: str) -> dict[str, Any]:
    """What the packages offer, by name; which of two that differ would win is nobody's decision."""
    points: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        other = points.setdefault(point.name, point)
        if other.value != point.value:
            raise NotReady(
                f"Two packages offer the {group} entry point {point.name}: {_named(other)} and {_named(point)}.",
                advice="Uninstall one of them.",
            )
    return {name: _made(point) for name, point in points.items()}


def _named(point: EntryPoint) -> str:
    package = point.dist.name if point.dist is not None else "an unnamed package"
    return f"{package} ({point.value})"


def _made(point: EntryPoint) -> Any:
    try:
        return point.load()()
    except Exception as broken:
        raise NotReady(
            f"The {point.group} entry point {point.name} cannot be loaded: {type(broken).__name__}: {broken}",
            advice="Repair or uninstall the package that offers it.",
        ) from broken
