"""One mapping of a file, read field by field; faults are noted and reading goes on."""

from collections.abc import Iterator
from typing import Any

from worker.domain.meant import meant
from worker.suitefile.faults import Faults
from worker.suitefile.nodes import Entry, Mapping, Node, Scalar, Sequence, plain

LONGEST_NAME = 200


class Form:
    """A mapping whose fields are known by name."""

    def __init__(self, node: Node, path: str, faults: Faults, known: tuple[str, ...]) -> None:
        self.node = node
        self.path = path
        self.faults = faults
        self.line = node.line
        self.fields: dict[str, Entry] = {}
        if not isinstance(node, Mapping):
            faults.add(node.line, path, f"This is {called(node)}.", f"Give fields: {', '.join(known)}.")
            return
        for entry in node.entries:
            if entry.key in known:
                self.fields[entry.key] = entry
            else:
                faults.add(entry.line, self.at(entry.key), "There is no such field here.", meant(entry.key, known))

    def at(self, name: str) -> str:
        """The path of a field of this mapping."""
        return f"{self.path}.{name}" if self.path else name

    def has(self, name: str) -> bool:
        """True where the field stands in the file and is not empty (``null``)."""
        entry = self.fields.get(name)
        return entry is not None and not (isinstance(entry.value, Scalar) and entry.value.value is None)

    def line_of(self, name: str) -> int:
        """The line of a field, or of the mapping where it is missing."""
        return self.fields[name].line if name in self.fields else self.line

    def fault(self, name: str, message: str, advice: str) -> None:
        """Note a fault of a field."""
        self.faults.add(self.line_of(name), self.at(name), message, advice)

    def name(self, field: str, *, demanded: bool = True) -> str:
        """A name: text of 1 to 200 characters, no space around it, no line break in it."""
        text = self.text(field, demanded=demanded)
        if text and (len(text) > LONGEST_NAME or text != text.strip() or not text.isprintable()):
            self.fault(field, f"This is no name: {text[:40]!r}.", "Use 1 to 200 characters on one line.")
        return text

    def text(self, field: str, *, demanded: bool = False) -> str:
        """The text of a field; empty where it is missing or no text."""
        if not self.has(field):
            if demanded:
                self.fault(field, "The field is missing.", f"Add {field}: and a text.")
            return ""
        value = self.fields[field].value
        if isinstance(value, Scalar) and isinstance(value.value, str):
            if demanded and not value.value.strip():
                self.fault(field, "The text is empty.", "Write one.")
            return value.value
        self.fault(field, f"This is {called(value)}, not text.", "Write text; put it in quotation marks if in doubt.")
        return ""

    def texts(self, field: str) -> list[str]:
        """A list of texts, none of them empty."""
        found = []
        for path, item in self.items(field):
            if isinstance(item, Scalar) and isinstance(item.value, str) and item.value.strip():
                found.append(item.value)
            else:
                said = "an empty text" if isinstance(item, Scalar) and item.value == "" else called(item)
                self.faults.add(item.line, path, f"This is {said}.", "Write text, in quotation marks.")
        return found

    def flag(self, field: str, *, default: bool) -> bool:
        """Read true or false."""
        if not self.has(field):
            return default
        value = self.fields[field].value
        if isinstance(value, Scalar) and isinstance(value.value, bool):
            return value.value
        self.fault(field, f"This is {called(value)}.", "Write true or false.")
        return default

    def whole(self, field: str, least: int, most: int) -> int | None:
        """A whole number within bounds; None where it is missing or wrong."""
        if not self.has(field):
            return None
        value = self.fields[field].value
        number = value.value if isinstance(value, Scalar) else None
        if isinstance(number, int) and not isinstance(number, bool) and least <= number <= most:
            return number
        self.fault(field, f"This is {called(value)}.", f"Write a whole number from {least} to {most}.")
        return None

    def items(self, field: str) -> Iterator[tuple[str, Node]]:
        """The items of a list, each with its path."""
        if not self.has(field):
            return
        value = self.fields[field].value
        if not isinstance(value, Sequence):
            self.fault(field, f"This is {called(value)}, not a list.", "Start each item with a dash.")
            return
        for index, item in enumerate(value.items):
            yield f"{self.at(field)}[{index}]", item

    def entries(self, field: str) -> Iterator[tuple[str, Entry]]:
        """The fields of a mapping whose names are free, each with its path."""
        if not self.has(field):
            return
        value = self.fields[field].value
        if not isinstance(value, Mapping):
            self.fault(field, f"This is {called(value)}, not a mapping.", "Write it as name: value.")
            return
        for entry in value.entries:
            yield f"{self.at(field)}.{entry.key}", entry

    def free(self, field: str) -> dict[str, Any]:
        """A mapping whose fields are not ours to check."""
        return {entry.key: plain(entry.value) for _, entry in self.entries(field)}


def called(node: Node) -> str:
    """A node, as an error calls it."""
    match node:
        case Sequence():
            return "a list"
        case Mapping():
            return "a mapping"
        case Scalar(value=None):
            return "empty"
        case Scalar(value=bool() as value):
            return str(value).lower()
        case Scalar(value=str() as value):
            return f"the text {value[:40]!r}"
        case Scalar(value=value):
            return f"the number {value}"
