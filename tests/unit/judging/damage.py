"""Damaged files, and a process of its own that checks them: ``python -m tests.unit.judging.damage SEED COUNT FILE…``.

Each variant gets 2 s of processor time and the process 1 GiB of memory; what takes more, raises, or makes a check fail
by its own fault is printed, one line each. The exit is 1 then.
"""

import contextlib
import json
import random
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from worker.cli.configurations import configuration_in, loaded
from worker.errors import FileError
from worker.judging import linting

SECONDS = 2.0
MEMORY_BYTES = 1024**3
DEEP = 10_000
LARGE_BYTES = 20_000_000
WRONG: tuple[Any, ...] = (
    None, True, 0, -1.5, 10**400, "", "{{ x", "{% if", "\x00\ud800", "{{a}}" * 2_000, [], [None], [[]], ["{%"], {}, {"": None},
    {"type": []}, {"name": {}}, {"$ref": "#"}, [{}] * 300, "http://[", "+", "@[", "(" * 3_000,
)  # fmt: skip
TOKENS = (
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\\",
    b"\n",
    b"\t- ",
    b"{{",
    b"{%",
    b"}}",
    b"\x00",
    b"\xff",
    b"---\n",
    b"```\n",
    b"&a *a ",
    b"<<: ",
    b"\\ud800",
)


def cut(data: bytes, by: random.Random) -> bytes:
    """The end, the beginning or the middle is missing."""
    start, end = sorted(by.randrange(len(data) + 1) for _ in range(2))
    return by.choice((data[:end], data[start:], data[:start] + data[end:]))


def flipped(data: bytes, by: random.Random) -> bytes:
    """Some bytes are others."""
    changed = bytearray(data or b"x")
    for _ in range(by.choice((1, 3, 30))):
        changed[by.randrange(len(changed))] = by.randrange(256)
    return bytes(changed)


def inserted(data: bytes, by: random.Random) -> bytes:
    """A piece of syntax stands where none belongs, once or many times."""
    place = by.randrange(len(data) + 1)
    return data[:place] + by.choice(TOKENS) * by.choice((1, 2, 5_000)) + data[place:]


def nested(data: bytes, by: random.Random) -> bytes:
    """Somewhere it is nested 10,000 deep, closed or not."""
    place = by.randrange(len(data) + 1)
    opening, closing = by.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"- ", b""), (b"{{", b"}}"), (b"{% if a %}", b"")))
    return data[:place] + opening * DEEP + b"1" + closing * DEEP + data[place:]


def wrong_types(data: bytes, by: random.Random) -> bytes:
    """A few places hold another type; of a file that is no JSON a line is doubled instead."""
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except ValueError:
        lines = data.splitlines(keepends=True) or [b""]
        return b"".join(lines + [by.choice(lines)] * by.choice((1, 1_000)))
    for _ in range(by.choice((1, 2, 8))):
        path = by.choice(list(_places(value)))
        value = _with(value, path, by.choice(WRONG))
    return json.dumps(value).encode()


def large(data: bytes, by: random.Random) -> bytes:
    """20 MB, or just under the limit of 2 MiB: repeated, padded, or with one long text."""
    size = by.choice((LARGE_BYTES, 2_000_000))
    half = len(data) // 2
    filler = by.choice((b" ", b"a", b"{{ a }} ", b"{{", b"```\n", b"a: b\n", b"[]", b"x_y() ", b"<", b"\xc3\xa9"))
    return by.choice((data * (size // max(1, len(data))), data[:half] + filler * (size // len(filler)) + data[half:]))


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (cut, flipped, inserted, nested, wrong_types, large)


def variants(files: list[Path], seed: int, count: int) -> Iterator[tuple[str, str, bytes]]:
    """Name, kind of damage and content; each kind in turn, the same for the same seed. Large ones are one in twelve."""
    by = random.Random(seed)  # noqa: S311 - to be the same again, not to be secret
    for number in range(count):
        damage = DAMAGES[number % len(DAMAGES)]
        if damage is large and (number // len(DAMAGES)) % 2:
            damage = by.choice(DAMAGES[:-1])
        file = files[by.randrange(len(files))]
        yield file.name, damage.__name__, damage(file.read_bytes(), by)


def check(path: Path) -> str | None:
    """Check a file as ``lint`` does; why it is not right that it went as it did, or None."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        file = loaded(str(path))
        linted = linting.lint(configuration_in(str(path), file), linting.checks_for(compiled=True))
        for finding in linted.findings:
            file.lines.line_of(finding.pointer)
    except FileError as unreadable:
        return None if all(fault.message and fault.advice for fault in unreadable.faults) else "no message or advice"
    except BaseException as fault:
        return f"{type(fault).__name__}: {str(fault)[:200]}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    failed = [finding.message for finding in linted.findings if finding.message.startswith("The check failed")]
    return failed[0] if failed else None


def _out_of_time(*_: object) -> None:
    raise TimeoutError(f"more than {SECONDS} s of processor time")


def main(seed: int, count: int, files: list[Path]) -> int:
    """Check all variants and print what went wrong."""
    signal.signal(signal.SIGPROF, _out_of_time)
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    wrong = 0
    with TemporaryDirectory() as folder:
        for number, (name, damage, data) in enumerate(variants(files, seed, count)):
            path = Path(folder) / name
            path.write_bytes(data)
            why = check(path)
            if why:
                wrong += 1
                print(f"{number} {name} {damage}: {why}")  # noqa: T201 - a program
            path.unlink()
    print(f"{count} variants, {wrong} wrong")  # noqa: T201
    return 1 if wrong else 0


def _places(value: Any) -> Iterator[tuple[Any, ...]]:
    waiting: list[tuple[Any, tuple[Any, ...]]] = [(value, ())]
    while waiting:
        held, path = waiting.pop()
        yield path
        pairs = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
        waiting += [(inner, (*path, key)) for key, inner in pairs]


def _with(value: Any, path: tuple[Any, ...], wrong: Any) -> Any:
    if not path:
        return wrong
    holder = value
    for key in path[:-1]:
        holder = holder[key]
    with contextlib.suppress(LookupError, TypeError):
        holder[path[-1]] = json.loads(json.dumps(wrong))
    return value


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), [Path(name) for name in sys.argv[3:]]))
