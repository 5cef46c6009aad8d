"""What processes write, kept in a file and watched for the events by which they say that they are at work."""

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Self


class Journal:
    """A log file of several processes."""

    def __init__(self, path: Path, awaited: Mapping[str, str]) -> None:
        """Keep lines in ``path``; ``awaited`` names an event of its JSON log for each process that is waited for."""
        self._file = path.open("w", encoding="utf-8", errors="backslashreplace")
        self._awaited = dict(awaited)
        self._changed = threading.Condition()

    def __enter__(self) -> Self:
        """Take lines until the block ends."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file; a line that comes later is dropped."""
        with self._changed:
            self._file.close()

    def write(self, name: str, line: str) -> None:
        """Keep a line, and note the event that its process was waited for."""
        with self._changed:
            if not self._file.closed:
                print(f"{name} | {line}", file=self._file, flush=True)
            if name in self._awaited and f'"{self._awaited[name]}"' in line:
                del self._awaited[name]
                self._changed.notify_all()

    def wait(self, seconds: float) -> list[str]:
        """Wait for all awaited events; the processes whose event has not come after so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: not self._awaited, seconds)
            return sorted(self._awaited)
