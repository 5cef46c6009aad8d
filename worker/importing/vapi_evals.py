"""Vapi evals: a timeline of messages, with checkpoints where the assistant speaks for itself.

The caller's messages become turns, a checkpoint becomes assertions on the reply to the turn before it (``turn`` counts
from 1). What the timeline puts into the assistant's or a tool's mouth is left out: here the assistant speaks.
"""

from typing import Any, Final

from worker.domain.suite import Json, Wording
from worker.importing.formats import Desk, Document, Keys, Made, literal, named
from worker.importing.ledger import View

RUNNER: Final = "vapi_evals"
REASONS: Final = {
    "continuePlan": "A case plays on whatever a checkpoint finds.",
    "model": "Which model judges is a setting of the worker.",
    "id": "It is the platform's.",
    "orgId": "It is the platform's.",
    "createdAt": "It is the platform's.",
    "updatedAt": "It is the platform's.",
    "type": "It is the platform's word for this format.",
    "description": "There is no place for it here.",
    "autoIncludeMessageHistory": "A judge here sees the whole conversation.",
    "metadata": "It is the platform's.",
}
KINDS: Final = {"exact": "equals", "regex": "regex"}
SPOKEN_FOR: Final = {
    "assistant": "A reply is given in advance; here the assistant replies itself.",
    "tool": "A tool's answer is given in advance; here the assistant's tools answer.",
    "system": "An instruction is put into the conversation; here only the caller speaks.",
}


def is_eval(root: Any) -> bool:
    """An eval, as the API takes and returns it."""
    if not isinstance(root, dict):
        return False
    messages = root.get("messages")
    judged = isinstance(messages, list) and any(isinstance(each, dict) and "judgePlan" in each for each in messages)
    return judged or (root.get("type") == "chat.mockConversation" and isinstance(messages, list))


def is_listing(root: Any) -> bool:
    """Several evals, as the API lists them."""
    listed = root.get("results") if isinstance(root, dict) else root
    return isinstance(listed, list) and any(is_eval(each) for each in listed)


def convert(documents: list[Document], desk: Desk) -> Made:
    """One suite of all evals."""
    made = Made("vapi-evals", [], "Vapi evals")
    for document in documents:
        document.reasons = REASONS
        made.sources.append(document.file)
        view = document.view
        listed = view["results"].items() if isinstance(document.root, dict) else view.items()
        for item in [view] if is_eval(document.root) else listed:
            if is_eval(item.value):
                _eval(item, desk, made, document.stem)
    return made


def _eval(item: View, desk: Desk, made: Made, stem: str) -> None:
    turns: list[str] = []
    keys = Keys()
    if not any(_is_said(message) for message in item["messages"].items()):
        item.leave("The caller says nothing in it.")
        return
    for message in item["messages"].items():
        if _is_said(message):
            turns.append(literal(message["content"]))
            message["role"].carry()
        elif "judgePlan" in message:
            message["role"].carry()
            _checkpoint(message, len(turns), keys)
        else:
            message.leave(SPOKEN_FOR.get(message["role"].text(), "It is no message that a caller could say."))
    name = named(item["name"], stem)
    made.cases.append(desk.case(name, RUNNER, {"turns": turns}, keys.made))


def _is_said(message: View) -> bool:
    return message["role"].text() == "user" and bool(message["content"].text().strip())


def _checkpoint(message: View, turn: int, keys: Keys) -> None:
    plan = message["judgePlan"]
    how = plan["type"].text()
    if message.value.get("role") != "assistant" or not turn:
        message.leave("It judges what is no reply to the caller.")
        return
    if how not in {"exact", "regex", "ai"}:
        plan.leave("No kind here means what it means.")
        return
    plan["type"].carry()
    if how == "ai":
        _rubric(plan, turn, keys)
        return
    if plan["content"].text():
        text = literal(plan["content"])
        spec = {"value": text, "ignore_case": True} if how == "exact" else {"pattern": text}
        keys.add(KINDS[how], Wording(KINDS[how], spec | {"turn": turn}))
    for call in plan["toolCalls"].items():
        _call(call, how, turn, keys)


def _rubric(plan: View, turn: int, keys: Keys) -> None:
    messages = [each for each in plan["model"]["messages"].items() if each["content"].text().strip()]
    if not messages:
        plan.leave("It tells the judge nothing.")
        return
    for each in messages:
        each["content"].change("A judge's whole instruction became the statement; reword it as a behaviour.")
        each["role"].imply("system", "user", "assistant")
    statement = "\n\n".join(each["content"].text() for each in messages)
    keys.add("rubric", Wording("rubric", {"turn": turn}, statement))


def _call(call: View, how: str, turn: int, keys: Keys) -> None:
    if not call["name"].text():
        call.leave("The call names no tool.")
        return
    spec: Json = {"name": call["name"].carry(), "turn": turn}
    if isinstance(call["arguments"].value, dict):
        spec["arguments"] = {how: call["arguments"].carry()}
    keys.add(f"calls {spec['name']}", Wording("tool_called", spec))
