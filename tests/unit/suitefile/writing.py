"""Suite files for tests: written to a folder, read, and their faults as tuples."""

from pathlib import Path

import pytest

from worker import suitefile
from worker.errors import FileError
from worker.suitefile import ReadSuite

GOOD = """\
suite: booking
team: acme
assistant: asst_main
assertions:
  - {key: no_raw_liquid, kind: no_raw_liquid}
cases:
  - name: configuration
    runner: structural
criteria:
  publish_gate: {required: [no_raw_liquid]}
"""


def read_text(folder: Path, text: str, name: str = "suite.yaml", team: str = "") -> list[ReadSuite]:
    """Write the text into a file of the folder and read that."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return suitefile.read([path], team)


def faults_of(folder: Path, text: str, name: str = "suite.yaml", team: str = "") -> list[tuple[int | None, str, str]]:
    """Line, field and whole text of each fault; every one must name the file and an advice."""
    with pytest.raises(FileError) as refused:
        read_text(folder, text, name, team)
    for fault in refused.value.faults:
        assert fault.file == str(folder / name)
        assert fault.advice
    return [(fault.line, fault.field, str(fault)) for fault in refused.value.faults]
