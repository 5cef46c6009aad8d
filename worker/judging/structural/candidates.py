"""Sentences of a prompt that read like rules: candidates for ``clauses_survive``, for people to pick from.

A sentence counts where it holds a word of obligation or prohibition in one of the languages below, is 20 to 300
characters long, holds no Liquid, and stands in a system prompt that the vendor reads. Nothing is understood here: the
list is a suggestion.
"""

import re
from collections.abc import Iterator
from typing import Final

from worker.domain.configuration import Configuration, Role

SHORTEST: Final = 20
LONGEST: Final = 300
"""Characters of a sentence."""
RULE_WORDS: Final[dict[str, str]] = {
    "en": r"must|never|always|do not|under no circumstances",
    "de": r"muss|müssen|nie|niemals|immer|darf nicht|dürfen nicht|auf keinen fall",
    "es": r"nunca|siempre|jamás|debes?|deben|no debes?",
    "fr": r"jamais|toujours|doit|doivent|ne dois pas",
    "pt": r"nunca|sempre|jamais|deve|devem|não deve",
    "it": r"mai|sempre|deve|devono|non deve",
}
"""Words that make a sentence a rule, by language."""
RULE_WORDS_UNSPACED: Final = r"必须|必須|不要|绝不|絕不|禁止|始终|始終|不得|切勿"
"""The same for Chinese, which has no spaces around words and shorter sentences."""
NO_RULE: Final = ("?", "？", ":", "：")
"""What a question or a heading ends with."""

_RULE: Final = re.compile(rf"\b(?:{'|'.join(RULE_WORDS.values())})\b", re.IGNORECASE)
_RULE_UNSPACED: Final = re.compile(RULE_WORDS_UNSPACED)
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n")
_BULLET: Final = re.compile(r"^(?:[-*•#>]+|\d{1,3}[.)])\s+")


def candidates(configuration: Configuration, most: int = 8) -> list[str]:
    """Up to ``most`` sentences in their order, each once; every one stands literally in the configuration."""
    found: dict[str, None] = {}
    for text in configuration.live_texts():
        if text.role is Role.SYSTEM_PROMPT:
            found |= dict.fromkeys(sentence for sentence in _sentences(text.text) if _is_rule(sentence))
    return list(found)[:most]


def _sentences(text: str) -> Iterator[str]:
    for part in _SENTENCE.split(text):
        yield _BULLET.sub("", part.strip())


def _is_rule(sentence: str) -> bool:
    if "{{" in sentence or "{%" in sentence or sentence[-1:] in NO_RULE or not sentence.isprintable():
        return False
    if _RULE_UNSPACED.search(sentence):
        return SHORTEST / 4 <= len(sentence) <= LONGEST
    return SHORTEST <= len(sentence) <= LONGEST and _RULE.search(sentence) is not None
