"""What a configuration itself gives to the texts of each of its assistants."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from worker.domain.configuration import Assistant, Configuration, Format, GivenVariable, Opening
from worker.judging.structural.templates import read
from worker.judging.structural.ways import Ways

HANDED_ON = "extraction"
"""The source of what a handoff takes along: it is there for those that the handoff leads to."""


class Supply(NamedTuple):
    """An assistant, and the names that it finds.

    Attributes:
        names: given to all of its texts; sets that are not put together, for some are shared by many.
        parting: given to what is said and described on the way to another assistant besides.
        is_whole: False where something that cannot be seen leads to it, and may bring more.
    """

    one: Assistant
    names: tuple[frozenset[str], ...]
    parting: frozenset[str] = frozenset()
    is_whole: bool = True


def supplies(configuration: Configuration) -> Iterator[Supply]:
    """Each assistant with what it finds; outside of squads and of lists of assistants all share all."""
    ones, whose = configuration.assistants, configuration.format
    if whose is Format.VAPI_SQUAD:
        yield from _in_squad(ones)
        return
    apart = whose is Format.VAPI_ASSISTANT and len(ones) > 1
    shared = _named(whose, (one for one in ones if one.shared or not apart))
    for one in ones:
        yield Supply(one, (shared, _named(whose, [one])) if apart else (shared,))


def _in_squad(ones: tuple[Assistant, ...]) -> Iterator[Supply]:
    whose = Format.VAPI_SQUAD
    ways = Ways(ones)
    shared = _named(whose, (one for one in ones if one.shared))
    hidden = any(one.unseen and one.opening is Opening.UNSEEN for one in ones)
    everything: frozenset[str] | None = None
    for index, one in enumerate(ones):
        if not any(one.live_texts()):
            continue
        if one.shared:
            everything = everything or _named(whose, ones)
            yield Supply(one, (everything,))
            continue
        own = _named(whose, [one], but=HANDED_ON)
        is_whole = index == 0 or not hidden or ways.leads_to(index)
        yield Supply(one, (shared, own, ways.bring(index)), _named(whose, [one]), is_whole)


def _named(whose: Format, ones: Iterable[Assistant], but: str = "") -> frozenset[str]:
    return frozenset(
        given.name
        for one in ones
        for given in one.variables
        if given.source != but and not refers_to_itself(given, whose)
    )


def refers_to_itself(given: GivenVariable, whose: Format) -> bool:
    """A placeholder such as ``"name": "{{name}}"`` gives nothing."""
    if given.value is None or "{{" not in given.value:
        return False
    return any(use.path == given.name for use in read(whose, given.value).uses)
