"""From any JSON value to the normal form: which vendor's shape it is, and what stands in it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from worker.domain.configuration import Configuration, Format, Json, Unreadable
from worker.judging.structural.readers import elevenlabs, generic, prompt_text, retell, vapi
from worker.judging.structural.readers.load import MAX_DEPTH, too_deep
from worker.judging.structural.readers.shape import ShapeFault
from worker.judging.structural.readers.tree import Place, child, word

Matches = Callable[[Place], bool]
Reader = Callable[[Place], Configuration]

SEVERAL_AT_MOST: Final = 1_000
"""Assistants of one list that are looked at."""


def _vapi_assistant(place: Place) -> Configuration:
    if isinstance(place.value, dict) and isinstance(place.value.get("assistant"), dict):
        return vapi.read_assistant(place.at("assistant"), place.at("assistantOverrides"))
    return vapi.read_assistant(place, Place(None))


def _is_vapi_assistant(place: Place) -> bool:
    wrapped = isinstance(place.value, dict) and isinstance(place.value.get("assistant"), dict)
    return wrapped or vapi.is_assistant(place)


def _vapi_squad(place: Place) -> Configuration:
    wrapped = isinstance(place.value, dict) and isinstance(place.value.get("squad"), dict)
    return vapi.read_squad(place.at("squad") if wrapped else place)


def _is_vapi_squad(place: Place) -> bool:
    return isinstance(place.value, dict) and ("members" in place.value or isinstance(place.value.get("squad"), dict))


READERS: Final[dict[Format, tuple[Matches, Reader]]] = {
    Format.ELEVENLABS_AGENT: (elevenlabs.is_agent, elevenlabs.read_agent),
    Format.PROMPT_TEXT: (prompt_text.is_prompt, prompt_text.read_prompt),
    Format.ELEVENLABS_TOOL: (elevenlabs.is_tool_file, elevenlabs.read_tool_file),
    Format.RETELL_AGENT: (retell.is_agent, retell.read_agent),
    Format.VAPI_SQUAD: (_is_vapi_squad, _vapi_squad),
    Format.VAPI_ASSISTANT: (_is_vapi_assistant, _vapi_assistant),
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
    several = _several(place) if expected is Format.GENERIC else None
    return several or READERS[expected][1](place)


def _emptiness(place: Place) -> str:
    return " without anything in it" if isinstance(place.value, (dict, list)) else ""


def _format(place: Place) -> Format | None:
    return next((name for name, (matches, _) in READERS.items() if matches(place)), None)


def _several(place: Place, expected: Format | None = None) -> Configuration | None:
    """The assistants of a list, a map or an envelope, where all are of one format that is known."""
    for listed in _lists(place):
        formats = {_format(item) for item in listed}
        if len(formats) == 1 and formats <= ({expected} if expected else _IN_LISTS):
            (one,) = formats
            return _merged([READERS[one][1](item) for item in listed]) if one else None
    return None


_IN_LISTS: Final = frozenset({Format.ELEVENLABS_AGENT, Format.RETELL_AGENT, Format.VAPI_ASSISTANT, Format.VAPI_SQUAD})


def _lists(place: Place) -> Iterator[list[Place]]:
    holders = [place]
    if isinstance(place.value, dict):
        holders += [place.at(str(key)) for key in list(place.value)[:50]]
    for holder in holders:
        if not isinstance(holder.value, (dict, list)) or not 0 < len(holder.value) <= SEVERAL_AT_MOST:
            continue
        pairs = holder.value.items() if isinstance(holder.value, dict) else enumerate(holder.value)
        items = [Place(value, child(holder.pointer, key)) for key, value in pairs]
        if all(isinstance(item.value, dict) for item in items):
            yield items


def _merged(parts: list[Configuration]) -> Configuration:
    """One configuration of the assistants of several."""
    return replace(
        parts[0],
        name=parts[0].name if len(parts) == 1 else None,
        assistants=tuple(chain.from_iterable(part.assistants for part in parts)),
        oddities=tuple(chain.from_iterable(part.oddities for part in parts)),
    )
