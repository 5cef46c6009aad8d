"""YAML text to its value, by the core schema of YAML 1.2, with lines and what is odd about it.

PyYAML's parser in C gives events only: nothing is constructed, nothing recurses, and limits bind while reading. Words
that YAML 1.1 takes for booleans (``on``, ``yes``, ``off``) stay the words that they are, also as keys.
"""

from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from worker.domain import scalars
from worker.domain.configuration import Json, Oddity
from worker.judging.structural.loading.json_text import NOTED_AT_MOST, duplicated
from worker.judging.structural.readers.load import MAX_DEPTH, NotJson
from worker.judging.structural.readers.tree import child

MAX_VALUES: Final = 200_000
"""Values of one file, its aliases written out: more would be an attack by aliases, or no configuration."""
SWITCHES: Final = frozenset({"yes", "no", "on", "off"})
"""``y`` and ``n`` are booleans of YAML 1.1 too, but few readers take them, and they are names of coordinates."""
MERGE: Final = "<<"
CORE: Final = frozenset({f"tag:yaml.org,2002:{name}" for name in ("str", "map", "seq", "int", "float", "bool", "null")})
_PARSER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Parsed:
    """The documents of a text.

    Attributes:
        lines: by pointer into the document, 1-based; of the first document only.
    """

    documents: list[Json] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    oddities: list[Oddity] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """A list or an object that has not ended."""

    value: dict[str, Json] | list[Json]
    pointer: str
    anchor: str | None
    begun: int
    key: str | None = None
    merged: set[str] = field(default_factory=set)

    @property
    def wants_key(self) -> bool:
        return isinstance(self.value, dict) and self.key is None

    def place(self) -> str:
        return child(self.pointer, len(self.value) if isinstance(self.value, list) else self.key or "")


def load_yaml(text: str, first_line: int = 1) -> Parsed:
    """All documents of a text whose first line is ``first_line`` of its file.

    Raises:
        NotJson: with line, column and what to do.
    """
    builder = _Builder(first_line)
    try:
        for event in yaml.parse(text, Loader=_PARSER):
            builder.take(event)
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        line, column = (mark.line + first_line, mark.column + 1) if mark else (None, None)
        what = ", ".join(part for part in (fault.context, fault.problem) if part)
        raise NotJson(f"This is not YAML: {what}.", line, column, advice=_advice(what)) from None
    except NotJson:
        raise
    except (yaml.YAMLError, ValueError, OverflowError) as fault:
        reason = (str(fault).splitlines() or [type(fault).__name__])[0]
        raise NotJson(f"This is not YAML: {reason}.", advice="Remove what no text editor would show.") from None
    return builder.parsed


def _advice(what: str) -> str:
    if "\\t" in what or "tab" in what:
        return "Indent with spaces; YAML allows no tabs there."
    if "mapping values are not allowed" in what:
        return "Put text that holds a colon in quotation marks, or correct the indentation."
    return "Check indentation, quotation marks and brackets on this line and the one before."


class _Builder:
    def __init__(self, first_line: int) -> None:
        self.parsed = Parsed()
        self.first_line = first_line
        self.open: list[_Open] = []
        self.anchors: dict[str, tuple[Json, int]] = {}
        self.values = 0

    def take(self, event: Any) -> None:
        line = event.start_mark.line + self.first_line
        match event:
            case yaml.ScalarEvent():
                self._scalar(event, line)
            case yaml.AliasEvent():
                self._alias(event.anchor, line)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                self._begin(event, line)
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._end()
            case yaml.DocumentStartEvent():
                self.anchors.clear()
            case _:
                pass

    def _begin(self, event: Any, line: int) -> None:
        if len(self.open) >= MAX_DEPTH:
            raise NotJson(
                f"This is nested deeper than {MAX_DEPTH} levels; no assistant is.", line, advice="Make it flatter."
            )
        if self.open and self.open[-1].wants_key:
            raise NotJson("A key is a list or an object.", line, advice="Write the key as a text.")
        self._tag(event, self._pointer())
        value: dict[str, Json] | list[Json] = {} if isinstance(event, yaml.MappingStartEvent) else []
        pointer = self._pointer()
        begun = self.values
        if self.open and self.open[-1].key == MERGE:
            self._count(1, line)
        else:
            self._add(value, line)
        self.open.append(_Open(value, pointer, event.anchor, begun))

    def _end(self) -> None:
        ended = self.open.pop()
        if ended.anchor:
            self.anchors[ended.anchor] = (ended.value, self.values - ended.begun)
        if self.open and self.open[-1].key == MERGE:
            self._merge(self.open[-1], ended.value)

    def _pointer(self) -> str:
        return self.open[-1].place() if self.open else ""

    def _scalar(self, event: Any, line: int) -> None:
        holder = self.open[-1] if self.open else None
        text = str(event.value)
        if holder and holder.wants_key:
            holder.key = text
            self._at(child(holder.pointer, text), line)
            self._switch(event, child(holder.pointer, text))
            if isinstance(holder.value, dict) and text in holder.value and text not in holder.merged:
                self._note(duplicated(child(holder.pointer, text), text))
            return
        pointer = self._pointer()
        self._tag(event, pointer)
        self._switch(event, pointer)
        value: Json = text
        if event.implicit[0] and not event.style:
            try:
                value = scalars.resolve(text)
            except ValueError:
                self._note(Oddity(pointer, f"The number {text[:40]} is none of JSON's; it is read as a text."))
        if event.anchor:
            self.anchors[event.anchor] = (value, 1)
        self._add(value, line)

    def _alias(self, name: str | None, line: int) -> None:
        if name is None or name not in self.anchors:
            raise NotJson(f"The alias *{name} names no anchor before it.", line, advice=f"Define &{name} first.")
        value, size = self.anchors[name]
        self._count(size, line)
        holder = self.open[-1] if self.open else None
        if holder and holder.wants_key:
            holder.key = str(value)
        else:
            self._add(value, line)

    def _count(self, more: int, line: int) -> None:
        self.values += more
        if self.values > MAX_VALUES:
            raise NotJson(
                f"The file has over {MAX_VALUES} values, its aliases written out.", line, advice="Use fewer aliases."
            )

    def _add(self, value: Json, line: int) -> None:
        self._count(1, line)
        if not self.open:
            self.parsed.documents.append(value)
            self._at("", line)
            return
        holder = self.open[-1]
        self._at(holder.place(), line)
        if isinstance(holder.value, list):
            holder.value.append(value)
            return
        key, holder.key = holder.key or "", None
        if key == MERGE:
            self._merge(holder, value)
        else:
            holder.merged.discard(key)
            holder.value[key] = value

    def _at(self, pointer: str, line: int) -> None:
        if len(self.parsed.documents) == 1:
            self.parsed.lines.setdefault(pointer, line)

    def _merge(self, holder: _Open, value: Json) -> None:
        """YAML 1.1's merge key: what it brings gives way to what the object says itself."""
        holder.key = None
        if not isinstance(holder.value, dict):
            return
        for brought in value if isinstance(value, list) else [value]:
            for key, inner in brought.items() if isinstance(brought, dict) else ():
                if key not in holder.value:
                    holder.value[key] = inner
                    holder.merged.add(key)

    def _switch(self, event: Any, pointer: str) -> None:
        word = str(event.value)
        if not event.style and word.lower() in SWITCHES:
            self._note(
                Oddity(
                    pointer,
                    f"The word {word} is read as it stands (YAML 1.2); readers of YAML 1.1 make a boolean of it.",
                    subject=word,
                    hint="Put it in quotation marks, or write true or false.",
                )
            )

    def _tag(self, event: Any, pointer: str) -> None:
        tag = event.tag
        if tag is not None and tag != "!" and str(tag) not in CORE:
            self._note(Oddity(pointer, f"The tag {str(tag)[:80]} is passed over; the value is read as it stands."))

    def _note(self, odd: Oddity) -> None:
        if len(self.parsed.oddities) < NOTED_AT_MOST:
            self.parsed.oddities.append(odd)
