"""What every command is called with where the system is broken: arguments from its own signature."""

import inspect
import re
import typing
from collections.abc import Iterator
from uuid import uuid4

from typer.models import ArgumentInfo, OptionInfo

from tests.integration.commands import SUITE, Command
from worker.cli import lazy, main

ANYTHING = "anything"
"""What a parameter gets that has no value below."""


def values(command: Command) -> dict[str, str]:
    """Something sensible by ``command parameter``, by metavar, or by the parameter's name; the first that is there."""
    suite = str(command.file(SUITE, "good.suite.yaml"))
    configuration = str(
        command.file(
            '{"model": {"messages": [{"role": "system", "content": "Be kind."}]}, "firstMessage": "Hi."}', "good.json"
        )
    )
    return {
        "lint paths": configuration,
        "import paths": str(command.file('[{"vars": {"question": "Hi"}}]', "tests.json")),
        "FILE…": suite,
        "CONFIG": configuration,
        "RUN": str(uuid4()),
        "suite": "booking",
        "consumer": "publish_gate",
        "KEY": "some_key",
        "SHELL": "bash",
        "team": "acme",
    }


def parameters(name: str) -> Iterator[tuple[inspect.Parameter, ArgumentInfo | OptionInfo]]:
    """The parameters of a command, as typer knows them."""
    function = lazy.callback(main.COMMANDS[name])
    hints = typing.get_type_hints(function, include_extras=True)
    for parameter in inspect.signature(function).parameters.values():
        yield parameter, typing.get_args(hints[parameter.name])[1]


def arguments(name: str, known: dict[str, str], **given: str) -> list[str]:
    """The words of a call: what is demanded, the team, and what is given by the parameter's name."""
    words = name.split(" ")
    for parameter, info in parameters(name):
        demanded = parameter.default is inspect.Parameter.empty
        if demanded or parameter.name in {"team", *given}:
            value = given.get(parameter.name) or _known(name, parameter, info, known)
            words += [value] if isinstance(info, ArgumentInfo) else [option(info), value]
    return words


def option(info: ArgumentInfo | OptionInfo) -> str:
    """The long spelling of an option."""
    spelled = (info.default, *(info.param_decls or ()))
    return next(word for word in spelled if isinstance(word, str) and word.startswith("--"))


def names_a_file(info: ArgumentInfo | OptionInfo) -> bool:
    """Whether the parameter is the path of a file that is read."""
    said = f"{info.metavar or ''} {info.help or ''}"
    return re.search(r"\b(FILE|CONFIG|file)\b", said) is not None and "Write" not in said


def _known(name: str, parameter: inspect.Parameter, info: ArgumentInfo | OptionInfo, known: dict[str, str]) -> str:
    for key in (f"{name} {parameter.name}", info.metavar or "", parameter.name):
        if key in known:
            return known[key]
    return ANYTHING
