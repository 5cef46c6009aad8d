"""``tool_urls_valid``: each URL that the vendor will call is one, and leads to a host that it can reach."""

from typing import Any

import pytest

from tests.unit.judging.samples import judged, payload, prompt, subjects

KIND = "tool_urls_valid"


def _tool(url: str) -> dict[str, Any]:
    """An assistant with one tool that calls this URL."""
    return prompt("x", tools=[{"type": "function", "function": {"name": "book"}, "server": {"url": url}}])


@pytest.mark.parametrize("name", ["vapi/booking.json", "vapi/squad.json", "elevenlabs/agent.json"])
def test_ordinary_urls_are_met(name: str) -> None:
    """Absolute, and below a public host."""
    assert judged(KIND, payload(name)).met is True


@pytest.mark.parametrize(
    "url",
    [
        "https://api.acme.io/v1/book?day=1#x",
        "http://api.acme.io:8080/hook",
        "wss://llm.acme.io/chat",
        "https://8.8.8.8/hook",
        "https://[2606:4700::1111]/hook",
        "https://api.acme.io/visits/{visit_id}/slots",
        "https://bücher.de/hook",
        "https://xn--bcher-kva.de/hook",
        "https://my_bucket.acme.io/hook",
        "{{SERVER_URL}}/book",
        "https://{{host}}/book",
        "${BASE_URL}/book",
        "<SERVER>/book",
        "https://YOUR-SERVER/book",
        "{BASE_URL}/book",
        "__BASE_URL__/book",
        "http://203.0.113.7:8000/book",
        "https://api.acme.io/{{day}}",
    ],
)
def test_what_can_be_called_and_what_is_still_to_be_filled_in(url: str) -> None:
    """Templates and placeholders are told by other checks."""
    judgement = judged(KIND, _tool(url))

    assert (judgement.met, subjects(judgement)) == (True, [])


@pytest.mark.parametrize(
    "url",
    [
        "the address of the webhook",
        "api.acme.io/hook",
        "/hook",
        "ftp://api.acme.io/hook",
        "https://",
        "https:///hook",
        "https://api acme.io/hook",
        "https://api.acme.io:port/hook",
        "https://[::1/hook",
        "http://localhost:3000/hook",
        "http://127.0.0.1/hook",
        "http://0.0.0.0:8000",
        "http://192.168.1.20:5678/webhook",
        "http://10.0.0.4",
        "http://[::1]:3000/hook",
        "http://n8n:5678/webhook",
        "http://host.docker.internal:3000",
        "https://printer.local/hook",
        "https://-.acme.io/hook",
        "https://a..acme.io/hook",
        "https://acme.io/" + "x" * 9_000,
    ],
)
def test_what_cannot_be_called(url: str) -> None:
    """No URL, no host, or a host that only the author's own network knows."""
    judgement = judged(KIND, _tool(url))

    assert judgement.met is False
    assert judgement.detail is not None
    assert [each["pointer"] for each in judgement.detail["findings"]] == ["/model/tools/0/server/url"]


def test_servers_and_models_of_the_customer_are_called_too() -> None:
    """Wherever the vendor has a URL, and at tools that stand where it does not look."""
    whole = prompt("x", provider="custom-llm", url="localhost") | {
        "serverUrl": "n8n",
        "tools": [{"type": "function", "function": {"name": "book"}, "server": {"url": "http://localhost"}}],
    }

    assert sorted(subjects(judged(KIND, whole))) == ["http://localhost", "localhost", "n8n"]


def test_a_tunnel_is_noted() -> None:
    """It works today."""
    judgement = judged(KIND, _tool("https://3f2a-81.ngrok-free.app/hook"))

    assert (judgement.met, subjects(judgement, "info")) == (True, ["https://3f2a-81.ngrok-free.app/hook"])


@pytest.mark.parametrize("url", ["http://user:hunter22@localhost/hook", "http://localhost/hook?key=hunter22"])
def test_what_may_be_secret_in_a_url_is_not_shown(url: str) -> None:
    """Neither as subject nor as excerpt."""
    assert "hunter22" not in str(judged(KIND, _tool(url)))


def test_hosts_and_encryption_can_be_demanded() -> None:
    """A host as it is, or all below one."""
    spec = {"hosts": ["hooks.acme.io", "*.acme.com"], "https": True}

    for url in ("https://hooks.acme.io/a", "https://eu.api.acme.com/a"):
        assert judged(KIND, _tool(url), spec).met is True
    for url in ("https://acme.com/a", "https://evilacme.com/a", "https://acme.io/a", "http://hooks.acme.io/a"):
        assert judged(KIND, _tool(url), spec).met is False
