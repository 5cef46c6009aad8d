"""From any JSON value to the normal form: which vendor's shape it is, and what stands in it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from worker.domain.configuration import Configuration, Format, Json, Unreadable
from worker.judging.structural.readers import elevenlabs, generic, prompt_text, retell, vapi, vapi_tools
from worker.judging.structural.readers.load import MAX_DEPTH, too_deep
from worker.judging.structural.readers.shape import ShapeFault
from worker.judging.structural.readers.tree import Place, word
from worker.judging.structural.readers.wrappers import is_around, unwrapped

Matches = Callable[[Place], bool]
Reader = Callable[[Place], Configuration]


def _vapi_assistant(place: Place) -> Configuration:
    if is_around(place, "assistant"):
        return vapi.read_assistant(place.at("assistant"), place.at("assistantOverrides"))
    return vapi.read_assistant(place, Place(None))


def _is_vapi_assistant(place: Place) -> bool:
    return is_around(place, "assistant") or vapi.is_assistant(place)


def _vapi_squad(place: Place) -> Configuration:
    return vapi.read_squad(place if vapi.is_squad(place) else place.at("squad"))


def _is_vapi_squad(place: Place) -> bool:
    return vapi.is_squad(place) or (is_around(place, "squad") and vapi.is_squad(place.at("squad")))


READERS: Final[dict[Format, tuple[Matches, Reader]]] = {
    Format.ELEVENLABS_AGENT: (elevenlabs.is_agent, elevenlabs.read_agent),
    Format.PROMPT_TEXT: (prompt_text.is_prompt, prompt_text.read_prompt),
    Format.ELEVENLABS_TOOL: (elevenlabs.is_tool_file, elevenlabs.read_tool_file),
    Format.RETELL_AGENT: (retell.is_agent, retell.read_agent),
    Format.VAPI_SQUAD: (_is_vapi_squad, _vapi_squad),
    Format.VAPI_ASSISTANT: (_is_vapi_assistant, _vapi_assistant),
    Format.VAPI_TOOLS: (vapi_tools.is_tool_file, vapi_tools.read_tool_file),
    Format.GENERIC: (lambda place: bool(place.value) and isinstance(place.value, (dict, list)), generic.read_any),
}
"""Of each format how it is recognised, and its reader; the first that matches reads."""


def read(value: Json, expected: Format | None = None) -> Configuration | Unreadable:
    """Read a configuration, bare or in one of the usual wrappers; as ``expected`` where that is given.

    Never raises on bad content.
    """
    if too_deep(value):
        return Unreadable(f"The configuration is nested deeper than {MAX_DEPTH} levels; no assistant is.")
    try:
        found = _read_as(Place(value), expected) if expected else _recognised(Place(value))
        return found if isinstance(found, Unreadable) else replace(found, content=value)
    except ShapeFault as fault:
        return Unreadable(f"The configuration cannot be read: {fault.reason}, at {fault.pointer}.", fault.pointer)


def _read_as(place: Place, expected: Format) -> Configuration | Unreadable:
    matches, reader = READERS.get(expected, READERS[Format.GENERIC])
    several = None if matches(place) else _several(place, expected)
    if several is None and not isinstance(place.value, dict) and not matches(place):
        return Unreadable(f"This is {word(place.value)}, which is no {expected}.", place.pointer)
    return several or reader(place)


def _recognised(place: Place) -> Configuration | Unreadable:
    expected = _format(place)
    if expected is None:
        return Unreadable(
            f"A configuration is an object, a list or a text, and this is {word(place.value)}{_emptiness(place)}.",
            place.pointer,
        )
    several = _several(place) if expected in _LAST else None
    if several is None or (several.format is expected and expected is Format.VAPI_TOOLS):
        return READERS[expected][1](place)
    return several


def _emptiness(place: Place) -> str:
    return " without anything in it" if isinstance(place.value, (dict, list)) else ""


def _format(place: Place) -> Format | None:
    return next((name for name, (matches, _) in READERS.items() if matches(place)), None)


_LAST: Final = frozenset({Format.VAPI_TOOLS, Format.GENERIC})
"""Formats that something stands in the way of where a wrapper holds more than that."""
_NOT_WRAPPED: Final = frozenset({Format.GENERIC, Format.PROMPT_TEXT})


def _several(place: Place, expected: Format | None = None) -> Configuration | None:
    """The configurations of a list, a map or an envelope, where all are of one vendor."""

    def recognise(member: Place) -> Format | None:
        found = _format(member)
        return None if found in _NOT_WRAPPED or (expected and found is not expected) else found

    return unwrapped(place, recognise, lambda shape, member: READERS[shape][1](member))
