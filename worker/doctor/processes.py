"""From what the database holds of the processes to findings. Pure.

A worker notes every few seconds that it is alive. Beat has no row of its own: a worker of the lane ``interactive`` does
its ticks, so their age tells of beat only while such a worker lives.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from worker import schedule
from worker.doctor.findings import Finding, bad, ok, warn
from worker.domain.words import Lane
from worker.settings import Settings

MISSED: Final = 5
"""So many ticks may be missing before whoever does them counts as gone."""
LATE: Final = 2
"""So many notes of a worker may be missing before it deserves a look: it is stopped, or its event loop is stuck."""
WAITS_S: Final = 60.0
"""A run that is due and free for longer, in seconds, is not being picked up."""
START: Final = "Start {0} (see the Procfile; bin/up runs all of it), and look into its log if it runs."


@dataclass(frozen=True)
class Facts:
    """What the database holds.

    Attributes:
        ages: of the ticks by name, in seconds.
        relays: sessions of a relay on this database.
        waiting: by lane, for how long the run waits that has been due and free longest, in seconds; none: none is due.
        expired: leases that ran out and were not reaped.
    """

    ages: Mapping[str, float]
    relays: int
    waiting: Mapping[str, float]
    expired: int


def findings(facts: Facts, settings: Settings) -> Iterator[Finding]:
    """Workers, beat, relay, and what waits."""
    for lane in Lane:
        yield _worker(facts, lane)
    yield _beat(facts, settings)
    yield _relay(facts, settings)
    yield _waiting(facts)


def _worker(facts: Facts, lane: Lane) -> Finding:
    part = f"worker ({lane})"
    age = facts.ages.get(schedule.alive(lane))
    process = "worker" if lane is Lane.INTERACTIVE else "worker_bulk"
    if age is not None and age <= LATE * schedule.NOTED_S:
        return ok(part, f"A worker of this lane was alive {age:.0f} s ago.")
    if age is not None and age <= MISSED * schedule.NOTED_S:
        said = f"No worker of this lane noted for {age:.0f} s that it is alive; one does every {schedule.NOTED_S:g} s."
        return warn(part, said, f"See that the process {process} is neither stopped nor stuck, and ask again.")
    said = f"No worker of this lane is alive; {_last(age)}."
    return bad(part, said, START.format(f"the process {process}"))


def _beat(facts: Facts, settings: Settings) -> Finding:
    ages = {name: facts.ages.get(name) for name in (schedule.DISPATCH_DUE, schedule.REAP)}
    periods = {schedule.DISPATCH_DUE: settings.dispatch_s, schedule.REAP: settings.reap_s}
    alive = facts.ages.get(schedule.alive(Lane.INTERACTIVE))
    late = [name for name, age in ages.items() if age is None or age > MISSED * periods[name]]
    if not late:
        return ok("beat", f"Its last tick was done {min(age for age in ages.values() if age is not None):.0f} s ago.")
    said = f"{late[0]} is late; {_last(ages[late[0]])}."
    if not _speaks_against_beat(ages, periods, alive):
        if _gone(facts, Lane.INTERACTIVE):
            return warn("beat", f"It cannot be told, as a worker does its ticks: {said}", "Mend the worker first.")
        return warn("beat", said, "Ask again in some seconds; it may be a worker's pause.")
    return bad("beat", said, f"{START.format('the process beat')} Its messages travel by the broker.")


def _speaks_against_beat(ages: Mapping[str, float | None], periods: Mapping[str, float], alive: float | None) -> bool:
    """Whether a worker was seen alive long after a last tick; that none was done while no worker was, says nothing."""
    waited = {name: math.inf if age is None else age - (alive or 0) for name, age in ages.items()}
    return alive is not None and any(waited[name] > MISSED * periods[name] for name in ages)


def _last(age: float | None) -> str:
    return "it was never seen" if age is None else f"last seen {age:.0f} s ago"


def _gone(facts: Facts, lane: str) -> bool:
    """Whether no worker of the lane has noted lately that it is alive."""
    age = facts.ages.get(schedule.alive(Lane(lane)))
    return age is None or age > LATE * schedule.NOTED_S


def _relay(facts: Facts, settings: Settings) -> Finding:
    if facts.relays:
        return ok("relay", f"It listens; sessions: {facts.relays}.")
    said = f"No relay listens: a run waits for beat's next tick, up to {settings.dispatch_s:g} s."
    return warn("relay", said, START.format("the process relay"))


def _waiting(facts: Facts) -> Finding:
    if facts.expired:
        said = f"{facts.expired} leases ran out and were not taken away."
        return bad("queue", said, "Beat asks for it and a worker does it: mend what is named above.")
    late = {lane: waits for lane, waits in facts.waiting.items() if waits > WAITS_S}
    if late:
        told = ", ".join(f"{lane} {waits:.0f} s" for lane, waits in late.items())
        gone = [lane for lane in late if _gone(facts, lane)]
        step = f"Mend the worker of the lane {' and '.join(gone)} first." if gone else "Start more workers."
        return warn("queue", f"Runs are due and nobody takes them; the oldest: {told}.", step)
    return ok("queue", "No run waits longer than it should.")
