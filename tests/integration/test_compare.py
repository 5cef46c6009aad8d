"""``compare`` on a real database: what changed between two runs of a suite."""

from typing import Any
from uuid import UUID

import pytest

from tests.integration.commands import SUITE, Command, command

__all__ = ["command"]


def ran(command: Command, outcome: str = "passed", **met: bool | None) -> UUID:
    """A run that ended with these results."""
    run = command.enqueued()
    command.worked(run, outcome, met)
    return run


def changes(command: Command, before: UUID, after: UUID) -> dict[str, tuple[str, list[str]]]:
    """Each key with what became of it, and why."""
    found: list[dict[str, Any]] = command("compare", before, after, "--json", "--same").document["differences"]
    return {each["key"]: (each["change"], each["reasons"]) for each in found}


def test_broken_fixed_and_the_same(command: Command) -> None:
    """Broken ones are told first, with the reason of the later run."""
    command.applied()
    before, after = ran(command, liquid=True, clause=True), ran(command, "failed", liquid=False, clause=True)

    said = command("compare", before, after)

    assert "1 broken, 1 same" in said.out
    assert "broken configuration, liquid: because of liquid" in said.out
    assert changes(command, after, before) == {"liquid": ("fixed", []), "clause": ("same", [])}


def test_a_reworded_assertion_an_edited_case_and_another_judge_are_not_compared(command: Command) -> None:
    """Each is named."""
    command.applied()
    before = ran(command, liquid=True, clause=True)
    command.applied(SUITE.replace("Never promise a price.", "Always promise a price."))
    reworded = ran(command, "failed", liquid=True, clause=False)
    edited = ran(command, liquid=True, clause=True)
    _copy(command, edited, 'case_snapshot || \'{"content": {"variables": {}}}\'', "evaluator")
    judged = ran(command, liquid=True, clause=True)
    _copy(command, judged, "case_snapshot", "'structural@2'")

    assert changes(command, before, reworded) == {"liquid": ("same", []), "clause": ("not_comparable", ["wording"])}
    assert changes(command, reworded, edited)["liquid"] == ("not_comparable", ["case"])
    assert changes(command, reworded, judged)["liquid"] == ("not_comparable", ["judge"])
    assert "wording version 1 then, 2 now; because of clause" in command("compare", before, reworded).out
    assert "judge structural@1 then, structural@1, structural@2 now" in command("compare", reworded, judged).out


def test_trials_that_disagree_are_flaky(command: Command) -> None:
    """Neither fixed nor broken."""
    command.applied()
    before, after = ran(command, liquid=True, clause=True), ran(command, liquid=False, clause=True)
    _copy(command, after, "case_snapshot", "evaluator", met="true")

    said = command("compare", before, after)

    assert changes(command, before, after) == {"liquid": ("flaky", []), "clause": ("same", [])}
    assert "flaky configuration, liquid (met 1 of 1 then, 1 of 2 now)" in said.out


def test_what_only_one_run_has_is_new_or_gone(command: Command) -> None:
    """An assertion was added in between."""
    command.applied(SUITE.replace("  - {key: clause", "  # - {key: clause").replace(", clause", ""))
    before = ran(command, liquid=True)
    command.applied()
    after = ran(command, liquid=True, clause=True)

    assert changes(command, before, after)["clause"] == ("new", [])
    assert changes(command, after, before)["clause"] == ("gone", [])


def test_unknown_is_neither_broken_nor_fixed(command: Command) -> None:
    """The code says why."""
    command.applied()
    before, after = ran(command, liquid=True, clause=True), ran(command, "inconclusive", liquid=None, clause=True)

    assert changes(command, before, after)["liquid"] == ("not_comparable", ["unknown"])
    assert "liquid: unknown now; evidence_missing" in command("compare", before, after).out


@pytest.mark.parametrize(("gate", "code"), [((), 0), (("--exit-code",), 1)])
def test_the_exit_code_tells_of_broken_ones_where_it_is_asked_to(
    command: Command, gate: tuple[str, ...], code: int
) -> None:
    """The other way round nothing is broken."""
    command.applied()
    before, after = ran(command, liquid=True, clause=True), ran(command, "failed", liquid=False, clause=True)

    assert command("compare", before, after, *gate).code == code
    assert command("compare", after, before, *gate).code == 0


def test_a_run_that_goes_on_is_compared_as_it_is(command: Command) -> None:
    """With a word on standard error."""
    command.applied()
    before, after = ran(command, liquid=True, clause=True), command.enqueued()

    said = command("compare", before, after)

    assert "2 gone" in said.out
    assert f"The run {after} is queued; what is there so far was compared." in said.err


def test_runs_of_two_teams_are_refused(command: Command) -> None:
    """They have no case in common."""
    command.applied()
    before = ran(command, liquid=True, clause=True)
    command.applied(SUITE.replace("team: acme", "team: other"), "other.yaml")
    other = command("enqueue", "booking", "--team", "other", "--consumer", "publish_gate").out.strip()

    said = command("compare", before, other)

    assert said.code == 2
    assert "The runs belong to two teams, acme and other." in said.err


def test_a_case_that_was_renamed_is_the_same_case(command: Command) -> None:
    """Its new name is shown."""
    command.applied()
    before, after = ran(command, liquid=True, clause=True), ran(command, "failed", liquid=False, clause=True)
    renamed = ran(command, liquid=True, clause=True)
    _copy(command, renamed, """case_snapshot || '{"name": "renamed"}'""", "evaluator")

    assert changes(command, after, renamed)["liquid"] == ("fixed", [])
    assert changes(command, before, renamed)["liquid"] == ("same", [])


def test_a_text_of_the_evidence_does_not_steer_the_terminal(command: Command) -> None:
    """Control characters are shown as spaces, and markup as it is."""
    command.applied()
    before, after = ran(command, liquid=True, clause=True), ran(command, "failed", liquid=None, clause=True)
    _copy(command, after, """case_snapshot || '{"name": "a\\u001b[2J[red]"}'""", "evaluator", met="false")

    said = command("compare", before, after)

    assert "\x1b" not in said.out


def _copy(command: Command, run: UUID, snapshot: str, evaluator: str, met: str = "met") -> None:
    """Add a second trial to the run's one case run, like the first but for what these expressions say."""
    statement = f"""
        WITH more AS (
            INSERT INTO assistant_test_case_runs
                (run_id, case_id, team_id, position, trial, runner, case_snapshot, status)
            SELECT run_id, case_id, team_id, position, 1, runner, {snapshot}, status
            FROM assistant_test_case_runs WHERE run_id = %s RETURNING id, run_id, team_id
        ), judged AS (
            INSERT INTO assistant_test_outcomes (case_run_id, run_id, team_id, judge, status, due)
            SELECT more.id, more.run_id, more.team_id, 'rules', 'closed', present.due
            FROM more JOIN assistant_test_outcomes AS present USING (run_id) RETURNING id, run_id, team_id, due
        )
        INSERT INTO assistant_test_assertion_results (outcome_id, assertion_id, team_id, run_id, met, evaluator)
        SELECT judged.id, present.assertion_id, judged.team_id, judged.run_id, {met}, {evaluator}
        FROM judged JOIN assistant_test_assertion_results AS present USING (run_id)"""
    command.connection.execute(statement.encode(), [run])


def test_runs_of_two_suites_are_compared_with_a_warning(command: Command) -> None:
    """Both suites are named, for people and for programs; of one suite there is no warning."""
    command.applied()
    before = ran(command, liquid=True, clause=True)
    command.applied(SUITE.replace("suite: booking", "suite: desk"), "desk.yaml")
    after = UUID(command("enqueue", "desk", "--team", "acme", "--consumer", "publish_gate").out.strip())

    [warning] = command("compare", before, after, "--json").document["warnings"]

    assert "two suites, booking and desk" in warning
    assert f"Warning: {warning}" in command("compare", before, after).out
    assert command("compare", before, before, "--json").document["warnings"] == []
