"""Where a text holds Liquid markup: outputs ``{{ … }}`` and tags ``{% … %}``, found in one pass.

The Liquid library's own lexer takes time that grows with the cube of the length on braces that are never closed (20,000
opening braces: two minutes). So the marks are found here, in time linear in the text, and only what is closed
and short is handed to the library.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MAX_MARKS: Final = 5_000
"""Marks looked at in one text; a text with more is said to have more."""
EXCERPT: Final = 120
"""Characters of an excerpt."""

_OPENING: Final = re.compile(r"\{\{|\{%")
_TAG_NAME: Final = re.compile(r"-?\s*(#|\w+)")
_VERBATIM: Final = {
    name: re.compile(r"\{%-?\s*end" + name + r"\s*-?%\}", re.ASCII) for name in ("raw", "comment", "doc")
}
_CLOSINGS: Final = {"{{": "}}", "{%": "%}"}


@dataclass(frozen=True, slots=True)
class Mark:
    """One output or tag.

    Attributes:
        tag: the tag's name; empty for an output and for a tag without a name.
        inner: what stands between the braces, without whitespace control.
        start, end: offsets into the text, in characters; ``end`` is exclusive.
        closed: False where the closing braces are missing.
    """

    is_output: bool
    tag: str
    inner: str
    start: int
    end: int
    closed: bool = True

    def excerpt(self, text: str) -> str:
        """The mark as it stands, at most 120 characters of it."""
        found = text[self.start : self.end]
        return found if len(found) <= EXCERPT else found[: EXCERPT - 1] + "…"


@dataclass(slots=True)
class _Ends:
    """The next closing of each sort; each part of the text is searched once."""

    text: str
    found: dict[str, int]

    def next(self, closing: str, start: int) -> int:
        """The first ``closing`` at or behind ``start``; -1 where there is none."""
        known = self.found.get(closing, 0)
        if (known != -1 and known < start) or closing not in self.found:
            known = self.found[closing] = self.text.find(closing, start)
        return known


def marks(text: str) -> Iterator[Mark]:
    """The marks of ``text`` in order, at most ``MAX_MARKS``; what ``raw``, ``comment`` and ``doc`` enclose is none."""
    ends = _Ends(text, {})
    never_ended: set[str] = set()
    position = count = 0
    while count < MAX_MARKS and (opening := _OPENING.search(text, position)):
        mark = _mark(text, opening, ends)
        yield mark
        count += 1
        position = mark.end if mark.closed else opening.end()
        if mark.closed and mark.tag in _VERBATIM and mark.tag not in never_ended:
            if end := _VERBATIM[mark.tag].search(text, position):
                closing = "end" + mark.tag
                yield Mark(is_output=False, tag=closing, inner=closing, start=end.start(), end=end.end())
                position = end.end()
            else:
                never_ended.add(mark.tag)


def _mark(text: str, opening: re.Match[str], ends: _Ends) -> Mark:
    braces, start = opening.group(), opening.start()
    end = ends.next(_CLOSINGS[braces], opening.end())
    following = _OPENING.search(text, opening.end(), end) if end != -1 else None
    is_output = braces == "{{"
    if end == -1 or following:
        line_end = text.find("\n", start, start + EXCERPT)
        shown = min(line_end if line_end != -1 else start + EXCERPT, following.start() if following else len(text))
        return Mark(is_output, "", "", start, max(shown, opening.end()), closed=False)
    inner = text[opening.end() : end]
    name = None if is_output else _TAG_NAME.match(inner)
    return Mark(is_output, name.group(1) if name else "", _trimmed(inner), start, end + 2)


def _trimmed(inner: str) -> str:
    return inner.removeprefix("-").removesuffix("-").strip()
