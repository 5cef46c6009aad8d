"""What a suite file may say, and what is read from it."""

from pathlib import Path

import pytest

from tests.unit.suitefile.writing import GOOD, read_text
from worker import suitefile
from worker.domain.suite import Assertion, Case, CaseFacts, Wording


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    """The example of the surface page, with kinds that exist, comes out field by field."""
    text = """\
suite: booking
team: acme
assistant: asst_main
description: Bookings by phone.
targets:
  vapi: {assistant_id: 7f3c}
run: {trials: 3, concurrency: 16}
assertions:
  - {key: clause, kind: clauses_survive, spec: {clauses: [Never promise a price.]}, statement: It stays., role: main}
cases:
  - name: configuration
    runner: structural
    variables: {city: Oslo}
  - name: asks for Tuesday
    runner: vapi_chat
    turns: [Hi, "94110"]
    enabled: false
    source_call_id: call_1
    assertions:
      - {key: own, kind: no_raw_liquid}
  - use: asks for a refund
criteria:
  publish_gate: {required: [clause, {key: own, trials: majority}]}
"""

    [read] = read_text(tmp_path, text)

    suite = read.suite
    assert (suite.team, suite.name, suite.facts.assistant) == ("acme", "booking", "asst_main")
    assert suite.facts.description == "Bookings by phone."
    assert suite.facts.targets == {"vapi": {"assistant_id": "7f3c"}}
    assert suite.facts.run == {"trials": 3, "concurrency": 16}
    spec = {"clauses": ["Never promise a price."]}
    assert suite.assertions == (Assertion("clause", Wording("clauses_survive", spec, "It stays.", "main")),)
    assert suite.cases == (
        Case("configuration", CaseFacts("structural", {"variables": {"city": "Oslo"}})),
        Case(
            "asks for Tuesday",
            CaseFacts("vapi_chat", {"turns": ["Hi", "94110"]}, "call_1"),
            (Assertion("own", Wording("no_raw_liquid")),),
            enabled=False,
        ),
        Case("asks for a refund", None),
    )
    assert suite.criteria == {"publish_gate": {"required": ["clause", {"key": "own", "trials": "majority"}]}}


def test_json_is_read_like_yaml_tabs_and_surrogate_pairs_too(tmp_path: Path) -> None:
    """A JSON file may be indented with tabs and escape characters beyond the basic plane as pairs."""
    text = '{\n\t"suite": "b",\n\t"team": "t",\n\t"assistant": "a", "description": "\\ud83d\\ude00"\n}'

    [read] = read_text(tmp_path, text, "suite.json")

    assert read.suite.facts.description == "\N{GRINNING FACE}"


@pytest.mark.parametrize(
    "text", [GOOD + "---\n" + GOOD.replace("booking", "refunds").replace("configuration", "other")]
)
def test_a_file_may_hold_several_documents(tmp_path: Path, text: str) -> None:
    """Each YAML document is a suite, and its lines count from the start of the file."""
    first, second = read_text(tmp_path, text)

    assert (first.suite.name, second.suite.name) == ("booking", "refunds")
    assert (first.line("suite"), second.line("suite")) == (1, 12)


def test_a_file_may_hold_a_list_of_suites(tmp_path: Path) -> None:
    """A list of suites in one document is read in its order."""
    text = "- {suite: one, team: t, assistant: a}\n- {suite: two, team: t, assistant: a}\n"

    assert [read.suite.name for read in read_text(tmp_path, text)] == ["one", "two"]


def test_several_files_are_read_together(tmp_path: Path) -> None:
    """All files of one call give one list, in the order of the call."""
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(f"suite: {name}\nteam: t\nassistant: a\n")

    reads = suitefile.read([tmp_path / "two.yaml", tmp_path / "one.yaml"])

    assert [read.suite.name for read in reads] == ["two", "one"]


def test_words_of_old_yaml_are_text(tmp_path: Path) -> None:
    """YAML 1.2 has no yes, no, on and off; a postal code keeps its zeros; a date stays as it is written."""
    text = GOOD + "description: on\ntargets: {vapi: {on: yes, off: no, zip: 00501, day: 2026-01-02, n: 0x10, f: 1e3}}\n"

    [read] = read_text(tmp_path, text)

    assert read.suite.facts.description == "on"
    vapi = {"on": "yes", "off": "no", "zip": "00501", "day": "2026-01-02", "n": 16, "f": 1000.0}
    assert read.suite.facts.targets == {"vapi": vapi}


def test_anchors_are_fine(tmp_path: Path) -> None:
    """An alias repeats what its anchor holds."""
    text = "suite: s\nteam: t\nassistant: a\ntargets: {vapi: &one {id: x}, hamming: *one}\n"

    [read] = read_text(tmp_path, text)

    assert read.suite.facts.targets == {"vapi": {"id": "x"}, "hamming": {"id": "x"}}


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    """Some editors of Windows write one."""
    assert read_text(tmp_path, "\ufeff" + GOOD)[0].suite.name == "booking"


def test_the_team_may_come_from_outside(tmp_path: Path) -> None:
    """A file without a team takes that of the command."""
    [read] = read_text(tmp_path, GOOD.replace("team: acme\n", ""), team="other")

    assert read.suite.team == "other"


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("", 1),
        ("assertions[0].key", 5),
        ("cases[0].runner", 8),
        ("criteria.publish_gate.required[0]", 10),
        ("cases[7].x", 6),
    ],
)
def test_a_path_finds_its_line(tmp_path: Path, field: str, line: int) -> None:
    """A path gives the line of the field, or of the deepest part that the file has."""
    [read] = read_text(tmp_path, GOOD)

    assert read.line(field) == line
