"""JSON text to its value, with what is odd about it; a fault says where it is and what to do."""

import json
import re
from typing import Any, Final, NamedTuple

from worker.domain.configuration import Json, Oddity
from worker.judging.structural.readers.load import NotJson, check_depth, refuse_constant
from worker.judging.structural.readers.tree import child

NOTED_AT_MOST: Final = 50
_WORD: Final = re.compile(r"[A-Za-z_$][\w$]*")
_CODE: Final = re.compile(r"\s*(?:(?:export|import|const|let|var|module|def|class|from|function|return|#!)\b|/\*|//)")
_FOREIGN: Final = frozenset({"undefined", "None", "True", "False", "nil", "TRUE", "FALSE"})


class Duplicate(NamedTuple):
    """An object in which a key stands more than once."""

    held: dict[str, Json]
    key: str


def load_json(text: str) -> tuple[Json, tuple[Oddity, ...]]:
    """The value, and the keys that stand twice in one object.

    Raises:
        NotJson: with line, column and what to do.
    """
    check_depth(text)
    twice: list[Duplicate] = []

    def keep(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        held = dict(pairs)
        if len(held) != len(pairs):
            twice.append(Duplicate(held, _repeated(pairs)))
        return held

    try:
        value = json.loads(text, parse_constant=refuse_constant, object_pairs_hook=keep)
    except json.JSONDecodeError as fault:
        reason, advice = _diagnosis(text, fault)
        raise NotJson(f"This is not JSON: {reason}.", fault.lineno, fault.colno, advice=advice) from None
    except NotJson:
        raise
    except ValueError as fault:  # an integer of more digits than Python converts
        raise NotJson(f"This is not JSON that can be read: {fault}.", advice="Write the number as a text.") from None
    return value, tuple(_told(value, twice[:NOTED_AT_MOST]))


def _repeated(pairs: list[tuple[str, Json]]) -> str:
    seen: set[str] = set()
    return next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]


def _told(value: Json, twice: list[Duplicate]) -> list[Oddity]:
    """The duplicates with their pointers; found by identity, since the parser knows no places."""
    wanted = {id(each.held): each.key for each in twice}
    found: list[Oddity] = []
    waiting: list[tuple[Any, str]] = [(value, "")] if wanted else []
    while waiting:
        held, pointer = waiting.pop()
        if id(held) in wanted:
            found.append(duplicated(child(pointer, wanted[id(held)]), wanted[id(held)]))
        if isinstance(held, dict):
            waiting.extend((inner, child(pointer, key)) for key, inner in held.items())
        elif isinstance(held, list):
            waiting.extend((inner, child(pointer, index)) for index, inner in enumerate(held))
    return sorted(found, key=lambda odd: odd.pointer)


def duplicated(pointer: str, key: str) -> Oddity:
    """A key that stands twice, whatever the syntax."""
    return Oddity(
        pointer,
        f"The key {key[:80]} stands twice in one object; the last one counts, the others are lost.",
        serious=True,
        subject=key[:80],
        hint="Remove one of them, or give it another name.",
    )


def _diagnosis(text: str, fault: json.JSONDecodeError) -> tuple[str, str]:
    """What is wrong, and what to do about it."""
    here = text[fault.pos : fault.pos + 20]
    before = text[max(0, fault.pos - 200) : fault.pos].rstrip()[-1:]
    word = _WORD.match(here)
    rules = (
        (fault.msg.startswith("Invalid control character"), "a line break or other control character stands in a text",
         r"Write it as an escape, such as \n for a line break."),
        (fault.msg.startswith(("Invalid \\", "Invalid escape")), "a backslash in a text begins no escape of JSON",
         r"Write a backslash as \\."),
        (fault.msg.startswith("Unterminated string"), "a text is never closed",
         "Close it with a quotation mark; the file may have been cut."),
        (not here.strip(), "it ends too early", "The file was cut; save or download it anew."),
        (fault.msg.startswith("Extra data"), "something stands behind the value",
         "Give one value; several belong into a list, or each into a file of its own."),
        (here.startswith(("//", "/*", "#")), "a comment", "Remove it; JSON has no comments."),
        (before == "," and here[:1] in "}]", "a comma before the closing bracket", "Remove the comma."),
        (fault.msg.startswith("Illegal trailing comma"), "a comma before the closing bracket", "Remove the comma."),
        (here[:1] in "'\u2018\u2019\u201c\u201d\u201e`", "a quotation mark that JSON does not know",
         'Write " around keys and texts.'),
        (_CODE.match(text) is not None, "this is program code", "Give the value that the program makes, as JSON."),
        (word is not None and word.group() in _FOREIGN, f"the word {word.group() if word else ''} of another language",
         "Write null, true or false."),
        (word is not None and before in "{,", f"the key {word.group() if word else ''} stands without quotation marks",
         'Write " around it.'),
        ("delimiter" in fault.msg, f"{fault.msg.lower()}",
         r"Put it there; or write \" for a quotation mark within the text before."),
    )  # fmt: skip
    for applies, reason, advice in rules:
        if applies:
            return reason, advice
    return fault.msg, "Correct it there."
