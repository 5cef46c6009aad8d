"""``doctor`` finds what is broken, says how to mend it, and prints no password."""

import os
from uuid import uuid4

import psycopg
import pytest
import redis
from psycopg.conninfo import make_conninfo

from tests.integration.commands import Command, command
from tests.typed import Said
from worker import registry
from worker.errors import NotReady

__all__ = ["command"]

NOBODY = "127.0.0.1:9"


@pytest.fixture
def well(command: Command, redis_url: str) -> Command:
    """A deployment in which every process has just shown itself."""
    command.monkeypatch.setenv("REDIS_URL", redis_url)
    for name in ("worker_interactive", "worker_bulk", "dispatch_due", "reap_expired_leases"):
        command.connection.execute("INSERT INTO assistant_test_ticks (name) VALUES (%s)", [name])
    command.connection.execute("SET application_name = 'assistant_test_relay'")
    return command


def states(said: Said) -> dict[str, str]:
    """The state of each part."""
    return {each["part"]: each["state"] for each in said.document["checks"]}


def step(said: Said, part: str) -> str:
    """What is said of a part, and the next step."""
    [found] = [each for each in said.document["checks"] if each["part"] == part]
    return f"{found['said']} {found['step']}"


def test_all_is_well(well: Command) -> None:
    """Exit 0; one line per part, no next step."""
    said, document = well("doctor"), well("doctor", "--json")

    assert (said.code, document.code, document.document["state"]) == (0, 0, "ok"), said.out
    assert set(states(document).values()) == {"ok"}
    assert [line[:5] for line in said.out.splitlines()] == ["ok   "] * len(states(document))


def test_no_database_url(well: Command) -> None:
    """Exit 2; what cannot be seen without it is said."""
    well.monkeypatch.delenv("DATABASE_URL")

    said = well("doctor", "--json")

    assert (said.code, states(said)["database"], states(said)["processes"]) == (2, "bad", "warn")
    assert "DATABASE_URL is not set" in step(said, "database")


def test_no_database_server(well: Command) -> None:
    """The cause and the next step, without the password."""
    well.monkeypatch.setenv("DATABASE_URL", f"postgresql://someone:secret@{NOBODY}/nothing")

    said = well("doctor", "--json")

    assert (said.code, states(said)["database"]) == (2, "bad")
    assert "does not answer" in step(said, "database")
    assert "secret" not in said.out + said.err


def test_a_wrong_password(well: Command) -> None:
    """The server refuses it in its own words."""
    role = f"locked_{uuid4().hex}"
    well.connection.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'right'".encode())
    address = make_conninfo(os.environ["DATABASE_URL"], user=role, password="wrongest")
    well.monkeypatch.setenv("DATABASE_URL", address)

    said = well("doctor", "--json")

    well.connection.execute(f"DROP ROLE {role}".encode())
    assert (said.code, states(said)["database"]) == (2, "bad")
    assert "password authentication failed" in step(said, "database")
    assert "wrongest" not in said.out + said.err


@pytest.mark.parametrize(
    "url",
    ["postgresql://u:se@cret@h/db", "postgresql://u:secret#x@h/db", "se cret=x y", "postgresql://u:sec%zzret@h/db"],
)
def test_an_address_that_is_none_is_not_repeated(well: Command, url: str) -> None:
    """A password may be in it; how to write one is said."""
    well.monkeypatch.setenv("DATABASE_URL", url)

    said = well("doctor", "--json")

    assert "%40" in step(said, "database")
    assert not any(part in said.out + said.err for part in ("cret", "sec"))


def test_another_revision(well: Command) -> None:
    """The next step is to migrate."""
    well.connection.execute("UPDATE assistant_test_revision SET version_num = '9999'")

    said = well("doctor", "--json")

    assert (said.code, states(said)["revision"], states(said)["processes"]) == (2, "bad", "warn")
    assert "assistant-test migrate" in step(said, "revision")


def test_an_empty_database(well: Command, empty_database_url: str) -> None:
    """The same next step."""
    well.monkeypatch.setenv("DATABASE_URL", empty_database_url)

    assert "assistant-test migrate" in step(well("doctor", "--json"), "revision")


def test_a_user_without_rights(well: Command) -> None:
    """The refusal is told, and whom to ask."""
    role = f"no_rights_{uuid4().hex}"
    well.connection.execute(f"CREATE ROLE {role}".encode())
    well.monkeypatch.setenv("DATABASE_URL", make_conninfo(os.environ["DATABASE_URL"], options=f"-c role={role}"))

    said = well("doctor", "--json")

    well.connection.execute(f"DROP ROLE {role}".encode())
    assert said.code == 2
    assert "permission denied" in said.out


@pytest.mark.parametrize(
    ("url", "says"),
    [
        (None, "REDIS_URL is not set"),
        (f"redis://:secret@{NOBODY}/0", "does not answer"),
        ("amqp://u:secret@h", "no address"),
        ("redis://:secret@h:port/0", "no address"),
        ("redis://:secret@127.0.0.1:9/0?odd=1", "no address"),
    ],
)
def test_no_broker(well: Command, url: str | None, says: str) -> None:
    """Unset, nobody there, no address: exit 2, no password."""
    well.monkeypatch.delenv("REDIS_URL")
    if url:
        well.monkeypatch.setenv("REDIS_URL", url)

    said = well("doctor", "--json")

    assert (said.code, states(said)["broker"]) == (2, "bad")
    assert says in step(said, "broker")
    assert "secret" not in said.out + said.err


def test_a_broker_that_drops_messages(well: Command, redis_url: str) -> None:
    """A warning that names the policy."""
    with redis.Redis.from_url(redis_url) as client:
        client.config_set("maxmemory", "1gb")
        client.config_set("maxmemory-policy", "allkeys-lru")
        said = well("doctor", "--json")
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", "0")

    assert (said.code, states(said)["broker"]) == (1, "warn")
    assert "allkeys-lru" in step(said, "broker")


@pytest.mark.parametrize(
    ("tick", "part", "process"),
    [
        ("dispatch_due", "beat", "beat"),
        ("worker_interactive", "worker (interactive)", "process worker"),
        ("worker_bulk", "worker (bulk)", "worker_bulk"),
    ],
)
def test_a_process_that_is_down(well: Command, tick: str, part: str, process: str) -> None:
    """Beat by the ticks that a living worker does not do, a worker by its own sign."""
    well.connection.execute(
        "UPDATE assistant_test_ticks SET last_at = last_at - interval '1 hour' WHERE name = %s", [tick]
    )

    said = well("doctor", "--json")

    assert (said.code, states(said)[part]) == (2, "bad")
    assert process in step(said, part)


def test_a_relay_that_is_down(well: Command) -> None:
    """Exit 1: runs wait for the next tick only."""
    well.connection.execute("SET application_name = 'else'")

    said = well("doctor", "--json")

    assert (said.code, states(said)["relay"]) == (1, "warn")


def test_an_adapter_that_cannot_be_loaded(well: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is named; the rest is still checked."""

    def broken() -> registry.Registry:
        raise NotReady("The adapter odd cannot be loaded.", advice="Repair it.")

    monkeypatch.setattr(registry.Registry, "installed", broken)

    said = well("doctor", "--json")

    assert (said.code, states(said)["adapters"], states(said)["database"]) == (2, "bad", "ok")


def test_a_setting_that_cannot_be_read(well: Command) -> None:
    """Nothing else can be looked at before it is mended."""
    well.monkeypatch.setenv("ASSISTANT_TEST_LEASE_S", "soon")

    said = well("doctor", "--json")

    assert said.code == 2
    assert "ASSISTANT_TEST_LEASE_S" in step(said, "settings")


def test_the_doctor_changes_nothing(well: Command) -> None:
    """It may be run at any time."""
    before = well.rows("SELECT * FROM assistant_test_ticks ORDER BY name")

    well("doctor")

    assert well.rows("SELECT * FROM assistant_test_ticks ORDER BY name") == before
    assert isinstance(well.connection, psycopg.Connection)
