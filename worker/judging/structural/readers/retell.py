"""Retell agents: a prompt with tools and states, or a flow of nodes.

Source: docs.retellai.com/api-references, create-agent, create-retell-llm and create-conversation-flow, November 2026.
The API keeps the agent and its response engine apart; exports put the engine into the agent under one key or another,
so an engine is looked for in the object itself and one level below.
"""

from typing import Final

from worker.domain.configuration import (
    Assistant,
    Configuration,
    Format,
    GivenVariable,
    Opening,
    Role,
    StoredTool,
)
from worker.judging.structural.readers.engines import read_retell
from worker.judging.structural.readers.retell_tools import read_destination, read_extracted, read_swap, read_tools
from worker.judging.structural.readers.tree import Collected, Place, either, strings

PROMPT_FIELDS: Final = frozenset({"general_prompt", "generalPrompt", "general_tools", "generalTools"})
FLOW_FIELDS: Final = frozenset({"start_node_id", "startNodeId", "global_prompt", "globalPrompt"})
AGENT_FIELDS: Final = frozenset({"response_engine", "responseEngine", "llm_websocket_url"})


def is_agent(value: Place) -> bool:
    """Whether the object is an agent, a prompt engine or a flow of Retell's, or holds an engine one level below."""
    if not isinstance(value.value, dict):
        return False
    return bool(AGENT_FIELDS & value.value.keys()) or any(True for _ in _engines(value))


def read_agent(whole: Place) -> Configuration:
    """Read one agent with the engines that stand in it."""
    found = Collected()
    engines = list(_engines(whole))
    for engine in engines:
        if _is_flow(engine):
            _read_flow(found, engine)
        else:
            _read_prompts(found, engine)
    agent = whole.at("agent") if isinstance(whole.at("agent").value, dict) else whole
    _read_agent(found, agent)
    for engine in engines:
        read_retell(found, engine.at("model_choice") if _is_flow(engine) else engine, Place(None))
    read_retell(found, Place(None), agent)
    found.add_templated(whole)
    return found.done(Format.RETELL_AGENT, _name(whole, agent), _assistant(found, whole, agent, engines))


def _engines(whole: Place) -> list[Place]:
    held = [whole.at(str(key)) for key in whole.value if isinstance(whole.value[key], dict)]
    return [place for place in (whole, *held) if _is_prompts(place) or _is_flow(place)]


def _is_prompts(place: Place) -> bool:
    return bool(PROMPT_FIELDS & place.value.keys()) or _holds(place.at("states"), "state_prompt")


def _is_flow(place: Place) -> bool:
    nodes = place.at("nodes")
    return isinstance(nodes.value, list) and (bool(FLOW_FIELDS & place.value.keys()) or _holds(nodes, "instruction"))


def _holds(listed: Place, key: str) -> bool:
    """Whether the first of a list is an object with this key."""
    first = listed.value[0] if isinstance(listed.value, list) and listed.value else None
    return isinstance(first, dict) and key in first


def _assistant(found: Collected, whole: Place, agent: Place, engines: list[Place]) -> Assistant:
    opening = _opening(engines)
    prompted = any(text.role is Role.SYSTEM_PROMPT for text in found.texts) if engines else None
    if not engines:
        engine = either(agent, "response_engine")
        found.unseen.append(agent.pointer if engine.value is None else engine.pointer)
    return found.assistant(
        _name(whole, agent),
        either(agent, "agent_id").text(),
        pointer=whole.pointer,
        opening=opening,
        prompted=prompted,
    )


def _name(whole: Place, agent: Place) -> str | None:
    return either(agent, "agent_name").text() or whole.at("name").text()


def _opening(engines: list[Place]) -> Opening:
    """``begin_message``: said as it stands; the model speaks first without it; empty, the caller does."""
    if not engines:
        return Opening.UNSEEN
    said = any(either(engine, "begin_message").value for engine in engines)
    return Opening.ASSISTANT if said else Opening.ELSEWHERE


def _read_agent(found: Collected, agent: Place) -> None:
    found.add_text(either(agent, "webhook_url"), Role.URL)
    found.add_text(either(agent, "voicemail_message"), Role.MESSAGE)
    found.add_text(either(agent, "voicemail_option").at("action", "text"), Role.MESSAGE)
    for field in found.objects(either(agent, "post_call_analysis_data")):
        found.add_text(field.at("description"), Role.ANALYSIS)
    _read_defaults(found, agent)


def _read_defaults(found: Collected, holder: Place) -> None:
    for name, place in found.members(either(holder, "default_dynamic_variables")):
        if not any(known.pointer == place.pointer for known in found.variables):
            found.variables.append(GivenVariable(name, place.pointer, "value", place.text()))


def _read_prompts(found: Collected, engine: Place) -> None:
    found.add_text(either(engine, "general_prompt"), Role.SYSTEM_PROMPT)
    found.add_text(either(engine, "begin_message"), Role.FIRST_MESSAGE)
    read_tools(found, either(engine, "general_tools"))
    for state in found.objects(engine.at("states")):
        found.add_text(either(state, "state_prompt"), Role.SYSTEM_PROMPT)
        read_tools(found, state.at("tools"))
        for edge in found.objects(state.at("edges")):
            found.add_text(edge.at("description"), Role.MESSAGE)
    _read_defaults(found, engine)


def _read_flow(found: Collected, flow: Place) -> None:
    found.add_text(either(flow, "global_prompt"), Role.SYSTEM_PROMPT)
    found.add_text(either(flow, "begin_message"), Role.FIRST_MESSAGE)
    _read_nodes(found, flow)
    for component in found.objects(flow.at("components")):
        _read_nodes(found, component)
    _read_defaults(found, flow)


def _read_nodes(found: Collected, holder: Place) -> None:
    read_tools(found, holder.at("tools"))
    known = {tool.at("tool_id").text() for tool in found.objects(holder.at("tools"))}
    for node in found.objects(holder.at("nodes")):
        instruction = node.at("instruction")
        spoken = instruction.at("type").value == "static_text"
        found.add_text(instruction.at("text"), Role.MESSAGE if spoken else Role.SYSTEM_PROMPT)
        for edge in (*found.objects(node.at("edges")), node.at("edge"), node.at("else_edge")):
            _read_edge(found, edge)
        read_extracted(found, node)
        for name, place in found.members(either(node, "response_variables")):
            found.variables.append(GivenVariable(name, place.pointer, "assignment"))
        read_destination(found, node)
        read_swap(found, node)
        read_tools(found, node.at("tools"))
        for place in (node.at("tool_id"), *strings(node.at("tool_ids"))):
            if isinstance(place.value, str) and place.value not in known:
                found.stored.append(StoredTool(place.value, place.pointer))


def _read_edge(found: Collected, edge: Place) -> None:
    asked = either(edge, "transition_condition").at("prompt")
    found.add_text(asked if asked.value else edge.at("condition"), Role.MESSAGE)
