"""A Procfile: which processes there are, and what is run once before them."""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from worker.errors import Fault, FileError

RELEASE: Final = "release"
LINE: Final = re.compile(r"([A-Za-z0-9_-]+):\s*(\S.*)")


@dataclass(frozen=True)
class Procfile:
    """What a Procfile says.

    Attributes:
        release: the command that must succeed before the others start; None where there is none.
        processes: command by process name, in the file's order.
    """

    release: Sequence[str] | None
    processes: Mapping[str, Sequence[str]]


def read(path: Path) -> Procfile:
    """Read a file.

    Raises:
        FileError: it cannot be read, or a line is none.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as refused:
        raise FileError([Fault(str(path), None, "", f"It cannot be read: {refused}.", "Give a Procfile.")]) from None
    return parse(text, str(path))


def parse(text: str, file: str) -> Procfile:
    """Read lines of the form ``name: command``; empty lines and lines that start with ``#`` are passed over.

    A command is split as a shell would split it and then run without one: no variables, no pipes.

    Raises:
        FileError: names each line that is none.
    """
    commands: dict[str, list[str]] = {}
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, words, message = _read_line(line)
        if not message and name in commands:
            message = f"There are two processes called {name}."
        if message:
            faults.append(Fault(file, number, name, message, "Write for example relay: assistant-test relay."))
        else:
            commands[name] = words
    if not faults and not set(commands) - {RELEASE}:
        faults.append(Fault(file, None, "", "It names no process.", "Write for example relay: assistant-test relay."))
    if faults:
        raise FileError(faults)
    return Procfile(commands.pop(RELEASE, None), commands)


def _read_line(line: str) -> tuple[str, list[str], str]:
    """Name and words of a line, and what is wrong with it."""
    found = LINE.fullmatch(line.rstrip())
    if found is None:
        return "", [], "This is no line of the form name: command."
    name, command = found.groups()
    try:
        return name, shlex.split(command), ""
    except ValueError as wrong:
        return name, [], f"The command cannot be split into words: {wrong}."
