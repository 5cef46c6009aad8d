"""Faults of one file, collected so that all are told at once."""

from worker.errors import Fault, FileError


class Faults:
    """What is wrong with one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Fault] = []

    def add(self, line: int | None, field: str, message: str, advice: str) -> None:
        """Note a fault and go on; ``line`` is 1-based."""
        self.found.append(Fault(self.file, line, field, message, advice))

    def stop(self, line: int | None, message: str, advice: str) -> FileError:
        """The error for a file that cannot be read any further."""
        return FileError([*self.found, Fault(self.file, line, "", message, advice)])
