"""``config_json_path``: what a JSONPath (RFC 9535) selects in the configuration, as it was given, is as expected.

The functions ``match`` and ``search`` are not taken: regular expressions of that kind may take unbounded time. A path
has one descendant segment (``..``) at most, and a filter none.

Source: RFC 9535.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator, model_validator

from worker.domain.configuration import Configuration, Given, Json
from worker.domain.counted import are, counted
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.readers.tree import child
from worker.judging.structural.secrets import named_field

KIND = "config_json_path"
MOST: Final = 10_000
"""Nodes that are looked at."""

_TEXTS: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


class Node(NamedTuple):
    """One thing that the path selects."""

    value: Json
    pointer: str
    key: str


class Spec(BaseModel):
    """Parameters.

    Attributes:
        path: the JSONPath, such as ``$.model.tools[?@.type == 'endCall']``.
        exists: whether the path must select something (the default) or nothing.
        equals: what everything that is selected must equal.
        one_of: values of which everything that is selected must equal one.
        contains: a text that every selected text must hold.
        at_least: how many things must be selected.
        at_most: how many things may be selected.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: str = Field(min_length=1, max_length=1_000)
    exists: bool = True
    equals: JsonValue = None
    one_of: list[JsonValue] = Field(default_factory=list, max_length=200)
    contains: str | None = Field(default=None, min_length=1)
    at_least: int | None = Field(default=None, ge=1, le=MOST)
    at_most: int | None = Field(default=None, ge=1, lt=MOST)

    @field_validator("path")
    @classmethod
    def _is_a_path(cls, path: str) -> str:
        if fault := _fault(path):
            raise ValueError(fault)
        return path

    @model_validator(mode="after")
    def _nothing_of_nothing(self) -> "Spec":
        if not self.exists and self.model_fields_set - {"path", "exists"}:
            raise ValueError("with exists: false nothing else can be asked")
        return self


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report what is selected and should not be, what is not as expected, and where too little is selected."""
    nodes = list(islice(_select(configuration.content, spec.path), MOST))
    summary = f"{counted(len(nodes), 'place')} {are(len(nodes))} selected by {cut(spec.path)}, as expected."
    if not spec.exists:
        return Report([_finding(spec, node, "Nothing should stand here") for node in nodes], summary)
    least = spec.at_least or 1
    if len(nodes) < least:
        message = f"{cut(spec.path)} selects {counted(len(nodes), 'place')}; {least} are wanted."
        return Report([Finding(KIND, Severity.ERROR, spec.path, "", "", message, "Add what is missing.")], summary)
    findings = [_finding(spec, node, fault) for node in nodes if (fault := _not_as_expected(node, spec))]
    if spec.at_most is not None:
        findings += [_finding(spec, node, f"More than {spec.at_most} are selected") for node in nodes[spec.at_most :]]
    return Report(findings, summary)


def _not_as_expected(node: Node, spec: Spec) -> str | None:
    if "equals" in spec.model_fields_set and not _same(node.value, spec.equals):
        return f"This should be {_shown(spec.equals, node)}"
    if spec.one_of and not any(_same(node.value, one) for one in spec.one_of):
        return f"This should be one of {_shown(spec.one_of, node)}"
    if spec.contains is not None and not (isinstance(node.value, str) and spec.contains in node.value):
        return f"This should be a text that holds {_shown(spec.contains, node)}"
    return None


def _shown(wanted: Any, node: Node) -> str:
    return "another" if named_field((node.key,)) else cut(json.dumps(wanted, ensure_ascii=False)[:1_000])


def _same(left: Json, right: Json) -> bool:
    """Whether two JSON values are equal; true is not 1, and 1.0 is."""
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left == right and isinstance(left, bool) is isinstance(right, bool)
    return bool(left == right) and json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def _finding(spec: Spec, node: Node, fault: str) -> Finding:
    excerpt = cut(node.value) if isinstance(node.value, str) and not named_field((node.key,)) else ""
    hint = "Change what stands here, or the assertion."
    return Finding(KIND, Severity.ERROR, spec.path, node.pointer, excerpt, f"{fault}.", hint)


def _fault(path: str) -> str | None:
    bare = _TEXTS.sub("''", path)
    _, _, filters = bare.partition("?")
    if bare.count("..") > 1 or ".." in filters or "$" in filters:
        return "a path has one '..' at most, and a filter neither '..' nor '$'"
    from jsonpath.exceptions import JSONPathError  # noqa: PLC0415 - see _environment

    try:
        _environment().compile(path)
    except JSONPathError as wrong:
        return f"this is no JSONPath of RFC 9535: {str(wrong).splitlines()[0]}"
    except RecursionError:
        return "this path is nested too deep"
    return None


def _select(content: Json, path: str) -> Iterator[Node]:
    if isinstance(content, str):  # the library would parse it as JSON
        if path.strip() == "$":
            yield Node(content, "", "")
        return
    for match in _environment().compile(path).finditer(content):
        pointer = ""
        for part in match.parts:
            pointer = child(pointer, part)
        yield Node(match.obj, pointer, str(match.parts[-1]) if match.parts else "")


@cache
def _environment() -> Any:
    from jsonpath import JSONPathEnvironment  # noqa: PLC0415 - most commands do without; it takes a while to import

    class Bounded(JSONPathEnvironment):
        """RFC 9535 and nothing else, without the functions whose time has no bound."""

        max_recursion_depth = 250

        def setup_function_extensions(self) -> None:
            super().setup_function_extensions()
            for name in ("match", "search"):
                self.function_extensions.pop(name)

    return Bounded(strict=True)
