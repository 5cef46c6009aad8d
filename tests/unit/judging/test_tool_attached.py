"""``tool_attached``: the assistant can call the tools that the spec names."""

from typing import Any

import pytest

from tests.unit.judging.samples import judged, payload, prompt, subjects

KIND = "tool_attached"
STORED = "3f1a6f0e-2b44-4d0a-9a5e-7c8d9e0f1a2b"


@pytest.mark.parametrize(
    ("name", "tools"),
    [
        ("vapi/booking.json", ["find_slots", "book_visit", "endCall"]),
        ("vapi/legacy_wrapped.json", ["takeMessage", "handoff_to_billing"]),
        ("vapi/squad.json", ["open_invoice"]),
        ("elevenlabs/agent.json", ["find_slots", "end_call"]),
    ],
)
def test_attached_tools_are_met(name: str, tools: list[str]) -> None:
    """Inline, legacy, appended by overrides, built in."""
    assert judged(KIND, payload(name), {"tools": tools}).met is True


def test_a_missing_tool_is_not_met_and_the_nearest_name_is_suggested() -> None:
    """Nothing is opaque here, so it is known to be missing."""
    judgement = judged(KIND, payload("vapi/booking.json"), {"tool": "find_slot"})

    assert judgement.met is False
    assert judgement.detail is not None
    assert "find_slots" in judgement.detail["findings"][0]["hint"]


@pytest.mark.parametrize("name", ["vapi/legacy_wrapped.json", "vapi/squad.json", "elevenlabs/bare_camel_case.json"])
def test_a_tool_that_may_hide_behind_an_id_is_unknown(name: str) -> None:
    """A stored tool's name cannot be seen without the vendor: NULL, never false."""
    judgement = judged(KIND, payload(name), {"tool": "cancel_visit"})

    assert (judgement.met, judgement.error_code) == (None, "configuration_incomplete")


def test_a_stored_tool_may_be_named_by_its_id() -> None:
    """Then its name does not matter."""
    assert judged(KIND, payload("vapi/legacy_wrapped.json"), {"tool": STORED}).met is True
    assert judged(KIND, payload("elevenlabs/bare_camel_case.json"), {"tool": "tool_a"}).met is True


def test_a_name_in_the_list_of_ids_attaches_nothing() -> None:
    """Vapi takes UUIDs there; whether anything is attached cannot be told."""
    assert judged(KIND, prompt("x", toolIds=["book"]), {"tool": "book"}).met is None


def test_a_tool_where_the_vendor_does_not_look_is_not_attached() -> None:
    """The finding says where it stands and where it belongs."""
    tool = {"type": "function", "function": {"name": "book"}}

    judgement = judged(KIND, prompt("x") | {"tools": [tool]}, {"tool": "book"})

    assert judgement.met is False
    assert subjects(judgement) == ["book"]
    assert judgement.detail is not None
    assert judgement.detail["findings"][0]["pointer"] == "/tools/0"


@pytest.mark.parametrize("spec", [{}, {"tool": "a", "tools": ["b"]}, {"tools": []}, {"tool": " "}, {"tool": 7}])
def test_a_spec_names_one_tool_or_several(spec: Any) -> None:
    """Anything else does not fit."""
    judgement = judged(KIND, payload("vapi/booking.json"), spec)

    assert (judgement.met, judgement.error_code) == (None, "spec_invalid")
