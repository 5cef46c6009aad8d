"""``runs`` and ``suites``, and what a run may be called on the command line."""

from collections import Counter
from uuid import UUID, uuid4

import pytest

from tests.integration.broken import parameters
from tests.integration.commands import SUITE, Command, command
from worker.cli import main
from worker.cli.listing import SHORT

__all__ = ["command"]

OTHER = SUITE.replace("suite: booking", "suite: desk").replace("name: configuration", "name: desk")
MET = {"liquid": True, "clause": True}


def listed(command: Command, *words: object) -> list[str]:
    """Ids of the runs that are listed, in order."""
    return [each["id"] for each in command("runs", "--team", "acme", "--json", *words).document["runs"]]


def test_runs_lists_the_team_s_runs_with_the_newest_first(command: Command) -> None:
    """Queued, ended and cancelled ones, each in its own words."""
    command.applied()
    passed, failed, queued, asked = (command.enqueued() for _ in range(4))
    command.worked(passed, "passed", MET)
    command.worked(failed, None, {})
    command("cancel", asked)

    said = command("runs", "--team", "acme")

    told = {line.split(" ")[1]: line for line in said.out.splitlines() if "-7" in line}
    assert list(told) == [str(each)[:SHORT] for each in (asked, queued, failed, passed)]
    assert "passed" in told[str(passed)[:SHORT]]
    assert "not carried out" in told[str(failed)[:SHORT]]
    assert "queued 0 s" in told[str(queued)[:SHORT]]
    assert "queued 0 s, to end" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_runs_are_chosen_by_suite_status_outcome_and_time(command: Command) -> None:
    """Each choice alone, and all of them."""
    command.applied()
    command.applied(OTHER, "other.yaml")
    first, second = command.enqueued(), command.enqueued()
    desk = UUID(command("enqueue", "desk", "--team", "acme", "-c", "publish_gate").out.strip())
    command.worked(first, "passed", MET)
    command.connection.execute(
        "UPDATE assistant_test_runs SET created_at = created_at - interval '2 days' WHERE id = %s", [first]
    )

    assert listed(command) == [str(desk), str(second), str(first)]
    assert listed(command, "--suite", "desk") == [str(desk)]
    assert listed(command, "--status", "completed") == [str(first)]
    assert listed(command, "--outcome", "passed") == [str(first)]
    assert listed(command, "--since", "1d") == [str(desk), str(second)]
    assert listed(command, "--suite", "booking", "--status", "queued", "--since", "1d") == [str(second)]


def test_runs_beyond_the_limit_are_said_to_be_there(command: Command) -> None:
    """For people in a sentence, for programs as ``more``."""
    command.applied()
    command.enqueued()
    newest = command.enqueued()

    document = command("runs", "--team", "acme", "--limit", "1", "--json").document

    assert ([each["id"] for each in document["runs"]], document["more"]) == ([str(newest)], True)
    assert "There are older ones" in command("runs", "--team", "acme", "--limit", "1").err
    assert "There are older ones" not in command("runs", "--team", "acme", "--limit", "2").err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--team", "acme", "--suite", "bookin"], "Did you mean booking?"),
        (["--team", "zeta"], "No suite belongs to team zeta"),
        ([], "No team is named"),
        (["--team", "acme", "--since", "soon"], "--since 'soon' is no time"),
    ],
)
def test_a_mistake_in_the_choice_is_one_clear_error(command: Command, words: list[str], says: str) -> None:
    """Exit 2, with the next step."""
    command.applied()

    said = command("runs", *words)

    assert said.code == 2
    assert says in said.err


def test_suites_lists_cases_consumers_and_the_latest_run(command: Command) -> None:
    """A suite that never ran says so."""
    command.applied()
    command.applied(OTHER, "other.yaml")
    command.worked(command.enqueued(), "failed", {"liquid": True, "clause": False})
    run = command.enqueued()
    command.worked(run, "passed", MET)

    said = command("suites", "--team", "acme")
    booking, desk = command("suites", "--team", "acme", "--json").document["suites"]

    assert (booking["suite"], booking["cases"], booking["consumers"]) == (
        "booking",
        1,
        ["nightly_sweep", "publish_gate"],
    )
    assert (booking["last_run"], booking["outcome"], desk["last_run"]) == (str(run), "passed", None)
    assert "passed," in said.out
    assert "failed" not in said.out


@pytest.mark.parametrize(
    "name", [name for name in main.COMMANDS if any(info.metavar == "RUN" for _, info in parameters(name))]
)
def test_every_command_on_runs_takes_the_start_of_an_id_and_last(command: Command, name: str) -> None:
    """Both mean the run that the whole id means."""
    command.applied()
    run = command.enqueued()
    command.worked(run, "passed", MET)
    words = {"try": ["try", "clause", "--on"], "compare": ["compare", str(run)]}.get(name, [name])
    more = ["--no-wait"] if name == "rerun" else []

    by_word = command(*words, "last", "--team", "acme", *more)
    by_start = command(*words, str(run)[:SHORT], "--team", "acme", *more)

    assert (by_start.code, by_word.code) == (0, 0), by_start.err + by_word.err


def test_last_is_the_latest_run_of_the_team(command: Command) -> None:
    """Of another team nothing is taken; without a team nobody knows whose."""
    command.applied()
    command.applied(SUITE.replace("team: acme", "team: zeta"), "zeta.yaml")
    command.enqueued()
    run = command.enqueued()
    command("enqueue", "booking", "--team", "zeta", "--consumer", "publish_gate")

    assert command("show", "last", "--team", "acme", "--json").document["run"]["id"] == str(run)
    assert "No team is named" in command("show", "last").err


def test_last_of_a_team_without_runs_is_one_clear_error(command: Command) -> None:
    """It says that there is none."""
    command.applied()

    said = command("show", "last", "--team", "acme")

    assert said.code == 2
    assert "Team acme has no run" in said.err


def test_a_start_that_several_runs_have_names_some(command: Command) -> None:
    """And asks for more of the id."""
    command.applied()
    found = [str(command.enqueued()) for _ in range(3)]
    [(start, _)] = Counter(run[:8] for run in found).most_common(1)  # of three ids two have the same minute
    runs = [run for run in found if run.startswith(start)]

    said = command("show", start)

    assert said.code == 2
    assert len(runs) > 1
    assert all(run in said.err for run in runs)
    assert "Give more of the id" in said.err


def test_a_start_that_no_run_has_names_the_latest(command: Command) -> None:
    """Where the team is known; another team's runs are not told."""
    command.applied()
    run = command.enqueued()
    start = str(uuid4())[:13]

    said = command("show", start, "--team", "acme")
    of_another = command("show", str(run)[:13], "--team", "zeta")

    assert (said.code, of_another.code) == (2, 2)
    assert str(run) in said.err
    assert str(run) not in of_another.err
