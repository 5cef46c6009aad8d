"""``rescore``: stored results under a newer or another criteria; the stamped outcome stays."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from tests.integration.commands import SUITE, Command, command
from worker.cli.since import moment
from worker.client.sync import AssistantTests
from worker.db import rescoring
from worker.errors import InputError

__all__ = ["command"]

NEWER = SUITE.replace("{required: [liquid, clause]}", "{required: [liquid]}")
GATE = {"stamped_consumer": "publish_gate", "consumer": "publish_gate"}
NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


def worked(command: Command, *, clause: bool = False) -> UUID:
    """A run whose clause is lost, or is not."""
    run = command.enqueued()
    command.worked(run, "passed" if clause else "failed", {"liquid": True, "clause": clause})
    return run


def test_a_run_is_read_under_the_newer_criteria_and_keeps_its_outcome(command: Command) -> None:
    """The derivation is the newer one's."""
    command.applied()
    run = worked(command)
    command.applied(NEWER)

    said = command("rescore", run)

    assert said.code == 0
    assert "stamped for publish_gate (criteria version 1): failed" in said.out
    assert "publish_gate, criteria version 2: passed" in said.out
    assert "required liquid: 1 of 1 met" in said.out
    assert command.one("SELECT outcome FROM assistant_test_runs WHERE id = %s", run) == "failed"


@pytest.mark.parametrize(
    ("more", "consumer", "version", "outcome"),
    [
        ((), "publish_gate", 2, "passed"),
        (("--criteria", "1"), "publish_gate", 1, "failed"),
        (("--consumer", "nightly_sweep"), "nightly_sweep", 1, "passed"),
    ],
)
def test_version_and_consumer_may_be_named(
    command: Command, more: tuple[str, ...], consumer: str, version: int, outcome: str
) -> None:
    """The live version of the run's own consumer, unless something else is asked for."""
    command.applied()
    run = worked(command)
    command.applied(NEWER)

    [found] = command("rescore", run, *more, "--json").document["runs"]

    assert (found["consumer"], found["criteria_version"], found["outcome"]) == (consumer, version, outcome)
    assert (found["run"], found["stamped"], found["stamped_version"]) == (str(run), "failed", 1)


def test_a_selection_is_read_in_parts_and_its_changes_are_told(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is as it was is counted; a run that has not ended is no part of it."""
    monkeypatch.setattr(rescoring, "CHUNK", 2)
    command.applied()
    changed = [worked(command), worked(command)]
    same = worked(command, clause=True)
    command.enqueued()
    command.applied(NEWER)

    said = command("rescore", "--suite", "booking", "--team", "acme", "--since", "1d")
    document = command("rescore", "--suite", "booking", "--team", "acme", "--json").document

    assert [line.split()[0] for line in said.out.splitlines()] == [*map(str, changed), "2", "1"]
    assert "3 of 3 runs" in said.err
    assert document["counts"] == [
        {"stamped": "failed", "outcome": "passed", **GATE, "runs": 2},
        {"stamped": "passed", "outcome": "passed", **GATE, "runs": 1},
    ]
    assert [each["run"] for each in document["runs"]] == [*map(str, changed), str(same)]
    assert document["left_out"] == 0


def test_the_client_answers_the_same(command: Command) -> None:
    """Runs that are not completed are left out."""
    command.applied()
    runs = [worked(command), worked(command, clause=True), command.enqueued()]
    command.applied(NEWER)

    with AssistantTests(command.connection.info.dsn + f" password={command.connection.info.password}") as tests:
        live = tests.rescore(runs)
        first = tests.rescore(runs, version=1)
        other = tests.rescore([str(runs[0])], "nightly_sweep")

    assert [(each.run, each.stamped, each.outcome) for each in live] == [
        (runs[0], "failed", "passed"),
        (runs[1], "passed", "passed"),
    ]
    assert [each.outcome for each in first] == ["failed", "passed"]
    assert [(each.consumer, each.rules[0].value) for each in other] == [("nightly_sweep", True)]


def test_a_key_that_nothing_was_judged_for_makes_it_inconclusive_and_is_listed(command: Command) -> None:
    """A newer criteria may name what an older run did not judge."""
    command.applied()
    run = worked(command)
    added = SUITE.replace("assertions:\n", "assertions:\n  - {key: fresh, kind: no_raw_liquid}\n", 1)
    command.applied(added.replace("required: [liquid", "required: [fresh, liquid"))

    [found] = command("rescore", run, "--json").document["runs"]

    assert (found["outcome"], found["unmatched"]) == ("inconclusive", ["fresh"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "Neither a run nor a suite"),
        (["RUN", "--suite", "booking"], "A run and a selection"),
        (["RUN", "--consumer", "nobody"], "There is no consumer nobody"),
        (["RUN", "--consumer", "avo_preflight"], "has no live criteria"),
        (["RUN", "--criteria", "9"], "no criteria version 9"),
        (["--suite", "bookings", "--team", "acme"], "Team acme has no suite bookings"),
        (["--suite", "booking"], "No team is named"),
        (["--suite", "booking", "--team", "acme", "--since", "soon"], "--since 'soon' is no time"),
        (["--suite", "booking", "--team", "acme", "--since", "2999-01-01"], "no completed run since then"),
    ],
)
def test_a_mistake_is_one_clear_error(command: Command, words: list[str], says: str) -> None:
    """Exit 2, with the next step."""
    command.applied()
    run = worked(command)

    said = command("rescore", *(str(run) if word == "RUN" else word for word in words), "--json")

    assert said.code == 2
    assert says in said.err or says == said.document["error"]["code"]


def test_a_run_that_has_not_ended_has_no_verdict_to_give(command: Command) -> None:
    """It says how to wait for it."""
    command.applied()
    run = command.enqueued()

    said = command("rescore", run)

    assert said.code == 2
    assert f"assistant-test watch {run}" in said.err


def test_since_is_a_span_or_a_time() -> None:
    """A time without zone is UTC."""
    given = ["", "2d", "12h", "2026-01-31", "2026-01-31T18:00+02:00"]

    assert [moment(text, NOW) for text in given] == [
        None,
        datetime(2026, 3, 2, 12, tzinfo=UTC),
        datetime(2026, 3, 4, 0, tzinfo=UTC),
        datetime(2026, 1, 31, tzinfo=UTC),
        datetime.fromisoformat("2026-01-31T16:00+00:00"),
    ]
    with pytest.raises(InputError):
        moment("9999d999", NOW)


def test_another_consumer_s_opinion_is_no_change(command: Command) -> None:
    """Both consumers are named, in each line and in the counts; a change is one consumer's."""
    command.applied()
    worked(command)
    command.applied(NEWER)

    own = command("rescore", "--suite", "booking", "--team", "acme").out
    other = command("rescore", "--suite", "booking", "--team", "acme", "-c", "nightly_sweep").out

    assert own.count("publish_gate: failed → passed") == 2
    assert other.count("publish_gate stamped failed; nightly_sweep says passed") == 2
    assert "→" not in other
