"""What the checks on tools share: which tools an assistant can call, and what their names are as written."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, NamedTuple
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from worker.domain.configuration import Assistant, Configuration, Format, Given, StoredTool, Tool
from worker.judging.structural.pointers import NothingThere, resolve
from worker.judging.structural.readers.tree import Place

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
VAPI: Final = frozenset({Format.VAPI_ASSISTANT, Format.VAPI_SQUAD, Format.VAPI_TOOLS})
ELEVENLABS: Final = frozenset({Format.ELEVENLABS_AGENT, Format.ELEVENLABS_TOOL})
_CALLED_BY_THEIR_OWN: Final = "apiRequest"
"""The kind of Vapi whose own name is the one that the model sees, and not that of its function."""


class NamedTools(BaseModel):
    """Parameters of a check that names tools."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        json_schema_extra={  # what the validator below demands, for editors
            "oneOf": [
                {"required": ["tool"], "properties": {"tool": {"type": "string"}}},
                {"required": ["tools"], "properties": {"tools": {"minItems": 1}}},
            ]
        },
    )

    tool: Name | None = None
    tools: list[Name] = Field(default_factory=list, max_length=200)

    @model_validator(mode="after")
    def _one_of_both(self) -> "NamedTools":
        if (self.tool is None) == (not self.tools):
            raise ValueError("give either tool or tools")
        return self

    @property
    def wanted(self) -> list[str]:
        """The names, each once, in the order given."""
        return list(dict.fromkeys(self.tools if self.tool is None else [self.tool]))


class Written(NamedTuple):
    """A tool's name as it stands in the configuration; ``value`` may be of any type."""

    value: object
    pointer: str


def attached(configuration: Configuration) -> Iterator[Tool]:
    """The tools that the assistants can call."""
    return (tool for tool in configuration.tools if tool.detached is None)


def resolved(configuration: Configuration, given: Given) -> Iterator[tuple[StoredTool, Tool]]:
    """The stored tools that stand in other files, with what stands there."""
    for stored in configuration.stored_tools:
        if (known := given.tools.get(stored.id)) is not None:
            yield stored, known


def opaque(configuration: Configuration, given: Given) -> list[str]:
    """Pointers to what may hold tools that nobody can see from here."""
    hidden = [stored.pointer for stored in configuration.stored_tools if stored.id not in given.tools]
    return hidden + list(configuration.unseen_assistants)


def holds(name: str, tools: Iterable[Tool]) -> Tool | None:
    """The first of the tools that answers to this name."""
    return next((tool for tool in tools if name in tool.names), None)


def stored_as(name: str, configuration: Configuration) -> StoredTool | None:
    """The stored tool that is attached under this id.

    Vapi takes UUIDs as ids of tools (dossier 5.2); a name in its place attaches nothing.
    """
    found = next((stored for stored in configuration.stored_tools if stored.id == name), None)
    return found if found and (configuration.format not in VAPI or _is_uuid(name)) else None


def written_name(configuration: Configuration, tool: Tool) -> Written | None:
    """The name that the model sees, where it stands; None where the vendor makes it up.

    A tool that other files show here stands at the place that brings it, and its name stands elsewhere.
    """
    try:
        place = Place(resolve(configuration.content, tool.pointer), tool.pointer)
    except NothingThere:
        return None
    own, of_function = place.at("name"), place.at("function", "name")
    first, second = (own, of_function) if tool.kind == _CALLED_BY_THEIR_OWN else (of_function, own)
    found = second if first.value is None else first
    if found.value is None or not _is_its(found.value, tool):
        return None
    return Written(found.value, found.pointer)


def _is_its(value: object, tool: Tool) -> bool:
    return value in tool.names if isinstance(value, str) and value else True


def holder(assistant: Assistant, tool: Tool, configuration: Configuration) -> str:
    """Tools with the same holder are at the model's hand together.

    Vapi puts the lists of an assistant together, save those that overrides bring in place of its own. ElevenLabs and
    Retell have lists for nodes and states.
    """
    parent = tool.pointer.rsplit("/", 1)[0]
    if configuration.format not in VAPI:
        return parent
    own = parent.removeprefix(assistant.pointer)
    replaced = "verrides/" in own and not own.endswith("tools:append")
    return parent if replaced else ""


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
