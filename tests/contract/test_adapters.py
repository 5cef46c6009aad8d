"""The suite of the adapters' promises, over each adapter that is installed here or in the tests' plugin."""

from importlib.metadata import entry_points

import pytest

from tests.contract.adapter_suite import AdapterSuite, Line
from tests.processes import PLUGIN
from worker.domain.evidence import Target
from worker.ports import CaseAdapter
from worker.registry import ADAPTERS, Registry

LINES = {
    "structural": Line(plays={"variables": {"city": "Leeds"}}, refused_target=Target(ref="live")),
    "scripted": Line(plays={}, refused={"fail": "permanent_case"}, endless={"until": "/nowhere/at/all"}),
}


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """What is installed, the tests' plugin included."""
    monkeypatch.syspath_prepend(str(PLUGIN))
    return Registry.installed()


@pytest.mark.usefixtures("registry")
def test_every_installed_adapter_has_its_line() -> None:
    """A new adapter brings its line, or this is red."""
    assert {point.name for point in entry_points(group=ADAPTERS)} == set(LINES)


@pytest.mark.parametrize("name", LINES)
class TestInstalledAdapters(AdapterSuite):
    """Every promise, for every adapter."""

    @pytest.fixture
    def line(self, name: str) -> Line:
        """The adapter's contents."""
        return LINES[name]

    @pytest.fixture
    def adapter(self, name: str, registry: Registry) -> CaseAdapter:
        """The adapter."""
        return registry.adapter(name)
