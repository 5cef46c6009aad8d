"""Lines of several processes on one stream, each after its process's name."""

import os
import signal
import sys
import threading
from collections.abc import Iterable
from typing import Final, TextIO

COLOURS: Final = ("36", "33", "32", "35", "34", "96", "93", "92")


class Printer:
    """Writes lines whole, from any thread."""

    def __init__(self, stream: TextIO, names: Iterable[str], *, coloured: bool) -> None:
        """Names are padded to the longest of ``names``, and coloured on demand."""
        listed = list(names)
        self._stream = stream
        self._width = max(map(len, listed), default=0)
        self._colours = {name: COLOURS[place % len(COLOURS)] for place, name in enumerate(listed)} if coloured else {}
        self._lock = threading.Lock()

    def __call__(self, name: str, line: str) -> None:
        """Write a line; where nobody reads any more, ask ourselves to end."""
        prefix = f"{name:<{self._width}} |"
        if name in self._colours:
            prefix = f"\033[{self._colours[name]}m{prefix}\033[0m"
        with self._lock:
            try:
                print(prefix, line, file=self._stream, flush=True)
            except OSError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
                os.kill(os.getpid(), signal.SIGTERM)


def is_coloured(stream: TextIO) -> bool:
    """On a terminal only, and not where NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def stdout() -> TextIO:
    """Standard output, which writes what its encoding has no character for as an escape."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    return sys.stdout
