"""How a plain (unquoted) word is read: the core schema of YAML 1.2.2, section 10.3, with two strictnesses.

``on`` and ``yes`` are text there. A number with leading zeros stays text, since a postal code such as 00501 would be
lost otherwise; what JSON cannot say (``.inf``, ``.nan``, ``1e999``) is refused.
"""

import math
import re

NOTHING = {"", "~", "null", "Null", "NULL"}
TRUE = {"true", "True", "TRUE"}
FALSE = {"false", "False", "FALSE"}
INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
OCTAL_OR_HEX = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
NOT_JSON = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
LONGEST_NUMBER = 100


def resolve(word: str) -> str | int | float | bool | None:
    """The value of a plain word.

    Raises:
        ValueError: a number that JSON cannot say.
    """
    if word in NOTHING:
        return None
    if word in TRUE or word in FALSE:
        return word in TRUE
    if NOT_JSON.fullmatch(word):
        raise ValueError(word)
    if word[0] not in "-+.0123456789":
        return word
    return _number(word)


def _number(word: str) -> str | int | float:
    whole = INTEGER.fullmatch(word)
    based = OCTAL_OR_HEX.fullmatch(word)
    broken = FLOAT.fullmatch(word)
    if (whole or based or broken) and len(word) > LONGEST_NUMBER:
        raise ValueError(word[:LONGEST_NUMBER])
    if whole or based:
        return int(word, 0 if based else 10)
    if not broken:
        return word
    value = float(word)
    if not math.isfinite(value):
        raise ValueError(word)
    return value


def text_fault(text: str) -> str | None:
    """Why PostgreSQL could not store this text, or None."""
    if "\0" in text:
        return "The text holds a NUL character."
    if any("\ud800" <= character <= "\udfff" for character in text):
        return "The text holds half of a surrogate pair."
    return None


def joined_surrogates(text: str) -> str:
    """The text with each pair of surrogates, as JSON escapes them, as one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
