"""Rows of a promptfoo CSV as the tests that they stand for; ``__expected…`` columns hold assertions in short form."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from worker.importing import promptfoo_kinds as kinds

SHORT: Final = re.compile(r"(?P<type>[a-z][a-z0-9-]*)(\((?P<threshold>[0-9]*\.?[0-9]+)\))?:(?P<value>.*)", re.DOTALL)
SYNONYMS: Final = {"fn": "javascript", "eval": "javascript", "grade": "llm-rubric"}
LISTED: Final = re.compile(r"(not-)?i?contains-(any|all)")


def tests(rows: Iterable[Mapping[str | None, Any]]) -> list[dict[str, Any]]:
    """One test a row. Columns that begin with two underscores and are not known stay as fields of their names."""
    return [_test(row) for row in rows]


def assertion(short: str) -> dict[str, Any]:
    """An assertion from its short form, such as ``contains-any: a, b``; a text of no such form is to be equalled."""
    found = SHORT.fullmatch(short.strip())
    kind = SYNONYMS.get(found["type"], found["type"]) if found else ""
    if found is None or not kinds.is_known(kind):
        return {"type": "equals", "value": short}
    value = found["value"].strip()
    made: dict[str, Any] = {"type": kind}
    if value:
        made["value"] = [part.strip() for part in value.split(",")] if LISTED.fullmatch(kind) else value
    return made | ({"threshold": float(found["threshold"])} if found["threshold"] else {})


def _test(row: Mapping[str | None, Any]) -> dict[str, Any]:
    test: dict[str, Any] = {"vars": {}, "assert": []}
    for column, value in row.items():
        if not value:
            continue
        if column is None:
            test["__beyond the last column"] = value
        elif re.fullmatch(r"__expected[0-9]*", column):
            test["assert"].append(assertion(value))
        elif column == "__description":
            test["description"] = value
        elif column.startswith("__"):
            test[column] = value
        else:
            test["vars"][column] = value
    return test
