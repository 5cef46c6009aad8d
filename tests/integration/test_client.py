"""The Python client: it asks, waits and reads; what is wrong has a code and advice; passwords stay out of words."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import pytest

from tests.eventually import eventually
from tests.world import World, configuration
from worker.client import AssistantTests, InputError, NotEnded, NotReady, RequestRefused
from worker.client.sync import AssistantTests as SyncAssistantTests

ASKED: dict[str, Any] = {"suite": "booking", "consumer": "publish_gate", "content": configuration()}
END = "UPDATE assistant_test_runs SET status = 'completed', outcome = 'passed', wake_at = NULL WHERE id = %s"
WAITERS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'assistant_test_waiting' AND datname = current_database()"
LINKS = WAITERS.replace("_waiting", "_client")
LONG_S = 30
SOON_S = 10


@pytest.fixture
async def client(database_url: str, world: World) -> AsyncIterator[AssistantTests]:
    """A client that speaks for the world's team."""
    async with AssistantTests(database_url, team=world.team) as opened:
        yield opened


async def until(fact: Any) -> Any:
    """Wait for a fact without holding up the client."""
    return await asyncio.to_thread(eventually, fact, SOON_S)


async def test_an_enqueue_is_committed_and_the_same_request_is_the_same_run(
    client: AssistantTests, world: World
) -> None:
    """What the SQL function promises holds through the client."""
    first = await client.enqueue(**ASKED, request_id="publish-17", webhook="https://product.example/hook")

    second = await client.enqueue(**ASKED, request_id="publish-17", webhook="https://product.example/hook")

    assert first == second
    assert world.status(first) == "queued"


async def test_a_refusal_has_the_code_and_the_advice(client: AssistantTests) -> None:
    """The database's refusal, as the error that the whole project uses."""
    with pytest.raises(RequestRefused, match="suite_unknown") as refused:
        await client.enqueue(suite="bookings", consumer="publish_gate")

    assert refused.value.code == "suite_unknown"
    assert "booking" in refused.value.advice


async def test_a_wait_hears_the_end(client: AssistantTests, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The notification ends it; the row is not read again before."""
    monkeypatch.setattr("worker.client.asking.LOOK_S", LONG_S)
    run = await client.enqueue(**ASKED)
    waiting = asyncio.create_task(client.wait(run, LONG_S))
    await until(lambda: world.rows(WAITERS))
    await asyncio.gather(*(client.state(run) for _ in range(3)))

    with world.connection.transaction():
        world.connection.execute(END, (run,))
        world.connection.execute("SELECT pg_notify('assistant_test_ended', %s)", (str(run),))

    state = await asyncio.wait_for(waiting, SOON_S)
    assert (state.run, state.status, state.outcome) == (run, "completed", "passed")


async def test_a_wait_reads_the_row_where_nothing_is_announced(client: AssistantTests, world: World) -> None:
    """A bulk run's end notifies nobody."""
    run = await client.enqueue(**ASKED, lane="bulk")
    waiting = asyncio.create_task(client.wait(run, LONG_S))
    await until(lambda: world.rows(WAITERS))

    world.connection.execute(END, (run,))

    assert (await waiting).ended


async def test_a_wait_survives_lost_connections(client: AssistantTests, world: World) -> None:
    """Both of the client's connections are ended under it; the run's end is seen all the same."""
    run = await client.enqueue(**ASKED)
    waiting = asyncio.create_task(client.wait(run, LONG_S))
    await until(lambda: world.rows(WAITERS))

    gone = {pid for (pid,) in world.rows(WAITERS) + world.rows(LINKS)}
    for pid in gone:
        world.connection.execute("SELECT pg_terminate_backend(%s)", (pid,))
    await until(lambda: {pid for (pid,) in world.rows(WAITERS)} - gone)
    world.connection.execute(END, (run,))

    assert len(gone) == 2
    assert (await waiting).ended


def away(client: AssistantTests, monkeypatch: pytest.MonkeyPatch, times: int) -> list[str]:
    """The database does not answer so often; what was asked meanwhile."""
    monkeypatch.setattr("worker.client.asking.LOOK_S", 0.01)
    asked: list[str] = []
    there = client._link.rows

    async def rows(statement: str, values: dict[str, Any]) -> Any:
        """Fail as often as the test wants, then ask."""
        asked.append(statement)
        if len(asked) <= times:
            raise NotReady("The database does not answer.", advice="Start it.")
        return await there(statement, values)

    monkeypatch.setattr(client._link, "rows", rows)
    return asked


async def test_a_wait_puts_up_with_a_database_that_is_away(
    client: AssistantTests, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads again until there is an answer."""
    run = await client.enqueue(**ASKED)
    world.connection.execute(END, (run,))
    asked = away(client, monkeypatch, 3)

    state = await client.wait(run)

    assert state.ended
    assert len(asked) == 4


async def test_a_wait_without_a_limit_does_not_wait_for_a_database_for_ever(
    client: AssistantTests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a minute away it says so; with a limit, the limit counts."""
    run = await client.enqueue(**ASKED)
    away(client, monkeypatch, 10_000)
    monkeypatch.setattr("worker.client.asking.AWAY_S", 0.02)

    with pytest.raises(NotReady):
        await client.wait(run)
    with pytest.raises(NotEnded):
        await client.wait(run, 0.05)


async def test_a_wait_that_is_over_names_the_run_and_what_to_do(client: AssistantTests) -> None:
    """It is a TimeoutError too, so that plain code catches it."""
    run = await client.enqueue(**ASKED)

    with pytest.raises(TimeoutError, match=f"Run {run} has not ended after 0.05 s") as over:
        await client.wait(run, 0.05)

    assert isinstance(over.value, NotEnded)
    assert over.value.run == run
    assert "cancel it" in over.value.advice


async def test_a_run_that_has_not_ended_has_no_outcome(client: AssistantTests) -> None:
    """Unknown is never a pass."""
    run = await client.enqueue(**ASKED)

    verdict = await client.verdict(run)

    assert (verdict.status, verdict.outcome, verdict.passed) == ("queued", None, False)
    assert (verdict.suite, verdict.consumer, verdict.criteria_version) == ("booking", "publish_gate", 1)


async def test_another_consumer_needs_live_criteria(client: AssistantTests) -> None:
    """criteria_missing and consumer_unknown, as at the enqueue."""
    run = await client.enqueue(**ASKED)

    for consumer, code in (("nightly_sweep", "criteria_missing"), ("publish_gte", "consumer_unknown")):
        with pytest.raises(RequestRefused) as refused:
            await client.verdict(run, consumer)
        assert refused.value.code == code


async def test_cancel_and_wake_answer_whether_the_run_had_ended(client: AssistantTests, world: World) -> None:
    """True before the end, false after it."""
    run = await client.enqueue(**ASKED)

    before = [await client.wake(run), await client.cancel(str(run))]
    world.connection.execute("UPDATE assistant_test_runs SET status = 'cancelled', wake_at = NULL")
    after = [await client.wake(run), await client.cancel(run)]

    assert (before, after) == ([True, True], [False, False])


@pytest.mark.parametrize("method", ["state", "verdict", "results", "cancel", "wake", "wait"])
async def test_an_unknown_run_is_refused_everywhere(client: AssistantTests, method: str) -> None:
    """No method answers for a run that is not there; a text that is no id is told apart."""
    with pytest.raises(RequestRefused, match="run_unknown"):
        await getattr(client, method)(UUID(int=7))
    with pytest.raises(InputError, match="'seven' is no id of a run"):
        await getattr(client, method)("seven")


async def test_content_that_is_not_json_is_refused_in_words(client: AssistantTests) -> None:
    """No traceback of a library's."""
    with pytest.raises(InputError, match="cannot be written as JSON"):
        await client.enqueue(suite="booking", consumer="publish_gate", content={"what": object()})


async def test_no_team_is_a_mistake_of_the_callers(database_url: str) -> None:
    """Named to the client or to the call."""
    async with AssistantTests(database_url) as client:
        with pytest.raises(InputError, match="No team is named"):
            await client.enqueue(suite="booking", consumer="publish_gate")


@pytest.mark.parametrize("url", ["postgres//user:s3cret@host/x", "postgresql://user:s3cret%zz@host/x"])
def test_an_unreadable_address_is_refused_without_being_repeated(url: str) -> None:
    """It may hold a password."""
    with pytest.raises(InputError) as refused:
        AssistantTests(url)

    assert "s3cret" not in str(refused.value)
    assert refused.value.__cause__ is None


async def test_neither_repr_nor_errors_hold_the_password() -> None:
    """Nobody listens on port 1; the error says so and names no secret."""
    async with AssistantTests("postgresql://user:s3cret@127.0.0.1:1/product", team="acme") as client:
        with pytest.raises(NotReady, match="does not answer") as away:
            await client.enqueue(**ASKED)

    assert "s3cret" not in f"{away.value} {away.value!r} {client!r}"
    assert "host=127.0.0.1 port=1 dbname=product" in repr(client)


def test_the_sync_face_answers_the_same(database_url: str, world: World) -> None:
    """Same names, same errors."""
    with SyncAssistantTests(database_url, team=world.team) as client:
        run = client.enqueue(**ASKED)
        with pytest.raises(NotEnded):
            client.wait(run, 0.05)
        answers = (client.state(run).status, client.verdict(run).outcome, client.results(run), client.wake(run))
        world.connection.execute(END, (run,))

        assert answers == ("queued", None, (), True)
        assert client.wait(run, SOON_S).ended
        assert client.cancel(run) is False


def test_both_faces_have_the_same_methods() -> None:
    """What one learns of one holds for the other."""
    faces = [{name for name in vars(face) if not name.startswith("_")} for face in (AssistantTests, SyncAssistantTests)]

    assert faces[0] == faces[1]


def test_importing_the_client_brings_psycopg_and_nothing_of_a_workers() -> None:
    """A product's process pays for what it uses."""
    heavy = "{'celery', 'kombu', 'sqlalchemy', 'alembic', 'pydantic', 'httpx', 'psycopg_pool', 'structlog'}"
    code = f"import sys, worker.client.sync; print({{m.split('.')[0] for m in sys.modules}} & {heavy})"

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert said.stdout.strip() == "set()"
