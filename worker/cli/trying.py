"""``try``: a wording that is not applied yet, on evidence that is stored already; writes nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

import typer
from rich.markup import escape
from rich.table import Table

from worker import suitefile
from worker.cli.arguments import AsJson, Team
from worker.cli.console import output, print_json
from worker.cli.hanging import tell
from worker.cli.matrix import MET, NOT_DUE, NOT_MET, UNKNOWN
from worker.cli.naming import run_named
from worker.cli.options import database
from worker.db.reading import RunRow
from worker.db.trying import Stored, Worded, evidence_of, live_wordings, target_of
from worker.domain.judgement import Judgement
from worker.domain.nearest import nearest
from worker.domain.words import CaseRunStatus, Reads
from worker.errors import InputError
from worker.judging import kinds, structural

Key = Annotated[str, typer.Argument(metavar="KEY", help="The assertion's key.", show_default=False)]
OnRun = Annotated[
    str, typer.Option("--on", metavar="RUN", help="The run whose evidence is judged.", show_default=False)
]
SuiteFile = Annotated[str, typer.Option("--file", help="The suite file with the new wording; without, the live one.")]
Wordings = dict[str | None, Worded]
"""A key's wording by case; under None the suite's."""


@dataclass(frozen=True)
class Tried:
    """One case run, judged anew. ``now`` is None where the key does not apply to it."""

    stored: Stored
    now: Judgement | None

    @property
    def name(self) -> str:
        """The case's name, and its trial from the second on."""
        trial = f" #{self.stored.trial + 1}" if self.stored.trial else ""
        return f"{self.stored.snapshot.get('name', '')}{trial}"


def try_(key: Key, on: OnRun, file: SuiteFile = "", team: Team = "", as_document: AsJson = False) -> None:
    """Judge a run's stored evidence with the present wording of one assertion, beside what the run found.

    Writes nothing; nothing is run anew.
    """
    with database() as connection:
        row = run_named(connection, on, team)
        wordings = of_file(file, row, key) if file else _live(live_wordings(connection, row.id, key), row, key)
        stored = evidence_of(connection, row.id, key)
        content = target_of(connection, row.id)
    _require_judges(wordings)
    if not stored:
        raise InputError("The run has no case runs, so there is nothing to judge.", advice="Name a run that has ended.")
    tried = [Tried(one, judged(one, wordings, content)) for one in stored]
    if as_document:
        print_json({"run": row.id, "key": key, "cases": [_document(one) for one in tried]})
    else:
        _print(row.id, key, file, tried)


def of_file(file: str, row: RunRow, key: str) -> Wordings:
    """The key's wordings in the file's suite of the run's name.

    Raises:
        FileError: the file has faults.
        InputError: it has no such suite, or the suite no such key.
    """
    suites = [each.suite for each in suitefile.read([file], row.team)]
    suite = next((each for each in suites if each.name == row.suite), None)
    if suite is None:
        raise InputError(
            f"{file} holds no suite {row.suite}, which the run is about.",
            advice=f"It holds {', '.join(each.name for each in suites)}.",
        )
    owned = [(None, suite.assertions), *((case.name, case.assertions) for case in suite.cases)]
    found: Wordings = {
        owner: (each.wording.kind, each.wording.spec) for owner, several in owned for each in several if each.key == key
    }
    if not found:
        known = {each.key for _, several in owned for each in several}
        close = nearest(key, known, 1)
        advice = f"Did you mean {close[0]}?" if close else f"Its keys are {', '.join(sorted(known)) or 'none'}."
        raise InputError(f"{file} has no assertion {key} in the suite {row.suite}.", advice=advice)
    return found


def judged(stored: Stored, wordings: Wordings, content: Any) -> Judgement | None:
    """The new judgement of a case run; None where the key does not apply to it."""
    worded = wordings.get(stored.snapshot.get("name"), wordings.get(None))
    if worded is None or not stored.brings_configuration:
        return None
    if stored.status != CaseRunStatus.EXECUTED:
        return _unknown("case_not_executed", f"The case run is {stored.status}.")
    if content is None:
        return _unknown("evidence_missing", "The run holds no configuration, or no longer.")
    variables = (stored.snapshot.get("content") or {}).get("variables") or {}
    return kinds.judge_configuration(*worded, structural.reading(content), variables=variables)


def _unknown(code: str, why: str) -> Judgement:
    return Judgement(met=None, evaluator="try", rationale=why, error_code=code)


def _live(found: Wordings, row: RunRow, key: str) -> Wordings:
    if not found:
        raise InputError(
            f"The suite {row.suite} has no live assertion {key}.",
            advice="Correct the key, or give the suite file with --file.",
        )
    return found


def _require_judges(wordings: Wordings) -> None:
    """Refuse what is not judged here.

    Raises:
        UnknownKind: this release has no such kind.
        InputError: the kind reads something else than a configuration.
    """
    for name, _ in wordings.values():
        if kinds.get(name).reads is not Reads.CONFIGURATION:
            raise InputError(
                f"The kind {name} reads the {kinds.get(name).reads}, which try cannot judge.",
                advice="Apply the wording and run the suite anew.",
            )


def _document(tried: Tried) -> dict[str, Any]:
    stored = tried.stored
    fields = ("version", "met", "rationale", "error_code")
    old = {name: getattr(stored, name) for name in fields} if stored.version is not None else None
    now = tried.now.model_dump(mode="json") if tried.now else None
    return {"name": stored.snapshot.get("name"), "trial": stored.trial, "runner": stored.runner, "old": old, "new": now}


def _print(run: UUID, key: str, file: str, tried: list[Tried]) -> None:
    wording = f"the wording in {escape(file)}" if file else "the live wording"
    tell(f"[bold]{escape(key)}[/] on run {run}: what the run found, and {wording}. Nothing is written.")
    table = Table("case", "run", "now", show_edge=False)
    for one in tried:
        old = NOT_DUE if one.stored.version is None else f"{_mark(one.stored.met)} v{one.stored.version}"
        table.add_row(escape(one.name), old, _mark(one.now.met) if one.now else NOT_DUE)
    output.print(table)
    for line in (line for one in tried for line in _reasons(one)):
        tell(line)


def _reasons(tried: Tried) -> Iterator[str]:
    now = tried.now
    if now is not None and (now.met is not True or tried.stored.met is not True):
        code = f"[yellow]{now.error_code}[/]: " if now.error_code else ""
        yield f"{_mark(now.met)} {escape(tried.name)}: {code}{escape(now.rationale or '')}"


def _mark(met: bool | None) -> str:
    return UNKNOWN if met is None else MET if met else NOT_MET
