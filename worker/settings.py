"""Every setting, in one frozen object; the only reader of the environment."""

import os
from collections.abc import Mapping
from typing import Any, Final, Self
from urllib.parse import urlsplit

from annotated_types import Ge, Gt
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from worker.domain import webhook
from worker.errors import NotReady

PREFIX = "ASSISTANT_TEST_"
BROKERS: Final = frozenset({"redis", "rediss", "redis+socket", "sentinel", "unix"})
BROKER_ADDRESS: Final = "Write redis://:password@host:6379/0, with @ : / # ? in a password as %40 %3A %2F %23 %3F."
LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
MOST: Final = 1_000_000
"""The greatest number: as a time in milliseconds PostgreSQL takes it."""
LEAST_S: Final = 0.001
"""The shortest time but 0: PostgreSQL takes less as no limit."""
SERVICES = {"database_url": "DATABASE_URL", "redis_url": "REDIS_URL"}


class Settings(BaseModel):
    """Settings of every process; each is an environment variable of the same name in upper case.

    ``DATABASE_URL`` and ``REDIS_URL`` stand alone, all others take the prefix ``ASSISTANT_TEST_``. Times are seconds.
    Keep this order (queue.md, section 0): ``renew_s`` < ``lease_s`` < ``step_s``, and ``idle_in_transaction_s`` <
    ``lease_s``: a stopped process that holds a row lock must not hide its run from the next owner.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    database_url: str = Field(default="", description="PostgreSQL 15 or newer")
    redis_url: str = Field(default="", description="Redis protocol: Valkey or Redis")
    team: str = Field(default="", description="the team that the command line speaks for")
    lease_s: float = Field(default=60, gt=0, description="how long a claim holds a run without being renewed")
    renew_s: float = Field(default=20, gt=0, description="how often a lease is renewed")
    step_s: float = Field(default=300, gt=0, description="after this long a run is released and claimed again")
    grace_s: float = Field(default=20, ge=0, description="what a step gets to reach a commit after SIGTERM")
    dispatch_s: float = Field(default=2, gt=0, description="beat: how often due runs are nudged")
    reap_s: float = Field(default=15, gt=0, description="beat: how often expired leases are reaped")
    deliver_s: float = Field(default=5, gt=0, description="beat: how often due webhooks are delivered")
    renudge_s: float = Field(default=30, gt=0, description="a bulk run is not nudged again within this time")
    renudge_interactive_s: float = Field(default=5, gt=0, description="the same for an interactive run")
    bulk_room: int = Field(default=200, ge=1, description="how many bulk runs may be nudged and not yet claimed")
    max_claims: int = Field(default=5, ge=1, description="claims in a row without progress that end a run")
    short_slots: int = Field(default=256, ge=1, description="runs in hand per process in steps of milliseconds")
    long_slots: int = Field(default=256, ge=1, description="runs in hand per process in steps that wait for a vendor")
    case_timeout_s: float = Field(default=120, gt=0, description="time limit of one case, where run_config has none")
    concurrency: int = Field(default=16, ge=1, description="cases of one run at once, where run_config has none")
    statement_s: float = Field(default=30, gt=0, description="statement_timeout of worker sessions")
    lock_s: float = Field(default=5, gt=0, description="lock_timeout of worker sessions")
    idle_in_transaction_s: float = Field(default=3, gt=0, description="idle_in_transaction_session_timeout")
    watchdog_turns: int = Field(default=60, ge=1, description="missed turns of one second that end a stuck process")
    connections: int = Field(default=10, ge=2, description="database connections per worker process")
    webhook_timeout_s: float = Field(default=10, gt=0, description="time limit of one webhook call")
    webhook_secret: str = Field(
        default="",
        repr=False,
        description="signs webhooks: whsec_ and base64 of 24 bytes or more; several, separated by spaces, all sign",
    )
    log_level: str = Field(default="INFO", description="DEBUG, INFO, WARNING or ERROR")
    failpoint: str = Field(default="", description="for fault tests: <name>:kill, <name>:stop or <name>:wait:<file>")
    failpoint_log: str = Field(default="", description="for fault tests: a file that gets the name of each reached one")

    @field_validator("webhook_secret")
    @classmethod
    def _readable(cls, value: str) -> str:
        webhook.secrets(value)
        return value

    @field_validator("*")
    @classmethod
    def _countable(cls, value: float | str) -> float | str:
        if isinstance(value, str) or value == 0 or LEAST_S <= value <= MOST:
            return value
        raise ValueError(f"a number is from {LEAST_S} to {MOST:,}")

    @field_validator("log_level")
    @classmethod
    def _known(cls, value: str) -> str:
        if value.upper() not in LOG_LEVELS:
            raise ValueError(f"it is one of {', '.join(LOG_LEVELS)}")
        return value.upper()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the settings.

        Raises:
            NotReady: a variable holds something that its setting cannot be.
        """
        given: dict[str, Any] = {}
        for name in cls.model_fields:
            value = environment.get(variable(name))
            if value is not None:
                given[name] = value
        try:
            return cls.model_validate(given)
        except ValidationError as wrong:
            first = wrong.errors()[0]
        field = str(first["loc"][0])
        raise NotReady(
            f"{variable(field)} is not usable: {_wanted(cls.model_fields[field], first)}.",
            advice="Correct or unset the variable.",
        )

    def require_database(self) -> str:
        """The database's address.

        Raises:
            NotReady: none is set.
        """
        if not self.database_url:
            raise NotReady(
                "DATABASE_URL is not set.", advice="Set it to a PostgreSQL 15 or newer, or use bin/up or bin/demo."
            )
        return self.database_url

    def require_broker(self) -> str:
        """The broker's address, looked through before anything that fails could print a part of it.

        Raises:
            NotReady: none is set, or it is none; what it holds is not repeated, since a password may be in it.
        """
        if not self.redis_url:
            raise NotReady("REDIS_URL is not set.", advice="Set it to a Valkey or Redis, or use bin/up or bin/demo.")
        if not _is_broker(self.redis_url):
            raise NotReady("REDIS_URL is no address of a Valkey or Redis.", advice=BROKER_ADDRESS)
        return self.redis_url


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return SERVICES.get(name, PREFIX + name.upper())


def _wanted(field: FieldInfo, wrong: ErrorDetails) -> str:
    """What the setting takes; what it was given is not repeated, since it may be another one's password."""
    if wrong["type"] == "value_error":
        return wrong["msg"].removeprefix("Value error, ")
    kind = "a whole number" if field.annotation is int else "a number"
    match field.metadata:
        case [Gt(gt=least)]:
            return f"it is {kind} above {least}"
        case [Ge(ge=least)]:
            return f"it is {kind} of {least} or more"
    return "it is a text"


def _is_broker(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises where there is something else
    except ValueError:
        return False
    return parts.scheme in BROKERS and not parts.fragment and url.isprintable()
