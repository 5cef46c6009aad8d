"""ElevenLabs agents, as their API returns them (API reference, GetAgentResponseModel; dossier 6 to 6.5).

Exports of other tools hold the same in camelCase, or without the wrapper ``conversation_config``; both are read.
"""

from typing import Final

from worker.domain.configuration import Configuration, Format, GivenVariable, Role, StoredTool
from worker.judging.structural.readers.elevenlabs_tools import read_built_in, read_tools
from worker.judging.structural.readers.engines import read_elevenlabs
from worker.judging.structural.readers.shape import demand
from worker.judging.structural.readers.tree import Collected, Place, strings

DETACHED: Final = "ElevenLabs does not read tools here; they belong into conversation_config.agent.prompt."


def either(place: Place, key: str) -> Place:
    """The member under a snake_case key, or under the same key in camelCase where only that is there."""
    first, *rest = key.split("_")
    camel = first + "".join(part.capitalize() for part in rest)
    held = place.value if isinstance(place.value, dict) else {}
    return place.at(camel) if key not in held and camel in held else place.at(key)


def is_agent(value: Place) -> bool:
    """Whether the object has the wrapper ``conversation_config``, or an agent's parts without it."""
    if not isinstance(value.value, dict):
        return False
    if either(value, "conversation_config").value is not None:
        return True
    return isinstance(value.at("agent", "prompt").value, dict) and not isinstance(value.at("llm").value, dict)


def read_agent(whole: Place) -> Configuration:
    """Read one agent.

    Raises:
        ShapeFault: a place that everything hangs on has another type.
    """
    found = Collected()
    wrapper = demand(either(whole, "conversation_config"), dict)
    config = whole if wrapper.value is None else wrapper
    agent = demand(config.at("agent"), dict)
    _read_part(found, agent)
    for holder in (agent, config, whole):
        read_tools(found, holder.at("tools"), detached=DETACHED)
    prompt = agent.at("prompt")
    read_elevenlabs(found, config, prompt)
    _read_tools(found, prompt)
    for variables in (
        either(agent, "dynamic_variables"),
        either(prompt, "dynamic_variables"),
        either(config, "dynamic_variables"),
    ):
        _read_placeholders(found, variables)
    for place in strings(either(prompt, "custom_llm").at("url")):
        found.add_text(place, Role.URL)
    found.add_text(config.at("turn", "soft_timeout_config", "message"), Role.MESSAGE)
    _read_presets(found, either(config, "language_presets"))
    _read_workflow(found, whole.at("workflow"))
    for holder in (whole.at("platform_settings"), whole):
        for criterion in found.objects(holder.at("evaluation", "criteria")):
            found.add_text(criterion.at("conversation_goal_prompt"), Role.ANALYSIS)
    return found.done(Format.ELEVENLABS_AGENT, whole.at("name").text())


def _read_part(found: Collected, agent: Place) -> None:
    """An agent's texts, its own or those of a language preset or a workflow node."""
    prompt = demand(agent.at("prompt"), dict)
    found.add_text(prompt.at("prompt"), Role.SYSTEM_PROMPT)
    found.add_text(either(agent, "first_message"), Role.FIRST_MESSAGE)
    found.add_text(either(agent, "max_conversation_duration_message"), Role.MESSAGE)


def _read_tools(found: Collected, prompt: Place) -> None:
    before = len(found.tools)
    read_tools(found, demand(prompt.at("tools"), list))
    expanded = sum(tool.kind != "system" for tool in found.tools[before:])
    read_built_in(found, demand(either(prompt, "built_in_tools"), dict))
    ids = list(demand(either(prompt, "tool_ids"), list).entries())
    # The API expands tool_ids into tools on reading: as many tools as ids means that none is left unseen (dossier 6.1).
    if len(ids) > expanded:
        _read_stored(found, ids)
    for servers in ("mcp_server_ids", "native_mcp_server_ids"):
        _read_stored(found, list(found.items(either(prompt, servers))))


def _read_stored(found: Collected, ids: list[Place]) -> None:
    for place in ids:
        if isinstance(place.value, str):
            found.stored.append(StoredTool(place.value, place.pointer))
        else:
            found.note(place, "a tool's id")


def _read_placeholders(found: Collected, variables: Place) -> None:
    for name, place in found.members(either(variables, "dynamic_variable_placeholders")):
        found.variables.append(GivenVariable(name, place.pointer, "placeholder", place.text()))
        if isinstance(place.value, str):
            found.add_text(place, Role.VARIABLE_VALUE)


def _read_presets(found: Collected, presets: Place) -> None:
    for _, preset in found.members(presets):
        _read_part(found, preset.at("overrides", "agent"))
        found.add_text(preset.at("first_message_translation", "text"), Role.FIRST_MESSAGE)


def _read_workflow(found: Collected, workflow: Place) -> None:
    for _, node in found.members(workflow.at("nodes")):
        found.add_text(node.at("additional_prompt"), Role.SYSTEM_PROMPT)
        found.add_text(node.at("message"), Role.MESSAGE)
        agent = node.at("conversation_config", "agent")
        _read_part(found, agent)
        read_tools(found, agent.at("prompt", "tools"))
        _read_stored(found, list(found.items(agent.at("prompt", "tool_ids"))))
        _read_stored(found, list(found.items(node.at("additional_tool_ids"))))
        _read_stored(found, [tool.at("tool_id") for tool in found.objects(node.at("tools"))])
    for _, edge in found.members(workflow.at("edges")):
        for side in ("forward_condition", "backward_condition"):
            found.add_text(edge.at(side, "condition"), Role.MESSAGE)
