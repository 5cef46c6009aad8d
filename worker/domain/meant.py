"""The advice for a name that does not exist."""

from collections.abc import Iterable

from worker.domain.nearest import nearest

MOST_LISTED = 20


def meant(word: str, known: Iterable[str]) -> str:
    """The nearest name that does exist, as a question; where none is near, the first 20 of them."""
    names = sorted(set(known))
    near = nearest(word, names, limit=1)
    if near:
        return f"Did you mean {near[0]}?"
    return f"Known: {', '.join(names[:MOST_LISTED])}." if names else "There is none yet."
