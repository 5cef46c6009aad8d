"""Placeholders that are known by what their field is for: hosts, ids, numbers, secrets."""

import re
from collections.abc import Iterator
from typing import Final

from worker.judging.structural import fill_words
from worker.judging.structural.placeholder_seen import LONGEST_VALUE, REPLACED, Placeholder, Seen, matches

_LOWER_HERE: Final = re.compile(r"(?:[a-z0-9]{1,40}[_-]){1,8}(?:here|goes[_-]here)\Z")
_HOST: Final = re.compile(r"(?:https?|wss?|sips?)://([^\s/?#\"'<>()\[\]]{1,253})", re.IGNORECASE)
_OWN: Final = "|".join(fill_words.OWNERS)
_NOBODYS: Final = re.compile(
    rf"(?:^|[.@])(your[-_][\w-]+|your(?:{'|'.join(fill_words.HOSTS)}){{1,2}}(?![a-z])[\w-]*"
    r"|my[-_]?(?:domain|server|company|backend|website|webhook|host)(?![a-z])[\w-]*"
    rf"|(?:{_OWN})[-_](?:{'|'.join(fill_words.FOREIGN_HOSTS)})(?![a-z])[\w-]*"
    r"|x{4,}[\w-]*|replace[-_][\w-]+|replaceme|changeme)(?=[.:]|$)",
    re.IGNORECASE,
)
_LOUD: Final = re.compile(r"(?:^|[.@])([A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+|[A-Z]{4,})(?=[.:]|$)")


def hosts(seen: Seen) -> Iterator[Placeholder]:
    """Hosts that nobody owns: ``https://yourdomain.com``, ``https://API-HOST/x``; not example.com, for examples."""
    for match in _HOST.finditer(seen.text):
        host = _NOBODYS.search(match.group(1)) or _LOUD.search(match.group(1))
        if host is not None and "{" not in match.group(1):
            start = match.start(1) + host.start(1)
            yield Placeholder(host.group(1), start, match.start(1) + host.end(1), "host to be replaced")


_SEGMENT: Final = re.compile(
    r"[/=]((?:[A-Z]{1,30}[_-]){1,6}(?:ID|URL|KEY|REPLACED|SECRET|HOOK|WEBHOOK|NAME|HOST|PATH)|[xX]{6,})(?=[/?&#.]|$)"
)
_LOUD_VALUE: Final = re.compile(r"\s*(?:Bearer |Basic |Token )?([^\W\d_]+(?:[_-][^\W_]+)+)\s*\Z")
_DUMMY: Final = re.compile(r"\s*(\+?[\dXx][\dXx\s().-]{3,24})\s*\Z")
_CROSSES: Final = re.compile(r"x{4,}|X{4,}|(?:x-){3,}|\*{4,}|(?:\.{3}|…)\s*\Z")
_SINGLE: Final = re.compile(r"(?<![{$#])\{([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\}(?!\})")


def values(seen: Seen) -> Iterator[Placeholder]:
    """What no id, address, number or secret looks like: words in capitals, crosses for digits, an id of zeros."""
    text = seen.text
    if not (seen.names_a_thing and seen.is_value and seen.is_free):
        return
    yield from matches(_SINGLE, seen, "variable of a build")
    if "://" in text:
        yield from matches(_SEGMENT, seen, REPLACED)
        return
    if here := _LOWER_HERE.match(text.strip()):
        yield Placeholder(here.group(), text.index(here.group()), text.index(here.group()) + here.end(), REPLACED)
    loud = _LOUD_VALUE.match(text)
    if loud and loud.group(1).isupper() and not any(map(str.isdigit, text.split("_")[0])):
        yield Placeholder(loud.group(1), loud.start(1), loud.end(1), REPLACED)
    number = _DUMMY.match(text)
    if number and sum(each in "xX" for each in number.group(1)) >= 3:  # noqa: PLR2004 - one or two may be an extension
        yield Placeholder(number.group(1).strip(), number.start(1), number.end(1), "digits to be filled in")
    elif crosses := _CROSSES.search(text):
        yield Placeholder(text.strip()[:80], crosses.start(), crosses.end(), "characters to be filled in")


_NOTE: Final = "note to its author"
_LONGEST_NOTE: Final = 160
_WORDS_OF_A_NOTE: Final = 14
_FILE: Final = r"[\w./-]{1,120}\.(?:md|mdx|txt|markdown|docx?|prompt)(?![\w.]*\w)"
_ELSEWHERE: Final = re.compile(rf"(?:{fill_words.ELSEWHERE})[^.\n]{{0,60}}?[\s`'\"/](?={_FILE})", re.IGNORECASE)
_GOES_HERE: Final = re.compile(
    r"\W*(?:(?:please|paste|insert|put|copy|add|enter|your|the|full|complete|system|assistant|agent)\s+){0,6}"
    r"(?:prompt|instructions?|contents?|system message)(?:\s+(?:from|of|text)\s[^\n]{1,60}?)?(?:\s+goes)?\s+here\W*\Z",
    re.IGNORECASE,
)
_WRAPPED: Final = re.compile(
    r"\s*(?:<<\s*([^<>\n]{2,120}?)\s*>>|<([^<>\n/=@]{2,120}|[^<>\n@]{1,60}\s[^<>\n@]{1,60})>)\s*\Z"
)
_ONE_WORD: Final = re.compile(r"(?:\A\s*|//)__([A-Z][A-Z0-9]{2,60})__(?=\s*\Z|[/.:])")
_ORDER: Final = re.compile(
    rf"\A\s*((?:{fill_words.NOTES})[-_ ][^\s]{{2,60}})\s*\Z|\A\s*([xX]{{3}})\s*\Z", re.IGNORECASE
)
_HOST_IN_BRACKETS: Final = re.compile(r"://[^\s/\[\]]{0,100}\[([A-Za-z][\w -]{1,60})\]")
_YOURS: Final = re.compile(
    r"[/=](your[-_](?:[a-z0-9]+[-_]){0,4}(?:id|key|token|secret|url|path|hook|webhook|slug))(?=[/?&#.]|\Z)"
)


def notes(seen: Seen) -> Iterator[Placeholder]:
    """What tells the author of the file what to do, where a prompt, a secret or an address should stand."""
    if len(seen.text) > LONGEST_VALUE or seen.is_code:
        return
    yield from matches(_ONE_WORD, seen, "token of a build")
    if seen.is_prompt and len(seen.text) <= _LONGEST_NOTE and len(seen.text.split()) <= _WORDS_OF_A_NOTE:
        whole = _ELSEWHERE.search(f" {seen.text}") or _GOES_HERE.match(seen.text)
        if whole:
            start = len(seen.text) - len(seen.text.lstrip())
            yield Placeholder(seen.text.strip(), start, len(seen.text.rstrip()), _NOTE)
    wrapped = _WRAPPED.match(seen.text)
    if wrapped and (wrapped.group(1) or seen.names_a_thing):
        yield Placeholder(wrapped.group(wrapped.lastindex or 0), wrapped.start(), wrapped.end(), "blank in brackets")
    if seen.names_a_thing and seen.is_free:
        yield from matches(_HOST_IN_BRACKETS, seen, "host to be replaced")
        yield from matches(_YOURS, seen, REPLACED)
        if seen.is_value:
            yield from matches(_ORDER, seen, _NOTE)
