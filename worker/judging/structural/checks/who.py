"""How checks speak of assistants, and of those that cannot be seen."""

from collections.abc import Sequence
from typing import Final

from worker.domain.configuration import Assistant, Format
from worker.judging.structural.findings import Finding, Severity, cut

OF_ASSISTANTS: Final = frozenset(
    {Format.VAPI_ASSISTANT, Format.VAPI_SQUAD, Format.ELEVENLABS_AGENT, Format.RETELL_AGENT}
)
"""Formats that hold assistants; of tools and texts nobody expects that they say who speaks."""


def called(one: Assistant) -> str:
    """The assistant by its name, at the beginning of a sentence."""
    return f"The assistant {cut(one.names[0])}" if one.names else "The assistant"


def hidden(kind: str, subject: str, wanted: str, unseen: Sequence[Assistant], whose: Format) -> list[Finding]:
    """One note on all assistants of which it cannot be seen whether they have what is wanted."""
    if not unseen or whose not in OF_ASSISTANTS:
        return []
    first = unseen[0]
    pointer = first.unseen[0] if first.unseen else first.pointer
    many = f"{len(unseen)} assistants, first of them {first.names[0]}," if first.names else f"{len(unseen)} assistants"
    message = f"It cannot be seen here whether {cut(many)} have {wanted}."
    if len(unseen) == 1:
        message = f"It cannot be seen here whether there is {wanted}."
    hint = "Give the configuration with its assistants in full."
    return [Finding(kind, Severity.INFO, subject, pointer, "", message, hint)]
