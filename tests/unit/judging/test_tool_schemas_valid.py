"""``tool_schemas_valid``: each tool's arguments have a schema that the vendor takes."""

import time
from typing import Any

import pytest

from tests.unit.judging.samples import judged, payload, prompt

KIND = "tool_schemas_valid"
PLACE = "/model/tools/0/function/parameters"


def _vapi(parameters: Any) -> dict[str, Any]:
    """A Vapi assistant with one tool of these parameters."""
    return prompt("x", tools=[{"type": "function", "function": {"name": "book", "parameters": parameters}}])


@pytest.mark.parametrize("name", ["vapi/booking.json", "vapi/squad.json", "elevenlabs/agent.json"])
def test_valid_schemas_are_met(name: str) -> None:
    """A property that is called ``type`` is a property; ElevenLabs' nulls are keywords that are not set."""
    judgement = judged(KIND, payload(name))

    assert judgement.met is True, judgement.rationale


@pytest.mark.parametrize(
    "parameters",
    [
        {"type": "object", "properties": {}},
        {"type": "object", "properties": {}, "required": []},
        {"type": "object", "properties": {"type": {"type": "string"}, "name": {"type": "string"}}},
        {"type": "object", "properties": {"properties": {"type": "string"}, "required": {"type": "boolean"}}},
        {"type": "object", "properties": {"a": {"type": "string", "nullable": True, "default": ""}}},
    ],
)
def test_unusual_but_valid_schemas_are_met(parameters: Any) -> None:
    """Each of these was seen in a working assistant."""
    assert judged(KIND, _vapi(parameters)).met is True


@pytest.mark.parametrize(
    ("parameters", "pointer"),
    [
        ({"type": "array", "items": {}, "properties": {}}, "/type"),
        ({"properties": {}}, ""),
        ({"type": "object"}, ""),
        ("string", ""),
        ([{"type": "object"}], ""),
        ({"type": "object", "properties": []}, "/properties"),
        ({"type": "object", "properties": {"a": {"type": "text"}}}, "/properties/a/type"),
        ({"type": "object", "properties": {"a/b": {"type": "string", "enum": None}}}, "/properties/a~1b/enum"),
        ({"type": "object", "properties": {"a": "string"}}, "/properties/a"),
        ({"type": "object", "properties": {"a": {"type": "string"}}, "required": "a"}, "/required"),
        ({"type": "object", "properties": {"a": {"type": "string", "minLength": -1}}}, "/properties/a/minLength"),
    ],
)
def test_an_invalid_schema_is_not_met_with_a_pointer_to_the_fault(parameters: Any, pointer: str) -> None:
    """The pointer goes into the configuration as it was given."""
    judgement = judged(KIND, _vapi(parameters))

    assert judgement.met is False
    assert judgement.detail is not None
    assert PLACE + pointer in [finding["pointer"] for finding in judgement.detail["findings"]]


def test_a_required_argument_without_a_property_is_an_error_for_elevenlabs_alone() -> None:
    """ElevenLabs refuses the tool; Vapi takes it, so there it is a warning."""
    schema = {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["date"]}
    agent = payload("elevenlabs/agent.json")
    agent["conversation_config"]["agent"]["prompt"]["tools"][0]["api_schema"]["request_body_schema"] = schema

    refused, taken = judged(KIND, agent), judged(KIND, _vapi(schema))

    assert (refused.met, taken.met) == (False, True)
    assert taken.detail is not None
    assert taken.detail["findings"][0]["severity"] == "warning"


def test_a_pattern_that_is_no_regular_expression_is_a_warning() -> None:
    """JSON Schema has another dialect than Python, so it is not certain."""
    judgement = judged(KIND, _vapi({"type": "object", "properties": {"a": {"type": "string", "pattern": "("}}}))

    assert judgement.met is True
    assert judgement.detail is not None
    assert judgement.detail["findings"][0]["pointer"] == PLACE + "/properties/a/pattern"


def test_a_schema_of_a_tool_that_is_not_attached_is_checked_as_well() -> None:
    """Somebody means to attach it."""
    tool = {"type": "function", "function": {"name": "book", "parameters": {"type": "string"}}}

    assert judged(KIND, prompt("x") | {"tools": [tool]}).met is False


@pytest.mark.parametrize("shape", ["deep", "wide"])
def test_a_schema_too_large_to_look_through_is_unknown(shape: str) -> None:
    """Within bounded time, and never a pass."""
    schema: dict[str, Any] = {"type": "object", "properties": {}}
    if shape == "deep":
        for _ in range(80):
            schema = {"type": "object", "properties": {"a": schema}}
    else:
        schema["properties"] = {f"a{n}": {"type": "string"} for n in range(20_000)}
    before = time.process_time()

    judgement = judged(KIND, _vapi(schema))

    assert (judgement.met, judgement.error_code) == (None, "configuration_too_large")
    assert time.process_time() - before < 5


@pytest.mark.parametrize("keyword", ["items", "not", "additionalProperties"])
def test_a_schema_at_the_limit_of_depth_is_checked_without_recursion_faults(keyword: str) -> None:
    """The library recurses; the limit keeps it from the interpreter's."""
    inner: dict[str, Any] = {"type": "string"}
    for _ in range(58):
        inner = {keyword: inner}

    assert judged(KIND, _vapi({"type": "object", "properties": {"a": inner}})).met is True


@pytest.mark.parametrize(("name", "place"), [("0", "/0"), ("00", "")])
def test_a_fault_in_a_property_with_a_number_for_its_name_has_its_place(name: str, place: str) -> None:
    """The library gives such a name as a number; where that is not how it is written, what holds it is the place."""
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {name: 7}}}}

    judgement = judged("tool_schemas_valid", prompt("x", tools=[tool]))

    assert judgement.detail is not None
    assert {finding["pointer"] for finding in judgement.detail["findings"]} == {
        f"/model/tools/0/function/parameters/properties{place}"
    }


def _tool_file(schema: Any) -> dict[str, Any]:
    """A tool of ElevenLabs in a file of its own."""
    api = {"url": "https://api.acme.io/book", "method": "POST", "request_body_schema": schema}
    return {"type": "webhook", "name": "book", "description": "Books.", "api_schema": api}


def test_a_tool_in_a_file_of_its_own_has_the_rules_of_its_vendor() -> None:
    """Nulls are keywords that are not set, and a required argument has to exist."""
    day = {"type": "string", "description": "The day.", "enum": None, "dynamic_variable": ""}
    good = {"type": "object", "properties": {"day": day}, "required": ["day"]}

    assert judged(KIND, _tool_file(good)).met is True
    assert judged(KIND, _tool_file(good | {"required": ["date"]})).met is False


def test_the_form_of_the_dashboard_is_noted() -> None:
    """Its lists of properties are not what the API takes, and people do paste them there."""
    schema = {"type": "object", "required": False, "properties": [{"id": "day", "type": "string", "required": True}]}

    judgement = judged(KIND, _tool_file(schema))

    assert judgement.met is True
    assert judgement.detail is not None
    assert [each["severity"] for each in judgement.detail["findings"]] == ["info"]


def test_a_list_whose_members_are_not_described_is_refused_by_elevenlabs_and_noted_elsewhere() -> None:
    """Some models behind the other vendors refuse it too."""
    schema = {"type": "object", "properties": {"days": {"type": "array"}}}

    refused, noted = judged(KIND, _tool_file(schema)), judged(KIND, _vapi(schema))

    assert (refused.met, noted.met) == (False, True)
    assert noted.detail is not None
    assert [each["pointer"] for each in noted.detail["findings"]] == [PLACE + "/properties/days"]
