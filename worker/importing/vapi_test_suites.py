"""Vapi test suites, which simulations took the place of: a script for the tester, and rubrics."""

from typing import Any, Final

from worker.domain.suite import Wording
from worker.importing.formats import Desk, Document, Keys, Made, literal, named
from worker.importing.ledger import View

RUNNER: Final = "vapi_simulations"
PERSONA: Final = "A caller who follows the script."
MOST_TRIALS: Final = 100
REASONS: Final = {
    "type": "A case does not say whether it is spoken or typed; its runner does.",
    "phoneNumber": "Where the assistant is found is a target of the suite; write it there.",
    "phoneNumberId": "Where the assistant is found is a target of the suite; write it there.",
    "targetPlan": "Where the assistant is found is a target of the suite; write it there.",
    "testerPlan": "The tester is the runner's.",
    "id": "It is the platform's.",
}


def is_suite(root: Any) -> bool:
    """A suite with its tests inside."""
    tests = root.get("tests") if isinstance(root, dict) else None
    return isinstance(tests, list) and any(isinstance(each, dict) and _is_test(each) for each in tests)


def _is_test(test: dict[str, Any]) -> bool:
    return isinstance(test.get("script"), str) and ("rubric" in test or "scorers" in test)


def convert(document: Document, desk: Desk) -> Made:
    """One suite of one."""
    document.reasons = REASONS
    view = document.view
    name = named(view["name"], document.stem)
    made = Made(name, [document.file], "Vapi test suites", description=name)
    tests = view["tests"].items()
    _trials(tests, made)
    for test in tests:
        if isinstance(test.value, dict):
            _test(test, desk, made)
    return made


def _trials(tests: list[View], made: Made) -> None:
    """``attempts`` of each test to the suite's trials: the most of them, since trials are the suite's here."""
    fields = [test[name] for test in tests for name in ("attempts", "numAttempts") if name in test]
    found = [(each, each.value) for each in fields if _is_count(each.value)]
    if not found:
        return
    made.run["trials"] = most = max(number for _, number in found)
    for each, number in found:
        if number == most:
            each.carry()
        else:
            each.change(f"Trials are the suite's here; it says {most} for all.")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_TRIALS


def _test(test: View, desk: Desk, made: Made) -> None:
    script = test["script"]
    if not script.text().strip():
        test.leave("It has no script.")
        return
    keys = Keys()
    for rubric in [*test["rubric"].items(), *([test["rubric"]] if test["rubric"].text() else [])]:
        _rubric(rubric, keys)
    for scorer in test["scorers"].items():
        _rubric(scorer["rubric"], keys)
    name = named(test["name"], made.name)
    content = {"persona": PERSONA, "goal": literal(script)}
    made.cases.append(desk.case(name, RUNNER, content, keys.made))


def _rubric(rubric: View, keys: Keys) -> None:
    if rubric.text().strip():
        keys.add(rubric.text(), Wording("rubric", statement=literal(rubric)))
