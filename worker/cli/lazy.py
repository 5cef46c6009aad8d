"""Commands that are imported when they are called: one without services starts without their libraries."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

Callback = Callable[..., Any]


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
        single.command(name)(callback(places[name]))
        return typer.main.get_command(single)
    inner = {full.split(" ", 1)[1]: place for full, place in places.items() if full.startswith(f"{name} ")}
    if not inner:
        return None
    several = typer.Typer(name=name, add_completion=False, no_args_is_help=True, context_settings=settings)
    several.callback()(_grouped(list(inner)))
    for each, place in inner.items():
        several.command(each)(callback(place))
    return typer.main.get_command(several)


def _grouped(names: list[str]) -> Callback:
    def nothing() -> None:
        pass

    nothing.__doc__ = f"{', '.join(names).capitalize()}."
    return nothing
