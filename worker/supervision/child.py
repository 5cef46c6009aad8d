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

LEASH: Final = """
grace=$1
shift
exec 3<&0 </dev/null
(
    trap '' TERM INT HUP
    read -r word
    kill -s TERM 0
    while [ "$grace" -gt 0 ] && kill -s 0 $$; do
        sleep 1
        grace=$((grace - 1))
    done
    kill -s KILL 0
) <&3 3<&- >/dev/null 2>&1 &
exec 3<&-
exec "$@"
"""
"""Becomes the command, with a watcher in its group that waits for the end of a pipe which we hold.

The end of the pipe means that we are gone: TERM to the group, then KILL. The watcher is a member of the group that it
signals, so the number of the group cannot belong to anybody else by then.
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
        self._process = subprocess.Popen(  # noqa: S603  the Procfile's commands are what we are for
            ["/bin/sh", "-c", LEASH, "leash", str(math.ceil(grace_s)), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
            env=dict(environment),
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, name=f"output of {name}", daemon=True)
        self._reader.start()

    def wait(self) -> int:
        """Wait for its end, and end what is left of its group; its exit status, negative for a signal."""
        status = self._process.wait()
        self.kill()
        self._reader.join(LAST_WORDS_S)
        if self._process.stdin is not None:
            self._process.stdin.close()
        return status

    def terminate(self) -> None:
        """Send TERM to the process, not to its group: whoever has children of its own tells them."""
        self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send KILL to its group, once: afterwards the group's number may belong to somebody else."""
        with self._lock:
            if not self._swept:
                self._swept = True
                with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS: of a group of zombies
                    os.killpg(self._process.pid, signal.SIGKILL)

    def _read(self) -> None:
        if self._process.stdout is None:
            return
        with self._process.stdout as lines:
            for line in lines:
                self._write(self._name, line.decode("utf-8", "backslashreplace").rstrip("\r\n"))
