"""A command that was called wrongly, in our words: which option or argument, what is wrong, and what it takes."""

import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final

from typer import BadParameter, TyperException

from worker.domain.meant import meant
from worker.domain.value_words import sentence
from worker.errors import InputError

NO_COMMAND: Final = re.compile(r"No such command '(.+?)'")
TOO_MANY: Final = re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)", re.DOTALL)


class UsageError(InputError):
    """A command was called with what it does not have or take."""

    code = "usage_invalid"


def wants_document(words: Iterable[str] = ()) -> bool:
    """Whether a call asks for JSON. Read from the words themselves, since a wrong call is never parsed to its end."""
    for word in words or sys.argv[1:]:
        if word == "--":
            return False
        if word == "--json":
            return True
    return False


def ours(wrong: TyperException) -> UsageError:
    """The library's error as one of ours."""
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context else "assistant-test"
    said, advice = _said(wrong, context)
    return UsageError(said, advice=f"{advice} See {command} --help.".strip())


def _said(wrong: TyperException, context: Any) -> tuple[str, str]:
    """What is wrong, and the next step where there is one beside the help."""
    message = wrong.format_message()
    if isinstance(wrong, BadParameter):
        return _of_parameter(wrong)
    if option := getattr(wrong, "option_name", ""):
        return _of_option(option, message, context)
    if found := NO_COMMAND.search(message):
        return f"There is no command {found[1]}.", meant(found[1], context.command.list_commands(context))
    if found := TOO_MANY.search(message):
        return f"This is more than the command takes: {found[1]}.", "Put words with spaces in quotation marks."
    return f"{message.rstrip('.')}.", ""


def _of_option(option: str, message: str, context: Any) -> tuple[str, str]:
    if "requires an argument" in message:
        return f"{option} needs a value.", ""
    if "not take a value" in message:
        return f"{option} takes no value.", "Give it alone."
    return f"There is no option {option}.", meant(option, _options(context))


def _of_parameter(wrong: Any) -> tuple[str, str]:
    name = _name(wrong.param)
    if not wrong.message:
        return f"{name} is missing.", "Give it."
    refused = wrong.__cause__
    if refused is None or not hasattr(refused, "errors"):
        return f"{name}: {wrong.message.rstrip('.')}.", ""
    return f"{name}: {sentence(refused.errors()[0])}", "Correct it."


def _name(parameter: Any) -> str:
    """An option by its long spelling, an argument by what the help calls it."""
    if parameter is None:
        return "A value"
    spelled = [word for word in parameter.opts if word.startswith("--")]
    return str(spelled[0] if spelled else parameter.metavar or parameter.name)


def _options(context: Any) -> Iterator[str]:
    for parameter in context.command.get_params(context) if context else ():
        yield from (word for word in parameter.opts if word.startswith("--"))
