"""``init``: a first suite file from a configuration; no service is needed."""

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.markup import escape

from worker.cli import new_files
from worker.cli.arguments import AsJson, Team
from worker.cli.configurations import judged_in, loaded
from worker.cli.console import errors, print_json
from worker.domain.counted import counted
from worker.errors import InputError
from worker.suitefile import first
from worker.suitefile.first import Draft, Names
from worker.suitefile.unsaid import unsaid

SUFFIX: Final = ".suite.yaml"

Config = Annotated[
    str, typer.Argument(metavar="CONFIG", help="The assistant's configuration: JSON, YAML, or Markdown.")
]
Out = Annotated[str, typer.Option("--out", help="Write the suite file there; it must not exist yet.")]
SuiteName = Annotated[str, typer.Option("--suite", help="The suite's name.", show_default=False)]


def init(config: Config, out: Out = "", team: Team = "", suite: SuiteName = "", as_document: AsJson = False) -> None:
    """Make a first suite file from a configuration: what can be checked of it today, and remarks on what to edit.

    Clauses are suggested: sentences of the prompt with words such as must, never, always. Without ``--out`` the file
    is printed. It passes on that configuration as it is.
    """
    require_name("--suite", suite)
    require_name("--team", team)
    file = loaded(config)
    if isinstance(file.content, dict) and file.content.keys() >= {"suite", "cases"}:
        raise InputError(f"{config} is a suite file.", advice="Give the configuration of an assistant.")
    configuration = judged_in(config, file)
    stem = Path(config).stem
    name = suite or first.suite_name(configuration, stem)
    assistant = first.assistant_name(file.content, configuration, stem)
    found = first.drafts(configuration)
    not_said = list(unsaid(configuration))
    names = Names(name, team, assistant, config, out or f"{name}{SUFFIX}", printed=not out)
    text = first.text_of(names, found, not_said)
    if out:
        new_files.write({Path(out): text}, "file")
    if as_document:
        drafts = [_document(each) for each in found]
        print_json({"suite": name, "file": out or None, "text": text, "assertions": drafts, "unsaid": not_said})
    elif out:
        _tell(out, found, not_said)
    else:
        print(text, end="")


def require_name(option: str, word: str) -> None:
    """Refuse what a suite file takes for no name; an empty word is none given.

    Raises:
        InputError: names the option.
    """
    if word and not first.is_name(word):
        raise InputError(f"{option} {word[:40]!r} is no name.", advice="Use 1 to 200 characters on one line.")


def _document(draft: Draft) -> dict[str, object]:
    return {"key": draft.key, "kind": draft.kind, "spec": draft.spec, "met": draft.judged.met}


def _tell(out: str, found: list[Draft], not_said: list[str]) -> None:
    errors.print(f"{escape(out)} is written; it holds {counted(len(found), 'assertion')}. Edit it, then apply it.")
    for draft in found:
        if draft.judged.met is not True:
            said = escape(draft.judged.rationale or "")
            errors.print(f"[yellow]{draft.key} is not met today and has no effect yet:[/] {said}")
    for sentence in not_said:
        errors.print(f"[yellow]Not said:[/] {escape(sentence)}")
