"""The tables (model.md), with a comment on every column.

The database keeps words as plain text (``worker.domain.words`` knows them) and has two CHECK constraints in all:
an assertion has one owner, a run has one target. Triggers, functions and partial indexes that SQLAlchemy cannot
say are in ``migrations/sql``.
"""

import uuid
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    DateTime,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Text,
    UniqueConstraint,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedColumn, mapped_column

PREFIX = "assistant_test_"
NOW = text("clock_timestamp()")
NEW_ID = text("assistant_test_uuid7()")
Json = dict[str, Any]


class Base(DeclarativeBase):
    """Base of all tables; names of constraints follow one convention so that migrations can name them."""

    metadata = MetaData(
        naming_convention={
            "pk": "%(table_name)s_pkey",
            "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
            "uq": "%(table_name)s_%(column_0_N_name)s_key",
            "ck": "%(table_name)s_%(constraint_name)s_check",
            "ix": "%(table_name)s_%(column_0_N_name)s_idx",
        },
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        str: Text,
        bool: Boolean,
        int: Integer,
        float: Double,
        datetime: DateTime(timezone=True),
        uuid.UUID: Uuid,
        Json: JSONB(none_as_null=True),
    }


def _id() -> MappedColumn[uuid.UUID]:
    return mapped_column(primary_key=True, server_default=NEW_ID, comment="UUIDv7")


def _created() -> MappedColumn[datetime]:
    return mapped_column(server_default=NOW, comment="when the row was inserted")


def _updated() -> MappedColumn[datetime]:
    return mapped_column(server_default=NOW, comment="when the row last changed; kept by a trigger")


def _team() -> MappedColumn[str]:
    return mapped_column(comment="the team that owns the row; denormalised on purpose")


def _within_team(column: str, table: str) -> ForeignKeyConstraint:
    """A foreign key that also holds the two rows to one team."""
    return ForeignKeyConstraint(["team_id", column], [f"{PREFIX}{table}.team_id", f"{PREFIX}{table}.id"])


class Suite(Base):
    """One assistant's selection of cases."""

    __tablename__ = PREFIX + "suites"
    __table_args__ = (
        UniqueConstraint("team_id", "name"),
        UniqueConstraint("team_id", "id"),
        {"comment": "one assistant's selection of cases"},
    )

    id: Mapped[uuid.UUID] = _id()
    team_id: Mapped[str] = _team()
    name: Mapped[str] = mapped_column(comment="unique per team")
    assistant_id: Mapped[str] = mapped_column(comment="the product's id of the assistant; no foreign key")
    description: Mapped[str] = mapped_column(server_default="", comment="for people")
    targets: Mapped[Json] = mapped_column(
        server_default=text("'{}'"), comment="where each runner finds this assistant, by vendor"
    )
    run_config: Mapped[Json] = mapped_column(server_default=text("'{}'"), comment="defaults of the suite's runs")
    archived_at: Mapped[datetime | None] = mapped_column(comment="NULL: live; an archived suite takes no runs")
    created_at: Mapped[datetime] = _created()
    updated_at: Mapped[datetime] = _updated()


class Case(Base):
    """One situation to put an assistant in."""

    __tablename__ = PREFIX + "cases"
    __table_args__ = (
        UniqueConstraint("team_id", "name"),
        UniqueConstraint("team_id", "id"),
        {"comment": "one situation to put an assistant in"},
    )

    id: Mapped[uuid.UUID] = _id()
    team_id: Mapped[str] = _team()
    name: Mapped[str] = mapped_column(comment="unique per team")
    runner: Mapped[str] = mapped_column(comment="what executes it, e.g. structural")
    content: Mapped[Json] = mapped_column(comment="turns, or persona and goal, or variables; and expectations")
    origin: Mapped[str] = mapped_column(server_default="manual", comment="manual, generated or call")
    source_call_id: Mapped[str | None] = mapped_column(comment="the recorded call it came from, if any")
    source_recipe_id: Mapped[str | None] = mapped_column(comment="the template it came from, if any")
    created_at: Mapped[datetime] = _created()
    updated_at: Mapped[datetime] = _updated()


class SuiteCase(Base):
    """A case's place in a suite."""

    __tablename__ = PREFIX + "suite_cases"
    __table_args__ = (
        _within_team("suite_id", "suites"),
        _within_team("case_id", "cases"),
        Index(None, "case_id"),
        {"comment": "which cases a suite selects"},
    )

    suite_id: Mapped[uuid.UUID] = mapped_column(primary_key=True, comment="the suite")
    case_id: Mapped[uuid.UUID] = mapped_column(primary_key=True, comment="the case")
    team_id: Mapped[str] = _team()
    position: Mapped[int] = mapped_column(comment="order within the suite, 0-based")
    enabled: Mapped[bool] = mapped_column(server_default=text("true"), comment="false: left out of runs")
    created_at: Mapped[datetime] = _created()
    updated_at: Mapped[datetime] = _updated()


class Assertion(Base):
    """One behaviour to hold, in one wording. Immutable."""

    __tablename__ = PREFIX + "assertions"
    __table_args__ = (
        _within_team("suite_id", "suites"),
        _within_team("case_id", "cases"),
        CheckConstraint("num_nonnulls(suite_id, case_id) = 1", name="one_owner"),
        UniqueConstraint(
            "suite_id",
            "case_id",
            "assertion_key",
            "version",
            name=PREFIX + "assertions_owner_key_version_key",
            postgresql_nulls_not_distinct=True,
        ),
        Index(None, "case_id"),
        Index(None, "team_id", "assertion_key"),
        {"comment": "one behaviour to hold, in one wording; immutable; live is the newest version that is not retired"},
    )

    id: Mapped[uuid.UUID] = _id()
    team_id: Mapped[str] = _team()
    suite_id: Mapped[uuid.UUID | None] = mapped_column(comment="owner, or NULL where a case owns it")
    case_id: Mapped[uuid.UUID | None] = mapped_column(comment="owner, or NULL where a suite owns it")
    assertion_key: Mapped[str] = mapped_column(comment="the behaviour's name, stable over wordings")
    version: Mapped[int] = mapped_column(comment="the wording, from 1")
    kind: Mapped[str] = mapped_column(comment="how it is judged")
    spec: Mapped[Json] = mapped_column(server_default=text("'{}'"), comment="the kind's parameters")
    statement: Mapped[str] = mapped_column(server_default="", comment="the wording that people and judges read")
    role: Mapped[str | None] = mapped_column(comment="which vendor slot the translation puts it in; no pass policy")
    retired: Mapped[bool] = mapped_column(server_default=text("false"), comment="true: a last version, nothing live")
    created_at: Mapped[datetime] = _created()


class Consumer(Base):
    """Who asks; application-wide."""

    __tablename__ = PREFIX + "consumers"
    __table_args__ = ({"comment": "who asks for a verdict; application-wide, no team"},)

    id: Mapped[uuid.UUID] = _id()
    key: Mapped[str] = mapped_column(unique=True, comment="the name that programs use")
    name: Mapped[str] = mapped_column(comment="the name that people read")
    description: Mapped[str] = mapped_column(server_default="", comment="what it does with a verdict")
    created_at: Mapped[datetime] = _created()


class Criteria(Base):
    """One consumer's opinion of one suite. Immutable."""

    __tablename__ = PREFIX + "criteria"
    __table_args__ = (
        _within_team("suite_id", "suites"),
        UniqueConstraint("suite_id", "consumer_id", "version"),
        UniqueConstraint("team_id", "id"),
        Index(None, "consumer_id"),
        {"comment": "one consumer's opinion of one suite; immutable; live is the newest version that is not retired"},
    )

    id: Mapped[uuid.UUID] = _id()
    team_id: Mapped[str] = _team()
    suite_id: Mapped[uuid.UUID] = mapped_column(comment="the suite it speaks of")
    consumer_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(PREFIX + "consumers.id"), comment="whose opinion")
    version: Mapped[int] = mapped_column(comment="from 1; a changed spec is the next")
    spec: Mapped[Json] = mapped_column(comment="required, threshold, ignore (criteria.md)")
    retired: Mapped[bool] = mapped_column(server_default=text("false"), comment="true: a last version, nothing live")
    created_at: Mapped[datetime] = _created()


class CallSet(Base):
    """A set of recorded calls to judge."""

    __tablename__ = PREFIX + "call_sets"
    __table_args__ = (
        UniqueConstraint("team_id", "name"),
        UniqueConstraint("team_id", "id"),
        {"comment": "recorded calls that a run can target"},
    )

    id: Mapped[uuid.UUID] = _id()
    team_id: Mapped[str] = _team()
    name: Mapped[str] = mapped_column(comment="unique per team")
    calls: Mapped[Json] = mapped_column(comment="provider and call id, or the recorded material itself")
    created_at: Mapped[datetime] = _created()
    updated_at: Mapped[datetime] = _updated()


class Run(Base):
    """A suite crossed with a criteria, against a target."""

    __tablename__ = PREFIX + "runs"
    __table_args__ = (
        _within_team("suite_id", "suites"),
        _within_team("criteria_id", "criteria"),
        _within_team("call_set_id", "call_sets"),
        CheckConstraint("num_nonnulls(assistant_config_id, call_set_id) = 1", name="one_target"),
        UniqueConstraint("team_id", "request_id"),
        UniqueConstraint("team_id", "id"),
        Index(
            PREFIX + "runs_due_idx",
            "lane",
            "wake_at",
            postgresql_where=text("wake_at IS NOT NULL"),
        ),
        Index(
            PREFIX + "runs_leased_idx",
            "lease_expires_at",
            postgresql_where=text("lease_expires_at IS NOT NULL"),
        ),
        Index(None, "suite_id", "created_at"),
        Index(None, "criteria_id"),
        {
            "comment": "a suite crossed with a criteria, against a target",
            "postgresql_with": {"fillfactor": "80"},
        },
    )

    id: Mapped[uuid.UUID] = _id()
    team_id: Mapped[str] = _team()
    suite_id: Mapped[uuid.UUID] = mapped_column(comment="which cases")
    criteria_id: Mapped[uuid.UUID] = mapped_column(comment="the criteria stamped at the enqueue")
    criteria_version: Mapped[int] = mapped_column(comment="its version, stamped")
    assistant_config_id: Mapped[str | None] = mapped_column(comment="live, product:…, vapi:…, inline:<sha256> …")
    call_set_id: Mapped[uuid.UUID | None] = mapped_column(comment="the recorded calls, where they are the target")
    request_id: Mapped[str] = mapped_column(comment="unique per team: the same request never makes a second run")
    request_hash: Mapped[str] = mapped_column(
        comment="sha256 over the enqueue's arguments, to tell a reused request_id"
    )
    lane: Mapped[str] = mapped_column(comment="interactive or bulk")
    status: Mapped[str] = mapped_column(
        server_default="queued", comment="queued, running, completed, failed, cancelled"
    )
    outcome: Mapped[str | None] = mapped_column(comment="passed, failed, inconclusive; stamped once, when completed")
    verdict: Mapped[Json | None] = mapped_column(comment="the derivation of the outcome")
    error_code: Mapped[str | None] = mapped_column(comment="why the run failed; a code of the published list")
    error_detail: Mapped[str | None] = mapped_column(comment="the same in words, with the next step")
    timed_out: Mapped[bool] = mapped_column(server_default=text("false"), comment="the deadline passed")
    cancel_requested_at: Mapped[datetime | None] = mapped_column(comment="somebody asked to cancel")
    lease_owner: Mapped[str | None] = mapped_column(comment="the process that holds the run")
    lease_token: Mapped[int] = mapped_column(
        BigInteger, server_default=text("0"), comment="fencing token; + 1 on claim and on reap, never reset"
    )
    lease_expires_at: Mapped[datetime | None] = mapped_column(comment="by the database's clock; NULL: not held")
    deadline_s: Mapped[int] = mapped_column(comment="seconds from the first claim to the deadline")
    deadline_at: Mapped[datetime | None] = mapped_column(comment="set by the first claim; NULL while queued")
    wake_at: Mapped[datetime | None] = mapped_column(
        server_default=NOW, comment="when to look at the run again; NULL: nothing left to do"
    )
    nudged_at: Mapped[datetime | None] = mapped_column(comment="when a nudge was last sent; claim and reap clear it")
    claims: Mapped[int] = mapped_column(server_default=text("0"), comment="claims in a row without progress")
    next_step: Mapped[str] = mapped_column(
        server_default="prepare", comment="kind of step that the next claim needs a slot for"
    )
    run_config: Mapped[Json] = mapped_column(server_default=text("'{}'"), comment="what the enqueue overrides")
    plan: Mapped[Json | None] = mapped_column(comment="everything frozen at the start; the target from the enqueue on")
    planned_at: Mapped[datetime | None] = mapped_column(comment="when prepare froze the plan; NULL: not yet")
    rerun_of: Mapped[uuid.UUID | None] = mapped_column(ForeignKey(PREFIX + "runs.id"), comment="the run it repeats")
    only_cases: Mapped[list[uuid.UUID] | None] = mapped_column(
        ARRAY(Uuid), comment="the cases that the enqueue chose; NULL: all of the suite"
    )
    webhook: Mapped[str | None] = mapped_column(comment="URL that is called when the run has ended; may be secret")
    woken_at: Mapped[datetime | None] = mapped_column(
        comment="a hint came while the run was held: its release makes it due at once; the next claim clears this"
    )
    started_at: Mapped[datetime | None] = mapped_column(comment="the first claim")
    finished_at: Mapped[datetime | None] = mapped_column(comment="when the run ended")
    created_at: Mapped[datetime] = _created()
    updated_at: Mapped[datetime] = _updated()


class CaseRun(Base):
    """What came back when one case was executed once."""

    __tablename__ = PREFIX + "case_runs"
    __table_args__ = (
        _within_team("run_id", "runs"),
        _within_team("case_id", "cases"),
        UniqueConstraint("run_id", "case_id", "trial"),
        Index(PREFIX + "case_runs_pending_idx", "run_id", "position", postgresql_where=text("status = 'pending'")),
        Index(None, "case_id"),
        {"comment": "what came back when one case was executed once: evidence, nothing concluded"},
    )

    id: Mapped[uuid.UUID] = _id()
    run_id: Mapped[uuid.UUID] = mapped_column(comment="the run")
    case_id: Mapped[uuid.UUID] = mapped_column(comment="the case")
    team_id: Mapped[str] = _team()
    position: Mapped[int] = mapped_column(comment="order within the run, 0-based")
    trial: Mapped[int] = mapped_column(server_default=text("0"), comment="which repetition, 0-based")
    runner: Mapped[str] = mapped_column(comment="what executes it")
    status: Mapped[str] = mapped_column(
        server_default="pending", comment="pending, executed, failed, timed_out, cancelled"
    )
    case_snapshot: Mapped[Json] = mapped_column(comment="the case as it was executed: name, runner, content")
    transcript: Mapped[Json | None] = mapped_column(comment="the conversation, turn by turn")
    tool_calls: Mapped[Json | None] = mapped_column(comment="tool calls with their arguments and results")
    timing: Mapped[Json | None] = mapped_column(comment="wall-clock times, milliseconds")
    usage: Mapped[Json | None] = mapped_column(comment="tokens and cost, as the provider says")
    provider: Mapped[str | None] = mapped_column(comment="the vendor that executed it")
    provider_ref: Mapped[str | None] = mapped_column(comment="the vendor's id of it")
    provider_payload: Mapped[Json | None] = mapped_column(comment="the vendor's answer as it was, its verdict included")
    evidence: Mapped[Json | None] = mapped_column(comment="pointers (a recording, the target's hash) and flags")
    attempts: Mapped[Json] = mapped_column(server_default=text("'[]'"), comment="a log of tries")
    error_code: Mapped[str | None] = mapped_column(comment="why it did not execute")
    error_detail: Mapped[str | None] = mapped_column(comment="the same in words")
    trace_id: Mapped[str | None] = mapped_column(comment="trace of its execution, where traces are on")
    started_at: Mapped[datetime | None] = mapped_column(comment="when its execution began")
    finished_at: Mapped[datetime | None] = mapped_column(comment="when its evidence was recorded")
    evidence_purged_at: Mapped[datetime | None] = mapped_column(comment="when retention emptied the evidence")
    created_at: Mapped[datetime] = _created()
    updated_at: Mapped[datetime] = _updated()


class Outcome(Base):
    """One pass of judging over one case run."""

    __tablename__ = PREFIX + "outcomes"
    __table_args__ = (
        _within_team("run_id", "runs"),
        UniqueConstraint("case_run_id", "pass_no", "step_no"),
        Index(None, "run_id", "pass_no"),
        Index(PREFIX + "outcomes_open_idx", "run_id", postgresql_where=text("status = 'open'")),
        {"comment": "one pass of judging over one case run"},
    )

    id: Mapped[uuid.UUID] = _id()
    case_run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(PREFIX + "case_runs.id"), comment="what is judged")
    run_id: Mapped[uuid.UUID] = mapped_column(comment="its run")
    team_id: Mapped[str] = _team()
    pass_no: Mapped[int] = mapped_column(server_default=text("0"), comment="0: the run's own; re-judging counts on")
    step_no: Mapped[int] = mapped_column(server_default=text("0"), comment="0: the whole case run; k: its k-th step")
    judge: Mapped[str] = mapped_column(comment="what was asked to judge")
    status: Mapped[str] = mapped_column(server_default="open", comment="open or closed")
    due: Mapped[list[uuid.UUID]] = mapped_column(
        ARRAY(Uuid), comment="the assertion versions that owe a row; frozen when opened"
    )
    closed_at: Mapped[datetime | None] = mapped_column(comment="when the last row was written")
    created_at: Mapped[datetime] = _created()
    updated_at: Mapped[datetime] = _updated()


class AssertionResult(Base):
    """The atom: one assertion, judged once, in one outcome. Immutable."""

    __tablename__ = PREFIX + "assertion_results"
    __table_args__ = (
        Index(None, "run_id"),
        Index(None, "assertion_id", "created_at"),
        {"comment": "the atom: one assertion, judged once, in one outcome; immutable"},
    )

    outcome_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey(PREFIX + "outcomes.id"), primary_key=True, comment="the pass of judging"
    )
    assertion_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey(PREFIX + "assertions.id"), primary_key=True, comment="the assertion version"
    )
    team_id: Mapped[str] = _team()
    run_id: Mapped[uuid.UUID] = mapped_column(comment="the run, for reading without joins")
    met: Mapped[bool | None] = mapped_column(comment="true, false, or NULL: could not be judged")
    value: Mapped[float | None] = mapped_column(comment="a measurement, where the kind has one")
    evaluator: Mapped[str] = mapped_column(comment="who judged, with version")
    rationale: Mapped[str] = mapped_column(server_default="", comment="why, naming the place in the evidence")
    detail: Mapped[Json | None] = mapped_column(comment="findings and the like")
    error_code: Mapped[str | None] = mapped_column(comment="why met is NULL")
    created_at: Mapped[datetime] = _created()


class RunEvent(Base):
    """A run's timeline. Append-only."""

    __tablename__ = PREFIX + "run_events"
    __table_args__ = (
        _within_team("run_id", "runs"),
        Index(None, "run_id", "created_at"),
        {"comment": "a run's timeline, append-only"},
    )

    id: Mapped[uuid.UUID] = _id()
    run_id: Mapped[uuid.UUID] = mapped_column(comment="the run")
    team_id: Mapped[str] = _team()
    kind: Mapped[str] = mapped_column(comment="claimed, prepared, parked, reaped, write_refused, ended, …")
    token: Mapped[int] = mapped_column(BigInteger, comment="the lease token it happened under")
    owner: Mapped[str | None] = mapped_column(comment="the process that did it")
    detail: Mapped[Json | None] = mapped_column(comment="what else is worth knowing")
    created_at: Mapped[datetime] = _created()


class Tick(Base):
    """Beat's last ticks."""

    __tablename__ = PREFIX + "ticks"
    __table_args__ = ({"comment": "when each periodic task last did its work"},)

    name: Mapped[str] = mapped_column(primary_key=True, comment="the periodic task")
    last_at: Mapped[datetime] = mapped_column(server_default=NOW, comment="when it last ended well")
    created_at: Mapped[datetime] = _created()


class Runner(Base):
    """A runner that some worker has an adapter for."""

    __tablename__ = PREFIX + "runners"
    __table_args__ = ({"comment": "runners that workers have registered; an enqueue refuses any other"},)

    name: Mapped[str] = mapped_column(primary_key=True, comment="as cases name it")
    brings: Mapped[list[str]] = mapped_column(ARRAY(Text), comment="what its evidence holds: configuration, …")
    needs_target: Mapped[str | None] = mapped_column(comment="configuration, or the vendor whose target it needs")
    deadline_s: Mapped[int] = mapped_column(comment="default deadline of a run that has such cases, seconds")
    trials: Mapped[bool] = mapped_column(comment="false: repeating a case tells nothing, so it has one trial")
    last_seen_at: Mapped[datetime] = mapped_column(server_default=NOW, comment="when a worker last registered it")
    created_at: Mapped[datetime] = _created()


class RefusedEnqueue(Base):
    """A message that asked for a run and was refused."""

    __tablename__ = PREFIX + "refused_enqueues"
    __table_args__ = (
        Index(None, "request_id"),
        Index(None, "created_at"),
        {"comment": "messages that asked for a run and were refused; a caller in SQL gets an error instead"},
    )

    id: Mapped[uuid.UUID] = _id()
    team_id: Mapped[str | None] = mapped_column(comment="as the message names it; NULL where it names none")
    request_id: Mapped[str | None] = mapped_column(comment="as the message names it; NULL where it names none")
    arguments: Mapped[Json] = mapped_column(comment="what was asked; of content only its sha256 and size in bytes")
    error_code: Mapped[str] = mapped_column(comment="a code of the published list of requests")
    error_detail: Mapped[str] = mapped_column(comment="what is wrong")
    advice: Mapped[str] = mapped_column(comment="the next step")
    created_at: Mapped[datetime] = _created()


class WebhookDelivery(Base):
    """The call that a run's end owes; at least once, under one id."""

    __tablename__ = PREFIX + "webhook_deliveries"
    __table_args__ = (
        _within_team("run_id", "runs"),
        UniqueConstraint("run_id"),
        Index(PREFIX + "webhook_deliveries_due_idx", "next_try_at", postgresql_where=text("next_try_at IS NOT NULL")),
        {"comment": "the call that a run's end owes, written by the statement that ends the run"},
    )

    id: Mapped[uuid.UUID] = mapped_column(
        primary_key=True, server_default=NEW_ID, comment="UUIDv7; the webhook-id of every try"
    )
    team_id: Mapped[str] = _team()
    run_id: Mapped[uuid.UUID] = mapped_column(comment="the run that ended")
    url: Mapped[str] = mapped_column(comment="what is called; may be secret")
    attempts: Mapped[int] = mapped_column(server_default=text("0"), comment="tries begun")
    next_try_at: Mapped[datetime | None] = mapped_column(
        server_default=NOW, comment="when to try next, pushed ahead before each try; NULL: over"
    )
    delivered_at: Mapped[datetime | None] = mapped_column(comment="when the receiver answered with 2xx")
    given_up_at: Mapped[datetime | None] = mapped_column(comment="when we stopped trying")
    last_status: Mapped[int | None] = mapped_column(comment="HTTP status of the last answer; NULL: none came")
    last_error: Mapped[str | None] = mapped_column(comment="what went wrong last; NULL: nothing")
    created_at: Mapped[datetime] = _created()
    updated_at: Mapped[datetime] = _updated()
