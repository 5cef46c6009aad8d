"""What ``show`` tells of findings, targets and times."""

import re
from typing import Any

import pytest

from tests.integration.commands import Command, command
from worker.cli.console import output

__all__ = ["command"]


def finding(number: int) -> dict[str, Any]:
    """One finding as a check leaves it."""
    return {
        "check": "clauses_survive",
        "severity": "error",
        "subject": f"clause {number}",
        "pointer": f"/model/messages/{number}",
        "message": f"Clause {number} is lost.",
        "hint": f"Put clause {number} back.",
    }


def lost(command: Command, findings: int, **more: Any) -> str:
    """A run with one result that is not met, for so many reasons."""
    command.applied()
    run = command.enqueued()
    detail = {"findings": [finding(number) for number in range(findings)], **more}
    command.worked(run, "failed", {"liquid": True, "clause": False}, {"clause": detail})
    return str(run)


def test_reasons_tells_every_finding_with_its_place_and_hint(command: Command) -> None:
    """The one line of the result comes first."""
    run = lost(command, 3)

    said = command("show", run, "--reasons")

    for number in range(3):
        assert f"error /model/messages/{number}: Clause {number} is lost.\n" in said.out
        assert f"→ Put clause {number} back.\n" in said.out
    assert "more finding" not in said.out


def test_without_reasons_show_says_how_to_see_them(command: Command) -> None:
    """Once, and only where a result that is not met has findings."""
    run = lost(command, 2)

    said = command("show", run)

    assert said.out.count(f"assistant-test show {run} --reasons") == 1
    assert "Put clause" not in said.out


def test_a_run_without_findings_promises_none(command: Command) -> None:
    """Nothing leads to what is not there."""
    run = lost(command, 0)

    assert "--reasons" not in command("show", run).out


def test_findings_of_one_result_are_bounded(command: Command) -> None:
    """Twenty are told; of the rest the number, also of those that were not kept."""
    kept = lost(command, 21)

    said = command("show", kept, "--reasons")

    assert "Clause 19 is lost." in said.out
    assert "Clause 20 is lost." not in said.out
    assert "1 more finding: show --json." in said.out


def test_findings_that_were_not_kept_are_counted(command: Command) -> None:
    """A check keeps a hundred and says how many there were."""
    run = lost(command, 21, total=300)

    assert "280 more findings: show --json." in command("show", run, "--reasons").out


def test_the_head_keeps_to_80_columns_and_tells_both_times(command: Command) -> None:
    """Of the configuration's hash the first 12 digits; the document has all of it."""
    command.applied()
    file = command.file('{"model": {"messages": []}, "name": "a"}', "a.json")
    run = command.enqueued("--config-file", file)
    command.worked(run, "passed", {"liquid": True, "clause": True})

    said = command("show", run)
    target = command("show", run, "--json").document["run"]["target"]

    assert len(target) == len("inline:") + 64
    assert f"target {target[:19]}\n" in said.out
    assert max(map(len, said.out.splitlines()[:3])) <= 80
    assert "s in the queue" in said.out


def test_trials_are_numbered_from_1_wherever_there_are_several(command: Command) -> None:
    """The first one is named, too; in documents they count from 0."""
    run = lost(command, 0)
    command.connection.execute(
        """INSERT INTO assistant_test_case_runs
            (run_id, case_id, team_id, position, trial, runner, case_snapshot, status, error_code)
        SELECT run_id, case_id, team_id, position, 1, runner, case_snapshot, 'failed', 'case_timed_out'
        FROM assistant_test_case_runs WHERE run_id = %s""",
        [run],
    )

    said = command("show", run)
    told = command("timeline", run)

    assert "✗ configuration #1, clause" in said.out
    assert "? configuration #2: case_timed_out: " in said.out
    assert "The case configuration #2 is failed, case_timed_out." in told.out
    assert [case["trial"] for case in command("show", run, "--json").document["cases"]] == [0, 1]


ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize(
    "words",
    ["show RUN", "show RUN --reasons", "verdicts RUN", "rescore RUN", "compare RUN RUN --same", "timeline RUN", "runs"],
)
def test_on_a_terminal_no_line_is_wider_than_it_and_what_goes_on_is_set_in(command: Command, words: str) -> None:
    """Of 80 columns; off a terminal a line stays whole, so that programs find it."""
    run = lost(command, 3)
    called = words.replace("RUN", run).split(" ")
    whole = command(*called, "--team", "acme").out.splitlines()
    command.monkeypatch.setattr(output, "_force_terminal", True)
    command.monkeypatch.setattr(output, "_width", 80)

    lines = ESCAPES.sub("", command(*called, "--team", "acme").out).splitlines()

    assert max(map(len, lines)) <= 80
    going_on = [line for line in lines if line not in whole]
    assert all(line.startswith("    ") or any(one.startswith(line) for one in whole) for line in going_on)
