"""What each check looks for, in a sentence: the first of its module's docstring."""

import inspect

from worker.judging.kinds import KINDS


def descriptions() -> dict[str, str]:
    """The sentence of each check, by its name."""
    found = {name: _first(inspect.getdoc(inspect.getmodule(kind.judge)) or "") for name, kind in KINDS.items()}
    return {name: said or name for name, said in found.items()}


def _first(docstring: str) -> str:
    line = " ".join(docstring.split("\n\n", 1)[0].split())
    said = line.partition("``: ")[2] or line
    return said[:1].upper() + said[1:].replace("``", "")
