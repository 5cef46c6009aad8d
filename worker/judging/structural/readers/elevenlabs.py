"""ElevenLabs agents, as their API returns them (API reference, GetAgentResponseModel; dossier 6 to 6.5).

Exports of other tools hold the same in camelCase, or without the wrapper ``conversation_config``; both are read.
"""

from typing import Final

from worker.domain.configuration import Configuration, Format, GivenVariable, Handoff, Opening, Role, StoredTool
from worker.judging.structural.readers.elevenlabs_tools import (
    is_tool,
    read_built_in,
    read_destination,
    read_tool,
    read_tools,
)
from worker.judging.structural.readers.engines import read_elevenlabs
from worker.judging.structural.readers.shape import demand
from worker.judging.structural.readers.tree import Collected, Place, either, strings

IGNORED: Final = "ElevenLabs reads no text here; a prompt belongs into agent.prompt.prompt."
DETACHED: Final = "ElevenLabs does not read tools here; they belong into conversation_config.agent.prompt."


def is_agent(value: Place) -> bool:
    """Whether the object has the wrapper ``conversation_config``, or an agent's parts without it."""
    if not isinstance(value.value, dict):
        return False
    if either(value, "conversation_config").value is not None:
        return True
    if _is_agent_part(value):
        return True
    return isinstance(value.at("agent", "prompt").value, dict) and not isinstance(value.at("llm").value, dict)


def _is_agent_part(value: Place) -> bool:
    """Whether it is the object ``agent`` alone, without what is around it."""
    prompt = value.at("prompt")
    return isinstance(prompt.at("prompt").value, str) and either(value, "first_message").value is not None


def read_agent(whole: Place) -> Configuration:
    """Read one agent.

    Raises:
        ShapeFault: a place that everything hangs on has another type.
    """
    found = Collected()
    wrapper = demand(either(whole, "conversation_config"), dict)
    config = whole if wrapper.value is None else wrapper
    agent = config if _is_agent_part(config) else config.at("agent")
    if agent.value is not None and not isinstance(agent.value, dict):
        found.note(agent, "an object")
    _read_part(found, agent)
    for holder in {place.pointer: place for place in (agent, config, whole)}.values():
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
    found.add_text(either(either(config.at("turn"), "soft_timeout_config"), "message"), Role.MESSAGE)
    _read_presets(found, either(config, "language_presets"))
    _read_workflow(found, whole.at("workflow"))
    for holder in (either(whole, "platform_settings"), whole):
        for criterion in found.objects(holder.at("evaluation", "criteria")):
            found.add_text(criterion.at("conversation_goal_prompt"), Role.ANALYSIS)
    _read_webhooks(found, whole, config)
    found.add_templated(whole)
    name = whole.at("name").text()
    return found.done(
        Format.ELEVENLABS_AGENT,
        name,
        found.assistant(
            name,
            either(whole, "agent_id").text(),
            pointer=whole.pointer,
            opening=_opening(whole, config),
            prompted=_prompted(found, prompt),
        ),
    )


def is_tool_file(value: Place) -> bool:
    """Whether the value is a tool, a list of tools, or a list in the envelope ``tools``."""
    listed = _listed(value)
    return bool(listed) and all(is_tool(item) for item in listed)


def read_tool_file(whole: Place) -> Configuration:
    """Read tools that stand in a file of their own."""
    found = Collected()
    for item in _listed(whole):
        read_tool(found, item)
    found.add_templated(whole, Role.TOOL_DESCRIPTION)
    return found.done(Format.ELEVENLABS_TOOL, whole.at("name").text())


def _listed(value: Place) -> list[Place]:
    inner = value.at("tools") if isinstance(value.value, dict) and not is_tool(value) else value
    return list(Collected().items(inner)) if isinstance(inner.value, list) else [inner]


def _opening(whole: Place, config: Place) -> Opening:
    """The agent speaks first unless the client may be given the words, or the conversation is in writing."""
    overrides = either(either(either(whole, "platform_settings"), "overrides"), "conversation_config_override")
    if either(overrides.at("agent"), "first_message").value is True:
        return Opening.UNSEEN
    return Opening.UNSEEN if either(config.at("conversation"), "text_only").value is True else Opening.ASSISTANT


def _prompted(found: Collected, prompt: Place) -> bool | None:
    if any(text.role is Role.SYSTEM_PROMPT and text.ignored is None for text in found.texts):
        return True
    return None if prompt.at("llm").value == "custom-llm" else False


def _read_webhooks(found: Collected, whole: Place, config: Place) -> None:
    """The addresses that the platform calls before and after a conversation."""
    settings = either(either(whole, "platform_settings"), "workspace_overrides")
    before = either(settings, "conversation_initiation_client_data_webhook")
    found.add_text(before.at("url"), Role.URL)
    for place in strings(either(before, "request_headers")):
        found.add_text(place, Role.HEADER)
    for webhook in found.objects(config.at("webhooks")):
        found.add_text(webhook.at("url"), Role.URL)


def _read_part(found: Collected, agent: Place) -> None:
    """An agent's texts, its own or those of a language preset or a workflow node."""
    prompt = agent.at("prompt")
    if prompt.value is not None and not isinstance(prompt.value, dict):
        found.note(prompt, "an object")
        found.add_text(prompt, Role.SYSTEM_PROMPT, ignored=IGNORED)
    found.add_text(prompt.at("prompt"), Role.SYSTEM_PROMPT)
    found.add_text(either(agent, "first_message"), Role.FIRST_MESSAGE)
    found.add_text(either(agent, "max_conversation_duration_message"), Role.MESSAGE)


def _read_tools(found: Collected, prompt: Place) -> None:
    before = len(found.tools)
    read_tools(found, prompt.at("tools"))
    expanded = sum(tool.kind != "system" for tool in found.tools[before:])
    read_built_in(found, either(prompt, "built_in_tools"))
    ids = list(found.items(either(prompt, "tool_ids")))
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
        _read_placeholders(found, either(agent, "dynamic_variables"))
        read_destination(found, node)
        place = either(node, "agent_id")
        if node.at("type").value == "standalone_agent" and isinstance(place.value, str) and place.value:
            found.handoffs.append(Handoff(place.value, place.pointer))
        read_tools(found, agent.at("prompt", "tools"))
        _read_stored(found, list(found.items(agent.at("prompt", "tool_ids"))))
        _read_stored(found, list(found.items(node.at("additional_tool_ids"))))
        _read_stored(found, [tool.at("tool_id") for tool in found.objects(node.at("tools"))])
    for _, edge in found.members(workflow.at("edges")):
        for side in ("forward_condition", "backward_condition"):
            found.add_text(edge.at(side, "condition"), Role.MESSAGE)
