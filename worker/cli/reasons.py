"""Why a run found what it found: one line for each result, and below it each finding with its place and its mending."""

from collections.abc import Iterator
from typing import Any, Final

from rich.markup import escape

from worker.cli.matrix import UNKNOWN, mark
from worker.db.reading import Cell
from worker.domain.counted import counted

MOST: Final = 20
"""Findings of one result that are told."""


def reasons(cells: list[Cell], *, every: bool) -> Iterator[str]:
    """Why a result is not met or unknown; with ``every``, why it is met too, and all findings."""
    several = any(cell.trial for cell in cells)
    told: set[tuple[str, int]] = set()
    for cell in cells:
        place = escape(cell.case) + (f" #{cell.trial + 1}" if several else "")
        if cell.case_error_code and (cell.case, cell.trial) not in told:
            told.add((cell.case, cell.trial))
            yield f"{UNKNOWN} {place}: [yellow]{cell.case_error_code}[/]: {escape(cell.case_error_detail or '')}"
        if cell.key and cell.written and (every or cell.met is not True):
            code = f"[yellow]{cell.error_code}[/]: " if cell.error_code else ""
            said = escape(cell.rationale or cell.statement or "")
            by = f"[dim]({escape(cell.evaluator or '')})[/]"
            yield f"{mark([cell])} {place}, {escape(cell.key)} version {cell.version}: {code}{said} {by}"
            if every:
                yield from _findings(cell.detail)


def hidden(cells: list[Cell]) -> bool:
    """Whether results that are not met or unknown have findings that ``reasons`` tells only with ``every``."""
    return any(cell.met is not True and _found(cell.detail) for cell in cells if cell.written)


def _found(detail: Any) -> list[dict[str, Any]]:
    found = detail.get("findings") if isinstance(detail, dict) else None
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _findings(detail: Any) -> Iterator[str]:
    found = _found(detail)
    for one in found[:MOST]:
        place = f" {escape(str(one['pointer']))}" if one.get("pointer") else ""
        yield f"    {escape(str(one.get('severity', '')))}{place}: {escape(str(one.get('message', '')))}"
        if one.get("hint"):
            yield f"      → {escape(str(one['hint']))}"
    total = detail.get("total") if found else None
    more = (total if isinstance(total, int) else len(found)) - MOST
    if more > 0:
        yield f"    {counted(more, 'more finding')}: show --json."
