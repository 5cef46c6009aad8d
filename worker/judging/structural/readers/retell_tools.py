"""Retell's tools, whatever list they stand in (docs.retellai.com/api-references, ``general_tools``)."""

from typing import Final

from worker.domain.configuration import Destination, GivenVariable, Handoff, Role, Schema, Tool
from worker.judging.structural.readers.tree import Collected, Place, either, strings

NAMED_KINDS: Final = frozenset({"custom", "code", "mcp", "extract_dynamic_variable", ""})
"""Kinds whose name is their own; any other kind, such as end_call, is known to the model by its kind too."""


def read_tools(found: Collected, tools: Place) -> None:
    """Read a list of tools."""
    for tool in found.objects(tools):
        _read_tool(found, tool)


def read_extracted(found: Collected, holder: Place) -> None:
    """Read the variables that a tool or node takes from the conversation."""
    for variable in found.objects(holder.at("variables")):
        if name := variable.at("name").text():
            found.variables.append(GivenVariable(name, variable.pointer, "extraction"))


def read_destination(found: Collected, holder: Place) -> None:
    """Read whom a tool or node transfers the call to; what the model infers from a prompt is no destination."""
    transfer = either(holder, "transfer_destination")
    for place in (transfer.at("number"), transfer.at("sip_uri"), holder.at("number")):
        if isinstance(place.value, str) and place.value:
            kind = "sip" if place.value.lower().startswith(("sip:", "sips:")) else "number"
            found.destinations.append(Destination(kind, place.value, place.pointer))
            return


def read_swap(found: Collected, holder: Place) -> None:
    """Read which agent a tool or node hands the conversation to."""
    place = either(holder, "agent_id")
    if holder.at("type").value == "agent_swap" and isinstance(place.value, str) and place.value:
        found.handoffs.append(Handoff(place.value, place.pointer))


def _read_tool(found: Collected, tool: Place) -> None:
    kind = tool.at("type").text() or ""
    names = [tool.at("name").text(), None if kind in NAMED_KINDS else kind]
    parameters = tool.at("parameters")
    schemas = (Schema(parameters.pointer, parameters.value),) if parameters.value is not None else ()
    found.tools.append(Tool(tuple(dict.fromkeys(name for name in names if name)), kind, tool.pointer, schemas))
    for name, place in found.members(either(tool, "response_variables")):
        found.variables.append(GivenVariable(name, place.pointer, "assignment"))
    read_extracted(found, tool)
    if kind == "transfer_call":
        read_destination(found, tool)
    read_swap(found, tool)
    _read_texts(found, tool)


def _read_texts(found: Collected, tool: Place) -> None:
    found.add_text(tool.at("description"), Role.TOOL_DESCRIPTION)
    found.add_text(tool.at("url"), Role.URL)
    for place in strings(tool.at("headers")):
        found.add_text(place, Role.HEADER)
    found.add_text(either(tool, "execution_message_description"), Role.TOOL_MESSAGE)
    for place in strings(tool.at("parameters")):
        if place.pointer.endswith("/description"):
            found.add_text(place, Role.TOOL_DESCRIPTION)
