"""Which names cover a dotted path."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any


def covered(path: str, names: Collection[str]) -> bool:
    """Whether ``names`` holds the path, one of its parents, or a parent with ``.*``.

    A path in brackets, such as ``x['a b']``, is covered by its head.
    """
    held = frozenset(names)
    return any(parent in held or f"{parent}.*" in held for parent in parents(path))


def parents(path: str) -> Iterator[str]:
    """The path and what it is a part of, the longest first."""
    yield path
    for index in range(len(path) - 1, 0, -1):
        if path[index] in ".[":
            yield path[:index]


def flat(variables: Mapping[str, Any]) -> frozenset[str]:
    """The top names of case facts. A null says that the variable is not given."""
    return frozenset(str(name) for name, value in variables.items() if value is not None)
