"""``tool_names_unique``: no two tools that one assistant has at hand answer to the same name.

Vapi de-duplicates such tools while the model streams, and which one survives is not said (dossier 5.3); ElevenLabs
refuses them (dossier 6.6); Retell wants names unique within general tools and a state's own. Not duplicates: a system
tool of ElevenLabs that stands in ``built_in_tools`` as well as in ``tools``, tools of different members of a squad, of
different states or nodes, ids beside their definitions.

Source: Vapi, ``model.tools`` (dossier 5.3, 5.6); ElevenLabs (dossier 6.6); Retell API reference, ``general_tools``.
"""

from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict

from worker.domain.configuration import Assistant, Configuration, Given, Tool
from worker.domain.counted import counted
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.tools import VAPI, Written, holder, written_name

KIND = "tool_names_unique"


class Spec(BaseModel):
    """No parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each tool whose name another one has before it."""
    findings = [finding for one in configuration.assistants for finding in _of(one, configuration)]
    return Report(findings, f"The names of {counted(len(configuration.tools), 'tool')} are unique.")


def _of(assistant: Assistant, configuration: Configuration) -> Iterator[Finding]:
    first: dict[tuple[str, str], Tool] = {}
    everywhere: dict[str, Tool] = {}
    for tool in assistant.tools:
        if not tool.names or _is_twin(tool, configuration):
            continue
        written = written_name(configuration, tool)
        name = written.value if written and isinstance(written.value, str) else tool.names[0]
        place = holder(assistant, tool, configuration)
        other = first.setdefault((place, name), tool)
        if place.endswith("/general_tools"):
            everywhere.setdefault(name, tool)
        elif other is tool:
            other = everywhere.get(name, tool)
        if other is not tool:
            yield _finding(name, tool, other, written)


def _is_twin(tool: Tool, configuration: Configuration) -> bool:
    """A built-in tool of ElevenLabs: its exports hold it a second time among the tools."""
    return configuration.format not in VAPI and "/built_in_tools/" in tool.pointer


def _finding(name: str, tool: Tool, other: Tool, written: Written | None) -> Finding:
    message = f"Two tools are called {cut(name)}: this one and the one at {other.pointer}."
    if written is None:
        hint = "Give each of them a name of its own, so that the model can tell them apart."
        return Finding(KIND, Severity.INFO, name, tool.pointer, "", message, hint)
    hint = "Rename one of them, or take one out."
    return Finding(KIND, Severity.ERROR, name, written.pointer, cut(name), message, hint)
