"""Long lines on a terminal."""

import io

from worker.cli import hanging
from worker.cli.console import Plain


def lines(text: str, width: int, indent: int = 4) -> list[str]:
    """What stands on the terminal."""
    console = Plain(file=io.StringIO(), force_terminal=True, width=width, color_system=None)
    return [line.plain for line in hanging.hung(console, text, indent)]


def test_what_does_not_fit_goes_on_set_in() -> None:
    """Words stay whole, and no line is longer than the terminal is wide."""
    found = lines("one " * 30, 40)

    assert found[0].startswith("one")
    assert all(line.startswith("    one") for line in found[1:])
    assert max(map(len, found)) <= 40
    assert " ".join(found).split() == ["one"] * 30


def test_a_line_that_fits_is_left_alone() -> None:
    """Its own indentation, too."""
    assert lines("  [red]short[/]", 40) == ["  short"]


def test_a_very_narrow_terminal_breaks_lines_itself() -> None:
    """There is no room to set anything in."""
    assert lines("one " * 10, 20) == ["one " * 10]
