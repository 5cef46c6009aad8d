"""``every_variable_resolves`` in squads: what the next assistant's prompt needs has to come from somewhere."""

from typing import Any

import pytest

from tests.unit.judging.samples import judged, prompt, subjects

KIND = "every_variable_resolves"


def _to(name: str, *extracted: str) -> dict[str, Any]:
    plan = {"schema": {"type": "object", "properties": {each: {"type": "string"} for each in extracted}}}
    return {
        "type": "handoff",
        "destinations": [{"type": "assistant", "assistantName": name, "variableExtractionPlan": plan}],
    }


def _asking(*extracted: str) -> dict[str, Any]:
    """A tool whose answer gives variables."""
    plan = {"aliases": [{"key": each, "value": f"{{{{ $.{each} }}}}"} for each in extracted]}
    function = {"name": "look_up", "parameters": {"type": "object", "properties": {}}}
    return {"type": "function", "function": function, "variableExtractionPlan": plan}


def _member(name: str, text: str, *tools: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"assistant": prompt(text, tools=list(tools)) | {"name": name}, **more}


def _places(squad: dict[str, Any]) -> dict[str, str]:
    """The unresolved names with the members that need them."""
    judgement = judged(KIND, squad)
    assert judgement.detail is not None
    found = [each for each in judgement.detail["findings"] if each["severity"] == "error"]
    return {each["subject"]: each["pointer"].split("/assistant")[0] for each in found}


def test_a_variable_that_no_handoff_extracts_is_found_at_the_assistant_that_needs_it() -> None:
    """The handoff extracts one of the two."""
    squad = {"members": [_member("Front", "Hi.", _to("Back", "reason")), _member("Back", "{{ reason }} {{ town }}")]}

    assert _places(squad) == {"town": "/members/1"}


def test_what_was_extracted_on_the_way_is_there_for_all_that_follow() -> None:
    """Over two handoffs, and from the answer of a tool."""
    squad = {
        "members": [
            _member("Front", "Hi.", _asking("account"), _to("Middle", "reason")),
            _member("Middle", "{{ reason }} {{ account }}", _to("Back")),
            _member("Back", "{{ reason }} {{ account }}"),
        ]
    }

    assert judged(KIND, squad).met is True


def test_a_handoff_gives_nothing_to_those_that_it_does_not_lead_to() -> None:
    """One branch extracts a name, the other branch needs it."""
    squad = {
        "members": [
            _member("Front", "Hi.", _to("Left", "reason"), _to("Right")),
            _member("Left", "{{ reason }}"),
            _member("Right", "{{ reason }}"),
        ]
    }

    assert _places(squad) == {"reason": "/members/2"}


def test_what_a_handoff_extracts_comes_too_late_for_the_assistant_that_hands_over() -> None:
    """Unless the conversation comes back to it; what is said on parting may hold it."""
    leaving = _to("Back", "reason")
    leaving["destinations"][0]["message"] = "So it is {{ reason }}."
    squad = {"members": [_member("Front", "{{ reason }}", leaving), _member("Back", "Hi.")]}

    assert _places(squad) == {"reason": "/members/0"}

    squad["members"][1] = _member("Back", "Hi.", _to("Front"))
    assert _places(squad) == {}


def test_values_of_a_member_are_its_own_and_those_of_the_squad_are_for_all() -> None:
    """``assistantOverrides`` of one member, ``membersOverrides`` of all."""
    own = {"assistantOverrides": {"variableValues": {"desk": "A"}}}
    squad = {
        "members": [_member("Front", "{{ firm }} {{ desk }}", **own), _member("Back", "{{ firm }} {{ desk }}")],
        "membersOverrides": {"variableValues": {"firm": "Elm"}},
    }

    assert _places(squad) == {"desk": "/members/1"}


def test_an_overridden_text_needs_nothing() -> None:
    """Nobody reads it any more."""
    overrides = {"model": {"messages": [{"role": "system", "content": "Hi."}]}}
    squad = {"members": [_member("Front", "{{ reason }}", assistantOverrides=overrides)]}

    assert judged(KIND, squad).met is True


@pytest.mark.parametrize(("leads", "severity"), [(True, "error"), (False, "info")])
def test_what_an_unseen_member_may_extract_is_unknown_where_no_handoff_is_seen(leads: bool, severity: str) -> None:
    """A handoff that can be seen is judged by what it extracts."""
    overrides = {"tools:append": [_to("Back", "reason")]} if leads else {}
    squad = {"members": [{"assistantId": "a1", "assistantOverrides": overrides}, _member("Back", "{{ town }}")]}

    assert subjects(judged(KIND, squad), severity) == ["town"]


def test_many_members_that_all_hand_over_to_each_other_are_judged_in_bounded_steps() -> None:
    """Behind the bound whatever is extracted counts, so that nothing is reported wrongly."""
    names = [f"m{index}" for index in range(150)]
    every = {"type": "handoff", "destinations": [{"type": "assistant", "assistantName": name} for name in names]}
    squad = {"members": [_member(name, "{{ reason }} {{ town }}", every, _to(name, "reason")) for name in names]}

    assert set(_places(squad)) == {"town"}
