"""``run --dry-run``: the plan that the run's first step would make, and nothing written."""

import psycopg
import pytest

from tests.integration.commands import Command, command
from tests.integration.in_process import plugged
from tests.integration.test_rerun import SUITE

__all__ = ["command"]

RUN = ("run", "booking", "-c", "publish_gate", "--team", "acme", "--dry-run")


def rows(command: Command) -> list[int]:
    """How many rows there are of what a run writes."""
    tables = ("runs", "run_events", "case_runs")
    return [command.one(f"SELECT count(*) FROM assistant_test_{table}") for table in tables]


def test_a_dry_run_says_what_would_run_and_writes_nothing(command: Command, database_url: str) -> None:
    """Cases, runners, trials, assertions, calls and cost; no row stays, and no worker is told."""
    command.applied(SUITE)
    file = command.file('{"model": {"messages": []}}', "a.json")
    with psycopg.connect(database_url, autocommit=True) as listener:
        listener.execute("LISTEN assistant_test_enqueued")

        said = command(*RUN, "--config-file", file)
        listener.execute("NOTIFY assistant_test_enqueued, 'the first'")
        heard = [notice.payload for notice in listener.notifies(timeout=5, stop_after=1)]

    assert said.code == 0
    assert "what would run. Nothing is written." in said.out
    assert "clause, liquid" in said.out
    assert "Case runs: 2. Results due: 3." in said.out
    assert "Conversations with a vendor: none. Cost: none." in said.out
    assert rows(command) == [0, 0, 0]
    assert heard == ["the first"]


def test_a_dry_run_of_chosen_cases_says_that_it_would_be_partial(command: Command) -> None:
    """In words and as a document; a case's assertion that is left out is warned of."""
    command.applied(SUITE)
    file = command.file('{"model": {"messages": []}}', "a.json")

    said = command(*RUN, "--config-file", file, "--case", "*plain*", "--json").document

    assert (said["partial"], said["case_runs"], said["results"], said["calls"], said["cost"]) == (True, 1, 1, 0, 0)
    assert [case["name"] for case in said["cases"]] == ["a plain caller"]
    assert said["warnings"] == ["clause at required[1] applies to no chosen case"]
    assert "would be partial" in command(*RUN, "--config-file", file, "--case", "*plain*").out


def test_calls_and_cost_of_a_runner_that_does_not_tell_are_not_known(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unknown is never none; its trials are multiplied, the structural ones are not."""
    plugged(monkeypatch)
    command.applied(SUITE)
    command.connection.execute(
        "INSERT INTO assistant_test_runners (name, brings, needs_target, deadline_s, trials)"
        " SELECT 'scripted', brings, needs_target, deadline_s, true FROM assistant_test_runners WHERE name = 'structural'"
    )
    command.connection.execute("UPDATE assistant_test_cases SET runner = 'scripted' WHERE name = 'a plain caller'")
    file = command.file('{"model": {"messages": []}}', "a.json")

    said = command(*RUN, "--config-file", file, "--trials", 3)

    assert said.code == 0, said.err
    assert "Case runs: 4. Results due: 5." in said.out
    assert "Conversations with a vendor: not known for scripted. Cost: not known." in said.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--case", "nobody"], "No enabled case of suite booking is named nobody"),
        (["--config", "live"], "No source is installed for the configuration reference live"),
        (["--lane", "fast"], "interactive"),
    ],
)
def test_what_would_end_the_run_is_said_by_the_dry_run(command: Command, arguments: list[str], says: str) -> None:
    """What an enqueue refuses, and what the run's first step would find."""
    command.applied(SUITE)

    said = command(*RUN, *arguments)

    assert said.code == 2
    assert says in said.err
    assert rows(command) == [0, 0, 0]


def test_a_request_that_has_its_run_already_names_it(command: Command) -> None:
    """Nothing would be run anew."""
    command.applied(SUITE)
    run = command.enqueued("--request-id", "r1")

    said = command(*RUN, "--request-id", "r1")

    assert said.code == 2
    assert str(run) in said.err


NOTE = "trials: 1 for structural cases, which repeat nothing"


@pytest.mark.parametrize("asked", [("--trials", "3"), ("--run-config", "trials=3")])
def test_trials_that_repeat_nothing_are_said_where_they_are_asked_for(command: Command, asked: tuple[str, str]) -> None:
    """Beforehand, with the enqueue, and with the run; where one trial is asked for nothing is said."""
    command.applied(SUITE)
    file = command.file('{"model": {"messages": []}}', "a.json")
    words = (*RUN[1:-1], "--config-file", file)

    assert NOTE in command(*RUN, "--config-file", file, *asked).out
    assert NOTE in command(*RUN, "--config-file", file, *asked, "--json").document["notes"][0]
    assert NOTE in command("enqueue", *words, *asked).err
    assert NOTE in command("run", *words, *asked, "--timeout", "0.01").err
    assert "trials" not in command("enqueue", *words).err
    assert command(*RUN, "--config-file", file, "--json").document["notes"] == []


def test_trials_of_a_runner_that_repeats_are_not_remarked_on(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the structural case is named."""
    plugged(monkeypatch)
    command.applied(SUITE)
    command.connection.execute("UPDATE assistant_test_cases SET runner = 'scripted'")

    said = command("enqueue", *RUN[1:-1], "--config", "live", "--trials", "3")

    assert "trials" not in said.err


def test_a_long_name_of_a_case_is_not_cut(command: Command) -> None:
    """It goes on below; each word of it can be read."""
    name = "a caller who " + "wants_a_visit_" * 9
    command.applied(SUITE.replace("a plain caller", name))
    file = command.file('{"model": {"messages": []}}', "a.json")

    said = command(*RUN, "--config-file", file)

    assert "…" not in said.out
    assert said.out.count("wants_a_visit") >= 4
