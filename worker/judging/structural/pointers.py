"""Following a JSON pointer (RFC 6901) into a value."""

import re
from typing import Final

from worker.domain.configuration import Json

PATTERN: Final = r"^(/[^/~]*(~[01][^/~]*)*)*$"
"""What is a JSON pointer at all; the empty text is the value as a whole."""

_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,9}")


class NothingThere(LookupError):
    """The pointer leads nowhere."""


def resolve(value: Json, pointer: str) -> Json:
    """What stands at ``pointer``.

    Raises:
        NothingThere: nothing stands there, or it is no pointer.
    """
    if pointer and not pointer.startswith("/"):
        raise NothingThere(pointer)
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and _INDEX.fullmatch(key) and int(key) < len(value):
            value = value[int(key)]
        else:
            raise NothingThere(pointer)
    return value
