"""Arguments and options that several commands share; nothing here reaches a service."""

from typing import Annotated

import typer

Team = Annotated[
    str, typer.Option("--team", envvar="ASSISTANT_TEST_TEAM", help="The team to speak for.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
RunId = Annotated[
    str,
    typer.Argument(metavar="RUN", help="The run's id, at least 8 digits of its start, or last.", show_default=False),
]
