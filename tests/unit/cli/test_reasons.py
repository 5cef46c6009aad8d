"""Why results are what they are, in as few lines as tell it."""

from uuid import UUID

from worker.cli.reasons import reasons
from worker.db.reading import Cell


def cell(key: str, *, met: bool | None = None, code: str | None = "configuration_unreadable", why: str = "No.") -> Cell:
    """A result of the one case run."""
    return Cell(
        case_id=UUID(int=1), case="a case", trial=0, runner="structural", case_status="executed", case_error_code=None,
        case_error_detail=None, seconds=0.1, key=key, version=1, kind="no_raw_liquid", statement=None, step=0, met=met, value=None,
        evaluator="structural@1", rationale=why, detail=None, error_code=code, written=True,
    )  # fmt: skip


def test_one_reason_for_many_assertions_is_told_once() -> None:
    """A configuration that nobody can read is no eight faults."""
    told = list(reasons([cell(f"key_{number}") for number in range(8)], every=False))

    assert len(told) == 1
    assert "key_0 version 1, key_1 version 1, key_2 version 1 and 5 more assertions: " in told[0]
    assert told[0].count("No.") == 1


def test_what_was_judged_has_a_line_of_its_own() -> None:
    """Two findings in the same words are two findings; another reason is another line."""
    told = list(
        reasons(
            [cell("a", met=False, code=None), cell("b", met=False, code=None), cell("c"), cell("d", why="Not here.")],
            every=False,
        )
    )

    assert len(told) == 4
