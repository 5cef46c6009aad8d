"""What overrides of a Vapi assistant replace (Vapi API reference, Squad; dossier 5.6).

``assistantOverrides`` merge deeply into the assistant, texts and lists as a whole; a squad's ``membersOverrides`` then
merge into all of its members.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from worker.domain.configuration import Opening, Role
from worker.judging.structural.readers.tree import Collected, Place, child

MAX_LAYERS: Final = 5
OTHERS_BEGIN: Final = frozenset({"assistant-speaks-first-with-model-generated-message", "assistant-waits-for-user"})
"""Values of ``firstMessageMode`` that need no first message."""

Effective = Callable[..., Place]
"""The place of a value by its keys, in the strongest layer that has it."""

Replaced = Mapping[str, str]
"""Where the values of a layer stand, by their pointers relative to it."""


class Placed(Protocol):
    """What stands at a place."""

    @property
    def pointer(self) -> str:
        """Where it stands."""
        ...


def layers(assistant: Place, *overrides: Place) -> list[Place]:
    """An assistant and what overrides it, the strongest first; overrides that stand in it are stronger than it."""
    found = [place for place in overrides if place.value is not None]
    inner: list[Place] = []
    while assistant.value is not None and len(inner) < MAX_LAYERS:
        inner.append(assistant)
        assistant = assistant.at("assistantOverrides")
    return [*found, *reversed(inner)]


def of_the_layers(laid: Sequence[Place]) -> Effective:
    """What the call will see of each field."""

    def effective(*keys: str) -> Place:
        places = [layer.at(*keys) for layer in laid]
        return next((place for place in places if place.value is not None), Place(None))

    return effective


def prompted(effective: Effective) -> bool | None:
    """Whether the vendor sees a prompt; None for a model that brings its own, and for a part of an assistant."""
    messages = effective("model", "messages").value
    if isinstance(messages, list) and any(map(_is_prompt, messages)):
        return True
    legacy = effective("model", "systemPrompt").text()
    if legacy and legacy.strip():
        return True
    if effective("model", "provider").value == "custom-llm":
        return None
    return None if _is_part(effective) else False


def opening(effective: Effective, found: Collected) -> Opening:
    """Who speaks first; ``found`` is what was read of the assistant and its own overrides."""
    if effective("firstMessageMode").text() in OTHERS_BEGIN:
        return Opening.ELSEWHERE
    has_own = any(text.role is Role.FIRST_MESSAGE and text.ignored is None for text in found.texts)
    from_above = bool(effective("firstMessage").text()) and not has_own
    if from_above:
        return Opening.ELSEWHERE
    return Opening.UNSEEN if _is_part(effective) and not has_own else Opening.ASSISTANT


def _is_part(effective: Effective) -> bool:
    """Settings that are laid over an assistant, or beside one that is known by its id."""
    if effective("variableValues").value is not None or effective("assistantId").value is not None:
        return effective("id").value is None
    return effective("name").value is None and effective("model").value is None


def _is_prompt(message: object) -> bool:
    if not isinstance(message, dict) or message.get("role") != "system":
        return False
    content = message.get("content")
    return bool(content.strip()) if isinstance(content, str) else bool(content)


def replaced(layer: Place) -> Replaced:
    """Each value of the layer that replaces one below it: texts, numbers, lists."""
    return dict(_replaced(layer))


def pass_over_overridden(found: Collected, base: Place, above: Sequence[Replaced]) -> None:
    """Set aside what was read of ``base`` and stands overridden in any of ``above``, the strongest first."""
    if not any(above):
        return

    def by(placed: Placed) -> str | None:
        relative = placed.pointer[len(base.pointer) :]
        return next((found for each in above if (found := _overriding(relative, each))), None)

    found.texts = [replace(text, ignored=text.ignored or by(text)) for text in found.texts]
    found.tools = [replace(tool, detached=tool.detached or by(tool)) for tool in found.tools]
    found.variables = [each for each in found.variables if by(each) is None]
    found.stored = [each for each in found.stored if by(each) is None]
    found.destinations = [each for each in found.destinations if by(each) is None]
    found.handoffs = [each for each in found.handoffs if by(each) is None]
    found.models = [each for each in found.models if by(each) is None]
    found.voices = [each for each in found.voices if by(each) is None]


def _overriding(relative: str, replaced: Replaced) -> str | None:
    end = relative.find("/", 1)
    while relative:
        head = relative if end == -1 else relative[:end]
        if head in replaced:
            return f"It is overridden at {replaced[head]}."
        if end == -1:
            return None
        end = relative.find("/", end + 1)
    return None


def _replaced(layer: Place) -> Iterator[tuple[str, str]]:
    waiting = [("", layer.value)]
    while waiting:
        relative, value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend((child(relative, str(key)), each) for key, each in value.items())
        elif value is not None:
            yield relative, layer.pointer + relative
