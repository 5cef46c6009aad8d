"""Commands that are imported when they are called: one without services starts without their libraries."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

import typer
from typer.core import TyperGroup

from worker.cli.help import plain, words

Callback = Callable[..., Any]

GROUPS: Final = {"consumers": "Who may have an opinion on suites: list them, or add one."}
"""What is said of each group of commands."""


def callback(place: str) -> Callback:
    """The function that ``<module of worker.cli>:<function>`` names."""
    module, _, name = place.partition(":")
    found: Callback = getattr(import_module(f"worker.cli.{module}"), name)
    return found


def group(places: Mapping[str, str], settings: dict[str, Any]) -> type[TyperGroup]:
    """A group of these commands, in this order; a name of two words, such as ``consumers add``, stands in a group."""

    class Lazy(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return list(dict.fromkeys([*(name.split(" ")[0] for name in places), *super().list_commands(ctx)]))

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            return _made(cmd_name, places, settings) or super().get_command(ctx, cmd_name)

    return Lazy


def _made(name: str, places: Mapping[str, str], settings: dict[str, Any]) -> Any:
    if name in places:
        single = typer.Typer(add_completion=False, context_settings=settings)
        function = callback(places[name])
        single.command(name, help=words(function))(function)
        return plain(typer.main.get_command(single))
    inner = {full.split(" ", 1)[1]: place for full, place in places.items() if full.startswith(f"{name} ")}
    if not inner:
        return None
    several = typer.Typer(name=name, add_completion=False, no_args_is_help=True, context_settings=settings)
    several.callback(help=GROUPS[name])(lambda: None)
    for each, place in inner.items():
        function = callback(place)
        several.command(each, help=words(function))(function)
    made: Any = typer.main.get_command(several)
    for command in made.commands.values():
        plain(command)
    return made
