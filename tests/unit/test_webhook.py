"""Webhooks: the signature of the Standard Webhooks specification, and pauses that grow over hours."""

import pytest

from worker.domain import webhook
from worker.errors import NotReady
from worker.settings import Settings

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
MESSAGE_ID, AT, BODY = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
"""The specification's own example of a symmetric signature."""


def test_the_signature_is_the_one_of_the_specifications_example() -> None:
    """Id, time and body, joined by dots, under the decoded secret."""
    made = webhook.headers(MESSAGE_ID, AT, BODY, webhook.secrets(SECRET))

    assert made == {"webhook-id": MESSAGE_ID, "webhook-timestamp": str(AT), "webhook-signature": SIGNATURE}


def test_while_a_secret_is_replaced_both_sign() -> None:
    """The receiver takes the call if one of them fits."""
    other = "whsec_" + "QUFB" * 8

    made = webhook.headers(MESSAGE_ID, AT, BODY, webhook.secrets(f"{other} {SECRET}"))

    first, second = made["webhook-signature"].split(" ")
    assert first.startswith("v1,")
    assert second == SIGNATURE


@pytest.mark.parametrize("text", ["whsec_not base64!", "whsec_c2hvcnQ=", "s3cret"])
def test_a_secret_that_is_none_ends_the_start_without_being_shown(text: str) -> None:
    """The variable is named, its value is not."""
    with pytest.raises(NotReady, match="ASSISTANT_TEST_WEBHOOK_SECRET is not usable") as refused:
        Settings.from_environment({"ASSISTANT_TEST_WEBHOOK_SECRET": text})

    assert text not in str(refused.value)
    assert SECRET not in repr(Settings(webhook_secret=SECRET))


def test_the_body_is_the_same_in_every_try() -> None:
    """Compact JSON that begins with its type."""
    assert webhook.body({"run": 1, "outcome": None}) == b'{"type":"run.ended","run":1,"outcome":null}'


def test_pauses_grow_from_seconds_to_hours_and_end() -> None:
    """Eight tries over some 18 hours."""
    pauses = [webhook.pause_s(attempts, 500, jitter=0) for attempts in range(1, 9)]

    assert pauses == [5, 60, 300, 1800, 7200, 18000, 36000, None]


def test_jitter_lengthens_a_pause_by_a_fifth_at_most() -> None:
    """Never shorter, so that the total is at least what is promised."""
    assert webhook.pause_s(2, None, jitter=1) == 72


@pytest.mark.parametrize(("status", "delivered"), [(200, True), (299, True), (199, False), (302, False), (None, False)])
def test_only_2xx_is_delivered(status: int | None, delivered: bool) -> None:
    """A redirect is a failed try."""
    assert webhook.delivered(status) is delivered


def test_a_receiver_that_is_gone_is_not_called_again() -> None:
    """410 at the first try is enough."""
    assert webhook.pause_s(1, 410, jitter=0) is None
