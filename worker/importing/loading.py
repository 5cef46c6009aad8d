"""Files and folders to documents; what cannot be read is a note, never an end."""

import csv
import io
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from worker.errors import FileError
from worker.importing import csv_tests
from worker.importing.ledger import Ledger, Note, View
from worker.suitefile.faults import Faults
from worker.suitefile.nodes import plain
from worker.suitefile.source import MAX_BYTES, text_of
from worker.suitefile.syntax import documents

SUFFIXES: Final = frozenset({".yaml", ".yml", ".json", ".csv"})
"""What of a folder is looked at."""

csv.field_size_limit(MAX_BYTES)


@dataclass(slots=True)
class Document:
    """One document of a file. ``used`` is set once some format has taken it."""

    path: Path
    file: str
    root: Any
    ledger: Ledger
    used: bool = False
    reasons: dict[str, str] = field(default_factory=dict)

    @property
    def view(self) -> View:
        """All of it."""
        return View(self.root, self.ledger)

    @property
    def stem(self) -> str:
        """The file's name, by which other files may refer to it."""
        return self.path.stem


class Library:
    """All documents of one import, those that others refer to included; each file is read once."""

    def __init__(self) -> None:
        self.documents: list[Document] = []
        self.notes: list[Note] = []
        self._read: dict[Path, list[Document]] = {}
        self._roots: list[Path] = [_real(Path.cwd())]

    def add(self, paths: Iterable[Path]) -> None:
        """Read these files, and all files of these folders that may hold tests."""
        for path in paths:
            self._roots.append(_real(path if os.path.isdir(path) else path.parent))  # noqa: PTH112 - False, however odd the path
            for each in _files(path):
                self._of(each)

    def referred(self, reference: str, near: Document) -> list[Document] | str:
        """The documents of a file that another names, by its path from there, or why there are none."""
        try:
            path = _real(near.path.parent / reference)
            inside = any(path.is_relative_to(root) for root in self._roots)
            if inside and not path.is_file():
                return f"There is no file {reference} beside it."
        except (OSError, ValueError):
            return "This is no path of a file."
        if not inside:
            return f"{reference} is outside of the folders that were given; give that file, too."
        shown = Path(near.file).parent / reference
        return self._of(shown) or f"{reference} cannot be read; see there."

    def matching(self, pattern: str, near: Document) -> list[Document]:
        """The documents of all files below another one's folder that a pattern such as ``tests/*.yaml`` names."""
        try:
            found = sorted(path for path in Path(near.file).parent.glob(pattern) if path.suffix.casefold() in SUFFIXES)
        except (OSError, ValueError, NotImplementedError):
            return []
        inside = [path for path in found if any(_real(path).is_relative_to(root) for root in self._roots)]
        return [document for path in inside if path.is_file() for document in self._of(path)]

    def _of(self, path: Path) -> list[Document]:
        resolved = _real(path)
        if resolved not in self._read:
            self._read[resolved] = found = list(self._documents(path))
            self.documents += found
        return self._read[resolved]

    def _documents(self, path: Path) -> Iterator[Document]:
        file = str(path)
        faults = Faults(file)
        try:
            roots = _roots(path, faults)
        except FileError as stopped:
            roots, faults.found = [], stopped.faults
        for fault in faults.found:
            place = f"line {fault.line}" if fault.line else ""
            where = f"{place}, {fault.field}" if place and fault.field else place or fault.field
            self.notes.append(Note(file, where, "", fault.message))
        for index, root in enumerate(roots):
            prefix = f"document {index + 1}: " if len(roots) > 1 else ""
            yield Document(path, file, root, Ledger(file, prefix))


def _real(path: Path) -> Path:
    """Where the path leads; a loop of links leads to itself, where ``Path.resolve`` raises."""
    return Path(os.path.realpath(path))


def _files(path: Path) -> Iterator[Path]:
    if not os.path.isdir(path):  # noqa: PTH112 - False, however odd the path
        yield path
        return
    yield from sorted(each for each in path.rglob("*") if each.suffix.casefold() in SUFFIXES and each.is_file())


def _roots(path: Path, faults: Faults) -> list[Any]:
    text = text_of(path, faults)
    suffix = path.suffix.casefold()
    if suffix == ".csv":
        try:
            return [csv_tests.tests(csv.DictReader(io.StringIO(text), strict=True))]
        except csv.Error as wrong:
            raise faults.stop(None, f"This is no CSV: {wrong}.", "Correct it.") from None
    return [plain(node) for node in documents(text, faults, is_json=suffix == ".json")]
