"""When to try again."""

from hypothesis import given
from hypothesis import strategies as st

from worker.domain.retry import CAP_S, TRIES, pause_s

JITTER = st.floats(0, 1)


@given(attempt=st.integers(TRIES, 100), jitter=JITTER)
def test_after_the_last_try_it_gives_up(attempt: int, jitter: float) -> None:
    """Tries are bounded, whatever the vendor asks for."""
    assert pause_s(attempt, retry_after_s=1.0, jitter=jitter) is None


@given(attempt=st.integers(1, TRIES - 1), jitter=JITTER)
def test_the_pause_is_positive_and_bounded(attempt: int, jitter: float) -> None:
    """No try comes at once, and none later than the cap."""
    pause = pause_s(attempt, retry_after_s=None, jitter=jitter)

    assert pause is not None
    assert 0 < pause <= CAP_S


@given(attempt=st.integers(1, TRIES - 1), jitter=JITTER, asked=st.floats(0, 300))
def test_what_the_vendor_asks_for_is_never_shortened(attempt: int, jitter: float, asked: float) -> None:
    """Retry-After is a lower bound."""
    pause = pause_s(attempt, retry_after_s=asked, jitter=jitter)

    assert pause is not None
    assert pause >= asked
