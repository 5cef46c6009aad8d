"""``lint``: structural checks on configuration files; no service, no database driver."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

import typer
from rich.markup import escape

from worker.cli.arguments import AsJson, Team
from worker.cli.configurations import configuration_of
from worker.cli.console import errors, output, print_json
from worker.domain.suite import Suite
from worker.errors import FileError
from worker.judging import linting
from worker.judging.linting import Linted
from worker.judging.structural.findings import Finding, Severity

EXIT_FINDINGS: Final = 1
EXIT_UNREADABLE: Final = 2
COLOURS: Final = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "dim"}
SHOWN: Final = ("check", "severity", "subject", "pointer", "message", "hint")

Files = Annotated[list[str], typer.Argument(metavar="FILE…", help="Configurations of assistants, JSON.")]
SuiteFile = Annotated[str, typer.Option("--suite", help="A suite file: its structural assertions are checked too.")]


def lint(paths: Files, suite: SuiteFile = "", team: Team = "", as_document: AsJson = False) -> None:
    """Check configuration files: Liquid left over, variables, tools' schemas, and what a suite file asks.

    Exits with 0 where no finding is an error, 1 where one is, 2 where a file cannot be read.
    """
    checks = linting.checks_for(_suites(suite, team) if suite else ())
    found: dict[str, Linted | FileError] = {}
    for path in dict.fromkeys(paths):
        try:
            found[path] = linting.lint(configuration_of(path), checks)
        except FileError as unreadable:
            found[path] = unreadable
        if not as_document:
            _print(path, found[path])
    if as_document:
        print_json([document(path, each) for path, each in found.items()])
    raise typer.Exit(exit_code(list(found.values())))


def _suites(path: str, team: str) -> list[Suite]:
    from worker import suitefile  # noqa: PLC0415 - YAML takes a tenth of a second to import; most calls do without

    return [each.suite for each in suitefile.read([path], team)]


def exit_code(found: list[Linted | FileError]) -> int:
    """The worst of all files."""
    if any(isinstance(each, FileError) for each in found):
        return EXIT_UNREADABLE
    return EXIT_FINDINGS if any(isinstance(each, Linted) and each.count(Severity.ERROR) for each in found) else 0


def document(path: str, found: Linted | FileError) -> dict[str, Any]:
    """One file for programs; where it cannot be read, ``format`` is null and ``error`` says why."""
    if isinstance(found, FileError):
        fault = found.faults[0]
        error = {"line": fault.line, "message": fault.message, "advice": fault.advice}
        return {"file": path, "format": None, "findings": [], "error": error}
    findings = [{name: getattr(each, name) for name in SHOWN} for each in found.findings]
    return {"file": path, "format": found.format, "findings": findings}


def _print(path: str, found: Linted | FileError) -> None:
    if isinstance(found, FileError):
        for fault in found.faults:
            errors.print(f"[red]unreadable[/] {escape(str(fault))}")
        return
    output.print(f"[bold]{escape(path)}[/] ({found.format}): {_counted(found)}")
    for line in (line for finding in found.findings for line in _lines(finding)):
        output.print(line)


def _counted(found: Linted) -> str:
    counts = [(found.count(severity), str(severity)) for severity in Severity]
    return ", ".join(f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts if count) or "no findings"


def _lines(finding: Finding) -> Iterator[str]:
    colour = COLOURS[finding.severity]
    yield f"  [{colour}]{finding.severity}[/] {escape(finding.check)} {escape(finding.pointer)}".rstrip()
    yield f"    {escape(finding.message)}"
    yield f"    {escape(finding.hint)}"
