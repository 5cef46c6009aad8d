"""``lint`` finds what is wrong in configuration files, without services and without a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.typed import Said, Typed
from worker.domain.configuration import Configuration
from worker.judging import kinds, linting
from worker.judging.structural import reading
from worker.judging.structural.checks import no_raw_liquid
from worker.judging.structural.findings import Finding, Severity

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
    return json.dumps({"name": "a", "model": model, "firstMessage": "Good day.", **more})


ASSISTANT = assistant("Be kind.")


def lines(said: Said) -> list[Any]:
    """What it printed, one JSON document a line."""
    return [json.loads(line) for line in said.out.splitlines()]


def subjects(found: list[Any]) -> set[str]:
    """What the findings of all files are about."""
    return {each["subject"] for file in found for each in file["findings"]}


def test_a_clean_file_has_no_finding_and_exits_with_0(command: Typed) -> None:
    """The file is named with its format."""
    path = command.file(assistant("Be kind."), "a.json")

    said = command("lint", path)

    assert (said.code, said.out) == (0, f"{path} (vapi_assistant): no findings\n")


def test_an_error_is_told_with_severity_pointer_message_and_hint(command: Typed) -> None:
    """One error makes the exit 1."""
    said = command("lint", command.file(assistant("Hello {{ name }}."), "a.json"))

    assert said.code == 1
    assert "1 error" in said.out
    assert "error every_variable_resolves line 1, /model/messages/0/content" in said.out
    assert "→ Give name in assistantOverrides.variableValues" in said.out


def test_raw_liquid_is_a_finding_in_compiled_texts_only(command: Typed) -> None:
    """A source may hold templates; what a build has compiled must not."""
    path = command.file(assistant("At {{ shop }}.", variableValues={"shop": "Bakery"}), "a.json")

    assert command("lint", path).code == 0
    said = command("lint", path, "--compiled")

    assert said.code == 1
    assert "error no_raw_liquid line 1, /model/messages/0/content" in said.out


def test_json_has_one_object_per_file_and_line(command: Typed) -> None:
    """File, format and findings; the fields of a finding are these, its line where it is known."""
    clean, dirty = command.file(ASSISTANT, "a.json"), command.file(assistant("Hi {{ name }}."), "b.json")

    first, second = lines(command("lint", clean, dirty, "--json"))

    assert first == {"file": str(clean), "format": "vapi_assistant", "findings": []}
    found = [each for each in second["findings"] if each["check"] == "every_variable_resolves"]
    assert [set(each) for each in found] == [{"check", "severity", "subject", "pointer", "message", "hint", "line"}]


@pytest.mark.parametrize(("severity", "code"), [("error", 1), ("warning", 1), ("info", 0)])
def test_a_warning_makes_the_exit_1_and_a_note_does_not(
    command: Typed, monkeypatch: pytest.MonkeyPatch, severity: str, code: int
) -> None:
    """CI stops at what somebody should look at."""
    finding = Finding("c", Severity(severity), "s", "", "", "Odd.", "Mend it.")
    monkeypatch.setattr(linting, "_findings", lambda *_: [finding])

    said = command("lint", command.file(assistant("Hi."), "a.json"))

    assert said.code == code


def test_no_line_is_wider_than_80_columns_but_for_a_place(command: Typed) -> None:
    """Messages and hints are wrapped under their finding, counts stand at the end."""
    files = [
        command.file(assistant("Hi {{ a_rather_long_name_of_a_variable }}."), name) for name in ("a.json", "b.json")
    ]
    command.monkeypatch.chdir(command.folder)

    said = command("lint", *(file.name for file in files))

    told = said.out.splitlines()
    assert max(map(len, told)) <= 80
    assert told[-1] == "2 files: 2 errors."


def test_what_steers_a_terminal_never_reaches_it(command: Typed) -> None:
    """Not from a name, not from a text, not from the file's own name; nor in JSON."""
    path = command.file(assistant("Hi {{ na\x1b[2Jme }}, \u202e{{ b\x9bc }}"), "a\x1b[31m.json")

    said, written = command("lint", path, "--compiled"), command("lint", path, "--compiled", "--json")

    assert "\\x1b" in said.out
    for printed in (said.out, said.err, written.out):
        assert not any(sign in printed for sign in ("\x1b", "\x9b"))


def test_files_of_a_folder_resolve_each_other(command: Typed) -> None:
    """Alone the prompt lacks a variable; with the folder's settings beside it, it does not."""
    prompt = command.file(assistant("Hi, this is {{ shop }}.", firstMessage="Hello."), "assistant.json")
    command.file(json.dumps({"variableValues": {"shop": "Corner Bakery"}, "backgroundSound": "off"}), "settings.json")

    alone, together = lines(command("lint", prompt, "--json")), lines(command("lint", command.folder, "--json"))

    assert "shop" in subjects(alone)
    assert "shop" not in subjects(together)
    assert [each["file"] for each in together] == [str(prompt), str(command.folder / "settings.json")]


def test_a_folder_is_passed_over_where_it_holds_no_configurations(command: Typed) -> None:
    """Hidden and installed files, binaries, lock files and the project's own are counted and not read."""
    (command.folder / "node_modules").mkdir()
    (command.folder / ".git").mkdir()
    for name in ("node_modules/a.json", ".git/b.json", ".hidden.json", "package-lock.json", "README.md", "logo.png"):
        command.file("{", name)
    command.file("\0\1", "sound.json")
    command.file(assistant("Hi.", firstMessage="Hello."), "a.json")

    said = command("lint", command.folder)

    assert said.code == 0
    assert said.out.splitlines()[-1] == (
        "Passed over: 2 hidden, 1 installed packages, 1 lock file, 1 no text, 1 of"
        " another kind, 1 of the project itself."
    )


def test_a_folder_without_any_configuration_is_an_error(command: Typed) -> None:
    """Else a mistyped path would look like a clean one."""
    said = command("lint", command.folder)

    assert said.code == 2
    assert "holds no file that may be a configuration" in said.err


def test_a_suite_file_brings_its_assertions_parameters_and_variables(command: Typed) -> None:
    """A lost clause is found, and a name that the suite allows and supplies is none any more."""
    path = command.file(assistant("Hello {{ name }}."), "a.json")

    said = command("lint", path, "--suite", command.file(SUITE, "suite.yaml"), "--json")

    errors = [each for each in lines(said)[0]["findings"] if each["severity"] == "error"]
    assert [(each["check"], each["subject"]) for each in errors] == [("clauses_survive", "Never promise a price.")]
    assert said.code == 1


def test_a_file_that_cannot_be_read_exits_with_2_and_the_others_are_checked(command: Typed) -> None:
    """Missing, no JSON, no configuration: each is named, nothing hides the rest."""
    bad = [command.folder / "none.json", command.file("{", "b.json"), command.file("[]", "c.json")]
    good = command.file(assistant("Hi."), "a.json")

    said = command("lint", *bad, good)
    found = lines(command("lint", *bad, good, "--json"))

    assert said.code == 2
    assert all(str(path) in said.err for path in bad)
    assert f"{good} (vapi_assistant): no findings" in said.out
    assert [each["format"] for each in found] == ["unreadable"] * 3 + ["vapi_assistant"]
    assert [each["check"] for one in found[:3] for each in one["findings"]] == ["readable"] * 3
    assert all(each["error"]["message"] and each["error"]["advice"] for each in found[:3])


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

    found = linting.lint(configuration, linting.checks_for(compiled=True))

    assert {each.check for each in found.findings} >= {"no_raw_liquid", "every_variable_resolves"}
    assert "RuntimeError: odd" in next(each.message for each in found.findings if each.check == "no_raw_liquid")


def test_the_parameterless_kinds_are_those_that_need_no_spec() -> None:
    """What needs parameters is checked with a suite file only; what needs compiled texts, when it is asked for."""
    assert {"every_variable_resolves", "tool_schemas_valid"} <= set(linting.parameterless())
    assert not {"no_raw_liquid", "clauses_survive", "tool_attached"} & set(linting.parameterless())
    assert set(linting.parameterless(compiled=True)) - set(linting.parameterless()) == {"no_raw_liquid"}


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
    found = lines(said)
    assert [each["file"] for each in found] == [str(path) for path in files]
    assert all(each["format"] or each["error"]["message"] for each in found)
    assert sum(1 for each in found if each["format"]) > 20


def test_a_settings_file_above_the_files_holds(command: Typed) -> None:
    """Severity, allowed names and ignored paths; ``--no-config`` passes it over."""
    (command.folder / "bots").mkdir()
    path = command.file(assistant("Hi {{ shop }} {{ street }}."), "bots/a.json")
    command.file(assistant("Hi {{ shop }}."), "bots/b.old.json")
    command.file(
        "severities: {every_variable_resolves: info}\nvariables: [shop]\nignore: ['*.old.json']\n",
        ".assistant-test-lint.yaml",
    )

    settled = command("lint", command.folder / "bots", "--json")
    plain = command("lint", command.folder / "bots", "--json", "--no-config")

    assert [each["file"] for each in lines(settled)] == [str(path)]
    assert [(each["severity"], each["subject"]) for each in lines(settled)[0]["findings"]] == [("info", "street")]
    assert (settled.code, plain.code) == (0, 1)
    assert len(lines(plain)) == 2


def test_a_fault_of_the_settings_file_ends_the_command(command: Typed) -> None:
    """With its line; a setting that nobody reads is worse than none."""
    path = command.file("ignore: []\nvariable: [shop]\n", ".assistant-test-lint.yaml")

    said = command("lint", command.file(ASSISTANT, "a.json"))

    assert said.code == 2
    assert f"{path}:2: variable: There is no such field here. Did you mean variables?" in said.err


def test_the_schema_of_the_settings_file_is_printed(command: Typed) -> None:
    """For editors, beside that of suite files."""
    assert command("schema", "lint").document["title"] == "Settings of assistant-test lint"
    assert command("schema").document == command("schema", "suite").document


def test_sarif_is_one_document_and_excludes_json(command: Typed) -> None:
    """Exit statuses are the same in every form."""
    path = command.file(assistant("Hi {{ shop }}."), "a.json")

    said = command("lint", path, "--sarif")

    assert (said.code, said.document["version"]) == (1, "2.1.0")
    assert [each["ruleId"] for each in said.document["runs"][0]["results"]] == ["every_variable_resolves"]
    assert command("lint", path, "--sarif", "--json").code == 2


def test_a_format_that_is_given_overrides_what_a_file_looks_like(command: Typed) -> None:
    """Of files; a folder holds several."""
    path = command.file(json.dumps({"prompt": "You are kind.", "tools": []}), "a.json")

    [plain], [given] = (
        lines(command("lint", path, "--json")),
        lines(command("lint", path, "--json", "--format", "vapi_assistant")),
    )
    folder = command("lint", command.folder, "--format", "vapi_assistant")

    assert (plain["format"], given["format"]) == ("generic", "vapi_assistant")
    assert folder.code == 2
    assert "is a folder" in folder.err


def test_an_unknown_format_is_refused_with_those_there_are(command: Typed) -> None:
    """Before any file is read."""
    said = command("lint", command.file(ASSISTANT, "a.json"), "--format", "vappi")

    assert said.code == 2
    assert "vapi_assistant" in said.err


@pytest.mark.skipif(CORPUS is None, reason="CORPUS_DIR is unset; it names the folder of real files")
def test_folders_of_the_corpus_are_found_right(command: Typed) -> None:
    """By the hand labels of its folders and their own scorer: 97 of 100 at least, found and rightly found."""
    corpus = Path(CORPUS or "")
    labels = json.loads((corpus / "labels.json").read_text("utf-8"))
    folders = [str(corpus / "configs" / name) for name in labels if name.endswith("/")]
    found = command.file(command("lint", "--json", "--no-config", *folders).out, "found.jsonl")

    scored = subprocess.run(
        [sys.executable, corpus / "score.py", found, corpus / "labels.json", corpus / "configs", "--bundle", "--json"],
        capture_output=True,
        check=True,
    )

    overall = json.loads(scored.stdout)["overall"]
    assert overall["tp"]
    assert min(overall["precision"], overall["recall"]) >= 0.97
