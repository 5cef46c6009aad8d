"""Which variables a squad's handoffs bring to a member: what was extracted on any way that leads to it.

What a handoff extracts, and what a tool's answer gives, stays for the rest of the call and is there for all assistants
that come later (docs.vapi.ai/squads/handoff/context-and-variables).
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Final

from worker.domain.configuration import Assistant

MAX_STEPS: Final = 200_000
"""Handoffs, and names that they take along, looked at for one squad.

Behind that, all that is extracted anywhere counts for everybody, so that nothing is reported wrongly.
"""


class Ways:
    """The handoffs between assistants that stand together, by name and by id."""

    def __init__(self, ones: Sequence[Assistant]) -> None:
        self._ones = ones
        self._steps = MAX_STEPS
        by_name = {name: at for at, one in reversed(list(enumerate(ones))) for name in one.names}
        self._into: dict[int, list[tuple[int, tuple[str, ...]]]] = {}
        for at, one in enumerate(ones):
            for handoff in one.handoffs:
                if handoff.to in by_name:
                    self._into.setdefault(by_name[handoff.to], []).append((at, handoff.extracts))

    def leads_to(self, index: int) -> bool:
        """Whether any handoff leads to this one."""
        return index in self._into

    def bring(self, index: int) -> frozenset[str]:
        """Names of the variables that are there when the conversation comes to this one."""
        waiting, seen, found = [index], {index}, set[str]()
        while waiting:
            into = self._into.get(waiting.pop(), ())
            self._steps -= sum(1 + len(extracts) for _, extracts in into)
            if self._steps < 0:
                return self._everything
            for at, extracts in into:
                found.update(extracts)
                if at not in seen:
                    seen.add(at)
                    waiting.append(at)
                    found.update(_answers(self._ones[at]))
        return frozenset(found)

    @cached_property
    def _everything(self) -> frozenset[str]:
        extracted = (way.extracts for one in self._ones for way in one.handoffs)
        return frozenset(chain(*extracted, *map(_answers, self._ones)))


def _answers(one: Assistant) -> set[str]:
    return {given.name for given in one.variables if given.source == "assignment"}
