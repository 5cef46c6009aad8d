"""The command line without services."""

from pathlib import Path

import pytest

from tests.typed import Typed


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """``assistant-test`` in this process; nothing that it would need of a service is set."""
    return Typed(folder=tmp_path, monkeypatch=monkeypatch, capsys=capsys)
