"""The strings of a configuration that have an effect: every one of them, save those that are comments.

JSON has no comments, so people write them as properties: a key that begins with an underscore, ``$comment`` or ``//``,
or a list of notes. What such a property holds is left out, except definitions that were parked under such a key.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from worker.domain.configuration import Json
from worker.judging.structural.readers.tree import child

MAX_STRINGS: Final = 200_000
"""Strings looked at in one configuration."""
_COMMENT_PREFIXES: Final = ("_", "//", "$comment", "#")
_NOTES: Final = ("comment", "comments", "note", "notes", "readme", "changelog")
_DEFINITIONS: Final = frozenset({"function", "parameters", "server", "api_schema"})
"""Keys that only a definition of a tool has."""

_STATES: Final = frozenset({"state_prompt", "edges", "transition_condition"})
"""Keys that only a state or a node of a flow has."""


class Active(NamedTuple):
    """A string with its place and the keys that lead to it, outermost first; indexes of lists are left out."""

    text: str
    pointer: str
    keys: tuple[str, ...]

    @property
    def key(self) -> str:
        """The nearest key; empty for a bare string."""
        return self.keys[-1] if self.keys else ""


def active_strings(content: Json) -> Iterator[Active]:
    """Every string that is no comment, in document order, without recursion."""
    waiting: list[tuple[Json, str, tuple[str, ...]]] = [(content, "", ())]
    left = MAX_STRINGS
    while waiting and left:
        value, pointer, keys = waiting.pop()
        if isinstance(value, str):
            left -= 1
            yield Active(value, pointer, keys)
        elif isinstance(value, dict):
            waiting.extend(
                (inner, child(pointer, str(key)), (*keys, str(key)))
                for key, inner in reversed(value.items())
                if not is_comment(str(key), inner)
            )
        elif isinstance(value, list):
            waiting.extend((inner, child(pointer, index), keys) for index, inner in reversed(list(enumerate(value))))


def is_comment(key: str, value: Json) -> bool:
    """Whether what stands under this key is written for people only."""
    if key.startswith(_COMMENT_PREFIXES):
        return not _defines(value)
    return isinstance(value, list) and bool(value) and key.lower().rsplit("_", 1)[-1] in _NOTES and _are_notes(value)


def _are_notes(values: list[Json]) -> bool:
    return all(
        isinstance(value, str) or (isinstance(value, dict) and not _DEFINITIONS & value.keys()) for value in values
    )


def _defines(value: Json) -> bool:
    """Whether a definition of a tool stands at most three levels below."""
    level = [value]
    for _ in range(4):
        if any(isinstance(each, dict) and _DEFINITIONS & each.keys() for each in level):
            return True
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return False


def schema_words(content: Json) -> frozenset[str]:
    """The names of properties, the words of enumerations, and the names of states and nodes of the configuration."""
    words: set[str] = set()
    waiting = [content]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            properties, listed = value.get("properties"), value.get("enum")
            words |= set(map(str, properties)) if isinstance(properties, dict) else set()
            words |= {word for word in listed if isinstance(word, str)} if isinstance(listed, list) else set()
            if _STATES & value.keys():
                words |= {name for name in (value.get("name"), value.get("id")) if isinstance(name, str)}
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return frozenset(words)
