"""Markdown for the pages of docs/reference."""

import textwrap
from collections.abc import Iterable, Iterator


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """A Markdown table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def prose(*parts: str) -> list[str]:
    """A paragraph, wrapped."""
    return textwrap.wrap(" ".join(parts), 120, break_long_words=False, break_on_hyphens=False)
