"""``lint``: structural checks on configuration files; no service, no database driver."""

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from worker.cli import lint_text
from worker.cli.arguments import Team
from worker.cli.configurations import configuration_of
from worker.cli.console import print_json
from worker.domain.configuration import Configuration
from worker.domain.suite import Suite
from worker.errors import Fault, FileError, InputError
from worker.judging import linting
from worker.judging.linting import Check, Linted
from worker.judging.structural.bundle import File, Joined, joined
from worker.judging.structural.findings import Severity
from worker.lint.gathering import MOST_FILES, Bundle, TooMany, gathered
from worker.lint.settings import NAME, Settings, place_of

EXIT_FINDINGS: Final = 1
EXIT_UNREADABLE: Final = 2
SHOWN: Final = ("check", "severity", "subject", "pointer", "message", "hint")

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE…", help="Configurations of assistants, or folders whose files belong together."),
]
SuiteFile = Annotated[str, typer.Option("--suite", help="A suite file: its structural assertions are checked too.")]
Compiled = Annotated[bool, typer.Option("--compiled", help="The texts must hold no template any more.")]
NoConfig = Annotated[bool, typer.Option("--no-config", help=f"Read no {NAME}.")]
AsJsonLines = Annotated[bool, typer.Option("--json", help="Print one JSON document a file, each on one line.")]


def lint(
    paths: Files,
    suite: SuiteFile = "",
    team: Team = "",
    *,
    compiled: Compiled = False,
    no_config: NoConfig = False,
    as_document: AsJsonLines = False,
) -> None:
    """Check configurations of assistants: variables, tools, handoffs, placeholders, and what a suite file asks.

    Each file is looked at alone; the files of a folder resolve each other. Exits with 0 where nothing is found that
    is a warning or an error, 1 where something is, 2 where a file cannot be read.
    """
    checks = linting.checks_for(_suites(suite, team) if suite else (), compiled=compiled)
    settings = _Settled(is_read=not no_config)
    told: dict[str, Linted | FileError] = {}
    passed_over = Counter[str]()
    for bundle in _gathered(paths, settings):
        passed_over += bundle.passed_over
        for path, found in _looked_at(bundle, checks, settings):
            told[path] = found
            if as_document:
                print_json(document(path, found), indent=None)
    if not as_document:
        lint_text.tell(told, passed_over)
    raise typer.Exit(exit_code(told.values()))


class _Settled:
    """The settings that hold for a path, each file of them read once."""

    def __init__(self, *, is_read: bool) -> None:
        self._is_read = is_read
        self._by_folder: dict[str, Settings] = {}
        self._by_file: dict[Path, Settings] = {}

    def of(self, path: str) -> Settings:
        """The settings for a file or folder.

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


def _gathered(paths: list[str], settings: _Settled) -> Iterator[Bundle]:
    try:
        yield from gathered(paths, lambda path: settings.of(path).ignores(path))
    except TooMany as folder:
        raise InputError(
            f"{folder} holds more than {MOST_FILES} files.", advice="Name the folder of the configurations."
        ) from None


def _looked_at(bundle: Bundle, checks: list[Check], settings: _Settled) -> Iterator[tuple[str, Linted | FileError]]:
    """What is found in each file, in order."""
    read = {file: _read(bundle.path(file)) for file in bundle.files}
    together = _together(bundle, read)
    for file, found in read.items():
        if isinstance(found, FileError):
            yield bundle.path(file), found
        else:
            settled = settings.of(bundle.path(file))
            linted = linting.lint(together[file].configuration, settled.checks(checks), together[file].given)
            yield bundle.path(file), settled.applied(replace(linted, format=found.format))
    if bundle.root and not read:
        fault = Fault(bundle.root, None, "", "The folder holds no file that may be a configuration.", "Name another.")
        yield bundle.root, FileError([fault])


def _together(bundle: Bundle, read: Mapping[str, Configuration | FileError]) -> dict[str, Joined]:
    """The files that can be read; those of a folder with what they get from each other."""
    files = [File(file, found) for file, found in read.items() if isinstance(found, Configuration)]
    if not bundle.root:
        return {file.path: Joined(file.configuration, linting.NOTHING) for file in files}
    others = bundle.others | (read.keys() - {file.path for file in files})
    return {file.path: each for file, each in zip(files, joined(files, others), strict=True)}


def _read(path: str) -> Configuration | FileError:
    try:
        return configuration_of(path)
    except FileError as unreadable:
        return unreadable


def _suites(path: str, team: str) -> list[Suite]:
    from worker import suitefile  # noqa: PLC0415 - YAML takes a tenth of a second to import; most calls do without

    return [each.suite for each in suitefile.read([path], team)]


def exit_code(found: Collection[Linted | FileError]) -> int:
    """The worst of all files; a note changes nothing."""
    if any(isinstance(each, FileError) for each in found):
        return EXIT_UNREADABLE
    linted = [each for each in found if isinstance(each, Linted)]
    bad = any(each.count(severity) for each in linted for severity in (Severity.ERROR, Severity.WARNING))
    return EXIT_FINDINGS if bad else 0


def document(path: str, found: Linted | FileError) -> dict[str, Any]:
    """One file for programs; where it cannot be read, ``format`` is null and ``error`` says why."""
    if isinstance(found, FileError):
        fault = found.faults[0]
        error = {"line": fault.line, "message": fault.message, "advice": fault.advice}
        return {"file": path, "format": None, "findings": [], "error": error}
    findings = [{name: getattr(each, name) for name in SHOWN} for each in found.findings]
    return {"file": path, "format": found.format, "findings": findings}
