"""The other values of a Vapi assistant that hold Liquid: names, secrets, voices, plans, phrases, metadata."""

from typing import Final

from worker.domain.configuration import Role
from worker.judging.structural.readers.tree import Collected, Place, templated

FIELDS: Final = frozenset(
    {
        "artifactPlan", "assistantId", "backgroundSound", "backgroundSpeechDenoisingPlan", "clientMessages",
        "compliancePlan", "credentialIds", "credentials", "endCallMessage", "endCallPhrases", "firstMessage",
        "functions", "forwardingNumber", "forwardingPhoneNumber", "hooks", "keypadInputPlan", "messagePlan",
        "metadata", "model", "monitorPlan", "name", "observabilityPlan", "server", "serverMessages", "serverUrl",
        "serverUrlSecret", "startSpeakingPlan", "stopSpeakingPlan", "tools:append", "transcriber",
        "transportConfigurations", "voice", "voicemailDetection", "voicemailMessage",
    }
)  # fmt: skip
"""Fields of the API (dossier 5.1); people invent others, and nothing renders those."""
NOT_RENDERED: Final = frozenset({"variableExtractionPlan", "code", "systemMessage"})
"""Values that are read by somebody else: templates over a tool's answer, programs, a field that the API has not."""
ANALYSED: Final = frozenset({"artifactPlan", "summaryPlan"})


def read_settings(found: Collected, whole: Place) -> None:
    """Add each text with Liquid in it that is not read yet: below the API's fields, or ``whole`` itself if a text."""
    held = whole.value
    places = [whole.at(key) for key in held if key in FIELDS] if isinstance(held, dict) else [whole]
    liquid = [each for place in places for each in templated(place, NOT_RENDERED)]
    if liquid:
        seen = {text.pointer for text in found.texts}
        for place in liquid:
            if place.pointer not in seen:
                found.add_text(place, Role.ANALYSIS if _is_analysed(place.pointer) else Role.SETTING)


def _is_analysed(pointer: str) -> bool:
    return not ANALYSED.isdisjoint(pointer.split("/"))
