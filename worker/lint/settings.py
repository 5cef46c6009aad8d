"""What a team has settled for its own files: severities, what may stand, what is passed over."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Final

from worker.judging.linting import Check, Linted, in_order
from worker.judging.structural.findings import Severity

NAME: Final = ".assistant-test-lint.yaml"
ALLOWING: Final = frozenset({"every_variable_resolves", "no_raw_liquid", "no_placeholder_text"})
"""Kinds whose parameter ``allow`` takes the names that may stand."""


class Level(StrEnum):
    """What a check's findings count as."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    OFF = "off"


@dataclass(frozen=True)
class Settings:
    """What one settings file says.

    Attributes:
        file: its path; empty where there is none.
        severities: levels by check; a check that is not named keeps what it gives.
        allowed: names of variables and placeholders that may stand.
        ignore: patterns of paths relative to the file's folder, as in ``.gitignore`` but for ``!``.
    """

    file: str = ""
    severities: Mapping[str, Level] = field(default_factory=dict)
    allowed: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    @cached_property
    def _ignored(self) -> list[re.Pattern[str]]:
        return [re.compile(_translated(pattern)) for pattern in self.ignore]

    def ignores(self, path: str) -> bool:
        """Whether a file is passed over."""
        if not self.ignore:
            return False
        below = os.path.relpath(os.path.abspath(path), os.path.dirname(os.path.abspath(self.file)))  # noqa: PTH100, PTH120 - links stay links
        return any(pattern.fullmatch(below.replace(os.sep, "/")) for pattern in self._ignored)

    def checks(self, checks: Iterable[Check]) -> list[Check]:
        """The checks that are not off, each with the names that may stand."""
        on = [each for each in checks if self.severities.get(each.kind) is not Level.OFF]
        return [self._allowing(each) if self.allowed and each.kind in ALLOWING else each for each in on]

    def _allowing(self, check: Check) -> Check:
        return replace(check, spec={**check.spec, "allow": [*check.spec.get("allow", ()), *self.allowed]})

    def applied(self, found: Linted) -> Linted:
        """The findings with the severities of the team, worst first."""
        levels = ((each, self.severities.get(each.check, Level(each.severity))) for each in found.findings)
        kept = [each._replace(severity=Severity(level)) for each, level in levels if level is not Level.OFF]
        return replace(found, findings=in_order(kept))


def place_of(path: str) -> Path | None:
    """The settings file that holds for a file or folder: the nearest one upwards, within its repository."""
    here = Path(os.path.abspath(path))  # noqa: PTH100 - a link belongs to where it stands
    for folder in (here, *here.parents):
        if (folder / NAME).is_file():
            return folder / NAME
        if (folder / ".git").exists():
            return None
    return None


def _translated(pattern: str) -> str:
    """A pattern as a regular expression; one without ``/`` in it holds at any depth, a folder's name for all in it."""
    anchored = "/" in pattern.rstrip("/")
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern.strip("/"))
    signs = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    body = "".join(signs.get(part, re.escape(part)) for part in parts)
    return f"{'' if anchored else '(?:.*/)?'}{body}(?:/.*)?"
