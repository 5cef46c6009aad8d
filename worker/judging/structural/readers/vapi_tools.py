"""Vapi's tools, whatever list they stand in (Vapi API reference, ``CreateAssistantDTO.model.tools``; dossier 5.3)."""

from typing import Final

from worker.domain.configuration import Configuration, Format, GivenVariable, Role, Schema, StoredTool, Tool
from worker.judging.structural.readers.tree import Collected, Place, is_comment, strings
from worker.judging.structural.readers.vapi_ways import read_ways, targets

NAMED_KINDS: Final = frozenset({"function", "apiRequest", "code", "handoff", "mcp", "query", ""})
"""Kinds whose name is their own; any other kind, such as endCall, is known to the model by its kind too."""
UNSEEN_KINDS: Final = frozenset({"mcp"})
"""Kinds that bring tools which only the call knows."""
KINDS: Final = frozenset(
    {
        "apiRequest", "bash", "code", "computer", "dtmf", "endCall", "function", "ghl", "handoff", "make", "mcp",
        "output", "query", "sipRequest", "sms", "textEditor", "transferCall", "voicemail",
    }
)  # fmt: skip
"""Vapi's words for a tool's ``type``; those with a dot (``google.sheets.row.append``) are known by their first part."""
INTEGRATIONS: Final = ("gohighlevel.", "google.", "slack.")
OTHERS: Final = frozenset({"api_schema", "tool_config", "response_timeout_secs"})
"""Fields by which another vendor's tool is told from Vapi's."""


def is_tool(value: object) -> bool:
    """Whether it is a tool as Vapi has them: of a kind of its own, or a function with or without the wrapper."""
    if not isinstance(value, dict) or OTHERS & value.keys():
        return False
    kind, function = value.get("type"), value.get("function")
    if isinstance(kind, str) and kind.startswith(INTEGRATIONS):
        return True
    if kind in (None, "function"):
        held = function if isinstance(function, dict) else value
        return isinstance(held.get("name"), str) and (held is function or isinstance(held.get("parameters"), dict))
    return isinstance(kind, str) and kind in KINDS


def tools_of(place: Place) -> list[Place] | None:
    """The tools of a list, of an object keyed by name, or of an object with one of both; None where it is no such."""
    if is_tool(place.value):
        return [place]
    for key in ("tools", "functions"):
        if isinstance(place.value, dict) and place.value.get(key):
            place = place.at(key)
            break
    held = list(Collected().items(place)) if isinstance(place.value, list) else _named(place)
    return held if held and all(is_tool(each.value) for each in held) else None


def is_tool_file(whole: Place) -> bool:
    """Whether tools stand there alone, without the assistant that they are for."""
    return tools_of(whole) is not None


def read_tool_file(whole: Place) -> Configuration:
    """Read tools that stand alone."""
    found = Collected()
    tools = tools_of(whole) or []
    for tool in tools:
        _read_tool(found, tool, None, "" if "type" in tool.value else "function")
    read_stored(found, whole.at("toolIds"))
    name = None if is_tool(whole.value) else whole.at("name").text()
    return found.done(Format.VAPI_TOOLS, name, found.assistant(pointer=whole.pointer))


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


def _named(place: Place) -> list[Place]:
    members = Collected().members(place) if isinstance(place.value, dict) else ()
    return [member for key, member in members if not is_comment(key)]


def _read_tool(found: Collected, tool: Place, detached: str | None, default_kind: str) -> None:
    kind = tool.at("type").text() or default_kind
    function = tool.at("function") if isinstance(tool.at("function").value, dict) else tool
    parameters = function.at("parameters")
    names = [place.text() for place in (tool.at("name"), function.at("name"))]
    if kind == "handoff":
        names += [f"handoff_to_{name}" for name in targets(found, tool)]
    if kind not in NAMED_KINDS:
        names.append(kind)
    schemas = [Schema(parameters.pointer, parameters.value)] if _is_schema(tool, function, parameters) else []
    parts = (tool.at("body"), tool.at("headers"))
    schemas += [Schema(part.pointer, part.value, "part") for part in parts if part.value is not None]
    schemas += _extractions(found, tool, "extraction" if kind in {"handoff", "transferCall"} else "assignment")
    kept = tuple(dict.fromkeys(name for name in names if name))
    found.tools.append(Tool(kept, kind, tool.pointer, tuple(schemas), detached))
    if kind in UNSEEN_KINDS and detached is None:
        found.stored.append(StoredTool(kept[0] if kept else kind, tool.pointer))
    read_ways(found, tool, function, kind)
    _read_texts(found, tool, function, detached)


def _is_schema(tool: Place, function: Place, parameters: Place) -> bool:
    """Static ``parameters`` of a tool, a list of key and value, are no schema; those of its function are."""
    return parameters.value is not None and not (function is tool and isinstance(parameters.value, list))


def _extractions(found: Collected, tool: Place, source: str) -> list[Schema]:
    schemas = []
    for holder in (tool, *found.objects(tool.at("destinations"))):
        plan = holder.at("variableExtractionPlan")
        schema = plan.at("schema")
        if schema.value is not None:
            schemas.append(Schema(schema.pointer, schema.value, "extraction"))
        found.variables += [
            GivenVariable(name, place.pointer, source) for name, place in found.members(schema.at("properties"))
        ]
        for alias in found.objects(plan.at("aliases")):
            if key := alias.at("key").text():
                found.variables.append(GivenVariable(key, alias.pointer, source))
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
