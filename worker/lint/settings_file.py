"""A settings file, strictly read: every fault of it with its line, or the settings."""

from pathlib import Path
from typing import Any, Final

from worker.domain.meant import meant
from worker.domain.words import Reads
from worker.errors import FileError
from worker.judging.kinds import KINDS
from worker.lint.settings import Level, Settings
from worker.suitefile.faults import Faults
from worker.suitefile.form import Form, called
from worker.suitefile.nodes import Scalar
from worker.suitefile.source import text_of
from worker.suitefile.syntax import documents

FIELDS: Final[dict[str, str]] = {
    "severities": "What the findings of a check count as, by the check's name: error, warning, info or off.",
    "variables": "Names that come from elsewhere at run time, as customer_name or profile.*.",
    "placeholders": "Placeholders that are meant to stand, by what is within their brackets.",
    "ignore": "Files that are passed over: patterns of paths from this file's folder, as in .gitignore.",
}
"""The fields of a settings file, each with its meaning."""
SMALL: Final = 1_000
"""Bytes of a file that may be nothing but white space."""
ONE: Final = "Leave one document in the file, with these fields: " + ", ".join(FIELDS) + "."


def checks() -> list[str]:
    """The names of the checks whose findings have a severity."""
    return sorted(name for name, kind in KINDS.items() if kind.reads is Reads.CONFIGURATION)


def read(path: Path) -> Settings:
    """The settings that the file holds; an empty file settles nothing.

    Raises:
        FileError: with every fault of the file.
    """
    faults = Faults(str(path))
    if _is_empty(path):
        return Settings(str(path))
    found = documents(text_of(path, faults), faults, is_json=False)
    if len(found) > 1:
        faults.add(found[1].line, "", "A second document begins here.", ONE)
    settings = Settings(str(path))
    if found:
        form = Form(found[0], "", faults, tuple(FIELDS))
        allowed = (*form.texts("variables"), *form.texts("placeholders"))
        settings = Settings(str(path), _severities(form, faults), allowed, tuple(form.texts("ignore")))
    if faults.found:
        raise FileError(sorted(faults.found, key=lambda fault: fault.line or 0))
    return settings


def _is_empty(path: Path) -> bool:
    try:
        return path.stat().st_size < SMALL and not path.read_bytes().strip()
    except OSError:
        return False  # reading it says why


def _severities(form: Form, faults: Faults) -> dict[str, Level]:
    known = checks()
    found = {}
    for path, entry in form.entries("severities"):
        word = entry.value.value if isinstance(entry.value, Scalar) else None
        if entry.key not in known:
            faults.add(entry.line, path, "There is no check of this name.", meant(entry.key, known))
        elif not isinstance(word, str) or word not in [*Level]:
            faults.add(entry.line, path, f"This is {called(entry.value)}.", f"Write {', '.join(Level)}.")
        else:
            found[entry.key] = Level(word)
    return found


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a settings file, for editors."""
    names = {"anyOf": [{"type": "array", "items": {"type": "string", "pattern": r"\S"}}, {"type": "null"}]}
    level = {"enum": [str(level) for level in Level]}
    severities = {"type": "object", "properties": dict.fromkeys(checks(), level), "additionalProperties": False}
    fields = {name: {**names, "description": said} for name, said in FIELDS.items()}
    fields["severities"] = {"anyOf": [severities, {"type": "null"}], "description": FIELDS["severities"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Settings of assistant-test lint",
        "type": ["object", "null"],
        "properties": fields,
        "additionalProperties": False,
    }
