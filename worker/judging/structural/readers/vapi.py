"""Vapi assistants and squads, as its API returns them (Vapi API reference, Assistant and Squad; dossier 5.1 to 5.5)."""

from typing import Final

from worker.domain.configuration import Assistant, Configuration, Format, GivenVariable, Role
from worker.judging.structural.readers.engines import read_vapi_model, read_vapi_voice
from worker.judging.structural.readers.shape import demand
from worker.judging.structural.readers.tree import Collected, Place, strings
from worker.judging.structural.readers.vapi_tools import read_stored, read_tools

KNOWN_FIELDS: Final = frozenset(
    {
        "firstMessage", "firstMessageMode", "endCallMessage", "endCallPhrases", "voicemailMessage", "transcriber",
        "serverUrl", "serverMessages", "clientMessages", "analysisPlan", "artifactPlan", "maxDurationSeconds",
        "silenceTimeoutSeconds", "startSpeakingPlan", "backgroundSound", "variableValues",
    }
)  # fmt: skip
"""Fields that only a Vapi assistant has at its top."""

IGNORED: Final = "Vapi does not read this field; a prompt belongs into model.messages."
DETACHED: Final = "Vapi does not read tools at the top level; they belong into model.tools."
MAX_VALUE_DEPTH: Final = 4


def is_assistant(value: Place) -> bool:
    """Whether the object has a Vapi assistant's fields."""
    fields = value.value if isinstance(value.value, dict) else {}
    return bool(KNOWN_FIELDS & fields.keys()) or ("model" in fields and "response_engine" not in fields)


def read_assistant(assistant: Place, overrides: Place) -> Configuration:
    """Read one assistant, with the overrides that stand beside it, if any."""
    found = Collected()
    _read_into(found, assistant)
    _read_into(found, overrides)
    return found.done(Format.VAPI_ASSISTANT, assistant.at("name").text())


def read_squad(squad: Place) -> Configuration:
    """Read a squad: the members that stand in it, and what it overrides of those that do not."""
    of_all = Collected()
    members = [_read_member(member, of_all) for member in demand(squad.at("members"), list).entries()]
    overrides = squad.at("membersOverrides")
    _read_into(of_all, overrides)
    return of_all.done(
        Format.VAPI_SQUAD, squad.at("name").text(), *members, of_all.assistant(pointer=overrides.pointer)
    )


def _read_member(member: Place, of_all: Collected) -> Assistant:
    found = Collected(oddities=of_all.oddities)
    demand(member, dict)
    assistant = member.at("assistant")
    _read_into(found, assistant)
    _read_into(found, member.at("assistantOverrides"))
    if member.at("assistantId").text() and assistant.value is None:
        found.unseen.append(member.at("assistantId").pointer)
    for destination in found.objects(member.at("assistantDestinations")):
        found.add_text(destination.at("description"), Role.TOOL_DESCRIPTION)
        found.add_text(destination.at("message"), Role.TOOL_MESSAGE)
    return found.assistant(assistant.at("name").text(), member.at("assistantId").text(), pointer=member.pointer)


def _read_into(found: Collected, assistant: Place) -> None:
    """Read an assistant, or a part of one as overrides hold it."""
    if assistant.value is None:
        return
    demand(assistant, dict)
    _read_model(found, demand(assistant.at("model"), dict))
    read_vapi_voice(found, assistant.at("voice"))
    found.add_text(assistant.at("firstMessage"), Role.FIRST_MESSAGE)
    for field in ("voicemailMessage", "endCallMessage"):
        found.add_text(assistant.at(field), Role.MESSAGE)
    for field in ("systemPrompt", "prompt", "instructions"):
        found.add_text(assistant.at(field), Role.SYSTEM_PROMPT, ignored=IGNORED)
    for url in (assistant.at("serverUrl"), assistant.at("server", "url")):
        found.add_text(url, Role.URL)
    for place in strings(assistant.at("server", "headers")):
        found.add_text(place, Role.HEADER)
    for place in strings(assistant.at("analysisPlan")):
        found.add_text(place, Role.ANALYSIS)
    for hook in found.objects(assistant.at("hooks")):
        for action in found.objects(hook.at("do")):
            for place in (*strings(action.at("exact")), *strings(action.at("prompt"))):
                found.add_text(place, Role.MESSAGE)
    read_tools(found, assistant.at("tools:append"))
    read_tools(found, assistant.at("tools"), detached=DETACHED)
    read_tools(found, assistant.at("functions"), kind="function")
    _read_values(found, assistant.at("variableValues"))
    _read_into(found, assistant.at("assistantOverrides"))


def _read_model(found: Collected, model: Place) -> None:
    if (
        model.at("provider").value == "custom-llm"
        and not model.at("messages").value
        and not model.at("systemPrompt").value
    ):
        found.unseen.append(model.at("url").pointer)
    for message in demand(model.at("messages"), list).entries():
        demand(message, dict)
        role = Role.SYSTEM_PROMPT if message.at("role").value == "system" else Role.MESSAGE
        content = message.at("content")
        for place in strings(content) if isinstance(content.value, list) else (content,):
            found.add_text(place, role)
    read_vapi_model(found, model)
    found.add_text(model.at("systemPrompt"), Role.SYSTEM_PROMPT)
    found.add_text(model.at("systemMessage"), Role.SYSTEM_PROMPT, ignored=IGNORED)
    found.add_text(model.at("url"), Role.URL)
    for place in strings(model.at("headers")):
        found.add_text(place, Role.HEADER)
    read_tools(found, demand(model.at("tools"), list))
    read_tools(found, model.at("tools:append"))
    read_tools(found, demand(model.at("functions"), list), kind="function")
    read_stored(found, demand(model.at("toolIds"), list))
    read_stored(found, model.at("toolRefs"), "toolId")


def _read_values(found: Collected, values: Place, prefix: str = "", depth: int = 0) -> None:
    for key, place in found.members(values):
        name = prefix + key
        found.variables.append(GivenVariable(name, place.pointer, "value", place.text()))
        if isinstance(place.value, str):
            found.add_text(place, Role.VARIABLE_VALUE)
        if isinstance(place.value, dict) and depth < MAX_VALUE_DEPTH:
            _read_values(found, place, f"{name}.", depth + 1)
