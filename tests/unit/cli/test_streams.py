"""Where a command's output goes nowhere: its exit status never says more than arrived, and there is no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PROGRAM = "import sys; from worker.cli.main import main; main()"
COMMANDS = [
    ["--help"],
    ["schema"],
    ["completion", "bash"],
    ["lint", "examples/booking.good.vapi.json", "--suite", "examples/booking.suite.yaml"],
    ["init", "examples/booking.good.vapi.json"],
]


def called(words: list[str], shell: str) -> subprocess.CompletedProcess[str]:
    """The command, its streams turned by a shell: ``"$@"`` is the call."""
    program = [sys.executable, "-c", PROGRAM, *words]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["sh", "-c", shell, "sh", *program],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment,
    )


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_full_disk_is_an_error_with_its_cause(words: list[str]) -> None:
    """Nobody takes an empty file for a result: exit 2, and why."""
    said = called(words, '"$@" > /dev/full')

    assert said.returncode == 2
    assert said.stderr.startswith("Error: Standard output cannot be written: No space left on device.")
    assert len(said.stderr.splitlines()) == 2


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_reader_that_has_left_ends_a_command_quietly_and_without_a_verdict(words: list[str]) -> None:
    """As in ``| head -1``; exit 1 would say that a run failed."""
    said = called(words, '{ "$@"; echo "exit $?" >&2; } | exec 0<&- true')

    assert said.stderr == "exit 2\n"


@pytest.mark.parametrize("where", ["2>/dev/full", "2>&-"])
def test_a_lost_standard_error_changes_no_exit_status(where: str) -> None:
    """Nobody is left to be told."""
    said = called(["lint", "missing.json"], f'"$@" {where}')

    assert (said.returncode, said.stdout, said.stderr) == (2, "", "")


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_closed_output_is_as_good_as_none(words: list[str]) -> None:
    """Who closes it wants no output; the work is done."""
    said = called(words, '"$@" >&- <&-')

    assert (said.returncode, said.stderr) == (0, "")


def test_an_error_is_told_before_a_full_disk_is() -> None:
    """What went wrong first is the cause."""
    said = called(["lint", "examples/booking.good.vapi.json", "missing.json"], '"$@" > /dev/full')

    assert said.returncode == 2
    assert "Traceback" not in said.stderr
