"""What a squad gives to the assistants of other files that are its members."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from worker.domain.configuration import Assistant, Opening, StoredTool, Tool
from worker.judging.structural.bundle.members import supplied


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


def reaching(ones: Sequence[Assistant], index: int) -> Iterator[str]:
    """Names that handoffs extract on any way to this member of a squad."""
    by_name = {name: at for at, one in reversed(list(enumerate(ones))) for name in one.names}
    into: dict[int, list[tuple[int, tuple[str, ...]]]] = {}
    for at, one in enumerate(ones):
        for handoff in one.handoffs:
            if handoff.to in by_name:
                into.setdefault(by_name[handoff.to], []).append((at, handoff.extracts))
    waiting, seen = [index], {index}
    while waiting:
        for at, extracts in into.get(waiting.pop(), ()):
            yield from extracts
            if at not in seen:
                seen.add(at)
                waiting.append(at)
                yield from (each.name for each in ones[at].variables if each.source == "assignment")


def shown(tools: Iterable[Tool], pointer: str) -> tuple[Tool, ...]:
    """Tools of another file, at the place that brings them here; their schemas are judged where they stand."""
    return tuple(replace(tool, pointer=pointer, schemas=()) for tool in tools)
