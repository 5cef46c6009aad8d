"""Enqueue by message: the task ``assistant_test.enqueue``. What is wrong becomes a row, and never an exception.

Messages are acked early, so one that a lost worker had in hand is lost; the docs recommend SQL for that reason.
"""

import asyncio
import hashlib
import json
import logging
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import psycopg

from worker.db import refused as refusals
from worker.db.asking import ENQUEUE, Request, ours
from worker.db.leases import Connection
from worker.db.refused import Refused
from worker.db.session import Pool
from worker.domain.nearest import nearest
from worker.domain.storable import storable, text
from worker.errors import InputError, NotReady, RequestRefused
from worker.grouping import passes

log = logging.getLogger(__name__)

IN_HAND: Final = 50
"""Messages under way in one process; a further one waits in the broker."""
PAUSES_S: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between tries while the database is away; after the last one the message is given up."""
SHOWN_BYTES: Final = 2000
SHOWN_WORDS: Final = 200


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a text")
    return value


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("an object")
    made: dict[str, Any] = storable(value)[0]
    return made


def _id(value: Any) -> UUID:
    try:
        return UUID(value)
    except (AttributeError, TypeError, ValueError):
        raise TypeError("a UUID") from None


def _ids(value: Any) -> tuple[UUID, ...]:
    if not isinstance(value, list):
        raise TypeError("a list of UUIDs")
    return tuple(_id(one) for one in value)


READERS: Final[dict[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(("team", "suite", "consumer", "request_id", "config", "lane", "webhook"), _text),
    **dict.fromkeys(("content", "run_config", "targets"), _object),
    **dict.fromkeys(("call_set", "rerun_of"), _id),
    "only_cases": _ids,
}
"""How each argument is read; null is the same as leaving it out."""
DEMANDED: Final = ("team", "suite", "consumer")


def read(positional: Sequence[Any], given: Mapping[str, Any]) -> Request:
    """The request that a message makes.

    Raises:
        RequestRefused: ``argument_invalid``: an unknown name, a wrong type, or something missing.
    """
    if positional:
        raise _invalid("There are arguments without a name.", "Send keyword arguments only.")
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name not in READERS:
            near = nearest(name, READERS)
            raise _invalid(f"There is no argument {name[:80]!r}.", f"Known: {', '.join(near or READERS)}.")
        if value is not None:
            try:
                found[name] = READERS[name](value)
            except TypeError as wanted:
                raise _invalid(f"The argument {name} is not {wanted}.", f"Give {wanted} as {name}.") from None
            except RecursionError:
                raise _invalid(f"The argument {name} is nested too deep.", "Give a flatter value.") from None
    missing = [name for name in DEMANDED if name not in found]
    if missing:
        raise _invalid(f"Missing: {', '.join(missing)}.", "Give team, suite and consumer.")
    return Request(**found)


def shown(given: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of a refused message: no content, no secret part of a URL, nothing long."""
    return {text(name[:SHOWN_WORDS]): _shown(name, value) for name, value in given.items()}


def _shown(name: str, value: Any) -> Any:
    if name == "webhook" and isinstance(value, str):
        value = re.sub(r"//[^/?#]*@", "//", re.split(r"[?#]", value)[0])
    try:
        written = json.dumps(value, sort_keys=True).encode()
    except (RecursionError, TypeError, ValueError):
        return {"type": type(value).__name__}
    if name in READERS and name != "content" and len(written) <= SHOWN_BYTES:
        return storable(value)[0]
    return {"type": type(value).__name__, "bytes": len(written), "sha256": hashlib.sha256(written).hexdigest()}


class Messages:
    """The messages that a process has in hand."""

    def __init__(self, pool: Pool) -> None:
        """Take the process's pool."""
        self._pool = pool
        self._room = asyncio.Semaphore(IN_HAND)
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, positional: Sequence[Any], given: Mapping[str, Any]) -> None:
        """Begin to work a message, as soon as there is room."""
        await self._room.acquire()
        task = asyncio.create_task(self._work(positional, given), name="enqueue")
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._room.release()

    async def stop(self, grace_s: float) -> None:
        """Give what is in hand the grace time; what is left is lost, and said so."""
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=grace_s)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _work(self, positional: Sequence[Any], given: Mapping[str, Any]) -> None:
        asked = dict(given)
        if asked.get("request_id") is None:
            asked["request_id"] = str(uuid.uuid4())  # so that a try whose commit was not heard of makes no second run
        fields = {"team_id": _word(asked, "team"), "request_id": _word(asked, "request_id")}
        try:
            for pause_s in (*PAUSES_S, None):
                try:
                    await self._once(positional, asked, fields)
                except Exception as failed:
                    if pause_s is None or not passes(failed):
                        raise
                    await asyncio.sleep(pause_s)
                else:
                    return
        except asyncio.CancelledError:
            log.error("enqueue_lost", extra={**fields, "reason": "stopped"})  # noqa: TRY400 - no fault, no traceback
            raise
        except Exception as failed:  # nobody waits for the answer: the log is all there is
            log.error("enqueue_lost", extra={**fields, "reason": type(failed).__name__})  # noqa: TRY400 - texts may hold data

    async def _once(self, positional: Sequence[Any], asked: Mapping[str, Any], fields: dict[str, str | None]) -> None:
        async with self._pool.connection() as connection:
            try:
                run_id = await _enqueue(connection, read(positional, asked))
            except RequestRefused as wrong:
                detail = text(wrong.message)
                row = Refused(
                    fields["team_id"], fields["request_id"], shown(asked), wrong.code, detail, text(wrong.advice)
                )
                await refusals.keep(connection, row)
                log.warning("enqueue_refused", extra={**fields, "code": wrong.code})
            else:
                log.info("enqueue_taken", extra={"run_id": str(run_id), **fields})


async def _enqueue(connection: Connection, request: Request) -> UUID:
    try:
        row = await (await connection.execute(ENQUEUE, request.values())).fetchone()
    except UnicodeEncodeError:
        raise _invalid("a text is no valid Unicode", "Send it in UTF-8.") from None
    except psycopg.Error as error:
        named = None if passes(error) else ours(error)
        if isinstance(named, RequestRefused):
            raise named from None
        if isinstance(named, InputError):
            raise _invalid("the database cannot hold a value", named.advice) from None
        raise
    if row is None:
        raise NotReady("The enqueue gave no answer.", advice="Check the installed revision: assistant-test migrate.")
    run_id: UUID = row[0]
    return run_id


def _word(asked: Mapping[str, Any], name: str) -> str | None:
    value = asked.get(name)
    return text(value[:SHOWN_WORDS]) if isinstance(value, str) else None


def _invalid(what: str, advice: str) -> RequestRefused:
    return RequestRefused("argument_invalid", what, advice=advice)
