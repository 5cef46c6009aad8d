"""A bare Celery application: what the contract's throughput is compared with."""

from celery import Celery

from worker.broker import make_celery
from worker.settings import Settings

NOOP = "bench.noop"

app: Celery = make_celery(Settings.from_environment())


@app.task(name=NOOP)
def noop(run_ids: list[str]) -> None:
    """Do nothing."""
