"""Call whoever wants to know that a run has ended: at least once, under one id, signed (``worker.domain.webhook``)."""

import asyncio
import logging
import random
import ssl
import time
from functools import cache
from typing import Final

import httpx

from worker.db import webhooks
from worker.db.session import Pool
from worker.db.webhooks import Answered, Owed
from worker.domain import webhook
from worker.settings import Settings

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
SPARE_S: Final = 50.0
"""A try is held for its time limit and so much more, so that no other process makes it at the same time."""


async def deliver(pool: Pool, settings: Settings) -> None:
    """Make the calls that are due, until none is."""
    keys = webhook.secrets(settings.webhook_secret)
    while True:
        async with pool.connection() as connection:
            due = await webhooks.claim(connection, limit=AT_ONCE, hold_s=settings.webhook_timeout_s + SPARE_S)
        if due:
            trust = await asyncio.to_thread(_trust)
            async with httpx.AsyncClient(verify=trust, follow_redirects=False, timeout=None) as client:  # noqa: S113 - asyncio.timeout limits the whole call
                await asyncio.gather(*(_deliver(pool, client, settings, keys, one) for one in due))
        if len(due) < AT_ONCE:
            return


@cache
def _trust() -> ssl.SSLContext:
    """The certificates that are trusted; reading them takes tens of milliseconds."""
    return httpx.create_ssl_context()


async def _deliver(
    pool: Pool, client: httpx.AsyncClient, settings: Settings, keys: tuple[bytes, ...], owed: Owed
) -> None:
    if keys:
        status, error = await _call(client, settings.webhook_timeout_s, keys, owed)
        delivered = webhook.delivered(status)
        pause_s = None if delivered else webhook.pause_s(owed.attempts, status, jitter=random.random())  # noqa: S311
    else:
        status, error, delivered, pause_s = None, "no_secret", False, None
    async with pool.connection() as connection:
        await webhooks.settle(connection, owed, Answered(delivered, status, error, pause_s))
    fields = {"run_id": str(owed.facts["run"]), "team_id": owed.facts["team"], "attempts": owed.attempts}
    if delivered:
        log.info("webhook_delivered", extra=fields)
    elif pause_s is not None:
        log.warning("webhook_failed", extra={**fields, "reason": error})
    else:
        log.error("webhook_given_up", extra={**fields, "reason": error})


async def _call(
    client: httpx.AsyncClient, timeout_s: float, keys: tuple[bytes, ...], owed: Owed
) -> tuple[int | None, str | None]:
    """One try: status and what went wrong, as far as there is either. The answer's body is not read."""
    message = webhook.body(owed.facts)
    headers = webhook.headers(str(owed.id), int(time.time()), message, keys)
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
