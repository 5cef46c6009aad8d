"""The page of the checks: what each finds, how grave that is, when ``lint`` runs it, and where its rule comes from."""

import inspect
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Final

from worker.cli.reference_markdown import prose, table
from worker.judging import linting
from worker.judging.kinds import KINDS, STRUCTURAL, Kind
from worker.judging.structural.findings import Severity

DOSSIER: Final = re.compile(r"\s?\((?:dossier|Vapi|ElevenLabs) \d[^)]*\)")
"""Where a docstring says which of our notes it rests on: for those who change the check."""
SOURCE: Final = "Source: "
WORDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def checks() -> Iterator[str]:
    """One row for each kind that judges a configuration."""
    yield from ("# Checks of configurations", "")
    yield from prose(
        f"Each is a kind of assertion, judged by `{STRUCTURAL}`, and most run in `lint`. An error makes the assertion",
        "not met; a warning and a note are told and change nothing. What cannot be decided from the configuration,",
        "such as a tool that is known by its id only, is a note, and the assertion is unknown:",
        "neither a pass nor a failure.",
        "Parameters are in [assertion-kinds.md](assertion-kinds.md), what `lint` does in [linting.md](../linting.md).",
    )
    yield ""
    modules = [(kind, _module(kind)) for kind in KINDS.values()]
    rows = [
        (_link(kind), _rule(module), _severities(module), _in_lint(kind.name), source(module) or "")
        for kind, module in modules
    ]
    yield from table(("check", "demands that", "finds", "in `lint`", "source of the rule"), rows)
    yield from ("", "## Versions", "")
    yield from prose(
        "A result keeps the version of its evaluator. It rises by one in each release in which any check judges the",
        "same configuration otherwise than the release before; results of two versions are not compared.",
    )


def source(module: ModuleType) -> str | None:
    """Where the rule comes from, as the check's docstring says; None where it does not."""
    paragraphs = (inspect.getdoc(module) or "").split("\n\n")
    found = next((each for each in paragraphs if each.startswith(SOURCE)), None)
    return _plain(found.removeprefix(SOURCE)).rstrip(".") if found else None


def _module(kind: Kind) -> ModuleType:
    module = inspect.getmodule(kind.judge)
    assert module is not None  # noqa: S101 - a function of ours stands in a module
    return module


def _link(kind: Kind) -> str:
    return f"[`{kind.name}`](assertion-kinds.md#{kind.name})"


def _rule(module: ModuleType) -> str:
    _, _, rule = (inspect.getdoc(module) or "").split("\n\n")[0].partition("``: ")
    return _plain(rule).rstrip(".")


def _severities(module: ModuleType) -> str:
    """The severities that stand in the check's code."""
    code = inspect.getsource(module)
    return ", ".join(word for severity, word in WORDS.items() if f"Severity.{severity.name}" in code)


def _in_lint(name: str) -> str:
    if name in linting.parameterless():
        return "yes"
    return "with `--compiled`" if name in linting.OF_COMPILED_TEXTS else "with `--suite`"


def _plain(text: str) -> str:
    return " ".join(DOSSIER.sub("", text).replace("``", "`").split())
