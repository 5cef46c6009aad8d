"""Which cases an enqueue chose, and when that makes a run partial (criteria.md)."""

from uuid import UUID

import pytest

from worker.domain.plan import PlannedCase, chosen

FIRST, SECOND = (PlannedCase(UUID(int=number), f"case {number}", "structural") for number in (1, 2))


@pytest.mark.parametrize(
    ("only", "kept", "partial"),
    [
        (None, [FIRST, SECOND], False),
        ([FIRST.id, SECOND.id], [FIRST, SECOND], False),
        ([SECOND.id], [SECOND], True),
        ([UUID(int=9)], [], True),
    ],
    ids=["all", "all by name", "one", "none that is allowed"],
)
def test_leaving_out_an_allowed_case_makes_a_run_partial(
    only: list[UUID] | None, kept: list[PlannedCase], partial: bool
) -> None:
    """Naming every case is no selection."""
    assert chosen([FIRST, SECOND], only, trials=None, suite_trials=1) == (kept, partial)


@pytest.mark.parametrize(("trials", "partial"), [(None, False), (2, True), (3, False), (4, False)])
def test_fewer_trials_than_the_suite_says_make_a_run_partial(trials: int | None, partial: bool) -> None:
    """As many or more leave nothing out."""
    assert chosen([FIRST], None, trials=trials, suite_trials=3) == ([FIRST], partial)
