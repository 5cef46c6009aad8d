"""A server as a child process that cannot outlive us, however we end."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from worker.embedded.pause import pause
from worker.embedded.place import Place
from worker.errors import NotReady

START_S: Final = 60
STOP_S: Final = 30
LEASH: Final = """
read -r word
[ "$word" = done ] || kill -s "$1" "$2"
"""
"""Reads a pipe that we hold: its end without a word means that we are gone."""


@contextmanager
def child(
    command: Sequence[str | Path],
    place: Place,
    *,
    log: Path,
    stop: signal.Signals,
    ready: Callable[[], bool],
    given: bytes | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server for the length of the block.

    Args:
        command: the server in the foreground.
        place: whose user runs it; its lock is held until the server has ended.
        log: gets what the server writes.
        stop: the signal of an orderly end.
        ready: asked until it says that the server answers.
        given: what the server reads from its standard input.

    Raises:
        NotReady: the server ended, or did not answer in time; the advice names the log.
    """
    with log.open("ab") as sink:
        process = subprocess.Popen(  # noqa: S603  a program of the wheel's, with arguments of ours
            command,
            stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
            stdout=sink,
            stderr=subprocess.STDOUT,
            cwd=place.folder,
            env=environment(),
            start_new_session=True,
            pass_fds=[place.lock],
            user=place.user,
            group=place.group,
            extra_groups=place.groups,
        )
    try:
        with _leash(process, stop):
            if given is not None:
                _say(process, given)
            _wait(process, ready, log)
            yield process
    finally:
        _end(process, stop)


def environment() -> dict[str, str]:
    """Our environment without what would point a PostgreSQL program elsewhere."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}


@contextmanager
def _leash(process: subprocess.Popen[bytes], stop: signal.Signals) -> Iterator[None]:
    watcher = subprocess.Popen(  # noqa: S603  a constant script
        ["/bin/sh", "-c", LEASH, "leash", stop.name.removeprefix("SIG"), str(process.pid)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        _end(process, stop)
        _say(watcher, b"done\n")
        watcher.wait()


def _say(process: subprocess.Popen[bytes], words: bytes) -> None:
    if process.stdin is None:
        return
    try:
        process.stdin.write(words)
        process.stdin.close()
    except BrokenPipeError:
        return  # it has ended, which whoever waits for it sees


def _wait(process: subprocess.Popen[bytes], ready: Callable[[], bool], log: Path) -> None:
    until = time.monotonic() + START_S
    name = Path(str(process.args[0])).name if isinstance(process.args, list) else "server"
    while not ready():
        if process.poll() is not None:
            raise NotReady(f"{name} ended with status {process.returncode}: {_last(log)}", advice=f"See {log}.")
        if time.monotonic() > until:
            raise NotReady(f"{name} did not answer within {START_S} s.", advice=f"See {log}.")
        pause()


def _last(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    told = [line for line in lines if "FATAL" in line or "error" in line.lower()] or lines or ["it wrote nothing"]
    return told[-1].strip()[:300]


def _end(process: subprocess.Popen[bytes], stop: signal.Signals) -> None:
    if process.poll() is not None:
        return
    process.send_signal(stop)
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
