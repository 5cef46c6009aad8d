"""Which variables a text uses, by the Liquid library's static analysis; tolerant where the text does not parse."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from liquid import Environment
from liquid.exceptions import LiquidError
from liquid.static_analysis import TemplateAnalysis

from worker.judging.structural.markup import MAX_MARKS, Mark, marks

MAX_INNER: Final = 500
"""A longer mark, in characters, is not handed to the library: its lexer is quadratic within a mark."""
MAX_ALONE: Final = 20_000
"""Characters of marks that are read mark by mark in one text; of the rest only the heads are looked at."""
MAX_WHOLE: Final = 2_000
"""A text with more marks is read mark by mark."""

KEPT: Final = 512
"""Texts whose readings are kept: several assertions read the same texts."""
MAX_KEPT: Final = 20_000
"""A longer text, in characters, is read each time."""

BLOCKS: Final = frozenset({"if", "unless", "case", "for", "tablerow", "capture", "comment", "raw", "doc", "ifchanged"})
"""Tags that are closed by one of their own."""

_PLAIN: Final = re.compile(
    r"(?!(?:true|false|nil|null|none|empty|blank|and|or|not|in|contains|with|for|as|if|else|continue|offset|limit|reversed|required|cols|forloop|tablerowloop)\b)"
    r"[a-z_]\w{0,99}(?:\.[a-z_]\w{0,99}){0,9}",
    re.IGNORECASE | re.ASCII,
)
_LOOP_NAMES: Final = frozenset({"forloop", "tablerowloop"})
_ENVIRONMENT: Final = Environment()


@dataclass(frozen=True, slots=True)
class Use:
    """A name that the text expects from outside (no loop, assign or capture of its own).

    Attributes:
        path: dotted, such as ``customer.number``.
        mark: index into :attr:`Reading.marks`.
        defaulted: a ``default`` filter behind it says what stands there without it.
        malformed: it was read from a mark that is no valid Liquid.
    """

    path: str
    mark: int
    defaulted: bool = False
    malformed: bool = False


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """Why the library does not take the text. ``mark`` is None where it names no place."""

    message: str
    mark: int | None


@dataclass(frozen=True, slots=True)
class Reading:
    """The marks of a text and the names that it expects from outside."""

    marks: tuple[Mark, ...]
    uses: tuple[Use, ...]
    fault: SyntaxFault | None = None

    @property
    def cut(self) -> bool:
        """Whether the text may hold more marks than were looked at."""
        return len(self.marks) >= MAX_MARKS

    def names_by_mark(self) -> dict[int, list[str]]:
        """The paths used in each mark that uses any."""
        names: dict[int, list[str]] = {}
        for use in self.uses:
            names.setdefault(use.mark, []).append(use.path)
        return names


def read(text: str) -> Reading:
    """Read one text. Never raises on bad Liquid; ``fault`` then says what is wrong with it."""
    return _kept(text) if len(text) <= MAX_KEPT else _read(text)


def _read(text: str) -> Reading:
    found = tuple(marks(text))
    if all(map(_is_plain, found)):
        return Reading(found, tuple(Use(mark.inner, index) for index, mark in enumerate(found)))
    fault = _fault_before_parsing(found)
    if fault is None:
        analysed = _analyse("".join(_source(mark) for mark in found))
        if not isinstance(analysed, SyntaxFault):
            return Reading(found, tuple(_uses(analysed, _starts(found))))
        fault = analysed
        if fault.mark is not None:
            fault = SyntaxFault(fault.message, bisect_right(_starts(found), fault.mark) - 1)
    return Reading(found, _one_by_one(found), fault if fault.message else None)


def _is_plain(mark: Mark) -> bool:
    """Whether it prints a name and does nothing else; most marks do, and need no library."""
    return mark.is_output and mark.closed and _PLAIN.fullmatch(mark.inner) is not None


_kept: Final = lru_cache(KEPT)(_read)


def fault_of(mark: Mark) -> str | None:
    """What is wrong with one mark on its own, in the library's words; None where nothing is or it is too long."""
    if not mark.closed:
        return "it is never closed"
    if len(mark.inner) > MAX_INNER:
        return None
    analysed = _analyse(_alone(mark))
    return analysed.message if isinstance(analysed, SyntaxFault) else None


def unbalanced(found: Sequence[Mark]) -> int | None:
    """The index of a block that is never closed, or of what closes none; None where all are paired."""
    opened: list[int] = []
    for index, mark in enumerate(found):
        if mark.tag in BLOCKS:
            opened.append(index)
        elif mark.tag.startswith("end"):
            if not opened or found[opened[-1]].tag != mark.tag.removeprefix("end"):
                return index if not opened else opened[-1]
            opened.pop()
    return opened[-1] if opened else None


def literal(mark: Mark) -> str | None:
    """The text at the head of an output such as ``{{ "now" | date: "%H" }}``; None where none stands there."""
    head = mark.inner.lstrip()[:MAX_INNER]
    if not mark.is_output or head[:1] not in {'"', "'"}:
        return None
    end = head.find(head[0], 1)
    return head[1:end] if end != -1 else None


def _fault_before_parsing(found: tuple[Mark, ...]) -> SyntaxFault | None:
    for index, mark in enumerate(found):
        if not mark.closed:
            closing = "}}" if mark.is_output else "%}"
            return SyntaxFault(f"This is never closed by {closing}.", index)
        if len(mark.inner) > MAX_INNER:
            return SyntaxFault(f"This mark is longer than {MAX_INNER} characters.", index)
    return SyntaxFault("", None) if len(found) > MAX_WHOLE else None


def _source(mark: Mark) -> str:
    """The mark for the library, with whitespace evened out; enclosed text of comments and the like is left out."""
    lines = [" ".join(line.split()) for line in mark.inner.split("\n")]
    inner = "\n".join(line for line in lines if line)
    return f"{{{{ {inner} }}}}" if mark.is_output else f"{{% {inner} %}}"


def _starts(found: Iterable[Mark]) -> list[int]:
    starts, position = [], 0
    for mark in found:
        starts.append(position)
        position += len(_source(mark))
    return starts


def _analyse(source: str) -> TemplateAnalysis | SyntaxFault:
    """What the library says of a text's marks; an edit around them leaves it. A fault's ``mark`` is an offset here."""
    return _kept_analysis(source) if len(source) <= MAX_KEPT else _analysed(source)


def _analysed(source: str) -> TemplateAnalysis | SyntaxFault:
    try:
        return _ENVIRONMENT.from_string(source).analyze(include_partials=False)
    except LiquidError as fault:
        start = fault.token.start_index if fault.token is not None else -1
        return SyntaxFault(str(fault.message or fault).split("\n", 1)[0], start if start >= 0 else None)
    except (RecursionError, ValueError) as fault:  # nesting within a mark; an integer of too many digits
        return SyntaxFault(f"The Liquid library gives up: {type(fault).__name__}.", None)


_kept_analysis: Final = lru_cache(KEPT)(_analysed)


def _uses(analysis: TemplateAnalysis, starts: list[int]) -> list[Use]:
    defaults: dict[int, int] = {}
    for span in analysis.filters.get("default", ()):
        mark = bisect_right(starts, span.index) - 1
        defaults[mark] = max(defaults.get(mark, -1), span.index)
    uses = []
    for variables in analysis.globals.values():
        for variable in variables:
            mark = bisect_right(starts, variable.span.index) - 1
            uses.append((variable.span.index, Use(str(variable), mark, defaults.get(mark, -1) > variable.span.index)))
    return [use for _, use in sorted(uses, key=lambda pair: pair[0])]


def _one_by_one(found: tuple[Mark, ...]) -> tuple[Use, ...]:
    uses: list[Use] = []
    own = set(_LOOP_NAMES)
    budget = MAX_ALONE
    for index, mark in enumerate(found):
        budget -= len(mark.inner)
        parsed = mark.inner and len(mark.inner) <= MAX_INNER and budget > 0
        analysed = _analyse(_alone(mark)) if parsed else SyntaxFault("", None)
        if not isinstance(analysed, SyntaxFault):
            uses += [Use(use.path, index, use.defaulted) for use in _uses(analysed, [0])]
            own |= set(analysed.locals)
        elif mark.is_output and _head(mark.inner):
            uses.append(Use(_head(mark.inner), index, malformed=True))
        if mark.tag in {"for", "tablerow"}:
            own |= set(mark.inner.split()[1:2])
        elif mark.tag in {"assign", "capture"}:
            own |= {word.split("=")[0] for word in mark.inner.split()[1:2]}
    return tuple(use for use in uses if use.path.split(".")[0].split("[")[0] not in own)


def _alone(mark: Mark) -> str:
    """The mark as a template of its own."""
    source = _source(mark)
    if mark.is_output:
        return source
    expression = mark.inner[len(mark.tag) :].strip()
    match mark.tag:
        case "if" | "unless" | "case" | "for" | "capture" | "tablerow":
            source += f"{{% end{mark.tag} %}}"
        case "elsif":
            source = f"{{% if {expression} %}}{{% endif %}}"
        case "when":
            source = f"{{% case 1 %}}{source}{{% endcase %}}"
        case "assign" | "echo" | "liquid":
            pass
        case _:
            source = ""
    return source


def _head(inner: str) -> str:
    """What stands before the first filter, the nearest thing to a name that it has; empty for a literal."""
    head = " ".join(inner[:MAX_INNER].split("|", 1)[0].split()).strip("{} ")[:80]
    return "" if head[:1] in {'"', "'"} else head
