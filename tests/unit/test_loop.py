"""The event loop's thread, and the watchdog that ends a process whose loop is stuck."""

import threading
from collections.abc import Iterator

import pytest

from worker import loop
from worker.loop import STUCK_EXIT, LoopThread, Watchdog


@pytest.fixture
def running() -> Iterator[LoopThread]:
    """A loop in its thread."""
    made = LoopThread()
    made.start()
    yield made
    made.stop()


def test_a_coroutine_runs_in_the_loops_thread(running: LoopThread) -> None:
    """The caller waits, the work is done elsewhere."""

    async def where() -> str:
        """The thread that runs this."""
        return threading.current_thread().name

    assert running.run(where(), 5) == "loop"


def test_a_loop_that_misses_its_turns_ends_the_process(running: LoopThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many missed turns the watchdog ends the process with a status of its own."""
    monkeypatch.setattr(loop, "TURN_S", 0.01)
    ended, release = threading.Event(), threading.Event()
    status: list[int] = []

    def end(code: int) -> None:
        status.append(code)
        ended.set()

    watchdog = Watchdog(running, turns=3, end=end)

    running.call(release.wait)
    watchdog.start()

    assert ended.wait(10)
    assert status == [STUCK_EXIT]
    release.set()


def test_a_loop_that_turns_is_left_alone(running: LoopThread, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missed turn is forgotten with the next answer."""
    monkeypatch.setattr(loop, "TURN_S", 0.01)
    turned = threading.Semaphore(0)
    status: list[int] = []
    watchdog = Watchdog(running, turns=50, end=status.append)
    answered = watchdog._answered

    def turn() -> None:
        answered()
        turned.release()

    monkeypatch.setattr(watchdog, "_answered", turn)

    watchdog.start()
    for _ in range(100):
        assert turned.acquire(timeout=10)
    watchdog.stop()

    assert status == []
