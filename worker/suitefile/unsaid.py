"""What a first suite cannot say of a configuration, and why: a green verdict must not be taken for more than it is."""

from collections.abc import Iterator
from typing import Final

from worker.domain.configuration import Configuration, Role
from worker.domain.counted import counted
from worker.judging.structural.candidates import candidates

SHOWN: Final = 5
"""So many names or places are told."""


def unsaid(configuration: Configuration) -> Iterator[str]:
    """Sentences for the file's owner, each with the reason; none where everything that is checked can be seen."""
    prompted = any(text.role is Role.SYSTEM_PROMPT for text in configuration.live_texts())
    if not prompted:
        yield "No prompt can be seen in this file, so no rule of one is checked, and no lost one would be found."
    elif not candidates(configuration, 1):
        yield "No sentence of the prompt reads like a rule (must, never, always …), so no clause is suggested."
    if unseen := configuration.unseen_assistants:
        stand = "stands" if len(unseen) == 1 else "stand"
        who = counted(len(unseen), "assistant")
        yield f"{who} {stand} here by reference only, and nothing of them is checked: {_some(unseen)}."
    detached = [tool for tool in configuration.tools if tool.detached is not None]
    if detached:
        named = _some(tuple(tool.title for tool in detached))
        yield f"No tool is required that the assistant does not reach: {named}. {detached[0].detached}"
    if stored := configuration.stored_tools:
        named = _some(tuple(tool.id for tool in stored))
        yield f"{counted(len(stored), 'tool')} can be seen by id only, so none of them is required by name: {named}."


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
