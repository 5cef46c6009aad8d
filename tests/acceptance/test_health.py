"""Health checks tell a process that works from one that does not."""

import pytest

from tests.acceptance.conftest import SOON_S, Rig
from tests.eventually import eventually
from worker.errors import InputError, NotReady, WorkerError
from worker.health import check
from worker.settings import Settings


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Settings of whoever asks."""
    return Settings(database_url=database_url, dispatch_s=1)


def healthy(process: str, settings: Settings) -> bool:
    """Whether the check of this process passes."""
    try:
        check(process, settings)
    except NotReady:
        return False
    return True


def test_each_process_is_healthy_while_it_works(rig: Rig, settings: Settings) -> None:
    """Worker and relay by their sessions, beat by the ticks that are done."""
    assert not any(healthy(process, settings) for process in ("worker", "relay", "beat"))
    worker, relay = rig.start("worker"), rig.start("relay")
    assert healthy("worker", settings)
    eventually(lambda: healthy("relay", settings), SOON_S)
    assert not healthy("beat", settings)

    rig.start("beat")

    eventually(lambda: healthy("beat", settings), SOON_S)
    relay.end()
    eventually(lambda: not healthy("relay", settings), SOON_S)
    worker.end()
    eventually(lambda: not healthy("worker", settings), SOON_S)
    eventually(lambda: not healthy("beat", settings), SOON_S)


def test_a_relay_alone_is_no_worker(rig: Rig, settings: Settings) -> None:
    """Its connections go by a name of their own, on a host that has no worker."""
    rig.start("relay")

    eventually(lambda: healthy("relay", settings), SOON_S)
    assert not healthy("worker", settings)


@pytest.mark.parametrize("process", ["", "flower"])
def test_an_unknown_check_is_told(settings: Settings, process: str) -> None:
    """The error names those that there are."""
    with pytest.raises(InputError, match="Name one of worker, relay, beat"):
        check(process, settings)


def test_without_a_database_nothing_is_healthy() -> None:
    """It says that the address is missing."""
    with pytest.raises(WorkerError, match="DATABASE_URL"):
        check("worker", Settings())
