"""What PostgreSQL refuses is stored escaped and flagged."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.domain.storable import LIMIT_BYTES, cut, storable, text

HOSTILE = st.text(alphabet=st.characters(codec=None, categories=None), max_size=30)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | HOSTILE,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(HOSTILE, inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(("given_text", "stored"), [("a\x00b", "a\\u0000b"), ("\ud83d", "\\ud83d"), ("né 😀", "né 😀")])
def test_text_is_escaped_where_it_must_be(given_text: str, stored: str) -> None:
    """NUL and lone surrogates are written out; everything else stays as it is."""
    assert text(given_text) == stored


@given(JSON)
def test_every_value_becomes_json_that_encodes(value: object) -> None:
    """The result is strict JSON in UTF-8, without NUL."""
    clean, _ = storable(value)

    written = json.dumps(clean, ensure_ascii=False, allow_nan=False)
    assert "\\u0000" not in written.replace("\\\\u0000", "")
    written.encode("utf-8")


@given(JSON)
def test_the_flag_says_whether_anything_changed(value: object) -> None:
    """Untouched values are not flagged."""
    clean, changed = storable(value)

    if not changed:
        assert json.dumps(clean, sort_keys=True) == json.dumps(value, sort_keys=True)


def test_numbers_that_json_does_not_have_become_their_names() -> None:
    """A latency of NaN is no reason to lose a transcript."""
    assert storable([math.inf, 1.5]) == (["inf", 1.5], True)


def test_a_payload_over_the_limit_is_cut_and_says_so() -> None:
    """Over 2 MiB a list keeps its head, anything else an excerpt with its size."""
    turns, turns_cut = cut(["x" * 1_000] * 5_000)
    blob, blob_cut = cut({"blob": "x" * (LIMIT_BYTES + 1)})

    assert turns_cut
    assert 0 < len(turns) < 5_000
    assert len(json.dumps(turns)) <= LIMIT_BYTES
    assert blob_cut
    assert blob["truncated"] is True
    assert cut(["short"]) == (["short"], False)
