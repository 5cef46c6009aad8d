"""ElevenLabs' tools (API reference, ToolResponseModel; dossier 6.2)."""

from worker.domain.configuration import GivenVariable, Role, Schema, Tool
from worker.judging.structural.readers.tree import Collected, Place, strings


def read_tools(found: Collected, tools: Place, *, detached: str | None = None) -> None:
    """Read a list of tools; a tool as the tools API returns it has its own ``tool_config``."""
    for item in found.objects(tools):
        tool = item.at("tool_config") if isinstance(item.at("tool_config").value, dict) else item
        _read_tool(found, tool, detached)


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


def _read_tool(found: Collected, tool: Place, detached: str | None) -> None:
    api = tool.at("api_schema")
    schemas = [
        Schema(place.pointer, place.value, purpose)
        for place, purpose in (
            (tool.at("parameters"), "parameters"),
            (api.at("request_body_schema"), "parameters"),
            (api.at("query_params_schema"), "part"),
        )
        if place.value is not None
    ]
    names = (tool.at("name").text(), tool.at("params", "system_tool_type").text())
    kept = tuple(dict.fromkeys(name for name in names if name))
    found.tools.append(Tool(kept, tool.at("type").text() or "", tool.pointer, tuple(schemas), detached))
    _read_variables(found, tool)
    _read_texts(found, tool, api, detached)


def _read_variables(found: Collected, tool: Place) -> None:
    for name, place in found.members(tool.at("dynamic_variables", "dynamic_variable_placeholders")):
        found.variables.append(GivenVariable(name, place.pointer, "placeholder", place.text()))
    for assignment in found.objects(tool.at("assignments")):
        if assigned := assignment.at("dynamic_variable").text():
            found.variables.append(GivenVariable(assigned, assignment.pointer, "assignment"))


def _read_texts(found: Collected, tool: Place, api: Place, detached: str | None) -> None:
    found.add_text(tool.at("description"), Role.TOOL_DESCRIPTION, ignored=detached)
    found.add_text(api.at("url"), Role.URL, ignored=detached)
    for place in strings(api.at("request_headers")):
        found.add_text(place, Role.HEADER, ignored=detached)
    for schema in (tool.at("parameters"), api.at("request_body_schema"), api.at("query_params_schema")):
        for place in strings(schema):
            if place.pointer.endswith(("/description", "/constant_value")):
                found.add_text(place, Role.TOOL_DESCRIPTION, ignored=detached)
