"""``consumers``: who may have criteria."""

import pytest

from tests.integration.commands import SUITE, Command, command

__all__ = ["command"]


def test_the_list_holds_the_four_that_are_always_there(command: Command) -> None:
    """By key, with names and what they decide."""
    document = command("consumers", "list", "--json").document

    assert [each["key"] for each in document] == ["avo_preflight", "blueprint_ci", "nightly_sweep", "publish_gate"]
    assert "Publish gate" in command("consumers", "list").out


def test_an_added_consumer_can_have_criteria_and_runs(command: Command) -> None:
    """Its key works in a suite file and in an enqueue."""
    said = command("consumers", "add", "release_train", "--description", "Stops the train.")
    command.applied(SUITE + "  release_train: {required: [liquid]}\n")

    assert said.code == 0
    assert command.enqueued(consumer="release_train")
    assert {"key": "release_train", "name": "Release train", "description": "Stops the train."} in command(
        "consumers", "list", "--json"
    ).document


@pytest.mark.parametrize(
    ("key", "says"), [("publish_gate", "already"), ("Publish Gate", "no key"), ("", "no key"), ("a" * 64, "no key")]
)
def test_a_taken_or_odd_key_is_refused(command: Command, key: str, says: str) -> None:
    """Nothing is written."""
    said = command("consumers", "add", key, "--name", "X")

    assert said.code == 2
    assert says in said.err
    assert command.one("SELECT count(*) FROM assistant_test_consumers") == 4
