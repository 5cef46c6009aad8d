"""``tools_mentioned_are_attached``: what a prompt orders to call is there to be called."""

from dataclasses import replace
from typing import Any

import pytest

from tests.unit.judging.samples import configured, judged, prompt, subjects
from worker.domain.configuration import Configuration, Format, Given, StoredTool, Tool
from worker.judging.structural.checks import tools_mentioned_are_attached
from worker.judging.structural.mentions import mentions

KIND = "tools_mentioned_are_attached"
PLACE = "/model/messages/0/content"


def function(name: str, **properties: Any) -> dict[str, Any]:
    """A function tool of Vapi."""
    parameters = {"type": "object", "properties": properties}
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


def found(text: str, *tools: dict[str, Any], **spec: Any) -> list[str]:
    """What is missing in an assistant with this prompt and these tools."""
    return subjects(judged(KIND, prompt(text, tools=list(tools)), spec))


def noted(configuration: Configuration, given: Given | None = None) -> list[str]:
    """What cannot be told."""
    report = tools_mentioned_are_attached.check(configuration, tools_mentioned_are_attached.Spec(), given or Given())
    assert all(finding.severity == "info" for finding in report.findings)
    assert (report.unknown == "configuration_incomplete") is bool(report.findings)
    return [finding.subject for finding in report.findings]


@pytest.mark.parametrize(
    "text",
    [
        "Then call find_slot and read it out.",
        "Call `find_slot` twice.",
        "Use the find_slot tool.",
        "You have two tools: search_menu, find_slot.",
        "When the caller agrees, trigger 'find_slot'.",
        "→ find_slot(day, time)",
        "Use `find_slot` to look.",
        "## Tools\n\n- `find_slot`: free times\n",
        "# Herramientas\n1. find_slot – horas libres",
        "**Tools**\nfind_slot: free times",
        "Llama a la función find_slot con el día.",
        "Usa la herramienta find_slot.",
        "Appelle l'outil find_slot.",
        "Chiama il tool find_slot.",
        "Chame a função find_slot.",
        "Rufe das Werkzeug find_slot auf.",
        "Verwende `find_slot` dafür.",
        "查询时间时调用find_slot。",
        "空きは find_slot ツールで調べる。",
        "Вызови find_slot.",
        "Reply with `end` or call search_menu, then find_slot.",
        "Tools you can use: search_menu, find_slot and nothing else.",
        "[Tools]\n- `find_slot`: Use this first.\n",
        "Use the search_menu and find_slot functions.",
    ],
)
def test_a_name_that_is_called_is_a_tool_in_any_language(text: str) -> None:
    """The finding has the place, and some words around the name."""
    judgement = judged(KIND, prompt(text, tools=[function("search_menu")]))

    assert judgement.met is False
    assert judgement.detail is not None
    (finding,) = judgement.detail["findings"]
    assert (finding["subject"], finding["pointer"]) == ("find_slot", PLACE)
    assert "find_slot" in finding["excerpt"]


@pytest.mark.parametrize("name", ["bookVisit", "availability_tool", "agendar_cita", "kalender_abfrage"])
def test_a_name_may_be_of_any_fashion(name: str) -> None:
    """Camel case, a suffix, another language; it is not the name alone that says that it is a tool."""
    assert found(f"Always call {name} first.") == [name]


@pytest.mark.parametrize(
    "text",
    [
        "Pass `visit_date` and `patientId` to it.",
        "Use the `patient_id` for what follows.",
        'Call book_visit with reason="second_opinion", day_part=morning.',
        "The tool returns not_available when nothing is free.",
        "If the result is `no_free_slot`, say so.",
        "Store it as contactPhone.",
        "Set the outcome to `book_visit_later` or `cancel_visit_later`.",
        "- caller_name: who is calling\n- visit_reason: why",
        "Hello {{ caller_name }}, call {{ phone_number }}.",
        "Hello {{ caller | use: find_slot }}.",
        "Reply NO_ANSWER_NEEDED.",
        "Write keys in snake_case or camelCase.",
        "See docs/price_list.md or mail front_desk@clinic.example.",
        "# Parameters\nvisit_day (required): the day",
        "book_visit(patient_id: string, visit_day: string)",
        "Use your own words, e.g. kind_of_visit.",
        "Go to the state `collect_info`, then move to `confirm_all`.",
        "Say it with `send_reminder: true`.",
        '{"intent": "change_visit", "action": "transferCall"}',
        "Call myChart support, or iCloud.",
        "Llama a `nombre_cliente` por su nombre.",
        "Give the `date` function argument.",
        "Pass to the tool: patient_dob, visit_kind",
        "# Tools\n1. book_visit\n   - preferred_slot: when\n   - is_new: yes or no",
        "# Tools\n**book_visit**: books\nParameters:\n- visit_kind: which",
        "<collect_info>Ask for the day.</collect_info>",
    ],
)
def test_fields_values_and_parameters_are_no_tools(text: str) -> None:
    """They look the same; what stands around them does not."""
    assert found(text, function("book_visit")) == []


def test_words_of_the_configuration_s_own_schemas_are_no_tools() -> None:
    """A prompt that says "call it first_visit" means a value."""
    tool = function("book_visit", kind={"type": "string", "enum": ["first_visit"]}, send_reminder={"type": "boolean"})

    assert found("Call it `first_visit`; use `send_reminder` where asked.", tool) == []
    assert found("Call `first_visit`; use `send_reminder` where asked.") == ["first_visit", "send_reminder"]


def test_attached_tools_are_found_by_any_of_their_names() -> None:
    """Also built-in ones by their kind, and in another spelling."""
    tools = [
        function("book_visit"),
        {"type": "endCall"},
        {"type": "apiRequest", "name": "save_note", "function": {"name": "api_request_tool"}},
    ]

    assert found("Call book_visit, save_note, then end_call.", *tools) == []
    assert found("Call bookVisit.", *tools) == []
    assert found("Call transferCall.", *tools) == ["transferCall"]


def test_a_setting_may_give_the_tool() -> None:
    """Vapi's endCallFunctionEnabled."""
    value = prompt("Then call endCall.")

    assert subjects(judged(KIND, value)) == ["endCall"]
    assert judged(KIND, value | {"endCallFunctionEnabled": True}).met is True


def test_a_tool_where_the_vendor_does_not_look_is_not_attached() -> None:
    """The hint says where it stands."""
    judgement = judged(KIND, prompt("Call book_visit.") | {"tools": [function("book_visit")]})

    assert judgement.met is False
    assert judgement.detail is not None
    assert "/tools/0" in judgement.detail["findings"][0]["hint"]


def test_a_near_name_is_offered() -> None:
    """Most missing tools are spelled otherwise."""
    judgement = judged(KIND, prompt("Call saveResult.", tools=[function("saveResults")]))

    assert judgement.detail is not None
    assert "saveResults meant" in judgement.detail["findings"][0]["hint"]


def test_what_may_hide_behind_an_id_cannot_be_told() -> None:
    """A note; the assertion is undecided. Tools that are given beside it resolve the ids."""
    value = prompt("Call book_visit.", toolIds=["7b3f4a52-1c1d-4e5f-8a9b-0c1d2e3f4a5b"])
    tool = Tool(("book_visit",), "function", "")

    assert judged(KIND, value).met is None
    assert judged(KIND, value).error_code == "configuration_incomplete"
    assert noted(configured(value)) == ["book_visit"]
    resolved = Given(tools={"7b3f4a52-1c1d-4e5f-8a9b-0c1d2e3f4a5b": tool})
    assert noted(configured(value), resolved) == []


def test_a_prompt_without_a_configuration_cannot_be_told() -> None:
    """Unless a tool of that name stands in another file."""
    text = replace(configured(prompt("Call book_visit.")), format=Format.PROMPT_TEXT)

    assert noted(text) == ["book_visit"]
    assert noted(text, Given(tools={"book_visit": Tool(("book_visit",), "function", "")})) == []


def test_each_member_of_a_squad_is_looked_at_on_its_own() -> None:
    """What another member has does not help; what the squad gives to all does."""
    members = [
        {"assistant": prompt("Call book_visit.", tools=[function("book_visit")]) | {"name": "desk"}},
        {"assistant": prompt("Call book_visit.") | {"name": "line"}},
    ]
    shared = {"membersOverrides": {"tools:append": [function("book_visit")]}}

    judgement = judged(KIND, {"members": members})

    assert judgement.detail is not None
    assert [finding["pointer"] for finding in judgement.detail["findings"]] == ["/members/1/assistant" + PLACE]
    assert judged(KIND, {"members": members} | shared).met is True


def test_a_name_in_allow_is_passed_over() -> None:
    """For what is no tool after all."""
    assert found("Call find_slot.", allow=["find_slot"]) == []


def test_each_name_is_told_once_per_assistant() -> None:
    """At the first place that says that it is a tool."""
    assert found("find_slot is nice. Call find_slot. Call find_slot.") == ["find_slot"]
    assert [text.start for text in mentions("find_slot is nice. Call find_slot.")] == [24]


@pytest.mark.parametrize(
    "hostile",
    ["a_" * 90_000, "call a_b " * 20_000, "a, " * 60_000 + "call_x", "`" * 90_000, "# tools\n" * 30_000, "aB" * 90_000],
)
def test_hostile_prompts_are_read_in_time(hostile: str) -> None:
    """The suite's time-out would end this test else."""
    assert judged(KIND, prompt(hostile)).error_code is None


def test_an_opaque_tool_of_the_other_members_does_not_excuse() -> None:
    """Ids belong to the assistant that has them."""
    members = [
        {"assistant": prompt("Hello.", toolIds=["7b3f4a52-1c1d-4e5f-8a9b-0c1d2e3f4a5b"])},
        {"assistant": prompt("Call book_visit.")},
    ]
    configuration = configured({"members": members})

    assert configuration.stored_tools == (
        StoredTool("7b3f4a52-1c1d-4e5f-8a9b-0c1d2e3f4a5b", "/members/0/assistant/model/toolIds/0"),
    )
    assert subjects(judged(KIND, {"members": members})) == ["book_visit"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Then call the `SendParcel` tool with the weight.", "SendParcel"),
        ("Then call the `SendMessage` tool with all of it.", "SendMessage"),
        ("Call `sendNotes` once.", "sendNotes"),
        ("## Tools\n\n### `SendMessage` - when the shop is shut\n", "SendMessage"),
        ("Call the FindSlot tool.", "FindSlot"),
        ("Use the FindSlot function first.", "FindSlot"),
        ("Tool: FindSlot", "FindSlot"),
        ("Call the find-slot tool.", "find-slot"),
        ("Call find-slot(day).", "find-slot"),
        ("Use `find-slot` to look.", "find-slot"),
    ],
)
def test_a_name_may_be_written_in_any_case(text: str, name: str) -> None:
    """In capitals and with hyphens too; what it does tells it from a field, whatever its last word is."""
    assert found(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "Call the JavaScript function.",
        "Use the PayPal tool that your bank gave you.",
        "Use the OpenTable tool on your phone.",
        "Use the check-in tool at the door.",
        "Call the follow-up function of the van.",
        "Use the call-back function of the phone.",
        "Call me SendMessage.",
        "Fill in `SendMessage`.",
        "Ask for the room and `checkInDate`.",
        "# Tools\n1. book_visit\n   - `checkInDate`: when",
        "Call pay-as-you-go numbers only.",
    ],
)
def test_products_and_words_with_hyphens_are_no_tools(text: str) -> None:
    """A name in capitals or with hyphens says that it is one by its verb, and the text by the word beside it."""
    assert found(text, function("book_visit")) == []


@pytest.mark.parametrize(
    "text",
    [
        "Danach find_slot aufrufen.",
        "Daarna `find_slot` aanroepen.",
        "次に find_slot を呼び出す。",
        "그다음 find_slot을 호출하세요.",
        "Sonra find_slot çağır.",
        "Phir find_slot call karo.",
        "Anropa find_slot.",
        "Hämta tiderna med find_slot.",
        "Använd verktyget find_slot.",
        "Bruk find_slot for å se.",
        "Brug find_slot først.",
        "Käytä find_slot ensin.",
        "Kutsu find_slot.",
        "Zavolej find_slot.",
        "Použij nástroj find_slot.",
        "Hívd meg a find_slot eszközt.",
        "Apelează find_slot.",
        "Folosește find_slot.",
        "Panggil find_slot.",
        "Gunakan find_slot.",
        "Gọi find_slot.",
        "Κάλεσε find_slot.",
    ],
)
def test_a_verb_may_stand_behind_the_name_and_in_more_languages(text: str) -> None:
    """In German, Dutch, Japanese and Korean the verb comes last."""
    assert found(text) == ["find_slot"]
