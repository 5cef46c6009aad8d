"""What somebody may call a run: its id, the start of its id, or the word ``last``."""

import re
from dataclasses import dataclass
from typing import Final
from uuid import UUID

LAST: Final = "last"
LEAST: Final = 8
"""Hexadecimal digits that the start of an id has at least."""
DIGITS: Final = 32


@dataclass(frozen=True, slots=True)
class Span:
    """The ids that begin with what was given, from the smallest to the greatest possible one."""

    first: UUID
    last: UUID

    @property
    def whole(self) -> bool:
        """Whether it is one id, given in full."""
        return self.first == self.last


def span(text: str) -> Span | None:
    """The ids that begin with ``text``, dashes or not; None where it is no id and no start of 8 digits or more."""
    digits = text.strip().replace("-", "").lower()
    if not (LEAST <= len(digits) <= DIGITS and re.fullmatch("[0-9a-f]+", digits)):
        return None
    return Span(UUID(digits.ljust(DIGITS, "0")), UUID(digits.ljust(DIGITS, "f")))
