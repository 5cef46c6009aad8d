"""``tool_absent``: the assistant cannot call the tools that the spec names.

Where a tool is known by its id only, it may be the one that must not be there; that is unknown.

Source: Vapi, ``model.tools`` and ``model.toolIds`` (dossier 5.3); ElevenLabs, ``agent.prompt.tool_ids`` (dossier 6.1).
"""

from collections.abc import Iterator

from worker.domain.configuration import Configuration, Given
from worker.judging.structural.findings import Finding, Report, Severity
from worker.judging.structural.tools import NamedTools, attached, holds, opaque, resolved, stored_as

KIND = "tool_absent"


class Spec(NamedTools):
    """Parameters: one ``tool`` or several ``tools``, by name or id; a built-in tool also by its kind, ``endCall``."""


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:
    """Report each tool that is attached; unknown where it may hide behind an id."""
    findings = [finding for name in spec.wanted for finding in _attached(name, configuration, given)]
    hidden = opaque(configuration, given)
    absent = f"Not attached: {', '.join(spec.wanted)}."
    if findings or not hidden:
        return Report(findings, absent)
    message = f"{len(hidden)} tools or assistants are known by their id only; one of them may be or have the tool."
    hint = "Give the configuration with its stored tools in full."
    unknown = [Finding(KIND, Severity.INFO, name, hidden[0], "", message, hint) for name in spec.wanted]
    return Report(unknown, absent, unknown="configuration_incomplete")


def _attached(name: str, configuration: Configuration, given: Given) -> Iterator[Finding]:
    by_name = holds(name, attached(configuration))
    by_id = stored_as(name, configuration)
    elsewhere = next((stored for stored, tool in resolved(configuration, given) if name in tool.names), None)
    for found in (by_name, by_id, elsewhere):
        if found is not None:
            message = f"The tool {name} is attached."
            yield Finding(KIND, Severity.ERROR, name, found.pointer, "", message, "Take the tool at this place out.")
            return
