"""The command line in this process: typed as a person would, with what it said."""

import json
import logging
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from worker.cli.main import main


@dataclass(frozen=True)
class Said:
    """What a command exited with and printed."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Its output, which must be one JSON document."""
        return json.loads(self.out)


@dataclass(frozen=True, kw_only=True)
class Typed:
    """``assistant-test`` in this process."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *arguments: object) -> Said:
        """Run it with these arguments; it ends with an exit status and never with a traceback.

        A command may set up logging on this test's standard error, which is closed with the test; so that is undone.
        """
        self.monkeypatch.setattr(sys, "argv", ["assistant-test", *map(str, arguments)])
        self.capsys.readouterr()
        root = logging.getLogger()
        handlers, level = root.handlers[:], root.level
        try:
            with pytest.raises(SystemExit) as ended:
                main()
        finally:
            root.handlers[:] = handlers
            root.setLevel(level)
        out, err = self.capsys.readouterr()
        assert "Traceback" not in out + err
        code = ended.value.code
        return Said(code if isinstance(code, int) else 0, out, err)

    def file(self, text: str, name: str) -> Path:
        """A file with this text."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path
