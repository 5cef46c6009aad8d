"""From any JSON value to the normal form: which vendor's shape it is, and what stands in it."""

from dataclasses import replace

from worker.domain.configuration import Configuration, Json, Unreadable
from worker.judging.structural.readers import elevenlabs, vapi
from worker.judging.structural.readers.load import MAX_DEPTH, too_deep
from worker.judging.structural.readers.shape import ShapeFault
from worker.judging.structural.readers.tree import Place, child, word

KNOWN = "a Vapi assistant or squad, or an ElevenLabs agent"


def read(value: Json) -> Configuration | Unreadable:
    """Read a configuration, bare or in one of the usual wrappers. Never raises on bad content."""
    if too_deep(value):
        return Unreadable(f"The configuration is nested deeper than {MAX_DEPTH} levels; no assistant is.")
    try:
        found = _recognised(Place(value))
        return found if isinstance(found, Unreadable) else replace(found, content=value)
    except ShapeFault as fault:
        return Unreadable(f"The configuration cannot be read: {fault.reason}, at {fault.pointer}.", fault.pointer)


def _recognised(place: Place) -> Configuration | Unreadable:
    if isinstance(place.value, dict) and isinstance(place.value.get("assistant"), dict):
        return vapi.read_assistant(place.at("assistant"), place.at("assistantOverrides"))
    if isinstance(place.value, dict) and isinstance(place.value.get("squad"), dict):
        return vapi.read_squad(place.at("squad"))
    if isinstance(place.value, list) or _is_envelope(place):
        return _the_only_one(place)
    return _bare(place) or Unreadable(_what_it_is(place), place.pointer)


def _bare(place: Place) -> Configuration | None:
    if elevenlabs.is_agent(place):
        return elevenlabs.read_agent(place)
    if isinstance(place.value, dict) and "members" in place.value:
        return vapi.read_squad(place)
    return vapi.read_assistant(place, Place(None)) if vapi.is_assistant(place) else None


def _is_envelope(place: Place) -> bool:
    """A list in the wrapper that PowerShell's ConvertTo-Json puts around one."""
    return isinstance(place.value, dict) and isinstance(place.value.get("value"), list) and "Count" in place.value


def _the_only_one(place: Place) -> Configuration | Unreadable:
    listed = place if isinstance(place.value, list) else place.at("value")
    if len(listed.value) == 1 and isinstance(listed.value[0], dict):
        return _recognised(Place(listed.value[0], child(listed.pointer, 0)))
    return Unreadable(
        f"This is a list of {len(listed.value)} and not one configuration; give one of them.", listed.pointer
    )


def _what_it_is(place: Place) -> str:
    if not isinstance(place.value, dict):
        return f"A configuration is an object, and this is {word(place.value)}; {KNOWN} is expected."
    if {"response_engine", "general_prompt", "llm"} & place.value.keys():
        return f"This looks like a Retell agent, which has no reader; {KNOWN} is expected."
    if isinstance(place.value.get("assistants"), (dict, list)):
        return f"This holds several assistants and not one configuration; give one of them: {KNOWN}."
    fields = ", ".join(list(map(str, place.value))[:6]) or "none"
    return f"This is neither {KNOWN.replace(' or an', ' nor an')}; its fields are: {fields}."
