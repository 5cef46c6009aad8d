"""What a squad gives to the assistants of other files that are its members."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from worker.domain.configuration import Assistant, Opening, StoredTool, Tool
from worker.judging.structural.bundle.members import Member, supplied


@dataclass(frozen=True, slots=True)
class Place:
    """One place that an assistant of another file has in a squad."""

    own: Assistant
    of_all: tuple[Assistant, ...]
    extracted: frozenset[str]
    is_first: bool

    @property
    def variables(self) -> frozenset[str]:
        """What the squad gives the assistant here."""
        return self.extracted | supplied(chain.from_iterable(one.variables for one in (self.own, *self.of_all)))

    def taken_by(self, one: Assistant) -> Assistant:
        """The assistant with the tools that the squad adds to it here."""
        added = [tool for part in (self.own, *self.of_all) for tool in part.tools]
        stored = [tool for part in (self.own, *self.of_all) for tool in part.stored_tools]
        return replace(
            one,
            tools=one.tools + shown(added, one.pointer),
            stored_tools=one.stored_tools + tuple(StoredTool(each.id, one.pointer) for each in stored),
            opening=one.opening if self.is_first else Opening.ELSEWHERE,
        )


class Holder(NamedTuple):
    """Where an assistant stands that squads name.

    Attributes:
        slugs: what its file may be called by, where it holds no other.
    """

    member: Member
    one: Assistant
    slugs: tuple[str, ...]


def holders_of(members: Iterable[Member]) -> dict[str, Holder]:
    """The assistants of all files by what squads may call them by; the first of a name counts."""
    found: dict[str, Holder] = {}
    for member in members:
        if member.is_tools or member.is_squad or member.is_prompt:
            continue
        names = sorted(member.names) if member.is_one else []
        for one in member.configuration.assistants:
            holder = Holder(member, one, tuple(sorted(member.slugs)) if member.is_one else ())
            for name in (*one.names, *names):
                found.setdefault(name, holder)
    return found


def shown(tools: Iterable[Tool], pointer: str) -> tuple[Tool, ...]:
    """Tools of another file, at the place that brings them here; their schemas are judged where they stand."""
    return tuple(replace(tool, pointer=pointer, schemas=()) for tool in tools)
