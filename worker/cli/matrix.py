"""The matrix of a run: cases down, assertions across."""

from collections.abc import Iterator

from rich.markup import escape
from rich.table import Table

from worker.db.reading import Cell
from worker.domain.words import CaseRunStatus

MET, NOT_MET, UNKNOWN, NOT_DUE, OWED = "[green]✓[/]", "[red]✗[/]", "[yellow]?[/]", "[dim]·[/]", "[dim]…[/]"

WIDEST_NAME = 36
"""Columns of a case's name; what is longer goes on below, so that it leaves room for the marks."""
GAP = 3
"""Characters between two columns."""


def matrix(cells: list[Cell], width: int) -> Iterator[Table | str]:
    """A table with one row per case run; keys that do not fit in ``width`` characters become numbers with a legend."""
    keys = list(dict.fromkeys(cell.key for cell in cells if cell.key))
    rows: dict[tuple[str, int], dict[str | None, list[Cell]]] = {}
    for cell in cells:
        rows.setdefault((cell.case, cell.trial), {}).setdefault(cell.key, []).append(cell)
    if not rows:
        return
    several = any(trial for _, trial in rows)
    longest = min(WIDEST_NAME, max(len(case) for case, _ in rows))
    fits = longest + sum(len(key) + GAP for key in keys) <= width
    table = Table("case", *(escape(key) if fits else str(place) for place, key in enumerate(keys, 1)), show_edge=False)
    table.columns[0].max_width, table.columns[0].overflow = WIDEST_NAME, "fold"
    for found in rows.values():
        name = _name(next(iter(found.values()))[0], several=several)
        table.add_row(name, *(mark(found.get(key, [])) for key in keys))
    yield table
    if not fits:
        yield from (f"{place} = {escape(key)}" for place, key in enumerate(keys, 1))


def _name(cell: Cell, *, several: bool) -> str:
    """The case, its trial where there are several, and its status where it did not execute."""
    name = escape(cell.case) + (f" [dim]#{cell.trial + 1}[/]" if several else "")
    ran = cell.case_status in {CaseRunStatus.EXECUTED, CaseRunStatus.PENDING}
    return name if ran else f"{name} [red]{cell.case_status}[/]"


def mark(cells: list[Cell]) -> str:
    """Steps of a case run fold to one mark, as a verdict folds them: any not met, else any unknown, else met."""
    if not cells:
        return NOT_DUE
    if any(cell.met is False for cell in cells):
        return NOT_MET
    if not all(cell.written for cell in cells):
        return OWED
    return MET if all(cell.met for cell in cells) else UNKNOWN
