"""``schema``: JSON Schema of suite files, for editors."""

from worker.cli import reference_words as words
from worker.cli.console import print_json
from worker.suitefile.schema import schema as made


def schema() -> None:
    """Print the JSON Schema (2020-12) of suite files, for editors.

    It tells unknown fields, wrong types and missing fields while one writes; ``apply --dry-run`` tells everything.
    """
    print_json(
        made(
            {
                "suite": words.SUITE_FIELDS,
                "case": words.CASE_FIELDS,
                "use": words.USE_FIELDS,
                "assertion": words.ASSERTION_FIELDS,
                "criteria": words.CRITERIA_FIELDS,
            }
        )
    )
