"""``import``: suite files from the tests of other tools, and a list of what could not be carried over."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.markup import escape

from worker.cli import new_files
from worker.cli.arguments import AsJson, Team
from worker.cli.console import errors, output, print_json
from worker.cli.init import require_name
from worker.domain.counted import counted
from worker.errors import InputError
from worker.importing import Draft, Imported, imported
from worker.importing.ledger import Note
from worker.registry import Registry

NEXT: Final = "Give files of promptfoo, Vapi evals, Vapi simulations or ElevenLabs tests."

Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE…", help="Files of the other tool, or folders of them: YAML, JSON, CSV."),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Write the suite files there.")]
SuiteName = Annotated[str, typer.Option("--suite", help="The suite's name; of several, its start.", show_default=False)]
Runner = Annotated[str, typer.Option("--runner", help="The runner of every case.", show_default=False)]


def import_(
    paths: Files,
    out: Out = None,
    team: Team = "",
    *,
    suite: SuiteName = "",
    runner: Runner = "",
    as_document: AsJson = False,
) -> None:
    """Make suite files from promptfoo, Vapi evals, Vapi simulations and ElevenLabs tests.

    Lists what could not be carried over: where it stands, and why. Without ``--out`` the suites are printed as one
    file, the list goes to standard error. Needs no service. Nothing in a text is filled in or run.
    """
    for option, word in (("--team", team), ("--suite", suite), ("--runner", runner)):
        require_name(option, word)
    with errors.status("Reading the files"):
        found = imported(paths, team=team, suite=suite, runner=runner)
    if not found.drafts:
        raise _nothing(found, paths)
    if out is not None:
        new_files.write({out / draft.file: draft.text for draft in found.drafts}, "folder")
    if as_document:
        print_json(_document(found, out))
        return
    if out is None:
        print("---\n".join(draft.text for draft in found.drafts), end="")
    _tell(found, out)


def _nothing(found: Imported, paths: list[Path]) -> InputError:
    """The error where no test is carried over; several reasons are told before it."""
    told = f"No test was found in {', '.join(map(str, paths[:3]))}{', …' if len(paths) > 3 else ''}"  # noqa: PLR2004 - a message's length
    if len(found.notes) == 1:
        [note] = found.notes
        return InputError(f"{told}: {note.where + ': ' if note.where else ''}{note.why}", advice=NEXT)
    _tell(found, None)
    return InputError(f"{told}.", advice=NEXT)


def _tell(found: Imported, out: Path | None) -> None:
    console = errors if out is None else output
    for draft in found.drafts:
        where = escape(str(out / draft.file)) if out else f"suite {escape(draft.suite.name)}"
        waits = f", {len(draft.waiting)} of them waiting for kinds of a later version" if draft.waiting else ""
        console.print(
            f"{where}: {counted(len(draft.suite.cases), 'case')}, {counted(draft.assertions, 'assertion')}{waits}."
        )
    for title, notes in (("Not carried over", found.left), ("Carried over, but look at it", found.changed)):
        if notes:
            console.print(f"[bold]{title}:[/] {len(notes)}")
        for line in _lines(notes):
            console.print(escape(line))
    if found.drafts:
        console.print(escape(_applicable(found)))


def _applicable(found: Imported) -> str:
    """What of it apply takes here, and what waits for a runner."""
    waiting = without_runner(found)
    cases = sum(len(draft.suite.cases) for draft in found.drafts)
    if not waiting:
        return f"Next: assistant-test apply takes all {counted(cases, 'case')}, once their workers have started."
    runners = ", ".join(f"{runner} ({number})" for runner, number in waiting.items())
    waits = sum(waiting.values())
    told = f"{counted(waits, 'case')} of {cases} cannot be applied in this installation yet"
    rest = f" The other {cases - waits} can." if waits < cases else ""
    return f"{told}: no adapter is installed for {runners}.{rest}"


def without_runner(found: Imported) -> dict[str, int]:
    """How many cases have a runner that is not installed here, by runner."""
    installed = {name for name, _ in Registry.installed()}
    runners = [case.facts.runner for draft in found.drafts for case in draft.suite.cases if case.facts]
    return dict(sorted(Counter(runner for runner in runners if runner not in installed).items()))


def _lines(notes: Iterable[Note]) -> Iterator[str]:
    """By file; places of a list that differ in their number only are told once."""
    grouped: dict[str, dict[tuple[str, str], list[Note]]] = {}
    for note in notes:
        like = re.sub(r"\[\d+\]", "[…]", note.where)
        grouped.setdefault(note.file, {}).setdefault((like, note.why), []).append(note)
    for file, kinds in grouped.items():
        yield f"  {file}"
        for (like, why), alike in kinds.items():
            times = f" ({len(alike)} times)" if len(alike) > 1 else ""
            where = f"{like if times else alike[0].where}{times}: " if like else ""
            shown = f" — {alike[0].what}" if alike[0].what and len(alike) == 1 else ""
            yield f"    {where}{why}{shown}"


def _document(found: Imported, out: Path | None) -> dict[str, Any]:
    return {
        "suites": [_suite(draft, out) for draft in found.drafts],
        "not_carried_over": [_note(note) for note in found.left],
        "changed": [_note(note) for note in found.changed],
        "without_runner": without_runner(found),
    }


def _suite(draft: Draft, out: Path | None) -> dict[str, Any]:
    return {
        "suite": draft.suite.name,
        "file": str(out / draft.file) if out else None,
        "tool": draft.tool,
        "sources": draft.sources,
        "cases": len(draft.suite.cases),
        "assertions": draft.assertions,
        "waiting": [{"case": case, "key": each.key, "why": why} for case, each, why in draft.waiting],
        "text": draft.text,
    }


def _note(note: Note) -> dict[str, Any]:
    return {name: value for name, value in asdict(note).items() if name != "carried"}
