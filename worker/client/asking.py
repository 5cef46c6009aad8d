"""The client for coroutines."""

import asyncio
import contextlib
import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Self, Unpack
from uuid import UUID

from worker.client import statements
from worker.client.answers import Asked, NotEnded, Rescored, Result, Rule, RunState, RunVerdict
from worker.client.link import Address, Link
from worker.client.listener import Listener
from worker.db.asking import ENQUEUE, Request
from worker.db.repeating import AGAIN, REPEATED, repeat
from worker.db.rescoring import CHUNK, RESCORE
from worker.domain.choice import Only
from worker.domain.storable import storable
from worker.domain.words import RunStatus, Verdict
from worker.errors import InputError, NotReady, RequestRefused

LOOK_S: Final = 2.0
"""How often a wait reads the row, whatever it hears."""
AWAY_S: Final = 60.0
"""A wait without a time limit puts up with a database that is away for so long."""
PREFLIGHT_S: Final = 10.0


class AssistantTests:
    """Ask for runs, wait for them, read them. One object serves a whole program; it may be used by many coroutines.

    Every method raises ``RequestRefused`` (``code`` and ``advice``) for a request that is wrong, and ``NotReady`` where
    the database is away or not set up. No message holds a password.
    """

    def __init__(self, url: str, *, team: str | None = None) -> None:
        """Name the database, and the team to speak for where a call names none; nothing is opened yet.

        Raises:
            InputError: the URL cannot be read.
        """
        self._address = Address(url)
        self._team = team
        self._link = Link(self._address)
        self._listener = Listener(self._address)

    def __repr__(self) -> str:
        return f"AssistantTests({self._address!r}, team={self._team!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._listener.close()
        await self._link.close()

    async def enqueue(self, **asked: Unpack[Asked]) -> UUID:
        """Make the run, or find the one that the same team, request_id and arguments made; committed on return.

        Without a request_id the client makes one, so that a lost connection never makes two runs.

        Raises:
            RequestRefused: with a code of the published list; nothing was written.
        """
        request = self._request(asked)
        try:
            rows = await self._link.rows(ENQUEUE, request.values())
        except (TypeError, UnicodeEncodeError) as odd:
            raise InputError("An argument cannot be written as JSON or text.", advice="Give JSON values only.") from odd
        return UUID(str(rows[0]["assistant_test_enqueue"]))

    async def state(self, run: UUID | str) -> RunState:
        """How far the run is.

        Raises:
            RequestRefused: ``run_unknown``.
        """
        row = await self._row(statements.STATE, run)
        return RunState(**row | _words(row))

    async def wait(self, run: UUID | str, timeout: float | None = None) -> RunState:  # noqa: ASYNC109 - ours keeps the run's id
        """Wait until the run has ended; it listens, and reads the row every 2 s. Survives a lost connection.

        Raises:
            NotEnded: ``timeout`` seconds are over; the run goes on.
            NotReady: no timeout was given, and the database was away for a minute.
        """
        run_id = _id(run)
        clock = asyncio.get_running_loop().time
        until = None if timeout is None else clock() + timeout
        seen = clock()
        with self._listener.told(run_id) as told:
            await self._listener.ready()
            while True:
                told.clear()
                try:
                    state = await self.state(run_id)
                except NotReady:
                    if until is None and clock() - seen > AWAY_S:
                        raise
                else:
                    seen = clock()
                    if state.ended:
                        return state
                if timeout is not None and until is not None and clock() >= until:
                    raise NotEnded(run_id, timeout)
                pause = LOOK_S if until is None else min(LOOK_S, max(0.0, until - clock()))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(told.wait(), pause)

    async def verdict(self, run: UUID | str, consumer: str | None = None) -> RunVerdict:
        """What the run means: to the consumer that asked for it, or to another under its live criteria. Runs nothing.

        Raises:
            RequestRefused: ``run_unknown``, ``consumer_unknown``, ``criteria_missing``.
        """
        statement = statements.STAMPED if consumer is None else statements.LIVE
        row = await self._row(statement, run, consumer=consumer)
        rules = tuple(_rule(rule) for rule in row["rules"])
        keys = [key for rule in rules for key in rule.keys]
        reasons = await self._link.rows(statements.REASONS, {"run": row["run"], "keys": keys}) if keys else []
        known = {"rules": rules, "reasons": tuple(Result(**one) for one in reasons), "unmatched": (*row["unmatched"],)}
        return RunVerdict(**row | _words(row) | known)

    async def results(self, run: UUID | str) -> tuple[Result, ...]:
        """Every result of the run, in the order of its cases; what is due and not judged yet has no evaluator.

        Raises:
            RequestRefused: ``run_unknown``.
        """
        rows = await self._link.rows(statements.RESULTS, {"run": _id(run)})
        if not rows:
            await self.state(run)
        return tuple(Result(**row) for row in rows)

    async def rescore(
        self, runs: Sequence[UUID | str], consumer: str | None = None, version: int | None = None
    ) -> tuple[Rescored, ...]:
        """What these runs would mean under a newer or another criteria; what they are stamped with stays.

        Args:
            runs: any number; those that are not completed, or whose suite has no such criteria, are left out.
            consumer: whose criteria; None: for each run the consumer that asked for it.
            version: which version of it; None: the live one.
        """
        ids = [_id(run) for run in runs]
        found: list[Rescored] = []
        for start in range(0, len(ids), CHUNK):
            values = {"runs": ids[start : start + CHUNK], "consumer": consumer, "version": version}
            found += [_rescored(row) for row in await self._link.rows(RESCORE, values)]
        return tuple(found)

    async def cancel(self, run: UUID | str) -> bool:
        """True if the run had not ended: from then on it ends cancelled.

        Raises:
            RequestRefused: ``run_unknown``.
        """
        return bool((await self._row(statements.CANCEL, run))["answer"])

    async def wake(self, run: UUID | str) -> bool:
        """Hint that it is worth looking at the run now; false where it has ended.

        Raises:
            RequestRefused: ``run_unknown``.
        """
        return bool((await self._row(statements.WAKE, run))["answer"])

    async def rerun(self, run: UUID | str, only: Collection[Only | str] = (), *, request_id: str | None = None) -> UUID:
        """Ask once more what an ended run asked; the new run names it in ``rerun_of``.

        Args:
            run: the original.
            only: ``failed`` for its cases with a result that is not met, ``undecided`` for those with one that is
                unknown or that did not execute; empty: all that it asked for.
            request_id: the same one again is the same run.

        Raises:
            RequestRefused: ``run_unknown``, ``run_not_ended``, ``nothing_to_rerun``, or a code of an enqueue.
            InputError: ``only`` holds another word.
        """
        row = await self._row(REPEATED, run, team=self._team)
        asked = repeat(row["id"], row, _kinds(only))
        values = {"run": row["id"], "request_id": request_id or str(uuid.uuid4()), "only_cases": asked.only_cases}
        return UUID(str((await self._link.rows(AGAIN, values))[0]["run"]))

    async def preflight(
        self,
        config: Mapping[str, Any] | str,
        suite: str,
        consumer: str,
        *,
        team: str | None = None,
        timeout: float = PREFLIGHT_S,  # noqa: ASYNC109 - ours keeps the run's id
    ) -> RunVerdict:
        """Run the suite on a configuration, wait, and answer with the verdict and its reasons.

        Args:
            config: the configuration itself, or a reference such as ``product:<id>``.
            suite: the suite's name.
            consumer: whose criteria decide.
            team: whose suite; None: the client's.
            timeout: seconds.

        Raises:
            NotEnded: the time is over; the run goes on, its id is ``run``.
        """
        asked: Asked = {"team": team, "suite": suite, "consumer": consumer}
        if isinstance(config, str):
            asked["config"] = config
        else:
            asked["content"] = config
        run = await self.enqueue(**asked)
        await self.wait(run, timeout)
        return await self.verdict(run)

    def _request(self, asked: Asked) -> Request:
        team = asked.get("team") or self._team
        if not team:
            raise InputError("No team is named.", advice="Give team, here or to AssistantTests.")
        given: dict[str, Any] = {**asked, "team": team, "request_id": asked.get("request_id") or str(uuid.uuid4())}
        for name in ("content", "run_config", "targets"):
            if given.get(name) is not None:
                given[name] = storable(dict(given[name]))[0]
        return Request(**given)

    async def _row(self, statement: str, run: UUID | str, **values: Any) -> dict[str, Any]:
        rows = await self._link.rows(statement, {"run": _id(run), **values})
        if not rows:
            raise RequestRefused("run_unknown", f"There is no run {run}.", advice="Check the id.")
        return rows[0]


def _id(run: UUID | str) -> UUID:
    try:
        return run if isinstance(run, UUID) else UUID(run)
    except ValueError:
        raise InputError(
            f"{str(run)[:80]!r} is no id of a run.", advice="Give the UUID that the enqueue returned."
        ) from None


def _kinds(only: Collection[Only | str]) -> list[Only]:
    try:
        return [Only(each) for each in ([only] if isinstance(only, str) else only)]
    except ValueError as odd:
        raise InputError(f"only: {odd}.", advice=f"Give {' or '.join(Only)}, or nothing.") from None


def _words(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"status": RunStatus(row["status"]), "outcome": Verdict(row["outcome"]) if row["outcome"] else None}


def _rule(rule: Mapping[str, Any]) -> Rule:
    keys = tuple(rule["keys"]) if "keys" in rule else (rule["key"],)
    counts = {name: rule[name] for name in ("met", "not_met", "unknown", "due")}
    return Rule(rule=rule["rule"], keys=keys, value=rule["value"], **counts)


def _rescored(row: Mapping[str, Any]) -> Rescored:
    known = {name: row[name] for name in Rescored.__dataclass_fields__}
    words = {name: Verdict(row[name]) for name in ("stamped", "outcome")}
    lists = {"rules": tuple(_rule(rule) for rule in row["rules"]), "unmatched": tuple(row["unmatched"])}
    return Rescored(**known | words | lists)
