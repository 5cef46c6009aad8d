"""``no_placeholder_text``: nothing is left that was to be replaced before deployment."""

from typing import Any

import pytest

from tests.unit.judging.samples import configured, judged, payload, prompt, subjects
from worker.domain.configuration import Given
from worker.judging.structural.checks import no_placeholder_text

KIND = "no_placeholder_text"


def found(value: Any, severity: str = "error", **spec: Any) -> list[str]:
    """The subjects of the findings."""
    return subjects(judged(KIND, value, spec), severity)


def test_a_finished_configuration_is_met() -> None:
    """Variables of the call, SSML and blanks for the agent are no placeholders."""
    assert judged(KIND, payload("vapi/booking.json")).met is True


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("We are at [YOUR SHOP ADDRESS].", "YOUR SHOP ADDRESS"),
        ("Say [Your Company Name] first.", "Your Company Name"),
        ("Zone : [À COMPLÉTER - villes]", "À COMPLÉTER - villes"),
        ("Wir sind [Hier Firmenname einfügen].", "Hier Firmenname einfügen"),
        ("Horario: [POR DEFINIR]", "POR DEFINIR"),
        ("店名：【请填写店名】", "请填写店名"),
        ("We open at [INSERT OPENING HOURS].", "INSERT OPENING HOURS"),
        ("Call ${CLINIC_NAME} now", "CLINIC_NAME"),
        ("Write to <SUPPORT_ADDRESS>.", "SUPPORT_ADDRESS"),
        ("You work for YOUR_COMPANY_NAME.", "YOUR_COMPANY_NAME"),
        ("You work for your_company_name.", "your_company_name"),
        ("You work for __FIRM_NAME__.", "FIRM_NAME"),
        ("You work for %%FIRM%%.", "FIRM"),
        ("Ask for REPLACE_WITH_TOPIC.", "REPLACE_WITH_TOPIC"),
        ("Prices:\nTODO: ask Robin", "TODO: ask Robin"),
        ("See https://yourdomain.com/prices for more.", "yourdomain"),
        ("You answer for [[SHOP_NAME]].", "SHOP_NAME"),
        ("You answer for << SHOP NAME >>.", "SHOP NAME"),
        ("Hours: TBD", "TBD"),
        ("Eres de [NOMBRE DE LA EMPRESA].", "NOMBRE DE LA EMPRESA"),
        ("@[prompts/rules.md]", "prompts/rules.md"),
        ("Describe the transition condition", "Describe the transition condition"),
        ("Lorem ipsum dolor", "Lorem ipsum"),
    ],
)
def test_what_was_to_be_replaced_is_found_in_any_language(text: str, subject: str) -> None:
    """The subject is what stands within the notation; the finding has the place and what stands there."""
    judgement = judged(KIND, prompt(text))

    assert judgement.met is False
    assert judgement.detail is not None
    (finding,) = judgement.detail["findings"]
    assert (finding["subject"], finding["pointer"]) == (subject, "/model/messages/0/content")
    assert finding["excerpt"] in text


@pytest.mark.parametrize(
    "text",
    [
        "[Identity]\nYou are kind.",
        "Say 'Thank you, [name], see you on [day] at [time]'.",
        "【必须】说实话",
        "[here](https://shop.example/here)",
        'One <break time="0.3s"/> moment, <spell>AB12</spell>.',
        "<RULE_SET>Be kind.</RULE_SET>",
        "Order numbers look like KIT-XXXXXX, phone numbers like 07XXXXXXXXX.",
        "¡PARA TODOS! Atendemos TODO el día.",
        "Reply NO_RESPONSE_NEEDED when done.",
        "You owe ${{ amount }}.",
        "It costs $5 and 10% more.",
        "{{ customer.number }} at {{ now }}",
        "YOUR JOB:\nDo it yourself, at your own pace.",
        "See https://yourdost.example/x and mail a@b.example.",
        "Ask the caller to replace_item or cancel.",
        "<wait for user response>\nGo on.",
        "[Your task]\nBe kind.",
        "**[YOUR ROLE]**\nYou are kind.",
        "Say 'it is on [your preferred day], [su nombre]'.",
        "[END CALL] or [WAIT FOR THE CALLER]",
        "[Replace 'and' with a pause]",
    ],
)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    """Headings, stage directions, formats, markup, other languages' words and vendor variables."""
    assert found(prompt(text)) == []


@pytest.mark.parametrize(
    ("field", "value", "subject"),
    [
        ("serverUrl", "https://hook.example.net/YOUR_HOOK", "YOUR_HOOK"),
        ("serverUrl", "https://MY-SERVER-HOST/hook", "MY-SERVER-HOST"),
        ("serverUrl", "https://votre-domaine.fr/hook", "votre-domaine"),
        ("serverUrl", "<BASE>/hook", "BASE"),
        ("serverUrl", "$BASE_URL/hook", "BASE_URL"),
        ("serverUrlSecret", "your-secret-key", "your-secret-key"),
        ("serverUrlSecret", "WEBHOOK_SECRET", "WEBHOOK_SECRET"),
        ("serverUrlSecret", "changeme", "changeme"),
        ("serverUrlSecret", "{{HOOK_SECRET}}", "HOOK_SECRET"),
        ("voiceId", "VOICE_ID_HERE", "VOICE_ID_HERE"),
        ("assistantId", "<assistant-id>", "assistant-id"),
        ("phoneNumber", "+1XXXXXXXXXX", "+1XXXXXXXXXX"),
        ("apiKey", "sk-xxxxxxxx", "sk-xxxxxxxx"),
        ("apiKey", "sk-...", "sk-..."),
        ("serverUrl", "https://hook.example.net/xxxxxxxxxx", "xxxxxxxxxx"),
        ("serverUrl", "https://yourapp.vercel.app/api", "yourapp"),
        ("serverUrl", "https://{your-domain}/x", "your-domain"),
    ],
)
def test_values_that_no_vendor_could_use_are_found_by_what_their_field_is_for(
    field: str, value: str, subject: str
) -> None:
    """An id, an address, a number or a secret, wherever it stands in the configuration."""
    assert found(prompt("x") | {"ownFlow": {field: value}}) == [subject]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("type", "PHONE_LANDLINE"),
        ("voiceId", "en-US-JennyNeural"),
        ("start_node_id", "START_NODE"),
        ("description", "YYYY-MM-DD"),
        ("pattern", "XXX-XXX-XXXX"),
        ("url", "https://api.example.net/SEARCH?key=1"),
        ("url", "https://desk.myshopify.com/x"),
        ("url", "https://www.tu-berlin.de/x"),
        ("url", "https://maps.example/?q=NEW_YORK"),
        ("id", "8c1b5a4e-0a8e-4f5a-9b1f-0d2f4a6b8c1d"),
    ],
)
def test_values_of_other_fields_may_be_loud(field: str, value: str) -> None:
    """Enumerations, voices and formats are written in capitals too."""
    assert found(prompt("x") | {"ownFlow": {field: value}}) == []


def test_comments_are_not_looked_at_and_parked_definitions_are() -> None:
    """A key with an underscore, ``$comment``, ``//`` and lists of notes are for people."""
    comments = {
        "_comment": "Replace YOUR_KEY",
        "$comment": "YOUR_KEY",
        "//": ["YOUR_KEY"],
        "setup_notes": ["1) replace YOUR_KEY"],
        "metadata": {"_why": {"a": "YOUR_KEY"}},
    }
    parked = {"_tools": [{"function": {"name": "x"}, "url": "https://YOUR_HOST/x"}]}

    assert found(prompt("x") | comments) == []
    assert found(prompt("x") | parked) == ["YOUR_HOST"]


def test_words_of_enumerations_and_the_code_of_tools_are_not_looked_at() -> None:
    """``${x}`` is how TypeScript writes a text."""
    tool = {
        "type": "code",
        "name": "greet",
        "code": "return `Hi ${args.name}`",
        "parameters": {"type": "object", "properties": {"kind": {"type": "string", "enum": ["REPLACE_PART"]}}},
    }

    assert found(prompt("x", tools=[tool])) == []


def test_an_output_in_capitals_is_told_where_no_other_check_looks_for_variables() -> None:
    """In fields of the vendor it is every_variable_resolves that finds it; one fault is told once."""
    value = prompt("{{FIRM_NAME}}") | {"ownFlow": {"firm": "{{FIRM_NAME}}"}}

    assert found(value) == ["FIRM_NAME"]
    assert subjects(judged("every_variable_resolves", value)) == ["FIRM_NAME"]
    assert found(value | {"variableValues": {"FIRM_NAME": "Harbour"}}) == []


def test_a_blank_in_braces_is_a_note() -> None:
    """Whether the agent or a program was to fill it in cannot be told."""
    value = prompt("Say: thank you, {name}.")

    assert found(value) == []
    assert found(value, "info") == ["name"]
    assert judged(KIND, value).met is True


def test_an_include_is_none_where_its_file_stands_beside() -> None:
    """The other files come with the folder."""
    configuration = configured(prompt("@[prompts/rules.md]"))

    def subjects_with(*files: str) -> list[str]:
        report = no_placeholder_text.check(configuration, no_placeholder_text.Spec(), Given(files=frozenset(files)))
        return [finding.subject for finding in report.findings]

    assert subjects_with("shop/prompts/rules.md") == []
    assert subjects_with("shop/prompts/other-rules.md") == ["prompts/rules.md"]


def test_a_placeholder_in_allow_may_stay() -> None:
    """Without regard to case."""
    assert found(prompt("${BASE_URL} [YOUR NAME]"), allow=["base_url"]) == ["YOUR NAME"]


def test_each_placeholder_is_told_once_per_text() -> None:
    """However often it stands there."""
    value = prompt("${A_B} and ${A_B}") | {"firstMessage": "${A_B}"}

    assert found(value) == ["A_B", "A_B"]


@pytest.mark.parametrize(
    "hostile",
    [
        "[" * 50_000,
        "<A_B>" * 50_000,
        "</A_B" * 50_000,
        "A1" * 100_000,
        "YOUR_1" * 50_000,
        "{{A" * 50_000,
        "A_" * 90_000,
    ],
)
def test_hostile_texts_are_read_in_time(hostile: str) -> None:
    """Every pattern is linear in the text: the suite's time-out would end this test else."""
    assert judged(KIND, prompt(hostile)).error_code is None


@pytest.mark.parametrize(
    "text",
    [
        "See prompts/desk.md, paste its contents here.",
        "SEE desk-prompt.md",
        "(contents of prompts/desk.md)",
        "<contents of desk.txt>",
        "Paste the contents of desk.md here",
        "Loaded from prompts/desk.txt",
        "Full prompt in prompts/desk.md",
        "Siehe desk.md",
        "Contenido de prompts/desk.md",
        "Voir prompts/desk.md",
        "INSERT PROMPT HERE",
        "Your system prompt goes here",
        "Paste your instructions here.",
        "__GENERATED__",
        "<<the prompt of the desk>>",
    ],
)
def test_a_prompt_that_only_says_where_the_prompt_is_was_to_be_replaced(text: str) -> None:
    """Nobody reads the file for the assistant; the whole text is the placeholder."""
    assert len(found(prompt(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "You answer calls. Numbers are listed in phones.txt, which you know by heart. Be brief, kind and never in a hurry.",
        "Help callers who need help here.",
        "Say that instructions are sent here and there.",
        "You are __Ada__, of the desk.",
        "Shift left: a << b and c >> d.",
    ],
)
def test_a_prompt_that_mentions_a_file_is_a_prompt(text: str) -> None:
    """It says more than where another text is."""
    assert found(prompt(text)) == []


@pytest.mark.parametrize(
    ("text", "subject"), [("file:prompts/desk.md", "prompts/desk.md"), ("@prompts/desk.md", "prompts/desk.md")]
)
def test_a_file_s_name_alone_is_an_include(text: str, subject: str) -> None:
    """As in ``@[file]``: nothing is missing where that file stands beside."""
    configuration = configured(prompt(text))

    assert found(prompt(text)) == [subject]
    beside = no_placeholder_text.check(configuration, no_placeholder_text.Spec(), Given(files=frozenset({subject})))
    assert beside.findings == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("serverUrlSecret", "<<the same value as in your .env>>"),
        ("serverUrlSecret", "<same as in .env>"),
        ("serverUrlSecret", "<openssl rand -hex 32>"),
        ("serverUrlSecret", "__SECRET__"),
        ("serverUrlSecret", "xxx"),
        ("serverUrlSecret", "generate-a-random-secret"),
        ("serverUrlSecret", "use-a-strong-secret"),
        ("serverUrlSecret", "set-in-dashboard"),
        ("serverUrlSecret", "from .env"),
        ("serverUrl", "https://[project].hosts.example/calls"),
        ("serverUrl", "https://hooks.example/your-hook-id"),
        ("serverUrl", "https://__HOST__/calls"),
    ],
)
def test_notes_to_the_author_in_values_are_placeholders_and_no_secrets(field: str, value: str) -> None:
    """Told once, by the check whose business it is."""
    configuration = prompt("Be kind.") | {field: value}

    assert len(found(configuration)) == 1
    assert subjects(judged("no_secrets", configuration)) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("serverUrl", "https://bank.example/your-account"),
        ("serverUrl", "https://[2001:db8::1]/calls"),
        ("serverUrlSecret", "used-tyre-lamp-93-xq"),
    ],
)
def test_values_that_look_like_notes_are_values(field: str, value: str) -> None:
    """An address in brackets, a page of that name, a phrase for a password."""
    assert found(prompt("Be kind.") | {field: value}) == []
