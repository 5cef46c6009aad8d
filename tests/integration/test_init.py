"""What ``init`` writes is taken by ``apply`` as it is."""

from pathlib import Path

import pytest

from tests.integration.commands import Command, command

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
