"""The matrix of a run on a terminal."""

import io
from uuid import UUID

from worker.cli.console import Plain
from worker.cli.matrix import matrix
from worker.db.reading import Cell

KEYS = ("liquid", "clauses", "tools")


def cell(case: str, key: str) -> Cell:
    """A result that is met."""
    return Cell(
        case_id=UUID(int=1),
        case=case,
        trial=0,
        runner="structural",
        case_status="executed",
        case_error_code=None,
        case_error_detail=None,
        seconds=None,
        step=0,
        key=key,
        version=1,
        kind="no_raw_liquid",
        statement="",
        written=True,
        met=True,
        value=None,
        evaluator="structural@1",
        rationale="",
        detail={},
        error_code=None,
    )


def drawn(case: str, width: int = 80) -> list[str]:
    """The lines of the matrix."""
    console = Plain(file=(written := io.StringIO()), width=width, highlight=False)
    for part in matrix([cell(case, key) for key in KEYS], width):
        console.print(part)
    return written.getvalue().splitlines()


def test_a_long_name_leaves_room_for_the_keys() -> None:
    """It goes on below, whole; the keys need no legend."""
    name = "a_caller_who_" + "wants_a_visit_and_" * 5

    lines = drawn(name)

    assert "liquid" in lines[0]
    assert not any("1 = " in line for line in lines)
    assert max(map(len, lines)) <= 80
    assert "".join(line.split("│")[0].strip() for line in lines[2:]) == name


def test_a_name_that_fits_stands_on_one_line() -> None:
    """As it is."""
    assert len(drawn("a caller")) == 3
