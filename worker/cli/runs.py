"""``enqueue`` and ``run``: ask for a run, and wait for what becomes of it."""

from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.markup import escape

from worker.cli import repeating
from worker.cli.configurations import judged_in, loaded
from worker.cli.console import errors, output, print_json
from worker.cli.following import Timeout, exit_code, follow
from worker.cli.forewarning import require_source, tell_of_no_rule
from worker.cli.options import AsJson, Team, database, id_of, require_team, settings_of
from worker.db import choosing
from worker.db.requests import Connection, Request
from worker.db.requests import enqueue as enqueue_in
from worker.domain.storable import storable
from worker.domain.words import Lane
from worker.errors import RequestRefused

Suite = Annotated[str, typer.Argument(metavar="SUITE", help="The suite's name.", show_default=False)]
Consumer = Annotated[str, typer.Option("--consumer", "-c", help="Whose criteria decide, e.g. publish_gate.")]
Config = Annotated[str, typer.Option("--config", help="A configuration by reference: live, product:<id>, vapi:<id> …")]
ConfigFile = Annotated[str, typer.Option("--config-file", help="The configuration itself: JSON, YAML, Markdown.")]
CallSet = Annotated[str, typer.Option("--call-set", help="Recorded calls by the id of their set.")]
RequestId = Annotated[str, typer.Option("--request-id", help="The same one again is the same run.")]
LaneOption = Annotated[Lane, typer.Option("--lane", help="interactive where somebody waits.")]
Cases = Annotated[list[str], typer.Option("--case", help="Only cases of this name; * and ? match; may be repeated.")]
Trials = Annotated[
    int, typer.Option("--trials", min=0, max=100, help="How often each case is played; 0: as it is set.")
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Say what would run, with calls and cost where known; writes nothing.")
]
RunConfig = Annotated[list[str], typer.Option("--run-config", help="key=value, or a JSON object; may be repeated.")]


def enqueue(
    *,
    suite: Suite,
    consumer: Consumer,
    team: Team = "",
    config: Config = "",
    config_file: ConfigFile = "",
    call_set: CallSet = "",
    request_id: RequestId = "",
    lane: LaneOption = Lane.INTERACTIVE,
    cases: Cases = [],  # noqa: B006 - typer reads the default and makes a list of its own
    trials: Trials = 0,
    run_config: RunConfig = [],  # noqa: B006 - typer reads the default and makes a list of its own
    as_document: AsJson = False,
) -> None:
    """Ask for a run and print its id, without waiting.

    A run that leaves out cases, or trials that the suite asks for, is partial and ends inconclusive.
    """
    request = request_of(
        team=team,
        suite=suite,
        consumer=consumer,
        config=config,
        config_file=config_file,
        call_set=call_set,
        request_id=request_id,
        lane=lane,
        run_config=run_config,
        trials=trials,
    )
    with database() as connection:
        request = _of_cases(connection, request, cases)
        run = enqueue_in(connection, request)
        _tell_of_trials(connection, request)
        tell_of_no_rule(connection, run)
    if as_document:
        print_json({"run": run})
    else:
        output.print(str(run))


def run(
    *,
    suite: Suite,
    consumer: Consumer,
    team: Team = "",
    config: Config = "",
    config_file: ConfigFile = "",
    call_set: CallSet = "",
    request_id: RequestId = "",
    lane: LaneOption = Lane.INTERACTIVE,
    cases: Cases = [],  # noqa: B006 - typer reads the default and makes a list of its own
    trials: Trials = 0,
    run_config: RunConfig = [],  # noqa: B006 - typer reads the default and makes a list of its own
    timeout: Timeout = 0,
    dry_run: DryRun = False,
    as_document: AsJson = False,
) -> None:
    """Ask for a run, wait for it, and show it.

    Exits with 0 if it passed, 1 if it failed, 2 if it is inconclusive or could not be carried out.
    A run that leaves out cases, or trials that the suite asks for, is partial and ends inconclusive.
    """
    request = request_of(
        team=team,
        suite=suite,
        consumer=consumer,
        config=config,
        config_file=config_file,
        call_set=call_set,
        request_id=request_id,
        lane=lane,
        run_config=run_config,
        trials=trials,
    )
    with database() as connection:
        request = _of_cases(connection, request, cases)
        if dry_run:
            from worker.cli.rehearsing import rehearse  # noqa: PLC0415 - only a dry run plans here

            rehearse(connection, request, as_document=as_document)
            return
        require_source(connection, request)
        run_id = enqueue_in(connection, request)
        _tell_of_trials(connection, request)
        tell_of_no_rule(connection, run_id)
        if not as_document:
            output.print(f"Run {run_id}")
        row = follow(connection, run_id, timeout_s=timeout, as_document=as_document)
    raise typer.Exit(exit_code(row))


def request_of(
    *,
    team: str,
    suite: str,
    consumer: str,
    config: str,
    config_file: str,
    call_set: str,
    request_id: str,
    lane: Lane,
    run_config: list[str],
    trials: int = 0,
) -> Request:
    """The request that the options make.

    Raises:
        InputError: an option is wrong in itself; what only the database can know is refused by the enqueue.
    """
    if sum(map(bool, (config, config_file, call_set))) > 1:
        raise RequestRefused(
            "target_ambiguous",
            "More than one of --config, --config-file and --call-set is given.",
            advice="Give one; with none, the run targets the configuration that is live.",
        )
    return Request(
        team=require_team(team),
        suite=suite,
        consumer=consumer,
        request_id=request_id or None,
        config=config or None,
        content=_configuration(config_file) if config_file else None,
        call_set=id_of(call_set, "call set") if call_set else None,
        lane=lane.value,
        run_config=settings_of(run_config) | ({"trials": trials} if trials else {}),
    )


def _tell_of_trials(connection: Connection, request: Request) -> None:
    for sentence in repeating.of_request(connection, request):
        errors.print(f"[yellow]Note:[/] {escape(sentence)}")


def _of_cases(connection: Connection, request: Request, patterns: list[str]) -> Request:
    if not patterns:
        return request
    return replace(request, only_cases=choosing.cases_named(connection, request.team, request.suite, patterns))


def _configuration(path: str) -> Any:
    file = loaded(path)
    judged_in(path, file)
    return storable(file.content)[0]
