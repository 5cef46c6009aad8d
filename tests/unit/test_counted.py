"""Numbers with their noun."""

import pytest

from worker.domain.counted import are, counted, every


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (counted(0, "case"), "0 cases"),
        (counted(1, "case"), "1 case"),
        (counted(2, "case"), "2 cases"),
        (counted(2, "entry", "entries"), "2 entries"),
        (every(1, "clause", "survives", "survive"), "The one clause survives"),
        (every(3, "clause", "survives", "survive"), "All 3 clauses survive"),
        (are(1), "is"),
        (are(0), "are"),
    ],
)
def test_one_is_one_and_everything_else_is_several(said: str, wanted: str) -> None:
    """The verb goes with it."""
    assert said == wanted
