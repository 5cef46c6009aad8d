"""Call whoever wants to know that a run has ended: at least once, under one id, signed (``worker.domain.webhook``)."""

import asyncio
import logging
import random
import ssl
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Final

import httpx

from worker.db import webhooks
from worker.db.session import Pool
from worker.db.webhooks import Answered, Owed
from worker.domain import webhook
from worker.grouping import unexpected
from worker.settings import Settings

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""Calls of one process at the same time."""
PER_RECEIVER: Final = 4
"""Begun at once to one scheme, host and port; while so many are under way no more are, so that a receiver that hangs
leaves room for the others."""
DELIVER: Final = "deliver_webhooks"
"""The name of the tick that looks for calls to make."""
SPARE_S: Final = 50.0
"""A try is held for its time limit and so much more, so that no other process makes it at the same time."""


class Deliveries:
    """The calls that one process makes: so many at once, few of them to one receiver; a slot that frees is filled."""

    def __init__(self, pool: Pool, settings: Settings) -> None:
        self._pool = pool
        self._settings = settings
        self._keys = webhook.secrets(settings.webhook_secret)
        self._called: dict[asyncio.Task[None], str] = {}
        self._look = asyncio.Event()
        self._client: httpx.AsyncClient | None = None

    def look(self) -> None:
        """There may be calls to make; looking twice costs nothing."""
        self._look.set()

    async def run(self, patience: Callable[[Exception], Awaitable[None]]) -> None:
        """Make calls as they fall due; where the database is away, ``patience`` says so and waits."""
        while True:
            await self._look.wait()
            self._look.clear()
            try:
                await self.fill()
            except Exception as failed:  # the database is away, most likely; what is owed stays owed
                await patience(failed)
                self.look()

    async def fill(self) -> None:
        """Begin as many of the due calls as there is room for."""
        room = AT_ONCE - len(self._called)
        if room < 1:
            return
        busy = [host for host, calls in Counter(self._called.values()).items() if calls >= PER_RECEIVER]
        hold_s = self._settings.webhook_timeout_s + SPARE_S
        async with self._pool.connection() as connection:
            due = await webhooks.claim(connection, limit=room, hold_s=hold_s, each=PER_RECEIVER, passed_over=busy)
        if due and self._client is None:
            trust = await asyncio.to_thread(_trust)
            self._client = httpx.AsyncClient(verify=trust, follow_redirects=False, timeout=None)  # noqa: S113 - asyncio.timeout limits the whole call
        for owed in due:
            task = asyncio.create_task(self._deliver(owed), name=f"webhook {owed.id}")
            self._called[task] = owed.receiver
            task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        del self._called[task]
        failed = None if task.cancelled() else task.exception()
        if isinstance(failed, Exception):
            log.warning(
                "tick_failed", exc_info=unexpected(failed), extra={"tick": DELIVER, "reason": type(failed).__name__}
            )
        self.look()

    async def stop(self) -> None:
        """Give up what is under way; it is repeated when its hold is over."""
        calls = list(self._called)
        for task in calls:
            task.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()

    async def _deliver(self, owed: Owed) -> None:
        status: int | None = None
        error: str | None = "no_secret"
        delivered, pause_s = False, None
        if self._keys and self._client is not None:
            status, error = await _call(self._client, self._settings.webhook_timeout_s, self._keys, owed)
            delivered = webhook.delivered(status)
            pause_s = None if delivered else webhook.pause_s(owed.attempts, status, jitter=random.random())  # noqa: S311
        async with self._pool.connection() as connection:
            await webhooks.settle(connection, owed, Answered(delivered, status, error, pause_s))
        fields = {"run_id": str(owed.facts["run"]), "team_id": owed.facts["team"], "attempts": owed.attempts}
        if delivered:
            log.info("webhook_delivered", extra=fields)
        elif pause_s is not None:
            log.warning("webhook_failed", extra={**fields, "reason": error})
        else:
            log.error("webhook_given_up", extra={**fields, "reason": error})

    async def drained(self) -> None:
        """Until nothing is under way and nothing that is due has room."""
        while self._called or self._look.is_set():
            self._look.clear()
            await self.fill()
            if self._called:
                await asyncio.wait(self._called, return_when=asyncio.FIRST_COMPLETED)


async def deliver(pool: Pool, settings: Settings) -> None:
    """Make the calls that are due, until none is."""
    deliveries = Deliveries(pool, settings)
    deliveries.look()
    try:
        await deliveries.drained()
    finally:
        await deliveries.stop()


@cache
def _trust() -> ssl.SSLContext:
    """The certificates that are trusted; reading them takes tens of milliseconds."""
    return httpx.create_ssl_context()


async def _call(
    client: httpx.AsyncClient, timeout_s: float, keys: tuple[bytes, ...], owed: Owed
) -> tuple[int | None, str | None]:
    """One try: status and what went wrong, as far as there is either. The answer's body is not read."""
    message = webhook.body(owed.facts)
    headers = webhook.headers(str(owed.id), owed.at, message, keys)
    headers |= {"content-type": "application/json", "user-agent": "assistant-test-worker"}
    try:
        async with (
            asyncio.timeout(timeout_s),
            client.stream("POST", owed.url, content=message, headers=headers) as answer,
        ):
            status = answer.status_code
    except TimeoutError:
        return None, "timed_out"
    except Exception as failed:  # a URL of somebody else's can fail in any way; it must not hold up the others
        return None, type(failed).__name__
    return status, None if webhook.delivered(status) else f"http_{status}"
