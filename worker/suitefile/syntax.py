"""Text to documents of nodes, from the parser's events, so that nothing recurses and limits bind while reading."""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from worker.domain import scalars
from worker.domain.json_words import json_fault
from worker.suitefile.faults import Faults
from worker.suitefile.nodes import Entry, Mapping, Node, Scalar, Sequence

MAX_DEPTH = 40
MAX_NODES = 500_000
CORE_TAGS = {f"tag:yaml.org,2002:{name}" for name in ("str", "map", "seq")} | {"!", None}


def documents(text: str, faults: Faults, *, is_json: bool) -> list[Node]:
    """The documents of a file, empty ones left out. Duplicate keys are noted in ``faults``; the first one counts.

    Raises:
        FileError: the text is neither YAML nor JSON, or goes beyond a limit.
    """
    if is_json:
        _require_json(text, faults)
        text = text.replace("\t", " ")  # in JSON a raw tab is white space, which YAML would refuse
    return [node for node in _Builder(faults).build(_events(text, faults)) if node != Scalar(None, node.line)]


def _require_json(text: str, faults: Faults) -> None:
    try:
        json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as wrong:
        message = f"This is no JSON: {json_fault(wrong.msg)}, at column {wrong.colno}."
        raise faults.stop(wrong.lineno, message, "Correct it there.") from None
    except RecursionError:
        raise faults.stop(1, "This JSON is nested too deeply to be read.", "Make it flatter.") from None
    except _NoNumber as wrong:
        raise faults.stop(1, f"This JSON holds {wrong}, which is no number of JSON.", "Write it as text.") from None
    except ValueError:
        raise faults.stop(1, "This JSON holds a number of too many digits.", "Write it as text.") from None


class _NoNumber(ValueError):
    """NaN or Infinity, which Python's parser would take."""


def _refuse_constant(word: str) -> float:
    raise _NoNumber(word)


def _events(text: str, faults: Faults) -> Iterator[Any]:
    try:
        yield from YAML(typ="safe", pure=True).parse(io.StringIO(text))
    except MarkedYAMLError as wrong:
        mark = wrong.problem_mark or wrong.context_mark
        line = mark.line + 1 if mark else None
        what = ", ".join(part for part in (wrong.context, wrong.problem) if part)
        raise faults.stop(line, f"This is no YAML: {what}.", _repair(what)) from None
    except (YAMLError, ValueError, OverflowError) as wrong:
        first = (str(wrong).splitlines() or [type(wrong).__name__])[0]
        raise faults.stop(None, f"This is no YAML: {first}.", "Check the file with a YAML editor.") from None


def _repair(what: str) -> str:
    if "\\t" in what or "tab" in what:
        return "Indent with spaces; YAML allows no tabs there."
    if "mapping values are not allowed" in what:
        return "Put text that holds a colon in quotation marks, or correct the indentation."
    return "Check indentation, quotation marks and brackets on this line and the one before."


@dataclass
class _Open:
    """A list or mapping that has not ended; a mapping's nodes are key, value, key, value …"""

    is_mapping: bool
    line: int
    anchor: str | None
    nodes: list[Node] = field(default_factory=list)


class _Builder:
    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.roots: list[Node] = []
        self.open: list[_Open] = []
        self.anchors: dict[str, Node] = {}
        self.total = 0

    def build(self, events: Iterator[Any]) -> list[Node]:
        for event in events:
            line = event.start_mark.line + 1
            match event:
                case ScalarEvent():
                    self._require_core_tag(event, line)
                    self._add(self._scalar(event, line), event.anchor)
                case AliasEvent():
                    self._add(self._aliased(event.anchor, line), None)
                case SequenceStartEvent() | MappingStartEvent():
                    self._require_core_tag(event, line)
                    self._require_depth(line, 1)
                    self.open.append(_Open(isinstance(event, MappingStartEvent), line, event.anchor))
                case SequenceEndEvent() | MappingEndEvent():
                    ended = self.open.pop()
                    self._add(self._closed(ended), ended.anchor)
                case _:
                    self.anchors = {} if not self.open else self.anchors
        return self.roots

    def _add(self, node: Node, anchor: str | None) -> None:
        if anchor:
            self.anchors[anchor] = node
        self._require_depth(node.line, node.height)
        (self.open[-1].nodes if self.open else self.roots).append(node)

    def _aliased(self, name: str, line: int) -> Node:
        node = self.anchors.get(name)
        if node is None:
            raise self.faults.stop(line, f"The alias *{name} names no anchor before it.", f"Define &{name} first.")
        self._count(node.size, line)
        return node

    def _count(self, more: int, line: int) -> None:
        self.total += more
        if self.total > MAX_NODES:
            raise self.faults.stop(
                line,
                f"The file has over {MAX_NODES} values, its aliases written out.",
                "Split it, or use fewer aliases.",
            )

    def _closed(self, ended: _Open) -> Node:
        self._count(1, ended.line)
        height = 1 + max((node.height for node in ended.nodes), default=0)
        size = 1 + sum(node.size for node in ended.nodes)
        if ended.is_mapping:
            return Mapping(tuple(self._entries(ended.nodes)), ended.line, height, size)
        return Sequence(tuple(ended.nodes), ended.line, height, size)

    def _entries(self, nodes: list[Node]) -> Iterator[Entry]:
        seen: dict[str, int] = {}
        for key, value in zip(nodes[::2], nodes[1::2], strict=True):
            if not isinstance(key, Scalar) or not isinstance(key.value, str):
                said = "a list or mapping" if not isinstance(key, Scalar) else str(key.value)
                self.faults.add(
                    key.line, "", f"A field's name must be text, this is {said}.", "Put it in quotation marks."
                )
            elif key.value == "<<":
                self.faults.add(key.line, "<<", "Merge keys are not part of YAML 1.2.", "Write the fields out.")
            elif key.value in seen:
                message = f"The field stands twice; first in line {seen[key.value]}."
                self.faults.add(key.line, key.value, message, "Remove one of them.")
            else:
                seen[key.value] = key.line
                yield Entry(key.value, key.line, value)

    def _scalar(self, event: ScalarEvent, line: int) -> Scalar:
        self._count(1, line)
        text = scalars.joined_surrogates(event.value)
        wrong = scalars.text_fault(text)
        if wrong:
            raise self.faults.stop(line, wrong, "Remove it; the database cannot hold it.")
        if not event.implicit[0]:
            return Scalar(text, line)
        try:
            return Scalar(scalars.resolve(text), line)
        except ValueError:
            self.faults.add(line, "", f"The number {text[:40]} cannot be held.", "Put it in quotation marks.")
            return Scalar(text, line)

    def _require_core_tag(self, event: Any, line: int) -> None:
        tag = str(event.tag) if event.tag is not None else None
        if tag not in CORE_TAGS:
            raise self.faults.stop(line, f"There is a tag, {tag}.", "Remove it; a suite file holds plain values only.")

    def _require_depth(self, line: int, more: int) -> None:
        if len(self.open) + more > MAX_DEPTH:
            raise self.faults.stop(line, f"The file is nested deeper than {MAX_DEPTH} levels.", "Make it flatter.")
