"""A file's bytes become JSON, or one clear reason why not. Bounded before it is parsed."""

import json
import re
from typing import Final

from worker.domain.configuration import Json
from worker.domain.json_words import json_fault

MAX_BYTES: Final = 2 * 1024 * 1024
"""A configuration is at most 2 MiB (model.md, "Rules for all tables")."""
MAX_DEPTH: Final = 200
"""Deeper nesting than this is no assistant's; json's own limit is a RecursionError at about 1,000."""

_QUOTE: Final = re.compile(r'[\\"]')
_BRACKET: Final = re.compile(r'["\[\]{}]')


class NotJson(ValueError):
    """The text is no JSON that we take, nor anything else where that is allowed.

    Attributes:
        reason: one sentence for people.
        line: 1-based; None where the fault has no place.
        column: 1-based, in characters.
        advice: what to do about it.
    """

    def __init__(
        self, reason: str, line: int | None = None, column: int | None = None, *, advice: str = "Correct it there."
    ) -> None:
        place = f"line {line}, column {column}: " if line is not None else ""
        super().__init__(place + reason)
        self.reason = reason
        self.line = line
        self.column = column
        self.advice = advice


def load(text: str | bytes) -> Json:
    """Parse JSON. A UTF-8 byte order mark is taken; NUL and lone surrogates within strings are kept as they are.

    Raises:
        NotJson: not UTF-8, over 2 MiB, nested deeper than 200, NaN or Infinity, or no JSON; with line and column.
    """
    source = _decode(text)
    check_depth(source)
    try:
        return json.loads(source, parse_constant=refuse_constant)
    except json.JSONDecodeError as fault:
        raise NotJson(f"This is not JSON: {json_fault(fault.msg)}.", fault.lineno, fault.colno) from None
    except NotJson:
        raise
    except ValueError:  # an integer of more digits than Python converts
        raise NotJson("This JSON cannot be read: it holds a number of too many digits.") from None


def _decode(text: str | bytes) -> str:
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise NotJson(f"The file has {size} bytes; a configuration has at most {MAX_BYTES} (2 MiB).")
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = text[: fault.start].decode("utf-8", "replace")
        line, column = _place(before, len(before))
        raise NotJson(f"This is not UTF-8: byte 0x{text[fault.start]:02x}.", line, column) from None


def _place(source: str, index: int) -> tuple[int, int]:
    return source.count("\n", 0, index) + 1, index - source.rfind("\n", 0, index)


def refuse_constant(constant: str) -> Json:
    """Refuse NaN and Infinity, which Python's parser takes.

    Raises:
        NotJson: always.
    """
    raise NotJson(f"This is not JSON: {constant} is no JSON number.")


def check_depth(source: str) -> None:
    """Look at the brackets alone, before a parser recurses.

    Raises:
        NotJson: nested deeper than 200, with the place.
    """
    depth = position = 0
    while match := _BRACKET.search(source, position):
        position = match.end()
        if match.group() == '"':
            position = _end_of_string(source, position)
        elif match.group() in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                line, column = _place(source, match.start())
                raise NotJson(f"This is nested deeper than {MAX_DEPTH} levels; no assistant is.", line, column)
        else:
            depth -= 1


def _end_of_string(source: str, position: int) -> int:
    while match := _QUOTE.search(source, position):
        if match.group() == '"':
            return match.end()
        position = match.end() + 1
    return len(source)


def too_deep(value: Json) -> bool:
    """Whether a value that is parsed already (from the database) is nested deeper than 200; without recursion."""
    level: list[Json] = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True
