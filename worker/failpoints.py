"""Named places where a fault test may kill, stop or hold a worker; nothing happens unless a setting names one."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Final

from worker.errors import NotReady

NAMES: Final = ("after_claim", "before_flush", "in_flush", "after_flush", "before_finish", "after_finish")
POLL_S: Final = 0.02


class Failpoints:
    """What the settings ask for at each name.

    ``kill`` sends SIGKILL to this very process, ``stop`` SIGSTOP; ``wait`` holds the coroutine until the file exists,
    while the rest of the process goes on. An action is taken once.
    """

    def __init__(self, asked: str = "", log: str = "") -> None:
        """Parse ``<name>:kill``, ``<name>:stop`` or ``<name>:wait:<file>``.

        Raises:
            NotReady: no such name or action.
        """
        self._name, _, rest = asked.partition(":")
        self._action, _, file = rest.partition(":")
        self._file = Path(file)
        self._log = Path(log) if log else None
        if asked and (self._name not in NAMES or self._action not in {"kill", "stop", "wait"}):
            raise NotReady(
                f"There is no failpoint {asked!r}.",
                advice=f"Names: {', '.join(NAMES)}; actions: kill, stop, wait:<file>.",
            )

    async def reach(self, name: str) -> None:
        """Say that the place was reached, and do what was asked there."""
        if self._log is not None:
            with self._log.open("a", encoding="utf-8") as log:
                log.write(f"{name}\n")
        if name != self._name:
            return
        action, self._action = self._action, ""
        if action == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif action == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        elif action == "wait":
            while not self._file.exists():  # noqa: ASYNC110  another process makes the file; there is nothing to await
                await asyncio.sleep(POLL_S)
