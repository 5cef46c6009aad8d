"""``no_secrets``: no secret stands in the configuration in plain text, and none is ever shown."""

import time
from typing import Any

import pytest

from tests.unit.judging.samples import judged, payload, prompt, subjects

KIND = "no_secrets"
VALUE = "k3v9-Zq71-mmL2"
TOKEN = "AKIA" + "QX7ZPLM2VNB4KRTD"


@pytest.mark.parametrize("name", ["vapi/booking.json", "vapi/legacy_wrapped.json", "elevenlabs/agent.json"])
def test_ordinary_configurations_are_met(name: str) -> None:
    """Ids of vendors are no secrets."""
    assert judged(KIND, payload(name)).met is True


@pytest.mark.parametrize(
    ("extra", "subject"),
    [
        ({"serverUrlSecret": VALUE}, "serverUrlSecret"),
        ({"server": {"url": "https://a.example.com", "secret": VALUE}}, "secret"),
        ({"server": {"headers": {"Authorization": f"Bearer {VALUE}"}}}, "Authorization"),
        ({"server": {"headers": {"X-Api-Key": VALUE}}}, "X-Api-Key"),
        ({"headers": [{"key": "x-vapi-secret", "value": VALUE}]}, "x-vapi-secret"),
        ({"headers": [{"name": "authorization", "value": VALUE}]}, "authorization"),
        ({"credentials": [{"provider": "openai", "apiKey": VALUE}]}, "apiKey"),
        ({"metadata": {"auth_token": VALUE, "db_password": VALUE}}, "auth_token"),
        ({"body": {"properties": {"access_token": {"type": "string", "value": VALUE}}}}, "access_token"),
        ({"webhook": f"https://a.example.com/hook?api_key={VALUE}"}, "api_key"),
    ],
)
def test_a_literal_in_a_field_that_is_meant_for_a_secret(extra: dict[str, Any], subject: str) -> None:
    """It is told by the field's name; the value appears nowhere."""
    judgement = judged(KIND, prompt("x") | extra)

    assert judgement.met is False
    assert subjects(judgement)[0] == subject
    assert VALUE not in str(judgement)


@pytest.mark.parametrize(
    "value",
    [
        "", "  ", "{{VAPI_SECRET}}", "Bearer {{token}}", "${SECRET}", "<SECRET>", "[SECRET]", "$SECRET", "%SECRET%", "Bearer",
        "YOUR_SECRET_HERE", "your-secret-here", "your_webhook_secret", "REPLACE_WITH_A_RANDOM_SECRET", "change-me", "SERVER_SECRET",
        "********", "xxxxxxxx", "sk-...", "process.env.SECRET", "env:SECRET", "vault:kv/secret", "<redacted>", "none",
        "set this in the dashboard", "https://auth.example.com/token", "serverUrlSecret",
    ],
)  # fmt: skip
def test_templates_placeholders_and_references_are_no_secrets(value: str) -> None:
    """Each of these notations was seen in real files, or stands in a vendor's documentation."""
    assert judged(KIND, prompt("x") | {"serverUrlSecret": value}).met is True


@pytest.mark.parametrize(
    "extra",
    [
        {"credentialId": VALUE},
        {"api_key": {"secret_id": VALUE}},
        {"secret_id": VALUE},
        {"voice": {"voiceId": VALUE}},
        {"isServerUrlSecretSet": True},
        {"maxTokens": 250},
        {"body": {"required": ["token"], "properties": {"token": {"type": "string", "description": VALUE}}}},
        {"_comment": {"secret": VALUE}},
    ],
)
def test_ids_flags_descriptions_and_comments_are_no_secrets(extra: dict[str, Any]) -> None:
    """The name of the field decides, and whether anything reads it."""
    assert judged(KIND, prompt("x") | extra).met is True


@pytest.mark.parametrize(
    "token",
    [
        TOKEN,
        "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
        "ghp_" + "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx",
        "AIza" + "SyD9x-Qm2LkT7vB3nR5cW8zE1yUuHjGfPo0",
        "sk_" + "0123456789abcdef" * 3,
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----",
        "https://svc:hunter22aa@db.acme.io/x",
    ],
)
def test_a_token_is_known_by_its_form_wherever_it_stands(token: str) -> None:
    """In the middle of a prompt as well; told by its place."""
    judgement = judged(KIND, prompt(f"Call the API with {token} please."))

    assert (judgement.met, subjects(judgement)) == (False, ["/model/messages/0/content"])
    assert token not in str(judgement)


def test_an_account_id_opens_nothing() -> None:
    """Twilio's begins with AC."""
    assert judged(KIND, prompt("x") | {"twilioAccountSid": "AC" + "0a" * 16}).met is True


@pytest.mark.parametrize("allow", ["serverUrlSecret", "/serverUrlSecret"])
def test_a_field_can_be_allowed_by_name_or_pointer(allow: str) -> None:
    """Such as a test's own secret."""
    assert judged(KIND, prompt("x") | {"serverUrlSecret": VALUE}, {"allow": [allow]}).met is True


@pytest.mark.parametrize(
    "text", ["a" * 500_000, "://a:" * 100_000, "-----BEGIN " * 40_000, "xoxb-1-" * 70_000, "aws key " * 60_000]
)
def test_long_texts_take_linear_time(text: str) -> None:
    """A bound against hanging, with much room: half a megabyte."""
    before = time.process_time()

    judged(KIND, prompt(text))

    assert time.process_time() - before < 10
