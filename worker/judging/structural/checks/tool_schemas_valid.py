"""``tool_schemas_valid``: each tool's arguments have a schema that the vendor takes.

Source: JSON Schema 2020-12; Vapi, ``function.parameters`` (dossier 5.3); ElevenLabs, ``api_schema`` (dossier 6.2).
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from jsonschema_rs import ValidationError, validator_for
from pydantic import BaseModel, ConfigDict

from worker.domain.configuration import Configuration, Format, Given, Json, Schema, Tool
from worker.domain.counted import are, counted
from worker.domain.storable import storable
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.readers.tree import Place, child, word
from worker.judging.structural.schemas import MAX_NODES, measure, nodes, without_nulls
from worker.judging.structural.tools import ELEVENLABS

KIND = "tool_schemas_valid"
PER_SCHEMA: Final = 20
"""Faults told of one schema."""
MAX_PATTERN: Final = 1_000

_META: Final = validator_for({"$ref": "https://json-schema.org/draft/2020-12/schema"})


class Spec(BaseModel):
    """No parameters."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each fault of a tool's schemas with its place; unknown where a schema is too large to look through."""
    findings: list[Finding] = []
    left = MAX_NODES
    too_large = False
    checked = 0
    for tool in configuration.tools:
        for schema in tool.schemas:
            size = measure(schema.value, left)
            if size is None:
                too_large = True
                findings.append(_too_large(tool, schema))
                continue
            left -= size
            checked += 1
            findings += _of_schema(tool, schema, configuration.format)
    findings.sort(key=lambda finding: finding.severity is not Severity.ERROR)
    return Report(
        findings,
        f"The {counted(checked, 'schema')} of {counted(len(configuration.tools), 'tool')} {are(checked)} valid.",
        unknown="configuration_too_large" if too_large else None,
    )


def _of_schema(tool: Tool, schema: Schema, whose: Format) -> Iterator[Finding]:
    if whose in ELEVENLABS and _is_of_the_dashboard(schema.value):
        message = "this is the form of the dashboard, with a list of properties; the API has them by name"
        yield _finding(tool, schema.pointer, "", message, Severity.INFO)
        return
    if not isinstance(schema.value, dict):
        yield _finding(tool, schema.pointer, schema.value, f"a schema is an object, and this is {word(schema.value)}")
        return
    value = without_nulls(schema.value) if whose in ELEVENLABS else schema.value
    yield from _top(tool, schema, value, whose)
    for fault in islice(_META.iter_errors(storable(value)[0]), PER_SCHEMA):
        yield _of_fault(tool, schema, fault)
    for node in islice(nodes(Place(value, schema.pointer)), MAX_NODES):
        yield from _undefined(tool, node, whose)
        yield from _pattern(tool, node)
        yield from _items(tool, node, whose)


def _top(tool: Tool, schema: Schema, value: dict[str, Json], whose: Format) -> Iterator[Finding]:
    kind = value.get("type")
    may_be_left_out = schema.purpose != "parameters"
    if kind != "object" and not (may_be_left_out and kind is None):
        given = "no type" if kind is None else f"the type {cut(str(kind))}"
        place = schema.pointer if kind is None else child(schema.pointer, "type")
        yield _finding(tool, place, kind, f'its arguments have {given} and not "object"')
    needs_properties = whose not in ELEVENLABS and schema.purpose == "parameters"
    if needs_properties and "properties" not in value:
        yield _finding(tool, schema.pointer, value, 'an object of arguments needs "properties" ({} for none)')


def _of_fault(tool: Tool, schema: Schema, fault: ValidationError) -> Finding:
    pointer, value = schema.pointer, schema.value
    for part in fault.instance_path:
        key = str(part) if isinstance(value, dict) else part
        if isinstance(value, dict) and key not in value:
            break  # a property called 00 comes as the number 0: what holds it is told
        pointer, value = child(pointer, key), value[key]
    return _finding(tool, pointer, value, f"this is no valid JSON Schema: {cut(fault.message)}")


def _undefined(tool: Tool, node: Place, whose: Format) -> Iterator[Finding]:
    required, properties = node.at("required").value, node.at("properties").value
    if not isinstance(required, list) or not isinstance(properties, dict):
        return
    for index, name in enumerate(required):
        if isinstance(name, str) and name not in properties:
            yield _finding(
                tool,
                child(node.at("required").pointer, index),
                name,
                f"the required argument {cut(name)} is not among the properties",
                Severity.ERROR if whose in ELEVENLABS else Severity.WARNING,
            )


def _is_of_the_dashboard(value: Json) -> bool:
    listed = value.get("properties") if isinstance(value, dict) else value
    return isinstance(listed, list) and bool(listed) and all(isinstance(each, dict) and "id" in each for each in listed)


def _items(tool: Tool, node: Place, whose: Format) -> Iterator[Finding]:
    """A list whose members are not described: ElevenLabs refuses it, and so do some models."""
    if node.at("type").value == "array" and not isinstance(node.at("items").value, (dict, bool)):
        severity = Severity.ERROR if whose in ELEVENLABS else Severity.INFO
        yield _finding(tool, node.pointer, "", "a list of arguments has no items; some models refuse it", severity)


def _pattern(tool: Tool, node: Place) -> Iterator[Finding]:
    pattern = node.at("pattern").text()
    if pattern is None or len(pattern) > MAX_PATTERN:
        return
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as fault:
        message = f"this pattern may be no regular expression: {fault}"
        yield _finding(tool, node.at("pattern").pointer, pattern, message, Severity.WARNING)


def _finding(tool: Tool, pointer: str, value: Json, message: str, severity: Severity = Severity.ERROR) -> Finding:
    return Finding(
        KIND,
        severity,
        tool.title,
        pointer,
        cut(value) if isinstance(value, str) else "",
        f"Tool {tool.title}: {message}.",
        "Mend the schema at this place.",
    )


def _too_large(tool: Tool, schema: Schema) -> Finding:
    message = "the schema is nested too deep, or all schemas together are too large, to be looked through"
    return _finding(tool, schema.pointer, "", message, Severity.WARNING)
