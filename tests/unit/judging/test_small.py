"""Which configurations are judged on the event loop, and which in a thread."""

import pytest

from worker.domain.configuration import Json
from worker.judging.structural import SMALL_CHARACTERS, SMALL_VALUES, is_small

DEEP: list[Json] = []
for _ in range(SMALL_VALUES):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("content", "small"),
    [
        (None, True),
        ({"name": "Front desk", "model": {"messages": [{"role": "system", "content": "x" * 30_000}]}}, True),
        ({"prompt": "x" * (SMALL_CHARACTERS + 1)}, False),
        ({"x" * (SMALL_CHARACTERS + 1): None}, False),
        ([None] * (SMALL_VALUES + 1), False),
        (DEEP, True),
        ([DEEP], False),
    ],
    ids=["nothing", "common", "long text", "long key", "many values", "deep", "too deep"],
)
def test_small_is_what_has_few_values_and_little_text(content: Json, small: bool) -> None:
    """Values and characters are counted wherever they stand, without recursion."""
    assert is_small(content) is small
