"""The schema for editors agrees with the reader: it takes what the reader takes, and refuses what a schema can tell."""

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from tests.integration import commands
from tests.unit.suitefile.writing import GOOD, faults_of, read_text
from worker.cli import schema as command
from worker.domain import criteria
from worker.suitefile import shape
from worker.suitefile.faults import Faults
from worker.suitefile.nodes import plain
from worker.suitefile.schema import schema
from worker.suitefile.syntax import documents

ROOT = Path(__file__).resolve().parents[3]
WORDS: dict[str, dict[str, str]] = {
    "suite": {}, "case": {}, "use": {}, "assertion": {}, "criteria": dict.fromkeys(criteria.FIELDS, "x")
}  # fmt: skip
SCHEMA = schema(WORDS)
VALIDATOR = Draft202012Validator(SCHEMA)
FULL = """\
suite: booking
team: acme
assistant: asst_main
description:
targets:
  vapi: {assistant_id: 7f3c}
run: {trials: 3, concurrency: 16}
assertions:
  - {key: clause, kind: clauses_survive, spec: {clauses: [Never promise a price., {name: a, text: b}]}, statement: It stays., role: main}
  - {key: tool, kind: tool_attached, spec: {tool: book}}
  - {key: tools, kind: tool_attached, spec: {tools: [book, cancel]}}
  - {key: liquid, kind: no_raw_liquid, spec: {allow: [now]}}
  - {key: schemas, kind: tool_schemas_valid, spec: }
cases:
  - name: configuration
    runner: structural
    variables: {city: Oslo}
    facts: [anything]
  - name: asks for Tuesday
    runner: vapi_chat
    turns: [Hi, "94110"]
    enabled: false
    source_call_id: call_1
    assertions:
      - {key: own, kind: no_raw_liquid}
  - {name: role play, runner: vapi_chat, persona: Ann, goal: Book, turns: }
  - use: asks for a refund
    enabled: false
criteria:
  publish_gate: {required: [clause, {key: own, trials: majority}, {key: tool, trials: 0.8}]}
  nightly_sweep: {threshold: [{keys: [tools, liquid], min: 0.9}], ignore: [schemas]}
"""


def plain_of(text: str) -> Any:
    """The file's one document as JSON, as the reader resolves its scalars."""
    [node] = documents(text, Faults("suite.yaml"), is_json=False)
    return plain(node)


def test_the_schema_is_one() -> None:
    """It follows its dialect's own schema."""
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("text", [GOOD, FULL, commands.SUITE], ids=["good", "full", "commands"])
def test_what_the_reader_takes_is_valid(tmp_path: Path, text: str) -> None:
    """An editor shows no fault in a good file."""
    read_text(tmp_path, text)

    assert [error.message for error in VALIDATOR.iter_errors(plain_of(text))] == []


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.suite.yaml")), ids=lambda path: path.name)
def test_the_examples_are_valid(path: Path) -> None:
    """A criteria that names nothing is beyond a schema, so all of them are."""
    assert [error.message for error in VALIDATOR.iter_errors(plain_of(path.read_text(encoding="utf-8")))] == []


def test_a_list_of_suites_is_valid() -> None:
    """A file may hold several."""
    assert VALIDATOR.is_valid([plain_of(GOOD), plain_of(FULL)])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("description:", "descriptio: x"),
        ("suite: booking", "suite: ''"),
        ("suite: booking", "suite: ' booking'"),
        ("suite: booking", f"suite: {'x' * 201}"),
        ("suite: booking", "team_: x"),
        ("team: acme", "team: [acme]"),
        ("assistant: asst_main", "assistant: 17"),
        ("assistant: asst_main", "assistant:"),
        ("{trials: 3, ", "{trials: 0, "),
        ("{trials: 3, ", "{trials: true, "),
        ("{trials: 3, ", "{trails: 3, "),
        ("{assistant_id: 7f3c}", "7f3c"),
        ("{allow: [now]}", "[x]"),
        ("{allow: [now]}", "{allow: now}"),
        ("{allow: [now]}", "{alow: [now]}"),
        ("{allow: [now]}", "{allow: [1]}"),
        ("kind: no_raw_liquid, spec", "kind: no_raw_liqid, spec"),
        ("kind: tool_schemas_valid, spec:", "kind: tool_schemas_valid, spec: {a: 1}"),
        ("kind: tool_schemas_valid, spec:", "spec:"),
        ("{key: schemas, ", "{suite: b, key: schemas, "),
        ("{key: schemas, ", "{"),
        (", spec: {tool: book}", ""),
        ("{tool: book}", "{}"),
        ("{tool: book}", "{tool: book, tools: [cancel]}"),
        ("{tools: [book, cancel]}", "{tools: []}"),
        ("{name: a, text: b}", "{name: a}"),
        ("[Never promise a price., {name: a, text: b}]", "[]"),
        ("runner: structural", "runner: structural\n    enabled: yes"),
        ("runner: structural", "runner: structural\n    runer: x"),
        ("runner: structural", "runner: structural\n    turns: [a]"),
        ("runner: structural", "runner: vapi_chat"),
        ("variables: {city: Oslo}", "variables: [Oslo]"),
        ('turns: [Hi, "94110"]', "turns: []"),
        ('turns: [Hi, "94110"]', "turns: [Hi, 94110]"),
        ('turns: [Hi, "94110"]', "turns: ['']"),
        ("persona: Ann, ", ""),
        ("- use: asks for a refund", "- use: asks for a refund\n    runner: structural"),
        ("trials: majority", "trials: most"),
        ("trials: 0.8", "trials: 1.8"),
        ("min: 0.9", "min: 0"),
        ("keys: [tools, liquid], ", ""),
        ("keys: [tools, liquid]", "keys: []"),
        ("ignore: [schemas]", "ignored: [schemas]"),
        ("ignore: [schemas]", "ignore: schemas"),
        ("ignore: [schemas]", "ignore: [7]"),
    ],
)
def test_what_the_reader_refuses_and_a_schema_can_tell_is_invalid(tmp_path: Path, old: str, new: str) -> None:
    """Unknown fields, wrong types, what is missing: the editor shows them as well."""
    assert old in FULL
    text = FULL.replace(old, new, 1)

    assert faults_of(tmp_path, text)
    assert not VALIDATOR.is_valid(plain_of(text))


def test_each_field_of_the_reader_is_in_the_schema() -> None:
    """Nothing else is, either."""
    defs = SCHEMA["$defs"]

    assert set(defs["suite"]["properties"]) == set(shape.SUITE_FIELDS)
    assert set(defs["assertion"]["properties"]) == set(shape.ASSERTION_FIELDS)
    assert set(defs["case"]["else"]["properties"]) == set(shape.CASE_FIELDS)
    assert set(defs["case"]["then"]["properties"]) == set(shape.USE_FIELDS)
    assert set(defs["criteria"]["properties"]) == set(criteria.FIELDS)


def test_the_command_prints_the_schema_with_a_description_of_each_field(capsys: pytest.CaptureFixture[str]) -> None:
    """Editors show them."""
    command.schema()

    printed = YAML(typ="safe").load(capsys.readouterr().out)
    suite = printed["$defs"]["suite"]["properties"]
    assert all(field["description"].endswith(".") for field in suite.values())
    Draft202012Validator.check_schema(printed)
