"""The reading guide leads to what it names."""

import re
from pathlib import Path

import pytest

from tests.docs.prose import ROOT

TEXT = (ROOT / "docs" / "reading-guide.md").read_text("utf-8")
NAMED = [
    (path, name)
    for path, names in re.findall(r"`([\w/.]+\.(?:py|sql))`\s+\((`\w+`(?:,\s+`\w+`)*)\)", TEXT)
    for name in re.findall(r"\w+", names)
]


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_what_is_named_behind_a_file_is_defined_in_it(path: str, name: str) -> None:
    """A function, a class, a constant or an SQL function of this name."""
    source = (ROOT / path).read_text("utf-8")

    assert re.search(rf"(?:\bdef|\bclass|^CREATE FUNCTION) {name}\b|^{name}\b.* = ", source, re.MULTILINE)


def test_every_step_of_a_run_is_on_the_way() -> None:
    """The guide leaves no module of the steps out."""
    steps = {path.name for path in (ROOT / "worker" / "steps").glob("*.py")} - {"context.py", "requests.py"}

    named = {Path(path).name for path, _ in NAMED if path.startswith("worker/steps/")}

    assert named == steps
