"""What every format gets and gives."""

from dataclasses import dataclass, field
from typing import Final

from worker.domain.suite import Assertion, Case, CaseFacts, Json, Wording
from worker.importing.ledger import View
from worker.importing.loading import Document, Library
from worker.importing.naming import Names, key, one_line

NO_TEMPLATES: Final = "It stands as it is; whatever is in {{…}} there is not filled in here."


@dataclass(slots=True)
class Made:
    """A suite in the making.

    Attributes:
        name: as the source calls it; not yet fit for a file, nor alone of its name.
        sources: the files that it was made from.
        remark: what somebody has to decide first, for the head of the file.
    """

    name: str
    sources: list[str]
    tool: str
    description: str = ""
    assistant: str = ""
    run: Json = field(default_factory=dict)
    assertions: list[Assertion] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)


@dataclass(slots=True)
class Desk:
    """What a converter works with.

    Attributes:
        runner: for cases, where somebody said so; else each format has its own.
        cases: names of cases, unique in all suites of one import.
    """

    library: Library
    runner: str = ""
    cases: Names = field(default_factory=Names)

    def case(self, name: str, runner: str, content: Json, assertions: list[Assertion]) -> Case:
        """A case with a name that no other has."""
        free = self.cases.free(one_line(name, "case"))
        return Case(free, CaseFacts(self.runner or runner, content), tuple(assertions))


class Keys:
    """Assertions of one owner, each with a key that no other of it has."""

    def __init__(self, taken: list[Assertion] | tuple[Assertion, ...] = ()) -> None:
        self._names = Names(tuple(each.key for each in taken))
        self.made: list[Assertion] = []

    def add(self, wanted: str, wording: Wording) -> None:
        """Add an assertion; what it is called comes from these words."""
        self.made.append(Assertion(self._names.free(key(wanted, wording.kind), "_"), wording))


def holds_template(text: str) -> bool:
    """Whether other tools would fill something in here."""
    return "{{" in text or "{%" in text


def named(view: View, otherwise: str) -> str:
    """The name that stands here, else the other one; a note where it does not fit on one line."""
    if not view.text().strip():
        return otherwise
    if one_line(view.text(), "") != view.text():
        view.change("A name is one line of at most 120 characters, without spaces around it.")
    view.carry()
    return view.text()


def literal(view: View) -> str:
    """The text, carried over as it stands: nothing in it is filled in."""
    if holds_template(view.text()):
        view.change(NO_TEMPLATES)
    view.carry()
    return view.text()


__all__ = ["NO_TEMPLATES", "Desk", "Document", "Keys", "Library", "Made", "holds_template", "literal", "named"]
