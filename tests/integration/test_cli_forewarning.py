"""What a run cannot tell or cannot do is said before anybody takes its verdict for one."""

import pytest

from tests.integration.commands import SUITE, Command, command

__all__ = ["command"]

NO_RULE = "publish_gate has no rule for suite booking: every run passes it, everything is only observed."
UNBOUND = [
    SUITE.replace("publish_gate: {required: [liquid, clause]}", f"publish_gate: {spec}")
    for spec in ("{}", "{ignore: [liquid]}", "{required: []}")
]
RUN = ("run", "booking", "-c", "publish_gate", "--team", "acme")
READABLE = '{"model": {"messages": [{"role": "system", "content": "Be kind."}]}}'


@pytest.mark.parametrize("text", UNBOUND, ids=["empty", "ignore", "no key"])
@pytest.mark.parametrize("dry", [True, False])
def test_apply_warns_of_a_criteria_without_a_rule(command: Command, text: str, *, dry: bool) -> None:
    """In words beside the plan, and in the document."""
    path = command.file(text)

    said = command("apply", path, *(["--dry-run"] if dry else []))
    document = command("apply", path, "--json").document

    assert said.code == 0
    assert said.err.strip() == f"Warning: {NO_RULE}"
    assert document["warnings"] == [NO_RULE]


def test_a_criteria_with_a_rule_is_not_warned_of(command: Command) -> None:
    """The other consumer's threshold is a rule too."""
    said = command("apply", command.file(SUITE))

    assert said.err == ""


def test_a_run_says_before_that_it_can_only_pass(command: Command) -> None:
    """In the dry run, with the run itself, and beside its verdict."""
    command.applied(UNBOUND[0])
    file = command.file(READABLE, "a.json")

    rehearsed = command(*RUN, "--config-file", file, "--dry-run")
    asked = command("enqueue", *RUN[1:], "--config-file", file)
    command.worked(asked.out.strip(), "passed", {"liquid": False, "clause": False})  # type: ignore[arg-type]
    shown = command("show", asked.out.strip())

    assert NO_RULE in rehearsed.out
    assert NO_RULE in asked.err
    assert "Verdict of publish_gate: passed, observed only" in shown.out
    assert "The criteria has no rule: every run passes it, everything is only observed." in shown.out


@pytest.mark.parametrize("verb", ["run", "enqueue"])
@pytest.mark.parametrize("text", ['{"port": 8080}', '{"a": {"b": [1, 2]}}'])
def test_a_configuration_that_no_reader_knows_is_refused_before_a_run_exists(
    command: Command, verb: str, text: str
) -> None:
    """Nothing of it could be judged."""
    command.applied()

    said = command(verb, *RUN[1:], "--config-file", command.file(text, "a.json"))

    assert said.code == 2
    assert "a.json: This is no configuration of a known vendor" in said.err
    assert "as its vendor's API returns it" in said.err
    assert command.one("SELECT count(*) FROM assistant_test_runs") == 0


def test_a_run_of_what_no_source_can_fetch_is_refused_before_it_exists(command: Command) -> None:
    """As in its dry run; the next step is --config-file. The document has the run's code."""
    command.applied()

    said = command(*RUN, "--json")

    assert said.code == 2
    assert said.document["error"]["code"] == "target_source_missing"
    assert "No source is installed for the configuration reference live." in said.err
    assert "--config-file FILE" in said.err
    assert command.one("SELECT count(*) FROM assistant_test_runs") == 0


def test_what_workers_have_installed_is_theirs_to_know(command: Command) -> None:
    """Enqueue asks all the same, and run gives the run that its request made before."""
    command.applied()
    made = command.enqueued("--request-id", "r1")

    said = command(*RUN, "--request-id", "r1", "--timeout", "0.1")

    assert f"Run {made}" in said.out


def test_chosen_cases_that_read_no_configuration_need_no_source(command: Command) -> None:
    """The refusal is for cases that would lack it."""
    command.connection.execute(
        "INSERT INTO assistant_test_runners (name, brings, deadline_s, trials)"
        " VALUES ('elsewhere', '{conversation}', 60, true)"
    )
    command.applied(
        SUITE.replace("runner: structural", "runner: elsewhere\n    turns: [Hi]")
        .replace("{required: [liquid, clause]}", "{}")
        .replace("  nightly_sweep: {threshold: [{keys: [liquid, clause], min: 0.5}]}\n", "")
    )

    said = command(*RUN, "--timeout", "0.1")

    assert "No source" not in said.err
    assert command.one("SELECT count(*) FROM assistant_test_runs") == 1
