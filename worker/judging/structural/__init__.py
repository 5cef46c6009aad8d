"""Deterministic checks on a configuration: one reader per vendor, one normal form, one module per check."""

from typing import Final

from worker.domain.configuration import Configuration, Json, Unreadable
from worker.judging.structural.readers import read


def reading(content: Json) -> Configuration | Unreadable:
    """The configuration in its normal form, or why it is none. Never raises on bad content."""
    return read(content)


SMALL_VALUES: Final = 2_000
SMALL_CHARACTERS: Final = 40_000


def is_small(content: Json) -> bool:
    """Whether checks of it take about 10 ms at most: 2,000 values and 40,000 characters."""
    values, characters = SMALL_VALUES, SMALL_CHARACTERS
    waiting = [content]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            characters -= len(value)
        elif isinstance(value, dict):
            characters -= sum(map(len, value))
            values -= len(value)
            waiting.extend(value.values())
        elif isinstance(value, list):
            values -= len(value)
            waiting.extend(value)
        if values < 0 or characters < 0:
            return False
    return True
