"""A first suite file for a configuration: what can be checked of it today, in words that its owner goes on editing."""

import json
import re
import shlex
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from worker.domain.configuration import Configuration, Given
from worker.domain.judgement import Judgement
from worker.judging import kinds
from worker.judging.structural.candidates import candidates
from worker.judging.structural.checks import (
    clauses_survive,
    every_variable_resolves,
    no_raw_liquid,
    tool_attached,
    tool_schemas_valid,
)
from worker.judging.structural.findings import cut
from worker.suitefile.form import LONGEST_NAME

MOST_TOOLS: Final = 200
NEARLY: Final = 0.9
"""The share that nightly_sweep asks for."""


@dataclass(frozen=True)
class Draft:
    """One assertion of the file. ``judged`` is what it finds in the configuration as it is today."""

    key: str
    kind: str
    spec: dict[str, Any]
    statement: str
    remarks: tuple[str, ...]
    judged: Judgement


@dataclass(frozen=True)
class Names:
    """What the file calls things.

    Attributes:
        source: the configuration's file, as it was given.
        out: the suite file, as the remarks call it.
        printed: the file is not written by us; whoever reads it has to keep it first.
    """

    suite: str
    team: str
    assistant: str
    source: str
    out: str
    printed: bool = False


def drafts(configuration: Configuration) -> list[Draft]:
    """The assertions, in the order of the file."""
    made = [_liquid(configuration), _variables(configuration), _schemas(configuration)]
    return [*made, *_tools(configuration), *_clauses(configuration)]


def text_of(names: Names, found: list[Draft], unsaid: Iterable[str] = ()) -> str:
    """The file; ``unsaid`` are remarks on what could not be suggested, and why."""
    return "\n".join(
        [*_head(names), *_unsaid(unsaid), *_assertions(found), *_cases(names.suite), *_criteria(found), ""]
    )


def suite_name(configuration: Configuration, stem: str) -> str:
    """A name that needs no quotation marks in a shell."""
    for word in (configuration.name or "", stem):
        if plain := "-".join(re.findall(r"[a-z0-9]+", word.lower()))[:60].strip("-"):
            return plain
    return "first"


def assistant_name(content: Any, configuration: Configuration, stem: str) -> str:
    """The assistant's id where the configuration has one, else its name."""
    fields = content if isinstance(content, dict) else {}
    for word in (fields.get("id"), fields.get("agent_id"), configuration.name, stem):
        if isinstance(word, str) and word.strip() and word.isprintable():
            return word.strip()[:LONGEST_NAME].strip()
    return "assistant"


def _liquid(configuration: Configuration) -> Draft:
    report = no_raw_liquid.check(configuration, no_raw_liquid.Spec(), Given())
    open_names = _names(name for finding in report.findings for name in finding.subject.split(", "))
    return _allowing(configuration, no_raw_liquid.KIND, "The compiled texts hold no template code.", open_names)


def _variables(configuration: Configuration) -> Draft:
    report = every_variable_resolves.check(configuration, every_variable_resolves.Spec(), Given())
    unresolved = _names((report.detail or {})["unresolved"])
    return _allowing(configuration, every_variable_resolves.KIND, "Somebody gives each variable.", unresolved)


def _allowing(configuration: Configuration, kind: str, statement: str, names: list[str]) -> Draft:
    spec = {"allow": names} if names else {}
    remarks = (
        "These names are open in the file today. Keep here what the caller's system fills in;",
        "take out what should have been filled in already, and this assertion finds it.",
    )
    return _draft(configuration, kind, kind, spec, statement=statement, remarks=remarks if names else ())


def _schemas(configuration: Configuration) -> Draft:
    kind = tool_schemas_valid.KIND
    return _draft(configuration, kind, kind, {}, statement="The vendor takes the arguments of each tool.")


def _tools(configuration: Configuration) -> Iterator[Draft]:
    attached = (tool.title for tool in configuration.tools if tool.names and tool.detached is None)
    if names := _names(attached)[:MOST_TOOLS]:
        yield _draft(
            configuration,
            "tools_attached",
            tool_attached.KIND,
            {"tools": names},
            statement="It can call its tools.",
            remarks=("Every tool that stands in the file. Keep those that the assistant cannot do without.",),
        )


def _clauses(configuration: Configuration) -> Iterator[Draft]:
    if found := candidates(configuration):
        yield _draft(
            configuration,
            "rules_survive",
            clauses_survive.KIND,
            {"clauses": found},
            statement="The rules of the prompt survive its compilation.",
            remarks=(
                "A SUGGESTION: the first sentences of the prompt with words such as must, never, always, do not.",
                "Replace them by what must not get lost, in the words of your source; see them fail once.",
            ),
        )


def _draft(
    configuration: Configuration,
    key: str,
    kind: str,
    spec: dict[str, Any],
    *,
    statement: str,
    remarks: tuple[str, ...] = (),
) -> Draft:
    return Draft(key, kind, spec, statement, remarks, kinds.judge_configuration(kind, spec, configuration))


def _names(found: Any) -> list[str]:
    """Names that a spec can hold, each once."""
    return [name for name in dict.fromkeys(found) if name and is_name(name)]


def is_name(word: str) -> bool:
    """Whether a suite file takes the word as a name."""
    return word.strip() == word and word.isprintable() and len(word) <= LONGEST_NAME


def _head(names: Names) -> Iterator[str]:
    out, source = _word(names.out), _word(names.source)
    team = f"--team {_word(names.team)}" if names.team else "--team TEAM"
    yield f"# A first suite for {source}, made by assistant-test init. It passes on that file as it is."
    yield "# Next: edit what is marked EDIT, look at the plan, write it, run it; then break a rule and see it fail:"
    if names.printed:
        yield f"#   keep this text as {out}; init writes it there with --out {out}"
    yield f"#   assistant-test apply {out} {team} --dry-run"
    yield f"#   assistant-test apply {out} {team}"
    yield f"#   assistant-test run {_word(names.suite)} {team} --consumer publish_gate --config-file {source}"
    yield f"suite: {_quoted(names.suite)}"
    if names.team:
        yield f"team: {_quoted(names.team)}"
    else:
        yield "# team: EDIT: name it here, or give --team or ASSISTANT_TEST_TEAM with each command"
    yield f"assistant: {_quoted(names.assistant)}  # EDIT: the assistant's id, in your product's words"
    yield ""


def _unsaid(sentences: Iterable[str]) -> Iterator[str]:
    for place, sentence in enumerate(sentences):
        if not place:
            yield "# What this suite does not say:"
        yield from textwrap.wrap(
            _printable(sentence), 110, initial_indent="# - ", subsequent_indent="#   ", break_long_words=False
        )


def _assertions(found: list[Draft]) -> Iterator[str]:
    yield "assertions:"
    for draft in found:
        yield f"  - key: {draft.key}"
        yield f"    kind: {draft.kind}"
        yield f"    statement: {_quoted(draft.statement)}"
        for index, remark in enumerate(draft.remarks):
            yield f"    # {'EDIT: ' if not index else ''}{remark}"
        if draft.spec:
            yield "    spec:"
        for name, values in draft.spec.items():
            yield f"      {name}:"
            yield from (f"        - {_quoted(value)}" for value in values)
    yield ""


def _cases(suite: str) -> Iterator[str]:
    """Cases belong to the team, so each first suite gives its own the suite's name."""
    yield "cases:"
    yield f"  - name: {_quoted(suite)}"
    yield "    runner: structural"
    yield "    # EDIT: variables that the caller's system gives, for example"
    yield "    # variables: {customer_name: Robin}"
    yield ""


def _criteria(found: list[Draft]) -> Iterator[str]:
    met = [draft for draft in found if draft.judged.met is True]
    others = [draft for draft in found if draft.judged.met is not True]
    yield "criteria:"
    yield "  publish_gate:  # EDIT: what must hold before anything is published"
    yield f"    required: [{', '.join(draft.key for draft in met)}]"
    for draft in others:
        yield f"    # {draft.key} is not met by this file today, so it has no effect; mend it, then require it:"
        yield f"    #   {_remark(draft.judged.rationale)}"
    if others:
        yield f"    ignore: [{', '.join(draft.key for draft in others)}]"
    if met:
        yield "  nightly_sweep:"
        yield f"    threshold: [{{keys: [{', '.join(draft.key for draft in met)}], min: {NEARLY}}}]"


def _remark(text: str | None) -> str:
    return _printable(cut(text or "It cannot be judged."))


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)


def _word(text: str) -> str:
    """One word of a shell, on one line of a remark."""
    return shlex.quote(_remark(text))


def _quoted(text: str) -> str:
    """The text in double quotation marks, as YAML and JSON both read it."""
    return "".join(
        character if character.isprintable() else json.dumps(character)[1:-1]
        for character in json.dumps(text, ensure_ascii=False)
    )
