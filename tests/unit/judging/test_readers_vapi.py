"""Vapi's shapes: squads with overrides, tools that stand alone, several assistants in one file, settings."""

from typing import Any

import pytest

from tests.unit.judging.samples import configured, prompt
from worker.domain.configuration import Assistant, Format, Handoff, Opening, Role

TOOL = {"type": "function", "function": {"name": "find_table", "parameters": {"type": "object", "properties": {}}}}
SMALL = prompt("Be kind.") | {"name": "Desk", "firstMessage": "Hello."}


def _handoff(to: str, *extracted: str, **more: Any) -> dict[str, Any]:
    """A handoff tool that leads to one assistant by name."""
    plan = {"schema": {"type": "object", "properties": {name: {"type": "string"} for name in extracted}}}
    destination = {"type": "assistant", "assistantName": to, "variableExtractionPlan": plan}
    return {"type": "handoff", "destinations": [destination], **more}


def _only(value: Any) -> Assistant:
    (one,) = configured(value).assistants
    return one


@pytest.mark.parametrize(
    ("value", "pointers"),
    [
        (SMALL, [""]),
        ({"assistant": SMALL, "note": "x"}, ["/assistant"]),
        ([SMALL, SMALL], ["/0", "/1"]),
        ({"assistants": [SMALL, SMALL]}, ["/assistants/0", "/assistants/1"]),
        (
            {"assistants": {"day": SMALL, "night": SMALL}, "setup": {"steps": []}},
            ["/assistants/day", "/assistants/night"],
        ),
        ({"day": SMALL, "night": SMALL}, ["/day", "/night"]),
        ({"value": [SMALL, SMALL], "Count": 2}, ["/value/0", "/value/1"]),
        ({"data": {"items": [SMALL]}}, ["/data/items/0"]),
        ({"_backup": SMALL, "assistants": [SMALL]}, ["/assistants/0"]),
    ],
)
def test_assistants_are_found_in_what_stands_around_them(value: Any, pointers: list[str]) -> None:
    """Lists, maps by name, envelopes; what stands in a comment is none."""
    configuration = configured(value)

    assert configuration.format is Format.VAPI_ASSISTANT
    assert [one.pointer for one in configuration.assistants] == pointers
    assert all(one.names == ("Desk",) and one.prompted for one in configuration.assistants)


@pytest.mark.parametrize(
    "value",
    [
        TOOL,
        [TOOL, {"type": "endCall"}],
        {"tools": [TOOL]},
        {"tools": {"_note": "x", "find_table": TOOL}},
        {"find_table": TOOL},
        {"functions": [{"name": "find_table", "parameters": {"type": "object", "properties": {}}}]},
        {"results": [TOOL], "metadata": {}},
    ],
)
def test_tools_that_stand_alone_are_tools(value: Any) -> None:
    """A list, an object by name, an envelope, one tool."""
    configuration = configured(value)

    assert configuration.format is Format.VAPI_TOOLS
    assert configuration.tools[0].names[0] == "find_table"
    assert configuration.tools[0].detached is None
    assert (configuration.assistants[0].prompted, configuration.assistants[0].opening) == (None, Opening.UNSEEN)


def test_tools_beside_assistants_go_for_all_of_them() -> None:
    """The file is about the assistants."""
    configuration = configured({"assistants": [SMALL], "tools": [TOOL]})

    assert configuration.format is Format.VAPI_ASSISTANT
    assert [(one.pointer, one.shared) for one in configuration.assistants] == [
        ("/assistants/0", False),
        ("/tools", True),
    ]


@pytest.mark.parametrize(
    ("change", "opening"),
    [
        ({}, Opening.ASSISTANT),
        ({"firstMessageMode": "assistant-waits-for-user"}, Opening.ELSEWHERE),
        ({"firstMessageMode": "assistant-speaks-first-with-model-generated-message"}, Opening.ELSEWHERE),
        ({"variableValues": {"name": "Ann"}}, Opening.UNSEEN),
        ({"assistantId": "x"}, Opening.UNSEEN),
    ],
)
def test_who_speaks_first(change: dict[str, Any], opening: Opening) -> None:
    """By default the assistant; what overrides a stored one cannot tell."""
    assert _only(prompt("Be kind.") | change).opening is opening


@pytest.mark.parametrize(
    ("model", "prompted"),
    [
        ({"messages": [{"role": "system", "content": "Be kind."}]}, True),
        ({"messages": [{"role": "system", "content": [{"type": "text", "text": "Be kind."}]}]}, True),
        ({"systemPrompt": "Be kind."}, True),
        ({"messages": [{"role": "system", "content": " "}]}, False),
        ({"messages": [{"role": "user", "content": "Hi"}]}, False),
        ({"systemMessage": "Be kind."}, False),
        ({"provider": "custom-llm", "url": "https://a.example"}, None),
    ],
)
def test_whether_the_vendor_sees_a_prompt(model: dict[str, Any], prompted: bool | None) -> None:
    """The legacy field counts, invented ones do not, and a model of the customer's own brings its own."""
    assert _only({"name": "Desk", "model": model}).prompted is prompted


def test_settings_alone_are_no_assistant_that_lacks_a_prompt() -> None:
    """They are laid over one that stands elsewhere; comments among their values give nothing."""
    one = _only({"variableValues": {"_note": "of the firm", "firm": "{{FIRM}}"}})

    assert (one.prompted, one.opening) == (None, Opening.UNSEEN)
    assert [given.name for given in one.variables] == ["firm"]
    assert [text.pointer for text in one.texts] == ["/variableValues/firm"]


def _squad(**more: Any) -> dict[str, Any]:
    first = {
        "name": "Front",
        "firstMessage": "Hello.",
        "model": {"messages": [{"role": "system", "content": "Greet."}], "tools": [_handoff("Back", "reason")]},
    }
    return {"members": [{"assistant": first, **more}, {"assistant": prompt("Help.") | {"name": "Back", "id": "b1"}}]}


def test_members_of_a_squad_have_names_ids_and_ways() -> None:
    """Whoever is handed over to needs no first message."""
    front, back = configured(_squad()).assistants

    assert (front.names, front.opening, back.names, back.opening) == (
        ("Front",),
        Opening.ASSISTANT,
        ("Back", "b1"),
        Opening.ELSEWHERE,
    )
    pointer = "/members/0/assistant/model/tools/0/destinations/0/assistantName"
    assert front.handoffs == (Handoff("Back", pointer, ("reason",)),)


def test_what_a_member_overrides_replaces_its_own_texts() -> None:
    """Texts and lists as a whole; what is appended replaces nothing."""
    overrides = {"firstMessage": "Good day.", "model": {"messages": [], "tools:append": [{"type": "endCall"}]}}

    front = configured(_squad(assistantOverrides=overrides)).assistants[0]

    assert [text.text for text in front.live_texts() if text.role is Role.FIRST_MESSAGE] == ["Good day."]
    ignored = {text.text: text.ignored for text in front.texts if text.ignored}
    assert ignored == {
        "Greet.": "It is overridden at /members/0/assistantOverrides/model/messages.",
        "Hello.": "It is overridden at /members/0/assistantOverrides/firstMessage.",
    }
    assert front.prompted is False
    assert [tool.kind for tool in front.tools if not tool.detached] == ["handoff", "endCall"]


def test_tools_that_are_overridden_are_detached_and_lead_nowhere() -> None:
    """The overriding list takes the place of the member's own."""
    front = configured(_squad(assistantOverrides={"model": {"tools": [TOOL]}})).assistants[0]

    assert [tool.title for tool in front.tools if not tool.detached] == ["find_table"]
    assert front.handoffs == ()


def test_what_a_squad_overrides_of_all_is_strongest_and_shared() -> None:
    """``membersOverrides`` come last; their values go for all members."""
    squad = _squad(assistantOverrides={"firstMessage": "Good day."})
    squad["membersOverrides"] = {"firstMessage": "Welcome.", "variableValues": {"firm": "Elm"}}

    front, _, shared = configured(squad).assistants

    assert not [text for text in front.live_texts() if text.role is Role.FIRST_MESSAGE]
    assert front.opening is Opening.ELSEWHERE
    assert (shared.shared, [given.name for given in shared.variables]) == (True, ["firm"])


def test_a_member_by_id_is_unseen_but_its_overrides_are_read() -> None:
    """What is appended to it can lead to others."""
    member = {"assistantId": "a1", "assistantOverrides": {"tools:append": [_handoff("Back", "reason")]}}

    one = _only({"members": [member]})

    assert (one.names, one.unseen, one.opening, one.prompted) == (
        ("a1",),
        ("/members/0/assistantId",),
        Opening.UNSEEN,
        None,
    )
    assert [(way.to, way.extracts) for way in one.handoffs] == [("Back", ("reason",))]


def test_destinations_of_the_older_kind_are_ways_too() -> None:
    """``assistantDestinations`` stand beside the member."""
    member = {"assistant": SMALL, "assistantDestinations": [{"type": "assistant", "assistantName": "Back"}]}

    one = _only({"members": [member]})

    assert [(way.to, way.pointer) for way in one.handoffs] == [
        ("Back", "/members/0/assistantDestinations/0/assistantName")
    ]


def test_a_handoff_takes_along_arguments_aliases_and_overridden_values() -> None:
    """All three are there for the next assistant."""
    tool = _handoff("Back", "reason", function={"name": "go", "parameters": {"properties": {"mood": {}}}})
    tool["destinations"][0]["variableExtractionPlan"]["aliases"] = [{"key": "town", "value": "{{ $.town }}"}]
    tool["destinations"][0]["assistantOverrides"] = {"variableValues": {"shift": "late"}}

    (way,) = _only(prompt("Be kind.", tools=[tool])).handoffs

    assert way.extracts == ("mood", "reason", "town", "shift")


def test_numbers_and_addresses_that_are_dialled() -> None:
    """Of a tool, of a hook, of the assistant itself; a number that is not to be checked says so."""
    number, sip = {"type": "number", "number": "+4930123456"}, {"type": "sip", "sipUri": "sip:desk@pbx.example"}
    unchecked = {"type": "number", "number": "4711", "numberE164CheckEnabled": False}
    value = prompt("x", tools=[{"type": "transferCall", "destinations": [number, sip, unchecked]}])
    value |= {"forwardingPhoneNumber": "+4930111111", "hooks": [{"on": "call.ending", "do": [{"destination": number}]}]}

    found = [(each.kind, each.value, each.pointer) for each in _only(value).destinations]

    assert found == [
        ("number", "+4930123456", "/model/tools/0/destinations/0/number"),
        ("sip", "sip:desk@pbx.example", "/model/tools/0/destinations/1/sipUri"),
        ("local", "4711", "/model/tools/0/destinations/2/number"),
        ("number", "+4930123456", "/hooks/0/do/0/destination/number"),
        ("number", "+4930111111", "/forwardingPhoneNumber"),
    ]


def test_any_field_of_the_api_that_holds_liquid_is_a_text() -> None:
    """Names, secrets, metadata, plans; not comments, invented blocks, programs or templates over a tool's answer."""
    value = SMALL | {
        "name": "Desk of {{ firm }}",
        "server": {"secret": "{{KEY}}", "_old": "{{OLD}}"},
        "metadata": {"town": "{{ town }}", "plain": "none"},
        "inventedFlow": {"greeting": "{{ hello }}"},
        "artifactPlan": {"structuredOutputs": [{"prompt": "{{ transcript }}"}]},
    }
    value["model"]["tools"] = [
        {"type": "code", "code": "{{ a }}", "variableExtractionPlan": {"aliases": [{"value": "{{$.b}}"}]}}
    ]

    texts = {text.pointer: text.role for text in _only(value).texts if "{{" in text.text}

    assert texts == {
        "/name": Role.SETTING,
        "/server/secret": Role.SETTING,
        "/metadata/town": Role.SETTING,
        "/artifactPlan/structuredOutputs/0/prompt": Role.ANALYSIS,
    }


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({"model": "gpt-4o", "firstMessage": "Hi"}, "/model"),
        ({"model": {"messages": {}}, "firstMessage": "Hi"}, "/model/messages"),
        ({"model": {"messages": ["Hi"], "provider": "openai"}}, "/model/messages/0"),
        ({"members": [7]}, "/members/0"),
        ({"assistantOverrides": 7, "name": "Desk"}, "/assistantOverrides"),
    ],
)
def test_a_place_of_the_wrong_type_is_passed_over_and_said(value: Any, pointer: str) -> None:
    """All else of the file is still looked at."""
    configuration = configured(value)

    assert [odd.pointer for odd in configuration.oddities] == [pointer]


def test_something_else_that_has_a_model_is_no_assistant_of_vapi() -> None:
    """Its fields tell it apart."""
    assert configured({"model": {"layers": 3}, "prompt": "Be kind."}).format is Format.GENERIC


def test_a_squad_beside_its_assistants_is_read_with_them() -> None:
    """Members by id are those that stand there; only the first of them needs a first message."""
    front = prompt("Greet.") | {"id": "a1", "name": "Front", "firstMessage": "Hello."}
    back = prompt("Help.") | {"id": "b1", "name": "Back"}
    squad = {"members": [{"assistantId": "a1"}, {"assistantId": "b1"}]}

    configuration = configured({"squad": squad, "assistants": [front, back]})

    assert configuration.format is Format.VAPI_SQUAD
    found = [(one.pointer, one.opening) for one in configuration.assistants]
    assert found == [
        ("/squad/members/0", Opening.UNSEEN),
        ("/squad/members/1", Opening.UNSEEN),
        ("/assistants/0", Opening.ASSISTANT),
        ("/assistants/1", Opening.ELSEWHERE),
    ]


def test_a_tool_of_a_hook_is_dialled_too() -> None:
    """It transfers when something happens."""
    number = {"type": "number", "number": "+4930123456"}
    tool = {"type": "tool", "tool": {"type": "transferCall", "destinations": [number]}}

    one = _only(SMALL | {"hooks": [{"on": "call.ending", "do": [tool]}]})

    assert [each.pointer for each in one.destinations] == ["/hooks/0/do/0/tool/destinations/0/number"]
