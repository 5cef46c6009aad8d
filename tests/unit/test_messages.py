"""Messages that ask for a run: what they may hold, and what is kept of a refused one."""

import contextlib
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.db.asking import Request
from worker.errors import RequestRefused
from worker.messages import READERS, read, shown

GOOD: dict[str, Any] = {"team": "acme", "suite": "booking", "consumer": "publish_gate"}
AN_ID = "0190a1b2-0000-7000-8000-000000000001"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def test_a_message_makes_the_request_that_the_function_takes() -> None:
    """Ids come as text, null is the same as leaving out."""
    asked = read((), {**GOOD, "only_cases": [AN_ID], "rerun_of": AN_ID, "content": {"a": 1}, "call_set": None})

    assert asked == Request(**GOOD, only_cases=(UUID(AN_ID),), rerun_of=UUID(AN_ID), content={"a": 1})


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({**GOOD, "suit": "x"}, "There is no argument 'suit'"),
        ({**GOOD, "team": 7}, "team is not a text"),
        ({**GOOD, "content": "{}"}, "content is not an object"),
        ({**GOOD, "run_config": [3]}, "run_config is not an object"),
        ({**GOOD, "call_set": "seven"}, "call_set is not a UUID"),
        ({**GOOD, "rerun_of": 7}, "rerun_of is not a UUID"),
        ({**GOOD, "only_cases": AN_ID}, "only_cases is not a list of UUIDs"),
        ({"team": "acme"}, "Missing: suite, consumer"),
    ],
)
def test_nonsense_is_refused_by_name(message: dict[str, Any], words: str) -> None:
    """What is wrong, and what to send instead."""
    with pytest.raises(RequestRefused, match=words) as refused:
        read((), message)

    assert refused.value.code == "argument_invalid"
    assert refused.value.advice


def test_arguments_without_a_name_are_refused() -> None:
    """Their order is nobody's promise."""
    with pytest.raises(RequestRefused, match="without a name"):
        read(("acme", "booking"), {})


@given(st.dictionaries(st.sampled_from([*READERS, "other"]), JSON))
def test_no_message_raises_anything_else(message: dict[str, Any]) -> None:
    """Whatever JSON comes: a request or a refusal, and something to keep."""
    with contextlib.suppress(RequestRefused):
        assert isinstance(read((), message), Request)
    assert set(shown(message)) <= set(message)


def test_what_is_kept_holds_no_content_and_no_secret() -> None:
    """Content may hold personal data, a webhook's query a token, an unknown argument anything."""
    kept = shown({
        **GOOD,
        "content": {"caller": "Ada"},
        "webhook": "https://user:word@product.example/hook?token=s3cret",
        "note": "Ada called",
        "targets": {"long": "x" * 3000},
    })  # fmt: skip

    assert kept["suite"] == "booking"
    assert kept["webhook"] == "https://product.example/hook"
    assert kept["content"].keys() == {"type", "bytes", "sha256"}
    assert kept["content"]["bytes"] == len('{"caller": "Ada"}')
    assert kept["targets"]["bytes"] > 3000
    assert "Ada" not in str(kept)
