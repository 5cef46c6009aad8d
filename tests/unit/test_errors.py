"""The error tree and the published codes: each can be made, each says what to do, and none is dead or secret."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeGuard
from uuid import UUID

import pytest

from worker import errors
from worker.cli.streams import OutputLost
from worker.cli.usage import UsageError
from worker.client import NotEnded
from worker.errors import CASE_CODES, COMMAND_CODES, REQUEST_CODES, RESULT_CODES, RUN_CODES
from worker.judging.kinds import UnknownKind
from worker.steps.execute import CaseTimedOut

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = {
    "run": RUN_CODES,
    "request": REQUEST_CODES,
    "case": CASE_CODES,
    "result": RESULT_CODES,
    "command": COMMAND_CODES,
}
MADE: dict[type[errors.WorkerError], Callable[[], errors.WorkerError]] = {
    errors.WorkerError: lambda: errors.WorkerError("It broke.", advice="Mend it."),
    errors.InputError: lambda: errors.InputError("It is wrong.", advice="Correct it."),
    errors.FileError: lambda: errors.FileError([errors.Fault("a.yaml", 3, "cases[0].runner", "None.", "Name one.")]),
    errors.RequestRefused: lambda: errors.RequestRefused("suite_unknown", "there is none", advice="Apply it."),
    errors.RunFailed: lambda: errors.RunFailed("no_cases", "There is none.", advice="Enable one."),
    errors.LeaseLost: lambda: errors.LeaseLost("a-run", 3),
    errors.EvidenceConflict: lambda: errors.EvidenceConflict("a-case-run"),
    errors.EvidenceUnstorable: lambda: errors.EvidenceUnstorable("SQLSTATE 22P05"),
    errors.AdapterError: lambda: errors.AdapterError(errors.AdapterErrorKind.TRANSIENT, "It does not answer."),
    errors.NotReady: lambda: errors.NotReady("It is not set.", advice="Set it."),
    UsageError: lambda: UsageError("--trials is missing.", advice="Give it."),
    OutputLost: lambda: OutputLost(OSError(28, "No space left on device")),
    UnknownKind: lambda: UnknownKind("no_row_liquid"),
    NotEnded: lambda: NotEnded(UUID(int=1), 3),
    CaseTimedOut: lambda: CaseTimedOut(errors.AdapterErrorKind.PERMANENT_CASE, "It took longer than 3 s."),
}
"""One of each class."""
PLACES = {
    "RunFailed": (("run", 0),),
    "RequestRefused": (("request", 0),),
    "unjudged": (("result", 2),),
    "_unjudged": (("result", 1),),
    "Report": (("result", 3),),
    "_document_of": (("command", 0),),
    "_closing": (("case", 4), ("result", 4)),
}
"""Where a call takes a code: which list it must be on, and the argument's place."""
KEYWORDS = {"CaseRecord": "case", "Judgement": "result", "Report": "result"}
"""Calls that take a code by the name ``error_code`` or ``unknown``."""
SQL_CODE = re.compile(r"assistant_test_refuse\(\s*'(\w+)'")


def sources(*folders: str) -> list[Path]:
    """The Python files of some packages."""
    return [path for folder in folders for path in (ROOT / folder).rglob("*.py")]


def subclasses(of: type[errors.WorkerError]) -> Iterator[type[errors.WorkerError]]:
    """A class and all below it that the project has."""
    yield of
    for below in of.__subclasses__():
        yield from subclasses(below)


def words(node: ast.AST) -> set[str]:
    """The texts in an expression, whatever condition chooses between them."""
    if isinstance(node, ast.IfExp):
        return words(node.body) | words(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _is_code(statement: ast.stmt) -> TypeGuard[ast.Assign]:
    return isinstance(statement, ast.Assign) and [getattr(name, "id", "") for name in statement.targets] == ["code"]


def codes_given(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Pairs of list and code, of every call that is known to take a code, and of every name that is called unknown."""
    for call in ast.walk(tree):
        if isinstance(call, ast.ClassDef):
            yield from (("command", word) for each in call.body if _is_code(each) for word in words(each.value))
        if isinstance(call, ast.Assign) and [getattr(name, "id", "") for name in call.targets] == ["unknown"]:
            yield from (("result", word) for word in words(call.value))
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        for kind, place in PLACES.get(name, ()):
            for given in call.args[place : place + 1]:
                yield from ((kind, word) for word in words(given))
        for keyword in call.keywords:
            if keyword.arg in {"error_code", "unknown"} and name in KEYWORDS:
                yield from ((KEYWORDS[name], word) for word in words(keyword.value))


@pytest.fixture(scope="module")
def in_python() -> set[tuple[str, str]]:
    """Pairs of list and code in the packages."""
    return {pair for path in sources("worker", "adapters") for pair in codes_given(ast.parse(path.read_text("utf-8")))}


@pytest.fixture(scope="module")
def in_sql() -> set[str]:
    """Codes with which our SQL functions refuse."""
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "migrations" / "sql").glob("*.sql"))]
    return {code for text in texts for code in SQL_CODE.findall(text)}


def test_one_of_each_class_is_made_here() -> None:
    """A new error has to be added to the examples, which the other tests walk."""
    assert {kind for kind in subclasses(errors.WorkerError) if kind.__module__.startswith("worker.")} == set(MADE)


@pytest.mark.parametrize("kind", MADE, ids=lambda kind: kind.__name__)
def test_an_error_says_what_happened_and_what_to_do(kind: type[errors.WorkerError]) -> None:
    """Message and advice are both told, in that order."""
    error = MADE[kind]()

    said = str(error)

    assert type(error) is kind
    assert error.message
    assert error.advice
    assert said.endswith(f"{error.message} {error.advice}")
    assert error.message.endswith(".") or isinstance(error, (errors.FileError, errors.EvidenceUnstorable))


def test_a_refusal_is_a_sentence_whoever_wrote_it() -> None:
    """SQL writes without capital and full stop; the code stands before it for programs' logs only."""
    refused = errors.RequestRefused("suite_unknown", "team 'acme' has no live suite 'x'", advice="Known: a.")
    named = errors.RequestRefused("run_config_invalid", "run_config.trials is 0", advice="Give one.")

    assert refused.message == "Team 'acme' has no live suite 'x'."
    assert str(refused) == "suite_unknown: Team 'acme' has no live suite 'x'. Known: a."
    assert named.message == "run_config.trials is 0."


@pytest.mark.parametrize("kind", MADE, ids=lambda kind: kind.__name__)
def test_an_error_has_a_published_code(kind: type[errors.WorkerError]) -> None:
    """What a command prints under --json is looked up somewhere."""
    assert any(MADE[kind]().code in codes for codes in PUBLISHED.values())


def test_every_class_stands_in_the_tree_of_the_module() -> None:
    """The docstring draws all classes of the module, so that it reads as the list of what can go wrong."""
    ours = {kind.__name__ for kind in MADE if kind.__module__ == errors.__name__}
    tree = inspect.getdoc(errors) or ""

    drawn = set(re.findall(r"^[\s│├└─]*([A-Z]\w+)", tree, re.MULTILINE))

    assert ours <= drawn


def test_every_code_that_is_given_is_published(in_python: set[tuple[str, str]], in_sql: set[str]) -> None:
    """Nobody meets a code that no list explains."""
    given = in_python | {("request", code) for code in in_sql}

    unpublished = {(kind, code) for kind, code in given if code not in PUBLISHED[kind]}

    assert unpublished == set()


def test_every_published_code_is_given_somewhere(in_python: set[tuple[str, str]], in_sql: set[str]) -> None:
    """No list explains a code that nobody meets."""
    given = in_python | {("request", code) for code in in_sql}

    dead = {(kind, code) for kind, codes in PUBLISHED.items() for code in codes} - given

    assert dead == set()


@pytest.mark.parametrize("kind", PUBLISHED)
def test_a_code_is_explained_in_a_sentence(kind: str) -> None:
    """The lists are what people look a code up in."""
    wrong = [code for code, said in PUBLISHED[kind].items() if not re.fullmatch(r"\w.+ .+\.", said)]

    assert wrong == []
