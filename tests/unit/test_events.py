"""The catalogue of log events and what the code logs agree, in both directions.

That real processes log nothing else is looked at after each acceptance test (tests/acceptance/conftest.py).
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from worker.telemetry.events import EVENTS

ROOT = Path(__file__).resolve().parents[2]
LEVELS = {"debug", "info", "warning", "error", "critical", "exception"}


class Logged(NamedTuple):
    """One event that a place in the code logs."""

    place: str
    event: str
    fields: frozenset[str]


class Module:
    """One module's log calls, with names and fields resolved within it."""

    def __init__(self, path: Path) -> None:
        """Parse it."""
        self.path = path
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.functions = [
            node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]

    def logged(self) -> Iterator[Logged]:
        """What it logs."""
        for node in ast.walk(self.tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LEVELS):
                continue
            if not (isinstance(node.func.value, ast.Name) and node.func.value.id in {"log", "logger", "logging"}):
                continue
            place = f"{self.path.relative_to(ROOT)}:{node.lineno}"
            extra = next((keyword.value for keyword in node.keywords if keyword.arg == "extra"), None)
            fields = frozenset() if extra is None else self.fields(extra, node)
            for event in self.names(node.args[0], node):
                yield Logged(place, event, fields)

    def names(self, given: ast.expr, at: ast.AST) -> list[str]:
        """The event: a constant, or an argument that all callers give as one."""
        match given:
            case ast.Constant(value=str(name)):
                return [name]
            case ast.Name(id=name):
                return [event for value, call in self.given(name, at) for event in self.names(value, call)]
        raise AssertionError(f"{self.path}: an event's name is made up: {ast.unparse(given)}")

    def fields(self, given: ast.expr, at: ast.AST) -> frozenset[str]:
        """The fields: of a dict, a local variable that is one, or a function here that returns one."""
        match given:
            case ast.Dict(keys=keys, values=values):
                parts = [
                    self.fields(value, at) if key is None else {ast.literal_eval(key)}
                    for key, value in zip(keys, values, strict=True)
                ]
                return frozenset().union(*parts)
            case ast.Call(func=ast.Name(id=name)):
                function = next(one for one in self.functions if one.name == name)
                (returned,) = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value]
                return self.fields(returned, function)
            case ast.Name(id=name):
                for node in ast.walk(self.around(at)):
                    match node:
                        case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                            return self.fields(value, at)
                ways = {self.fields(value, call) for value, call in self.given(name, at)}
                if len(ways) == 1:
                    return ways.pop()
        raise AssertionError(f"{self.path}: fields cannot be read: {ast.unparse(given)}")

    def given(self, argument: str, at: ast.AST) -> list[tuple[ast.expr, ast.Call]]:
        """What callers in this module give for an argument of the function around a node."""
        function = self.around(at)
        names = [one.arg for one in function.args.args if one.arg != "self"]
        calls = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        return [
            (call.args[names.index(argument)], call)
            for call in calls
            if function.name in {getattr(call.func, "id", None), getattr(call.func, "attr", None)}
        ]

    def around(self, at: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef:
        """The innermost function that holds a node."""
        return [one for one in self.functions if any(node is at for node in ast.walk(one))][-1]


def logged() -> list[Logged]:
    """What all code of the worker and of the adapters logs."""
    paths = [path for folder in ("worker", "adapters") for path in sorted((ROOT / folder).rglob("*.py"))]
    return [one for path in paths for one in Module(path).logged()]


LOGGED = logged()


@pytest.mark.parametrize("one", LOGGED, ids=lambda one: f"{one.place} {one.event}")
def test_what_is_logged_stands_in_the_catalogue_with_its_fields(one: Logged) -> None:
    """A name that nobody listed cannot be searched for; a field that comes and goes cannot be counted."""
    assert one.event in EVENTS
    assert one.fields == set(EVENTS[one.event])


@pytest.mark.parametrize("event", EVENTS)
def test_what_stands_in_the_catalogue_is_logged_somewhere(event: str) -> None:
    """An alarm on an event that no code logs never rings."""
    assert event in {one.event for one in LOGGED}
