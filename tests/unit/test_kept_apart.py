"""What bin/demo and bin/up keep, and what they show of their work."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from worker import demo, supervisor
from worker.supervision import child
from worker.telemetry import logs


class Held(Exception):
    """A folder was asked for."""


def folder_of(module: object, call: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> Path | None:
    """Where a program would keep its services' data."""

    def asked(folder: Path | None) -> None:
        raise Held(folder)

    monkeypatch.setattr(module, "services", asked)
    with pytest.raises(Held) as held:
        call()
    found: Path | None = held.value.args[0]
    return found


def test_the_kept_demo_has_a_database_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its suites do not turn up beside bin/up; a demo that is not kept is thrown away."""
    kept = folder_of(demo, lambda: demo.demo(tmp_path / "log", keep=True), monkeypatch)
    thrown_away = folder_of(demo, lambda: demo.demo(tmp_path / "log", keep=False), monkeypatch)
    up = folder_of(supervisor, lambda: supervisor.up(child.ROOT / "Procfile"), monkeypatch)

    assert None not in (kept, up)
    assert kept != up
    assert thrown_away is None


def test_ticks_of_beat_do_not_fill_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several a second would hide all else; a warning of beat is told."""
    root, beat = logging.getLogger(), logging.getLogger("celery.beat")
    monkeypatch.setattr(root, "handlers", root.handlers[:])
    levels = root.level, beat.level
    beat.setLevel(logging.NOTSET)
    try:
        logs.configure("INFO")
        told = [beat.isEnabledFor(level) for level in (logging.INFO, logging.WARNING)]
    finally:
        root.setLevel(levels[0])
        beat.setLevel(levels[1])

    assert told == [False, True]
