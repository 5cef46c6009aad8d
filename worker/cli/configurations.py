"""A configuration file, read and recognised; no service is needed."""

from pathlib import Path

from worker.domain.configuration import Configuration, Format, Unreadable
from worker.errors import Fault, FileError
from worker.judging import kinds
from worker.judging.structural.loading import Loaded, NotJson, load_file, reading_of
from worker.judging.structural.readers.load import MAX_BYTES

ADVICE = "Give the path of a file that holds a configuration."
AS_RETURNED = "Give the configuration of an assistant as its vendor's API returns it, or a file with its prompt."


def loaded(path: str) -> Loaded:
    """What stands in the file: JSON, YAML, Markdown or a prompt's text.

    Raises:
        FileError: it cannot be read, is over 2 MiB, or can be read as nothing; with line and column.
    """
    try:
        with Path(path).open("rb") as file:
            return load_file(file.read(MAX_BYTES + 1), path)
    except OSError as refused:
        raise _fault(path, f"The file cannot be read: {refused.strerror}.", ADVICE) from None
    except ValueError as wrong:
        if not isinstance(wrong, NotJson):  # a path with a NUL
            raise _fault(path, f"The file cannot be read: {wrong}.", ADVICE) from None
        field = f"column {wrong.column}" if wrong.column else ""
        raise FileError([Fault(path, wrong.line, field, wrong.reason, wrong.advice)]) from None


def configuration_of(path: str, expected: Format | None = None) -> Configuration:
    """The configuration in its normal form; read as ``expected`` where that is given.

    Raises:
        FileError: as above, or it is no configuration that any reader knows.
    """
    return configuration_in(path, loaded(path), expected)


def configuration_in(path: str, file: Loaded, expected: Format | None = None) -> Configuration:
    """The normal form of what a file holds that was read before: a pipe can be read once.

    Raises:
        FileError: it is no configuration that any reader knows.
    """
    found = reading_of(file, expected)
    if isinstance(found, Unreadable):
        line = file.lines.line_of(found.pointer)
        raise FileError([Fault(path, line, "", found.reason, AS_RETURNED)])
    return found


def judged_in(path: str, file: Loaded) -> Configuration:
    """The same, of what some assertion could judge: of a known vendor, or with a text that reads like a prompt.

    Raises:
        FileError: as above, or it is neither.
    """
    found = configuration_in(path, file)
    if found.format is Format.GENERIC and not found.texts:
        raise _fault(path, kinds.NOTHING_KNOWN, AS_RETURNED)
    return found


def _fault(path: str, message: str, advice: str) -> FileError:
    return FileError([Fault(path, None, "", message, advice)])
