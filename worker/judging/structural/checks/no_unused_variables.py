"""``no_unused_variables``: each variable that the configuration gives is used by one of its texts.

The rule is no vendor's: a variable that nobody uses is a name that was changed at one place and not at the other. Where
something that could use it cannot be seen (a stored assistant or tool, a prompt in another file), it cannot be told.

Source: no vendor's; ElevenLabs hints at the same (dossier 6.6).
"""

from collections.abc import Iterable, Iterator

from pydantic import BaseModel, ConfigDict, Field

from worker.domain.configuration import Configuration, Given, GivenVariable, Role
from worker.judging.structural.active import Active, active_strings
from worker.judging.structural.findings import Finding, Report, Severity
from worker.judging.structural.names import covered, parents
from worker.judging.structural.templates import read

KIND = "no_unused_variables"
REFERRING = frozenset({"dynamic_variable", "dynamicVariable", "variable", "variable_name", "left", "left_operand"})
"""Keys whose value is a variable's name (ElevenLabs' tools; conditions of flows)."""


TAKEN = frozenset({"assignment", "extraction"})
"""Sources of variables that are taken from an answer; the vendor tells them after the call, so one may be for that."""


class Spec(BaseModel):
    """Parameters.

    Attributes:
        allow: names that something else uses, such as the system that the calls are reported to.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    allow: list[str] = Field(default_factory=list, max_length=1_000)


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each variable once, as a warning; as a note where its user may be out of sight or the report."""
    if not configuration.variables:
        return Report((), "No variable is given.")
    if not any(text.role is Role.SYSTEM_PROMPT for text in configuration.live_texts()):
        return Report((), "No prompt is in sight that could use the variables.", unknown="configuration_incomplete")
    own = {variable.pointer for variable in configuration.variables}
    used = _with_parents(
        name for active in active_strings(configuration.content) for name in _used(active, own, configuration)
    )
    hidden = _hidden(configuration)
    first = {variable.name: variable for variable in reversed(configuration.variables)}
    unused = [variable for name, variable in first.items() if not covered(name, used) and not covered(name, spec.allow)]
    return Report(
        [_finding(variable, hidden) for variable in reversed(unused)],
        f"All {len(first)} variables are used.",
        {"unused": sorted(variable.name for variable in unused)},
        "configuration_incomplete" if unused and hidden else None,
    )


def _used(active: Active, own: set[str], configuration: Configuration) -> Iterator[str]:
    if active.key in REFERRING:
        yield active.text
    if "{" in active.text:
        itself = active.key if active.pointer in own else None
        yield from (use.path for use in read(configuration.format, active.text).uses if use.path != itself)


def _with_parents(paths: Iterable[str]) -> frozenset[str]:
    """The paths and everything that they are a part of."""
    return frozenset(parent for path in paths for parent in parents(path))


def _hidden(configuration: Configuration) -> str:
    if configuration.unseen_assistants:
        return "a part of the assistant is stored with the vendor"
    if configuration.stored_tools:
        return f"{len(configuration.stored_tools)} tools are known by their id only"
    return ""


def _finding(variable: GivenVariable, hidden: str) -> Finding:
    message = f"The variable {variable.name} is given and used nowhere."
    if hidden:
        message = f"The variable {variable.name} is given and used by nothing that can be seen: {hidden}."
    return Finding(
        KIND,
        Severity.INFO if hidden or variable.source in TAKEN else Severity.WARNING,
        variable.name,
        variable.pointer,
        "",
        message,
        "Take it out, or use it; add it to spec.allow where something else reads it.",
    )
