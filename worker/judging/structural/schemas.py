"""Walking JSON Schemas without recursion, and within bounds."""

from collections.abc import Iterator
from typing import Final

from worker.domain.configuration import Json
from worker.judging.structural.readers.tree import Place

MAX_NODES: Final = 4_000
"""Objects and lists of all schemas of one configuration; the library takes about 0.4 ms for each."""
MAX_DEPTH: Final = 64
"""Levels of JSON in one schema; the library recurses."""

_BY_NAME: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTED: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLE: Final = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")


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
        for key in _BY_NAME:
            held = node.at(key)
            if isinstance(held.value, dict):
                waiting.extend(held.at(name) for name in held.value)
        for key in _LISTED:
            listed = node.at(key)
            if isinstance(listed.value, list):
                waiting.extend(Place(item, f"{listed.pointer}/{index}") for index, item in enumerate(listed.value))
        waiting.extend(node.at(key) for key in _SINGLE if key in node.value)


def without_nulls(value: Json) -> Json:
    """The value without members that are null: ElevenLabs returns each keyword that is not set as null."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [without_nulls(inner) for inner in value]
    return value
