"""Settings: read once, refused with the variable's name."""

import pytest

from worker.errors import NotReady
from worker.failpoints import Failpoints
from worker.settings import Settings


def test_settings_come_from_the_environment() -> None:
    """Names in upper case with the prefix; the two services without."""
    read = Settings.from_environment({"DATABASE_URL": "postgresql://x", "ASSISTANT_TEST_LEASE_S": "1.5"})

    assert (read.database_url, read.lease_s, read.renew_s) == ("postgresql://x", 1.5, 20)


@pytest.mark.parametrize("value", ["soon", "-1", "0", ""])
def test_a_wrong_value_is_refused_by_name(value: str) -> None:
    """The message names the variable and what to do."""
    with pytest.raises(NotReady, match=r"ASSISTANT_TEST_LEASE_S is .*Correct or unset"):
        Settings.from_environment({"ASSISTANT_TEST_LEASE_S": value})


def test_a_missing_service_says_which_variable() -> None:
    """No traceback about an empty address."""
    with pytest.raises(NotReady, match="DATABASE_URL is not set"):
        Settings().require_database()
    with pytest.raises(NotReady, match="REDIS_URL is not set"):
        Settings().require_broker()


@pytest.mark.parametrize("asked", ["nowhere:kill", "in_flush:explode", "in_flush"])
def test_an_unknown_failpoint_is_refused(asked: str) -> None:
    """A fault test that names a place that is gone must not pass by doing nothing."""
    with pytest.raises(NotReady, match="after_claim"):
        Failpoints(asked)
