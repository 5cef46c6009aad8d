"""Suggestions for names that do not exist, as many as are of use."""

from collections.abc import Iterable
from itertools import chain, islice
from typing import Final

from worker.domain.nearest import nearest

SUGGESTED: Final = 20
"""Suggestions of one check; comparing every name with every other takes minutes on hostile input."""
COMPARED: Final = 1_000
"""Known names that one is compared with."""
LONGEST: Final = 200
"""Characters of a name that is compared."""


class Meant:
    """Says which known name may be meant, for the first names that are asked for."""

    def __init__(self) -> None:
        self._left = SUGGESTED

    def instead_of(self, name: str, *known: Iterable[str]) -> str:
        """A sentence with the nearest known name; empty where nothing resembles it."""
        if self._left <= 0 or len(name) > LONGEST:
            return ""
        self._left -= 1
        short = (each for each in chain(*known) if len(each) <= LONGEST)
        close = nearest(name, islice(short, COMPARED), 1)
        return f"Is {close[0]} meant?" if close else ""
