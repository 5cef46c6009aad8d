"""``enqueue``, ``run``, ``show`` and ``verdicts``: what they print, and what they exit with."""

import json
import os
from datetime import datetime
from uuid import uuid4

import pytest
from psycopg.conninfo import make_conninfo

from tests.integration.commands import SUITE, Command, command
from worker.cli import following

__all__ = ["command"]

ALL_MET = {"liquid": True, "clause": True}
ONE_LOST = {"liquid": True, "clause": False}
READABLE = '{"model": {"messages": [{"role": "system", "content": "Be kind."}]}}'
"""A configuration with a prompt."""


@pytest.mark.parametrize(
    ("outcome", "met", "code"),
    [
        ("passed", ALL_MET, 0),
        ("failed", ONE_LOST, 1),
        ("inconclusive", {"liquid": True, "clause": None}, 2),
        (None, {}, 2),
    ],
)
def test_run_exits_with_what_became_of_the_run(
    command: Command, outcome: str | None, met: dict[str, bool | None], code: int
) -> None:
    """0 passed, 1 failed, 2 inconclusive or not carried out."""
    command.applied()
    run = command.enqueued("--request-id", "r1")
    command.worked(run, outcome, met)

    said = command("run", "booking", "-c", "publish_gate", "--team", "acme", "--request-id", "r1")

    assert said.code == code
    assert str(run) in said.out
    assert (f"Verdict of publish_gate: {outcome}" if outcome else "No verdict: the run ended as failed") in said.out


def test_the_same_request_is_the_same_run(command: Command) -> None:
    """A request_id used again gives the run that it made; with other arguments it is refused."""
    command.applied()

    first = command.enqueued("--request-id", "r1")

    assert command.enqueued("--request-id", "r1") == first
    said = command("enqueue", "booking", "-c", "nightly_sweep", "--team", "acme", "--request-id", "r1")
    assert said.code == 2
    assert "was enqueued with other arguments" in said.err


def test_what_enqueue_is_given_stands_on_the_row(command: Command) -> None:
    """Configuration, lane and run_config reach the run."""
    command.applied()
    configuration = command.file('{"name": "a", "odd": "x\\u0000y", "model": {"messages": []}}', "a.json")

    run = command.enqueued(
        "--config-file",
        configuration,
        "--lane",
        "bulk",
        "--run-config",
        "trials=2",
        "--run-config",
        '{"concurrency": 3}',
    )

    [[lane, run_config, content, ref]] = command.rows(
        "SELECT lane, run_config, plan #> '{target,content}', assistant_config_id FROM assistant_test_runs WHERE id = %s",
        run,
    )
    assert (lane, run_config) == ("bulk", {"trials": 2, "concurrency": 3})
    assert content["name"] == "a"
    assert ref.startswith("inline:")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere", "-c", "publish_gate", "--team", "acme"], "suite_unknown"),
        (["booking", "-c", "publish_gates", "--team", "acme"], "consumer_unknown"),
        (["booking", "-c", "avo_preflight", "--team", "acme"], "criteria_missing"),
        (["booking", "-c", "publish_gate", "--team", "zeta"], "team_unknown"),
        (["booking", "-c", "publish_gate"], "No team is named"),
        (["booking", "-c", "publish_gate", "--team", "acme", "--run-config", "trails=2"], "run_config_key_unknown"),
        (["booking", "-c", "publish_gate", "--team", "acme", "--run-config", "trials=0"], "run_config_invalid"),
        (["booking", "-c", "publish_gate", "--team", "acme", "--run-config", "trials"], "neither key=value nor"),
        (["booking", "-c", "publish_gate", "--team", "acme", "--config", "nonsense"], "config_reference_invalid"),
        (
            ["booking", "-c", "publish_gate", "--team", "acme", "--config", "live", "--call-set", "x"],
            "target_ambiguous",
        ),
        (["booking", "-c", "publish_gate", "--team", "acme", "--call-set", "x"], "no id of a call set"),
        (["booking", "-c", "publish_gate", "--team", "acme", "--call-set", str(uuid4())], "call_set_unknown"),
        (["booking", "-c", "publish_gate", "--team", "acme", "--config-file", "missing.json"], "cannot be read"),
        (["booking", "-c", "publish_gate", "--team", "acme", "--lane", "fast"], "interactive"),
        (["booking", "--team", "acme"], "--consumer"),
    ],
)
def test_a_wrong_request_is_refused_before_a_row_exists(command: Command, arguments: list[str], says: str) -> None:
    """The error has the code or the word, exit is 2, no run exists."""
    command.applied()

    said = command("enqueue", *arguments, "--json")

    assert said.code == 2
    assert says in said.err or says == said.document["error"]["code"]
    assert command.one("SELECT count(*) FROM assistant_test_runs") == 0


def test_run_that_is_refused_exits_with_2_and_waits_for_nothing(command: Command) -> None:
    """No run, nothing to wait for."""
    said = command("run", "booking", "-c", "publish_gate", "--team", "acme")

    assert said.code == 2
    assert "No suite belongs to team" in said.err


@pytest.mark.parametrize(
    ("text", "says"),
    [('{"a":\n 1,}', ":2: column "), ("[1]", "c.json"), ('{"a": NaN}', "NaN")],
)
def test_a_wrong_configuration_file_names_its_place(command: Command, text: str, says: str) -> None:
    """File, line and column; nothing is enqueued."""
    command.applied()

    said = command(
        "enqueue", "booking", "-c", "publish_gate", "--team", "acme", "--config-file", command.file(text, "c.json")
    )

    assert said.code == 2
    assert says in said.err


def test_show_prints_the_matrix_the_reasons_and_the_rule_that_decided(command: Command) -> None:
    """A lost clause is not met, its reason is given, and the rule of it decided."""
    command.applied()
    run = command.enqueued()
    command.worked(run, "failed", ONE_LOST)

    said = command("show", run)

    assert said.code == 0
    assert "booking for publish_gate (criteria version 1)" in said.out
    assert "configuration" in said.out
    assert "✗ configuration, clause version 1: because of clause (structural@1)" in said.out
    assert "because of liquid" not in said.out
    assert "✓ required liquid: 1 of 1 met\n" in said.out
    assert "✗ required clause: 0 of 1 met, 1 not met ← decided" in said.out
    assert "because of liquid" in command("show", run, "--reasons").out


def test_show_says_which_wording_was_judged_after_a_rewording(command: Command) -> None:
    """Results point at the row that they were judged against."""
    command.applied()
    run = command.enqueued()
    command.worked(run, "failed", ONE_LOST)
    command.applied(SUITE.replace("Never promise a price.", "Never name a price."))

    assert "clause version 1" in command("show", run).out


def test_show_as_json_is_one_document(command: Command) -> None:
    """Run, cases with results, verdict with rules."""
    command.applied()
    run = command.enqueued()
    command.worked(run, "failed", ONE_LOST)

    document = command("show", run, "--json").document

    assert document["run"]["id"] == str(run)
    assert datetime.fromisoformat(document["run"]["finished_at"])
    assert "T" in document["run"]["finished_at"]
    [case] = document["cases"]
    assert {result["key"]: result["met"] for result in case["results"]} == ONE_LOST
    assert document["verdict"]["outcome"] == "failed"
    assert [rule["value"] for rule in document["verdict"]["rules"]] == [True, False]


def test_show_of_a_run_that_has_not_ended_says_so(command: Command) -> None:
    """No verdict is guessed."""
    command.applied()

    said = command("show", command.enqueued())

    assert said.code == 0
    assert "No verdict: the run has not ended." in said.out


def test_verdicts_gives_one_per_consumer_and_marks_the_stamped(command: Command) -> None:
    """One run, two consumers, two verdicts, and nothing is run anew."""
    command.applied()
    run = command.enqueued()
    command.worked(run, "failed", ONE_LOST)

    document = command("verdicts", run, "--json").document
    said = command("verdicts", run)

    found = {each["consumer"]: (each["verdict"]["outcome"], each["stamped"]) for each in document["verdicts"]}
    assert found == {"publish_gate": ("failed", True), "nightly_sweep": ("passed", False)}
    assert "at least 0.5 of liquid, clause: 1 of 2 met" in said.out
    assert "publish_gate, criteria version 1 (stamped): failed" in said.out


def test_a_stamped_outcome_stays_when_the_criteria_change(command: Command) -> None:
    """Verdicts shows the newest live criteria beside the outcome as it was stamped."""
    command.applied()
    run = command.enqueued()
    command.worked(run, "failed", ONE_LOST)
    command.applied(SUITE.replace("required: [liquid, clause]", "required: [liquid]"))

    document = command("verdicts", run, "--json").document

    assert document["stamped"] == {"consumer": "publish_gate", "criteria_version": 1, "outcome": "failed"}
    gate = next(each for each in document["verdicts"] if each["consumer"] == "publish_gate")
    assert (gate["criteria_version"], gate["stamped"], gate["verdict"]["outcome"]) == (2, False, "passed")


@pytest.mark.parametrize("verb", ["show", "verdicts"])
def test_a_run_that_is_not_there_is_refused(command: Command, verb: str) -> None:
    """No uuid, an unknown one, or one of another team: a clear error each."""
    command.applied()
    run = command.enqueued()

    assert "no id of a run" in command(verb, "nonsense").err
    assert "There is no run" in command(verb, uuid4()).err
    other = command(verb, run, "--team", "zeta")
    assert "There is no run" in other.err
    assert other.code == 2


def test_ctrl_c_leaves_the_run_running_and_says_so(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the waiting ends."""
    command.applied()
    file = command.file(READABLE, "a.json")

    def interrupted(*_: object, **__: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(following, "wait", interrupted)

    said = command("run", "booking", "-c", "publish_gate", "--team", "acme", "--config-file", file)

    assert said.code == 130
    assert "the run goes on" in said.err
    assert command.one("SELECT cancel_requested_at IS NULL FROM assistant_test_runs")


def test_run_stops_waiting_when_the_time_is_over(command: Command) -> None:
    """Exit 2; the run goes on."""
    command.applied()
    file = command.file(READABLE, "a.json")

    said = command("run", "booking", "-c", "publish_gate", "--team", "acme", "--config-file", file, "--timeout", "0.01")

    assert said.code == 2
    assert "assistant-test watch" in said.err


def test_a_database_that_does_not_answer_is_a_clear_error(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a traceback nor the password."""
    monkeypatch.setenv("DATABASE_URL", "postgresql://someone:secret@127.0.0.1:9/nothing")

    said = command("show", uuid4())

    assert said.code == 2
    assert "The database does not answer" in said.err
    assert "secret" not in said.err


def test_another_revision_is_a_clear_error(command: Command) -> None:
    """The error says how to migrate."""
    command.connection.execute("UPDATE assistant_test_revision SET version_num = '9999'")

    said = command("show", uuid4())

    assert said.code == 2
    assert "assistant-test migrate" in said.err


def test_migrate_brings_the_database_to_the_revision_of_this_release(command: Command) -> None:
    """On a database that is there already it changes nothing."""
    said = command("migrate")

    assert said.code == 0
    assert "The database is at revision" in said.out


def test_migrate_on_a_revision_from_elsewhere_is_a_clear_error(command: Command) -> None:
    """A database of a newer release is not touched by an older one."""
    command.connection.execute("UPDATE assistant_test_revision SET version_num = '9999'")

    said = command("migrate")

    assert said.code == 2
    assert "9999" in said.err


def test_relay_without_a_broker_is_a_clear_error(command: Command) -> None:
    """The error names the setting."""
    command.monkeypatch.delenv("REDIS_URL", raising=False)

    said = command("relay")

    assert said.code == 2
    assert "REDIS_URL" in said.err


def test_an_argument_that_is_no_text_is_a_clear_error(command: Command) -> None:
    """A byte that the terminal's encoding does not know reaches no database."""
    said = command("enqueue", "book\udcffing", "-c", "publish_gate", "--team", "acme")

    assert said.code == 2
    assert "no valid text" in said.err


def test_a_missing_right_is_a_clear_error(command: Command) -> None:
    """The error names the table and says whom to ask."""
    role = f"no_rights_{uuid4().hex}"
    command.connection.execute(f"CREATE ROLE {role}".encode())
    command.connection.execute(f"GRANT SELECT ON assistant_test_revision TO {role}".encode())
    command.monkeypatch.setenv("DATABASE_URL", make_conninfo(os.environ["DATABASE_URL"], options=f"-c role={role}"))

    said = command("show", uuid4())

    command.connection.execute(f"DROP OWNED BY {role}".encode())
    command.connection.execute(f"DROP ROLE {role}".encode())
    assert said.code == 2
    assert "permission denied for table" in said.err


def test_left_out_cases_and_warnings_are_shown(command: Command) -> None:
    """What a run did not do, it says."""
    command.applied()
    run = command.enqueued()
    command.connection.execute(
        """UPDATE assistant_test_runs SET plan = plan || '{"left_out": ["a call"], "warnings": ["ignore names x"]}'"""
    )

    said = command("show", run)

    assert "Warning: ignore names x" in said.out
    assert "Left out, as the target does not allow them: a call" in said.out


def test_keys_that_do_not_fit_become_numbers_with_a_legend(command: Command) -> None:
    """Forty assertions are still a matrix."""
    keys = [f"behaviour_{number:02}" for number in range(40)]
    assertions = "\n".join(f"  - {{key: {key}, kind: no_raw_liquid}}" for key in keys)
    command.applied(
        f"suite: booking\nteam: acme\nassistant: a\nassertions:\n{assertions}\ncases:\n"
        "  - {name: configuration, runner: structural}\ncriteria:\n  publish_gate: {required: [behaviour_07]}\n"
    )
    run = command.enqueued()
    command.worked(run, "passed", dict.fromkeys(keys, True))

    said = command("show", run)

    assert "8 = behaviour_07" in said.out


def test_no_colours_off_a_terminal(command: Command) -> None:
    """What is piped holds no escape sequences."""
    command.applied()
    run = command.enqueued()
    command.worked(run, "failed", ONE_LOST)

    said = command("show", run)

    assert "\x1b" not in said.out + said.err
    assert "\x1b" not in json.dumps(command("verdicts", run, "--json").document)
