"""``tool_absent``: the assistant cannot call the tools that the spec names."""

from tests.unit.judging.samples import configured, judged, payload, prompt, subjects
from worker.domain.configuration import Given, Tool
from worker.judging.structural.checks import tool_absent, tool_attached

KIND = "tool_absent"
STORED = "3f1a6f0e-2b44-4d0a-9a5e-7c8d9e0f1a2b"


def test_what_is_not_there_is_met() -> None:
    """Nothing is opaque here, so it is known."""
    assert judged(KIND, payload("vapi/booking.json"), {"tools": ["take_payment", "dtmf"]}).met is True


def test_what_is_there_is_not_met_by_name_and_by_kind() -> None:
    """Each is told once, with its place."""
    judgement = judged(KIND, payload("vapi/booking.json"), {"tools": ["book_visit", "endCall", "dtmf"]})

    assert (judgement.met, subjects(judgement)) == (False, ["book_visit", "endCall"])


def test_behind_an_id_there_may_be_anything() -> None:
    """Unknown, neither a pass nor a failure."""
    judgement = judged(KIND, prompt("x", toolIds=[STORED]), {"tool": "take_payment"})

    assert (judgement.met, judgement.error_code) == (None, "configuration_incomplete")
    assert subjects(judgement, "info") == ["take_payment"]


def test_a_stored_tool_can_be_named_by_its_id() -> None:
    """Then it is known to be there."""
    assert judged(KIND, prompt("x", toolIds=[STORED]), {"tool": STORED}).met is False


def test_a_tool_where_the_vendor_does_not_look_is_absent() -> None:
    """The assistant cannot call it."""
    whole = prompt("x") | {"tools": [{"type": "function", "function": {"name": "book"}}]}

    assert judged(KIND, whole, {"tool": "book"}).met is True


def test_files_beside_it_tell_what_an_id_is() -> None:
    """Neither check is left in doubt then."""
    given = Given(tools={STORED: Tool(("book",), "function", "")})
    configuration = configured(prompt("x", toolIds=[STORED]))

    absent = tool_absent.check(configuration, tool_absent.Spec(tools=["book", "pay"]), given)
    attached = tool_attached.check(configuration, tool_attached.Spec(tools=["book", "pay"]), given)

    assert [(each.subject, each.severity) for each in absent.findings] == [("book", "error")]
    assert [(each.subject, each.severity) for each in attached.findings] == [("pay", "error")]
    assert (absent.unknown, attached.unknown) == (None, None)
