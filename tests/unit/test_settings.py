"""Settings: read once, refused with the variable's name."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from worker.errors import NotReady
from worker.failpoints import Failpoints
from worker.settings import Settings, variable


def test_settings_come_from_the_environment() -> None:
    """Names in upper case with the prefix; the two services without."""
    read = Settings.from_environment({"DATABASE_URL": "postgresql://x", "ASSISTANT_TEST_LEASE_S": "1.5"})

    assert (read.database_url, read.lease_s, read.renew_s) == ("postgresql://x", 1.5, 20)


NUMBERS = [name for name, field in Settings.model_fields.items() if field.annotation in {int, float}]


@pytest.mark.parametrize("value", ["hunter2", "-7.25", "", "nan", "inf", "1e30", "1e-30", "7.25\n7"])
@pytest.mark.parametrize("name", NUMBERS)
def test_a_wrong_number_is_refused_by_name_and_not_repeated(name: str, value: str) -> None:
    """The message names the variable, what it takes and what to do, in one line; the value may be a misplaced secret."""
    with pytest.raises(NotReady) as refused:
        Settings.from_environment({variable(name): value})

    said = str(refused.value)
    assert re.fullmatch(
        rf"{variable(name)} is not usable: (it is )?a (whole )?number [^\n]+\. Correct or unset .*", said
    )
    assert not value or value not in said
    assert refused.value.__context__ is None


@pytest.mark.parametrize("value", ["whsec_c2hvcnQ=", "hunter2", "whsec_!"])
def test_a_wrong_secret_is_not_repeated(value: str) -> None:
    """Nor a part of it."""
    with pytest.raises(NotReady, match="ASSISTANT_TEST_WEBHOOK_SECRET is not usable: a secret") as refused:
        Settings.from_environment({"ASSISTANT_TEST_WEBHOOK_SECRET": value})

    assert value not in str(refused.value)


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


ADDRESSES = [
    "redis://:hunter2@127.0.0.1:notaport/0",
    "redis://:hun#ter2@127.0.0.1:6379/0",
    "redis://:hun/ter2@127.0.0.1:6379/0",
    "http://a:hunter2@127.0.0.1",
    "redis://:hunter2@[::1/0",
    "hunter2",
]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("process", ["worker", "beat"])
def test_a_process_that_cannot_use_its_broker_s_address_repeats_none_of_it(address: str, process: str) -> None:
    """One sentence and the way to write it; Celery's own traceback would hold a part of the password."""
    environment = {**os.environ, "REDIS_URL": address}
    command = [sys.executable, "-m", "celery", "-A", "worker.app:celery", process]

    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)

    said = ended.stdout + ended.stderr
    assert ended.returncode != 0
    assert "REDIS_URL is no address of a Valkey or Redis. Write redis://" in said
    assert not any(word in said for word in ("Traceback", "hun"))


@pytest.mark.parametrize("process", ["worker", "beat", "relay"])
def test_a_process_that_cannot_use_a_setting_ends_in_one_sentence(process: str) -> None:
    """No traceback, no value."""
    environment = {**os.environ, "ASSISTANT_TEST_LEASE_S": "hunter2"}
    celery = [sys.executable, "-m", "celery", "-A", "worker.app:celery", process]
    command = [str(Path(sys.executable).with_name("assistant-test")), "relay"] if process == "relay" else celery

    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)

    said = ended.stdout + ended.stderr
    assert ended.returncode != 0
    assert "ASSISTANT_TEST_LEASE_S is not usable: it is a number above 0. Correct or unset the variable." in " ".join(
        said.removeprefix("Error: ").split()
    )
    assert not any(word in said for word in ("Traceback", "hunter2"))


@pytest.mark.parametrize(
    "address", ["redis://localhost", "redis://:p%23w@h:6379/0", "rediss://u:p@h:6380/1?ssl_cert_reqs=none"]
)
def test_addresses_of_brokers_are_taken(address: str) -> None:
    """With a password or without, with options or without."""
    assert Settings(redis_url=address).require_broker() == address


@pytest.mark.parametrize(("given", "level"), [("debug", "DEBUG"), ("Warning", "WARNING"), ("ERROR", "ERROR")])
def test_a_log_level_may_be_written_small(given: str, level: str) -> None:
    """As people do."""
    assert Settings.from_environment({"ASSISTANT_TEST_LOG_LEVEL": given}).log_level == level


def test_an_unknown_log_level_is_refused_at_the_start() -> None:
    """And not by the first line that would be logged."""
    with pytest.raises(NotReady, match=r"ASSISTANT_TEST_LOG_LEVEL is not usable: .*DEBUG, INFO, WARNING, ERROR"):
        Settings.from_environment({"ASSISTANT_TEST_LOG_LEVEL": "LOUD"})
