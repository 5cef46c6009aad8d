"""What is wrong with a value that a model refuses, in our words: what it is, and what it should be.

Takes the errors of pydantic as the mappings that it gives (``type``, ``loc``, ``input``, ``ctx``) and never their text,
which is written for programmers and changes with its releases.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

SHOWN: Final = 40
"""Characters of a text that are shown."""
CONSTANTS: Final[dict[Any, str]] = {None: "empty", True: "true", False: "false"}
WANTED: Final[dict[str, str]] = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "none_required": "empty",
    "url_parsing": "a URL",
    "url_type": "a URL",
}
"""Errors that say: this is the wrong type of value; and which is the right one."""
BOUNDS: Final[dict[str, tuple[str, str]]] = {
    "greater_than": ("gt", "over"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "under"),
    "less_than_equal": ("le", "at most"),
}
LENGTHS: Final[dict[str, tuple[str, str, str]]] = {
    "string_too_short": ("min_length", "at least", "character"),
    "string_too_long": ("max_length", "at most", "character"),
    "too_short": ("min_length", "at least", "entry"),
    "too_long": ("max_length", "at most", "entry"),
}
UNKNOWN_FIELD: Final = "extra_forbidden"
MISSING: Final = "missing"
FIXED: Final = {UNKNOWN_FIELD: "There is no such field here.", MISSING: "The field is missing."}
CHOICES: Final = frozenset({"literal_error", "enum"})


@dataclass(frozen=True, slots=True)
class Wrong:
    """One fault of a value.

    Attributes:
        path: where, such as ``clauses[0].name``; empty for the value as a whole.
        said: one sentence.
        unknown: the field's name, where it is one that does not exist; else empty.
    """

    path: str
    said: str
    unknown: str = ""


def faults(value: Any, errors: Iterable[Mapping[str, Any]]) -> list[Wrong]:
    """The faults in the order of their errors; of a value that may be one of several types the types are one fault."""
    placed = [(place(value, error), error) for error in errors]
    wanted: dict[tuple[str | int, ...], list[str]] = {}
    for where, error in placed:
        if error["type"] in WANTED:
            wanted.setdefault(where, []).append(WANTED[error["type"]])
    found: dict[tuple[str, str], Wrong] = {}
    for where, error in placed:
        if error["type"] in WANTED:
            if any(other[: len(where)] == where and each["type"] not in WANTED for other, each in placed):
                continue  # the value has another of its types, and that one says what is wrong with it
            words = " or ".join(dict.fromkeys(wanted[where]))
            said = f"This is {called(error['input'])}, not {words}."
        else:
            said = sentence(error)
        wrong = Wrong(path_of(where), said, str(where[-1]) if error["type"] == UNKNOWN_FIELD else "")
        found.setdefault((wrong.path, wrong.said), wrong)
    return list(found.values())


def sentence(error: Mapping[str, Any]) -> str:
    """One error in a sentence."""
    kind, given, context = error["type"], error.get("input"), error.get("ctx") or {}
    said = f"This is {called(given)}, which does not fit."
    if kind in FIXED:
        said = FIXED[kind]
    elif kind in WANTED:
        said = f"This is {called(given)}, not {WANTED[kind]}."
    elif kind in BOUNDS:
        name, word = BOUNDS[kind]
        said = f"This is {str(given)[:SHOWN]}; it must be {word} {context[name]:g}."
    elif kind in LENGTHS:
        said = _length(*LENGTHS[kind], given, context)
    elif kind in CHOICES:
        said = f"This is {called(given)}; it must be {context['expected']}."
    elif kind == "string_pattern_mismatch":
        said = f"This is {called(given)}, not of the form {context['pattern']}."
    elif kind == "value_error":
        said = _ended(str(context["error"]))
    return said


def called(value: Any) -> str:
    """A value of JSON, as an error calls it."""
    if isinstance(value, str):
        return f"the text {value[:SHOWN]!r}" if value else "an empty text"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"the number {str(value)[:SHOWN]}"
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, Mapping) else CONSTANTS.get(value, "of another type")


def place(value: Any, error: Mapping[str, Any]) -> tuple[str | int, ...]:
    """The error's place without the names that stand in it for the types which a value may have."""
    found: list[str | int] = []
    here = value
    *_, last = range(len(error["loc"]) or 1)
    for index, part in enumerate(error["loc"]):
        if _holds(here, part):
            here = here[part]
            found.append(part)
        elif index == last and error["type"] == MISSING:
            found.append(part)
    return tuple(found)


def _holds(value: Any, part: str | int) -> bool:
    if isinstance(value, Mapping):
        return part in value
    return isinstance(value, list | tuple) and isinstance(part, int) and part < len(value)


def path_of(place: Iterable[str | int]) -> str:
    """A place as a path, such as ``clauses[0].name``."""
    path = ""
    for part in place:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return path


def _length(bound: str, word: str, unit: str, given: Any, context: Mapping[str, Any]) -> str:
    what = "text" if unit == "character" else "list"
    if not given and isinstance(given, str | list | tuple | Mapping):
        return f"The {what} is empty."
    count = context[bound]
    plural = unit if count == 1 else {"entry": "entries"}.get(unit, f"{unit}s")
    has = f"{len(given):,}".replace(",", " ") if isinstance(given, str | list | tuple) else "another number of"
    return f"The {what} has {has}; it must have {word} {count:,} {plural}.".replace(",", " ")


def _ended(text: str) -> str:
    plain = text.strip().rstrip(".")
    return f"{plain[:1].upper()}{plain[1:]}."
