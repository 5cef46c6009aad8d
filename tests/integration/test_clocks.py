"""Clocks of several machines: the database's decides, and one that differs is told of."""

import logging
from datetime import UTC, datetime, timedelta

import pytest

from worker import schedule
from worker.broker import TICK_S, make_celery
from worker.db.session import Pool
from worker.domain.words import Lane
from worker.settings import Settings


class Ahead(datetime):
    """A clock that is a minute ahead."""

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        """A minute ahead."""
        del tz
        return datetime.now(UTC) + timedelta(minutes=1)


async def test_a_clock_that_differs_from_the_databases_is_told(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise its worker would drop what it should do, and nobody would know why."""
    monkeypatch.setattr(schedule, "datetime", Ahead)

    await schedule.note_alive(pool, [Lane.BULK])

    (said,) = [record for record in caplog.records if record.message == "clock_differs"]
    assert said.levelno == logging.WARNING
    assert 55 <= vars(said)["seconds"] <= 65


async def test_a_clock_that_agrees_is_no_news(pool: Pool, caplog: pytest.LogCaptureFixture) -> None:
    """Nothing is said."""
    await schedule.note_alive(pool, [Lane.BULK])

    assert "clock_differs" not in {record.message for record in caplog.records}


def test_ticks_outlive_a_clock_that_is_seconds_ahead() -> None:
    """However often beat sends them: they expire by the receiver's clock."""
    app = make_celery(Settings(redis_url="redis://localhost", dispatch_s=1))

    lives = [entry["options"]["expires"] for entry in app.conf.beat_schedule.values()]

    assert min(lives) >= TICK_S
