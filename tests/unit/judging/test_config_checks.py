"""``unchanged_since``, ``config_json_path`` and ``config_json_schema``: the configuration as it was given."""

import time
from typing import Any

import pytest

from tests.unit.judging.samples import judged, payload, prompt, subjects
from worker.judging.structural.checks.unchanged_since import digest

SINCE, PATH, SCHEMA = "unchanged_since", "config_json_path", "config_json_schema"
BOOKING = payload("vapi/booking.json")
VALUE = prompt("Be kind.", temperature=0.3, tags=["a", "b"], flag=True) | {
    "a/b": {"~": 1},
    "serverUrlSecret": "q9-z8-w7",
}


def _places(judgement: Any) -> list[str]:
    """Pointers of the findings."""
    return [each["pointer"] for each in judgement.detail["findings"]]


def test_a_hash_is_of_the_value_and_not_of_how_it_is_written() -> None:
    """The order of keys makes no difference; today's hash stands in the detail."""
    known = digest({"b": 1, "a": ["é", None]})

    assert known == digest({"a": ["é", None], "b": 1})
    judgement = judged(SINCE, BOOKING, {"sha256": digest(BOOKING)})
    assert judgement.met is True
    assert judgement.detail is not None
    assert judgement.detail["sha256"] == digest(BOOKING)


def test_any_change_changes_the_hash_of_the_whole() -> None:
    """However small."""
    judgement = judged(SINCE, BOOKING | {"name": "Another"}, {"sha256": digest(BOOKING)})

    assert (judgement.met, subjects(judgement)) == (False, ["configuration"])


def test_places_are_compared_by_value_or_hash() -> None:
    """Whatever else has changed."""
    spec = {"values": {"/model/temperature": 0.3, "/a~1b/~0": 1}, "hashes": {"/model/tags": digest(["a", "b"])}}

    assert judged(SINCE, VALUE, spec).met is True
    assert judged(SINCE, VALUE | {"name": "x"}, spec).met is True
    changed = judged(SINCE, prompt("x", temperature=1, tags=["b", "a"]), spec)
    assert _places(changed) == ["/model/tags", "/model/temperature", ""]
    assert subjects(changed)[-1] == "/a~1b/~0"


@pytest.mark.parametrize(
    "spec", [{}, {"sha256": "x"}, {"hashes": {"/a": "x"}}, {"values": {"a": 1}}, {"values": {"/~2": 1}}, {"values": []}]
)
def test_a_spec_that_compares_nothing_is_refused(spec: Any) -> None:
    """A pointer begins with a slash, a hash has 64 digits."""
    assert judged(SINCE, VALUE, spec).error_code == "spec_invalid"


@pytest.mark.parametrize(
    "spec",
    [
        {"path": "$.model.temperature"},
        {"path": "$.model.temperature", "equals": 0.3},
        {"path": "$.model.flag", "equals": True},
        {"path": "$.model.messages[?@.role == 'system'].content", "contains": "kind"},
        {"path": "$.model.tags[*]", "one_of": ["a", "b"], "at_least": 2, "at_most": 2},
        {"path": "$..temperature", "equals": 0.3},
        {"path": "$['a/b']['~']", "equals": 1.0},
        {"path": "$.voice", "exists": False},
        {"path": "$.model.messages[?length(@.content) > 3]"},
    ],
)
def test_what_a_path_selects_is_as_expected(spec: Any) -> None:
    """Everything that is selected is compared."""
    assert judged(PATH, VALUE, spec).met is True


@pytest.mark.parametrize(
    ("spec", "pointers"),
    [
        ({"path": "$.voice"}, [""]),
        ({"path": "$.model.temperature", "equals": 0.4}, ["/model/temperature"]),
        ({"path": "$.model.flag", "equals": 1}, ["/model/flag"]),
        ({"path": "$.model.tags[*]", "equals": "a"}, ["/model/tags/1"]),
        ({"path": "$.model.tags[*]", "one_of": ["b"]}, ["/model/tags/0"]),
        ({"path": "$.model.tags[*]", "at_most": 1}, ["/model/tags/1"]),
        ({"path": "$.model.tags[*]", "at_least": 3}, [""]),
        ({"path": "$.model.temperature", "contains": "0.3"}, ["/model/temperature"]),
        ({"path": "$['a/b']['~']", "exists": False}, ["/a~1b/~0"]),
        ({"path": "$.model.flag", "equals": None}, ["/model/flag"]),
    ],
)
def test_each_place_that_is_not_as_expected_is_told(spec: Any, pointers: list[str]) -> None:
    """True is no number, and what is selected nowhere has no place."""
    judgement = judged(PATH, VALUE, spec)

    assert (judgement.met, _places(judgement)) == (False, pointers)


@pytest.mark.parametrize(
    "spec",
    [
        {},
        {"path": "model.temperature"},
        {"path": "$.model["},
        {"path": "$.model ~"},
        {"path": "$[?match(@.a, '(a+)+')]"},
        {"path": "$..a..b"},
        {"path": "$[?count(@..*) > 1]"},
        {"path": "$[?count($.*) > 1]"},
        {"path": "$" + "[?(" * 300},
        {"path": "$.a", "exists": False, "equals": 1},
    ],
)
def test_a_path_that_is_none_or_has_no_bound_is_refused(spec: Any) -> None:
    """When the assertion is written, not when it is judged."""
    assert judged(PATH, VALUE, spec).error_code == "spec_invalid"


def test_deep_and_wide_content_is_searched_within_bounds() -> None:
    """As deep as a configuration may be."""
    deep: dict[str, Any] = {}
    for _ in range(190):
        deep = {"a": deep}
    before = time.process_time()

    assert judged(PATH, prompt("x") | deep, {"path": "$..a"}).met is True
    assert judged(PATH, prompt("x", a=[list(range(100))] * 1_000), {"path": "$..zzz", "exists": False}).met is True
    assert time.process_time() - before < 10


@pytest.mark.parametrize(
    ("schema", "pointer", "met"),
    [
        ({"required": ["model"]}, "", True),
        ({"required": ["voice"]}, "", False),
        ({"type": "number", "maximum": 1}, "/model/temperature", True),
        ({"type": "string"}, "/model/temperature", False),
        ({"properties": {"tags": {"items": {"pattern": "^[ab]$"}}}}, "/model", True),
        ({"type": "object"}, "/nowhere", False),
        ({"$defs": {"t": {"type": "number"}}, "properties": {"temperature": {"$ref": "#/$defs/t"}}}, "/model", True),
    ],
)
def test_a_schema_is_satisfied_or_not(schema: Any, pointer: str, met: bool) -> None:
    """By the whole, or by one place."""
    assert judged(SCHEMA, VALUE, {"schema": schema, "pointer": pointer}).met is met


def test_a_fault_leads_to_its_place() -> None:
    """Behind the pointer that was given."""
    judgement = judged(
        SCHEMA, VALUE, {"schema": {"properties": {"tags": {"items": {"const": "a"}}}}, "pointer": "/model"}
    )

    assert _places(judgement) == ["/model/tags/1"]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nothing"},
        {"$ref": "https://example.com/schema.json"},
        {"$ref": "file:///etc/hostname"},
        {"pattern": "(?=a)b"},
        {"pattern": "("},
        "x",
    ],
)
def test_a_schema_that_is_none_or_looks_elsewhere_is_refused(schema: Any) -> None:
    """Nothing is fetched, and patterns take linear time."""
    assert judged(SCHEMA, VALUE, {"schema": schema}).error_code == "spec_invalid"


@pytest.mark.parametrize(
    ("kind", "spec"),
    [
        (SINCE, {"values": {"/serverUrlSecret": "other"}}),
        (PATH, {"path": "$.serverUrlSecret", "exists": False}),
        (PATH, {"path": "$.serverUrlSecret", "equals": "other"}),
        (SCHEMA, {"schema": {"properties": {"serverUrlSecret": {"type": "number"}}}}),
        (SCHEMA, {"schema": {"required": ["zzz"]}}),
    ],
)
def test_what_stands_in_a_field_for_secrets_is_not_shown(kind: str, spec: Any) -> None:
    """A result is read by more people than the configuration."""
    judgement = judged(kind, VALUE, spec)

    assert judgement.met is False
    assert "q9-z8-w7" not in str(judgement)


def test_a_configuration_that_is_a_text_is_no_json_to_be_parsed() -> None:
    """The path looks at what was given, a prompt that begins with a bracket included."""
    assert judged("config_json_path", "[ Greeting ]", {"path": "$.name"}).error_code != "judge_failed"
    assert judged("config_json_path", "[ Greeting ]", {"path": "$"}).met is True
