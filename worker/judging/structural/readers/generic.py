"""Any other object or list: texts that read like prompts or messages, and nothing claimed beyond that.

What speaks cannot be seen from here, so a check that misses something says that it cannot tell.
"""

import re
from typing import Final

from worker.domain.configuration import Configuration, Format, Role
from worker.judging.structural.readers.tree import Collected, Place, child, is_comment

PROMPT_CHARACTERS: Final = 200
"""A text of this length with white space is taken for one that people or models read."""
MAX_TEXTS: Final = 20_000

_PROMPT_KEY: Final = re.compile(r"prompt|instruction|persona", re.IGNORECASE)
_FIRST_KEY: Final = re.compile(r"(first|begin|welcome|opening)_?message|greeting", re.IGNORECASE)
_PLAIN_KEY: Final = re.compile(r"message|text|content|say", re.IGNORECASE)


def read_any(whole: Place) -> Configuration:
    """Read the texts of a value that no other reader knows."""
    found = Collected()
    waiting: list[tuple[Place, str]] = [(whole, "")]
    while waiting and len(found.texts) < MAX_TEXTS:
        place, key = waiting.pop()
        if isinstance(place.value, str):
            if role := _role(key, place.value):
                found.add_text(place, role)
        elif isinstance(place.value, dict):
            waiting.extend(
                (Place(inner, child(place.pointer, str(name))), str(name))
                for name, inner in reversed(place.value.items())
                if not is_comment(name)
            )
        elif isinstance(place.value, list):
            waiting.extend(
                (Place(place.value[index], child(place.pointer, index)), key)
                for index in range(len(place.value) - 1, -1, -1)
            )
    found.unseen.append(whole.pointer)
    name = whole.at("name").text()
    return found.done(Format.GENERIC, name)


def _role(key: str, text: str) -> Role | None:
    if not text:
        return None
    if _FIRST_KEY.search(key):
        return Role.FIRST_MESSAGE
    if _PROMPT_KEY.search(key):
        return Role.SYSTEM_PROMPT
    if _PLAIN_KEY.search(key) or "{{" in text:
        return Role.MESSAGE
    return Role.MESSAGE if len(text) >= PROMPT_CHARACTERS and " " in text else None
