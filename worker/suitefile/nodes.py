"""What a document is made of; every node knows its line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PART = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


@dataclass(frozen=True, slots=True)
class Scalar:
    """Text, number, boolean or nothing. ``line`` is 1-based, as everywhere here."""

    value: str | int | float | bool | None
    line: int
    height = 0
    size = 1


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list. ``height`` is the depth below it, ``size`` counts its nodes with aliases written out."""

    items: "tuple[Node, ...]"
    line: int
    height: int
    size: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One field of a mapping, with the line of its key."""

    key: str
    line: int
    value: "Node"


@dataclass(frozen=True, slots=True)
class Mapping:
    """Fields in their order; each key stands once."""

    entries: tuple[Entry, ...]
    line: int
    height: int
    size: int

    def find(self, key: str) -> Entry | None:
        """The field of this name."""
        return next((entry for entry in self.entries if entry.key == key), None)


Node = Scalar | Sequence | Mapping


def plain(node: Node) -> Any:
    """The node as JSON."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {entry.key: plain(entry.value) for entry in node.entries}


def line_of(node: Node, path: str) -> int:
    """The line of the field that ``path`` (such as ``cases[2].spec.any``) names, or of the deepest part that exists."""
    line = node.line
    for part in _parts(path):
        step = _into(node, part)
        if step is None:
            break
        line, node = step
    return line


def _parts(path: str) -> Iterator[str | int]:
    for index, name in PART.findall(path):
        yield int(index) if index else name


def _into(node: Node, part: str | int) -> tuple[int, Node] | None:
    if isinstance(node, Sequence) and isinstance(part, int) and part < len(node.items):
        return node.items[part].line, node.items[part]
    if isinstance(node, Mapping):
        entry = node.find(str(part))
        return (entry.line, entry.value) if entry else None
    return None
