"""Findings as SARIF 2.1.0 (OASIS standard), which tools of code review show at their lines."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from worker.judging.structural.findings import Finding, Severity
from worker.lint.told import Told

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
NAME: Final = "assistant-test"
LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
FINGERPRINT: Final = "assistantTestFinding/v1"
"""What stays the same while lines move: the check, the file, the place and the subject."""

Json = dict[str, Any]


def log(files: Sequence[Told], rules: dict[str, str], version: str) -> Json:
    """The SARIF log of one call.

    Args:
        files: in the order in which they were looked at.
        rules: what each check looks for, by its name.
        version: of the program.
    """
    used = sorted({finding.check for file in files for finding in file.findings})
    described = [_rule(name, rules.get(name, name)) for name in used]
    driver = {"name": NAME, "version": version, "rules": described}
    unread = [_notification(file) for file in files if file.faults]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not unread, "toolExecutionNotifications": unread}],
        "results": [each for file in files for each in _results(file, used)],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str, said: str) -> Json:
    return {"id": name, "shortDescription": {"text": said}}


def _results(file: Told, used: list[str]) -> Iterator[Json]:
    for finding in file.findings:
        yield {
            "ruleId": finding.check,
            "ruleIndex": used.index(finding.check),
            "level": LEVELS[finding.severity],
            "message": {"text": f"{finding.message} {finding.hint}".strip()},
            "locations": [_location(file.path, file.line_of(finding.pointer), finding.pointer)],
            "partialFingerprints": {FINGERPRINT: _fingerprint(file.path, finding)},
            "properties": {"subject": finding.subject, "hint": finding.hint},
        }


def _notification(file: Told) -> Json:
    fault = file.faults[0]
    return {
        "level": "error",
        "message": {"text": f"{fault.message} {fault.advice}"},
        "locations": [_location(file.path, fault.line, "")],
    }


def _location(path: str, line: int | None, pointer: str) -> Json:
    """Without a known line the first one: code review shows nothing that has none."""
    place = {"artifactLocation": {"uri": _uri(path)}, "region": {"startLine": line or 1}}
    logical = [{"fullyQualifiedName": pointer}] if pointer else []
    return {"physicalLocation": place} | ({"logicalLocations": logical} if logical else {})


def _uri(path: str) -> str:
    """Relative to the working folder where the file lies in it, as code review wants it."""
    place = Path(path)
    if place.is_absolute():
        try:
            place = place.relative_to(Path.cwd())
        except ValueError:
            return place.as_uri()
    return quote(place.as_posix())


def _fingerprint(path: str, finding: Finding) -> str:
    words = (_uri(path), finding.check, finding.pointer, finding.subject)
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:32]
