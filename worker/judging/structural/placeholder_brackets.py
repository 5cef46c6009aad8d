"""Placeholders in brackets: ``[YOUR ADDRESS]``, ``<API_KEY>``.

Both notations have other meanings: headings, stage directions, links of Markdown, SSML, blanks that the agent fills.
"""

import re
from collections.abc import Iterator
from typing import Final

from worker.judging.structural import fill_words
from worker.judging.structural.placeholder_seen import LONGEST_BLANK, Placeholder, Seen

_IN_BRACKETS: Final = re.compile(rf"\s*(?:{'|'.join(fill_words.IN_BRACKETS.values())})", re.IGNORECASE)
_IN_CAPITALS: Final = re.compile(rf"\s*{fill_words.IN_CAPITALS}", re.IGNORECASE)
_HERE: Final = re.compile(rf"[ _-](?:{'|'.join(fill_words.ENDINGS)})\s*\Z", re.IGNORECASE)
_SQUARE: Final = re.compile(r"(?<![@\[])\[([^\[\]\n]{2,300})\](?![\](])|【([^【】\n]{2,300})】")
_BLANK_NAMES: Final = re.compile(
    r"\s*(?:(?:company|business|brand|organi[sz]ation|clinic|firm|restaurant)(?: |_)name|firmenname|unternehmensname"
    r"|bedrijfsnaam|nom de (?:l['’]entreprise|la soci[ée]t[ée]))\s*\Z",
    re.IGNORECASE,
)
_OWNED: Final = re.compile(rf"\s*(?:il |la )?(?:{'|'.join(fill_words.OWNERS)})\s+(?P<what>\w+)", re.IGNORECASE)
_OWNED_WHAT: Final = re.compile(rf"(?:{fill_words.OWNED})\Z", re.IGNORECASE)
_LINE_BEFORE: Final = re.compile(r"(?:\A|\n)[ \t]*(?:#{1,6}[ \t]*)?(?:\*\*)?\Z")
_LINE_AFTER: Final = re.compile(r"(?:\*\*)?:?[ \t]*\n\s*\S")


def in_square(seen: Seen) -> Iterator[Placeholder]:
    """``[YOUR ADDRESS]``; not ``[name]``, which the agent fills in, nor a heading, nor a link of Markdown."""
    for match in _SQUARE.finditer(seen.text):
        inner = match.group(1) or match.group(2)
        asked = _asks(inner)
        owned = not asked and _is_owned(inner)
        if asked or owned or _IN_CAPITALS.match(inner) or _BLANK_NAMES.match(inner) or _OWNED.match(inner):
            sure = asked or (owned and not _heads_a_section(seen.text, match))
            yield Placeholder(inner.strip(), match.start(), match.end(), "blank in brackets", sure)


def _is_owned(inner: str) -> bool:
    """``[YOUR ANYTHING]`` and ``[Your Company]``, but not ``[your choice]`` or ``[su nombre]`` (the caller's)."""
    owned = _OWNED.match(inner)
    if owned is None or inner.isupper():
        return owned is not None
    told = not inner.islower() or inner.lstrip().startswith("your")
    return told and _OWNED_WHAT.match(owned.group("what")) is not None


def _heads_a_section(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - LONGEST_BLANK) : match.start()]
    return bool(_LINE_BEFORE.search(before)) and bool(_LINE_AFTER.match(text, match.end()))


def _asks(inner: str) -> bool:
    if _IN_BRACKETS.match(inner) or (_HERE.search(inner) and len(inner) <= LONGEST_BLANK and inner.isupper()):
        return True
    if _BLANK_NAMES.match(inner):
        return inner.isupper()
    head = inner.split("-", 1)[0].split(":", 1)[0]
    return bool(_IN_CAPITALS.match(inner)) and head.isupper()


_ANGLE: Final = re.compile(r"<([^<>\n/=@]{2,80})>")
_CLOSING: Final = re.compile(r"</([^<>\n]{1,80})")
_JOINED: Final = re.compile(r"[_-]")
_IDENTIFIER: Final = re.compile(r"[^\W\d_]\w*(?:[_-]\w+)*\Z")
_SPEECH: Final = frozenset(
    """break flush spell speak prosody emphasis phoneme voice audio silence say-as sub mark laugh laughter sigh pause
    volume speed emotion lang p number digits date""".split()  # noqa: SIM905 - a table of words
)
"""Tags of SSML and of the voices' own markup."""


def in_angles(seen: Seen) -> Iterator[Placeholder]:
    """``<X_Y>``, ``<your-key>``; not SSML, not a section's tag that is closed further down."""
    closed = frozenset(match.group(1) for match in _CLOSING.finditer(seen.text))
    for match in _ANGLE.finditer(seen.text):
        inner = match.group(1).strip()
        if inner.casefold() in _SPEECH or inner in closed or not _is_angle(inner, seen):
            continue
        yield Placeholder(inner, match.start(), match.end(), "blank in brackets")


def _is_angle(inner: str, seen: Seen) -> bool:
    if _asks(inner) or _is_owned(inner.replace("_", " ").replace("-", " ")):
        return True
    if not _IDENTIFIER.match(inner):
        return seen.names_a_thing and seen.is_value
    if inner.isupper():
        return bool(_JOINED.search(inner)) or seen.names_a_thing or seen.text.strip() == f"<{inner}>"
    return seen.is_value and seen.is_free and seen.names_a_thing
