"""Celery tasks: each hands its work to the process's event loop and returns."""

from typing import Any

from worker import schedule
from worker.app import Running, celery
from worker.broker import ENQUEUE, LOOK, ids_in


@celery.task(name=LOOK)
def look(run_ids: object) -> None:
    """Look at these runs now; other people may write to the broker, too."""
    if Running.loop is not None and Running.process is not None:
        Running.loop.call(Running.process.hands.nudged, ids_in(run_ids))


@celery.task(name="assistant_test.dispatch_due")
def dispatch_due() -> None:
    """Nudge due runs."""
    if Running.loop is not None and Running.process is not None:
        Running.loop.spawn(Running.process.tick(schedule.DISPATCH_DUE, schedule.dispatch_due))


@celery.task(name="assistant_test.reap_expired_leases")
def reap_expired_leases() -> None:
    """Take expired leases away."""
    if Running.loop is not None and Running.process is not None:
        Running.loop.spawn(Running.process.tick(schedule.REAP, schedule.reap_expired_leases))


@celery.task(name="assistant_test.deliver_webhooks")
def deliver_webhooks() -> None:
    """Make the calls that ended runs owe."""
    if Running.loop is not None and Running.process is not None:
        Running.loop.spawn(Running.process.deliver())


@celery.task(name=ENQUEUE)
def enqueue(*positional: Any, **given: Any) -> None:
    """Ask for a run by message; waits only where very many are under way. Any arguments: a wrong one is refused."""
    if Running.loop is not None and Running.process is not None:
        Running.loop.run(Running.process.messages.take(positional, given))
