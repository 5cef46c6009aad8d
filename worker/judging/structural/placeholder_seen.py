"""A string in which placeholders are looked for, and what its place says of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from worker.judging.structural.active import Active

LONGEST_VALUE: Final = 400
"""Characters of a string that is a value and no prose."""
WORDS_OF_A_VALUE: Final = 2
"""``Bearer x`` has two."""
LONGEST_BLANK: Final = 60
REPLACED: Final = "token to be replaced"


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
class Seen:
    """A string and what its place says of it."""

    text: str
    is_value: bool
    is_code: bool
    is_free: bool
    names_a_thing: bool
    is_prompt: bool


_PROMPTS: Final = frozenset(
    """content prompt systemPrompt system_prompt systemMessage general_prompt global_prompt instructions""".split()  # noqa: SIM905 - a table of words
)
"""Keys whose value the model gets as its prompt."""
_THING: Final = re.compile(
    r"(?:[a-z0-9]Id|_id|[a-z0-9]Ids|_ids|[a-z0-9]ID|secret|token|url|uri|host|api_?key|access_?key|number|phone|password|email|endpoint|sid"
    r"|[a-z](?:Secret|Token|Url|URL|Uri|Host|Key|Number|Phone|Password|Email|Endpoint|Sid))\Z"
)
"""Keys whose value is an id, an address, a number or a secret: a word in capitals stands there to be replaced only."""
_NO_THING: Final = re.compile(r"node|edge|eval|model", re.IGNORECASE)
_WORD_LISTS: Final = frozenset({"enum", "required", "const", "examples", "example", "pattern"})
_FORMATS: Final = frozenset({"pattern", "format", "example", "examples", "description"})
_CODE: Final = frozenset({"code", "script", "javascript", "expression"})


def look(active: Active) -> Seen:
    """The string, with what its key says."""
    text, key = active.text, active.key
    return Seen(
        text,
        is_value=len(text) <= LONGEST_VALUE and len(text.split(None, WORDS_OF_A_VALUE)) <= WORDS_OF_A_VALUE,
        is_code=key in _CODE,
        is_free=key not in _WORD_LISTS,
        names_a_thing=bool(_THING.search(key)) and not _NO_THING.search(key) and key not in _FORMATS,
        is_prompt=key in _PROMPTS or not key,
    )


def matches(pattern: re.Pattern[str], seen: Seen, notation: str) -> Iterator[Placeholder]:
    for match in pattern.finditer(seen.text):
        yield Placeholder(match.group(match.lastindex or 0), match.start(), match.end(), notation)
