"""Celery, with the settings that were measured (queue.md, sections 0 and 1), and the one message there is."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from celery import Celery

from worker.domain.words import Lane
from worker.settings import Settings

LOOK: Final = "assistant_test.look"
ENQUEUE: Final = "assistant_test.enqueue"
MAINTENANCE: Final = "maintenance"
TICK_S: Final = 30.0
"""A tick that waits longer is dropped, in seconds. Broker messages carry the sender's clock: with less, a worker whose
clock is a little ahead of beat's would drop every tick. A few ticks too many do no harm."""
A_NUDGE_HOLDS: Final = {Lane.INTERACTIVE: 1, Lane.BULK: 25}


def ids_in(given: object) -> list[UUID]:
    """The run ids in what came from outside; what is none is passed over, since a nudge is only a hint."""
    found = []
    for one in given if isinstance(given, list) else ():
        with contextlib.suppress(ValueError):
            found.append(UUID(str(one)))
    return found


def make_celery(settings: Settings) -> Celery:
    """An application without a result backend: early ack, one message at a time, no second truth.

    Publishers never hang: sockets have time limits and nothing is retried here; a nudge that is not sent is found by
    the next tick.
    """
    app = Celery("assistant_test", broker=settings.redis_url or "redis://localhost")
    app.conf.update(
        task_acks_late=False,
        task_ignore_result=True,
        task_store_errors_even_if_ignored=False,
        result_backend=None,
        task_default_queue=MAINTENANCE,
        task_create_missing_queues=True,
        task_publish_retry=False,
        task_serializer="json",
        accept_content=["json"],
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
        broker_connection_retry_on_startup=True,
        broker_connection_retry=True,
        broker_connection_max_retries=None,
        broker_transport_options={
            "socket_timeout": 5,
            "socket_connect_timeout": 2,
            "socket_keepalive": True,
            "health_check_interval": 15,
            "global_keyprefix": "assistant_test:",
            "visibility_timeout": 300,
            "unacked_restore_interval": 5,
            "unacked_restore_throttle": 1,
        },
        beat_schedule={
            name: {
                "task": f"assistant_test.{name}",
                "schedule": every_s,
                "options": {"queue": MAINTENANCE, "expires": max(every_s, TICK_S)},
            }
            for name, every_s in {
                "dispatch_due": settings.dispatch_s,
                "reap_expired_leases": settings.reap_s,
                "deliver_webhooks": settings.deliver_s,
            }.items()
        },
        beat_max_loop_interval=min(settings.dispatch_s, 5),
        timezone="UTC",
        enable_utc=True,
    )
    return app


def messages(lane: Lane, run_ids: Sequence[UUID]) -> list[dict[str, Any]]:
    """The messages that nudge these runs: one id each where somebody waits, up to 25 in the bulk lane."""
    size = A_NUDGE_HOLDS[lane]
    return [
        {"name": LOOK, "args": [[str(run_id) for run_id in run_ids[start : start + size]]], "queue": lane.value}
        for start in range(0, len(run_ids), size)
    ]


async def send(app: Celery, lane: Lane, run_ids: Sequence[UUID], *, expires_s: float) -> None:
    """Publish the nudges without holding up the event loop."""

    def publish() -> None:
        for message in messages(lane, run_ids):
            app.send_task(**message, expires=expires_s, ignore_result=True, retry=False)

    await asyncio.to_thread(publish)
