"""A suite to the text of a suite file.

An assertion that this version cannot take, since it has no such kind or the kind takes no such spec, stands there as a
remark on one line: the file can be read today, and nothing is lost when the kind comes.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from worker.domain.suite import Assertion, Case, Suite
from worker.judging import kinds

WAITS = "cannot be judged by this version; take away the marks once assertion-kinds.md lists the kind"


def text_of(suite: Suite, head: Sequence[str]) -> str:
    """The file. Each line of the head becomes a remark."""
    lines = [*(f"# {_printable(line)}" for line in head), *_facts(suite)]
    if suite.assertions:
        lines += _assertions(suite.assertions, "")
    lines.append("cases:" if suite.cases else "cases: []")
    for case in suite.cases:
        lines += _case(case)
    return "\n".join([*lines, ""])


def waiting(assertion: Assertion) -> str:
    """Why this version cannot take the assertion; empty where it can."""
    wording = assertion.wording
    try:
        faults = kinds.validate_spec(wording.kind, wording.spec)
    except kinds.UnknownKind:
        return f"There is no kind {wording.kind} in this version."
    return " ".join(f"{wrong.path or 'spec'}: {wrong.said}" for wrong in faults[:3])


def quoted(value: Any) -> str:
    """A value as YAML and JSON both read it, on one line; what cannot be shown is escaped."""
    written = json.dumps(value, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else _escaped(sign) for sign in written)


def _escaped(sign: str) -> str:
    return json.dumps(sign)[1:-1]


def _facts(suite: Suite) -> Iterator[str]:
    yield f"suite: {quoted(suite.name)}"
    if suite.team:
        yield f"team: {quoted(suite.team)}"
    yield f"assistant: {quoted(suite.facts.assistant)}  # EDIT: the assistant's id, in your product's words"
    if suite.facts.description:
        yield f"description: {quoted(suite.facts.description)}"
    if suite.facts.run:
        yield f"run: {quoted(suite.facts.run)}"


def _case(case: Case) -> Iterator[str]:
    if case.facts is None:
        raise ValueError(case.name)
    yield f"  - name: {quoted(case.name)}"
    yield f"    runner: {quoted(case.facts.runner)}"
    for field, value in case.facts.content.items():
        if field == "turns":
            yield "    turns:"
            yield from (f"      - {quoted(turn)}" for turn in value)
        else:
            yield f"    {field}: {quoted(value)}"
    if case.assertions:
        yield from _assertions(case.assertions, "    ")


def _assertions(found: Sequence[Assertion], margin: str) -> Iterator[str]:
    live = [each for each in found if not waiting(each)]
    rest = [each for each in found if waiting(each)]
    if live:
        yield f"{margin}assertions:"
        yield from (f"{margin}  - {quoted(_document(each))}" for each in live)
    if rest:
        yield f"{margin}# {'these' if len(rest) > 1 else 'this'} {WAITS}:"
        if not live:
            yield f"{margin}# assertions:"
        yield from (f"{margin}#   - {quoted(_document(each))}" for each in rest)


def _document(assertion: Assertion) -> dict[str, Any]:
    wording = assertion.wording
    document: dict[str, Any] = {"key": assertion.key, "kind": wording.kind}
    if wording.spec:
        document["spec"] = wording.spec
    return document | ({"statement": wording.statement} if wording.statement else {})


def _printable(line: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in line)
