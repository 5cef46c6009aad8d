"""The one pause of a start-up: between two looks at a server that is on its way."""

import threading
from typing import Final

LOOK_S: Final = 0.02


def pause() -> None:
    """Wait until the next look."""
    threading.Event().wait(LOOK_S)
