"""The command ``assistant-test``: what people and CI call (surface.md, "Command line")."""

import sys
from contextlib import suppress
from typing import Annotated, Final

import typer

from worker.cli import lazy, streams, usage
from worker.cli.console import complain, errors, output
from worker.cli.streams import OutputLost
from worker.cli.usage import wants_document
from worker.errors import WorkerError

NAME: Final = "assistant-test"
EXIT_WRONG = 2
"""A mistake in what was given, something missing, or a run that could not be carried out."""
EXIT_INTERRUPTED = 130

SETTINGS: Final = {"help_option_names": ["-h", "--help"]}
COMMANDS: Final = {
    "lint": "lint:lint",
    "init": "init:init",
    "import": "importing:import_",
    "schema": "schema:schema",
    "apply": "files:apply",
    "run": "runs:run",
    "enqueue": "runs:enqueue",
    "watch": "following:watch",
    "cancel": "following:cancel",
    "runs": "listing:runs",
    "suites": "listing:suites",
    "rerun": "rerunning:rerun",
    "show": "results:show",
    "verdicts": "results:verdicts",
    "timeline": "timeline:timeline",
    "rescore": "rescoring:rescore",
    "report": "reporting:report",
    "compare": "comparing:compare",
    "try": "trying:try_",
    "consumers list": "consumers:list_",
    "consumers add": "consumers:add",
    "doctor": "doctor:doctor",
    "completion": "completion:completion",
    "migrate": "services:migrate",
    "relay": "services:relay",
}
"""Each command with its module of ``worker.cli`` and its function, imported when it is called (``worker.cli.lazy``)."""

app = typer.Typer(
    name=NAME,
    help="Tests of voice and chat assistants: suites from files, runs, verdicts per consumer.",
    cls=lazy.group(COMMANDS, SETTINGS),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings=SETTINGS,
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version  # noqa: PLC0415 - takes a while, and is asked for seldom

        output.print(f"{NAME} {version('assistant-test-worker')}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", is_eager=True, callback=_version, help="Print the version.")]


@app.callback()
def _commands(version: Version = False) -> None:
    """Tests of voice and chat assistants: suites from files, runs, verdicts per consumer."""


def main() -> None:
    """Run the command; a mistake of the user's ends with its cause and the next step, never with a traceback.

    Under ``--json`` standard output holds that as a document, too.
    """
    streams.prepare()
    try:
        _run()
    except OutputLost as lost:
        if not lost.by_reader:
            complain(lost)
        sys.exit(EXIT_WRONG)
    except WorkerError as error:
        with suppress(OutputLost):  # what went wrong first is told
            complain(error, as_document=wants_document())
            sys.stdout.flush()
        sys.exit(EXIT_WRONG)
    except KeyboardInterrupt:
        errors.print("Interrupted.")
        sys.exit(EXIT_INTERRUPTED)


def _run() -> None:
    """Run it; its exit counts only once all that it printed has arrived."""
    try:
        code = app(prog_name=NAME, standalone_mode=False)
    except typer.TyperException as wrong:
        if not wrong.format_message():  # called with nothing, and the help was printed
            sys.stdout.flush()
            sys.exit(EXIT_WRONG)
        raise usage.ours(wrong) from wrong
    sys.stdout.flush()
    sys.exit(code if isinstance(code, int) else 0)
