"""Why a run found what it found: one line for each result, and below it each finding with its place and its mending."""

from collections.abc import Iterator
from typing import Any, Final

from rich.markup import escape

from worker.cli.matrix import UNKNOWN, mark
from worker.db.reading import Cell
from worker.domain.counted import counted

MOST: Final = 20
"""Findings of one result that are told."""
NAMED: Final = 3
"""Assertions that one reason names."""


def reasons(cells: list[Cell], *, every: bool) -> Iterator[str]:
    """Why a result is not met or unknown; with ``every``, why it is met too, and all findings.

    Results of one case run that are unknown for one reason are one line.
    """
    alike: dict[tuple[str, int, str, str, str], list[Cell]] = {}
    for cell in cells:
        if _unjudged(cell):
            alike.setdefault(_why(cell), []).append(cell)
    several = any(cell.trial for cell in cells)
    told: set[tuple[str, int]] = set()
    for cell in cells:
        place = escape(cell.case) + (f" #{cell.trial + 1}" if several else "")
        if cell.case_error_code and (cell.case, cell.trial) not in told:
            told.add((cell.case, cell.trial))
            yield f"{UNKNOWN} {place}: [yellow]{cell.case_error_code}[/]: {escape(cell.case_error_detail or '')}"
        same = alike[_why(cell)] if _unjudged(cell) else [cell]
        if cell is same[0] and cell.key and cell.written and (every or cell.met is not True):
            code = f"[yellow]{cell.error_code}[/]: " if cell.error_code else ""
            said = escape(cell.rationale or cell.statement or "")
            by = f"[dim]({escape(cell.evaluator or '')})[/]"
            yield f"{mark([cell])} {place}, {escape(_named(same))}: {code}{said} {by}"
            if every:
                yield from _findings(cell.detail)


def _unjudged(cell: Cell) -> bool:
    return bool(cell.key and cell.written and cell.met is None and cell.error_code)


def _why(cell: Cell) -> tuple[str, int, str, str, str]:
    return cell.case, cell.trial, cell.error_code or "", cell.rationale or "", cell.evaluator or ""


def _named(cells: list[Cell]) -> str:
    shown = ", ".join(f"{cell.key} version {cell.version}" for cell in cells[:NAMED])
    return f"{shown} and {counted(len(cells) - NAMED, 'more assertion')}" if len(cells) > NAMED else shown


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
