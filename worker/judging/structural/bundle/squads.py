"""What a squad gives to the assistants of other files that are its members."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from worker.domain.configuration import Assistant, Opening, StoredTool, Tool
from worker.judging.structural.bundle.members import supplied
from worker.judging.structural.ways import Ways


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


def reaching(ones: Sequence[Assistant], index: int) -> frozenset[str]:
    """Names that handoffs extract on any way to this member of a squad."""
    return Ways(ones).bring(index)


def shown(tools: Iterable[Tool], pointer: str) -> tuple[Tool, ...]:
    """Tools of another file, at the place that brings them here; their schemas are judged where they stand."""
    return tuple(replace(tool, pointer=pointer, schemas=()) for tool in tools)
