"""Names that a suite file takes: on one line, not too long, each once."""

import re
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 120
WORDS: Final = 7


class Names:
    """Names that were given away already; a second one of the same gets a number."""

    def __init__(self, taken: Iterator[str] | list[str] | tuple[str, ...] = ()) -> None:
        self.taken = set(taken)

    def free(self, wanted: str, join: str = " ") -> str:
        """The name, or with the smallest number from 2 that makes it new."""
        name, number = wanted, 2
        while name in self.taken:
            name, number = f"{wanted}{join}{number}", number + 1
        self.taken.add(name)
        return name


def one_line(text: str, otherwise: str) -> str:
    """The text as a name, cut; the other one where nothing is left of it."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return (line if len(line) <= LONGEST else line[: LONGEST - 1] + "…").strip() or otherwise


def key(text: str, otherwise: str) -> str:
    """The first words of the text as a key."""
    words = re.findall(r"[^\W_]+", text.casefold())[:WORDS]
    return "_".join(words)[:60].strip("_") or otherwise


def plain(text: str, otherwise: str) -> str:
    """A name that needs no quotation marks in a shell."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))[:60].strip("-") or otherwise
