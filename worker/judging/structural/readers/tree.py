"""Reading JSON of any shape: what has the wrong type is passed over and noted, never an exception."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from worker.domain.configuration import (
    Assistant,
    Configuration,
    Destination,
    Engine,
    Format,
    GivenVariable,
    Handoff,
    Json,
    Oddity,
    Opening,
    Role,
    StoredTool,
    Text,
    Tool,
)

NOTED_AT_MOST = 50

Trail = tuple[Any, ...]
"""Where a value stands: empty for the whole, else (trail of what holds it, key)."""


def child(pointer: str, key: str | int) -> str:
    """The pointer of a member (RFC 6901)."""
    name = key if isinstance(key, str) else str(key)
    if "~" in name or "/" in name:
        name = name.replace("~", "~0").replace("/", "~1")
    return f"{pointer}/{name}"


def word(value: Json) -> str:
    """JSON's name for the value's type, with its article."""
    if value is None:
        return "null"
    names = {bool: "a boolean", str: "a text", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), type(value).__name__)


class Place(NamedTuple):
    """A value and where it stands."""

    value: Json
    pointer: str = ""

    def at(self, *keys: str) -> "Place":
        """The member under ``keys``; a Place of None where there is none."""
        value, pointer = self
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
            pointer = f"{pointer}/{key}" if "/" not in key and "~" not in key else child(pointer, key)
        return tuple.__new__(Place, (value, pointer))  # four fifths of a reader's time are spent here

    def text(self) -> str | None:
        """The value as a string; None where it is something else."""
        return self.value if isinstance(self.value, str) else None


@dataclass(slots=True)
class Collected:
    """What a reader has found so far of one assistant; ``oddities`` are shared by all of one configuration."""

    texts: list[Text] = field(default_factory=list)
    variables: list[GivenVariable] = field(default_factory=list)
    tools: list[Tool] = field(default_factory=list)
    stored: list[StoredTool] = field(default_factory=list)
    destinations: list[Destination] = field(default_factory=list)
    handoffs: list[Handoff] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    models: list[Engine] = field(default_factory=list)
    voices: list[Engine] = field(default_factory=list)
    oddities: list[Oddity] = field(default_factory=list)

    def add_text(
        self, place: Place, role: Role, *, also_given: frozenset[str] = frozenset(), ignored: str | None = None
    ) -> None:
        """Keep a text; null and the empty text are nothing, another type is noted."""
        if isinstance(place.value, str):
            if place.value:
                self.texts.append(Text(role, place.pointer, place.value, also_given, ignored))
        elif place.value is not None:
            self.note(place, "a text")

    def add_templated(self, whole: Place, role: Role = Role.MESSAGE) -> None:
        """Keep what holds a template's braces and was not kept yet: a variable counts wherever it stands."""
        kept = {text.pointer for text in self.texts}
        self.texts += [
            Text(role, place.pointer, str(place.value)) for place in templated(whole) if place.pointer not in kept
        ]

    def note(self, place: Place, wanted: str) -> None:
        """Note that ``place`` has another type than the vendor's shape."""
        if len(self.oddities) < NOTED_AT_MOST:
            message = f"Here stands {word(place.value)} where the vendor has {wanted}; it was passed over."
            self.oddities.append(Oddity(place.pointer, message))

    def take(self, other: "Collected") -> None:
        """Add what another one found of the same assistant."""
        self.texts += other.texts
        self.variables += other.variables
        self.tools += other.tools
        self.stored += other.stored
        self.destinations += other.destinations
        self.handoffs += other.handoffs
        self.unseen += other.unseen
        self.models += other.models
        self.voices += other.voices

    def items(self, place: Place) -> Iterator[Place]:
        """The members of a list; another type is noted and gives none."""
        if isinstance(place.value, list):
            for index, value in enumerate(place.value):
                yield Place(value, child(place.pointer, index))
        elif place.value is not None:
            self.note(place, "a list")

    def members(self, place: Place) -> Iterator[tuple[str, Place]]:
        """The members of an object; another type is noted and gives none."""
        if isinstance(place.value, dict):
            for key, value in place.value.items():
                yield str(key), Place(value, child(place.pointer, str(key)))
        elif place.value is not None:
            self.note(place, "an object")

    def objects(self, place: Place) -> Iterator[Place]:
        """The objects of a list of objects; what is none is noted."""
        for item in self.items(place):
            if isinstance(item.value, dict):
                yield item
            else:
                self.note(item, "an object")

    def assistant(
        self,
        *names: str | None,
        pointer: str = "",
        opening: Opening = Opening.UNSEEN,
        prompted: bool | None = None,
        shared: bool = False,
    ) -> Assistant:
        """The assistant in its normal form."""
        return Assistant(
            tuple(dict.fromkeys(name for name in names if name)),
            pointer,
            tuple(self.texts),
            tuple(self.variables),
            tuple(self.tools),
            tuple(self.stored),
            tuple(self.destinations),
            tuple(self.handoffs),
            tuple(self.unseen),
            opening,
            prompted,
            tuple(self.models),
            tuple(self.voices),
            shared,
        )

    def done(self, found: Format, name: str | None, *assistants: Assistant) -> Configuration:
        """The configuration of these assistants, or of the one that was found here."""
        return Configuration(
            found, name, assistants=assistants or (self.assistant(name),), oddities=tuple(self.oddities)
        )


def either(place: Place, key: str) -> Place:
    """The member under a snake_case key, or under the same key in camelCase where only that is there."""
    first, *rest = key.split("_")
    camel = first + "".join(part.capitalize() for part in rest)
    held = place.value if isinstance(place.value, dict) else {}
    return place.at(camel) if key not in held and camel in held else place.at(key)


def is_comment(key: Json) -> bool:
    """Whether people write notes under this key, which no vendor reads."""
    return isinstance(key, str) and (key.startswith(("_", "//", "#")) or key == "$comment")


def templated(whole: Place, passed_over: frozenset[str] = frozenset()) -> Iterator[Place]:
    """Every string that holds a template's braces, in document order, without recursion.

    Comments and the keys of ``passed_over`` are left out.
    """
    waiting: list[tuple[Json, Trail]] = [(whole.value, ())]
    while waiting:
        value, trail = waiting.pop()
        if isinstance(value, str):
            if "{{" in value or "{%" in value:
                yield Place(value, whole.pointer + _spelled(trail))
        elif isinstance(value, dict):
            waiting.extend(
                (inner, (trail, key))
                for key, inner in reversed(value.items())
                if key not in passed_over and not is_comment(key)
            )
        elif isinstance(value, list):
            waiting.extend((value[index], (trail, index)) for index in range(len(value) - 1, -1, -1))


def _spelled(trail: Trail) -> str:
    keys = []
    while trail:
        trail, key = trail
        keys.append(child("", str(key)))
    return "".join(reversed(keys))


def strings(place: Place, limit: int = 100_000) -> Iterator[Place]:
    """Every string below ``place`` save comments, in document order, without recursion; at most ``limit`` of them."""
    waiting = [place]
    found = 0
    while waiting and found < limit:
        current = waiting.pop()
        if isinstance(current.value, str):
            found += 1
            yield current
        elif isinstance(current.value, dict):
            waiting.extend(
                Place(value, child(current.pointer, str(key)))
                for key, value in reversed(current.value.items())
                if not is_comment(key)
            )
        elif isinstance(current.value, list):
            waiting.extend(
                Place(value, child(current.pointer, index)) for index, value in reversed(list(enumerate(current.value)))
            )
