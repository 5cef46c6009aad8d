"""What ``import`` writes is taken by ``apply`` as it is once its runners are there, and what waits in it is whole."""

import json
import os
from pathlib import Path

import pytest

from tests.integration.commands import Command, command
from tests.unit.importing.samples import ALL
from worker import suitefile
from worker.errors import FileError

__all__ = ["command"]


RUNNERS = ("vapi_chat", "vapi_evals", "vapi_simulations", "elevenlabs_chat", "elevenlabs_tests")


def registered(command: Command) -> None:
    """As workers do that have the adapters."""
    for name in RUNNERS:
        command.connection.execute(
            "INSERT INTO assistant_test_runners (name, brings, needs_target, deadline_s, trials)"
            " VALUES (%s, '{conversation}', NULL, 600, true)",
            [name],
        )


def imported(command: Command, source: Path) -> list[Path]:
    """The suite files of these sources."""
    out = command.folder / "suites"
    said = command("import", source, "--out", out, "--team", "acme")
    assert said.code == 0, said.err
    return sorted(out.iterdir())


def test_a_sample_of_each_format_is_planned_and_applied(command: Command) -> None:
    """Dry run, apply, and a second apply that changes nothing."""
    (command.folder / "in").mkdir()
    for name, content in ALL.items():
        command.file(json.dumps(content), f"in/{name}.json")

    files = imported(command, command.folder / "in")
    registered(command)
    dry, applied, again = command("apply", *files, "--dry-run"), command("apply", *files), command("apply", *files)

    assert "nothing written" in dry.out
    assert [said.code for said in (dry, applied, again)] == [0, 0, 0]
    assert "Nothing to change." in again.out
    assert command.one("SELECT count(*) FROM assistant_test_cases") == 9


@pytest.mark.skipif(not os.environ.get("CORPUS_DIR"), reason="CORPUS_DIR names no folder of real files")
def test_the_real_files_are_planned(command: Command) -> None:
    """All together."""
    files = imported(command, Path(os.environ["CORPUS_DIR"]) / "evals")
    registered(command)

    assert command("apply", *files, "--dry-run").code == 0


def test_a_runner_that_no_worker_has_is_named_by_apply(command: Command) -> None:
    """With the file and the line."""
    [path] = imported(command, command.file(json.dumps(ALL["promptfoo"]), "p.json"))

    said = command("apply", path, "--dry-run")

    assert said.code == 2
    assert "vapi_chat" in said.err


def test_what_waits_is_read_once_its_marks_are_taken_away(command: Command) -> None:
    """Then nothing is wrong with it but that there is no such kind."""
    (command.folder / "in").mkdir()
    for name, content in ALL.items():
        command.file(json.dumps(content), f"in/{name}.json")
    files = imported(command, command.folder / "in")

    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines()
        body = [line for line in lines if "cannot be judged by this version" not in line]
        told = [
            line.replace("# ", "", 1) if line.strip().startswith(("# assertions:", "#   - {")) else line
            for line in body
        ]
        path.write_text("\n".join(told), encoding="utf-8")

    with pytest.raises(FileError) as refused:
        suitefile.read(files)
    assert {fault.message.split(" called")[0] for fault in refused.value.faults} == {"There is no kind of assertion"}
    assert len(refused.value.faults) == sum(path.read_text("utf-8").count('"kind": "') for path in files) - 1
