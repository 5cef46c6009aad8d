"""Servers from wheels: they start as whoever we are, keep to their own folder, and end with whoever started them."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from tests.eventually import eventually
from worker.embedded import Services, services
from worker.embedded import place as places
from worker.embedded.place import hold, open_to_others
from worker.embedded.shell import noted
from worker.embedded.valkey import valkey
from worker.errors import NotReady

HOLDER = """
import sys
from pathlib import Path
from worker.embedded import services
with services(Path(sys.argv[1]), {}) as found:
    print(found.database_url, found.redis_url, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """A folder inside one that only its owner may enter."""
    outer = tmp_path / "closed"
    outer.mkdir(mode=0o700)
    return outer / "services"


@pytest.fixture
def folder(closed: Path) -> Iterator[Path]:
    """The same, and nothing of it is left elsewhere."""
    yield closed
    _remove_kept(closed)


def test_both_servers_answer_and_ask_for_a_password() -> None:
    """Loopback is shared by everybody on the machine, so the addresses hold a password of their own."""
    with services(None, {}) as found:
        assert _answers(found)

        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(found.database_url, password="wrong")
        with (
            redis.Redis.from_url(found.redis_url.replace("//:", "//:wrong")) as client,
            pytest.raises(redis.RedisError),
        ):
            client.ping()


def test_addresses_stay_out_of_a_representation() -> None:
    """They hold passwords, and a representation ends up in logs."""
    assert repr(Services("postgresql://u:secret@h/d", "redis://:secret@h")) == "Services()"


def test_what_is_given_is_used_and_not_started() -> None:
    """DATABASE_URL and REDIS_URL win."""
    given = {"DATABASE_URL": "postgresql://elsewhere/db", "REDIS_URL": "redis://elsewhere"}

    with services(None, given) as found:
        assert (found.database_url, found.redis_url) == ("postgresql://elsewhere/db", "redis://elsewhere")


def test_no_folder_that_was_there_changes_its_mode(folder: Path) -> None:
    """A server's user never gets in by opening somebody's folder."""
    before = _modes(folder.parent)

    with services(folder, {}) as found:
        assert _answers(found)
        during = _modes(folder.parent)

    assert during == before
    assert _modes(folder.parent) == before


def test_data_is_there_at_the_next_start(folder: Path) -> None:
    """A kept folder keeps its database."""
    with services(folder, {}) as found, psycopg.connect(found.database_url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS n")

    with services(folder, {}) as found, psycopg.connect(found.database_url) as connection:
        assert connection.execute("SELECT n FROM kept").fetchone() == (7,)


def test_thrown_away_servers_leave_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was made for a block is gone after it."""
    tmp_path.chmod(0o755)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    with hold(None) as place:
        made = place.folder
        assert made.is_dir()

    assert not made.exists()


def test_servers_end_with_a_starter_that_is_killed_and_the_folder_is_free_again(folder: Path) -> None:
    """SIGKILL leaves no server behind, and the next start waits for the last one's end and needs no help."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    first = Services(*holder.stdout.readline().split())
    assert _answers(first)

    holder.send_signal(signal.SIGKILL)
    holder.communicate()

    with services(folder, {}) as second:
        assert _answers(second)
        assert not _answers(first)


def test_a_folder_in_use_is_refused_with_a_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two servers never share data."""
    monkeypatch.setattr(places, "HELD_S", 0.1)

    with hold(folder), pytest.raises(NotReady, match="in use") as refused, hold(folder):
        pass

    assert "bin/up" in refused.value.advice


def test_two_folders_have_servers_at_once(folder: Path) -> None:
    """Two checkouts do not meet: ports and folders are each one's own."""
    with services(folder, {}) as first, services(None, {}) as second:
        assert _answers(first)
        assert _answers(second)
        assert first.database_url != second.database_url


def test_a_valkey_can_come_back_at_its_address() -> None:
    """Tests of a lost broker stop it and start it where it was."""
    with hold(None) as place:
        with valkey(place) as url:
            port, password = _port(url), _password(url)
        with valkey(place, port=port, password=password) as again:
            assert again == url


def test_data_of_another_version_is_refused_with_what_to_do(folder: Path) -> None:
    """A newer program does not touch older data."""
    with services(folder, {}):
        pass
    with hold(folder) as place:
        (place.folder / "postgres" / "PG_VERSION").write_text("12\n", encoding="ascii")

    with pytest.raises(NotReady, match="PostgreSQL 12") as refused, services(folder, {}):
        pass

    assert "DATABASE_URL" in refused.value.advice


def test_a_start_that_was_cut_short_is_begun_anew(folder: Path) -> None:
    """Half of a data folder is never taken for one."""
    with hold(folder) as place:
        (place.make("postgres.unfinished") / "PG_VERSION").write_text("18\n", encoding="ascii")

    with services(folder, {}) as found:
        assert _answers(found)


def test_another_terminal_gets_the_addresses_from_a_file_that_is_its_owners_alone(tmp_path: Path) -> None:
    """A shell reads it as it is, whatever signs a password has; with the block it is gone."""
    addresses = Services("postgresql://u:p'$x@h/d", "redis://:a b@h/0")
    path = tmp_path / "home" / "env"

    with noted(path, addresses):
        mode = stat.S_IMODE(path.stat().st_mode)
        said = subprocess.run(
            ["/bin/sh", "-c", '. "$1" && printf "%s\\n" "$DATABASE_URL" "$REDIS_URL"', "sh", path],
            capture_output=True, text=True, check=True,
        ).stdout.splitlines()  # fmt: skip

    assert said == [addresses.database_url, addresses.redis_url]
    assert mode == 0o600
    assert not path.exists()


def test_a_platform_without_a_wheel_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere the two addresses are needed."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)

    with pytest.raises(NotReady, match="not installed here") as refused, services(None, {}):
        pass

    assert "REDIS_URL" in refused.value.advice


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs servers as somebody else")
def test_programs_in_a_closed_place_are_copied_for_the_servers_user(closed: Path) -> None:
    """An environment of mode 0700 serves root as well, and the copy can be read by the user who runs it."""
    source = closed / "package"
    (source / "bin").mkdir(parents=True)
    program = source / "bin" / "server"
    program.touch(mode=0o700)
    try:
        with hold(None) as place:
            found = place.programs(source)
            assert found != source
            assert open_to_others(found / "bin")
            assert stat.S_IMODE((found / "bin" / "server").stat().st_mode) == 0o755
    finally:
        _remove_kept(closed)


def _answers(found: Services) -> bool:
    try:
        with psycopg.connect(found.database_url, connect_timeout=5) as connection:
            connection.execute("SELECT 1")
        with redis.Redis.from_url(found.redis_url, retry=None) as client:
            return bool(client.ping())
    except (psycopg.OperationalError, redis.RedisError):
        return False


def _modes(path: Path) -> list[int]:
    return [stat.S_IMODE(one.stat().st_mode) for one in [path, *path.parents]]


def _port(url: str) -> int:
    return int(url.rpartition(":")[2].partition("/")[0])


def _password(url: str) -> str:
    return url.partition("//:")[2].partition("@")[0]


def _remove_kept(folder: Path) -> None:
    """What root's servers keep lies elsewhere; it belongs to this test."""
    if os.geteuid() == 0:
        with hold(folder) as place:
            kept = place.folder
        eventually(lambda: subprocess.run(["rm", "-r", kept], check=False).returncode == 0, 10)
