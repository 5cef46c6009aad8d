"""What the broker's messages may hold."""

from uuid import UUID

import pytest

from worker.broker import ids_in

RUN = UUID(int=7)


@pytest.mark.parametrize("given", [None, 5, "abc", {}, [], ["nonsense"], [None, {}, 1, "é"], [[str(RUN)]]])
def test_what_names_no_run_is_passed_over(given: object) -> None:
    """A nudge is a hint: what cannot be read costs nothing, and raises nothing."""
    assert ids_in(given) == []


def test_the_runs_beside_it_are_looked_at() -> None:
    """One odd word takes nothing from the others."""
    assert ids_in(["nonsense", str(RUN), RUN]) == [RUN, RUN]
