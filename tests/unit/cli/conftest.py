"""The command line without services."""

from pathlib import Path

import pytest

from tests.unit.cli.serviceless import Serviceless


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Serviceless:
    """``assistant-test`` in this process; nothing that it would need of a service is set."""
    return Serviceless(tmp_path, monkeypatch, capsys)
