"""Finding a clause in texts although it was reset on the way, and the passage nearest to one that is lost."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from typing import Final, NamedTuple

from worker.judging.structural.markup import marks

GAP: Final = 300
"""Characters that may stand where a clause has a variable."""
MAX_STARTS: Final = 10_000
COMMON: Final = 1_000
"""A word that more passages hold says nothing about nearness."""
MAX_PASSAGES: Final = 20_000
NEAR: Final = 0.4
"""A passage less alike than this, as difflib's ratio from 0 to 1, is not worth showing."""
CONDITIONAL: Final = frozenset({"if", "unless", "case", "for", "tablerow"})
"""Tags of Liquid whose block may be rendered or not."""

_QUOTES: Final = str.maketrans({**dict.fromkeys("‘’‚‛′`´ʼ‹›", "'"), **dict.fromkeys("“”„‟″«»", '"')})
_DASHES: Final = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
_DASH: Final = re.compile(r" ?-+ ?")
_UNSEEN: Final = str.maketrans(dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_WORD: Final = re.compile(r"\w+")
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n")
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|\n")

STEPS: Final[dict[str, Callable[[str], str]]] = {
    "characters": lambda text: unicodedata.normalize("NFKC", text).translate(_UNSEEN),
    "quotes": lambda text: text.translate(_QUOTES),
    "whitespace": lambda text: " ".join(text.split()),
    "dashes": lambda text: _DASH.sub("-", text.translate(_DASHES)),
    "case": str.casefold,
    "left out quotes": lambda text: text.replace("'", "").replace('"', ""),
}
"""What may differ without a clause being lost, in the order in which it is evened out."""
PLAINEST: Final = ("left out quotes", "case", "characters", "quotes", "dashes", "whitespace")
"""The order in which a step is tried to be done without: where two would do, the plainer one stays."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where a clause stands. ``evened`` names the differences that had to be evened out; empty for a literal match."""

    text: int
    evened: tuple[str, ...] = ()


class Near(NamedTuple):
    """The passage most like a clause. ``ratio`` is difflib's, from 0 to 1; ``text`` the index of its text."""

    passage: str
    ratio: float
    text: int


class Texts:
    """Texts to look clauses up in; each way of evening them out is computed once."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._evened: dict[tuple[str, ...], list[str]] = {(): list(texts)}
        self._passages: list[tuple[str, int]] | None = None
        self._by_word: dict[str, list[int]] = {}

    def find(self, clause: str) -> Found | None:
        """The first text that holds the clause; a variable in the clause stands for up to 300 characters."""
        everything = tuple(STEPS)
        for variables in (False, True):
            if (literal := self._find(clause, (), variables=variables)) is not None:
                return Found(literal, ("variables",) if variables else ())
            index = self._find(clause, everything, variables=variables)
            if index is not None:
                needed = self._needed(clause, index, variables=variables)
                return Found(index, (*needed, "variables") if variables else needed)
        return None

    def is_conditional(self, clause: str, index: int) -> bool:
        """Whether the clause stands in this text under a condition of Liquid only, so that it may not be rendered."""
        text = self._texts[index]
        if "{%" not in text:
            return False
        always = Texts([unconditional(text)])
        return self.find(clause) is not None and always.find(clause) is None

    def passage(self, clause: str, index: int) -> str:
        """The shortest part of this text in which the clause was found; empty where no one part holds it."""
        text, everything = self._texts[index], tuple(STEPS)
        if clause in text:
            return clause
        wanted = even(clause, everything)
        holding = (part for part in _split(text) if _holds(even(part, everything), wanted))
        return min(holding, key=len, default="")

    def _needed(self, clause: str, index: int, *, variables: bool) -> tuple[str, ...]:
        """The steps that the match cannot do without; where two would do, the plainer one stays."""
        kept = tuple(STEPS)
        for step in PLAINEST:
            others = tuple(other for other in kept if other != step)
            if _stands_in(even(self._texts[index], others), even(clause, others), variables=variables):
                kept = others
        return kept

    def _find(self, clause: str, steps: tuple[str, ...], *, variables: bool) -> int | None:
        wanted = even(clause, steps)
        for index, text in enumerate(self._even(steps)):
            if _stands_in(text, wanted, variables=variables):
                return index
        return None

    def _even(self, steps: tuple[str, ...]) -> list[str]:
        if steps not in self._evened:
            self._evened[steps] = [even(text, steps) for text in self._texts]
        return self._evened[steps]

    def nearest(self, clause: str) -> Near | None:
        """The paragraph, line or sentence most like the clause; None where nothing is alike."""
        passages = self._all_passages()
        votes: Counter[int] = Counter()
        for word in set(_WORD.findall(clause.casefold())):
            holders = self._by_word.get(word, ())
            if len(holders) <= COMMON:
                votes.update(holders)
        wanted = " ".join(clause.casefold().split())[:1_000]
        matcher = SequenceMatcher(None, b=wanted, autojunk=False)
        best = Near("", 0.0, 0)
        for index, _ in votes.most_common(8):
            passage, text = passages[index]
            matcher.set_seq1(" ".join(passage.casefold().split())[:1_000])
            best = max(
                best, Near(passage, round(matcher.ratio(), 2), text), key=lambda near: (near.ratio, near.passage)
            )
        return best if best.ratio >= NEAR else None

    def _all_passages(self) -> list[tuple[str, int]]:
        if self._passages is None:
            parts = ((part, index) for index, text in enumerate(self._texts) for part in _split(text))
            self._passages = list(islice(parts, MAX_PASSAGES))
            by_word = defaultdict(list)
            for index, (passage, _) in enumerate(self._passages):
                for word in set(_WORD.findall(passage[:2_000].casefold())):
                    by_word[word].append(index)
            self._by_word = dict(by_word)
        return self._passages


def even(text: str, steps: Sequence[str]) -> str:
    """The text with the named differences evened out."""
    for step in steps:
        text = STEPS[step](text)
    return text


def unconditional(text: str) -> str:
    """The text without what stands within a block of Liquid that may be left out."""
    kept, depth, position = [], 0, 0
    for mark in marks(text):
        if mark.tag in CONDITIONAL:
            kept.append(text[position : mark.start] if depth == 0 else "")
            depth += 1
        elif mark.tag.removeprefix("end") in CONDITIONAL and depth:
            depth -= 1
        else:
            continue
        position = mark.end
    return "\n".join([*kept, text[position:] if depth == 0 else ""])


def _holds(text: str, clause: str) -> bool:
    return _stands_in(text, clause, variables=False) or _stands_in(text, clause, variables=True)


def _stands_in(text: str, clause: str, *, variables: bool) -> bool:
    if not variables:
        return clause in text
    parts = _between_variables(clause)
    start = -1
    for _ in range(MAX_STARTS if len(parts) > 1 else 0):
        start = text.find(parts[0], start + 1)
        if start == -1:
            return False
        position = start + len(parts[0])
        for part in parts[1:]:
            found = text.find(part, position, position + GAP + len(part))
            if found == -1:
                break
            position = found + len(part)
        else:
            return True
    return False


def _between_variables(clause: str) -> list[str]:
    """The words of a clause between its Liquid outputs; empty where it has none, or nothing else."""
    parts, position = [], 0
    for mark in marks(clause):
        if mark.is_output and mark.closed:
            parts.append(clause[position : mark.start].strip())
            position = mark.end
    parts.append(clause[position:].strip())
    kept = [part for part in parts if part]
    return kept if len(parts) > 1 and any(map(_WORD.search, kept)) else []


def _split(text: str) -> Iterator[str]:
    for paragraph in _PARAGRAPH.split(text):
        pieces = [piece for piece in _SENTENCE.split(paragraph) if piece.strip()]
        if len(pieces) > 1:
            yield paragraph.strip()
        yield from (piece.strip() for piece in pieces)
