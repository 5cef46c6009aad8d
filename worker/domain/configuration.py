"""The normal form of an assistant's configuration: what every structural check sees, whatever the vendor's shape was.

A pointer is a JSON pointer (RFC 6901) into the value that was read, so that a program can go there and repair it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import Any

Json = Any


class Format(StrEnum):
    """Whose configuration it is, and which shape of theirs. A list of one shape has that shape's format."""

    VAPI_ASSISTANT = "vapi_assistant"
    VAPI_SQUAD = "vapi_squad"
    VAPI_TOOLS = "vapi_tools"
    ELEVENLABS_AGENT = "elevenlabs_agent"
    ELEVENLABS_TOOL = "elevenlabs_tool"
    RETELL_AGENT = "retell_agent"
    PROMPT_TEXT = "prompt_text"
    GENERIC = "generic"


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
    SETTING = "setting"
    """Any other value that the vendor renders; readers keep it only where it holds Liquid."""


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
        source: ``value``, ``placeholder``, ``assignment`` (a tool's answer) or ``extraction`` (a handoff, for those
            that it leads to).
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
    """What a reader or loader noticed: another type than the vendor's, a key that stands twice, an ambiguous word.

    Attributes:
        serious: something was lost by it.
        subject: what it is about, where that is not the place itself.
        hint: what to do about it.
    """

    pointer: str
    message: str
    serious: bool = False
    subject: str = ""
    hint: str = "Give it the type that is expected."


class Opening(StrEnum):
    """Who speaks first in a conversation."""

    ASSISTANT = "assistant"
    """The assistant, with a first message that has to stand in the configuration."""
    ELSEWHERE = "elsewhere"
    """Somebody else, the model, or another member of the squad: no first message is needed."""
    UNSEEN = "unseen"
    """It cannot be seen from here: a stored assistant, a part of one, or one that is given its words at the start."""


@dataclass(frozen=True, slots=True)
class Destination:
    """A number or SIP address that is dialled.

    Attributes:
        kind: ``number`` (E.164), ``sip``, or ``local``: a number that the vendor is told not to check.
    """

    kind: str
    value: str
    pointer: str


@dataclass(frozen=True, slots=True)
class Handoff:
    """A way from one assistant to another.

    Attributes:
        to: the name or id of the assistant that it leads to; empty where none stands there.
        pointer: of that name or id; where none stands there, of the destination.
        extracts: names of the variables that it takes along.
    """

    to: str
    pointer: str
    extracts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Engine:
    """A model that thinks, or a voice that speaks.

    Attributes:
        provider: whose it is; None where the vendor's shape names none.
        name: the model's name or the voice's id; None where none is given.
        pointer: of that name, or of the place where it belongs.
    """

    provider: str | None
    name: str | None
    pointer: str


@dataclass(frozen=True, slots=True)
class Assistant:
    """One assistant, or a part of one: a member of a squad, what a squad overrides of it, a list of tools, a prompt.

    Attributes:
        names: everything that handoffs can call it by, its name first; ids too.
        pointer: of the assistant itself; empty for the configuration as a whole.
        unseen: pointers to what speaks but cannot be seen from here: a squad member that stands there as an id only, a
            model of the customer's own that brings its own prompt.
        opening: who speaks first.
        prompted: whether the vendor sees a prompt; None where that cannot be told from here.
        models: the model that it thinks with, and behind it those that step in.
        voices: the voice that it speaks with, and behind it those that step in.
        shared: it is no assistant of its own: what it holds goes for all the others, as a squad's overrides do.
    """

    names: tuple[str, ...] = ()
    pointer: str = ""
    texts: tuple[Text, ...] = ()
    variables: tuple[GivenVariable, ...] = ()
    tools: tuple[Tool, ...] = ()
    stored_tools: tuple[StoredTool, ...] = ()
    destinations: tuple[Destination, ...] = ()
    handoffs: tuple[Handoff, ...] = ()
    unseen: tuple[str, ...] = ()
    opening: Opening = Opening.UNSEEN
    prompted: bool | None = None
    models: tuple[Engine, ...] = ()
    voices: tuple[Engine, ...] = ()
    shared: bool = False

    def live_texts(self) -> Iterator[Text]:
        """The texts that the vendor reads, in document order."""
        return (text for text in self.texts if text.ignored is None)


@dataclass(frozen=True)
class Configuration:
    """All that the checks see of one configuration.

    Attributes:
        content: the value that was read; all pointers lead into it.
        assistants: one, or a squad's members in their order and behind them what the squad overrides of all.
    """

    format: Format
    name: str | None = None
    content: Json = field(default=None, repr=False)
    assistants: tuple[Assistant, ...] = ()
    oddities: tuple[Oddity, ...] = ()

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """The texts of all assistants."""
        return tuple(chain.from_iterable(one.texts for one in self.assistants))

    @cached_property
    def variables(self) -> tuple[GivenVariable, ...]:
        """The variables that all assistants supply."""
        return tuple(chain.from_iterable(one.variables for one in self.assistants))

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        """The tools of all assistants."""
        return tuple(chain.from_iterable(one.tools for one in self.assistants))

    @cached_property
    def stored_tools(self) -> tuple[StoredTool, ...]:
        """The opaque tools of all assistants."""
        return tuple(chain.from_iterable(one.stored_tools for one in self.assistants))

    @cached_property
    def unseen_assistants(self) -> tuple[str, ...]:
        """Pointers to what speaks but cannot be seen from here."""
        return tuple(chain.from_iterable(one.unseen for one in self.assistants))

    def live_texts(self) -> Iterator[Text]:
        """The texts that the vendor reads, in document order."""
        return (text for text in self.texts if text.ignored is None)


@dataclass(frozen=True, slots=True)
class Given:
    """What comes to a configuration from outside of it: from the case, and from the files beside it.

    Attributes:
        variables: names that the case or the other files supply.
        tools: tools of the other files, by every name and id that a configuration may refer to them by.
        assistants: names and ids of assistants that stand in other files.
        files: paths of the other files, relative to the folder, with ``/`` between their parts.
    """

    variables: frozenset[str] = frozenset()
    tools: Mapping[str, Tool] = field(default_factory=dict)
    assistants: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The value is no configuration that any reader knows.

    Attributes:
        reason: one sentence for people.
        pointer: the place of the fault; empty for the value as a whole.
    """

    reason: str
    pointer: str = ""
