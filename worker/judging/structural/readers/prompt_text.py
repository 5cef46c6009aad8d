"""A prompt without a configuration: a text, or what a Markdown file holds beside it (readers/markdown.py)."""

from typing import Final

from worker.domain.configuration import Configuration, Format, Role
from worker.judging.structural.readers.tree import Collected, Place, either

PROMPT: Final = "prompt"
PROMPTS: Final = "prompts"
SETTINGS: Final = "settings"


def is_prompt(value: Place) -> bool:
    """Whether the value is a text, or what the loader makes of a Markdown file with a prompt in it."""
    if isinstance(value.value, str):
        return True
    if not isinstance(value.value, dict) or not value.value.keys() <= {PROMPT, PROMPTS, SETTINGS}:
        return False
    return isinstance(value.at(PROMPT).value, str) or isinstance(value.at(PROMPTS).value, list)


def read_prompt(whole: Place) -> Configuration:
    """Read a prompt; who speaks first and which tools there are cannot be told from here."""
    found = Collected()
    if isinstance(whole.value, str):
        found.add_text(whole, Role.SYSTEM_PROMPT)
        return found.done(Format.PROMPT_TEXT, None)
    found.add_text(whole.at(PROMPT), Role.SYSTEM_PROMPT)
    for place in found.items(whole.at(PROMPTS)):
        found.add_text(place, Role.SYSTEM_PROMPT)
    settings = whole.at(SETTINGS)
    held = found.items(settings) if isinstance(settings.value, list) else (settings,)
    for one in held:
        for key in ("first_message", "begin_message"):
            message = either(one, key)
            if isinstance(message.value, str):
                found.add_text(message, Role.FIRST_MESSAGE)
    name = settings.at("name").text()
    return found.done(Format.PROMPT_TEXT, name)
