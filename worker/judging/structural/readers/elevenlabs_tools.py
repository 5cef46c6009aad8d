"""ElevenLabs' tools (API reference, ToolResponseModel; dossier 6.2)."""

from typing import Final

from worker.domain.configuration import Destination, GivenVariable, Handoff, Role, Schema, Tool
from worker.judging.structural.readers.tree import Collected, Place, either, strings

KINDS: Final = frozenset({"webhook", "client", "system", "mcp", "api_integration_webhook", "smb", "code"})


def is_tool(value: Place) -> bool:
    """Whether the object is one tool, bare or as the tools API returns it."""
    if not isinstance(value.value, dict):
        return False
    if any(isinstance(either(value, key).value, dict) for key in ("tool_config", "api_schema")):
        return True
    return isinstance(value.at("name").value, str) and value.at("type").text() in KINDS


def read_tools(found: Collected, tools: Place, *, detached: str | None = None) -> None:
    """Read a list of tools."""
    for item in found.objects(tools):
        read_tool(found, item, detached)


def read_tool(found: Collected, item: Place, detached: str | None = None) -> None:
    """Read one tool; a tool as the tools API returns it has its own ``tool_config``."""
    config = either(item, "tool_config")
    _read_tool(found, config if isinstance(config.value, dict) else item, detached)


def read_destination(found: Collected, holder: Place) -> None:
    """Read whom a transfer dials; a number may stand there twice, and one in a variable cannot be seen."""
    transfer = either(holder, "transfer_destination")
    places = (either(transfer, "phone_number"), either(transfer, "sip_uri"), either(holder, "phone_number"))
    if str(transfer.at("type").value).endswith("dynamic_variable"):
        return
    for place in places:
        if isinstance(place.value, str) and place.value:
            kind = "sip" if place.pointer.lower().endswith(("sip_uri", "sipuri")) else "number"
            found.destinations.append(Destination(kind, place.value, place.pointer))
            return


def _read_transfers(found: Collected, tool: Place) -> None:
    for transfer in found.objects(tool.at("params", "transfers")):
        if str(tool.at("params", "system_tool_type").value or tool.at("name").value) == "transfer_to_agent":
            place = either(transfer, "agent_id")
            if isinstance(place.value, str) and place.value:
                found.handoffs.append(Handoff(place.value, place.pointer))
        else:
            read_destination(found, transfer)
        found.add_text(either(transfer, "transfer_message"), Role.TOOL_MESSAGE)


def read_built_in(found: Collected, tools: Place) -> None:
    """Read ``built_in_tools``: an object by name, null where a tool is off."""
    for key, tool in found.members(tools):
        if not isinstance(tool.value, dict):
            if tool.value is not None:
                found.note(tool, "an object")
            continue
        names = (tool.at("name").text(), key, tool.at("params", "system_tool_type").text())
        found.tools.append(Tool(tuple(dict.fromkeys(name for name in names if name)), "system", tool.pointer))
        found.add_text(tool.at("description"), Role.TOOL_DESCRIPTION)
        _read_transfers(found, tool)


def _read_tool(found: Collected, tool: Place, detached: str | None) -> None:
    api = either(tool, "api_schema")
    schemas = [
        Schema(place.pointer, place.value, purpose)
        for place, purpose in (
            (tool.at("parameters"), "parameters"),
            (either(api, "request_body_schema"), "parameters"),
            (either(api, "query_params_schema"), "part"),
        )
        if place.value is not None
    ]
    names = (tool.at("name").text(), tool.at("params", "system_tool_type").text())
    kept = tuple(dict.fromkeys(name for name in names if name))
    found.tools.append(Tool(kept, tool.at("type").text() or "", tool.pointer, tuple(schemas), detached))
    if detached is None:
        _read_transfers(found, tool)
    _read_variables(found, tool)
    _read_texts(found, tool, api, detached)


def _read_variables(found: Collected, tool: Place) -> None:
    for name, place in found.members(either(either(tool, "dynamic_variables"), "dynamic_variable_placeholders")):
        found.variables.append(GivenVariable(name, place.pointer, "placeholder", place.text()))
    for assignment in found.objects(tool.at("assignments")):
        if assigned := either(assignment, "dynamic_variable").text():
            found.variables.append(GivenVariable(assigned, assignment.pointer, "assignment"))


def _read_texts(found: Collected, tool: Place, api: Place, detached: str | None) -> None:
    found.add_text(tool.at("description"), Role.TOOL_DESCRIPTION, ignored=detached)
    found.add_text(api.at("url"), Role.URL, ignored=detached)
    for place in strings(either(api, "request_headers")):
        found.add_text(place, Role.HEADER, ignored=detached)
    for schema in (
        tool.at("parameters"),
        either(api, "request_body_schema"),
        either(api, "query_params_schema"),
        either(api, "path_params_schema"),
    ):
        for place in strings(schema):
            if place.pointer.endswith(("/description", "/constant_value")):
                found.add_text(place, Role.TOOL_DESCRIPTION, ignored=detached)
