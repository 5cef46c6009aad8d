"""A configuration file, read and recognised; no service is needed."""

from pathlib import Path
from typing import Any

from worker.domain.configuration import Configuration, Unreadable
from worker.errors import Fault, FileError
from worker.judging.structural import reading
from worker.judging.structural.readers.load import MAX_BYTES, NotJson, load


def content_of(path: str) -> Any:
    """The JSON value that the file holds.

    Raises:
        FileError: it cannot be read, is over 2 MiB, or is no JSON; with line and column.
    """
    try:
        with Path(path).open("rb") as file:
            return load(file.read(MAX_BYTES + 1))
    except OSError as refused:
        raise _fault(path, f"The file cannot be read: {refused.strerror}.", "Give the path of a JSON file.") from None
    except ValueError as wrong:
        if not isinstance(wrong, NotJson):  # a path with a NUL
            raise _fault(path, f"The file cannot be read: {wrong}.", "Give the path of a JSON file.") from None
        field = f"column {wrong.column}" if wrong.column else ""
        raise FileError([Fault(path, wrong.line, field, wrong.reason, "Give the configuration as JSON.")]) from None


def configuration_of(path: str) -> Configuration:
    """The configuration in its normal form.

    Raises:
        FileError: as above, or it is no configuration that any reader knows.
    """
    return configuration_in(path, content_of(path))


def configuration_in(path: str, content: Any) -> Configuration:
    """The normal form of what a file holds that was read before: a pipe can be read once.

    Raises:
        FileError: it is no configuration that any reader knows.
    """
    found = reading(content)
    if isinstance(found, Unreadable):
        raise _fault(path, found.reason, "Give a configuration of an assistant as its vendor returns it.")
    return found


def _fault(path: str, message: str, advice: str) -> FileError:
    return FileError([Fault(path, None, "", message, advice)])
