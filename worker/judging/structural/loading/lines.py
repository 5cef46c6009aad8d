"""In which line of the file a value stands."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from worker.judging.structural.readers.tree import child

_TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],]|[^\s{}\[\],:"]++', re.DOTALL)
Table = Mapping[str, int]


class Lines:
    """The lines of a file by JSON pointer; worked out when they are first asked for."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._make = table
        self._table: Table | None = None

    def line_of(self, pointer: str) -> int | None:
        """The line, 1-based, where the value begins; that of what holds it where it has none of its own."""
        if self._table is None:
            self._table = self._make()
        while pointer and pointer not in self._table:
            pointer = pointer.rpartition("/")[0]
        return self._table.get(pointer)


def json_table(text: str) -> Table:
    """Line by pointer for a text that is JSON."""
    table: dict[str, int] = {}
    holders: list[tuple[str, bool]] = []
    places: list[int | str | None] = []
    line, position = 1, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", position, token.start())
        position = token.start()
        word = token.group()
        if word == ",":
            last = places[-1] if places else None
            places[-1:] = [last + 1 if isinstance(last, int) else None]
        elif word in "}]":
            holders[-1:], places[-1:] = [], []
        elif holders and holders[-1][1] and places[-1] is None and word[0] == '"':
            places[-1] = _unescaped(word)
            table.setdefault(_pointer(holders, places), line)
        else:
            pointer = _pointer(holders, places)
            table.setdefault(pointer, line)
            if word in "{[":
                holders.append((pointer, word == "{"))
                places.append(None if word == "{" else 0)
    return table


def _pointer(holders: list[tuple[str, bool]], places: list[int | str | None]) -> str:
    return child(holders[-1][0], places[-1] if places[-1] is not None else "") if holders else ""


def _unescaped(word: str) -> str:
    if "\\" not in word:
        return word[1:-1]
    import json  # noqa: PLC0415 - a key with an escape is rare

    return str(json.loads(word, strict=False))
