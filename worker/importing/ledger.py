"""A document that is looked through part by part, and what became of each part; nothing gets lost in silence."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

Path = tuple[str | int, ...]

EXCERPT: Final = 90
UNKNOWN: Final = "The import does not know this field."


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that somebody should know of.

    Attributes:
        file: as it was given.
        where: the path within the file, such as ``tests[2].assert[0]``; empty for the whole file.
        what: an excerpt of what stands there.
        why: what became of it, in a sentence.
        carried: True where it was carried over, yet not quite as it was; False where it was left out.
    """

    file: str
    where: str
    what: str
    why: str
    carried: bool = False


class Ledger:
    """What became of the parts of one document."""

    def __init__(self, file: str, prefix: str = "") -> None:
        self.file = file
        self.prefix = prefix
        self.notes: list[Note] = []
        self._settled: set[Path] = set()

    def is_untouched(self, path: Path) -> bool:
        """True while nobody has dealt with any of what stands at this path."""
        return all(settled[: len(path)] != path for settled in self._settled)

    def settle(self, path: Path) -> None:
        """The part at this path, with all below it, is dealt with."""
        self._settled.add(path)

    def note(self, path: Path, value: Any, why: str, *, carried: bool) -> None:
        """Keep a note on a part, which is dealt with thereby."""
        self.settle(path)
        self.notes.append(Note(self.file, self.prefix + written(path), excerpt(value), why, carried))

    def rest(self, root: Any, reasons: Mapping[str, str]) -> list[Note]:
        """A note for each part that nobody dealt with, the largest parts that are wholly so."""
        if () in self._settled:
            return []
        above = {path[:depth] for path in self._settled for depth in range(len(path))}
        return [
            Note(self.file, self.prefix + written(path), excerpt(value), _reason(path, reasons))
            for path, value in self._untouched(root, (), above)
        ]

    def _untouched(self, value: Any, path: Path, above: set[Path]) -> Iterator[tuple[Path, Any]]:
        if path in self._settled or holds_nothing(value):
            return
        if path not in above:
            yield path, value
            return
        steps = value.items() if isinstance(value, dict) else enumerate(value)
        for step, below in steps:
            yield from self._untouched(below, (*path, step), above)


@dataclass(frozen=True, slots=True)
class View:
    """A part of a document: its value, and its place in the ledger. A part that is not there has the value None."""

    value: Any
    ledger: Ledger
    path: Path = ()

    def __getitem__(self, key: str) -> "View":
        found = self.value.get(key) if isinstance(self.value, dict) else None
        return View(found, self.ledger, (*self.path, key))

    def __contains__(self, key: object) -> bool:
        return isinstance(self.value, dict) and self.value.get(key) is not None

    @property
    def is_untouched(self) -> bool:
        """True while nobody has dealt with any of it."""
        return self.ledger.is_untouched(self.path)

    def items(self) -> list["View"]:
        """The items of a list; empty for anything else."""
        listed = self.value if isinstance(self.value, list) else []
        return [View(item, self.ledger, (*self.path, index)) for index, item in enumerate(listed)]

    def fields(self) -> list[tuple[str, "View"]]:
        """The fields of a mapping; empty for anything else."""
        return [(key, self[key]) for key in self.value] if isinstance(self.value, dict) else []

    def text(self) -> str:
        """The text that stands here, else an empty one."""
        return self.value if isinstance(self.value, str) else ""

    def carry(self) -> Any:
        """The value, which is in the output now."""
        self.ledger.settle(self.path)
        return self.value

    def imply(self, *words: str) -> None:
        """The output says it in its own way, where it is one of these words (of none given: any text)."""
        if isinstance(self.value, str) and (not words or self.value in words):
            self.ledger.settle(self.path)

    def leave(self, why: str) -> None:
        """Say that this part is not in the output."""
        self.ledger.note(self.path, self.value, why, carried=False)

    def change(self, why: str) -> None:
        """Say that this part is in the output, and how it differs there."""
        self.ledger.note(self.path, self.value, why, carried=True)


def written(path: Path) -> str:
    """The path as people write it."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def excerpt(value: Any) -> str:
    """The beginning of a value, on one line."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text[: EXCERPT * 4]).split())
    return line if len(line) <= EXCERPT else line[: EXCERPT - 1] + "…"


def holds_nothing(value: Any) -> bool:
    """True for null and for what is empty all the way down."""
    if isinstance(value, dict | list):
        return all(holds_nothing(each) for each in (value.values() if isinstance(value, dict) else value))
    return value is None or value == ""


def _reason(path: Path, reasons: Mapping[str, str]) -> str:
    for step in reversed(path):
        if isinstance(step, str) and step in reasons:
            return reasons[step]
    return UNKNOWN
