"""The kinds of assertion. One that is not here is an error when it is written, and NULL when it is judged."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from worker.domain.configuration import Configuration, Format, Given, Unreadable
from worker.domain.judgement import Judgement
from worker.domain.nearest import nearest
from worker.domain.value_words import Wrong, faults
from worker.domain.words import Reads
from worker.errors import InputError
from worker.judging.structural.checks import (
    clause_absent,
    clause_present,
    clauses_survive,
    config_json_path,
    config_json_schema,
    destinations_valid,
    every_variable_resolves,
    first_message_present,
    handoffs_resolve,
    liquid_parses,
    model_allowed,
    no_placeholder_text,
    no_raw_liquid,
    no_secrets,
    no_unused_variables,
    prompt_length,
    prompt_present,
    readable,
    tool_absent,
    tool_attached,
    tool_names_unique,
    tool_names_valid,
    tool_schemas_valid,
    tool_urls_valid,
    tools_mentioned_are_attached,
    unchanged_since,
    voice_configured,
)
from worker.judging.structural.findings import Report, judgement
from worker.judging.structural.names import flat

STRUCTURAL: Final = "structural@2"
"""Raised once per release in which any check judges the same configuration differently than the release before."""
REGISTRY: Final = "kinds@1"
"""The evaluator of a judgement that no judge could give: unknown kind, wrong spec."""
NOTHING_KNOWN: Final = "This is no configuration of a known vendor, and no text in it reads like a prompt."


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of assertion.

    Attributes:
        spec: the pydantic model of its parameters.
        reads: what it judges.
        evaluator: who judges, with version.
        judge: (configuration, an instance of ``spec``, what comes from outside) to a report.
    """

    name: str
    spec: type[BaseModel]
    reads: Reads
    evaluator: str
    judge: Callable[[Configuration, Any, Given], Report]


KINDS: Final[dict[str, Kind]] = {
    check.KIND: Kind(check.KIND, check.Spec, Reads.CONFIGURATION, STRUCTURAL, check.check)
    for check in (
        readable,
        no_raw_liquid,
        every_variable_resolves,
        clauses_survive,
        tool_attached,
        tool_absent,
        tool_names_unique,
        tool_names_valid,
        tool_schemas_valid,
        no_placeholder_text,
        tools_mentioned_are_attached,
        prompt_present,
        first_message_present,
        handoffs_resolve,
        destinations_valid,
        tool_urls_valid,
        no_secrets,
        model_allowed,
        voice_configured,
        unchanged_since,
        config_json_path,
        config_json_schema,
        liquid_parses,
        no_unused_variables,
        prompt_length,
        clause_present,
        clause_absent,
    )
}


class UnknownKind(InputError):
    """There is no kind of this name."""

    def __init__(self, name: str) -> None:
        close = nearest(name, KINDS)
        meant = f"Is {' or '.join(close)} meant?" if close else f"Known kinds: {', '.join(sorted(KINDS))}."
        super().__init__(f"There is no kind of assertion called {name[:80]!r}.", advice=meant)


def get(name: str) -> Kind:
    """The kind of this name.

    Raises:
        UnknownKind: names the nearest known kinds.
    """
    if name not in KINDS:
        raise UnknownKind(name)
    return KINDS[name]


def reads(name: str) -> Reads | None:
    """What a kind judges; None where this worker does not know the kind."""
    return KINDS[name].reads if name in KINDS else None


def validate_spec(name: str, spec: Any) -> list[Wrong]:
    """The faults of a spec, each with its path within the spec; empty where it fits.

    Raises:
        UnknownKind: there is no such kind.
    """
    try:
        get(name).spec.model_validate(spec)
    except ValidationError as fault:
        return faults(spec, fault.errors(include_url=False))
    return []


def judge_configuration(
    kind: str, spec: Any, configuration: Configuration | Unreadable, *, variables: Mapping[str, Any] | None = None
) -> Judgement:
    """Judge one assertion. Never raises: what cannot be judged is met None with an error code."""
    found = KINDS.get(kind)
    if found is None:
        return _unjudged(REGISTRY, "kind_unknown", str(UnknownKind(kind)))
    try:
        parameters = found.spec.model_validate(spec)
    except ValidationError as fault:
        wrong = faults(spec, fault.errors(include_url=False))[:5]
        told = " ".join(f"{each.path}: {each.said}" if each.path else each.said for each in wrong)
        return _unjudged(found.evaluator, "spec_invalid", f"The spec does not fit: {told}")
    if isinstance(configuration, Unreadable):
        place = {"pointer": configuration.pointer}
        return _unjudged(found.evaluator, "configuration_unreadable", configuration.reason, place)
    if configuration.format is Format.GENERIC and not configuration.texts:
        return _unjudged(found.evaluator, "configuration_unreadable", NOTHING_KNOWN)
    try:
        given = flat(variables) if isinstance(variables, Mapping) else frozenset()
        report = found.judge(configuration, parameters, Given(given))
        return judgement(report, configuration, found.evaluator)
    except Exception as fault:
        exception = {"exception": type(fault).__name__, "message": str(fault)[:500]}
        return _unjudged(found.evaluator, "judge_failed", f"The judge failed: {type(fault).__name__}.", exception)


def _unjudged(evaluator: str, code: str, why: str, detail: dict[str, Any] | None = None) -> Judgement:
    return Judgement(met=None, evaluator=evaluator, rationale=why, detail=detail, error_code=code)
