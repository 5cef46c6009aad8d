"""``schema``: JSON Schemas of the files that people write, for editors."""

from enum import StrEnum
from typing import Annotated

import typer

from worker.cli import reference_words as words
from worker.cli.console import print_json
from worker.lint.settings import NAME
from worker.lint.settings_file import schema as of_settings
from worker.suitefile.schema import schema as of_suites


class Kind(StrEnum):
    """A kind of file that has a schema."""

    SUITE = "suite"
    LINT = "lint"


What = Annotated[Kind, typer.Argument(metavar="KIND", help=f"suite: suite files; lint: {NAME}.")]


def schema(what: What = Kind.SUITE) -> None:
    """Print the JSON Schema (2020-12) of suite files, or of lint's settings, for editors.

    It tells unknown fields, wrong types and missing fields while one writes; ``apply --dry-run`` tells everything.
    """
    if what is Kind.LINT:
        print_json(of_settings())
        return
    print_json(
        of_suites(
            {
                "suite": words.SUITE_FIELDS,
                "case": words.CASE_FIELDS,
                "use": words.USE_FIELDS,
                "assertion": words.ASSERTION_FIELDS,
                "criteria": words.CRITERIA_FIELDS,
            }
        )
    )
