"""Vapi assistants and squads, as its API returns them (Vapi API reference, Assistant and Squad; dossier 5.1 to 5.5)."""

from collections.abc import Sequence
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
from worker.judging.structural.readers.tree import Collected, Place, is_comment, strings
from worker.judging.structural.readers.vapi_layers import (
    Replaced,
    layers,
    of_the_layers,
    opening,
    pass_over_overridden,
    prompted,
    replaced,
)
from worker.judging.structural.readers.vapi_settings import read_settings
from worker.judging.structural.readers.vapi_tools import read_stored, read_tools
from worker.judging.structural.readers.vapi_ways import read_destination, read_ways

KNOWN_FIELDS: Final = frozenset(
    {
        "firstMessage", "firstMessageMode", "endCallMessage", "endCallPhrases", "voicemailMessage", "transcriber",
        "serverUrl", "serverMessages", "clientMessages", "analysisPlan", "artifactPlan", "maxDurationSeconds",
        "silenceTimeoutSeconds", "startSpeakingPlan", "backgroundSound", "variableValues", "assistantOverrides",
    }
)  # fmt: skip
"""Fields that only a Vapi assistant has at its top."""

MODEL_FIELDS: Final = frozenset({"provider", "model", "messages", "systemPrompt", "systemMessage", "tools", "toolIds"})
"""Fields by which the model of a Vapi assistant is told from other things that are called so."""
IGNORED: Final = "Vapi does not read this field; a prompt belongs into model.messages."
DETACHED: Final = "Vapi does not read tools at the top level; they belong into model.tools."
FORWARDING: Final = ("forwardingPhoneNumber", "forwardingNumber")
MAX_VALUE_DEPTH: Final = 4


def is_assistant(value: Place) -> bool:
    """Whether the object has a Vapi assistant's fields."""
    fields = value.value if isinstance(value.value, dict) else {}
    if KNOWN_FIELDS & fields.keys():
        return True
    model = fields.get("model")
    return isinstance(model, dict) and bool(MODEL_FIELDS & model.keys()) and "response_engine" not in fields


def is_squad(value: Place) -> bool:
    """Whether the object has members."""
    return isinstance(value.at("members").value, list)


def read_assistant(assistant: Place, overrides: Place) -> Configuration:
    """Read one assistant, with the overrides that stand beside it, if any."""
    found = Collected()
    laid = layers(assistant, overrides)
    _read_layers(found, laid)
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
    above = layers(overrides)
    _read_layers(of_all, above)
    by_all = [replaced(layer) for layer in above]
    members = [
        _read_member(member, above, by_all, of_all, index == 0)
        for index, member in enumerate(of_all.objects(squad.at("members")))
    ]
    if overrides.value is not None or not members:
        place = squad if overrides.value is None else overrides
        members.append(of_all.assistant(pointer=place.pointer, shared=True))
    return of_all.done(Format.VAPI_SQUAD, squad.at("name").text(), *members)


def _read_member(
    member: Place, above: list[Place], by_all: Sequence[Replaced], of_all: Collected, is_first: bool
) -> Assistant:
    """Read a member; ``above`` is what the squad overrides of all, ``by_all`` which values of a member it replaces."""
    found = Collected(oddities=of_all.oddities)
    held, stored = member.at("assistant"), member.at("assistantId")
    called = held.text()  # people write a name where the API has the assistant itself
    assistant = Place(None, held.pointer) if called else held
    laid = layers(assistant, member.at("assistantOverrides"))
    _read_layers(found, laid, by_all)
    is_seen = isinstance(assistant.value, dict)
    if not is_seen:
        found.unseen.append((held if called else stored).pointer if called or stored.value else member.pointer)
        read_settings(found, stored)
    for key in ("assistantDestinations", "destinations"):
        for destination in found.items(member.at(key)):
            _read_legacy_destination(found, destination)
    whole = of_the_layers([*above, *laid])
    return found.assistant(
        called,
        assistant.at("name").text(),
        assistant.at("id").text(),
        member.at("assistantName").text(),
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


def _read_layers(found: Collected, laid: list[Place], above: Sequence[Replaced] = ()) -> None:
    """Read an assistant and what overrides it, the strongest first; ``above`` is still stronger and read elsewhere."""
    stronger = [*above, *map(replaced, laid[:-1])]
    for index in range(len(laid) - 1, -1, -1):
        part = Collected(oddities=found.oddities)
        _read_into(part, laid[index])
        pass_over_overridden(part, laid[index], stronger[: len(above) + index])
        found.take(part)


def _read_into(found: Collected, assistant: Place) -> None:
    """Read an assistant, or a part of one as overrides hold it."""
    if not isinstance(assistant.value, dict):
        found.note(assistant, "an object")
        return
    _read_model(found, assistant.at("model"))
    found.add_text(assistant.at("firstMessage"), Role.FIRST_MESSAGE)
    for field in ("voicemailMessage", "endCallMessage"):
        found.add_text(assistant.at(field), Role.MESSAGE)
    _read_unread(found, assistant, ("systemPrompt", "systemMessage", "prompt", "instructions"))
    _read_messages(found, assistant.at("messages"), IGNORED)
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
            tool = action.at("tool")
            if isinstance(tool.value, dict):
                read_ways(found, tool, tool.at("function"), str(tool.at("type").value))


def _read_unread(found: Collected, holder: Place, fields: Sequence[str]) -> None:
    for field in fields:
        if isinstance(holder.at(field).value, str):
            found.add_text(holder.at(field), Role.SYSTEM_PROMPT, ignored=IGNORED)


def _read_messages(found: Collected, messages: Place, ignored: str | None = None) -> None:
    for message in found.objects(messages):
        role = Role.SYSTEM_PROMPT if message.at("role").value == "system" else Role.MESSAGE
        content = message.at("content")
        for place in strings(content) if isinstance(content.value, list) else (content,):
            found.add_text(place, role, ignored=ignored)


def _read_model(found: Collected, model: Place) -> None:
    if not isinstance(model.value, dict):
        if model.value is not None:
            found.note(model, "an object")
        return
    if (
        model.at("provider").value == "custom-llm"
        and not model.at("messages").value
        and not model.at("systemPrompt").value
    ):
        found.unseen.append((model.at("url") if model.at("url").value is not None else model).pointer)
    _read_messages(found, model.at("messages"))
    read_vapi_model(found, model)
    found.add_text(model.at("systemPrompt"), Role.SYSTEM_PROMPT)
    _read_unread(found, model, ("systemMessage", "prompt", "instructions"))
    found.add_text(model.at("url"), Role.URL)
    for place in strings(model.at("headers")):
        found.add_text(place, Role.HEADER)
    read_tools(found, model.at("tools"))
    read_tools(found, model.at("tools:append"))
    read_tools(found, model.at("functions"), kind="function")
    read_stored(found, model.at("toolIds"))
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
