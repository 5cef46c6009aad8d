"""What is wrong with a text that is no JSON, in our words; Python's own are written for programmers."""

from typing import Final

WORDS: Final[tuple[tuple[str, str], ...]] = (
    ("Expecting value", "a value is missing here, or it is none of JSON"),
    ("Expecting property name", "a name in double quotation marks is missing here"),
    ("Expecting ':'", "a colon is missing here"),
    ("Expecting ','", "a comma or a closing bracket is missing here"),
    ("Illegal trailing comma", "the comma before a closing bracket is one too many"),
    ("Invalid control character", "a line break, tab or other control character stands within a text"),
    ("Invalid \\u", "a \\u escape within a text has no four hexadecimal digits"),
    ("Invalid \\", "a backslash within a text begins no escape of JSON"),
    ("Unterminated string", "a text that begins here has no closing quotation mark"),
    ("Extra data", "the JSON ends before this; there is one value too many"),
    ("Unexpected UTF-8 BOM", "a byte order mark stands within the text"),
)
"""The beginning of what Python's parser says, and ours; the first that fits counts."""


def json_fault(said: str) -> str:
    """The parser's words (``JSONDecodeError.msg``) as ours, without capital and full stop."""
    return next((ours for theirs, ours in WORDS if said.startswith(theirs)), "it cannot be read here")
