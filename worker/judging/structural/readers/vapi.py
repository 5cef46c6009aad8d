"""Vapi assistants and squads, as its API returns them (Vapi API reference, Assistant and Squad; dossier 5.1 to 5.5)."""

from typing import Final

from worker.domain.configuration import (
    Assistant,
    Configuration,
    Destination,
    Format,
    GivenVariable,
    Handoff,
    Opening,
    Role,
)
from worker.judging.structural.readers.engines import read_vapi_model, read_vapi_voice
from worker.judging.structural.readers.shape import demand
from worker.judging.structural.readers.tree import Collected, Place, is_comment, strings
from worker.judging.structural.readers.vapi_layers import layers, of_the_layers, opening, pass_over_overridden, prompted
from worker.judging.structural.readers.vapi_settings import read_settings
from worker.judging.structural.readers.vapi_tools import read_stored, read_tools
from worker.judging.structural.readers.vapi_ways import read_destination

KNOWN_FIELDS: Final = frozenset(
    {
        "firstMessage", "firstMessageMode", "endCallMessage", "endCallPhrases", "voicemailMessage", "transcriber",
        "serverUrl", "serverMessages", "clientMessages", "analysisPlan", "artifactPlan", "maxDurationSeconds",
        "silenceTimeoutSeconds", "startSpeakingPlan", "backgroundSound", "variableValues", "assistantOverrides",
    }
)  # fmt: skip
"""Fields that only a Vapi assistant has at its top."""

IGNORED: Final = "Vapi does not read this field; a prompt belongs into model.messages."
DETACHED: Final = "Vapi does not read tools at the top level; they belong into model.tools."
FORWARDING: Final = ("forwardingPhoneNumber", "forwardingNumber")
MAX_VALUE_DEPTH: Final = 4


def is_assistant(value: Place) -> bool:
    """Whether the object has a Vapi assistant's fields."""
    fields = value.value if isinstance(value.value, dict) else {}
    if KNOWN_FIELDS & fields.keys():
        return True
    return isinstance(fields.get("model"), dict) and "response_engine" not in fields


def is_squad(value: Place) -> bool:
    """Whether the object has members."""
    return isinstance(value.value, dict) and "members" in value.value


def read_assistant(assistant: Place, overrides: Place) -> Configuration:
    """Read one assistant, with the overrides that stand beside it, if any."""
    found = Collected()
    laid = layers(assistant, overrides)
    _read_layers(found, laid, ())
    whole = of_the_layers(laid)
    name = assistant.at("name").text()
    one = found.assistant(
        name,
        assistant.at("id").text(),
        pointer=assistant.pointer,
        opening=opening(whole, found),
        prompted=prompted(whole),
    )
    return found.done(Format.VAPI_ASSISTANT, name, one)


def read_squad(squad: Place) -> Configuration:
    """Read a squad: the members that stand in it, and what it overrides of those that do not."""
    of_all = Collected()
    overrides = squad.at("membersOverrides")
    _read_layers(of_all, layers(overrides), ())
    members = [
        _read_member(member, overrides, of_all, index == 0)
        for index, member in enumerate(demand(squad.at("members"), list).entries())
    ]
    if overrides.value is not None or not members:
        members.append(of_all.assistant(pointer=overrides.pointer, shared=True))
    return of_all.done(Format.VAPI_SQUAD, squad.at("name").text(), *members)


def _read_member(member: Place, overrides: Place, of_all: Collected, is_first: bool) -> Assistant:
    found = Collected(oddities=of_all.oddities)
    demand(member, dict)
    held, stored = member.at("assistant"), member.at("assistantId")
    called = held.text()  # people write a name where the API has the assistant itself
    assistant = Place(None, held.pointer) if called else held
    laid = layers(assistant, member.at("assistantOverrides"))
    _read_layers(found, laid, layers(overrides))
    is_seen = isinstance(assistant.value, dict)
    if not is_seen:
        found.unseen.append((held if called else stored).pointer if called or stored.value else member.pointer)
        read_settings(found, stored)
    for key in ("assistantDestinations", "destinations"):
        for destination in found.items(member.at(key)):
            _read_legacy_destination(found, destination)
    whole = of_the_layers([*layers(overrides), *laid])
    return found.assistant(
        called,
        assistant.at("name").text(),
        assistant.at("id").text(),
        stored.text(),
        pointer=member.pointer,
        opening=(opening(whole, found) if is_first else Opening.ELSEWHERE) if is_seen else Opening.UNSEEN,
        prompted=prompted(whole) if is_seen else None,
    )


def _read_legacy_destination(found: Collected, destination: Place) -> None:
    if isinstance(destination.value, str):
        found.handoffs.append(Handoff(destination.value, destination.pointer))
    elif isinstance(destination.value, dict):
        read_destination(found, destination)
        found.add_text(destination.at("description"), Role.TOOL_DESCRIPTION)
        found.add_text(destination.at("message"), Role.TOOL_MESSAGE)
    else:
        found.note(destination, "an object")


def _read_layers(found: Collected, laid: list[Place], above: list[Place] | tuple[()]) -> None:
    """Read an assistant and what overrides it, the strongest first; ``above`` is still stronger and read elsewhere."""
    for index in range(len(laid) - 1, -1, -1):
        part = Collected(oddities=found.oddities)
        _read_into(part, laid[index])
        pass_over_overridden(part, laid[index], [*above, *laid[:index]])
        found.take(part)


def _read_into(found: Collected, assistant: Place) -> None:
    """Read an assistant, or a part of one as overrides hold it."""
    demand(assistant, dict)
    _read_model(found, demand(assistant.at("model"), dict))
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
    read_vapi_voice(found, assistant.at("voice"))
    _read_hooks(found, assistant.at("hooks"))
    for field in FORWARDING:
        if number := assistant.at(field).text():
            found.destinations.append(Destination("number", number, assistant.at(field).pointer))
    read_tools(found, assistant.at("tools:append"))
    read_tools(found, assistant.at("tools"), detached=DETACHED)
    read_tools(found, assistant.at("functions"), kind="function")
    _read_values(found, assistant.at("variableValues"))
    read_settings(found, assistant)


def _read_hooks(found: Collected, hooks: Place) -> None:
    for hook in found.objects(hooks):
        for action in found.objects(hook.at("do")):
            for place in (*strings(action.at("exact")), *strings(action.at("prompt"))):
                found.add_text(place, Role.MESSAGE)
            if isinstance(action.at("destination").value, dict):
                read_destination(found, action.at("destination"))


def _read_model(found: Collected, model: Place) -> None:
    if (
        model.at("provider").value == "custom-llm"
        and not model.at("messages").value
        and not model.at("systemPrompt").value
    ):
        found.unseen.append((model.at("url") if model.at("url").value is not None else model).pointer)
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
        if is_comment(key):
            continue
        name = prefix + key
        found.variables.append(GivenVariable(name, place.pointer, "value", place.text()))
        if isinstance(place.value, str):
            found.add_text(place, Role.VARIABLE_VALUE)
        if isinstance(place.value, dict) and depth < MAX_VALUE_DEPTH:
            _read_values(found, place, f"{name}.", depth + 1)
