"""Hears which interactive runs have ended. An accelerator: whoever waits reads the row as well."""

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Final
from uuid import UUID

import psycopg

from worker.client.link import Address

CHANNEL: Final = "assistant_test_ended"
AGAIN_S: Final = 1.0
READY_S: Final = 2.0
"""A wait begins without the listener where it is not at work by then."""


class Listener:
    """One connection that LISTENs, shared by all waits of a client; opened by the first, anew when it is lost."""

    def __init__(self, address: Address) -> None:
        """Nothing is opened yet."""
        self._address = address
        self._waiting: dict[UUID, list[asyncio.Event]] = {}
        self._ready = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @contextlib.contextmanager
    def told(self, run: UUID) -> Iterator[asyncio.Event]:
        """An event that is set when the run's end is announced, and when something may have been missed."""
        event = asyncio.Event()
        self._waiting.setdefault(run, []).append(event)
        try:
            yield event
        finally:
            self._waiting[run].remove(event)
            if not self._waiting[run]:
                del self._waiting[run]

    async def ready(self) -> None:
        """Wait a moment for the listener to be at work; never fails."""
        if self._task is None:
            self._task = asyncio.create_task(self._listen(), name="assistant_test_ended")
        if not self._ready.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ready.wait(), READY_S)

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _listen(self) -> None:
        while True:
            try:
                async with await self._address.connect("assistant_test_waiting") as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._ready.set()
                    self._tell(*self._waiting)
                    async for notice in connection.notifies():
                        with contextlib.suppress(ValueError):
                            self._tell(UUID(notice.payload))
            except (psycopg.Error, OSError):
                self._ready.clear()
                await asyncio.sleep(AGAIN_S)

    def _tell(self, *runs: UUID) -> None:
        for run in runs:
            for event in self._waiting.get(run, ()):
                event.set()
