"""``tool_attached``: the assistant can call the tools that the spec names."""

from collections.abc import Iterator
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from worker.domain.configuration import Configuration, Format, Given, Tool
from worker.domain.nearest import nearest
from worker.judging.structural.findings import Finding, Report, Severity

KIND = "tool_attached"

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class Spec(BaseModel):
    """Parameters: one ``tool`` or several ``tools``, by name; a built-in tool also by its kind, as ``endCall``."""

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
    def _one_of_both(self) -> "Spec":
        if (self.tool is None) == (not self.tools):
            raise ValueError("give either tool or tools")
        return self

    @property
    def wanted(self) -> list[str]:
        """The names, each once, in the order given."""
        return list(dict.fromkeys(self.tools if self.tool is None else [self.tool]))


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each tool that is not attached; unknown where it may hide behind an id."""
    opaque = [stored.pointer for stored in configuration.stored_tools] + list(configuration.unseen_assistants)
    findings = [
        finding
        for name in spec.wanted
        if not _is_attached(name, configuration)
        for finding in _missing(name, configuration, opaque)
    ]
    return Report(
        findings,
        f"Attached: {', '.join(spec.wanted)}.",
        {"attached": sorted({name for tool in _attached(configuration) for name in tool.names})},
        "configuration_incomplete" if findings and opaque else None,
    )


def _attached(configuration: Configuration) -> Iterator[Tool]:
    return (tool for tool in configuration.tools if tool.detached is None)


def _is_attached(name: str, configuration: Configuration) -> bool:
    if any(name in tool.names for tool in _attached(configuration)):
        return True
    known = any(stored.id == name for stored in configuration.stored_tools)
    return known and (configuration.format is Format.ELEVENLABS_AGENT or _is_uuid(name))


def _is_uuid(text: str) -> bool:
    """Whether Vapi takes it as a tool's id (dossier 5.2: each of ``toolIds`` must be a UUID)."""
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def _missing(name: str, configuration: Configuration, opaque: list[str]) -> Iterator[Finding]:
    detached = next((tool for tool in configuration.tools if tool.detached and name in tool.names), None)
    hint = f"Attach a tool of this name.{_meant(name, configuration)}"
    if detached is not None:
        hint = f"A tool of this name stands at {detached.pointer}: {detached.detached}"
    if opaque:
        message = (
            f"No tool in sight is called {name}, and {len(opaque)} are known by their id only;"
            " it cannot be told whether one of them is it."
        )
        hint += " Give the configuration with its stored tools in full, or name the tool by its id."
    else:
        message = f"The tool {name} is not attached."
    severity = Severity.WARNING if opaque else Severity.ERROR
    pointer = detached.pointer if detached else opaque[0] if opaque else ""
    yield Finding(KIND, severity, name, pointer, detached.title if detached else "", message, hint)


def _meant(name: str, configuration: Configuration) -> str:
    close = nearest(name, (known for tool in _attached(configuration) for known in tool.names), 1)
    return f" Is {close[0]} meant?" if close else ""
