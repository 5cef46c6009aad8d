"""``config_json_schema``: the configuration, as it was given, or one place of it satisfies a JSON Schema.

Drafts 4, 6, 7, 2019-09 and 2020-12, told by ``$schema``; without it 2020-12. Patterns are regular expressions that
take linear time: no look-around, no references back. A schema refers to nothing outside of itself.

Source: json-schema.org.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, Final

from jsonschema_rs import ReferencingError, RegexOptions, ValidationError, Validator, validator_for
from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from worker.domain.configuration import Configuration, Given
from worker.domain.storable import storable
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.pointers import PATTERN, NothingThere, resolve
from worker.judging.structural.readers.tree import child
from worker.judging.structural.schemas import MAX_NODES, measure
from worker.judging.structural.secrets import named_field

KIND = "config_json_schema"
MOST: Final = 100
"""Faults that are told."""


class Spec(BaseModel):
    """Parameters.

    Attributes:
        schema: the JSON Schema, an object.
        pointer: the place that must satisfy it; the whole configuration, where none is given.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    wanted: dict[str, JsonValue] = Field(alias="schema")
    pointer: str = Field(default="", pattern=PATTERN, max_length=2_000)

    @field_validator("wanted")
    @classmethod
    def _is_a_schema(cls, wanted: dict[str, Any]) -> dict[str, Any]:
        if measure(wanted, MAX_NODES) is None:
            raise ValueError("the schema is nested too deep, or too large")
        try:
            _compiled(wanted)
        except (ValidationError, ReferencingError, ValueError) as fault:
            raise ValueError(f"this is no JSON Schema that can be used: {cut(str(fault))}") from None
        return wanted

    @cached_property
    def validator(self) -> Validator:
        """The schema, compiled."""
        return _compiled(self.wanted)


def _compiled(schema: dict[str, Any]) -> Validator:
    # Masked: a message would else hold what stands there, and it may be a secret.
    return validator_for(storable(schema)[0], mask="this", pattern_options=RegexOptions(), offline=True)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each place that does not satisfy the schema."""
    try:
        value = resolve(configuration.content, spec.pointer)
    except NothingThere:
        message, hint = f"Nothing stands at {cut(spec.pointer)}.", "Add what the schema describes."
        return Report([Finding(KIND, Severity.ERROR, spec.pointer, "", "", message, hint)], "")
    findings = list(islice(_faults(value, spec), MOST))
    return Report(findings, "The configuration satisfies the schema.")


def _faults(value: Any, spec: Spec) -> Iterator[Finding]:
    for fault in spec.validator.iter_errors(storable(value)[0]):
        pointer, inner = spec.pointer, value
        for key in fault.instance_path:
            pointer, inner = child(pointer, key), inner[key]
        excerpt = cut(inner) if isinstance(inner, str) and not named_field(pointer.split("/")) else ""
        message = f"The schema is not satisfied: {cut(fault.message)}."
        yield Finding(
            KIND, Severity.ERROR, pointer or "configuration", pointer, excerpt, message, "Change what stands here."
        )
