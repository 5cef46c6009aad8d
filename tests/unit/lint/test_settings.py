"""``.assistant-test-lint.yaml``: where it is found, what it says, and how its faults are told."""

from pathlib import Path
from typing import Any

import jsonschema
import pytest

from worker.domain.configuration import Format
from worker.errors import FileError
from worker.judging.linting import Check, Linted
from worker.judging.structural.findings import Finding, Severity
from worker.lint import settings_file
from worker.lint.settings import NAME, Level, Settings, place_of

GOOD = """\
severities:
  no_placeholder_text: warning
  tool_schemas_valid: off
variables: [caller_name, profile.*]
placeholders: [BASE_URL]
ignore: [drafts/, "*.old.json"]
"""


def written(folder: Path, text: str) -> Path:
    """A settings file."""
    path = folder / NAME
    path.write_text(text, encoding="utf-8")
    return path


def finding(check: str, severity: Severity = Severity.ERROR) -> Finding:
    """A finding of that check."""
    return Finding(check, severity, "s", "/p", "", "m", "h")


def test_all_that_a_file_says_is_read(tmp_path: Path) -> None:
    """``off`` is a word here, as YAML 1.2 has it."""
    path = written(tmp_path, GOOD)

    found = settings_file.read(path)

    assert found == Settings(
        str(path),
        {"no_placeholder_text": Level.WARNING, "tool_schemas_valid": Level.OFF},
        ("caller_name", "profile.*", "BASE_URL"),
        ("drafts/", "*.old.json"),
    )


@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n", "ignore:\n"])
def test_a_file_without_anything_in_it_settles_nothing(tmp_path: Path, text: str) -> None:
    """Somebody has just begun it."""
    found = settings_file.read(written(tmp_path, text))

    assert (dict(found.severities), found.allowed, found.ignore) == ({}, (), ())


@pytest.mark.parametrize(
    ("text", "line", "field", "says"),
    [
        ("variable: [x]", 1, "variable", "Did you mean variables?"),
        ("ignore: []\nseverities:\n  no_placeholder: off", 3, "severities.no_placeholder", "Did you mean no_placehold"),
        ("severities:\n  tool_schemas_valid: loud", 2, "severities.tool_schemas_valid", "error, warning, info, off"),
        ("severities: [a]", 1, "severities", "not a mapping"),
        ("ignore: drafts", 1, "ignore", "not a list"),
        ("variables:\n  - ok\n  - 7", 3, "variables[1]", "Write text"),
        ("variables: [a]\nvariables: [b]", 2, "variables", "stands twice"),
        ("a: [", 1, "", "no YAML"),
        ("[]", 1, "", "Give fields"),
        ("ignore: []\n---\nignore: []", 3, "", "second document"),
    ],
)
def test_a_fault_is_told_with_line_field_and_advice(
    tmp_path: Path, text: str, line: int, field: str, says: str
) -> None:
    """A misspelled setting would silently hold for nothing."""
    path = written(tmp_path, text)

    with pytest.raises(FileError) as wrong:
        settings_file.read(path)

    [fault] = wrong.value.faults
    assert (fault.file, fault.field) == (str(path), field)
    assert fault.line == line
    assert says in str(fault)


def test_the_nearest_file_upwards_holds(tmp_path: Path) -> None:
    """Of several the nearest alone; none beyond the repository's own folder."""
    inner, other = tmp_path / "repo" / "a" / "b", tmp_path / "repo" / "c"
    inner.mkdir(parents=True)
    other.mkdir()
    beyond, top, near = written(tmp_path, ""), written(tmp_path / "repo", ""), written(tmp_path / "repo" / "a", "")

    assert (place_of(str(inner)), place_of(str(other))) == (near, top)
    top.unlink()
    assert place_of(str(other)) == beyond
    (tmp_path / "repo" / ".git").mkdir()
    assert place_of(str(other)) is None


@pytest.mark.parametrize(
    ("pattern", "path", "is_ignored"),
    [
        ("drafts/", "drafts/a.json", True),
        ("drafts", "x/drafts/y/a.json", True),
        ("drafts", "drafts.json", False),
        ("*.old.json", "x/a.old.json", True),
        ("*.old.json", "a.json", False),
        ("x/*.json", "x/a.json", True),
        ("x/*.json", "x/y/a.json", False),
        ("x/*.json", "z/x/a.json", False),
        ("x/**/a.json", "x/a.json", True),
        ("x/**/a.json", "x/y/z/a.json", True),
        ("/a.json", "a.json", True),
        ("a?.json", "ab.json", True),
        ("a.json", "a_json", False),
    ],
)
def test_patterns_mean_what_they_mean_in_gitignore(
    tmp_path: Path, pattern: str, path: str, *, is_ignored: bool
) -> None:
    """Relative to the settings file, wherever the command runs."""
    settings = Settings(str(tmp_path / NAME), ignore=(pattern,))

    assert settings.ignores(str(tmp_path / path)) is is_ignored


def test_severities_are_the_teams_and_what_is_off_is_gone() -> None:
    """Findings stand worst first again."""
    settings = Settings("f", {"a": Level.WARNING, "b": Level.OFF, "c": Level.ERROR})
    found = Linted(Format.GENERIC, tuple(finding(check, Severity.INFO) for check in "abcd"))

    applied = settings.applied(found)

    assert [(each.check, each.severity) for each in applied.findings] == [
        ("c", Severity.ERROR),
        ("a", Severity.WARNING),
        ("d", Severity.INFO),
    ]


def test_a_check_that_is_off_does_not_run_and_names_that_are_allowed_reach_those_that_take_them() -> None:
    """A suite's own parameters stay."""
    settings = Settings("f", {"tool_attached": Level.OFF}, ("name",))
    checks = [
        Check("tool_attached", {"tool": "x"}),
        Check("no_raw_liquid", {"allow": ["now"]}),
        Check("tool_schemas_valid"),
    ]

    found = settings.checks(checks)

    assert found == [Check("no_raw_liquid", {"allow": ["now", "name"]}), Check("tool_schemas_valid")]


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ({"severities": {"tool_schemas_valid": "off"}, "variables": ["a"], "placeholders": [], "ignore": ["b"]}, True),
        ({}, True),
        ({"severities": {"unheard_of": "off"}}, False),
        ({"severities": {"tool_schemas_valid": "loud"}}, False),
        ({"variable": []}, False),
        ({"variables": [" "]}, False),
        ({"ignore": "x"}, False),
    ],
)
def test_the_schema_for_editors_takes_what_is_read_and_refuses_what_is_not(value: Any, *, fits: bool) -> None:
    """Checked by a validator that is not ours."""
    schema = settings_file.schema()
    validator = jsonschema.Draft202012Validator(schema)

    validator.check_schema(schema)
    assert validator.is_valid(value) is fits
