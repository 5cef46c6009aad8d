"""What exports and hand-written files put around configurations: lists, maps by name, envelopes of APIs and shells."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from worker.domain.configuration import Assistant, Configuration, Format, Opening
from worker.judging.structural.readers.tree import NOTED_AT_MOST, Place, child, is_comment

Recognise = Callable[[Place], Format | None]
"""The format of what stands there with nothing around it; None where no vendor's shape is known."""
Read = Callable[[Format, Place], Configuration]

KEYS: Final = frozenset(
    {
        "agent", "agents", "assistant", "assistants", "body", "config", "configuration", "data", "items", "payload",
        "results", "squad", "squads", "tools", "value",
    }
)  # fmt: skip
"""Names of envelopes. Below any other name a configuration counts where all that stands beside it is one too."""
MAX_LEVELS: Final = 3
RANKS: Final = (Format.VAPI_SQUAD, Format.VAPI_ASSISTANT, Format.VAPI_TOOLS)
"""Of Vapi's shapes in one file the first gives the whole its format."""


def is_around(place: Place, key: str) -> bool:
    """Whether ``place`` is an envelope around the object under this key alone."""
    if not isinstance(place.value, dict) or not isinstance(place.value.get(key), dict):
        return False
    return not any(isinstance(place.value[other], (dict, list)) for other in KEYS & place.value.keys() - {key})


def unwrapped(whole: Place, recognise: Recognise, read: Read) -> Configuration | None:
    """The configurations within ``whole`` as one; None where there is none, or they are of different vendors."""
    known: dict[str, Format | None] = {}

    def once(place: Place) -> Format | None:
        if place.pointer not in known:
            known[place.pointer] = recognise(place)
        return known[place.pointer]

    level, found = [whole], []
    for _ in range(MAX_LEVELS):
        below: list[Place] = []
        for wrapper in level:
            for member in _members(wrapper, once):
                if shape := once(member):
                    found.append(read(shape, member))
                else:
                    below.append(member)
        level = below
    return _joined(found)


def _members(wrapper: Place, recognise: Recognise) -> Iterator[Place]:
    """What may be a configuration or hold some."""
    if isinstance(wrapper.value, list):
        yield from _inner(wrapper)
        return
    held = dict(_held(wrapper))
    named = [place for key, place in held.items() if key in KEYS]
    objects = [place for place in held.values() if isinstance(place.value, dict)]
    if named:
        yield from named
    elif objects and all(map(recognise, objects)):
        yield from objects
    else:
        yield from (place for place in held.values() if _is_full_of_them(place, recognise))


def _held(wrapper: Place) -> Iterator[tuple[str, Place]]:
    if isinstance(wrapper.value, dict):
        for key, value in wrapper.value.items():
            if not is_comment(key) and isinstance(value, (dict, list)):
                yield str(key), Place(value, child(wrapper.pointer, str(key)))


def _inner(place: Place) -> Iterator[Place]:
    if isinstance(place.value, list):
        yield from (Place(value, child(place.pointer, index)) for index, value in enumerate(place.value))
    else:
        yield from (inner for _, inner in _held(place))


def _is_full_of_them(place: Place, recognise: Recognise) -> bool:
    inner = list(_inner(place))
    return bool(inner) and all(map(recognise, inner))


def _joined(found: Sequence[Configuration]) -> Configuration | None:
    formats = {each.format for each in found}
    if len(formats) > 1 and not formats <= set(RANKS):
        return None
    if len(found) <= 1:
        return found[0] if found else None
    shape = min(formats, key=RANKS.index) if formats <= set(RANKS) else found[0].format
    assistants = tuple(
        replace(one, shared=True) if each.format is Format.VAPI_TOOLS and shape is not Format.VAPI_TOOLS else one
        for each in found
        for one in each.assistants
    )
    oddities = tuple(chain.from_iterable(each.oddities for each in found))[:NOTED_AT_MOST]
    in_order = tuple(sorted(assistants, key=lambda one: one.shared))
    later = (one for each in found if each.format is Format.VAPI_SQUAD for one in each.assistants[1:])
    followers = {name for one in later for name in one.names}
    return Configuration(shape, None, assistants=_with_targets(in_order, followers), oddities=oddities)


def _with_targets(assistants: tuple[Assistant, ...], targets: set[str]) -> tuple[Assistant, ...]:
    """An assistant that another one hands over to goes on with a conversation, and needs no first message."""
    targets |= {handoff.to for one in assistants for handoff in one.handoffs}
    return tuple(
        replace(one, opening=Opening.ELSEWHERE)
        if one.opening is Opening.ASSISTANT and not targets.isdisjoint(one.names)
        else one
        for one in assistants
    )
