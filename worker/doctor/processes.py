"""From what the database holds of the processes to findings. Pure.

A worker notes every few seconds that it is alive. Beat has no row of its own: a worker of the lane ``interactive`` does
its ticks, so their age tells of beat only while such a worker lives.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from worker import schedule
from worker.doctor.findings import Finding, bad, ok, warn
from worker.domain.words import Lane
from worker.settings import Settings

MISSED: Final = 5
"""So many ticks may be missing before whoever does them counts as gone."""
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
    if age is not None and age <= MISSED * schedule.NOTED_S:
        return ok(part, f"A worker of this lane was alive {age:.0f} s ago.")
    said = f"No worker of this lane is alive; {_last(age)}."
    process = "worker" if lane is Lane.INTERACTIVE else "worker_bulk"
    return bad(part, said, START.format(f"the process {process}"))


def _beat(facts: Facts, settings: Settings) -> Finding:
    ages = {name: facts.ages.get(name) for name in (schedule.DISPATCH_DUE, schedule.REAP)}
    periods = {schedule.DISPATCH_DUE: settings.dispatch_s, schedule.REAP: settings.reap_s}
    late = [name for name, age in ages.items() if age is None or age > MISSED * periods[name]]
    if not late:
        return ok("beat", f"Its last tick was done {min(age for age in ages.values() if age is not None):.0f} s ago.")
    said = f"{late[0]} is late; {_last(ages[late[0]])}."
    alive = facts.ages.get(schedule.alive(Lane.INTERACTIVE))
    if alive is None or alive > MISSED * schedule.NOTED_S:
        return warn("beat", f"It cannot be told, as a worker does its ticks: {said}", "Mend the worker first.")
    return bad("beat", said, f"{START.format('the process beat')} Its messages travel by the broker.")


def _last(age: float | None) -> str:
    return "it was never seen" if age is None else f"last seen {age:.0f} s ago"


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
        return warn("queue", f"Runs are due and nobody takes them; the oldest: {told}.", "Start more workers.")
    return ok("queue", "No run waits longer than it should.")
