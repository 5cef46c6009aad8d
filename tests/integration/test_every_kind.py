"""One suite with every kind of assertion over one real configuration, from the file to the verdict."""

import asyncio
import os
from pathlib import Path

import pytest

from bench.catalogue import CONSUMER, SUITE, suite_for
from tests.eventually import eventually
from tests.integration.commands import Command, command
from tests.integration.in_process import SOON_S, working
from worker.domain.configuration import Configuration
from worker.judging import kinds
from worker.judging.structural import reading
from worker.judging.structural.readers.load import NotJson, load
from worker.registry import Registry

__all__ = ["command"]

CORPUS = os.environ.get("CORPUS_DIR")
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FOLDERS = [
    EXAMPLES,
    pytest.param(
        Path(CORPUS or "") / "configs",
        marks=pytest.mark.skipif(not CORPUS, reason="CORPUS_DIR names no folder of real files"),
    ),
]


def largest(folder: Path) -> tuple[Path, Configuration]:
    """The largest configuration below a folder."""
    for path in sorted((found for found in folder.rglob("*.json")), key=lambda found: -found.stat().st_size):
        try:
            configuration = reading(load(path.read_bytes()))
        except NotJson:
            continue
        if isinstance(configuration, Configuration):
            return path, configuration
    raise AssertionError(folder)


@pytest.mark.parametrize("folder", FOLDERS, ids=["examples", "corpus"])
async def test_every_kind_judges_one_configuration_in_one_run(
    command: Command, database_url: str, folder: Path
) -> None:
    """Each gives one result; what cannot be told is told with a code, and no judge fails."""
    path, configuration = largest(folder)
    suite = command.folder / "catalogue.suite.json"
    suite.write_text(suite_for(configuration, "acme"), encoding="utf-8")

    assert command("apply", suite).code == 0
    asked = command("enqueue", SUITE, "--team", "acme", "--consumer", CONSUMER, "--config-file", path)
    assert asked.code == 0, asked.err
    async with working(database_url, Registry.installed()):
        await asyncio.to_thread(eventually, lambda: outcome(command) is not None, SOON_S)

    assert outcome(command) == "passed"
    results = command.rows("SELECT evaluator, met IS NULL, error_code FROM assistant_test_assertion_results")
    assert len(results) == len(kinds.KINDS)
    assert {evaluator for evaluator, _, _ in results} == {kinds.STRUCTURAL}
    assert {code for _, unknown, code in results if unknown} <= {"configuration_incomplete"}


def outcome(command: Command) -> str | None:
    """The run's; None while it is worked."""
    found: str | None = command.one("SELECT outcome FROM assistant_test_runs")
    return found
