"""Readers of Retell agents, ElevenLabs' rarer shapes, prompt texts and whatever else is given."""

from typing import Any

import pytest

from tests.unit.judging.samples import configured, judged, payload, subjects
from worker.domain.configuration import Configuration, Format, Opening, Role, Unreadable
from worker.judging.structural.readers import read


def test_a_retell_prompt_agent_gives_texts_tools_variables_and_ways_out() -> None:
    """The engine stands in a wrapper of the export."""
    configuration = configured(payload("retell/prompt.json"))
    (agent,) = configuration.assistants

    assert (configuration.format, configuration.name) == (Format.RETELL_AGENT, "Boat hire desk")
    assert [tool.title for tool in agent.tools] == [
        "hang_up",
        "to_harbour_master",
        "to_sales",
        "find_boat",
        "take_payment",
    ]
    assert "end_call" in agent.tools[0].names
    assert {given.name for given in agent.variables} == {"harbour", "boat_name"}
    assert [(way.kind, way.value) for way in agent.destinations] == [("number", "+4755501234")]
    assert [handoff.to for handoff in agent.handoffs] == ["agent_77"]
    assert [text.text for text in agent.texts if text.role is Role.SYSTEM_PROMPT][
        1
    ] == "Take the payment for {{boat_name}}."
    assert (agent.opening, agent.prompted) == (Opening.ASSISTANT, True)


def test_retells_names_may_hold_spaces_and_slashes() -> None:
    """They are no Liquid; the time in a zone and the caller's number are Retell's own."""
    judgement = judged("every_variable_resolves", payload("retell/prompt.json"))

    assert sorted(subjects(judgement)) == ["guest name", "guests"]
    assert subjects(judgement, "warning") == []


def test_a_retell_flow_gives_what_its_nodes_hold() -> None:
    """Extracted variables, transfers, swaps, and tools by id; a tool that is not there is unseen."""
    (agent,) = configured(payload("retell/flow.json")).assistants

    assert {given.name for given in agent.variables} == {"cake"}
    assert [tool.title for tool in agent.tools] == ["place_order"]
    assert [stored.id for stored in agent.stored_tools] == ["tool-9"]
    assert [way.value for way in agent.destinations] == ["+4755504321"]
    assert [handoff.to for handoff in agent.handoffs] == ["agent_78"]
    assert (agent.opening, agent.prompted) == (Opening.ELSEWHERE, True)


def test_a_variable_counts_wherever_it_stands() -> None:
    """One is tested in a branch of the flow, which no field of texts holds."""
    assert sorted(subjects(judged("every_variable_resolves", payload("retell/flow.json")))) == ["customer", "loyal"]


@pytest.mark.parametrize("wrap", [lambda llm, agent: {"llm": llm, "agent": agent}, lambda llm, _: llm])
def test_a_retell_engine_is_found_bare_and_in_a_wrapper(wrap: Any) -> None:
    """The key of the wrapper does not matter."""
    value = payload("retell/prompt.json")

    configuration = configured(wrap(value["retellLlmData"], {"agent_name": "x"}))

    assert configuration.format is Format.RETELL_AGENT
    assert len(configuration.tools) == 5


def test_a_retell_agent_whose_engine_is_an_id_is_unseen() -> None:
    """Neither its prompt nor who speaks first can be told."""
    (agent,) = configured({"response_engine": {"type": "retell-llm", "llm_id": "llm_1"}}).assistants

    assert agent.unseen == ("/response_engine",)
    assert (agent.opening, agent.prompted) == (Opening.UNSEEN, None)


@pytest.mark.parametrize(
    ("agent", "settings", "opening"),
    [
        ({}, {}, Opening.ASSISTANT),
        ({}, {"overrides": {"conversation_config_override": {"agent": {"first_message": True}}}}, Opening.UNSEEN),
        ({"conversation": {"text_only": True}}, {}, Opening.UNSEEN),
    ],
)
def test_an_elevenlabs_agent_speaks_first_unless_it_may_be_given_the_words(
    agent: dict[str, Any], settings: dict[str, Any], opening: Opening
) -> None:
    """Or unless the conversation is in writing."""
    value = {"conversation_config": {"agent": {"prompt": {"prompt": "x"}}, **agent}, "platform_settings": settings}

    (assistant,) = configured(value).assistants

    assert assistant.opening is opening


@pytest.mark.parametrize(("prompt", "prompted"), [({}, False), ({"llm": "custom-llm"}, None), ({"prompt": "x"}, True)])
def test_an_elevenlabs_agent_is_prompted_by_its_prompt(prompt: dict[str, str], prompted: bool | None) -> None:
    """A model of the customer's own may bring one that is not in sight."""
    (assistant,) = configured({"conversation_config": {"agent": {"prompt": prompt}}}).assistants

    assert assistant.prompted is prompted


def test_elevenlabs_transfers_are_destinations_and_handoffs() -> None:
    """A number that stands there twice is one; one in a variable is none that can be seen."""
    transfers = {
        "transfer_to_number": [
            {"transfer_destination": {"type": "phone", "phone_number": "+4755501234"}, "phone_number": "+4755501234"},
            {"transfer_destination": {"type": "sip_uri", "sip_uri": "sip:desk@example.org"}},
            {"transfer_destination": {"type": "phone_dynamic_variable", "phone_number": "desk"}},
        ],
        "transfer_to_agent": [{"agent_id": "agent_9", "condition": "always"}],
    }
    tools = {
        name: {"name": name, "params": {"system_tool_type": name, "transfers": held}}
        for name, held in transfers.items()
    }

    (agent,) = configured({"conversation_config": {"agent": {"prompt": {"built_in_tools": tools}}}}).assistants

    assert [(way.kind, way.value) for way in agent.destinations] == [
        ("number", "+4755501234"),
        ("sip", "sip:desk@example.org"),
    ]
    assert [handoff.to for handoff in agent.handoffs] == ["agent_9"]


TOOL = {"type": "webhook", "name": "find", "api_schema": {"url": "https://x.example.org/{{day}}", "method": "GET"}}


@pytest.mark.parametrize(
    "value", [TOOL, {"id": "tool_1", "tool_config": TOOL}, [TOOL], {"tools": [TOOL], "has_more": False}]
)
def test_an_elevenlabs_tool_is_read_from_a_file_of_its_own(value: Any) -> None:
    """Bare, as the API returns it, in a list, and in the API's envelope."""
    configuration = configured(value)

    assert configuration.format is Format.ELEVENLABS_TOOL
    assert [tool.title for tool in configuration.tools] == ["find"]
    assert configuration.assistants[0].prompted is None


@pytest.mark.parametrize("value", [{"agents": {}}, {"en": {}, "no": {}}, [{}, {}]])
def test_several_assistants_of_one_vendor_are_one_configuration_of_several(value: Any) -> None:
    """In a list, a map or an envelope; pointers lead to each."""
    agents = [payload("elevenlabs/agent.json"), payload("elevenlabs/agent.json")]
    if isinstance(value, list):
        value = agents
    elif "agents" in value:
        value["agents"] = dict(zip(("one", "two"), agents, strict=True))
    else:
        value = dict(zip(value, agents, strict=True))

    configuration = configured(value)

    assert configuration.format is Format.ELEVENLABS_AGENT
    assert len({assistant.pointer for assistant in configuration.assistants}) == 2


def test_a_text_is_a_prompt() -> None:
    """Nothing can be told of tools or of who speaks first."""
    configuration = configured("You are kind.")

    assert configuration.format is Format.PROMPT_TEXT
    assert [(text.role, text.pointer) for text in configuration.texts] == [(Role.SYSTEM_PROMPT, "")]


def test_anything_else_gives_the_texts_that_read_like_prompts() -> None:
    """What speaks is unseen, notes are no texts, and where there is no text at all nothing is judged."""
    value = {"bot": {"system_prompt": "Be kind, {{name}}.", "port": 8080, "colour": "red", "_note": "{{x}}"}}

    configuration = configured(value)

    assert configuration.format is Format.GENERIC
    assert [text.pointer for text in configuration.texts] == ["/bot/system_prompt"]
    assert configuration.unseen_assistants
    assert judged("every_variable_resolves", {"port": 8080}).error_code == "configuration_unreadable"


def test_a_format_that_is_given_is_not_guessed() -> None:
    """What would be something else is read as it is told."""
    value = {"first_message": "Hi", "conversation_config": {"agent": {}}}

    found = read(value, Format.GENERIC)

    assert isinstance(found, Configuration)
    assert found.format is Format.GENERIC
    assert isinstance(read(7, Format.RETELL_AGENT), Unreadable)


NODE = {"id": "a", "type": "conversation", "instruction": {"type": "prompt", "text": "Be kind."}}


@pytest.mark.parametrize(
    ("value", "known", "prompted"),
    [
        ({"nodes": [NODE], "start_speaker": "agent"}, Format.RETELL_AGENT, True),
        ({"states": [{"name": "a", "state_prompt": "Be kind."}], "starting_state": "a"}, Format.RETELL_AGENT, True),
        ({"generalPrompt": "Be kind."}, Format.RETELL_AGENT, True),
        ({"agent_name": "a", "llm_websocket_url": "wss://a.example.org"}, Format.RETELL_AGENT, None),
        ({"prompt": {"prompt": "Be kind."}, "first_message": "Hi"}, Format.ELEVENLABS_AGENT, True),
        ({"agent_config": {"conversation_config": {"agent": {"prompt": {"prompt": "Be kind."}}}}}, Format.ELEVENLABS_AGENT, True),
    ],
)  # fmt: skip
def test_parts_of_an_agent_are_known_by_what_only_they_have(value: Any, known: Format, prompted: bool | None) -> None:
    """A flow without its start, states alone, camelCase, a model of one's own, the inner object, a wrapper."""
    configuration = configured(value)

    assert configuration.format is known
    assert configuration.assistants[0].prompted is prompted


@pytest.mark.parametrize(
    "agent", [{"prompt": "Be kind."}, {"prompt": {"prompt": 7, "tools": "none", "tool_ids": {}}}, []]
)
def test_wrong_types_within_an_elevenlabs_agent_are_passed_over_and_said(agent: Any) -> None:
    """A prompt where the vendor reads none is no prompt."""
    configuration = configured({"conversation_config": {"agent": agent}})

    assert configuration.oddities
    assert configuration.assistants[0].prompted is False


def test_tools_at_the_top_of_a_bare_agent_are_read_once() -> None:
    """Without a wrapper the whole and its configuration are the same object."""
    configuration = configured({"agent": {"prompt": {"prompt": "Be kind."}}, "tools": [TOOL]})

    assert [tool.title for tool in configuration.tools] == ["find"]
