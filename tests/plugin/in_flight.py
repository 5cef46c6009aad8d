"""A worker whose messages stay unacknowledged while their task waits for a file.

Our Celery settings but one: with remote control off, as we have it, Celery 5.7.0 survives what this is here to show.
"""

import threading
from pathlib import Path

from worker.broker import make_celery
from worker.settings import Settings

app = make_celery(Settings.from_environment())
app.conf.worker_enable_remote_control = True


@app.task(name="in_flight.hold", acks_late=True)
def hold(begun: str, until: str) -> None:
    """Say that it begun, then wait for the other file."""
    Path(begun).touch()
    while not Path(until).exists():
        threading.Event().wait(0.02)
