"""Webhook deliveries against a receiver on loopback: claimed once, tried again, given up; the rows say what happened."""

import asyncio
import json
import logging
import socket
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from tests.eventually import eventually
from tests.receiver import Receiver, receiver
from tests.world import World
from worker.db import webhooks
from worker.db.session import Pool
from worker.domain import webhook
from worker.settings import Settings
from worker.webhooks import AT_ONCE, PER_RECEIVER, Deliveries, deliver

SECRET = "whsec_" + "QUFB" * 8


@pytest.fixture
def hook() -> Iterator[Receiver]:
    """A receiver that takes everything."""
    with receiver() as made:
        yield made


@pytest.fixture
def settings(database_url: str) -> Settings:
    """With a secret, and little patience."""
    return Settings(database_url=database_url, webhook_secret=SECRET, webhook_timeout_s=5)


def owe(world: World, url: str) -> UUID:
    """A run that has ended and owes a call."""
    run_id = world.enqueue(webhook=url)
    world.connection.execute(
        "UPDATE assistant_test_runs SET status = 'completed', outcome = 'failed', wake_at = NULL, finished_at = now()"
        " WHERE id = %s", (run_id,),
    )  # fmt: skip
    world.connection.execute(
        "INSERT INTO assistant_test_webhook_deliveries (run_id, team_id, url) SELECT id, team_id, webhook"
        " FROM assistant_test_runs WHERE id = %s", (run_id,),
    )  # fmt: skip
    return run_id


def delivery(world: World, run_id: UUID) -> dict[str, Any]:
    """What the row says: attempts, delivered, given up, status, error, and seconds until the next try."""
    row = world.rows(
        "SELECT attempts, delivered_at IS NOT NULL, given_up_at IS NOT NULL, last_status, last_error,"
        " extract(epoch FROM next_try_at - clock_timestamp()) FROM assistant_test_webhook_deliveries"
        " WHERE run_id = %s",
        run_id,
    )[0]
    return dict(zip(("attempts", "delivered", "given_up", "status", "error", "next_s"), row, strict=True))


def again(world: World) -> None:
    """The time of the next try has come."""
    world.connection.execute(
        "UPDATE assistant_test_webhook_deliveries SET next_try_at = now() WHERE next_try_at IS NOT NULL"
    )


async def test_the_call_says_what_became_of_the_run_and_is_signed(
    pool: Pool, settings: Settings, world: World, hook: Receiver
) -> None:
    """Names, words and ids; the signature is computed here from what arrived."""
    run_id = owe(world, f"{hook.url}/ended?tenant=7")

    await deliver(pool, settings)

    (call,) = hook.calls
    said = json.loads(call.body)
    assert (said["type"], said["run"], said["team"], said["suite"]) == ("run.ended", str(run_id), "acme", "booking")
    assert (said["consumer"], said["status"], said["outcome"]) == ("publish_gate", "completed", "failed")
    assert call.path == "/ended?tenant=7"
    at = int(call.headers["webhook-timestamp"])
    expected = webhook.headers(call.headers["webhook-id"], at, call.body, webhook.secrets(SECRET))
    assert call.headers["webhook-signature"] == expected["webhook-signature"]
    row = delivery(world, run_id)
    assert (row["attempts"], row["delivered"], row["status"], row["next_s"]) == (1, True, 204, None)


async def test_a_failed_call_is_made_again_under_the_same_id(pool: Pool, settings: Settings, world: World) -> None:
    """Body and id stay; the second answer settles it."""
    with receiver(500, 204) as hook:
        run_id = owe(world, hook.url)

        await deliver(pool, settings)
        first = delivery(world, run_id)
        again(world)
        await deliver(pool, settings)

    assert (first["attempts"], first["delivered"], first["status"], first["error"]) == (1, False, 500, "http_500")
    assert 4 < first["next_s"] <= 6
    assert delivery(world, run_id)["delivered"] is True
    assert len({call.headers["webhook-id"] for call in hook.calls}) == 1
    assert len({call.body for call in hook.calls}) == 1
    assert len(hook.calls) == 2


@pytest.mark.parametrize(("answer", "given_up"), [(302, False), (410, True), (404, False)])
async def test_a_redirect_is_not_followed_and_gone_is_believed(
    pool: Pool, settings: Settings, world: World, answer: int, given_up: bool
) -> None:
    """One request each; only 410 ends it at once."""
    with receiver(answer) as hook:
        run_id = owe(world, hook.url)

        await deliver(pool, settings)

    row = delivery(world, run_id)
    assert len(hook.calls) == 1
    assert (row["given_up"], row["error"], row["delivered"]) == (given_up, f"http_{answer}", False)


async def test_after_eight_tries_it_is_given_up(pool: Pool, settings: Settings, world: World) -> None:
    """Nothing is due any more."""
    with receiver(503) as hook:
        run_id = owe(world, hook.url)

        for _ in range(10):
            again(world)
            await deliver(pool, settings)

    row = delivery(world, run_id)
    assert (len(hook.calls), row["attempts"], row["given_up"], row["next_s"]) == (8, 8, True, None)


async def test_nobody_listening_is_a_failed_try_and_holds_up_no_other(
    pool: Pool, settings: Settings, world: World, hook: Receiver
) -> None:
    """A word of ours for the error, never the URL; an address that cannot be read fails the same way."""
    dead = [owe(world, url) for url in ("http://127.0.0.1:1/?token=s3cret", "http://127.0.0.1:999999/")]
    alive = owe(world, hook.url)

    await deliver(pool, settings)

    assert delivery(world, alive)["delivered"] is True
    for run_id in dead:
        row = delivery(world, run_id)
        assert (row["attempts"], row["given_up"], row["status"]) == (1, False, None)
        assert row["error"].isidentifier()


async def test_without_a_secret_nothing_is_sent(
    pool: Pool, settings: Settings, world: World, hook: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    """An unsigned call would teach receivers to believe anybody; it is given up, and the log says why."""
    run_id = owe(world, hook.url)

    await deliver(pool, settings.model_copy(update={"webhook_secret": ""}))

    assert hook.calls == []
    row = delivery(world, run_id)
    assert (row["given_up"], row["error"]) == (True, "no_secret")
    (said,) = [record for record in caplog.records if record.message == "webhook_given_up"]
    assert said.levelno == logging.ERROR


async def test_two_beats_at_once_make_one_call(pool: Pool, settings: Settings, world: World, hook: Receiver) -> None:
    """The claim pushes the next try ahead before anything is sent."""
    runs = [owe(world, hook.url) for _ in range(30)]

    await asyncio.gather(*(deliver(pool, settings) for _ in range(3)))

    assert len(hook.calls) == len(runs)


async def test_a_claimant_that_died_is_repeated_after_its_hold(
    pool: Pool, settings: Settings, world: World, hook: Receiver
) -> None:
    """At least once: its try is counted, and a late answer of its own changes nothing."""
    run_id = owe(world, hook.url)
    async with pool.connection() as connection:
        (dead,) = await webhooks.claim(connection, limit=1, hold_s=60, each=1)
    await deliver(pool, settings)
    held = len(hook.calls)

    again(world)
    await deliver(pool, settings)
    async with pool.connection() as connection:
        await webhooks.settle(
            connection, dead, webhooks.Answered(delivered=False, status=500, error="http_500", pause_s=5)
        )

    row = delivery(world, run_id)
    assert (held, len(hook.calls)) == (0, 1)
    assert (row["attempts"], row["delivered"], row["status"]) == (2, True, 204)


async def test_a_receiver_that_hangs_leaves_room_for_the_others(
    pool: Pool, settings: Settings, world: World, hook: Receiver
) -> None:
    """It is owed more calls, and longer, than a process makes at once; the others are called while it hangs."""
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        hung = [owe(world, f"http://127.0.0.1:{deaf.getsockname()[1]}/") for _ in range(AT_ONCE + 5)]
        answered = [owe(world, hook.url) for _ in range(10)]
        deliveries = Deliveries(pool, settings)
        running = asyncio.create_task(deliveries.run(never))
        deliveries.look()

        await asyncio.to_thread(eventually, lambda: all(delivery(world, one)["delivered"] for one in answered))

        assert sum(delivery(world, run_id)["attempts"] for run_id in hung) == PER_RECEIVER
        running.cancel()
        await deliveries.stop()


async def test_a_look_while_calls_are_under_way_begins_no_more_than_there_is_room_for(
    pool: Pool, settings: Settings, world: World
) -> None:
    """Ticks that come faster than a receiver answers pile nothing up."""
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        hung = [owe(world, f"http://127.0.0.1:{deaf.getsockname()[1]}/") for _ in range(PER_RECEIVER * 3)]
        deliveries = Deliveries(pool, settings)

        for _ in range(3):
            await deliveries.fill()

        assert sum(delivery(world, run_id)["attempts"] for run_id in hung) == PER_RECEIVER
        await deliveries.stop()


async def never(failed: Exception) -> None:
    """Deliveries that meet no fault."""
    raise failed
