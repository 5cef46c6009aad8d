"""What is wrong with a suite is told with its line, its field and what to do, all of it at once."""

from pathlib import Path

import pytest

from tests.unit.suitefile.writing import GOOD, faults_of
from worker import suitefile
from worker.errors import FileError


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ("assertions:", "targts: {}\nassertions:", (4, "targts"), "Did you mean targets?"),
        ("team: acme", "team: [acme]", (2, "team"), "a list, not text"),
        ("team: acme", "team: ' acme'", (2, "team"), "no name"),
        ("suite: booking", "suite: ''", (1, "suite"), "The text is empty"),
        ("assistant: asst_main", "assistant:", (3, "assistant"), "missing"),
        ("assistant: asst_main", "assistant: 17", (3, "assistant"), "the number 17, not text"),
        ("assertions:", "run: {trials: 0}\nassertions:", (4, "run.trials"), "from 1 to 100"),
        ("assertions:", "run: {trials: true}\nassertions:", (4, "run.trials"), "from 1 to 100"),
        ("assertions:", "run: {trails: 2}\nassertions:", (4, "run.trails"), "Did you mean trials?"),
        ("assertions:", "targets: {vapi: 7f3c}\nassertions:", (4, "targets.vapi"), "mapping"),
        ("kind: no_raw_liquid}", "kind: no_raw_liquid, spec: [x]}", (5, "assertions[0].spec"), "a list"),
        ("kind: no_raw_liquid}", "}", (5, "assertions[0].kind"), "missing"),
        ("kind: no_raw_liquid}", "kind: no_raw_liquid, suite: b}", (5, "assertions[0].suite"), "one owner"),
        ("kind: no_raw_liquid}", "kind: no_raw_liquid, case_id: b}", (5, "assertions[0].case_id"), "one owner"),
        ("runner: structural", "runner: structural\n    enabled: yes", (9, "cases[0].enabled"), "true or false"),
        ("runner: structural", "runner: structural\n    runer: x", (9, "cases[0].runer"), "Did you mean runner?"),
        ("runner: structural", "runner: structural\n    turns: [a]", (9, "cases[0].turns"), "plays no conversation"),
        ("runner: structural", "runner: structurel", (7, "cases[0]"), "Did you mean the runner structural?"),
        ("runner: structural", "runner: vapi_chat", (7, "cases[0]"), "has no content"),
        ("runner: structural", "runner: vapi_chat\n    turns: []", (7, "cases[0]"), "has no content"),
        (
            "runner: structural",
            "runner: vapi_chat\n    turns: [a, 94110]",
            (9, "cases[0].turns[1]"),
            "the number 94110",
        ),
        ("runner: structural", "runner: vapi_chat\n    turns: ['']", (9, "cases[0].turns[0]"), "empty text"),
        ("runner: structural", "runner: vapi_chat\n    persona: Ann", (7, "cases[0].goal"), "A persona needs a goal"),
        ("runner: structural", "runner: vapi_chat\n    goal: Book", (7, "cases[0].persona"), "A persona needs a goal"),
        (
            "[no_raw_liquid]}",
            "[no_raw_liqid]}",
            (10, "criteria.publish_gate.required[0]"),
            "Did you mean no_raw_liquid?",
        ),
        (
            "{required: [no_raw_liquid]}",
            "{requird: []}",
            (10, "criteria.publish_gate.requird"),
            "Did you mean required?",
        ),
        (
            "{required: [no_raw_liquid]}",
            "\n    threshold:\n      - {keys: [no_raw_liquid], min: 1.5}",
            (12, "criteria.publish_gate.threshold[0].min"),
            "1.5 is not a share",
        ),
    ],
)
def test_a_fault_names_line_field_and_what_to_do(
    tmp_path: Path, old: str, new: str, place: tuple[int, str], says: str
) -> None:
    """One thing wrong in a good file gives one fault, at its place."""
    assert old in GOOD

    found = faults_of(tmp_path, GOOD.replace(old, new, 1))

    assert [fault[:2] for fault in found] == [place]
    assert says in found[0][2]


def test_all_faults_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    """Whoever mends a file need not try once per fault."""
    (tmp_path / "one.yaml").write_text("suite: a\nteem: t\nrun: {x: 1}\n")
    (tmp_path / "two.yaml").write_text("suite: b\n\tassistant: x\n")

    with pytest.raises(FileError) as refused:
        suitefile.read([tmp_path / "one.yaml", tmp_path / "two.yaml", tmp_path / "three.yaml"])

    found = [(Path(fault.file).name, fault.line, fault.field) for fault in refused.value.faults]
    assert found == [
        ("one.yaml", 1, "team"),
        ("one.yaml", 1, "assistant"),
        ("one.yaml", 2, "teem"),
        ("one.yaml", 3, "run.x"),
        ("two.yaml", 2, ""),
        ("three.yaml", None, ""),
    ]


@pytest.mark.parametrize(
    ("more", "line", "field"),
    [
        ("suite: again\n", 11, "suite"),
        ("  publish_gate: {}\n", 11, "publish_gate"),
    ],
)
def test_a_field_that_stands_twice_is_a_fault(tmp_path: Path, more: str, line: int, field: str) -> None:
    """YAML readers often keep the last one silently; here it is told."""
    [found] = faults_of(tmp_path, GOOD + more)

    assert found[:2] == (line, field)
    assert "stands twice" in found[2]


def test_a_key_stands_once_per_owner(tmp_path: Path) -> None:
    """The same assertion key twice under one owner is refused, naming the first line."""
    text = GOOD.replace("cases:", "  - {key: no_raw_liquid, kind: tool_attached, spec: {tool: x}}\ncases:")

    [found] = faults_of(tmp_path, text)

    assert found[:2] == (6, "assertions[1].key")
    assert "first in line 5" in found[2]


def test_a_case_may_repeat_a_key_of_its_suite(tmp_path: Path) -> None:
    """There the case's assertion replaces the suite's, so it is no fault; twice in the case is."""
    own = "    assertions:\n      - {key: no_raw_liquid, kind: no_raw_liquid}\n"

    [found] = faults_of(tmp_path, GOOD.replace("criteria:", own + own.splitlines()[1] + "\ncriteria:"))

    assert found[:2] == (11, "cases[0].assertions[1].key")


def test_a_case_stands_once_in_a_suite(tmp_path: Path) -> None:
    """Described twice, or described and used, it is refused."""
    [found] = faults_of(tmp_path, GOOD.replace("criteria:", "  - use: configuration\ncriteria:"))

    assert found[:2] == (9, "cases[1].use")


def test_a_suite_stands_once_in_all_files(tmp_path: Path) -> None:
    """The second description of a suite is refused, naming where the first is."""
    [found] = faults_of(tmp_path, GOOD + "---\n" + GOOD)

    assert found[:2] == (12, "suite")
    assert "line 1" in found[2]


def test_a_case_is_described_once_in_all_files(tmp_path: Path) -> None:
    """Two suites may share a case, but only one of them may describe it."""
    [found] = faults_of(tmp_path, GOOD + "---\n" + GOOD.replace("booking", "other"))

    assert found[:2] == (18, "cases[0].name")
    assert "write use: configuration" in found[2]


def test_a_disabled_case_does_not_carry_a_criteria(tmp_path: Path) -> None:
    """A key that only a disabled case would judge could never hold or fail."""
    [found] = faults_of(tmp_path, GOOD.replace("runner: structural", "runner: structural\n    enabled: false"))

    assert found[1] == "criteria.publish_gate.required[0]"


def test_a_file_for_another_team_is_refused(tmp_path: Path) -> None:
    """Nothing is written to a team by mistake."""
    [found] = faults_of(tmp_path, GOOD, team="other")

    assert found[:2] == (2, "team")


def test_a_suite_without_team_is_refused(tmp_path: Path) -> None:
    """The error says the three ways to name it."""
    [found] = faults_of(tmp_path, GOOD.replace("team: acme\n", ""))

    assert "ASSISTANT_TEST_TEAM" in found[2]


def test_a_used_case_is_taken_as_it_stands(tmp_path: Path) -> None:
    """Fields beside use: would be an edit, which has to be a description under name:."""
    found = faults_of(tmp_path, GOOD.replace("- name: configuration", "- use: configuration"))

    assert [fault[:2] for fault in found] == [(8, "cases[0].runner")]


def test_an_assertion_is_a_mapping(tmp_path: Path) -> None:
    """A bare key is told which fields an assertion has; the criteria that counted on it is told, too."""
    found = faults_of(tmp_path, GOOD.replace("- {key: no_raw_liquid, kind: no_raw_liquid}", "- no_raw_liquid"))

    assert [fault[:2] for fault in found] == [(5, "assertions[0]"), (10, "criteria.publish_gate.required[0]")]
    assert "Give fields: key, kind" in found[0][2]


@pytest.mark.parametrize(
    ("written", "place", "says"),
    [
        ("kind: no_raw_liqid", (6, "assertions[0].kind"), "no_raw_liquid"),
        (
            "kind: tool_attached\n    spec:\n      tol: x",
            (8, "assertions[0].spec.tol"),
            "Did you mean tool?",
        ),
        ("kind: clauses_survive", (5, "assertions[0].spec.clauses"), "clauses"),
        ("kind: clauses_survive\n    spec:\n      clauses:\n        - fine\n        - ''", (10, ""), "clauses"),
    ],
)
def test_an_assertion_that_its_kind_refuses_names_the_place(
    tmp_path: Path, written: str, place: tuple[int, str], says: str
) -> None:
    """An unknown kind gets the nearest; a wrong parameter its line and the parameters that there are."""
    text = GOOD.replace("  - {key: no_raw_liquid, kind: no_raw_liquid}", f"  - key: no_raw_liquid\n    {written}")

    line, field, whole = faults_of(tmp_path, text)[0]

    assert line == place[0]
    assert field.startswith(place[1])
    assert says in whole


@pytest.mark.parametrize("name", ["booking.good.vapi.json", "front-desk.elevenlabs.json"])
def test_an_assistant_s_configuration_is_one_fault_that_leads_to_init(name: str) -> None:
    """Not one fault for each field that no suite has."""
    config = Path(__file__).resolve().parents[3] / "examples" / name

    with pytest.raises(FileError) as refused:
        suitefile.read([config], "acme")

    [fault] = refused.value.faults
    assert "an assistant's configuration, not a suite file" in fault.message
    assert f"assistant-test init {config}" in fault.advice


def test_a_suite_file_without_its_name_is_no_configuration(tmp_path: Path) -> None:
    """What is missing is named."""
    faults = faults_of(tmp_path, GOOD.replace("suite: booking", "suit: booking"))

    assert any("Did you mean suite?" in whole for _, _, whole in faults)


def test_what_names_a_suite_is_a_suite_file_whatever_else_it_holds(tmp_path: Path) -> None:
    """A configuration's fields in it are told one by one."""
    faults = faults_of(tmp_path, GOOD + "model: {provider: openai, messages: []}\nfirstMessage: Hello\n")

    assert [field for _, field, _ in faults] == ["model", "firstMessage"]
