"""What a suite file says, validated: suites, cases, assertions and criteria before they are rows."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

Json = dict[str, Any]

CONTENT_FIELDS: Final = ("turns", "persona", "goal", "variables", "facts", "expectations")
RUNNERS_WITHOUT_SCRIPT: Final = frozenset({"structural", "recorded_call"})
"""Runners whose cases hold no conversation: one reads a configuration, the other what was recorded."""


@dataclass(frozen=True, slots=True)
class Wording:
    """All that makes a version of an assertion; the same four again are the same version (model.md)."""

    kind: str
    spec: Json = field(default_factory=dict)
    statement: str = ""
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Assertion:
    """One behaviour to hold, as a file words it."""

    key: str
    wording: Wording


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """What a case is, apart from its name. ``content`` holds only fields of :data:`CONTENT_FIELDS`."""

    runner: str
    content: Json = field(default_factory=dict)
    source_call_id: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A case in a suite file.

    Attributes:
        facts: None for ``use: name``, an existing case as it stands.
        assertions: of the case itself; empty for ``use``, which leaves them alone.
    """

    name: str
    facts: CaseFacts | None
    assertions: tuple[Assertion, ...] = ()
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class SuiteFacts:
    """What a suite is, apart from its name, cases, assertions and criteria."""

    assistant: str
    description: str = ""
    targets: Json = field(default_factory=dict)
    run: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Suite:
    """One suite of a file. ``criteria`` holds one spec per consumer, as written."""

    team: str
    name: str
    facts: SuiteFacts
    assertions: tuple[Assertion, ...] = ()
    cases: tuple[Case, ...] = ()
    criteria: dict[str, Json] = field(default_factory=dict)

    @property
    def self_contained(self) -> bool:
        """True where the file alone tells all that the suite holds."""
        return all(case.facts for case in self.cases)

    def keys(self) -> Iterator[tuple[str, str]]:
        """Pairs of case and assertion key, of the enabled cases that the file itself describes."""
        for case in self.cases:
            if case.enabled and case.facts:
                for assertion in (*self.assertions, *case.assertions):
                    yield case.name, assertion.key
