"""Which cases a pattern means."""

from uuid import UUID

import pytest

from worker.domain.choice import Missed, matching

CASES = {"asks for Tuesday": UUID(int=1), "asks for a refund": UUID(int=2), "odd [name]": UUID(int=3)}


@pytest.mark.parametrize(
    ("patterns", "found"),
    [
        (["asks *"], [1, 2]),
        (["asks for a refund", "*refund", "*"], [2, 1, 3]),
        (["odd [name]"], [3]),
        (["asks for ?uesday"], [1]),
    ],
    ids=["a part", "each once", "a name with brackets", "a sign"],
)
def test_patterns_name_cases(patterns: list[str], found: list[int]) -> None:
    """A name means itself, whatever signs are in it."""
    assert matching(CASES, patterns) == (tuple(UUID(int=each) for each in found), ())


def test_a_pattern_without_a_case_is_told_with_near_names() -> None:
    """Case counts, and the case it meant is named; where nothing is near, what there is."""
    found, missed = matching(CASES, ["Asks for tuesday*", "zzz", "odd*"])

    assert found == (UUID(int=3),)
    assert missed[0].near[0] == "asks for Tuesday"
    assert missed[1] == Missed("zzz", tuple(CASES))
