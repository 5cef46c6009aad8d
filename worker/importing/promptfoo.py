"""promptfoo: configurations, and lists of tests on their own (YAML, JSON, CSV). Nothing of it is rendered.

A test becomes a case of one turn. Of its variables one is what the caller says: the only one that is text, or one of a
usual name; the others stay variables of the case. ``defaultTest.assert`` becomes the suite's assertions.
"""

import itertools
from collections.abc import Iterator
from typing import Any, Final

from worker.domain.suite import Assertion, Json
from worker.importing import promptfoo_kinds as kinds
from worker.importing.formats import NO_TEMPLATES, Desk, Document, Keys, Made, holds_template, named
from worker.importing.ledger import View

RUNNER: Final = "vapi_chat"
MOST_EXPANDED: Final = 500
"""Cases that lists among one test's variables may come to."""
USUAL: Final = (
    *("user_message", "message", "user_input", "input", "question", "query", "prompt", "user", "text", "utterance"),
    *("msg", "request", "content"),
)
PLACES: Final = ("prompts", "providers", "targets", "defaultTest", "assertionTemplates", "evaluateOptions", "redteam")
REASONS: Final = {
    "prompts": "The assistant under test takes its place.",
    "providers": "The assistant under test takes its place; a judge is a setting of the worker.",
    "targets": "The assistant under test takes its place.",
    "defaultTest": "Of what all tests share, variables and assertions are carried over.",
    "provider": "Which model judges is a setting of the worker.",
    "options": "There is no place for it here.",
    "weight": "There are no weights here; say in the criteria what must hold.",
    "threshold": "There are no scores of a whole case here; say in the criteria what must hold.",
    "metadata": "There is no place for it here.",
    "scenarios": "Scenarios are not carried over; write them out as tests.",
    "redteam": "Generated attacks are not carried over.",
    "assertionTemplates": "An assertion that refers to it is listed by itself.",
    "$schema": "It names promptfoo's own schema.",
}


def is_config(root: Any) -> bool:
    """A configuration with tests of its own or elsewhere."""
    return isinstance(root, dict) and ("tests" in root or "scenarios" in root) and any(key in root for key in PLACES)


def is_list(root: Any) -> bool:
    """A list of tests, as a configuration includes them."""
    return isinstance(root, list) and any(
        isinstance(each, dict) and isinstance(each.get("vars"), dict | list) for each in root
    )


def convert(document: Document, desk: Desk) -> Made:
    """One suite of a configuration or of a list of tests."""
    view = document.view
    document.reasons = REASONS
    made = Made(document.stem, [document.file], "promptfoo")
    if isinstance(document.root, list):
        _Tests(desk, made, {}).of_document(document)
        return made
    if view["description"].text():
        made.description = view["description"].carry()
    default = view["defaultTest"]
    if default.text():
        default.leave("Its tests share what is in another file; write it here.")
    shared = {name: value.value for name, value in default["vars"].fields()}
    _carry_variables(default["vars"])
    made.assertions = _assertions(default, Keys())
    _Tests(desk, made, shared).of_config(document, view["tests"])
    _overridden(default["vars"], made)
    return made


def _overridden(shared: View, made: Made) -> None:
    contents = [case.facts.content for case in made.cases if case.facts]
    for name, value in shared.fields():
        kept = value.value if isinstance(value.value, list) else [value.value]
        used = [content.get("variables", {}).get(name) for content in contents]
        if not all(each in used or any(each in content["turns"] for content in contents) for each in kept):
            value.leave("Not every value of it is in a case: tests give their own, or are not carried over.")


class _Tests:
    """Tests to cases of one suite."""

    def __init__(self, desk: Desk, made: Made, shared: Json) -> None:
        self.desk = desk
        self.made = made
        self.shared = shared

    def of_config(self, config: Document, tests: View) -> None:
        """The tests of a configuration: written there, or in the files that it names."""
        for item in tests.items() if isinstance(tests.value, list) else [tests]:
            reference = item.text() or item["path"].text()
            if reference:
                self._included(config, item, reference)
            elif isinstance(item.value, dict):
                self.of_test(item)

    def of_document(self, document: Document) -> None:
        """All tests of a document that is a list of them."""
        for item in document.view.items():
            if isinstance(item.value, dict):
                self.of_test(item)

    def _included(self, config: Document, item: View, reference: str) -> None:
        if "://" in reference and not reference.startswith("file://"):
            item.leave("Tests from a network are not fetched.")
            return
        path = reference.removeprefix("file://")
        if path.endswith((".js", ".ts", ".mjs", ".py")) or ".py:" in path:
            item.leave("It is a program that makes tests; run it, and import what it makes.")
            return
        library = self.desk.library
        found = library.matching(path, config) if "*" in path else library.referred(path, config)
        if isinstance(found, str):
            item.leave(found)
            return
        if not found:
            item.leave("No file beside it is of this pattern.")
            return
        (item if item.text() else item["path"]).carry()
        for document in found:
            self._of_file(document, item)

    def _of_file(self, document: Document, item: View) -> None:
        if document.used:
            item.change("The file's tests are in another suite of this import, or stand in this one already.")
            return
        document.used = True
        document.reasons = REASONS
        self.made.sources.append(document.file)
        if isinstance(document.root, list):
            self.of_document(document)
        elif isinstance(document.root, dict):
            self.of_test(document.view)

    def of_test(self, test: View) -> None:
        """One test: as many cases as its lists of values come to."""
        given = self.shared | {name: value.value for name, value in test["vars"].fields()}
        turn = _turn(given)
        if not turn:
            names = ", ".join(given) or "none"
            test.leave(f"Which of its variables ({names}) the caller says is not clear; name it user_message.")
            return
        rows = list(itertools.islice(_rows(given), MOST_EXPANDED + 1))
        if len(rows) > MOST_EXPANDED:
            test.leave(f"The lists among its variables come to more than {MOST_EXPANDED} cases.")
            return
        spoken = [row for row in rows if _is_said(row[turn])]
        if not spoken:
            test.leave("What the caller says is no text of this file.")
            return
        if len(spoken) < len(rows):
            test["vars"][turn].change("What of it is no text of this file is left out.")
        assertions = _assertions(test, Keys(self.made.assertions))
        name = named(test["description"], "")
        for row in spoken:
            content = {"turns": [row[turn]]} | _variables(row, turn)
            self.made.cases.append(self.desk.case(name or row[turn], RUNNER, content, assertions))
        _carry_variables(test["vars"])


def _is_said(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and not value.startswith("file://")


def _variables(row: Json, turn: str) -> Json:
    rest = {name: value for name, value in row.items() if name != turn}
    return {"variables": rest} if rest else {}


def _carry_variables(variables: View) -> None:
    for _, value in variables.fields():
        if any(holds_template(text) for text in _texts(value.value)):
            value.change(NO_TEMPLATES)
        value.carry()


def _assertions(owner: View, keys: Keys) -> list[Assertion]:
    for item in owner["assert"].items():
        _assertion(item, keys)
    return keys.made


def _assertion(item: View, keys: Keys) -> None:
    kind = item["type"].text()
    if kind == "assert-set" and "threshold" not in item:
        item["type"].carry()
        for child in item["assert"].items():
            _assertion(child, keys)
        return
    if "$ref" in item:
        item.leave("It refers to a template of assertions; write it out.")
        return
    if "transform" in item or "contextTransform" in item:
        item.leave("It judges what a program made of the reply.")
        return
    try:
        wording = kinds.wording(kind, item["value"].value, item["threshold"].value)
    except kinds.NoKind as none:
        item.leave(str(none))
        return
    item["type"].carry()
    item["threshold" if kind.endswith("latency") else "value"].carry()
    if item["metric"].text():
        item["metric"].change("It is the assertion's key, in the letters of a key.")
    keys.add(item["metric"].text() or wording.kind, wording)


def _turn(given: Json) -> str:
    """The variable that the caller says; empty where that is not clear."""
    texts = [name for name, value in given.items() if any(_texts(value))]
    if len(texts) == 1:
        return texts[0]
    return next((name for name in USUAL if name in texts), "")


def _texts(value: Any) -> list[str]:
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)]


def _rows(given: Json) -> Iterator[Json]:
    """One row of values for each choice from the lists among them, as promptfoo multiplies them."""
    choices = [value if isinstance(value, list) and value else [value] for value in given.values()]
    for row in itertools.product(*choices):
        yield dict(zip(given, row, strict=True))
