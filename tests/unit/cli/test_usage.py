"""A command that is called wrongly says so in our words, with the next step, and as a document where one is asked for."""

from pathlib import Path

import pytest

from tests.typed import Typed
from worker.cli.usage import wants_document


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """The command line."""
    return Typed(folder=tmp_path, monkeypatch=monkeypatch, capsys=capsys)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("rnu", "There is no command rnu.\nDid you mean run? See assistant-test --help."),
        ("consumers lst", "There is no command lst.\nDid you mean list?"),
        ("run x", "--consumer is missing.\nGive it. See assistant-test run --help."),
        ("run x -c y --trials abc", "--trials: This is the text 'abc', not a whole number."),
        ("run x -c y --trials 200", "--trials: This is 200; it must be at most 100."),
        ("watch x --timeout -1", "--timeout: This is -1; it must be at least 0."),
        ("run x -c y --lane fast", "--lane: 'fast' is not one of 'interactive', 'bulk'."),
        ("show --jsn x", "There is no option --jsn.\nDid you mean --json?"),
        ("show a b", "This is more than the command takes: b."),
        ("run x --consumer", "--consumer needs a value."),
        ("show --json=yes x", "--json takes no value."),
    ],
)
def test_a_wrong_call_is_one_sentence_and_the_next_step(typed: Typed, words: str, said: str) -> None:
    """No box, no word of the library."""
    found = typed(*words.split(" "))

    assert found.code == 2
    assert found.err.startswith(f"Error: {said}")
    assert len(found.err.splitlines()) == 2
    assert found.out == ""


def test_a_wrong_call_is_a_document_where_documents_are_asked_for(typed: Typed) -> None:
    """The call is not understood, and yet its --json is."""
    found = typed("run", "x", "--json")

    assert found.code == 2
    assert found.document == {
        "error": {
            "code": "usage_invalid",
            "message": "--consumer is missing.",
            "advice": "Give it. See assistant-test run --help.",
            "faults": [],
        }
    }


def test_no_words_are_help_and_no_error(typed: Typed) -> None:
    """As it was, with exit status 2."""
    found = typed()

    assert found.code == 2
    assert "Usage:" in found.out + found.err
    assert "Error" not in found.err


def test_what_stands_behind_two_dashes_is_no_option() -> None:
    """A file may be called --json."""
    assert wants_document(["lint", "a.json", "--json"])
    assert not wants_document(["lint", "--", "--json"])
