"""What changed between two runs: a table, and what holds for all pairs."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.domain.comparison import Change, Compared, Side, State, compare

MIRRORED = {Change.BROKEN: Change.FIXED, Change.FIXED: Change.BROKEN, Change.NEW: Change.GONE, Change.GONE: Change.NEW}
SIDES = st.builds(
    Side,
    met=st.lists(st.sampled_from([True, False, None]), max_size=4).map(tuple),
    evaluators=st.frozensets(st.sampled_from(["rules@1", "rules@2"]), max_size=2),
    wordings=st.frozensets(st.sampled_from(["v1", "v2"]), min_size=1, max_size=2),
    cases=st.frozensets(st.sampled_from(["c1", "c2"]), min_size=1, max_size=2),
)


def side(trials: str, judge: str = "rules@1", wording: str = "v1", case: str = "c1") -> Side:
    """A run's results, one sign per trial: + met, - not met, ? unknown."""
    met = tuple({"+": True, "-": False, "?": None}[sign] for sign in trials)
    return Side(met, frozenset({judge}), frozenset({wording}), frozenset({case}))


@pytest.mark.parametrize(
    ("before", "after", "change", "reasons"),
    [
        (side("+"), side("-"), "broken", ()),
        (side("++"), side("-?"), "broken", ()),
        (side("-"), side("+"), "fixed", ()),
        (side("+"), side("+"), "same", ()),
        (side("-"), side("--"), "same", ()),
        (side("?"), side("?"), "same", ()),
        (side("+"), side("+-"), "flaky", ()),
        (side("+-"), side("++"), "flaky", ()),
        (None, side("+"), "new", ()),
        (side("-"), None, "gone", ()),
        (side("+"), side("?"), "not_comparable", ("unknown",)),
        (side("+?"), side("-"), "not_comparable", ("unknown",)),
        (side("+"), side("-", judge="rules@2"), "not_comparable", ("judge",)),
        (side("+"), side("+", wording="v2"), "not_comparable", ("wording",)),
        (side("+"), side("+", case="c2"), "not_comparable", ("case",)),
        (side("+"), side("-", judge="x", wording="y", case="z"), "not_comparable", ("judge", "wording", "case")),
    ],
)
def test_what_changed(before: Side | None, after: Side | None, change: str, reasons: tuple[str, ...]) -> None:
    """A difference counts only where nothing else differs and both runs are of one mind."""
    found = compare(before, after)

    assert (found.change, found.reasons) == (change, reasons)


@given(before=st.none() | SIDES, after=SIDES)
def test_the_other_way_round_it_is_the_opposite(before: Side | None, after: Side) -> None:
    """Fixed and broken, new and gone change places; all else stays."""
    there, back = compare(before, after), compare(after, before)

    assert back == Compared(MIRRORED.get(there.change, there.change), there.after, there.before, there.reasons)


@given(one=SIDES)
def test_a_run_against_itself_has_no_difference(one: Side) -> None:
    """At most its own trials disagree."""
    assert compare(one, one).change in {Change.SAME, Change.FLAKY}


@given(before=SIDES, after=SIDES)
def test_broken_needs_all_met_before_none_met_after_and_nothing_else_changed(before: Side, after: Side) -> None:
    """An unknown result never breaks or fixes anything by itself."""
    found = compare(before, after)

    if found.change is Change.BROKEN:
        assert set(before.met) == {True}
        assert True not in after.met
        assert False in after.met
        assert (before.wordings, before.cases) == (after.wordings, after.cases)


def test_every_pair_of_states_is_told() -> None:
    """No combination falls through."""
    pairs = [compare(side(before), side(after)) for before, after in product(["+", "-", "+-", "?"], repeat=2)]

    states = {(found.before, found.after) for found in pairs}

    assert states == set(product(State, State))


def test_what_no_run_has_cannot_be_compared() -> None:
    """It is a mistake of the caller's."""
    with pytest.raises(ValueError, match="neither"):
        compare(None, None)
