"""Adapters and sources are found by entry point; what is missing, doubled, broken or of another time is named."""

from pathlib import Path

import pytest

from worker.errors import NotReady, RunFailed
from worker.ports import PORT_VERSION
from worker.registry import Registry

ADAPTER = """
from worker.domain.words import Reads
from worker.ports import Traits

class Adapter:
    traits = Traits(
        brings=frozenset({Reads.CONVERSATION}), needs_target=None, deadline_s=60, waits=True, trials=True,
        port_version=%s,
    )
    async def execute(self, case):
        raise NotImplementedError

make = Adapter
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose packages are installed for the length of the test."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def install(
    folder: Path, package: str, *, name: str, group: str = "worker.adapters", source: str = ADAPTER % PORT_VERSION
) -> None:
    """A package with one module and one entry point."""
    module = package.replace("-", "_")
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {module}:make\n", encoding="utf-8")


def test_an_installed_package_brings_its_runner(packages: Path) -> None:
    """Nothing in the worker names it."""
    install(packages, "one-package", name="one_chat")

    registry = Registry.installed()

    assert [name for name, _ in registry] == ["one_chat", "structural"]
    assert registry.waits("one_chat")


def test_an_unknown_runner_lists_the_known_ones_and_the_nearest(packages: Path) -> None:
    """Most unknown runners are misspelled."""
    install(packages, "two-package", name="two_chat")

    with pytest.raises(RunFailed) as refused:
        Registry.installed().adapter("two_chatt")

    assert refused.value.code == "runner_unknown"
    assert "two_chatt" in refused.value.message
    assert "Did you mean two_chat?" in refused.value.message
    assert refused.value.advice == "Installed: structural, two_chat."


def test_an_unknown_runner_that_is_near_to_nothing_is_not_guessed_at() -> None:
    """A wrong hint is worse than none."""
    with pytest.raises(RunFailed) as refused:
        Registry.installed().adapter("zzz")

    assert "Did you mean" not in refused.value.message


def test_an_unknown_runner_waits_for_nobody() -> None:
    """Its run is to fail at once."""
    assert not Registry.installed().waits("zzz")


@pytest.mark.parametrize(
    ("source", "found"),
    [(ADAPTER % (PORT_VERSION + 1), str(PORT_VERSION + 1)), ("class make: pass", "none")],
    ids=["a later one", "no traits at all"],
)
def test_an_adapter_of_another_port_version_is_refused(packages: Path, source: str, found: str) -> None:
    """It is refused at the start, not at its first case."""
    install(packages, f"old-package-{found}", name="old_chat", source=source)

    with pytest.raises(NotReady) as refused:
        Registry.installed()

    assert refused.value.message == f"The adapter old_chat was made for port version {found}, not {PORT_VERSION}."


@pytest.mark.parametrize("group", ["worker.adapters", "worker.config_sources"])
def test_two_packages_of_one_name_are_refused(packages: Path, group: str) -> None:
    """Which of them would win is no matter of the path's order; both are named."""
    install(packages, "here-package", name="same", group=group)
    install(packages, "there-package", name="same", group=group)

    with pytest.raises(NotReady) as refused:
        Registry.installed()

    assert f"Two packages offer the {group} entry point same" in refused.value.message
    assert "here-package (here_package:make)" in refused.value.message
    assert "there-package (there_package:make)" in refused.value.message


@pytest.mark.parametrize("source", ["import no_such_module_anywhere", "def make(): raise OSError('no key')", ""])
def test_a_package_that_cannot_be_loaded_is_named(packages: Path, source: str) -> None:
    """No traceback: which entry point, what it said, and what to do."""
    install(packages, f"broken-package-{len(source)}", name="broken", source=source)

    with pytest.raises(NotReady, match=r"The worker\.adapters entry point broken cannot be loaded: \w+Error"):
        Registry.installed()


def test_a_reference_without_a_source_names_the_entry_point() -> None:
    """The package to install is somebody else's to know."""
    with pytest.raises(RunFailed) as refused:
        Registry.installed().source("product:42")

    assert refused.value.code == "target_source_missing"
    assert refused.value.advice.endswith("worker.config_sources: product.")
