"""One process in a group of its own, whose end takes the whole group along, and which cannot outlive us."""

import contextlib
import math
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
"""Where commands run: the project's root, in which celery finds the application."""

Write = Callable[[str, str], None]
"""Takes a process name and a line of its output."""

WATCHER: Final = """
trap '' TERM INT HUP
grace=$1
read -r process
read -r never
kill -s TERM 0
while [ "$grace" -gt 0 ] && kill -s 0 "$process"; do
    sleep 1
    grace=$((grace - 1))
done
kill -s KILL 0
"""
"""Leads the group, and reads a pipe that we hold: the end of the pipe means that we are gone.

Then it sends TERM to the group, and KILL. It belongs to the group that it signals, so the group's number cannot be
anybody else's by then.
"""

LAST_WORDS_S: Final = 2.0
"""How long output of an ended process may still come in, where something outside its group holds the pipe."""


class Child:
    """A started process."""

    def __init__(
        self, name: str, command: Sequence[str], environment: Mapping[str, str], *, write: Write, grace_s: float
    ) -> None:
        """Start it.

        Args:
            name: what ``write`` is told.
            command: its words; found on the environment's PATH.
            environment: all of its environment.
            write: gets each line of its output, from a thread.
            grace_s: how long its group gets after TERM should we be gone.

        Raises:
            OSError: the machine cannot start another process.
        """
        self._name, self._write = name, write
        self._lock = threading.Lock()
        self._swept = False
        self._watcher = subprocess.Popen(  # noqa: S603  a constant script
            ["/bin/sh", "-c", WATCHER, "watcher", str(math.ceil(grace_s))],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )
        try:
            self._process = subprocess.Popen(  # noqa: S603  the Procfile's commands are what we are for
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=ROOT,
                env=dict(environment),
                process_group=self._watcher.pid,
            )
            self._tell(f"{self._process.pid}\n".encode())
        except BaseException:
            self._sweep()
            raise
        self._reader = threading.Thread(target=self._read, name=f"output of {name}", daemon=True)
        self._reader.start()

    def wait(self) -> int:
        """Wait for its end, and end what is left of its group; its exit status, negative for a signal."""
        status = self._process.wait()
        self._sweep()
        self._reader.join(LAST_WORDS_S)
        return status

    def terminate(self) -> None:
        """Send TERM to the process, not to its group: whoever has children of its own tells them."""
        self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send KILL to its group, whose number is nobody else's as long as its leader has not been waited for."""
        with self._lock:
            if not self._swept:
                with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS: a group of zombies
                    os.killpg(self._watcher.pid, signal.SIGKILL)

    def _sweep(self) -> None:
        """End what is left of the group."""
        self.kill()
        with self._lock:
            self._swept = True
            self._watcher.wait()
        if self._watcher.stdin is not None:
            self._watcher.stdin.close()

    def _tell(self, words: bytes) -> None:
        if self._watcher.stdin is not None:
            self._watcher.stdin.write(words)
            self._watcher.stdin.flush()

    def _read(self) -> None:
        if self._process.stdout is None:
            return
        with self._process.stdout as lines:
            for line in lines:
                self._write(self._name, line.decode("utf-8", "backslashreplace").rstrip("\r\n"))
