"""Walking JSON Schemas without recursion, and within bounds."""

from collections.abc import Iterator
from typing import Final

from worker.domain.configuration import Json
from worker.judging.structural.readers.tree import Place

MAX_NODES: Final = 4_000
"""Objects and lists of all schemas of one configuration that are looked through: it bounds the time."""
MAX_DEPTH: Final = 64
"""Levels of JSON in one schema; the library recurses."""

_BY_NAME: Final = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_LISTED: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_SINGLE: Final = frozenset({"items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"})


def measure(value: Json, left: int) -> int | None:
    """How many objects and lists there are; None where they are more than ``left`` or nested deeper than 64."""
    level: list[Json] = [value]
    count = 0
    for _ in range(MAX_DEPTH):
        holders = [item for item in level if isinstance(item, (dict, list))]
        count += len(holders)
        if count > left:
            return None
        if not holders:
            return count
        level = [inner for item in holders for inner in (item.values() if isinstance(item, dict) else item)]
    return None


def nodes(schema: Place) -> Iterator[Place]:
    """The schema and all schemas within it; a property that is called ``properties`` is a property."""
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if not isinstance(node.value, dict):
            continue
        yield node
        for key, value in node.value.items():
            if key in _SINGLE:
                waiting.append(node.at(key))
            elif key in _BY_NAME and isinstance(value, dict):
                held = node.at(key)
                waiting.extend(held.at(name) for name in value)
            elif key in _LISTED and isinstance(value, list):
                pointer = node.at(key).pointer
                waiting.extend(Place(item, f"{pointer}/{index}") for index, item in enumerate(value))


def without_nulls(value: Json) -> Json:
    """The value without members that are null: ElevenLabs returns each keyword that is not set as null."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [without_nulls(inner) for inner in value]
    return value
