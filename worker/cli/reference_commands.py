"""The page of the command line, from the commands' signatures."""

import inspect
import typing
from collections.abc import Callable, Iterator
from typing import Any

from typer.models import ArgumentInfo, OptionInfo

from worker.cli import comparing, doctor, following, lint, main
from worker.cli.lazy import callback
from worker.loop import STUCK_EXIT


def command_line() -> Iterator[str]:
    """Every command with its arguments and options, and the exit statuses."""
    yield from ("# Command line", "", f"{main.app.info.help}", "")
    yield from (
        "Results go to standard output, everything else to standard error. A mistake in what was given ends with its",
        "cause and the next step, never with a traceback. Under `--json` standard output then holds one document, too,",
        '`{"error": {"code", "message", "advice", "faults"}}`; [error-codes.md](error-codes.md) lists the codes.',
        "`faults` has `file`, `line`, `field`, `message` and `advice` of each fault of a file; it is empty otherwise.",
    )
    yield "`assistant-test --version` prints the version, `assistant-test COMMAND --help` what a command takes."
    for name, place in main.COMMANDS.items():
        yield from _command(name, callback(place))
    yield from ("", "## Exit statuses", "")
    yield from _statuses()


def _statuses() -> Iterator[str]:
    passed, failed, unclear = following.EXIT_OF.values()
    yield "| status | command | meaning |"
    yield "|---|---|---|"
    yield f"| {passed} | `run`, `rerun`, `watch` | The run passed. |"
    yield f"| {passed} | others | Done. |"
    yield f"| {failed} | `run`, `rerun`, `watch` | The run failed: a criteria's rule does not hold. |"
    yield f"| {lint.EXIT_FINDINGS} | `lint` | Something was found that is a warning or an error. |"
    yield f"| {doctor.EXIT_OF['warn']} | `doctor` | Something deserves a look. |"
    yield f"| {comparing.EXIT_BROKEN} | `compare --exit-code` | Something is broken. |"
    undecided = "The run is inconclusive, was not carried out, or had not ended after `--timeout`."
    yield f"| {unclear} | `run`, `rerun`, `watch` | {undecided} |"
    yield f"| {doctor.EXIT_OF['bad']} | `doctor` | Runs are not carried out. |"
    yield f"| {main.EXIT_WRONG} | all | A mistake in what was given, or something that is missing. |"
    yield f"| {main.EXIT_INTERRUPTED} | all | Interrupted (Ctrl-C). A run that was enqueued goes on. |"
    yield f"| {STUCK_EXIT} | a worker process | Its event loop was stuck; whoever supervises it starts it anew. |"


def _command(name: str, function: Callable[..., Any]) -> Iterator[str]:
    signature = inspect.signature(function)
    hints = typing.get_type_hints(function, include_extras=True)
    told = [(parameter, *_info(hints[parameter.name])) for parameter in signature.parameters.values()]
    arguments = " ".join(_metavar(parameter, info) for parameter, info, _ in told if isinstance(info, ArgumentInfo))
    yield from (
        "",
        f"## {name}",
        "",
        "```text",
        f"assistant-test {name} {arguments}".rstrip() + (" [OPTIONS]" if told else ""),
        "```",
        "",
    )
    yield " ".join((inspect.getdoc(function) or "").replace("``", "`").split())
    if told:
        yield from ("", "| argument or option | default | meaning |", "|---|---|---|")
    for parameter, info, kind in told:
        yield f"| {_spelled(parameter, info)} | {_default(parameter, kind)} | {_meaning(info)} |"


def _info(hint: Any) -> tuple[ArgumentInfo | OptionInfo, Any]:
    kind, info = typing.get_args(hint)[:2]
    return info, kind


def _metavar(parameter: inspect.Parameter, info: ArgumentInfo | OptionInfo) -> str:
    return str(info.metavar or parameter.name.upper())


def _spelled(parameter: inspect.Parameter, info: ArgumentInfo | OptionInfo) -> str:
    if isinstance(info, ArgumentInfo):
        return f"`{_metavar(parameter, info)}`"
    decls = (info.default, *(info.param_decls or ()))  # typer takes the first one for a default
    return ", ".join(f"`{word}`" for word in decls if isinstance(word, str))


def _default(parameter: inspect.Parameter, kind: Any) -> str:
    value = parameter.default
    if value is inspect.Parameter.empty:
        return "demanded"
    if kind is bool:
        return "off"
    return "none" if value in ("", []) else f"`{value}`"


def _meaning(info: ArgumentInfo | OptionInfo) -> str:
    also = f" Environment: `{info.envvar}`." if info.envvar else ""
    return f"{info.help or ''}{also}".replace("<", "&lt;")
