"""``rerun``: the same question once more, of all cases or of those that were not met or not decided."""

from typing import Annotated

import typer
from rich.markup import escape

from worker.cli.arguments import AsJson, RunId, Team
from worker.cli.console import errors, output, print_json
from worker.cli.following import Timeout, exit_code, follow
from worker.cli.naming import run_named
from worker.cli.options import database
from worker.db import choosing
from worker.domain.choice import Only

Failed = Annotated[bool, typer.Option("--failed", help="Only cases with a result that is not met.")]
Undecided = Annotated[
    bool, typer.Option("--undecided", help="Only cases with a result that is unknown, or that did not execute.")
]
NoWait = Annotated[bool, typer.Option("--no-wait", help="Print the new run's id and do not wait.")]
RequestId = Annotated[str, typer.Option("--request-id", help="The same one again is the same run.")]


def rerun(
    run: RunId,
    team: Team = "",
    *,
    failed: Failed = False,
    undecided: Undecided = False,
    request_id: RequestId = "",
    no_wait: NoWait = False,
    timeout: Timeout = 0,
    as_document: AsJson = False,
) -> None:
    """Ask once more what a run asked, wait for the new run, and show it; the new run names its original.

    The configuration that came with the enqueue is used again; a reference is looked up anew. The suite is as it is
    now, and so are the consumer's criteria. With --failed or --undecided the new run is partial where it leaves out a
    case, and then ends inconclusive. Exits as `run` does.
    """
    only = [each for each, asked in ((Only.FAILED, failed), (Only.UNDECIDED, undecided)) if asked]
    with database() as connection:
        row = run_named(connection, run, team)
        made, repeated = choosing.rerun(connection, row.id, team, only, request_id)
        if repeated.gone:
            errors.print(f"No longer in the suite, so not run again: {escape(', '.join(repeated.gone))}")
        if no_wait:
            print_json({"run": made, "rerun_of": row.id}) if as_document else output.print(str(made))
            return
        if not as_document:
            output.print(f"Run {made}, which repeats {row.id}")
        ended = follow(connection, made, timeout_s=timeout, as_document=as_document)
    raise typer.Exit(exit_code(ended))
