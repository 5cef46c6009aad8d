"""Text that somebody meant to replace before deployment, in the notations that people use for it.

Where a notation also has another meaning (a heading in brackets, an SSML tag, a format of numbers, a blank that the
agent fills while it speaks), the meaning is told from what stands around it: see each rule.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from worker.judging.structural import fill_words
from worker.judging.structural.active import Active

MAX_FOUND: Final = 500
"""Placeholders told of one string."""
LONGEST_VALUE: Final = 400
"""Characters of a string that is a value and no prose."""
WORDS_OF_A_VALUE: Final = 2
"""``Bearer x`` has two."""
LONGEST_BLANK: Final = 60


class Placeholder(NamedTuple):
    """One placeholder.

    Attributes:
        name: what stands within the notation.
        start, end: offsets of the whole, in characters; ``end`` is exclusive.
        notation: a word for people.
        sure: False where an agent may be meant to fill it in.
    """

    name: str
    start: int
    end: int
    notation: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class _Seen:
    """A string and what its place says of it."""

    text: str
    is_value: bool
    is_code: bool
    is_free: bool
    names_a_thing: bool


_THING: Final = re.compile(
    r"(?:[a-z0-9]Id|_id|[a-z0-9]Ids|_ids|[a-z0-9]ID|secret|token|url|uri|host|api_?key|access_?key|number|phone|password|email|endpoint|sid"
    r"|[a-z](?:Secret|Token|Url|URL|Uri|Host|Key|Number|Phone|Password|Email|Endpoint|Sid))\Z"
)
"""Keys whose value is an id, an address, a number or a secret: a word in capitals stands there to be replaced only."""
_NO_THING: Final = re.compile(r"node|edge|eval|client_?id_?type", re.IGNORECASE)
_WORD_LISTS: Final = frozenset({"enum", "required", "const", "examples", "example", "pattern"})
_FORMATS: Final = frozenset({"pattern", "format", "example", "examples", "description"})
_CODE: Final = frozenset({"code", "script", "javascript", "expression"})


def placeholders(active: Active) -> Iterator[Placeholder]:
    """The placeholders of one string, in the order of the rules; no two overlap. At most 500."""
    return islice(_placeholders(active), MAX_FOUND)


def _placeholders(active: Active) -> Iterator[Placeholder]:
    seen = _look(active)
    taken: list[tuple[int, int]] = []
    for gate, rule in _RULES:
        if gate and not any(each in active.text for each in gate):
            continue
        for found in rule(seen):
            if not any(found.start < end and start < found.end for start, end in taken):
                taken.append((found.start, found.end))
                yield found


def _look(active: Active) -> _Seen:
    text, key = active.text, active.key
    return _Seen(
        text,
        is_value=len(text) <= LONGEST_VALUE and len(text.split(None, WORDS_OF_A_VALUE)) <= WORDS_OF_A_VALUE,
        is_code=key in _CODE,
        is_free=key not in _WORD_LISTS,
        names_a_thing=bool(_THING.search(key)) and not _NO_THING.search(key) and key not in _FORMATS,
    )


def _matches(pattern: re.Pattern[str], seen: _Seen, notation: str) -> Iterator[Placeholder]:
    for match in pattern.finditer(seen.text):
        yield Placeholder(match.group(match.lastindex or 0), match.start(), match.end(), notation)


_INCLUDE: Final = re.compile(r"@\[([^\[\]\n]{1,300})\]")
_FILE: Final = re.compile(r"\A\s*file://([^\s]{1,300})\s*\Z")
INCLUDE: Final = "include"


def _includes(seen: _Seen) -> Iterator[Placeholder]:
    yield from _matches(_INCLUDE, seen, INCLUDE)
    yield from _matches(_FILE, seen, INCLUDE)


_DOLLAR: Final = re.compile(r"\$\{\s*([A-Za-z_][\w.]{0,80})[^{}\n]{0,80}\}")
_SHELL: Final = re.compile(
    r"(?<![\w$])(?:\$([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)|\$\(([A-Z][A-Z0-9_]+)\)|%([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)%)(?![\w%])"
)


def _environment(seen: _Seen) -> Iterator[Placeholder]:
    """``${X}`` of a shell or a template literal, ``$X_Y`` and ``%X_Y%`` in values; not the code of a tool."""
    if seen.is_code:
        return
    yield from _matches(_DOLLAR, seen, "variable of a build")
    if seen.is_value:
        yield from _matches(_SHELL, seen, "variable of a build")


_BUILD: Final = re.compile(
    r"%%\s*([A-Z][A-Z0-9_]{1,60})\s*%%|\[\[\s*([A-Z][A-Z0-9_ -]{1,60}?)\s*\]\]"
    r"|(?<!\w)__([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)__(?!\w)|@@([A-Z][A-Z0-9_]{1,60})@@|<%=?-?\s*([\w.]{1,80})\s*-?%>|#\{([A-Za-z_][\w.]{0,60})\}"
)


def _build_tokens(seen: _Seen) -> Iterator[Placeholder]:
    if not seen.is_code:
        yield from _matches(_BUILD, seen, "token of a build")


_UPPER_OUTPUT: Final = re.compile(r"\{\{\{?\s*([^\W\d_][\w-]{1,80})\s*\}?\}\}")
UPPER: Final = "variable of a build"


def upper_outputs(text: str) -> Iterator[Placeholder]:
    """``{{X}}`` in capitals: by everybody's habit a token of the build, not a variable of the call."""
    for match in _UPPER_OUTPUT.finditer(text):
        if match.group(1).isupper():
            yield Placeholder(match.group(1), match.start(), match.end(), UPPER)


_IN_BRACKETS: Final = re.compile(rf"\s*(?:{'|'.join(fill_words.IN_BRACKETS.values())})", re.IGNORECASE)
_IN_CAPITALS: Final = re.compile(rf"\s*{fill_words.IN_CAPITALS}", re.IGNORECASE)
_HERE: Final = re.compile(rf"[ _-](?:{'|'.join(fill_words.ENDINGS)})\s*\Z", re.IGNORECASE)
_SQUARE: Final = re.compile(r"(?<![@\[])\[([^\[\]\n]{2,300})\](?![\](])|【([^【】\n]{2,300})】")
_BLANK_NAMES: Final = re.compile(
    r"\s*(?:company|business|brand|organi[sz]ation|clinic|firm|restaurant)(?: |_)name\s*\Z", re.IGNORECASE
)


def _square(seen: _Seen) -> Iterator[Placeholder]:
    """``[YOUR ADDRESS]``; not ``[name]``, which the agent fills in, nor a heading, nor a link of Markdown."""
    for match in _SQUARE.finditer(seen.text):
        inner = match.group(1) or match.group(2)
        asked = _asks(inner)
        if asked or _IN_CAPITALS.match(inner) or _BLANK_NAMES.match(inner):
            yield Placeholder(inner.strip(), match.start(), match.end(), "blank in brackets", asked)


def _asks(inner: str) -> bool:
    if _IN_BRACKETS.match(inner) or (_HERE.search(inner) and len(inner) <= LONGEST_BLANK and inner.isupper()):
        return True
    head = inner.split("-", 1)[0].split(":", 1)[0]
    return bool(_IN_CAPITALS.match(inner)) and head.isupper()


_ANGLE: Final = re.compile(r"<([^<>\n/=@]{2,80})>")
_CLOSING: Final = re.compile(r"</([^<>\n]{1,80})")
_IDENTIFIER: Final = re.compile(r"[^\W\d_]\w*(?:[_-]\w+)*\Z")
_SPEECH: Final = frozenset(
    """break flush spell speak prosody emphasis phoneme voice audio silence say-as sub mark laugh laughter sigh pause
    volume speed emotion lang p number digits date""".split()  # noqa: SIM905 - a table of words
)
"""Tags of SSML and of the voices' own markup."""


def _angle(seen: _Seen) -> Iterator[Placeholder]:
    """``<X_Y>``, ``<your-key>``; not SSML, not a section's tag that is closed further down."""
    closed = frozenset(match.group(1) for match in _CLOSING.finditer(seen.text))
    for match in _ANGLE.finditer(seen.text):
        inner = match.group(1).strip()
        if inner.casefold() in _SPEECH or inner in closed or not _is_angle(inner, seen):
            continue
        yield Placeholder(inner, match.start(), match.end(), "blank in brackets")


def _is_angle(inner: str, seen: _Seen) -> bool:
    if _IN_BRACKETS.match(inner) or _asks(inner):
        return True
    if not _IDENTIFIER.match(inner):
        return seen.names_a_thing and seen.is_value
    if inner.isupper():
        return bool(re.search(r"[_-]", inner)) or (seen.is_value and seen.is_free)
    return seen.is_value and seen.is_free and (seen.names_a_thing or bool(re.search(r"[_-]", inner)))


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
    rf"(?<![\w./-])(?:(?:{'|'.join(fill_words.SURE_OWNERS)})[_-][a-z0-9]+(?:[_-][a-z0-9]+)*|(?:[a-z0-9]+[_-])+(?:here|goes[_-]here))(?![\w/])",
    re.IGNORECASE,
)
_TODO: Final = re.compile(
    r"(?:^|[\n\[(<#/*-])[ \t]*((?:TODO|FIXME|TBD)\b(?:[ \t]*[:\])>][^\n\])>]{0,80})?)(?=[ \t]*(?:$|[\n:\])>]))"
)


def _tokens(seen: _Seen) -> Iterator[Placeholder]:
    """``YOUR_KEY``, ``REPLACE_WITH_ID``, ``API_KEY_HERE``, ``your_secret``."""
    if not seen.is_free:
        return
    for match in _TOKEN.finditer(seen.text):
        token = match.group()
        if _JOINED.search(token) or (token in _ALONE and token == seen.text.strip()):
            yield Placeholder(token, match.start(), match.end(), "token to be replaced")
    yield from _matches(_LOWER_TOKEN, seen, "token to be replaced")
    if seen.is_value:
        yield from _matches(_LOWER_VALUE, seen, "token to be replaced")
    for match in _TODO.finditer(seen.text):
        yield Placeholder(match.group(1).strip(), match.start(1), match.end(1), "note to its author")


_HOST: Final = re.compile(r"(?:https?|wss?|sips?)://([^\s/?#\"'<>()\[\]]{1,253})", re.IGNORECASE)
_OWN: Final = "|".join(fill_words.OWNERS)
_NOBODYS: Final = re.compile(
    rf"(?:^|[.@])((?:your|my)[-_]?(?:{'|'.join(fill_words.HOSTS)})[\w-]*|(?:{_OWN})[-_][\w-]+|xxx+[\w-]*|replace[-_]?(?:me|with|this)?[\w-]*|changeme)(?=[.:]|$)",
    re.IGNORECASE,
)
_LOUD: Final = re.compile(r"(?:^|[.@])([A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+|[A-Z]{4,})(?=[.:]|$)")


def _hosts(seen: _Seen) -> Iterator[Placeholder]:
    """Hosts that nobody owns: ``https://yourdomain.com``, ``https://API-HOST/x``; not example.com, for examples."""
    for match in _HOST.finditer(seen.text):
        host = _NOBODYS.search(match.group(1)) or _LOUD.search(match.group(1))
        if host is not None and "{" not in match.group(1):
            start = match.start(1) + host.start(1)
            yield Placeholder(host.group(1), start, match.start(1) + host.end(1), "host to be replaced")


_SEGMENT: Final = re.compile(r"[/=]((?=[A-Z0-9_-]*[_-])[A-Z]{2,}(?:[_-][A-Z]+)+(?:_?\d)?)(?=[/?&#.]|$)")
_LOUD_VALUE: Final = re.compile(r"\s*(?:Bearer |Basic |Token )?([^\W\d_]+(?:[_-][^\W_]+)+)\s*\Z")
_DUMMY: Final = re.compile(r"\s*(\+?[\dXx][\dXx\s().-]{3,24})\s*\Z")
_CROSSES: Final = re.compile(r"x{4,}|X{4,}|(?:x-){3,}|\*{4,}")
_SINGLE: Final = re.compile(r"(?<![{$#])\{([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\}(?!\})")


def _values(seen: _Seen) -> Iterator[Placeholder]:
    """What no id, address, number or secret looks like: words in capitals, crosses for digits, an id of zeros."""
    text = seen.text
    if not (seen.names_a_thing and seen.is_value and seen.is_free):
        return
    yield from _matches(_SINGLE, seen, "variable of a build")
    if "://" in text:
        yield from _matches(_SEGMENT, seen, "token to be replaced")
        return
    loud = _LOUD_VALUE.match(text)
    if loud and loud.group(1).isupper() and not any(map(str.isdigit, text.split("_")[0])):
        yield Placeholder(loud.group(1), loud.start(1), loud.end(1), "token to be replaced")
    number = _DUMMY.match(text)
    if number and sum(each in "xX" for each in number.group(1)) >= 3:  # noqa: PLR2004 - one or two may be an extension
        yield Placeholder(number.group(1).strip(), number.start(1), number.end(1), "digits to be filled in")
    elif crosses := _CROSSES.search(text):
        yield Placeholder(text.strip()[:80], crosses.start(), crosses.end(), "characters to be filled in")


def _stock(seen: _Seen) -> Iterator[Placeholder]:
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


_Rule = Callable[[_Seen], Iterator[Placeholder]]
_RULES: Final[tuple[tuple[tuple[str, ...], _Rule], ...]] = (
    (("@[", "file://"), _includes),
    (("${", "$", "%"), _environment),
    (("%%", "[[", "__", "@@", "<%", "#{"), _build_tokens),
    (("[", "【"), _square),
    (("<",), _angle),
    ((), _tokens),
    (("://",), _hosts),
    ((), _values),
    ((), _stock),
)
"""What a string must hold for a rule to look at it, and the rule."""
