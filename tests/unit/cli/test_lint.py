"""``lint`` finds what is wrong in configuration files, without services and without a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.typed import Typed
from worker.domain.configuration import Configuration
from worker.judging import kinds, linting
from worker.judging.structural import reading
from worker.judging.structural.checks import no_raw_liquid

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
CORPUS = os.environ.get("CORPUS_DIR")
SUITE = """\
suite: booking
team: acme
assistant: asst_main
assertions:
  - {key: clause, kind: clauses_survive, spec: {clauses: [Never promise a price.]}}
  - {key: liquid, kind: no_raw_liquid, spec: {allow: [name]}}
cases:
  - name: configuration
    runner: structural
    variables: {name: Ann}
"""


def assistant(prompt: str, **more: Any) -> str:
    """A Vapi assistant with this system prompt."""
    model = {"provider": "openai", "messages": [{"role": "system", "content": prompt}]}
    return json.dumps({"name": "a", "model": model, **more})


def test_a_clean_file_has_no_finding_and_exits_with_0(command: Typed) -> None:
    """The file is named with its format."""
    path = command.file(assistant("Be kind."), "a.json")

    said = command("lint", path)

    assert (said.code, said.out) == (0, f"{path} (vapi_assistant): no findings\n")


def test_an_error_is_told_with_severity_pointer_message_and_hint(command: Typed) -> None:
    """One error makes the exit 1."""
    said = command("lint", command.file(assistant("Hello {{ name }}."), "a.json"))

    assert said.code == 1
    assert "2 errors" in said.out
    assert "error no_raw_liquid /model/messages/0/content" in said.out
    assert "Give name a value when compiling" in said.out


def test_json_has_one_object_per_file(command: Typed) -> None:
    """File, format and findings; the fields of a finding are these six."""
    clean, dirty = command.file(assistant("Hi."), "a.json"), command.file(assistant("Hi {{ name }}."), "b.json")

    said = command("lint", clean, dirty, "--json")

    first, second = said.document
    assert first == {"file": str(clean), "format": "vapi_assistant", "findings": []}
    assert [set(each) for each in second["findings"]] == [
        {"check", "severity", "subject", "pointer", "message", "hint"}
    ] * 2
    assert {each["check"] for each in second["findings"]} == {"no_raw_liquid", "every_variable_resolves"}


def test_a_suite_file_brings_its_assertions_parameters_and_variables(command: Typed) -> None:
    """A lost clause is found, and a name that the suite allows and supplies is none any more."""
    path = command.file(assistant("Hello {{ name }}."), "a.json")

    said = command("lint", path, "--suite", command.file(SUITE, "suite.yaml"), "--json")

    errors = [each for each in said.document[0]["findings"] if each["severity"] == "error"]
    assert [(each["check"], each["subject"]) for each in errors] == [("clauses_survive", "Never promise a price.")]
    assert said.code == 1


def test_a_file_that_cannot_be_read_exits_with_2_and_the_others_are_checked(command: Typed) -> None:
    """Missing, no JSON, no configuration: each is named, nothing hides the rest."""
    bad = [command.folder / "none.json", command.file("{", "b.json"), command.file("[]", "c.json"), command.folder]
    good = command.file(assistant("Hi."), "a.json")

    said = command("lint", *bad, good)
    found = command("lint", *bad, good, "--json").document

    assert said.code == 2
    assert all(str(path) in said.err for path in bad)
    assert f"{good} (vapi_assistant): no findings" in said.out
    assert [each["format"] for each in found] == [None] * 4 + ["vapi_assistant"]
    assert all(each["error"]["message"] and each["error"]["advice"] for each in found[:4])


def test_a_suite_file_with_faults_is_refused(command: Typed) -> None:
    """Its faults are told as apply tells them."""
    said = command("lint", command.file(assistant("Hi."), "a.json"), "--suite", command.file("suite: x", "s.yaml"))

    assert said.code == 2
    assert "assistant" in said.err


def test_a_check_that_fails_is_a_finding_and_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours on one file must not end the whole command."""

    def broken(*_: object) -> Any:
        raise RuntimeError("odd")

    kind = kinds.KINDS[no_raw_liquid.KIND]
    monkeypatch.setitem(kinds.KINDS, kind.name, kinds.Kind(kind.name, kind.spec, kind.reads, kind.evaluator, broken))
    configuration = reading(json.loads(assistant("Hi {{ name }}.")))
    assert isinstance(configuration, Configuration)

    found = linting.lint(configuration, linting.checks_for())

    assert {each.check for each in found.findings} == {"no_raw_liquid", "every_variable_resolves"}
    assert "RuntimeError: odd" in next(each.message for each in found.findings if each.check == "no_raw_liquid")


def test_the_parameterless_kinds_are_these() -> None:
    """What needs parameters is checked with a suite file only."""
    assert set(linting.parameterless()) == {
        "every_variable_resolves",
        "no_placeholder_text",
        "no_raw_liquid",
        "tool_schemas_valid",
    }


def test_lint_loads_neither_a_database_driver_nor_a_broker(tmp_path: Path) -> None:
    """It starts fast because it leaves out what it does not need."""
    program = (
        "import sys; from worker.cli.main import app; app(['lint', sys.argv[1]], standalone_mode=False);"
        "print(sorted({'psycopg', 'sqlalchemy', 'celery', 'kombu', 'redis', 'ruamel.yaml', 'alembic'} & {*sys.modules}))"
    )

    said = subprocess.run(
        [sys.executable, "-c", program, EXAMPLES / "front-desk.elevenlabs.json"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert said.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(CORPUS is None, reason="CORPUS_DIR is unset; it names the folder of real files")
def test_no_file_of_the_corpus_ends_in_a_traceback(command: Typed) -> None:
    """Every file is either checked or refused in words, in one call."""
    files = [path for path in sorted(Path(CORPUS or "").rglob("*")) if path.is_file()]

    said = command("lint", *files, "--json")

    assert said.code == 2
    assert [each["file"] for each in said.document] == [str(path) for path in files]
    assert all(each["format"] or each["error"]["message"] for each in said.document)
    assert sum(1 for each in said.document if each["format"]) > 20
