"""What a webhook says, how it is signed, and when it is tried again. Pure; no clock and no random source inside.

Signed after the Standard Webhooks specification 1.0 ("Signature scheme"): ``v1,`` and base64 of an HMAC-SHA256 over
``<id>.<timestamp>.<body>``.
"""

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any, Final

PAUSES_S: Final = (5.0, 60.0, 300.0, 1_800.0, 7_200.0, 18_000.0, 36_000.0)
"""Seconds after the first failed try, the second, … ; the last comes after some 18 hours."""
TRIES: Final = len(PAUSES_S) + 1
GONE: Final = 410
PREFIX: Final = "whsec_"
LEAST_BYTES: Final = 24


def secrets(text: str) -> tuple[bytes, ...]:
    """The secrets that a setting names, separated by spaces: while one is replaced, both sign.

    Raises:
        ValueError: one is no base64 of at least 24 bytes; the words do not repeat it.
    """
    found = []
    for word in text.split():
        try:
            secret = base64.b64decode(word.removeprefix(PREFIX), validate=True)
        except binascii.Error:
            raise ValueError("a secret is whsec_ and base64, several are separated by spaces") from None
        if len(secret) < LEAST_BYTES:
            raise ValueError(f"a secret has at least {LEAST_BYTES} bytes, written in base64")
        found.append(secret)
    return tuple(found)


def body(facts: Mapping[str, Any]) -> bytes:
    """The message: the same bytes in every try, since an ended run does not change."""
    said = {"type": "run.ended", **facts}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"), default=str).encode()


def headers(message_id: str, at: int, message: bytes, keys: tuple[bytes, ...]) -> dict[str, str]:
    """The three headers of the specification; ``at`` is Unix time in seconds."""
    signed = f"{message_id}.{at}.".encode() + message
    signatures = (base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode() for key in keys)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }


def delivered(status: int | None) -> bool:
    """Only 2xx is; a redirect is not followed and counts as a failed try."""
    return status is not None and 200 <= status < 300  # noqa: PLR2004 - HTTP's own numbers


def pause_s(attempts: int, status: int | None, *, jitter: float) -> float | None:
    """Seconds until the next try after ``attempts`` failed ones, or None to give up.

    Args:
        attempts: tries so far, 1 or more.
        status: the last answer's; 410 says that nobody wants the call any more. None: no answer.
        jitter: from 0 to 1; lengthens the pause by up to a fifth, so that many do not come back at once.
    """
    if status == GONE or attempts >= TRIES:
        return None
    return PAUSES_S[attempts - 1] * (1 + jitter / 5)
