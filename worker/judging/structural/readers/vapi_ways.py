"""Where a Vapi tool leads: to another assistant, to a number, to a SIP address (dossier 5.3, transferCall and handoff).

What a handoff takes along stands in its extraction plan, in the arguments of its function, and in what it overrides of
the assistant that it leads to (docs.vapi.ai/squads/passing-data-between-assistants).
"""

from collections.abc import Iterator

from worker.domain.configuration import Destination, Handoff
from worker.judging.structural.readers.tree import Collected, Place


def targets(found: Collected, tool: Place) -> list[str]:
    """The names of the assistants that a handoff tool leads to."""
    names = (place.at("assistantName").text() for place in found.objects(tool.at("destinations")))
    return [name for name in names if name]


def read_ways(found: Collected, tool: Place, function: Place, kind: str) -> None:
    """Read a tool's destinations; ``function`` is the place of its name and its parameters."""
    if kind in {"handoff", "transferCall"}:
        along = (*_keys(function.at("parameters", "properties")), *_extracted(tool))
        for destination in found.objects(tool.at("destinations")):
            read_destination(found, destination, along)
        if isinstance(tool.at("destination").value, dict):
            read_destination(found, tool.at("destination"), along)
    elif function.at("name").value == "transferCall":
        numbers = function.at("parameters", "properties", "destination", "enum")
        for number in found.items(numbers):
            if text := number.text():
                found.destinations.append(Destination("number", text, number.pointer))


def read_destination(found: Collected, destination: Place, along: tuple[str, ...] = ()) -> None:
    """Read one destination of a tool, a hook or a phone number; ``along`` is what the way to it gives."""
    kind = destination.at("type").text()
    number, sip = destination.at("number"), destination.at("sipUri")
    if kind == "sip" or (kind is None and isinstance(sip.value, str)):
        found.destinations.append(_dialled("sip", sip, destination))
    elif kind == "number" or (kind is None and isinstance(number.value, str)):
        checked = destination.at("numberE164CheckEnabled").value is not False
        found.destinations.append(_dialled("number" if checked else "local", number, destination))
    elif kind in {"assistant", None}:
        read_handoff(found, destination, along)


def read_handoff(found: Collected, destination: Place, along: tuple[str, ...] = ()) -> None:
    """Read a destination that is an assistant: by name, by id, or standing there in full."""
    if isinstance(destination.at("assistant").value, dict):
        return
    given = (*along, *_extracted(destination), *_values(destination.at("assistantOverrides", "variableValues")))
    for key in ("assistantName", "assistantId"):
        if name := destination.at(key).text():
            found.handoffs.append(Handoff(name, destination.at(key).pointer, given))
            return
    found.handoffs.append(Handoff("", destination.pointer, given))


def _dialled(kind: str, place: Place, destination: Place) -> Destination:
    return Destination(kind, place.value, place.pointer) if place.text() else Destination(kind, "", destination.pointer)


def _extracted(holder: Place) -> tuple[str, ...]:
    plan = holder.at("variableExtractionPlan")
    aliases = plan.at("aliases").value
    keys = [each.get("key") for each in aliases if isinstance(each, dict)] if isinstance(aliases, list) else []
    return (*_keys(plan.at("schema", "properties")), *(key for key in keys if isinstance(key, str) and key))


def _values(place: Place) -> Iterator[str]:
    """The names that get a value; one that gets itself, as ``"x": "{{x}}"``, gets nothing new."""
    for name in _keys(place):
        value = place.value.get(name)
        if not (isinstance(value, str) and "{{" in value and name in value):
            yield name


def _keys(place: Place) -> tuple[str, ...]:
    return tuple(map(str, place.value)) if isinstance(place.value, dict) else ()
