"""Vapi's tools, whatever list they stand in (Vapi API reference, ``CreateAssistantDTO.model.tools``; dossier 5.3)."""

from typing import Final

from worker.domain.configuration import GivenVariable, Role, Schema, StoredTool, Tool
from worker.judging.structural.readers.tree import Collected, Place, strings

NAMED_KINDS: Final = frozenset({"function", "apiRequest", "code", "handoff", "mcp", "query", ""})
"""Kinds whose name is their own; any other kind, such as endCall, is known to the model by its kind too."""
UNSEEN_KINDS: Final = frozenset({"mcp"})
"""Kinds that bring tools which only the call knows."""


def read_tools(found: Collected, tools: Place, *, detached: str | None = None, kind: str = "") -> None:
    """Read a list of tools; ``kind`` is the type of those that name none (``model.functions``)."""
    for tool in found.objects(tools):
        _read_tool(found, tool, detached, kind)


def read_stored(found: Collected, ids: Place, key: str = "") -> None:
    """Read opaque ids: texts, or objects that hold one under ``key``."""
    for item in found.items(ids):
        place = item.at(key) if key else item
        if isinstance(place.value, str):
            found.stored.append(StoredTool(place.value, place.pointer))
        else:
            found.note(place, "a tool's id")


def _read_tool(found: Collected, tool: Place, detached: str | None, default_kind: str) -> None:
    kind = tool.at("type").text() or default_kind
    function = tool.at("function") if isinstance(tool.at("function").value, dict) else tool
    parameters = function.at("parameters")
    names = [place.text() for place in (tool.at("name"), function.at("name"))]
    if kind == "handoff":
        names += [f"handoff_to_{name}" for name in _targets(found, tool)]
    if kind not in NAMED_KINDS:
        names.append(kind)
    schemas = [Schema(parameters.pointer, parameters.value)] if _is_schema(tool, function, parameters) else []
    parts = (tool.at("body"), tool.at("headers"))
    schemas += [Schema(part.pointer, part.value, "part") for part in parts if part.value is not None]
    schemas += _extractions(found, tool)
    kept = tuple(dict.fromkeys(name for name in names if name))
    found.tools.append(Tool(kept, kind, tool.pointer, tuple(schemas), detached))
    if kind in UNSEEN_KINDS and detached is None:
        found.stored.append(StoredTool(kept[0] if kept else kind, tool.pointer))
    _read_texts(found, tool, function, detached)


def _is_schema(tool: Place, function: Place, parameters: Place) -> bool:
    """Static ``parameters`` of a tool, a list of key and value, are no schema; those of its function are."""
    return parameters.value is not None and not (function is tool and isinstance(parameters.value, list))


def _targets(found: Collected, tool: Place) -> list[str]:
    names = (place.at("assistantName").text() for place in found.objects(tool.at("destinations")))
    return [name for name in names if name]


def _extractions(found: Collected, tool: Place) -> list[Schema]:
    schemas = []
    for holder in (tool, *found.objects(tool.at("destinations"))):
        plan = holder.at("variableExtractionPlan")
        schema = plan.at("schema")
        if schema.value is not None:
            schemas.append(Schema(schema.pointer, schema.value, "extraction"))
        found.variables += [
            GivenVariable(name, place.pointer, "extraction") for name, place in found.members(schema.at("properties"))
        ]
        for alias in found.objects(plan.at("aliases")):
            if key := alias.at("key").text():
                found.variables.append(GivenVariable(key, alias.pointer, "extraction"))
    return schemas


def _read_texts(found: Collected, tool: Place, function: Place, detached: str | None) -> None:
    parameters = function.at("parameters", "properties").value
    own = frozenset(map(str, parameters)) if isinstance(parameters, dict) else frozenset()
    body = tool.at("body", "properties").value
    own |= frozenset(map(str, body)) if isinstance(body, dict) else frozenset()
    for holder in (tool,) if function is tool else (tool, function):
        found.add_text(holder.at("description"), Role.TOOL_DESCRIPTION, ignored=detached)
    for place in strings(function.at("parameters")):
        if place.pointer.endswith("/description"):
            found.add_text(place, Role.TOOL_DESCRIPTION, ignored=detached)
    for destination in found.objects(tool.at("destinations")):
        found.add_text(destination.at("description"), Role.TOOL_DESCRIPTION, ignored=detached)
        found.add_text(destination.at("message"), Role.TOOL_MESSAGE, ignored=detached)
    for message in found.objects(tool.at("messages")):
        found.add_text(message.at("content"), Role.TOOL_MESSAGE, also_given=own, ignored=detached)
    for url in (tool.at("server", "url"), tool.at("url"), tool.at("serverUrl")):
        found.add_text(url, Role.URL, also_given=own, ignored=detached)
    for headers in (tool.at("headers"), tool.at("server", "headers")):
        for place in strings(headers):
            found.add_text(place, Role.HEADER, also_given=own, ignored=detached)
    for place in strings(tool.at("body")):
        found.add_text(place, Role.TOOL_DESCRIPTION, also_given=own, ignored=detached)
