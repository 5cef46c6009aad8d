"""The composition root of a worker: settings, event loop, process, and Celery's signals.

Celery swallows exceptions of signal handlers, so a start that fails raises ``SystemExit``.
"""

import gc
import logging
from typing import Any, Final

from celery import signals

from worker.broker import make_celery
from worker.domain.words import Lane
from worker.errors import WorkerError
from worker.loop import LoopThread, Watchdog
from worker.process import Process, check_database
from worker.registry import Registry
from worker.settings import Settings
from worker.telemetry import logs

log = logging.getLogger(__name__)

START_S: Final = 30
HARD_END_S: Final = 30
COLLECT: Final = (50_000, 20, 100)
"""Allocations before the youngest objects are collected, and collections before the next older ones are."""


def _settings() -> Settings:
    """The settings, before Celery meets an address that it would tell of in a traceback.

    Raises:
        SystemExit: one cannot be used.
    """
    try:
        found = Settings.from_environment()
        if found.redis_url:
            found.require_broker()
    except WorkerError as refused:
        raise SystemExit(str(refused)) from None
    return found


settings = _settings()
celery = make_celery(settings)
celery.conf.imports = ("worker.tasks",)


class Running:
    """The parts of this process that live as long as it does."""

    process: Process | None = None
    loop: LoopThread | None = None
    watchdog: Watchdog | None = None


@signals.setup_logging.connect
def _logs(**_: Any) -> None:
    logs.configure(settings.log_level)


@signals.celeryd_after_setup.connect
def _start(instance: Any, **_: Any) -> None:
    """Start the loop and the process before the first message is taken."""
    lanes = [lane for lane in Lane if lane.value in instance.app.amqp.queues.consume_from]
    try:
        settings.require_broker()
        check_database(settings)
        Running.process = Process(settings, Registry.installed(), celery, lanes)
        Running.loop = LoopThread()
        Running.loop.start()
        Running.loop.run(Running.process.start(), START_S)
    except WorkerError as refused:
        raise SystemExit(str(refused)) from None
    _settle_garbage()
    Running.watchdog = Watchdog(Running.loop, settings.watchdog_turns)
    Running.watchdog.start()


def _settle_garbage() -> None:
    """Have the collector pass over what lives as long as the process, and look less often at a run's short-lived rows.

    With Python's own thresholds it took a quarter of the time that a run of ten assertions costs.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


@signals.worker_shutdown.connect
def _stop(**_: Any) -> None:
    """Drain within the grace time, with a hard end."""
    if Running.watchdog is not None:
        Running.watchdog.stop()
    if Running.loop is None or Running.process is None:
        return
    try:
        Running.loop.run(Running.process.stop(), settings.grace_s + HARD_END_S)
    except TimeoutError:
        log.warning("worker_stopped", extra={"left": -1})
    Running.loop.stop()
