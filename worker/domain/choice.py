"""Which cases are meant: by patterns on their names, or by what a run found. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Final
from uuid import UUID

from worker.domain.nearest import nearest

MOST_NAMED: Final = 5


class Only(StrEnum):
    """Which cases of a run are run again: with a result that is not met; with one that is unknown, or not executed."""

    FAILED = "failed"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Missed:
    """A pattern that no case has, with the names that it may have meant; all there are where none is near."""

    pattern: str
    near: tuple[str, ...]


def matching(cases: Mapping[str, UUID], patterns: Sequence[str]) -> tuple[tuple[UUID, ...], tuple[Missed, ...]]:
    """The cases that any of the patterns names (``*``, ``?``, ``[…]``; case counts), and the patterns without one."""
    found: dict[UUID, None] = {}
    missed = []
    for pattern in patterns:
        hits = [case for name, case in cases.items() if name == pattern or fnmatchcase(name, pattern)]
        found.update(dict.fromkeys(hits))
        if not hits:
            missed.append(Missed(pattern, _near(pattern, cases)))
    return tuple(found), tuple(missed)


def _near(pattern: str, names: Iterable[str]) -> tuple[str, ...]:
    known = list(names)
    return nearest(pattern.strip("*?"), known) or tuple(known[:MOST_NAMED])
