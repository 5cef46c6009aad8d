"""The program's standard output and error as the outer world leaves them: closed, full, or read by nobody any more."""

import os
import sys
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import Any, Final

from worker.errors import WorkerError

STANDARD: Final = (0, 1, 2)


class OutputLost(WorkerError):
    """Standard output takes no more; ``by_reader`` where its reader has left, who then misses nothing."""

    code = "output_lost"

    def __init__(self, lost: OSError) -> None:
        self.by_reader = isinstance(lost, BrokenPipeError)
        super().__init__(
            f"Standard output cannot be written: {lost.strerror}.",
            advice="Make room, or send the output elsewhere; assistant-test show RUN shows a run again.",
        )


class _Raw(FileIO):
    """After its first failure it takes everything and keeps nothing, so that the program's end fails no second time."""

    def __init__(self, number: int, *, told: bool) -> None:
        super().__init__(number, "w", closefd=False)
        self._told = told
        self._lost = False

    def write(self, data: Any) -> int:
        if self._lost:
            return len(data)
        try:
            return super().write(data)
        except OSError as lost:
            self._lost = True
            if self._told:
                raise OutputLost(lost) from None
            return len(data)


def prepare() -> None:
    """Make standard output raise :class:`OutputLost`, and standard error fail never: nobody is left to be told.

    A closed one is as good as ``/dev/null``. A stream that something else has put in their place stays.
    """
    for number in STANDARD:
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    sys.stdout = _guarded(sys.stdout, 1)
    sys.stderr = _guarded(sys.stderr, 2)


def _guarded(stream: Any, number: int) -> Any:
    if stream is None:
        encoding, lines = "utf-8", False
    elif type(stream) is TextIOWrapper:
        encoding, lines = stream.encoding, stream.line_buffering or stream.write_through
    else:
        return stream
    buffer = BufferedWriter(_Raw(number, told=number == 1))
    # what a terminal's encoding lacks must not end a command
    return TextIOWrapper(buffer, encoding=encoding, errors="backslashreplace", line_buffering=lines)
