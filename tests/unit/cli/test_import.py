"""``import`` writes suite files, lists what it left out, and overwrites nothing."""

import json

import pytest

from tests.typed import Typed
from tests.unit.importing.samples import EVAL, PROMPTFOO
from worker import suitefile


def test_without_a_folder_the_suites_are_one_file_on_stdout_and_the_list_goes_to_stderr(command: Typed) -> None:
    """What is printed is read by apply as it stands."""
    for name, content in (("p.json", PROMPTFOO), ("e.json", EVAL)):
        command.file(json.dumps(content), name)

    said = command("import", command.folder / "p.json", command.folder / "e.json", "--team", "acme")

    read = suitefile.read([command.file(said.out, "out.yaml")])
    assert [each.suite.name for each in read] == ["p", "vapi-evals"]
    assert "tests[0].assert[2]: It is code, which no suite file holds. — " in said.err
    assert said.code == 0


def test_with_a_folder_each_suite_is_a_file_there_and_none_is_overwritten(command: Typed) -> None:
    """The list goes to stdout then; a second import is refused before anything is written."""
    source = command.file(json.dumps(PROMPTFOO), "p.json")

    first = command("import", source, "--out", command.folder / "new", "--suite", "dental", "--team", "acme")
    second = command("import", source, "--out", command.folder / "new", "--suite", "dental", "--team", "acme")

    assert "Not carried over:" in first.out
    assert [path.name for path in (command.folder / "new").iterdir()] == ["dental.suite.yaml"]
    assert (first.code, second.code) == (0, 2)
    assert "exists already" in second.err


def test_as_a_document_it_holds_suites_what_waits_and_both_lists(command: Typed) -> None:
    """For programs."""
    source = command.file(json.dumps(PROMPTFOO), "p.json")

    document = command("import", source, "--json").document

    assert document["suites"][0]["cases"] == 3
    assert document["suites"][0]["waiting"][0] == {
        "case": "",
        "key": "rubric",
        "why": "There is no kind rubric in this version.",
    }
    assert document["not_carried_over"][0]["where"] == "tests[0].assert[2]"
    assert document["changed"][0]["where"] == "tests[0].assert[3].metric"


def test_a_file_of_no_known_format_ends_with_the_list_and_the_next_step(command: Typed) -> None:
    """Also where there is no such file at all."""
    strange = command("import", command.file('{"a": 1}', "a.json"))
    missing = command("import", command.folder / "none.yaml")

    assert (strange.code, missing.code) == (2, 2)
    assert "none of the formats" in strange.err
    assert "none.yaml: There is no such file." in missing.err


def test_a_folder_that_cannot_be_written_is_one_clear_error(command: Typed) -> None:
    """Here the folder is a file."""
    source = command.file(json.dumps(PROMPTFOO), "p.json")

    said = command("import", source, "--out", source)

    assert said.code == 2
    assert "cannot be written" in said.err


@pytest.mark.parametrize("odd", ["loop.yaml", "n" * 5000, "loop.yaml/inner.yaml"])
def test_a_path_that_leads_nowhere_is_one_clear_error(command: Typed, odd: str) -> None:
    """A loop of links, a name longer than any, a file below one: each beside a good file, which is still read."""
    (command.folder / "loop.yaml").symlink_to("loop.yaml")
    good = command.file(json.dumps(PROMPTFOO), "good.json")

    alone = command("import", command.folder / odd)
    beside = command("import", command.folder / odd, good)

    assert alone.code == 2
    assert "The file cannot be read" in alone.err
    assert beside.code == 0
    assert "cannot be read" in beside.err


def test_the_last_sentence_says_what_can_be_applied_here(command: Typed) -> None:
    """Cases of a runner that no adapter plays wait; in the document they are counted by runner."""
    source = command.file(json.dumps(PROMPTFOO), "p.json")

    said = command("import", source, "--team", "acme")
    document = command("import", source, "--team", "acme", "--json").document
    playable = command("import", source, "--team", "acme", "--runner", "structural")

    assert said.err.splitlines()[-1] == (
        "3 cases of 3 cannot be applied in this installation yet: no adapter is installed for vapi_chat (3)."
    )
    assert document["without_runner"] == {"vapi_chat": 3}
    assert playable.err.splitlines()[-1].startswith("Next: assistant-test apply takes all 3 cases")
