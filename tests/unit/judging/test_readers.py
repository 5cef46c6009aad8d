"""From a vendor's shape to the normal form."""

from typing import Any

import pytest

from tests.unit.judging.samples import PAYLOADS, configured, payload, prompt
from worker.domain.configuration import Format, Role, Unreadable
from worker.judging.structural import reading


def _texts(value: Any) -> dict[str, Role]:
    """The pointers of the live texts, with their roles."""
    return {text.pointer: text.role for text in configured(value).live_texts()}


def test_each_payload_is_readable() -> None:
    """A payload that nothing reads tests nothing."""
    for path in sorted(PAYLOADS.glob("*/*.json")):
        if path.parent.name in {"vapi", "elevenlabs"}:
            assert configured(payload(f"{path.parent.name}/{path.name}")).texts


def test_a_vapi_assistant_gives_its_texts_with_pointers() -> None:
    """Each text knows what it is for and where it stands."""
    texts = _texts(payload("vapi/booking.json"))

    assert texts["/model/messages/0/content"] is Role.SYSTEM_PROMPT
    assert texts["/firstMessage"] is Role.FIRST_MESSAGE
    assert texts["/endCallMessage"] is Role.MESSAGE
    assert texts["/model/tools/0/function/description"] is Role.TOOL_DESCRIPTION
    assert texts["/model/tools/0/server/url"] is Role.URL
    assert texts["/analysisPlan/summaryPlan/messages/0/content"] is Role.ANALYSIS


def test_a_built_in_tool_of_vapi_is_known_by_its_kind() -> None:
    """``endCall`` has no name of its own."""
    configuration = configured(payload("vapi/booking.json"))

    assert [tool.names for tool in configuration.tools] == [("find_slots",), ("book_visit",), ("endCall",)]


def test_both_names_of_an_api_request_count() -> None:
    """Its own name comes first, that of its function second."""
    tool = {"type": "apiRequest", "name": "save", "function": {"name": "api_request_tool"}, "body": {"type": "object"}}

    (read,) = configured(prompt("x", tools=[tool])).tools

    assert read.names == ("save", "api_request_tool")
    assert [(schema.pointer, schema.purpose) for schema in read.schemas] == [("/model/tools/0/body", "part")]


def test_a_wrapped_vapi_assistant_is_read_with_its_overrides() -> None:
    """Pointers go into the value as it was given; overrides add variables and tools."""
    configuration = configured(payload("vapi/legacy_wrapped.json"))

    assert configuration.name == "Night desk"
    assert "/assistant/model/systemPrompt" in {text.pointer for text in configuration.live_texts()}
    assert {given.name for given in configuration.variables} == {"firm", "sites", "caller", "invoice"}
    assert [tool.title for tool in configuration.tools if tool.detached is None] == [
        "takeMessage",
        "handoff_to_billing",
    ]
    assert [stored.pointer for stored in configuration.stored_tools] == ["/assistant/model/toolIds/0"]


def test_tools_at_the_top_of_a_vapi_assistant_are_not_attached() -> None:
    """Vapi refuses or ignores them there; the reader keeps them to say so."""
    configuration = configured(payload("vapi/legacy_wrapped.json"))

    (detached,) = [tool for tool in configuration.tools if tool.detached]

    assert (detached.title, detached.pointer) == ("page_engineer", "/assistant/tools/0")


def test_a_prompt_in_a_field_that_vapi_ignores_is_no_live_text() -> None:
    """``model.systemMessage`` looks like a prompt and is none."""
    configuration = configured({"model": {"systemMessage": "Be kind."}, "systemPrompt": "Be brief."})

    assert [text.pointer for text in configuration.texts] == ["/model/systemMessage", "/systemPrompt"]
    assert list(configuration.live_texts()) == []


def test_a_member_of_a_squad_known_by_id_is_unseen() -> None:
    """What it says cannot be judged from here."""
    configuration = configured(payload("vapi/squad.json"))

    assert configuration.format is Format.VAPI_SQUAD
    assert configuration.unseen_assistants == ("/members/1/assistantId",)
    assert [tool.title for tool in configuration.tools] == ["open_invoice"]


def test_an_elevenlabs_agent_gives_texts_variables_and_tools() -> None:
    """Presets, placeholders and tool assignments included; a built-in tool that is null is off."""
    configuration = configured(payload("elevenlabs/agent.json"))

    assert configuration.format is Format.ELEVENLABS_AGENT
    assert "/conversation_config/language_presets/es/overrides/agent/first_message" in {
        text.pointer for text in configuration.texts
    }
    assert {(given.name, given.source) for given in configuration.variables} == {
        ("clinic_name", "placeholder"),
        ("patient_name", "assignment"),
    }
    assert [tool.title for tool in configuration.tools] == ["find_slots", "end_call"]


@pytest.mark.parametrize(("ids", "unseen"), [(1, 0), (2, 2)])
def test_elevenlabs_ids_are_opaque_only_where_the_tools_are_not_beside_them(ids: int, unseen: int) -> None:
    """The API expands ``tool_ids`` into ``tools``: one of each is the same tool."""
    value = payload("elevenlabs/agent.json")
    value["conversation_config"]["agent"]["prompt"]["tool_ids"] = [f"tool_{n}" for n in range(ids)]

    assert len(configured(value).stored_tools) == unseen


def test_camel_case_and_a_missing_wrapper_are_read_for_elevenlabs() -> None:
    """Exports of other tools look so; tools beside the prompt are not attached."""
    configuration = configured(payload("elevenlabs/bare_camel_case.json"))

    assert {given.name for given in configuration.variables} == {"name", "town"}
    assert "/agent/firstMessage" in {text.pointer for text in configuration.texts}
    assert [stored.id for stored in configuration.stored_tools] == ["tool_a", "tool_b"]
    assert configuration.tools[0].detached


@pytest.mark.parametrize("wrap", [lambda value: [value], lambda value: {"value": [value], "Count": 1}])
def test_a_list_of_one_is_that_one(wrap: Any) -> None:
    """Exports often come as a list."""
    assert configured(wrap(payload("vapi/booking.json"))).name == "Booking desk"


@pytest.mark.parametrize(
    ("value", "reason", "pointer"),
    [
        (None, "this is null", ""),
        (7, "this is a number", ""),
        ([], "a list without anything in it", ""),
        ({}, "an object without anything in it", ""),
        ({"conversation_config": []}, "a list where an object belongs", "/conversation_config"),
    ],
)
def test_what_no_reader_knows_is_unreadable_with_reason_and_place(value: Any, reason: str, pointer: str) -> None:
    """The judgement is then NULL, never a fail."""
    read = reading(value)

    assert isinstance(read, Unreadable)
    assert reason in read.reason
    assert read.pointer == pointer


def test_a_value_nested_10000_deep_is_unreadable() -> None:
    """It may have come from the database, so nothing has bounded it before."""
    value: Any = "x"
    for _ in range(10_000):
        value = {"model": value}

    read = reading(value)

    assert isinstance(read, Unreadable)
    assert "nested deeper" in read.reason


def test_a_wrong_type_at_a_leaf_is_passed_over_and_said() -> None:
    """One odd field does not make all else unreadable."""
    configuration = configured(prompt("Be kind.") | {"firstMessage": {"text": "Hi"}})

    (oddity,) = configuration.oddities

    assert oddity.pointer == "/firstMessage"
    assert "an object where the vendor has a text" in oddity.message
