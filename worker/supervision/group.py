"""Several processes, each started anew whenever it ends, until all are told to."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from worker.supervision import interrupts, policy
from worker.supervision.child import Child, Write

LOOK_S: Final = 0.05
"""How long one look for a further interrupt takes."""
MORE_S: Final = 10.0
"""What a process gets beyond its own grace time to close its connections."""


class Supervisor:
    """Keeps processes running, each in a thread that waits for it."""

    def __init__(
        self, commands: Mapping[str, Sequence[str]], environment: Mapping[str, str], *, write: Write, grace_s: float
    ) -> None:
        """Nothing starts before :meth:`start`.

        Args:
            commands: words by process name.
            environment: all that the processes get.
            write: gets what they write, and what is done about them; from several threads.
            grace_s: what their own grace time is; they get ten seconds more before they are killed.
        """
        self._commands, self._environment, self._write = commands, environment, write
        self._grace_s = grace_s
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._children: dict[str, Child] = {}
        self._threads = [threading.Thread(target=self._keep, args=[name], daemon=True) for name in commands]

    def start(self) -> None:
        """Start all of them."""
        for thread in self._threads:
            thread.start()

    def once(self, name: str, command: Sequence[str]) -> int:
        """Run one command to its end, before the others; its exit status, 126 where it cannot be started."""
        child = self._child(name, command)
        if child is None:
            return policy.NOT_STARTED
        try:
            return child.wait()
        except KeyboardInterrupt:
            child.kill()
            raise

    def end(self, interrupted: Callable[[float], bool]) -> None:
        """Stop all: TERM, their time, then KILL; returns once none is left.

        Args:
            interrupted: waits for so many seconds, and says whether somebody wants the end at once.
        """
        self._stopping.set()
        with self._lock:
            children = dict(self._children)
        for child in children.values():
            child.terminate()
        until = time.monotonic() + self._grace_s + MORE_S
        while any(thread.is_alive() for thread in self._threads):
            if interrupted(LOOK_S) or time.monotonic() > until:
                for child in children.values():
                    child.kill()

    def _keep(self, name: str) -> None:
        delay_s = 0.0
        while not self._stopping.is_set():
            began = time.monotonic()
            status = self._run(name)
            if status is None or self._stopping.is_set():
                return
            restart = policy.after_exit(status, time.monotonic() - began, delay_s)
            self._write(name, restart.sentence)
            delay_s = restart.delay_s
            self._stopping.wait(delay_s)

    def _run(self, name: str) -> int | None:
        """Run a process to its end; its exit status, None where all are to stop."""
        with self._lock:
            if self._stopping.is_set():
                return None
            child = self._child(name, self._commands[name])
            if child is None:
                return policy.NOT_STARTED
            self._children[name] = child
        return child.wait()

    def _child(self, name: str, command: Sequence[str]) -> Child | None:
        try:
            return Child(name, command, self._environment, write=self._write, grace_s=self._grace_s)
        except OSError as refused:
            self._write(name, f"{command[0]} cannot be started: {refused.strerror}")
            return None


@contextmanager
def running(supervisor: Supervisor) -> Iterator[None]:
    """Processes for the length of the block; from its end on, TERM and Ctrl-C mean to end them at once."""
    try:
        supervisor.start()
        yield
    finally:
        supervisor.end(interrupts.counted())
