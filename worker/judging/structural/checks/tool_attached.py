"""``tool_attached``: the assistant can call the tools that the spec names.

A tool that stands where the vendor does not look is not attached. Where a tool is known by its id only, it cannot be
told whether it is the one that is asked for; that is unknown, and neither a pass nor a failure.

Source: Vapi, ``model.tools`` and ``model.toolIds`` (dossier 5.3); ElevenLabs, ``agent.prompt.tool_ids`` (dossier 6.1).
"""

from collections.abc import Iterator

from worker.domain.configuration import Configuration, Given, Tool
from worker.domain.nearest import nearest
from worker.judging.structural.findings import Finding, Report, Severity
from worker.judging.structural.tools import NamedTools, attached, holds, opaque, resolved, stored_as

KIND = "tool_attached"


class Spec(NamedTools):
    """Parameters: one ``tool`` or several ``tools``, by name; a built-in tool also by its kind, as ``endCall``."""


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:
    """Report each tool that is not attached; unknown where it may hide behind an id."""
    tools = [*attached(configuration), *(tool for _, tool in resolved(configuration, given))]
    hidden = opaque(configuration, given)
    findings = [
        finding
        for name in spec.wanted
        if not holds(name, tools) and not stored_as(name, configuration)
        for finding in _missing(name, configuration, tools, hidden)
    ]
    return Report(
        findings,
        f"Attached: {', '.join(spec.wanted)}.",
        {"attached": sorted({name for tool in tools for name in tool.names})},
        "configuration_incomplete" if findings and hidden else None,
    )


def _missing(name: str, configuration: Configuration, tools: list[Tool], hidden: list[str]) -> Iterator[Finding]:
    detached = holds(name, (tool for tool in configuration.tools if tool.detached))
    hint = f"Attach a tool of this name.{_meant(name, tools)}"
    if detached is not None:
        hint = f"A tool of this name stands at {detached.pointer}: {detached.detached}"
    if hidden:
        message = (
            f"No tool in sight is called {name}, and {len(hidden)} are known by their id only;"
            " it cannot be told whether one of them is it."
        )
        hint += " Give the configuration with its stored tools in full, or name the tool by its id."
    else:
        message = f"The tool {name} is not attached."
    severity = Severity.INFO if hidden else Severity.ERROR
    pointer = detached.pointer if detached else hidden[0] if hidden else ""
    yield Finding(KIND, severity, name, pointer, "", message, hint)


def _meant(name: str, tools: list[Tool]) -> str:
    close = nearest(name, (known for tool in tools for known in tool.names), 1)
    return f" Is {close[0]} meant?" if close else ""
