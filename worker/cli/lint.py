"""``lint``: structural checks on configuration files; no service, no database driver."""

from collections import Counter
from collections.abc import Collection
from importlib.metadata import version
from typing import Annotated, Any, Final

import typer

from worker.cli import lint_text
from worker.cli.arguments import Team
from worker.cli.console import print_json
from worker.cli.lint_files import Settled, bundles, looked_at
from worker.domain.configuration import Format
from worker.domain.suite import Suite
from worker.errors import InputError
from worker.judging import linting
from worker.judging.structural.checks import readable
from worker.lint import rules, sarif
from worker.lint.gathering import is_folder
from worker.lint.settings import NAME
from worker.lint.told import Told

EXIT_FINDINGS: Final = 1
EXIT_UNREADABLE: Final = 2
UNREADABLE: Final = "unreadable"
SHOWN: Final = ("check", "severity", "subject", "pointer", "message", "hint")

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE…", help="Configurations of assistants, or folders whose files belong together."),
]
SuiteFile = Annotated[str, typer.Option("--suite", help="A suite file: its structural assertions are checked too.")]
AsFormat = Annotated[
    Format | None, typer.Option("--format", help="Read the files as this, whatever they look like.", show_default=False)
]
Compiled = Annotated[bool, typer.Option("--compiled", help="The texts must hold no template any more.")]
NoConfig = Annotated[bool, typer.Option("--no-config", help=f"Read no {NAME}.")]
AsJsonLines = Annotated[bool, typer.Option("--json", help="Print one JSON document a file, each on one line.")]
AsSarif = Annotated[bool, typer.Option("--sarif", help="Print SARIF 2.1.0, for tools of code review.")]


def lint(
    paths: Files,
    suite: SuiteFile = "",
    team: Team = "",
    *,
    expected: AsFormat = None,
    compiled: Compiled = False,
    no_config: NoConfig = False,
    as_document: AsJsonLines = False,
    as_sarif: AsSarif = False,
) -> None:
    """Check configurations of assistants: variables, tools, handoffs, placeholders, and what a suite file asks.

    Each file is looked at alone; the files of a folder resolve each other. Exits with 0 where nothing is found that
    is a warning or an error, 1 where something is, 2 where a file cannot be read.
    """
    if as_document and as_sarif:
        raise InputError("Two forms are asked for.", advice="Give one of --json and --sarif.")
    if expected and (folder := next((path for path in paths if is_folder(path)), None)):
        raise InputError(f"{folder} is a folder, which holds files of several formats.", advice="Name files.")
    checks = linting.checks_for(_suites(suite, team) if suite else (), compiled=compiled)
    settings = Settled(is_read=not no_config)
    told: list[Told] = []
    passed_over = Counter[str]()
    for bundle in bundles(paths, settings):
        passed_over += bundle.passed_over
        for file in looked_at(bundle, checks, settings, expected):
            told.append(file)
            if as_document:
                print_json(document(file), indent=None)
    if as_sarif:
        print_json(sarif.log(told, rules.descriptions(), version("assistant-test-worker")))
    elif not as_document:
        lint_text.tell(told, passed_over)
    raise typer.Exit(exit_code(told))


def _suites(path: str, team: str) -> list[Suite]:
    from worker import suitefile  # noqa: PLC0415 - YAML takes a tenth of a second to import; most calls do without

    return [each.suite for each in suitefile.read([path], team)]


def exit_code(told: Collection[Told]) -> int:
    """The worst of all files; a note changes nothing."""
    if any(each.faults for each in told):
        return EXIT_UNREADABLE
    return EXIT_FINDINGS if any(each.is_bad for each in told) else 0


def document(file: Told) -> dict[str, Any]:
    """One file for programs; one that cannot be read has the format ``unreadable``, and ``error`` says why."""
    if file.found is None:
        fault = file.faults[0]
        error = {"line": fault.line, "message": fault.message, "advice": fault.advice}
        finding = readable.unreadable(fault.line, fault.message, fault.advice)
        why = {name: getattr(finding, name) for name in SHOWN} | ({"line": fault.line} if fault.line else {})
        return {"file": file.path, "format": UNREADABLE, "findings": [why], "error": error}
    findings = []
    for each in file.findings:
        line = file.line_of(each.pointer)
        findings.append({name: getattr(each, name) for name in SHOWN} | ({"line": line} if line else {}))
    return {"file": file.path, "format": file.found.format, "findings": findings}
