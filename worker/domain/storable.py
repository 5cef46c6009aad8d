"""What PostgreSQL refuses in JSON and text is stored escaped and flagged (model.md, "Rules for all tables")."""

import json
import math
import re
from typing import Any, Final

LIMIT_BYTES: Final = 2 * 1024 * 1024
_REFUSED = re.compile("[\x00\ud800-\udfff]")
_SUSPECT = re.compile(r"\\u0000|[\ud800-\udfff]")
"""In written JSON: whether a walk over the value is worth it."""


def text(value: str) -> str:
    r"""The text with NUL and lone surrogates written as ``\uXXXX``."""
    return _REFUSED.sub(lambda found: f"\\u{ord(found.group()):04x}", value) if _REFUSED.search(value) else value


def storable(value: Any) -> tuple[Any, bool]:
    """The JSON value as PostgreSQL takes it, and whether anything had to be escaped.

    Numbers that JSON does not have (NaN, infinities) become their names as text.

    Raises:
        RecursionError: the value is nested too deep to be stored.
    """
    return (value, False) if _as_it_is(value) else _escaped(value)


def _as_it_is(value: Any) -> bool:
    try:
        return not _SUSPECT.search(json.dumps(value, ensure_ascii=False, allow_nan=False))
    except (TypeError, ValueError):
        return False


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
    return value, False


def cut(value: Any) -> tuple[Any, bool]:
    """The value, or where its text is over 2 MiB an excerpt that says so, and whether it was cut."""
    written = json.dumps(value, ensure_ascii=False)
    size = len(written.encode())
    if size <= LIMIT_BYTES:
        return value, False
    if isinstance(value, list):
        return _head(value), True
    return {"truncated": True, "bytes": size, "head": written[: LIMIT_BYTES // 8]}, True


def _head(value: list[Any]) -> list[Any]:
    kept: list[Any] = []
    room = LIMIT_BYTES
    for item in value:
        room -= len(json.dumps(item, ensure_ascii=False).encode()) + 2
        if room < 0:
            break
        kept.append(item)
    return kept
