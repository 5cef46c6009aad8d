"""What PostgreSQL refuses in JSON and text is stored escaped and flagged (model.md, "Rules for all tables")."""

import json
import math
import re
from dataclasses import is_dataclass
from typing import Any, Final

from pydantic_core import to_json, to_jsonable_python

LIMIT_BYTES: Final = 2 * 1024 * 1024
_REFUSED = re.compile("[\x00\ud800-\udfff]")
_SUSPECT = re.compile(rb"\\u0000|NaN|Infinity")
"""In written JSON: whether a walk over the value is worth it. Some texts hold these words by themselves."""


def text(value: str) -> str:
    r"""The text with NUL and lone surrogates written as ``\uXXXX``."""
    return _REFUSED.sub(lambda found: f"\\u{ord(found.group()):04x}", value) if _REFUSED.search(value) else value


def storable(value: Any) -> tuple[Any, bool]:
    """The JSON value as PostgreSQL takes it, and whether anything had to be escaped.

    Numbers that JSON does not have (NaN, infinities) become their names as text.

    Raises:
        RecursionError: the value is nested too deep to be stored.
    """
    return (value, False) if _as_it_is(value) is not None else _escaped(value)


def written(value: Any) -> bytes:
    """The value as JSON text that PostgreSQL takes; dataclasses, ids and words of enums are written too.

    Raises:
        RecursionError: the value is nested too deep to be stored.
        ValueError: it is not JSON.
    """
    as_it_is = _as_it_is(value)
    if as_it_is is not None:
        return as_it_is
    return json.dumps(_escaped(value)[0], ensure_ascii=False, allow_nan=False, default=to_jsonable_python).encode()


def _as_it_is(value: Any) -> bytes | None:
    """The value's JSON; None where PostgreSQL may not take it, or the writer gives up on its depth."""
    try:
        made = to_json(value)
    except ValueError:
        return None
    return None if _SUSPECT.search(made) else made


def _escaped(value: Any) -> tuple[Any, bool]:
    if isinstance(value, str):
        escaped = text(value)
        return escaped, escaped is not value
    if isinstance(value, float) and not math.isfinite(value):
        return str(value), True
    if isinstance(value, dict):
        items = {text(str(key)): _escaped(item) for key, item in value.items()}
        changed = any(flag for _, flag in items.values()) or any(text(str(key)) != key for key in value)
        return {key: item for key, (item, _) in items.items()}, changed
    if isinstance(value, list | tuple):
        parts = [_escaped(item) for item in value]
        return [item for item, _ in parts], any(flag for _, flag in parts)
    if is_dataclass(value):
        return _escaped(to_jsonable_python(value))
    return value, False


def cut(value: Any) -> tuple[Any, bool]:
    """The storable value, or where its text is over 2 MiB an excerpt that says so, and whether it was cut."""
    made = written(value)
    if len(made) <= LIMIT_BYTES:
        return value, False
    if isinstance(value, list):
        return _head(value), True
    head = made[: LIMIT_BYTES // 8].decode(errors="ignore")
    return {"truncated": True, "bytes": len(made), "head": head}, True


def _head(value: list[Any]) -> list[Any]:
    kept: list[Any] = []
    room = LIMIT_BYTES
    for item in value:
        room -= len(written(item)) + 2
        if room < 0:
            break
        kept.append(item)
    return kept
