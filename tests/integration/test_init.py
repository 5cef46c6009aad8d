"""What ``init`` writes is taken by ``apply`` as it is."""

import asyncio
import os
from pathlib import Path
from uuid import UUID

import pytest

from tests.eventually import eventually
from tests.integration.commands import Command, command
from tests.integration.in_process import SOON_S, working
from worker.registry import Registry

__all__ = ["command"]

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize("name", ["booking.good.vapi.json", "front-desk.elevenlabs.json"])
def test_the_plan_of_a_first_suite_creates_all_of_it(command: Command, name: str) -> None:
    """Dry run, apply, and a second apply that changes nothing."""
    out = command.folder / "first.yaml"
    assert command("init", EXAMPLES / name, "--out", out, "--suite", "first", "--team", "acme").code == 0

    dry, applied, again = command("apply", out, "--dry-run"), command("apply", out), command("apply", out)

    assert "nothing written" in dry.out
    assert "criteria of publish_gate: version 1" in applied.out
    assert "Nothing to change." in again.out
    assert command.one("SELECT count(*) FROM assistant_test_assertions") == 5


@pytest.mark.skipif(not os.environ.get("CORPUS_DIR"), reason="CORPUS_DIR names no folder of real files")
async def test_the_first_suite_of_each_real_configuration_is_applied_and_its_run_passes(
    command: Command, database_url: str
) -> None:
    """By a worker, on the file that it was made from. What is no configuration is refused in a sentence."""
    files = sorted(path for path in (Path(os.environ["CORPUS_DIR"]) / "configs").rglob("*") if path.is_file())
    suites = [
        (name, file)
        for name, file in ((f"s{number}", file) for number, file in enumerate(files))
        if drafted(command, name, file)
    ]

    applied = command("apply", *(command.folder / f"{name}.yaml" for name, _ in suites))
    assert applied.code == 0, applied.err
    async with working(database_url, Registry.installed()):
        runs = {enqueued(command, name, file): file for name, file in suites}
        await asyncio.to_thread(eventually, lambda: ended(command) == len(runs), SOON_S)

    outcomes = command.rows("SELECT id, outcome FROM assistant_test_runs WHERE outcome IS DISTINCT FROM 'passed'")
    assert [(runs[run], outcome) for run, outcome in outcomes] == []
    assert len(runs) > 20


def drafted(command: Command, name: str, config: Path) -> bool:
    """Whether init wrote a suite for this file; where it did not, it said why."""
    said = command("init", config, "--out", command.folder / f"{name}.yaml", "--suite", name, "--team", "acme")
    assert said.code == 0 or (said.code == 2 and config.name in said.err), (config, said)
    return said.code == 0


def enqueued(command: Command, name: str, config: Path) -> UUID:
    """A run of the suite on the file."""
    said = command("enqueue", name, "--team", "acme", "--consumer", "publish_gate", "--config-file", config)
    assert said.code == 0, (config, said.err)
    return UUID(said.out.strip())


def ended(command: Command) -> int:
    """How many runs have."""
    found: int = command.one("SELECT count(*) FROM assistant_test_runs WHERE finished_at IS NOT NULL")
    return found
