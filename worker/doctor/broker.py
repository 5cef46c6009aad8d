"""Valkey or Redis: whether it answers, and whether it would throw messages away."""

from typing import Any, Final

import redis

from worker.doctor.findings import Finding, bad, ok, warn
from worker.errors import NotReady
from worker.settings import BROKER_ADDRESS, Settings

TIMEOUT_S: Final = 3.0
KEEPS: Final = "noeviction"


def broker(settings: Settings) -> Finding:
    """The broker. What goes wrong is told by its kind only: an error's text may repeat the address."""
    try:
        url = settings.require_broker()
    except NotReady as unset:
        return bad("broker", unset.message, unset.advice)
    try:
        with redis.Redis.from_url(url, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S) as client:
            return _answer({**client.info("server"), **client.info("memory")})
    except (ValueError, TypeError):
        return bad("broker", "REDIS_URL is no address of a Valkey or Redis.", BROKER_ADDRESS)
    except redis.AuthenticationError:
        return bad("broker", "The broker refuses the password.", "Correct the password in REDIS_URL.")
    except redis.RedisError as refused:
        said = f"The broker does not answer ({type(refused).__name__})."
        return bad("broker", said, "Check that it runs and that REDIS_URL is right.")


def _answer(info: dict[str, Any]) -> Finding:
    name = info.get("server_name", "redis")
    version = info.get("valkey_version") or info.get("redis_version", "of an unknown version")
    policy = str(info.get("maxmemory_policy", ""))
    said = f"{'Valkey' if name == 'valkey' else 'Redis'} {version} answers"
    if policy and policy != KEEPS and info.get("maxmemory"):
        step = f"Set maxmemory-policy {KEEPS}, or give it more memory: what it drops is found by a later tick only."
        return warn("broker", f"{said}, and drops messages when its memory is full ({policy}).", step)
    return ok("broker", f"{said}{f' ({policy})' if policy else ''}.")
