"""The existing words that somebody may have meant by one that does not exist."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """At most ``limit`` of ``known`` that resemble ``word``, the closest first; case makes no difference.

    Empty where nothing resembles it.
    """
    by_folded: dict[str, str] = {}
    for candidate in sorted(set(known)):
        by_folded.setdefault(candidate.casefold(), candidate)
    return tuple(by_folded[match] for match in get_close_matches(word.casefold(), by_folded, n=limit))
