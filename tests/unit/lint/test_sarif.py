"""Findings as SARIF 2.1.0: read by a reader that is not ours, and by the published schema where it is at hand."""

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from sarif_pydantic import Level, Sarif

from worker.domain.configuration import Format
from worker.errors import Fault
from worker.judging.linting import Linted
from worker.judging.structural.findings import Finding, Severity
from worker.lint import rules, sarif
from worker.lint.told import Told

SCHEMA = os.environ.get("SARIF_SCHEMA")
ERROR = Finding("no_secrets", Severity.ERROR, "secret", "/server/secret", "", "A secret stands here.", "Take it out.")
NOTE = Finding("tool_attached", Severity.INFO, "book", "", "", "It cannot be told.", "")


def told(*findings: Finding, path: str = "bots/desk.json", line: int | None = 7) -> Told:
    """A file with these findings."""
    return Told(path, Linted(Format.VAPI_ASSISTANT, findings), line_of=lambda pointer: line if pointer else None)


def log(*files: Told) -> Any:
    """The log as it is written and read again."""
    return json.loads(json.dumps(sarif.log(files, {"no_secrets": "No secret stands in it."}, "0.1.0")))


def run_of(*files: Told) -> Any:
    """The one run of the log."""
    [run] = log(*files)["runs"]
    return run


def test_a_reader_that_is_not_ours_understands_it() -> None:
    """Rule, level, message, file and line of each finding."""
    read = Sarif.model_validate(log(told(ERROR, NOTE)))

    first, second = read.runs[0].results or []
    place = (first.locations or [])[0].physical_location
    assert (first.rule_id, first.level) == ("no_secrets", Level.ERROR)
    assert first.message.text == "A secret stands here. Take it out."
    assert place is not None
    assert place.artifact_location is not None
    assert place.region is not None
    assert (place.artifact_location.uri, place.region.start_line) == ("bots/desk.json", 7)
    assert second.level is Level.NOTE


def test_each_check_that_found_something_is_a_rule_and_results_point_at_it() -> None:
    """With the sentence that says what it looks for."""
    run = run_of(told(NOTE), told(ERROR))

    assert run["tool"]["driver"]["rules"] == [
        {"id": "no_secrets", "shortDescription": {"text": "No secret stands in it."}},
        {"id": "tool_attached", "shortDescription": {"text": "tool_attached"}},
    ]
    assert [(each["ruleId"], each["ruleIndex"]) for each in run["results"]] == [("tool_attached", 1), ("no_secrets", 0)]


def test_a_finding_without_a_known_line_is_shown_at_the_first() -> None:
    """Code review leaves out what has no line."""
    [result] = run_of(told(NOTE, line=None))["results"]

    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}


def test_a_finding_is_the_same_when_lines_move_and_another_in_another_file() -> None:
    """Else every edit above it would close one alert and open another."""
    prints = [
        result["partialFingerprints"][sarif.FINGERPRINT]
        for result in run_of(told(ERROR, line=7), told(ERROR, line=9), told(ERROR, path="other.json"))["results"]
    ]

    assert prints[0] == prints[1] != prints[2]


def test_a_file_that_cannot_be_read_is_a_notification_of_a_run_that_failed() -> None:
    """It is no finding, and must not look like a clean file."""
    fault = Fault("bots/cut.json", 3, "column 1", "This is not JSON.", "Mend it.")

    run = run_of(Told("bots/cut.json", faults=(fault,)))

    [invocation] = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "This is not JSON. Mend it."
    assert run["results"] == []


def test_paths_are_uris_relative_to_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs that a URI may not hold are written out; a file elsewhere has its whole place."""
    monkeypatch.chdir(tmp_path)
    paths = [str(tmp_path / "a b#.json"), "ü.json", "/elsewhere/c.json"]

    results = run_of(*(told(ERROR, path=path) for path in paths))["results"]

    uris = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in results]
    assert uris == ["a%20b%23.json", "%C3%BC.json", "file:///elsewhere/c.json"]


def test_every_check_has_a_sentence_of_its_own() -> None:
    """Which is not its name, and holds no marks of a docstring."""
    said = rules.descriptions()

    assert all(" " in sentence and "``" not in sentence for sentence in said.values()), said
    assert len(set(said.values())) == len(said)


@pytest.mark.skipif(SCHEMA is None, reason="SARIF_SCHEMA is unset; it names the published schema of SARIF 2.1.0")
def test_the_published_schema_takes_it() -> None:
    """Findings, notes, files that cannot be read."""
    schema = json.loads(Path(SCHEMA or "").read_text("utf-8"))
    fault = Fault("cut.json", None, "", "This is not JSON.", "Mend it.")

    validator = jsonschema.validators.validator_for(schema)(schema)

    assert list(validator.iter_errors(log(told(ERROR, NOTE), Told("cut.json", faults=(fault,))))) == []
