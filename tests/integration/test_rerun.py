"""Chosen cases on the command line, and runs that are run again, with a worker where something must be worked."""

from typing import Any
from uuid import UUID

import pytest

from tests.integration.commands import Command, command
from tests.integration.in_process import ended, plugged
from tests.world import World
from worker.client import AssistantTests, InputError, RequestRefused

__all__ = ["command"]

SUITE = """\
suite: booking
team: acme
assistant: asst_main
assertions:
  - {key: liquid, kind: no_raw_liquid}
cases:
  - name: a plain caller
    runner: structural
  - name: a caller in a hurry
    runner: structural
    assertions: [{key: clause, kind: clauses_survive, spec: {clauses: [Never promise a price.]}}]
criteria:
  publish_gate: {required: [liquid, clause]}
"""
WORKED = """
    UPDATE assistant_test_runs SET status = 'completed', outcome = 'inconclusive', wake_at = NULL WHERE id = %s"""


def cases_of(world: World, run: UUID) -> list[str]:
    """Names of the cases that the enqueue chose."""
    return [
        name
        for (name,) in world.rows(
            "SELECT name FROM assistant_test_cases, assistant_test_runs AS run WHERE run.id = %s"
            " AND assistant_test_cases.id = ANY (run.only_cases) ORDER BY name",
            run,
        )
    ]


def judged(world: World, run: UUID, found: list[bool | None]) -> None:
    """End the run with one result of its first assertion for each case."""
    for place, met in enumerate(found):
        case_run = world.one(
            "INSERT INTO assistant_test_case_runs (run_id, case_id, team_id, position, runner, status, case_snapshot)"
            " SELECT %s, id, team_id, %s, runner, 'executed', jsonb_build_object('name', name)"
            " FROM assistant_test_cases ORDER BY id OFFSET %s LIMIT 1 RETURNING id",
            run, place, place,
        )  # fmt: skip
        outcome = world.one(
            "INSERT INTO assistant_test_outcomes (case_run_id, run_id, team_id, judge, status, due)"
            " SELECT %s, %s, 'acme', 'rules', 'closed', ARRAY(SELECT id FROM assistant_test_assertions ORDER BY id LIMIT 1)"
            " RETURNING id",
            case_run, run,
        )  # fmt: skip
        world.connection.execute(
            "INSERT INTO assistant_test_assertion_results (outcome_id, assertion_id, team_id, run_id, met, evaluator)"
            " SELECT id, due[1], team_id, run_id, %s, 'structural@1' FROM assistant_test_outcomes WHERE id = %s",
            (met, outcome),
        )
    world.connection.execute(WORKED.encode(), (run,))


def test_cases_are_chosen_by_name(command: Command) -> None:
    """Patterns add up; trials stand in the run's configuration."""
    command.applied(SUITE)

    run = command.enqueued("--case", "*hurry", "--trials", 3)

    assert cases_of(World(command.connection), run) == ["a caller in a hurry"]
    assert command.one("SELECT run_config FROM assistant_test_runs") == {"trials": 3}


def test_a_name_that_no_case_has_is_refused_with_near_ones(command: Command) -> None:
    """Nothing is enqueued."""
    command.applied(SUITE)

    said = command("run", "booking", "-c", "publish_gate", "--team", "acme", "--case", "a plane caller")

    assert said.code == 2
    assert "No enabled case of suite booking is named a plane caller" in said.err
    assert "Near a plane caller: a plain caller" in said.err
    assert command.one("SELECT count(*) FROM assistant_test_runs") == 0


async def test_a_run_of_chosen_cases_ends_inconclusive_and_says_partial_everywhere(
    command: Command, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the criteria names a key that only the case left out has; its re-run names it and is partial too."""
    command.applied(SUITE)
    file = command.file('{"name": "a", "model": {"provider": "openai", "model": "gpt-4.1"}, "rate": 1.10}', "a.json")
    world = World(command.connection)
    registry = plugged(monkeypatch)
    run = command.enqueued("--case", "*plain*", "--config-file", file)

    row = await ended(world, registry, database_url, run)

    assert (row["status"], row["outcome"]) == ("completed", "inconclusive")
    said = command("show", run)
    assert "Verdict of publish_gate: inconclusive (partial)" in said.out
    assert "Warning: clause at required[1] applies to no chosen case" in said.out
    assert "inconclusive (partial)" in command("verdicts", run).out
    assert "The run is partial" in command("report", run).out
    assert command("show", run, "--json").document["run"]["partial"] is True
    [document] = command("verdicts", run, "--json").document["verdicts"]
    assert document["verdict"]["partial"] is True

    again = UUID(command("rerun", run, "--no-wait").out.strip())
    row = await ended(world, registry, database_url, again)

    assert (row["rerun_of"], row["outcome"], row["assistant_config_id"]) == (
        run,
        "inconclusive",
        world.run(run)["assistant_config_id"],
    )
    assert f"repeats run {run}" in command("show", again).out
    assert command("show", again, "--json").document["run"]["rerun_of"] == str(run)


async def test_a_key_that_no_case_has_still_fails_a_partial_run(
    command: Command, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leaving out a case forgives what that case holds, and nothing else."""
    command.applied(SUITE)
    command.connection.execute(
        "INSERT INTO assistant_test_criteria (team_id, suite_id, consumer_id, version, spec)"
        ' SELECT team_id, suite_id, consumer_id, 2, \'{"required": ["lost"]}\' FROM assistant_test_criteria'
    )
    run = command.enqueued("--case", "*plain*", "--config-file", command.file('{"model": {"messages": []}}', "a.json"))

    row = await ended(World(command.connection), plugged(monkeypatch), database_url, run)

    assert row["error_code"] == "criteria_key_unmatched"


@pytest.fixture
def run(world: World) -> UUID:
    """A run of three more cases: met, not met, unknown."""
    world.suite("front desk", cases=3, assertions=({"key": "a", "kind": "no_raw_liquid", "spec": {}},))
    world.connection.execute(
        "DELETE FROM assistant_test_suite_cases WHERE suite_id <> %s",
        (world.one("SELECT id FROM assistant_test_suites WHERE name = 'front desk'"),),
    )
    world.connection.execute("DELETE FROM assistant_test_cases WHERE name NOT LIKE 'front%'")
    made = world.enqueue(
        "front desk", run_config={"concurrency": 3}, targets={"vapi": {"assistant_id": "x"}}, lane="bulk"
    )
    judged(world, made, [True, False, None])
    return made


@pytest.mark.parametrize(
    ("only", "cases"),
    [
        ((), []),
        (("failed",), ["front desk case 1"]),
        ("undecided", ["front desk case 2"]),
        (("failed", "undecided"), ["front desk case 1", "front desk case 2"]),
    ],
)
async def test_a_rerun_asks_the_same_of_the_cases_that_are_meant(
    world: World, database_url: str, run: UUID, only: Any, cases: list[str]
) -> None:
    """Configuration, run_config, targets and lane are the original's; the new run names it."""
    async with AssistantTests(database_url, team=world.team) as client:
        again = await client.rerun(run, only, request_id="again")
        same = await client.rerun(run, only, request_id="again")

    assert again == same
    first, second = world.run(run), world.run(again)
    kept = ("assistant_config_id", "suite_id", "criteria_id", "lane", "run_config", "plan", "call_set_id")
    assert {name: second[name] for name in kept} == {name: first[name] for name in kept}
    assert (second["rerun_of"], second["status"]) == (run, "queued")
    assert cases_of(world, again) == cases


async def test_what_cannot_be_repeated_is_refused_in_words(world: World, database_url: str, run: UUID) -> None:
    """A run that goes on, one with nothing of the kind, one of another team, a word that is none."""
    going = world.enqueue("front desk")
    good = world.enqueue("front desk")
    judged(world, good, [True])
    async with AssistantTests(database_url, team=world.team) as client:
        for asked, only, code in ((going, (), "run_not_ended"), (good, "failed", "nothing_to_rerun")):
            with pytest.raises(RequestRefused) as refused:
                await client.rerun(asked, only)
            assert refused.value.code == code
        with pytest.raises(InputError, match="failed or undecided"):
            await client.rerun(run, "broken")
    async with AssistantTests(database_url, team="zeta") as client:
        with pytest.raises(RequestRefused, match="run_unknown"):
            await client.rerun(run)


def test_a_case_that_the_suite_has_no_longer_is_left_out_and_said(command: Command, world: World, run: UUID) -> None:
    """The others are run again; without others there is nothing to rerun."""
    world.connection.execute("DELETE FROM assistant_test_suite_cases WHERE position = 2")

    said = command("rerun", run, "--failed", "--undecided", "--no-wait")

    assert said.code == 0
    assert "No longer in the suite, so not run again: front desk case 2" in said.err
    assert cases_of(world, UUID(said.out.strip())) == ["front desk case 1"]
    said = command("rerun", run, "--undecided")
    assert said.code == 2
    assert "No case of run" in said.err


def test_a_run_that_was_never_planned_is_undecided_as_a_whole(command: Command, world: World, run: UUID) -> None:
    """Nothing of it was decided."""
    failed = world.enqueue("front desk")
    world.connection.execute(
        "UPDATE assistant_test_runs SET status = 'failed', wake_at = NULL WHERE id = %s", (failed,)
    )

    again = command("rerun", failed, "--undecided", "--no-wait", "--json").document

    assert again["rerun_of"] == str(failed)
    assert world.run(UUID(again["run"]))["only_cases"] is None
