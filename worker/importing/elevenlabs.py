"""ElevenLabs agent tests (``llm``, ``tool``, ``simulation``), and the index that its command line keeps of them."""

from typing import Any, Final

from worker.domain.suite import Json, Wording
from worker.importing.formats import Desk, Document, Keys, Made, literal, named
from worker.importing.ledger import View

CHAT: Final = "elevenlabs_chat"
PLAYED: Final = "elevenlabs_tests"
PERSONA: Final = "A caller."
TYPES: Final = frozenset({"llm", "tool", "simulation"})
OWN: Final = frozenset(
    ("chat_history", "success_condition", "success_conditions", "simulation_scenario", "tool_call_parameters")
)
PLATFORM: Final = "It is the platform's."
REASONS: Final = {
    "type": "It is the platform's word for this kind of test.",
    "id": PLATFORM,
    "time_in_call_secs": "A turn has no time here.",
    "interrupted": "A turn is not interrupted here.",
    "simulation_max_turns": "How long a caller goes on is the runner's.",
    "simulation_environment": PLATFORM,
    "tool_mock_config": "A tool's answer is given in advance; here the assistant's tools answer.",
    "tool_mock_overrides": "A tool's answer is given in advance; here the assistant's tools answer.",
    "evaluation_model": "Which model judges is a setting of the worker.",
    "simulated_user_model": "Who plays the caller is the runner's.",
    "from_conversation_metadata": PLATFORM,
    "environment": PLATFORM,
    "parent_folder_id": PLATFORM,
    "conversation_initiation_source": PLATFORM,
    "check_any_tool_matches": "Any call of the tool counts here.",
}


def is_test(root: Any) -> bool:
    """A test, as the API takes and returns it."""
    return isinstance(root, dict) and str(root.get("type")) in TYPES and bool(root.keys() & OWN)


def is_index(root: Any) -> bool:
    """The command line's list of files, or several tests."""
    listed = root.get("tests") if isinstance(root, dict) else root
    return isinstance(listed, list) and any(is_test(each) or _is_entry(each) for each in listed)


def _is_entry(each: Any) -> bool:
    return isinstance(each, dict) and isinstance(each.get("config"), str) and "type" in each


def convert(documents: list[Document], desk: Desk) -> Made:
    """One suite of all tests."""
    made = Made("elevenlabs-tests", [], "ElevenLabs tests")
    for document in documents:
        if is_test(document.root):
            _whole(document, desk, made)
            continue
        document.reasons = REASONS
        made.sources.append(document.file)
        listed = document.view["tests"].items() if isinstance(document.root, dict) else document.view.items()
        for item in listed:
            if is_test(item.value):
                _test(item, desk, made, document.stem)
            elif _is_entry(item.value):
                _entry(item, document, desk, made)
    return made


def _whole(document: Document, desk: Desk, made: Made) -> None:
    if document.root is not None and document.file not in made.sources:
        document.used = True
        document.reasons = REASONS
        made.sources.append(document.file)
        _test(document.view, desk, made, document.stem)


def _entry(item: View, index: Document, desk: Desk, made: Made) -> None:
    found = desk.library.referred(item["config"].text(), index)
    if isinstance(found, str):
        item.leave(found)
        return
    item["config"].carry()
    for document in found:
        if is_test(document.root):
            _whole(document, desk, made)


def _test(test: View, desk: Desk, made: Made, stem: str) -> None:
    keys = Keys()
    content = _dialogue(test) if test["type"].text() == "simulation" else _history(test)
    if not content:
        test.leave("The caller says nothing in it.")
        return
    if isinstance(test["dynamic_variables"].value, dict) and test["dynamic_variables"].value:
        content["variables"] = test["dynamic_variables"].carry()
    _conditions(test, keys)
    if "tool_call_parameters" in test:
        _tool(test["tool_call_parameters"], keys)
    name = named(test["name"], stem)
    runner = PLAYED if "goal" in content else CHAT
    made.cases.append(desk.case(name, runner, content, keys.made))


def _dialogue(test: View) -> Json:
    scenario = test["simulation_scenario"]
    return {"persona": PERSONA, "goal": literal(scenario)} if scenario.text().strip() else {}


def _history(test: View) -> Json:
    turns: list[str] = []
    for turn in test["chat_history"].items():
        if turn["role"].text() != "user":
            turn.leave("A reply is given in advance; here the assistant replies itself.")
        elif turn["message"].text().strip():
            turn["role"].carry()
            turns.append(literal(turn["message"]))
    return {"turns": turns} if turns else {}


def _conditions(test: View, keys: Keys) -> None:
    spec: Json = {}
    for field, name in (("success_examples", "met"), ("failure_examples", "not_met")):
        examples = [each["response"] for each in test[field].items() if each["response"].text()]
        if examples and test["success_condition"].text().strip():
            spec[name] = [literal(each) for each in examples]
            for each in test[field].items():
                each["type"].imply("success", "failure")
    for condition in [test["success_condition"], *test["success_conditions"].items()]:
        if condition.text().strip():
            shown = {"examples": spec} if spec else {}
            keys.add(condition.text(), Wording("rubric", shown, literal(condition)))


def _tool(wanted: View, keys: Keys) -> None:
    tool = wanted["referenced_tool"]["id"]
    if not tool.text():
        wanted.leave("It names no tool.")
        return
    arguments: Json = {}
    for parameter in wanted["parameters"].items():
        _argument(parameter, arguments)
    absent = wanted["verify_absence"].value is True
    if isinstance(wanted["verify_absence"].value, bool):
        wanted["verify_absence"].carry()
    tool.change("The tool is named by its id; write the name that the assistant calls it by.")
    spec = {"name": tool.text()} | ({"arguments": arguments} if arguments else {})
    kind = "tool_not_called" if absent else "tool_called"
    keys.add(kind, Wording(kind, spec))


def _argument(parameter: View, arguments: Json) -> None:
    path, check = parameter["path"], parameter["eval"]
    given = {"exact": "expected_value", "regex": "pattern"}.get(check["type"].text(), "")
    if not path.text() or (not given and check["type"].text() != "anything"):
        parameter.leave("No kind here judges an argument in this way; write a rubric.")
        return
    name = path.text().removeprefix("body.").removeprefix("query_params.").removeprefix("path_params.")
    if name in arguments:
        parameter.leave("Another check of the same argument stands there already.")
        return
    if name != path.text():
        path.change("Which part of the call carries the argument is not said here.")
    path.carry()
    how = check["type"].carry()
    arguments[name] = {how: check[given].carry() if given else True}
