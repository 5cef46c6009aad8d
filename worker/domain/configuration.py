"""The normal form of an assistant's configuration: what every structural check sees, whatever the vendor's shape was.

A pointer is a JSON pointer (RFC 6901) into the value that was read, so that a program can go there and repair it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Json = Any


class Format(StrEnum):
    """Whose configuration it is, and which shape of theirs."""

    VAPI_ASSISTANT = "vapi_assistant"
    VAPI_SQUAD = "vapi_squad"
    ELEVENLABS_AGENT = "elevenlabs_agent"


class Role(StrEnum):
    """What a text is for. The vendor renders all of them, each at its own moment."""

    SYSTEM_PROMPT = "system_prompt"
    FIRST_MESSAGE = "first_message"
    MESSAGE = "message"
    TOOL_DESCRIPTION = "tool_description"
    TOOL_MESSAGE = "tool_message"
    URL = "url"
    HEADER = "header"
    VARIABLE_VALUE = "variable_value"
    ANALYSIS = "analysis"


@dataclass(frozen=True, slots=True)
class Text:
    """One text of the configuration.

    Attributes:
        also_given: names that the vendor fills in at this place alone, such as a tool's own parameters in its URL.
        ignored: why the vendor does not read this text; None where it does.
    """

    role: Role
    pointer: str
    text: str
    also_given: frozenset[str] = frozenset()
    ignored: str | None = None


@dataclass(frozen=True, slots=True)
class GivenVariable:
    """A variable that the configuration itself supplies.

    Attributes:
        source: ``value``, ``placeholder``, ``assignment`` (a tool's answer) or ``extraction`` (a handoff).
        value: the text that it is given, where it is a text.
    """

    name: str
    pointer: str
    source: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Schema:
    """A JSON Schema of a tool's arguments.

    Attributes:
        purpose: ``parameters`` (an object, by the vendor's rule), ``part`` (a schema of an object whose
            ``type`` may be left out) or ``extraction``.
    """

    pointer: str
    value: Json
    purpose: str = "parameters"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that the configuration holds in full.

    Attributes:
        names: every name that it answers to, the one that the model sees first; a built-in tool's kind is among them.
        kind: the vendor's type word, such as ``function``, ``endCall`` or ``webhook``; empty where none is given.
        pointer: of the tool itself.
        detached: why the assistant cannot use it although it stands there; None where it can.
    """

    names: tuple[str, ...]
    kind: str
    pointer: str
    schemas: tuple[Schema, ...] = ()
    detached: str | None = None

    @property
    def title(self) -> str:
        """The name for people: the first name, else the kind, else the place."""
        return self.names[0] if self.names else self.kind or self.pointer


@dataclass(frozen=True, slots=True)
class StoredTool:
    """A tool that is known by an opaque id only; its name cannot be seen without the vendor."""

    id: str
    pointer: str


@dataclass(frozen=True, slots=True)
class Oddity:
    """A place that has another type than the vendor's shape, and was therefore passed over."""

    pointer: str
    message: str


@dataclass(frozen=True, slots=True)
class Configuration:
    """All that the checks see of one configuration.

    Attributes:
        unseen_assistants: pointers to what speaks but cannot be seen from here: squad members that stand there as an id
            only, a model of the customer's own that brings its own prompt.
    """

    format: Format
    name: str | None = None
    texts: tuple[Text, ...] = ()
    variables: tuple[GivenVariable, ...] = ()
    tools: tuple[Tool, ...] = ()
    stored_tools: tuple[StoredTool, ...] = ()
    unseen_assistants: tuple[str, ...] = ()
    oddities: tuple[Oddity, ...] = ()

    def live_texts(self) -> Iterator[Text]:
        """The texts that the vendor reads, in document order."""
        return (text for text in self.texts if text.ignored is None)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The value is no configuration that any reader knows.

    Attributes:
        reason: one sentence for people.
        pointer: the place of the fault; empty for the value as a whole.
    """

    reason: str
    pointer: str = ""
