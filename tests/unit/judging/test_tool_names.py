"""``tool_names_unique`` and ``tool_names_valid``: the model can tell its tools apart, and the vendor takes their names."""

from dataclasses import replace
from typing import Any

import pytest

from tests.unit.judging.samples import configured, judged, payload, prompt, subjects
from worker.domain.configuration import Given, Tool
from worker.judging.structural.checks import tool_names_unique, tool_names_valid

UNIQUE, VALID = "tool_names_unique", "tool_names_valid"


def _function(name: Any, **more: Any) -> dict[str, Any]:
    """A function tool of Vapi."""
    return {"type": "function", "function": {"name": name, **more}}


def _agent(*tools: dict[str, Any], **prompt: Any) -> dict[str, Any]:
    """An ElevenLabs agent with these tools."""
    return {"conversation_config": {"agent": {"prompt": {"prompt": "Be kind.", "tools": list(tools), **prompt}}}}


def _places(judgement: Any, severity: str = "error") -> list[str]:
    """Pointers of the findings of this severity."""
    return [each["pointer"] for each in judgement.detail["findings"] if each["severity"] == severity]


@pytest.mark.parametrize("kind", [UNIQUE, VALID])
@pytest.mark.parametrize(
    "name", ["vapi/booking.json", "vapi/legacy_wrapped.json", "vapi/squad.json", "elevenlabs/agent.json"]
)
def test_ordinary_names_are_met(kind: str, name: str) -> None:
    """Built-in tools without a name, hand-offs and stored tools among them."""
    judgement = judged(kind, payload(name))

    assert judgement.met is True
    assert subjects(judgement) == []


def test_a_name_that_is_given_twice_is_told_where_it_stands_the_second_time() -> None:
    """Whatever list it stands in: Vapi gives the model all of them together."""
    whole = prompt("x", tools=[_function("book"), _function("cancel")], functions=[{"name": "book"}])

    judgement = judged(UNIQUE, whole)

    assert (judgement.met, subjects(judgement), _places(judgement)) == (False, ["book"], ["/model/functions/0/name"])


def test_a_tool_at_the_top_counts_too() -> None:
    """Vapi does not read it; whoever wrote it means it."""
    whole = prompt("x", tools=[_function("book")]) | {"tools": [_function("book")]}

    assert _places(judged(UNIQUE, whole)) == ["/tools/0/function/name"]


def test_members_of_a_squad_may_have_a_tool_of_one_name_each() -> None:
    """Only one of them speaks at a time."""
    member = {"assistant": prompt("x", tools=[_function("book")])}

    assert judged(UNIQUE, {"members": [member, member]}).met is True


def test_a_request_with_two_names_is_one_tool() -> None:
    """The model sees the first of them, and the vendor's stock name of the second repeats."""
    tools = [
        {"type": "apiRequest", "name": name, "function": {"name": "api_request_tool"}, "url": "https://a.example.com"}
        for name in ("save", "load")
    ]

    assert judged(UNIQUE, prompt("x", tools=tools)).met is True


def test_the_label_of_a_function_is_not_what_the_model_sees() -> None:
    """Its function's name is; of a built-in tool as well."""
    tools = [_function(name) | {"name": "A label"} for name in ("book", "cancel")]
    tools += [{"type": "endCall", "name": "A label", "function": {"name": "hang_up"}}]

    assert judged(VALID, prompt("x", tools=tools)).met is True
    assert judged(UNIQUE, prompt("x", tools=tools)).met is True


def test_built_in_tools_of_one_kind_without_names_are_noted() -> None:
    """The model is offered one name twice; nobody wrote it, so it is no error."""
    judgement = judged(UNIQUE, prompt("x", tools=[{"type": "transferCall"}, {"type": "transferCall"}]))

    assert (judgement.met, subjects(judgement, "info")) == (True, ["transferCall"])


def test_an_elevenlabs_export_holds_its_system_tools_twice() -> None:
    """Among the tools and as built-in tools: they are the same."""
    end = {"type": "system", "name": "end_call", "params": {"system_tool_type": "end_call"}}

    assert judged(UNIQUE, _agent(end, built_in_tools={"end_call": end})).met is True
    assert subjects(judged(UNIQUE, _agent(end, end))) == ["end_call"]


@pytest.mark.parametrize("name", ["book", "Book-2", "_", "x" * 64, "{{ built }}_tool"])
def test_names_that_the_vendor_takes(name: str) -> None:
    """Up to 64 letters, digits, underscores and hyphens; a template is for other checks."""
    assert judged(VALID, prompt("x", tools=[_function(name)])).met is True


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("book a visit", "book a visit"),
        ("book.visit", "book.visit"),
        ("büchen", "büchen"),
        ("x" * 65, "x" * 65),
        ("", "/model/tools/0/function/name"),
        (7, "/model/tools/0/function/name"),
    ],
)
def test_names_that_the_vendor_refuses(name: Any, subject: str) -> None:
    """The finding leads to the name itself."""
    judgement = judged(VALID, prompt("x", tools=[_function(name)]))

    assert (judgement.met, subjects(judgement)) == (False, [subject])
    assert _places(judgement) == ["/model/tools/0/function/name"]


def test_a_request_of_vapis_has_forty_characters_at_most() -> None:
    """Vapi has a rule of its own for apiRequest."""
    request = {"type": "apiRequest", "name": "x" * 41, "url": "https://a.example.com"}

    assert subjects(judged(VALID, prompt("x", tools=[request]))) == ["x" * 41]


def test_a_function_without_a_name_cannot_be_called() -> None:
    """A built-in tool can."""
    assert judged(VALID, prompt("x", tools=[{"type": "endCall"}])).met is True
    assert _places(judged(VALID, prompt("x", tools=[{"type": "function", "function": {}}]))) == ["/model/tools/0"]


def test_a_parameter_called_name_is_no_tool() -> None:
    """Only a tool's own name is one."""
    parameters = {"type": "object", "properties": {"name": {"type": "string", "description": "The caller's name."}}}

    assert judged(VALID, prompt("x", tools=[_function("book", parameters=parameters)])).met is True


def test_a_hand_off_is_called_after_an_assistant_and_needs_no_valid_name() -> None:
    """The vendor makes its name."""
    handoff = {"type": "handoff", "destinations": [{"type": "assistant", "assistantName": "The Front Desk"}]}

    assert judged(VALID, prompt("x", tools=[handoff])).met is True


def test_a_tool_that_other_files_show_here_is_not_named_here() -> None:
    """It stands at the place of what brings it, such as the assistant itself."""
    configuration = configured(prompt("x", tools=[_function("book")]) | {"name": "The Front Desk"})
    (one,) = configuration.assistants
    shown = replace(configuration, assistants=(replace(one, tools=(*one.tools, Tool(("book",), "function", ""))),))

    assert tool_names_valid.check(shown, tool_names_valid.Spec(), Given()).findings == []
    found = tool_names_unique.check(shown, tool_names_unique.Spec(), Given()).findings
    assert [(each.severity, each.pointer) for each in found] == [("info", "")]
