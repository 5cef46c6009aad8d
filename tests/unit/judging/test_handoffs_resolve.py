"""``handoffs_resolve``: each handoff leads to an assistant that exists."""

from typing import Any

import pytest

from tests.unit.judging.samples import configured, judged, prompt, subjects
from worker.domain.configuration import Given
from worker.judging.structural.checks import handoffs_resolve

KIND = "handoffs_resolve"


def _to(**destination: Any) -> dict[str, Any]:
    return {"type": "handoff", "destinations": [{"type": "assistant", **destination}]}


def _member(name: str, *tools: dict[str, Any]) -> dict[str, Any]:
    return {"assistant": prompt("Help.", tools=list(tools)) | {"name": name}}


def test_handoffs_between_members_are_met() -> None:
    """By name, and back."""
    squad = {"members": [_member("Front", _to(assistantName="Back")), _member("Back", _to(assistantName="Front"))]}

    assert judged(KIND, squad).met is True


def test_a_handoff_to_an_assistant_that_does_not_exist_is_found() -> None:
    """With its place, and the name that may be meant."""
    squad = {"members": [_member("Front", _to(assistantName="Backoffice ")), _member("Back office")]}

    judgement = judged(KIND, squad)

    assert judgement.met is False
    (finding,) = (judgement.detail or {})["findings"]
    assert finding["pointer"] == "/members/0/assistant/model/tools/0/destinations/0/assistantName"
    assert finding["subject"] == finding["excerpt"] == "Backoffice"
    assert "Is Back office meant?" in finding["hint"]


def test_a_handoff_that_a_squad_appends_is_looked_at() -> None:
    """The member itself stands there as an id."""
    overrides = {"tools:append": [_to(assistantId="b1"), _to(assistantId="c1")]}
    squad = {"members": [{"assistantId": "a1", "assistantOverrides": overrides}, {"assistantId": "b1"}]}

    judgement = judged(KIND, squad)

    assert subjects(judgement, "warning") == ["c1"]


def test_a_destination_without_a_target_leads_to_nobody() -> None:
    """The destination itself is the place."""
    judgement = judged(KIND, {"members": [_member("Front", _to(description="To the back office."))]})

    assert subjects(judgement) == ["handoff"]
    assert judgement.detail is not None
    assert judgement.detail["findings"][0]["pointer"] == "/members/0/assistant/model/tools/0/destinations/0"


def test_destinations_that_only_the_call_knows_are_no_fault() -> None:
    """A server says where to, another squad takes over, or the assistant stands there in full."""
    tool = _to(assistant=prompt("Help."))
    tool["destinations"] += [
        {"type": "dynamic", "server": {"url": "https://a.example"}},
        {"type": "squad", "squadId": "s"},
    ]

    assert judged(KIND, {"members": [_member("Front", tool)]}).met is True


def test_two_assistants_of_one_name_are_a_warning() -> None:
    """Which of them takes over cannot be foreseen."""
    squad = {"members": [_member("Front", _to(assistantName="Back")), _member("Back"), _member("Back")]}

    assert subjects(judged(KIND, squad), "warning") == ["Back"]


@pytest.mark.parametrize(
    "value",
    [
        prompt("x", tools=[_to(assistantName="Back")]),
        prompt("x", tools=[_to(assistantId="b1")]),
        {"tools": [_to(assistantName="Back")]},
        {"members": [_member("Front", _to(assistantName="Back")), {"assistantId": "b1"}]},
        {"members": [_member("Front", _to(assistantName="{{ next }}"))]},
    ],
)
def test_a_target_that_may_stand_elsewhere_is_unknown(value: Any) -> None:
    """An assistant alone, tools alone, a member whose name is not seen, a template."""
    judgement = judged(KIND, value)

    assert (judgement.met, judgement.error_code) == (None, "configuration_incomplete")
    assert len(subjects(judgement, "info")) == 1


def test_assistants_of_other_files_count() -> None:
    """They come with the folder."""
    configuration = configured({"members": [_member("Front", _to(assistantName="Back"))]})

    report = handoffs_resolve.check(configuration, handoffs_resolve.Spec(), Given(assistants=frozenset({"Back"})))

    assert list(report.findings) == []


def test_a_member_by_id_and_the_assistant_beside_the_squad_are_one() -> None:
    """Their common id is not ambiguous."""
    squad = {"members": [_member("Front", _to(assistantId="b1")), {"assistantId": "b1"}]}
    value = {"squad": squad, "assistants": [prompt("Help.") | {"id": "b1", "name": "Back"}]}

    assert subjects(judged(KIND, value), "warning") == []
