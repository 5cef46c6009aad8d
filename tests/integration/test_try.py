"""``try`` judges stored evidence with a wording that is not applied, and writes nothing."""

import json
from uuid import UUID, uuid4

import pytest

from tests.integration.commands import SUITE, Command, command
from worker.domain.words import Reads
from worker.judging import kinds
from worker.judging.kinds import Kind

__all__ = ["command"]

CONFIGURATION = {"name": "a", "model": {"messages": [{"role": "system", "content": "Never name a price."}]}}
REWORDED = SUITE.replace("Never promise a price.", "Never name a price.")


def ended(command: Command) -> UUID:
    """A run whose clause was not met."""
    command.applied()
    run = command.enqueued("--config-file", command.file(json.dumps(CONFIGURATION), "a.json"))
    command.worked(run, "failed", {"liquid": True, "clause": False})
    return run


def test_old_and_new_stand_side_by_side_and_nothing_is_written(command: Command) -> None:
    """The reworded clause is met on the evidence that failed the old one."""
    run = ended(command)
    before = command.rows("SELECT count(*) FROM assistant_test_assertion_results, assistant_test_assertions")

    said = command("try", "clause", "--on", run, "--file", command.file(REWORDED, "new.yaml"))

    assert said.code == 0, said.err
    [row] = [line.split() for line in said.out.splitlines() if line.strip().startswith("configuration")]
    assert [word for word in row if word not in "│┃"] == ["configuration", "✗", "v1", "✓"]
    assert command.rows("SELECT count(*) FROM assistant_test_assertion_results, assistant_test_assertions") == before


def test_json_has_both_results_per_case(command: Command) -> None:
    """One entry per case run."""
    run = ended(command)

    document = command("try", "clause", "--on", run, "--file", command.file(REWORDED, "new.yaml"), "--json").document

    [case] = document["cases"]
    assert (document["run"], document["key"], case["name"], case["trial"]) == (str(run), "clause", "configuration", 0)
    assert case["old"] == {"version": 1, "met": False, "rationale": "because of clause", "error_code": None}
    assert (case["new"]["met"], case["new"]["evaluator"]) == (True, "structural@2")


def test_without_a_file_the_live_wording_is_tried(command: Command) -> None:
    """After an apply the database has it."""
    run = ended(command)
    command.applied(REWORDED)

    [case] = command("try", "clause", "--on", run, "--json").document["cases"]

    assert case["new"]["met"] is True


def test_a_cases_own_wording_goes_before_the_suites(command: Command) -> None:
    """As a run would apply it; from the file and from the database."""
    run = ended(command)
    own = "    runner: structural\n    assertions: [{key: clause, kind: clauses_survive, spec: {clauses: [Never name a price.]}}]"
    text = SUITE.replace("    runner: structural", own)

    [of_file] = command("try", "clause", "--on", run, "--file", command.file(text, "n.yaml"), "--json").document[
        "cases"
    ]
    command.applied(text)
    [live] = command("try", "clause", "--on", run, "--json").document["cases"]

    assert (of_file["new"]["met"], live["new"]["met"]) == (True, True)


def test_a_new_key_has_no_old_result(command: Command) -> None:
    """It was not due; what it would find is told."""
    run = ended(command)
    text = SUITE.replace("assertions:\n", "assertions:\n  - {key: schemas, kind: tool_schemas_valid}\n")

    [case] = command("try", "schemas", "--on", run, "--file", command.file(text, "n.yaml"), "--json").document["cases"]

    assert case["old"] is None
    assert case["new"]["met"] is True


@pytest.mark.parametrize(("status", "code"), [("failed", "case_not_executed"), ("executed", "evidence_missing")])
def test_what_is_not_there_is_unknown(command: Command, status: str, code: str) -> None:
    """Neither met nor not met: NULL with a code."""
    command.applied()
    run = command.enqueued()
    command.worked(run, "inconclusive", {"liquid": None, "clause": None})
    command.connection.execute("ALTER TABLE assistant_test_case_runs DISABLE TRIGGER USER")
    command.connection.execute("UPDATE assistant_test_case_runs SET status = %s", [status])

    [case] = command("try", "clause", "--on", run, "--json").document["cases"]

    assert (case["new"]["met"], case["new"]["error_code"]) == (None, code)


def test_a_kind_that_is_not_judged_here_is_refused_in_words(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that this release does not know, and one that reads a conversation."""
    run = ended(command)
    known = kinds.KINDS["clauses_survive"]
    command.connection.execute("ALTER TABLE assistant_test_assertions DISABLE TRIGGER USER")
    command.connection.execute("UPDATE assistant_test_assertions SET kind = 'rubrik' WHERE assertion_key = 'liquid'")
    unknown = command("try", "liquid", "--on", run)
    spoken = Kind(known.name, known.spec, Reads.CONVERSATION, known.evaluator, known.judge)
    monkeypatch.setitem(kinds.KINDS, known.name, spoken)

    conversation = command("try", "clause", "--on", run)

    assert (unknown.code, conversation.code) == (2, 2)
    assert "no kind of assertion called 'rubrik'" in unknown.err
    assert "reads the conversation, which try cannot judge" in conversation.err


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("clauze", REWORDED, "Did you mean clause?"),
        ("clause", REWORDED.replace("suite: booking", "suite: other"), "holds no suite booking"),
        ("clause", REWORDED.replace("team: acme", "team: zeta"), "for team zeta"),
        ("clauze", "", "no live assertion clauze"),
    ],
)
def test_what_cannot_be_tried_is_refused(command: Command, key: str, text: str, says: str) -> None:
    """Wrong key, suite, team."""
    run = ended(command)

    said = command("try", key, "--on", run, *(["--file", command.file(text, "new.yaml")] if text else []))

    assert said.code == 2
    assert says in said.err


def test_a_run_without_case_runs_or_no_run_at_all_is_refused(command: Command) -> None:
    """There is nothing to judge."""
    command.applied()

    assert "no case runs" in command("try", "clause", "--on", command.enqueued()).err
    assert "There is no run" in command("try", "clause", "--on", uuid4()).err
    assert "no id of a run" in command("try", "clause", "--on", "x").err
