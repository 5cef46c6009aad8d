"""Text that somebody meant to replace before deployment, in the notations that people use for it.

Where a notation also has another meaning (a heading in brackets, an SSML tag, a format of numbers, a blank that the
agent fills while it speaks), the meaning is told from what stands around it: see each rule.
"""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from worker.judging.structural import fill_words
from worker.judging.structural.active import Active
from worker.judging.structural.placeholder_brackets import in_angles, in_square
from worker.judging.structural.placeholder_seen import LONGEST_VALUE, REPLACED, Placeholder, Seen, look, matches
from worker.judging.structural.placeholder_values import hosts, notes, values

MAX_FOUND: Final = 500
"""Placeholders told of one string."""


def placeholders(active: Active) -> Iterator[Placeholder]:
    """The placeholders of one string, in the order of the rules; no two overlap. At most 500."""
    return islice(_placeholders(active), MAX_FOUND)


def _placeholders(active: Active) -> Iterator[Placeholder]:
    seen = look(active)
    taken: list[tuple[int, int]] = []
    for gate, rule in _RULES:
        if gate and not any(each in active.text for each in gate):
            continue
        for found in rule(seen):
            if not any(found.start < end and start < found.end for start, end in taken):
                taken.append((found.start, found.end))
                yield found


_INCLUDE: Final = re.compile(r"@\[([^\[\]\n]{1,300})\]")
_FILE: Final = re.compile(
    r"\A\s*\{?(?:file://([^\s{}]{1,300})|(?:file:|@)([\w./-]{1,300}\.(?:md|mdx|txt|markdown|prompt)))\}?\s*\Z"
)
INCLUDE: Final = "include"


def _includes(seen: Seen) -> Iterator[Placeholder]:
    yield from matches(_INCLUDE, seen, INCLUDE)
    yield from matches(_FILE, seen, INCLUDE)


_DOLLAR: Final = re.compile(r"\$\{\s*([A-Za-z_][\w.]{0,80})[^{}\n]{0,80}\}")
_SHELL: Final = re.compile(
    r"(?<![\w$])(?:\$([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)|\$\(([A-Z][A-Z0-9_]+)\)|%([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)%)(?![\w%])"
)


def _environment(seen: Seen) -> Iterator[Placeholder]:
    """``${X}`` of a shell or a template literal, ``$X_Y`` and ``%X_Y%`` in values; not the code of a tool."""
    if seen.is_code:
        return
    yield from matches(_DOLLAR, seen, "variable of a build")
    if seen.is_value:
        yield from matches(_SHELL, seen, "variable of a build")


_BUILD: Final = re.compile(
    r"%%\s*([A-Z][A-Z0-9_]{1,60})\s*%%|\[\[\s*([A-Z][A-Z0-9_ -]{1,60}?)\s*\]\]"
    r"|(?<!\w)__([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)__(?!\w)|@@([A-Z][A-Z0-9_]{1,60})@@|<<[ ]?([A-Z][A-Z0-9_ ]{1,60}?)[ ]?>>"
    r"|<%=?-?\s*([\w.]{1,80})\s*-?%>|#\{([A-Za-z_][\w.]{0,60})\}"
)


def _build_tokens(seen: Seen) -> Iterator[Placeholder]:
    if not seen.is_code:
        yield from matches(_BUILD, seen, "token of a build")


_UPPER_OUTPUT: Final = re.compile(r"\{\{\{?\s*([^\W\d_][\w-]{1,80})\s*\}?\}\}")
UPPER: Final = "variable of a build"


def upper_outputs(text: str) -> Iterator[Placeholder]:
    """``{{X}}`` in capitals: by everybody's habit a token of the build, not a variable of the call."""
    for match in _UPPER_OUTPUT.finditer(text):
        if match.group(1).isupper():
            yield Placeholder(match.group(1), match.start(), match.end(), UPPER)


_ENDING: Final = "|".join(fill_words.ENDINGS).upper()
_STARTS: Final = "|".join((*fill_words.SURE_OWNERS, *fill_words.ORDERS)).upper()
_TOKEN: Final = re.compile(
    rf"(?<![A-Za-z_-])(?:(?:{_STARTS})(?:[_-][A-Z0-9]{{1,40}}){{0,12}}"
    rf"|(?:[A-Z][A-Z0-9]{{0,40}}_){{1,12}}(?:{_ENDING}))(?![A-Za-z0-9_])"
)
_JOINED: Final = re.compile(r"[_-]")
_ALONE: Final = frozenset({"CHANGEME", "FIXME", "PLACEHOLDER", "TODO", "FILLME"})
_LOWER_TOKEN: Final = re.compile(
    r"(?<![\w.@-])(?:your_[a-z0-9]+(?:_[a-z0-9]+)*|change[_-]?me|replace[_-]me|fill[_-]me|replace[_-](?:with|this|by)[_-][a-z0-9_-]+)(?![\w])"
)
_LOWER_VALUE: Final = re.compile(
    rf"(?<![\w./-])(?:(?:{'|'.join(fill_words.SURE_OWNERS)})[_-][a-z0-9]+(?:[_-][a-z0-9]+)*)(?![\w/])", re.IGNORECASE
)
_TODO: Final = re.compile(
    r"(?:^|[\n\[(<#/*-])[ \t]*((?:TODO|FIXME|TBD)\b(?:[ \t]*[:\])>][^\n\])>]{0,80})?)(?=[ \t]*(?:$|[\n:\])>]))"
    r"|:[ \t]?(TB[DAC])[ \t.]{0,3}(?=\n|$)"
)


def _tokens(seen: Seen) -> Iterator[Placeholder]:
    """``YOUR_KEY``, ``REPLACE_WITH_ID``, ``API_KEY_HERE``, ``your_secret``."""
    if not seen.is_free:
        return
    for match in _TOKEN.finditer(seen.text):
        token = match.group()
        if _JOINED.search(token) or (token in _ALONE and token == seen.text.strip()):
            yield Placeholder(token, match.start(), match.end(), REPLACED)
    yield from matches(_LOWER_TOKEN, seen, REPLACED)
    if seen.is_value:
        yield from matches(_LOWER_VALUE, seen, REPLACED)
    for match in _TODO.finditer(seen.text):
        index = match.lastindex or 0
        yield Placeholder(match.group(index).strip(), match.start(index), match.end(index), "note to its author")


def _stock(seen: Seen) -> Iterator[Placeholder]:
    """Texts that the vendors' editors begin with, and the printers' Latin."""
    plain = " ".join(seen.text.split()).casefold() if len(seen.text) <= LONGEST_VALUE else ""
    if seen.is_free and plain in fill_words.STOCK:
        start = len(seen.text) - len(seen.text.lstrip())
        yield Placeholder(seen.text.strip(), start, start + len(seen.text.strip()), "text of the vendor's editor")
    for match in re.finditer(r"lorem ipsum", seen.text, re.IGNORECASE):
        yield Placeholder(match.group(), match.start(), match.end(), "filler text")


_BLANK: Final = re.compile(r"(?<![{$#%\w\\])\{([^\W\d_]\w{0,40}(?:[ .-]\w{1,40}){0,4})\}(?!\})")


def blanks(text: str) -> Iterator[Placeholder]:
    """``{name}``: an agent may be meant to fill it in, or a program that never did."""
    for match in _BLANK.finditer(text):
        yield Placeholder(match.group(1), match.start(), match.end(), "blank in braces", sure=False)


_Rule = Callable[[Seen], Iterator[Placeholder]]
_RULES: Final[tuple[tuple[tuple[str, ...], _Rule], ...]] = (
    (("@", "file:"), _includes),
    (("${", "$", "%"), _environment),
    (("%%", "[[", "__", "@@", "<%", "<<", "#{"), _build_tokens),
    (("[", "【"), in_square),
    (("<",), in_angles),
    ((), _tokens),
    ((), notes),
    (("://",), hosts),
    ((), values),
    ((), _stock),
)
"""What a string must hold for a rule to look at it, and the rule."""
