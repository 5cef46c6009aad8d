"""The configuration that a run is pointed at, fetched from its source with no transaction open."""

import asyncio
import hashlib
import json
import logging
import random
from typing import Any, Final

from worker.db.planning import TargetWanted
from worker.domain import retry
from worker.domain.storable import storable
from worker.errors import AdapterError, AdapterErrorKind, RunFailed
from worker.ports import ConfigSource

log = logging.getLogger(__name__)

FETCH_S: Final = 20.0
"""Time limit of one try, and the longest pause that a source may ask for: a run waits two minutes at most."""


async def fetched(source: ConfigSource, wanted: TargetWanted, reference: str) -> dict[str, Any]:
    """Ref, sha256 and content of the configuration, as the plan holds them.

    The hash is of the canonical text as it came; the content is stored as PostgreSQL takes it.

    Raises:
        RunFailed: ``target_unknown``, or ``target_unreachable`` after the last try.
    """
    content = await _tried(source, wanted, reference)
    try:
        canonical = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        stored, _ = storable(content)
    except (RecursionError, TypeError, ValueError) as unreadable:
        raise _unreachable(reference, f"it gave no JSON ({type(unreadable).__name__})") from unreadable
    digest = hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()
    return {"ref": reference, "sha256": digest, "content": stored}


async def _tried(source: ConfigSource, wanted: TargetWanted, reference: str) -> Any:
    for failed in range(1, retry.TRIES + 1):
        try:
            async with asyncio.timeout(FETCH_S):
                return await source.fetch(reference, wanted.assistant_id, wanted.targets)
        except LookupError as unknown:
            raise RunFailed(
                "target_unknown",
                f"The configuration {reference} was not found: {unknown}.",
                advice="Correct the reference, or give the configuration itself with the enqueue.",
            ) from unknown
        except AdapterError as error:
            why, retry_after_s = error.message, error.retry_after_s
            transient = error.kind is AdapterErrorKind.TRANSIENT and (retry_after_s or 0) <= FETCH_S
        except TimeoutError:
            why, transient, retry_after_s = f"no answer within {FETCH_S:g} s", True, None
        except Exception as fault:  # a source is somebody else's code: its fault ends the run and nothing else
            log.exception("source_fault", extra={"reference": reference})
            why, transient, retry_after_s = f"it broke: {type(fault).__name__}", False, None
        pause_s = retry.pause_s(failed, retry_after_s=retry_after_s, jitter=random.random())  # noqa: S311  spreads load
        if not transient or pause_s is None:
            break
        await asyncio.sleep(pause_s)
    raise _unreachable(reference, why)


def _unreachable(reference: str, why: str) -> RunFailed:
    return RunFailed(
        "target_unreachable",
        f"The source of the configuration {reference} could not be asked: {why.rstrip('.')}.",
        advice="See that the source answers, then start a new run; or give the configuration itself with the enqueue.",
    )
