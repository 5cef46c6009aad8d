"""The files that ``lint`` looks at, one after the other: read, joined with those beside them, checked."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from worker.cli.configurations import configuration_in, loaded
from worker.domain.configuration import Configuration, Format
from worker.errors import Fault, FileError, InputError
from worker.judging import linting
from worker.judging.linting import Check
from worker.judging.structural.bundle import File, Joined, joined
from worker.lint.gathering import MOST_FILES, Bundle, TooMany, gathered
from worker.lint.settings import Settings, place_of
from worker.lint.told import LineOf, Told


class Settled:
    """The settings that hold for a path, each file of them read once."""

    def __init__(self, *, is_read: bool) -> None:
        self._is_read = is_read
        self._by_folder: dict[str, Settings] = {}
        self._by_file: dict[Path, Settings] = {}

    def of(self, path: str) -> Settings:
        """The settings for a file.

        Raises:
            FileError: the settings file has faults.
        """
        folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120 - a link belongs to where it stands
        if folder not in self._by_folder:
            self._by_folder[folder] = self._searched(folder)
        return self._by_folder[folder]

    def _searched(self, folder: str) -> Settings:
        place = place_of(folder) if self._is_read else None
        if place is None:
            return Settings()
        if place not in self._by_file:
            from worker.lint import settings_file  # noqa: PLC0415 - YAML takes a tenth of a second to import

            self._by_file[place] = settings_file.read(place)
        return self._by_file[place]


def bundles(paths: list[str], settings: Settled) -> Iterator[Bundle]:
    """The files that are looked at, those of a folder together.

    Raises:
        InputError: a folder holds more files than can be looked at.
    """
    try:
        yield from gathered(paths, lambda path: settings.of(path).ignores(path))
    except TooMany as folder:
        raise InputError(
            f"{folder} holds more than {MOST_FILES} files.", advice="Name the folder of the configurations."
        ) from None


def looked_at(bundle: Bundle, checks: list[Check], settings: Settled, expected: Format | None = None) -> Iterator[Told]:
    """What is found in each file, in order; each read as ``expected`` where that is given."""
    lines: dict[str, LineOf] = {}
    read = {file: _read(bundle.path(file), file, lines, expected) for file in bundle.files}
    together = _together(bundle, read)
    for file, found in read.items():
        path = bundle.path(file)
        if isinstance(found, FileError):
            yield Told(path, faults=tuple(found.faults))
        else:
            settled = settings.of(path)
            linted = linting.lint(together[file].configuration, settled.checks(checks), together[file].given)
            yield Told(path, settled.applied(replace(linted, format=found.format)), line_of=lines[file])
    if bundle.root and not read:
        message = "The folder holds no file that may be a configuration."
        yield Told(bundle.root, faults=(Fault(bundle.root, None, "", message, "Name another."),))


def _together(bundle: Bundle, read: Mapping[str, Configuration | FileError]) -> dict[str, Joined]:
    """The files that can be read; those of a folder with what they get from each other."""
    files = [File(file, found) for file, found in read.items() if isinstance(found, Configuration)]
    if not bundle.root:
        return {file.path: Joined(file.configuration, linting.NOTHING) for file in files}
    others = bundle.others | (read.keys() - {file.path for file in files})
    return {file.path: each for file, each in zip(files, joined(files, others), strict=True)}


def _read(path: str, file: str, lines: dict[str, LineOf], expected: Format | None) -> Configuration | FileError:
    try:
        held = loaded(path)
        lines[file] = held.lines.line_of
        return configuration_in(path, held, expected)
    except FileError as unreadable:
        return unreadable
