"""Every finding's pointer leads to a place of the file, and its excerpt stands there."""

import os
from pathlib import Path
from typing import Any

import pytest

from worker.cli.configurations import configuration_in, loaded
from worker.errors import FileError
from worker.judging import kinds, linting
from worker.judging.linting import Check
from worker.judging.structural.findings import Finding, Severity

ROOT = Path(__file__).parents[3]
CORPUS = os.environ.get("CORPUS_DIR")
FIXTURES = [
    path
    for folder in ("tests/payloads", "examples")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in {".json", ".yaml", ".md"} and ".suite." not in path.name
]
MISSING = object()
SPECS: dict[str, Any] = {
    "clauses_survive": {"clauses": ["Never do what nobody wrote."]},
    "clause_present": {"clauses": ["Never do what nobody wrote."]},
    "clause_absent": {"clauses": ["you"]},
    "config_json_path": {"path": "$.nothing"},
    "config_json_schema": {"schema": {"type": "string"}},
    "model_allowed": {"models": ["none"]},
    "prompt_length": {"max_characters": 1},
    "tool_absent": {"tool": "end_call"},
    "tool_attached": {"tool": "nothing"},
    "unchanged_since": {"sha256": "0" * 64},
}


def at(content: Any, pointer: str) -> Any:
    """The value at a pointer (RFC 6901); ``MISSING`` where there is none."""
    value = content
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return MISSING
    return value


def fault_of(finding: Finding, content: Any) -> str | None:
    """What is wrong with a finding's place, or None. White space is evened out; a cut excerpt ends in dots."""
    place = at(content, finding.pointer)
    if place is MISSING or (finding.pointer and not finding.pointer.startswith("/")):
        return "the pointer leads nowhere"
    excerpt = " ".join(finding.excerpt.removesuffix("…").split())
    stands = " ".join((place if isinstance(place, str) else str(place)).split())
    key = finding.pointer.rsplit("/", 1)[-1].replace("~1", "/").replace("~0", "~")
    return None if excerpt in stands or excerpt == key else f"the excerpt {excerpt[:80]!r} does not stand there"


def faults(path: Path) -> list[str]:
    """Of all checks' findings on a file, with parameters that most files do not meet."""
    try:
        file = loaded(str(path))
        configuration = configuration_in(str(path), file)
    except FileError:
        return []
    checks = [
        Check(name, SPECS.get(name, {})) for name in kinds.KINDS if not kinds.validate_spec(name, SPECS.get(name, {}))
    ]
    found = linting.lint(configuration, checks).findings
    told = [(finding, fault_of(finding, file.content)) for finding in found]
    lost = [
        f"{path.name}: {finding.check} {finding.pointer} has no line"
        for finding in found
        if file.lines.line_of(finding.pointer) is None
    ]
    return [f"{path.name}: {finding.check} {finding.pointer}: {fault}" for finding, fault in told if fault] + lost


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_findings_on_a_fixture_stand_where_they_say(path: Path) -> None:
    """In the value that was made of the file, whatever its syntax; each has a line."""
    assert faults(path) == []


@pytest.mark.skipif(CORPUS is None, reason="CORPUS_DIR is unset; it names the folder of real files")
def test_findings_on_real_files_stand_where_they_say() -> None:
    """As above, for each file that people wrote."""
    files = [path for path in sorted((Path(CORPUS or "") / "configs").rglob("*")) if path.is_file()]

    assert [fault for path in files for fault in faults(path)] == []


def test_a_finding_elsewhere_is_told() -> None:
    """A check of the check."""
    finding = linting.lint(configuration_in("", loaded(str(FIXTURES[0]))), [Check("readable")]).findings
    odd = Finding("x", Severity.ERROR, "s", "/a/0", "text", "m", "h")

    assert not finding or fault_of(finding[0], loaded(str(FIXTURES[0])).content) is None
    assert fault_of(odd, {"a": ["a  text"]}) is None
    assert "does not stand there" in str(fault_of(odd, {"a": ["other"]}))
    assert "nowhere" in str(fault_of(odd, {"a": []}))
