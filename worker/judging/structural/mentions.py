"""Which words of a prompt are names of tools.

A name is an identifier (``book_visit``, ``bookVisit``), or a plain word in back-ticks. Fields, values and parameters
look the same, so a name counts only where the prompt says so: it is called, the word "tool" stands beside it, it has
arguments, it heads an entry of a section on tools, or it is set off and says what to do.
"""

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final, NamedTuple

from worker.judging.structural import tool_words
from worker.judging.structural.markup import marks

MAX_NAMES: Final = 5_000
"""Occurrences of names looked at in one text."""
BEFORE: Final = 200
AFTER: Final = 24
"""Characters looked at around a name."""
KEPT: Final = 512
MAX_KEPT: Final = 50_000
"""Texts whose mentions are kept, and the characters of the longest of them."""

_LETTER: Final = r"A-Za-z0-9À-ɏ"
_NAME: Final = re.compile(
    rf"(?<![{_LETTER}_./@$#<\\-])(?:(?P<plain>(?<=`)[a-zA-Z][a-zA-Z0-9]{{2,40}}(?:-[a-zA-Z0-9]{{1,40}}){{0,6}}(?=`))"
    rf"|[a-zA-Z][a-zA-Z0-9]{{0,60}}(?:_[a-zA-Z0-9]{{1,60}}){{1,12}}|[a-z]{{1,40}}(?:[A-Z][a-z0-9]{{0,40}}){{1,12}}"
    rf"|(?P<other>[A-Z][a-z0-9]{{1,40}}(?:[A-Z][a-z0-9]{{1,40}}){{1,8}}|[a-z]{{2,40}}(?:-[a-z0-9]{{1,40}}){{1,6}}(?!-)))"
    rf"(?![{_LETTER}_@])(?!\.\w|/[\w-]+\.)"
)
_WORDS: Final = re.compile(r"[A-Z]?[^\W_A-Z]+|[A-Z]+(?![^\W_A-Z])")
_NOUN: Final = rf"(?:(?:{tool_words.NOUN})(?!\w)|{tool_words.UNSPACED_NOUN})"
_OPEN: Final = r"[\s(`'\"*“‘«「\[:]*"
_SHUT: Final = r"[`'\"*”’»」\]]*"
_CALL: Final = rf"(?:(?<!\w)(?:{'|'.join(tool_words.CALL[:-1])})(?!\w)|(?:{tool_words.CALL[-1]}))"
_CALLED: Final = re.compile(rf"{_CALL}(?:\s+(?:(?:{tool_words.BETWEEN})(?!\w)|{_NOUN})){{0,3}}{_OPEN}\Z", re.IGNORECASE)
_USED: Final = re.compile(
    rf"(?:(?<!\w)(?:{'|'.join(tool_words.USE)})(?:\s+(?:{tool_words.BETWEEN})(?!\w)){{0,2}}|[→+&/]){_OPEN}\Z",
    re.IGNORECASE,
)
_CALLED_BEHIND: Final = re.compile(rf"{_SHUT}\s?(?:{tool_words.CALL_BEHIND})", re.IGNORECASE)
_NOUN_BEFORE: Final = re.compile(rf"(?<!\w){_NOUN}\s*(?:(?:{tool_words.NAMED})\s)?{_OPEN}\Z", re.IGNORECASE)
_NOUN_AFTER: Final = re.compile(rf"{_SHUT}[\s-]*{_NOUN}", re.IGNORECASE)
_ARGUMENTS: Final = re.compile(
    r"\((?!s\)|(?:optional|required|string|number|boolean|array|object|integer|list|date|yes|true)\b)", re.IGNORECASE
)
_ASSIGNED: Final = re.compile(rf"{_SHUT}\s*=|{_SHUT}\s*\[\]|:\s?[^`\n]{{1,20}}`")
_PART_OF_A_CALL: Final = re.compile(r"\s*(?:param|arg|input|field|result|response|output|value)", re.IGNORECASE)
_PARTS: Final = re.compile(
    r"(?:param|arg|input|field|campo|returns?|response|output|schema|respuesta|risposta|retour|rückgabe)[^\n:]{0,40}:[^\n]{0,20}\n",
    re.IGNORECASE,
)
_VALUE: Final = re.compile(
    r"(?:[=:|]\s*[`'\"]+|=\s*|\b(?:to|as|is|be|one of|types?|reasons?|categor(?:y|ies)|status|intents?|outcomes?"
    r"|actions?|values?|fields?|parameters?|params?|arguments?|returns?|response|with|states?|nodes?|steps?|stages?|phase|flow"
    r"|path|labels?|tags?|options?)[\s:]*[`'\"]*)\Z",
    re.IGNORECASE,
)
_HASH: Final = re.compile(r"#[ \t]*`\Z")
_ITEM: Final = re.compile(
    r"[`'\"*]*[A-Za-z][\w-]{0,60}(?:\([^()]{0,60}\))?[`'\"*]*"
    rf"(?:\s?[,/|+]\s?(?:(?:{tool_words.JOINING})\s)?|\s(?:{tool_words.JOINING})\s)[`'\"*]*\Z",
    re.IGNORECASE,
)
MAX_ITEMS: Final = 20
_HEADING: Final = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t][^\n]{1,200}|\*\*[^*\n]{1,100}\*\*:?[ \t]*$|[^\W\d_a-z][^a-z\n]{3,100}$"
    r"|\[[^\]\n]{1,100}\][ \t]*$)",
    re.MULTILINE,
)
_TOOLS: Final = re.compile(rf"(?<!\w){_NOUN}", re.IGNORECASE)
_ENTRY: Final = re.compile(r"(?:\A|\n)(?P<indent>[ \t]*)(?:[-*•+]|\d{1,3}[.)]|#{1,6}|\|)?[ \t]*[`'\"*]*\Z")
_ENTRY_END: Final = re.compile(rf"{_SHUT}[ \t]*(?:[:(|—–=-]|\n|\Z)")


class Mention(NamedTuple):
    """A name that the prompt takes for a tool's. ``start`` and ``end`` are offsets of where it says so."""

    name: str
    start: int
    end: int


def mentions(text: str) -> tuple[Mention, ...]:
    """The names of tools in a prompt, each at the first place that says that it is one."""
    return _kept(text) if len(text) <= MAX_KEPT else _mentions(text)


def _mentions(text: str) -> tuple[Mention, ...]:
    found: dict[str, Mention] = {}
    rendered = [(mark.start, mark.end) for mark in marks(text) if mark.closed] if "{" in text else []
    starts = [start for start, _ in rendered]
    headings: list[tuple[int, bool]] | None = None
    for _, match in zip(range(MAX_NAMES), _NAME.finditer(text), strict=False):
        name = match.group()
        index = bisect_right(starts, match.start()) - 1
        if name in found or name.isupper() or (index >= 0 and match.start() < rendered[index][1]):
            continue
        if match.lastgroup == "other" and not _says_what_it_does(name, _words(name)):
            continue  # most words with hyphens: cheap to pass over before the text around them is looked at
        if headings is None:
            headings = [(each.start(), bool(_TOOLS.search(each.group()))) for each in _HEADING.finditer(text)]
        if _is_tool(text, match, headings):
            found[name] = Mention(name, match.start(), match.end())
    return tuple(found.values())


_kept: Final = lru_cache(KEPT)(_mentions)


def _is_tool(text: str, match: re.Match[str], headings: list[tuple[int, bool]]) -> bool:
    start, name = match.start(), match.group()
    before, after = text[max(0, start - BEFORE) : start], text[match.end() : match.end() + AFTER]
    head = _before_list(before)
    called = bool(_CALLED.search(head) or _CALLED_BEHIND.match(after))
    named = bool(_NOUN_AFTER.match(after)) or _is_named(head, name)
    words = _words(name)
    is_field = words[-1] in tool_words.FIELDS
    assigned = _ASSIGNED.match(after) or before.endswith(('="', "='", "="))
    if assigned or (match.lastgroup is None and words[0] in tool_words.BRAND and "_" not in name):
        return False
    if match.lastgroup == "other":
        return named or ("-" in name and bool(_ARGUMENTS.match(after)))
    if match.lastgroup == "plain":
        used = not is_field and bool(_USED.search(head)) and not _VALUE.search(head)
        entry = bool(_HASH.search(before)) or _is_entry(text, match, headings, acts=not is_field)
        told = called or named or used or entry
        return told if _says_what_it_does(name, words) else not is_field and _is_word_of_a_tool(before, after)
    acts = _acts(name)
    if name in tool_words.BUILT_IN or words[-1] in {"tool", "function"}:
        return called or named or not _VALUE.search(head)
    if called or named or _is_entry(text, match, headings, acts=acts) or _ARGUMENTS.match(after):
        return acts or not is_field
    set_off = before.endswith("`") or bool(_USED.search(head)) or before.rstrip(" ").endswith("#")
    return acts and not is_field and set_off and not _VALUE.search(head)


def _is_word_of_a_tool(before: str, after: str) -> bool:
    """Whether a plain word in back-ticks is called, or the word "tool" stands behind it and means no part of one."""
    noun = _NOUN_AFTER.match(after)
    if noun is None:
        return bool(_CALLED.search(before))
    return not _PART_OF_A_CALL.match(after, noun.end())


def _says_what_it_does(name: str, words: list[str]) -> bool:
    """Whether a name of several words, in capitals or with hyphens, begins with a verb and is no other word."""
    known = name.replace("-", "").casefold() in tool_words.PRODUCTS or words[-1] in tool_words.PARTICLES
    return len(words) > 1 and words[0] in tool_words.VERBS and not known


def _before_list(before: str) -> str:
    """What stands before the list of names that this one is in; what stands before it where it is in none."""
    for _ in range(MAX_ITEMS):
        item = _ITEM.search(before)
        if item is None:
            break
        before = before[: item.start()]
    return before


def _words(name: str) -> list[str]:
    return [word.casefold() for word in _WORDS.findall(name)] or [name.casefold()]


def _is_named(head: str, name: str) -> bool:
    """Whether the word "tool" stands before it. "To the tool: x" may list arguments; then the name has to say more."""
    noun = _NOUN_BEFORE.search(head)
    if noun is None:
        return False
    return ":" not in noun.group() or noun.group().lower().startswith(("tools", "functions")) or _acts(name)


def _acts(name: str) -> bool:
    words = _words(name)
    return words[0] in tool_words.VERBS or words[-1] in tool_words.ACTIONS


def _is_entry(text: str, match: re.Match[str], headings: list[tuple[int, bool]], *, acts: bool) -> bool:
    """Whether it heads an entry of a section on tools, and no entry of a tool's arguments."""
    before = text[max(0, match.start() - BEFORE) : match.start()]
    entry = _ENTRY.search(before)
    if entry is None or not _ENTRY_END.match(text, match.end()) or not _under_tools(match.start(), headings):
        return False
    return acts or not (entry.group("indent") or _PARTS.search(before))


def _under_tools(position: int, headings: list[tuple[int, bool]]) -> bool:
    index = bisect_right(headings, (position, True)) - 1
    return index >= 0 and headings[index][1]
