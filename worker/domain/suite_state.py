"""One team's suites as rows hold them, by name: what a file is compared with, and what it would make of them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from worker.domain.suite import CaseFacts, Json, SuiteFacts, Wording
from worker.domain.words import Reads

ReadsOf = Callable[[str], Reads | None]
"""What a kind of assertion reads; None where the kind is unknown."""


class Owner(NamedTuple):
    """Who owns an assertion."""

    kind: Literal["suite", "case"]
    name: str


@dataclass(frozen=True, slots=True)
class AssertionVersion:
    """The newest version of an assertion; ``retired`` says that nothing of it is live."""

    version: int
    wording: Wording
    retired: bool = False


@dataclass(frozen=True, slots=True)
class CriteriaVersion:
    """The newest version of a criteria."""

    version: int
    spec: Json
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A case's place in a suite; ``position`` is 0-based."""

    position: int
    enabled: bool


@dataclass
class State:
    """What one team has, newest versions only.

    Attributes:
        archived: names of archived suites.
        links: suite -> case -> place.
        criteria: suite -> consumer -> newest version.
        consumers: keys of all consumers of the application.
        runners: registered runner -> what it brings.
        reads_of: what a kind of assertion reads.
    """

    team: str
    suites: dict[str, SuiteFacts] = field(default_factory=dict)
    archived: frozenset[str] = frozenset()
    cases: dict[str, CaseFacts] = field(default_factory=dict)
    links: dict[str, dict[str, Link]] = field(default_factory=dict)
    assertions: dict[Owner, dict[str, AssertionVersion]] = field(default_factory=dict)
    criteria: dict[str, dict[str, CriteriaVersion]] = field(default_factory=dict)
    consumers: frozenset[str] = frozenset()
    runners: Mapping[str, frozenset[Reads]] = field(default_factory=dict)
    reads_of: ReadsOf = field(default=lambda _: None)

    def suites_of(self, case: str) -> tuple[str, ...]:
        """The suites in which a case stands, by name."""
        return tuple(sorted(suite for suite, cases in self.links.items() if case in cases))

    def live(self, owner: Owner) -> dict[str, Wording]:
        """The live assertions of an owner, by key."""
        newest = self.assertions.get(owner, {})
        return {key: each.wording for key, each in newest.items() if not each.retired}

    def live_criteria(self, suite: str) -> dict[str, Json]:
        """The live criteria of a suite, by consumer."""
        newest = self.criteria.get(suite, {})
        return {consumer: each.spec for consumer, each in newest.items() if not each.retired}

    def pairs(self, suite: str) -> Iterator[tuple[str, str]]:
        """Pairs of case and assertion key that a run of the suite would judge (model.md, "What applies to what")."""
        of_suite = self.live(Owner("suite", suite))
        for case, link in self.links.get(suite, {}).items():
            if not link.enabled:
                continue
            brings = self.runners.get(self.cases[case].runner, frozenset())
            own = self.live(Owner("case", case))
            for key in own:
                yield case, key
            for key, wording in of_suite.items():
                reads = self.reads_of(wording.kind)
                if key not in own and (reads is None or reads in brings):
                    yield case, key


def same(one: Any, other: Any) -> bool:
    """True where two values are the same as JSON: ``true`` is not ``1``, but ``1`` is ``1.0``, as in ``jsonb``."""
    return bool(_comparable(one) == _comparable(other))


def _comparable(value: Any) -> Any:
    match value:
        case bool():
            return ("boolean", value)
        case int() | float():
            return Decimal(repr(value))
        case dict():
            return {key: _comparable(item) for key, item in value.items()}
        case list() | tuple():
            return [_comparable(item) for item in value]
        case _:
            return value
