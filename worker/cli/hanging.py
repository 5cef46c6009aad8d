"""Long lines on a terminal: what does not fit goes on below, set in, so that the next line is seen to begin."""

from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.text import Text

from worker.cli.console import output

FURTHER: Final = 4
NARROWEST: Final = 40
"""Columns; a narrower terminal breaks lines itself."""


def tell(marked_up: str, *, indent: int | None = None) -> None:
    """Print a line; elsewhere than on a terminal it stays one line, so that programs find it.

    What does not fit is set in by ``indent`` columns; without, by four more than the line itself is.
    """
    if not output.is_terminal:
        output.print(marked_up)
        return
    own = len(marked_up) - len(marked_up.lstrip(" "))
    for line in hung(output, marked_up, own + FURTHER if indent is None else indent):
        output.print(line)


def hung(console: Console, marked_up: str, indent: int) -> Iterator[Text]:
    """The lines that a text becomes on this console, all but the first set in by ``indent`` columns."""
    text = console.render_str(marked_up)
    if console.width < NARROWEST:
        yield text
        return
    for place, line in enumerate(text.wrap(console, console.width - indent)):
        line.rstrip()
        yield Text(" " * indent if place else "") + line
