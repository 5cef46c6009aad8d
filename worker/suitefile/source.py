"""A file's text: read once, within a size, in UTF-8."""

import re
from pathlib import Path

from worker.suitefile.faults import Faults

MAX_BYTES = 4 * 1024 * 1024
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")


def text_of(path: Path, faults: Faults) -> str:
    """The file's text, without a byte order mark.

    Raises:
        FileError: the file cannot be read, is too large, empty, or no text.
    """
    raw = _bytes(path, faults)
    if len(raw) > MAX_BYTES:
        raise faults.stop(
            None,
            f"The file is larger than {MAX_BYTES // 1024 // 1024} MiB.",
            "Check that it is a suite file; split a large one into several.",
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = raw.count(b"\n", 0, wrong.start) + 1
        raise faults.stop(line, f"Byte {wrong.start} is not UTF-8.", "Save the file as UTF-8.") from None
    control = CONTROL.search(text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        raise faults.stop(line, f"There is a control character, {control[0]!r}.", "Remove it; a suite file is text.")
    if not text.strip():
        raise faults.stop(None, "The file is empty.", "Write a suite into it, starting with suite: and a name.")
    return text


def _bytes(path: Path, faults: Faults) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except IsADirectoryError:
        raise faults.stop(None, "This is a directory.", "Name the suite files in it.") from None
    except FileNotFoundError:
        raise faults.stop(None, "There is no such file.", "Check the path.") from None
    except (OSError, ValueError) as refused:
        reason = getattr(refused, "strerror", None) or str(refused)
        raise faults.stop(None, f"The file cannot be read: {reason}.", "Check its path and permissions.") from None
