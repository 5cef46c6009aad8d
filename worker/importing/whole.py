"""All of an import: files in, suites and notes out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from worker.domain.suite import Assertion, Suite, SuiteFacts
from worker.importing import elevenlabs, promptfoo, vapi_evals, vapi_simulations, vapi_test_suites, writing
from worker.importing.formats import Desk, Made
from worker.importing.ledger import Note
from worker.importing.loading import Document, Library
from worker.importing.naming import Names, one_line, plain

FORMATS: Final = "promptfoo, Vapi evals, Vapi simulations, Vapi test suites, ElevenLabs tests"
NOT_KNOWN: Final = f"It is none of the formats that are read: {FORMATS}."


@dataclass(frozen=True, slots=True)
class Draft:
    """One suite file to be.

    Attributes:
        file: its name, without a folder.
        text: what it holds.
        waiting: its assertions that stand in it as remarks, each with its case's name (empty for the suite's) and why.
    """

    suite: Suite
    file: str
    text: str
    tool: str
    sources: tuple[str, ...]
    waiting: tuple[tuple[str, Assertion, str], ...]

    @property
    def assertions(self) -> int:
        """How many it holds, waiting ones included."""
        return sum(1 for _ in _owned(self.suite))


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import came to."""

    drafts: list[Draft]
    notes: list[Note]

    @property
    def left(self) -> list[Note]:
        """What could not be carried over."""
        return [note for note in self.notes if not note.carried]

    @property
    def changed(self) -> list[Note]:
        """What was carried over in other words, or in part."""
        return [note for note in self.notes if note.carried]


def imported(paths: Sequence[Path], *, team: str = "", suite: str = "", runner: str = "") -> Imported:
    """Read the files, and whatever files of the same folders they refer to.

    Args:
        paths: files, and folders, which stand for all their files that may hold tests.
        team: written into the suites, where it is given.
        suite: the name of the suite; of several, what their names begin with.
        runner: of every case; else each format has its own.
    """
    library = Library()
    library.add(paths)
    every = list(_made(library, Desk(library, runner)))
    made = [each for each in every if each.cases or each.assertions]
    barren = {source for each in every if each not in made for source in each.sources}
    for document in library.documents:
        if document.file in barren:
            document.view.leave("No test of it could be carried over.")
    names = Names()
    drafts = [_draft(each, names.free(_name(each, suite, alone=len(made) == 1), "-"), team) for each in made]
    return Imported(drafts, list(_notes(library)))


def _made(library: Library, desk: Desk) -> Iterator[Made]:
    """Suites; what includes other files goes first, so that these are not read on their own as well."""
    yield from _each(library, promptfoo.is_config, promptfoo.convert, desk)
    for document in _unused(library, elevenlabs.is_index):
        document.used = True
        yield elevenlabs.convert([document], desk)
    yield from _together(library, elevenlabs.is_test, elevenlabs.convert, desk)
    yield from _each(library, promptfoo.is_list, promptfoo.convert, desk)
    yield from _each(library, vapi_test_suites.is_suite, vapi_test_suites.convert, desk)
    yield from _together(library, _is_eval, vapi_evals.convert, desk)
    yield from _together(library, _is_simulation, vapi_simulations.convert, desk)


def _is_eval(root: object) -> bool:
    return vapi_evals.is_eval(root) or vapi_evals.is_listing(root)


def _is_simulation(root: object) -> bool:
    return bool(vapi_simulations.part(root)) or vapi_simulations.is_listing(root)


def _unused(library: Library, fits: Callable[[object], bool]) -> Iterator[Document]:
    yield from (each for each in list(library.documents) if not each.used and fits(each.root))


def _each(
    library: Library, fits: Callable[[object], bool], convert: Callable[[Document, Desk], Made], desk: Desk
) -> Iterator[Made]:
    for document in _unused(library, fits):
        document.used = True
        yield convert(document, desk)


def _together(
    library: Library, fits: Callable[[object], bool], convert: Callable[[list[Document], Desk], Made], desk: Desk
) -> Iterator[Made]:
    found = list(_unused(library, fits))
    made = [convert(found, desk)] if found else []
    for document in found:
        document.used = True
    yield from made


def _notes(library: Library) -> Iterator[Note]:
    yield from library.notes
    for document in library.documents:
        if document.used:
            yield from document.ledger.notes
            yield from document.ledger.rest(document.root, document.reasons)
        else:
            document.view.leave(NOT_KNOWN)
            yield from document.ledger.notes


def _name(made: Made, suite: str, *, alone: bool) -> str:
    own = plain(made.name, plain(Path(made.sources[0]).stem, "imported"))
    return own if not suite else suite if alone else f"{suite}-{own}"


def _draft(made: Made, name: str, team: str) -> Draft:
    facts = SuiteFacts(one_line(made.assistant or name, "assistant"), made.description, {}, made.run)
    suite = Suite(team, name, facts, tuple(made.assertions), tuple(made.cases))
    waiting = tuple((case, each, why) for case, each in _owned(suite) if (why := writing.waiting(each)))
    file = f"{plain(name, 'imported')}.suite.yaml"
    draft = Draft(suite, file, "", made.tool, tuple(made.sources), waiting)
    return replace(draft, text=writing.text_of(suite, list(_head(draft))))


def _owned(suite: Suite) -> Iterator[tuple[str, Assertion]]:
    yield from (("", each) for each in suite.assertions)
    yield from ((case.name, each) for case in suite.cases for each in case.assertions)


def _head(draft: Draft) -> Iterator[str]:
    yield f"Imported from {draft.tool}: {', '.join(draft.sources[:5])}{', …' if len(draft.sources) > 5 else ''}"  # noqa: PLR2004 - a remark's length
    yield "Next: edit what is marked EDIT, name runners that your workers have (apply refuses others), then:"
    yield f"  assistant-test apply {draft.file} {'' if draft.suite.team else '--team TEAM '}--dry-run"
    if draft.waiting:
        yield f"{len(draft.waiting)} of {draft.assertions} assertions wait as remarks for kinds of a later version."
    yield "No criteria are written: who asks for what is yours to say, for example"
    yield f"  criteria: {{publish_gate: {{required: [{_example(draft)}]}}}}"


def _example(draft: Draft) -> str:
    keys = dict.fromkeys(each.key for _, each in _owned(draft.suite))
    return ", ".join(list(keys)[:3]) or "KEY"
