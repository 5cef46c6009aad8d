"""What ``--help`` says: a docstring's paragraphs as paragraphs, and arguments by their names alone."""

import inspect
import re
from collections.abc import Callable
from typing import Any


def words(function: Callable[..., Any]) -> str:
    """A docstring for people: each paragraph one line, which the terminal breaks; names in single marks."""
    paragraphs = re.split(r"\n\s*\n", inspect.getdoc(function) or "")
    return "\n\n".join(" ".join(one.split()) for one in paragraphs).replace("``", "`")


def plain(command: Any) -> Any:
    """The command, with arguments as ``RUN`` and ``[RUN]``, and without signs that nobody types."""
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            name = parameter.metavar or parameter.name.upper()
            shown = name if parameter.required else f"[{name}]"
            parameter.get_usage_pieces = lambda _context, shown=shown: [shown]
    return command
