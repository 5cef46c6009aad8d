"""``completion``: a script for the shell that completes commands, options and their values without starting Python."""

import argparse
import inspect
import re
import typing
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any, Final

import shtab
import typer
from typer.models import ArgumentInfo

from worker.cli.lazy import callback

PROGRAM: Final = "assistant-test"
PATHS: Final = re.compile(r"\b(FILE|CONFIG|file)\b")
"""Words in a metavar or an option's name that stand for a path."""


class Shell(StrEnum):
    """The shells that are known."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def completion(
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh or fish.", show_default=False)],
) -> None:
    """Print a completion script for bash, zsh or fish; each Tab is answered by the shell alone.

    bash: eval "$(assistant-test completion bash)" in ~/.bashrc. zsh: write it to a file _assistant-test in a folder of
    $fpath. fish: write it to ~/.config/fish/completions/assistant-test.fish.
    """
    from worker.cli.main import COMMANDS  # noqa: PLC0415 - that module lists this one

    parser = argparse.ArgumentParser(PROGRAM)
    groups = {"": parser.add_subparsers()}
    for name, place in COMMANDS.items():
        group, _, last = name.rpartition(" ")
        if group not in groups:
            groups[group] = groups[""].add_parser(group, description=group, help=group).add_subparsers()
        function = callback(place)
        told = (inspect.getdoc(function) or "").partition("\n")[0]
        _fill(groups[group].add_parser(last, help=_plain(told), description=_plain(told)), function)
    print(shtab.complete(parser, shell=shell.value))


def _fill(parser: argparse.ArgumentParser, function: Callable[..., Any]) -> None:
    """Give the parser the arguments and options of the command, from its signature."""
    hints = typing.get_type_hints(function, include_extras=True)
    for parameter in inspect.signature(function).parameters.values():
        kind, info = typing.get_args(hints[parameter.name])[:2]
        names = [word for word in (info.default, *(info.param_decls or ())) if isinstance(word, str)]
        given: dict[str, Any] = {"help": _plain(info.help or "")}
        if isinstance(info, ArgumentInfo):
            names = [parameter.name]
            given |= {"nargs": "*"} if typing.get_origin(kind) is list else {}
        if kind is bool:
            given["action"] = "store_true"
        elif isinstance(kind, type) and issubclass(kind, StrEnum):
            given["choices"] = [*map(str, kind)]
        added = parser.add_argument(*names, **given)
        if kind is not bool and PATHS.search(" ".join([info.metavar or "", *names])):
            added.complete = shtab.FILE  # type: ignore[attr-defined]


def _plain(text: str) -> str:
    """Help as argparse takes it, which reads a percent sign."""
    return text.replace("``", "").replace("%", "%%")
