"""The rule that nothing is dropped in silence, as a question: which leaves are neither in a suite nor in a note?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from worker.importing import Imported
from worker.importing.ledger import Path as Place
from worker.importing.ledger import written
from worker.importing.writing import quoted


def lost(root: Any, file: str, found: Imported) -> list[str]:
    """Places of leaves that are neither written into a suite, nor in a part that a note names."""
    texts = "\n".join(draft.text for draft in found.drafts)
    followed = {Path(source) for draft in found.drafts for source in draft.sources}
    texts += "".join(f"\nfile://{path.name} {path.stem}" for path in followed)
    told = {note.where for note in found.notes if note.file == file}
    return [written(path) for path, value in leaves(root) if not _is_told(path, told) and not _stands(value, texts)]


def leaves(value: Any, path: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Each scalar that says something, with its path."""
    if isinstance(value, dict | list):
        for step, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(below, (*path, step))
    elif value is not None and value != "":
        yield path, value


def _is_told(path: Place, told: set[str]) -> bool:
    return any(written(path[:depth]) in told for depth in range(len(path) + 1))


def _stands(value: Any, texts: str) -> bool:
    if not isinstance(value, str):
        return quoted(value) in texts
    return all(quoted(part)[1:-1] in texts for part in value.split(",")) or value in IMPLIED


IMPLIED = {
    *("user", "assistant", "system", "exact", "regex", "ai", "llm-rubric", "not-llm-rubric", "icontains", "success"),
    *("contains-all", "contains-any", "not-contains-any", "failure", "slow", "roof", "slow-roof", "="),
}
"""Words of the formats that a suite says by its own: who speaks, which kind, which file is meant."""
