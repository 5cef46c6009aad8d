"""Which variables a text uses, in the template language of its vendor.

Retell has no language: what stands between two braces is a name as it is, with spaces and slashes (Retell's docs,
build/dynamic-variables). Vapi and ElevenLabs are read as Liquid.
"""

from worker.domain.configuration import Format
from worker.judging.structural import liquid
from worker.judging.structural.liquid import Reading, Use
from worker.judging.structural.markup import marks

NAME_AT_MOST = 100
"""Characters of a name; what is longer is prose in braces."""


def read(whose: Format, text: str) -> Reading:
    """The marks of a text and the names that it expects from outside. Never raises."""
    return _read_names(text) if whose is Format.RETELL_AGENT else liquid.read(text)


def _read_names(text: str) -> Reading:
    found = tuple(mark for mark in marks(text) if mark.is_output and mark.closed)
    names = (" ".join(mark.inner.split()) for mark in found)
    return Reading(
        found, tuple(Use(name, number) for number, name in enumerate(names) if 0 < len(name) <= NAME_AT_MOST)
    )
