"""``destinations_valid``: what is dialled can be dialled."""

from typing import Any

import pytest

from tests.unit.judging.samples import judged, prompt, subjects

KIND = "destinations_valid"


def _dialling(**destination: Any) -> dict[str, Any]:
    return prompt("x", tools=[{"type": "transferCall", "destinations": [destination]}])


@pytest.mark.parametrize("number", ["+14155550123", "+442079460123", "+4930123456", "+85221234567"])
def test_a_number_that_its_country_may_have_is_met(number: str) -> None:
    """Whether it is assigned does not matter."""
    assert judged(KIND, _dialling(type="number", number=number)).met is True


@pytest.mark.parametrize(
    "number",
    [
        "+1XXXXXXXXXX",
        "+1REPLACE_ME",
        "(415) 555-0123",
        "+1 415 555 0123",
        "4155550123",
        "+1415555",
        "+99900000000",
        "911",
        "+" + "1" * 5_000,
    ],
)
def test_what_cannot_be_dialled_is_found(number: str) -> None:
    """Placeholders, national notation, digits that are too few for the country, a country that there is not."""
    judgement = judged(KIND, _dialling(type="number", number=number))

    assert judgement.met is False
    assert len(subjects(judgement)) == 1


def test_the_finding_names_the_number_and_its_place() -> None:
    """A program can go there."""
    (finding,) = (judged(KIND, _dialling(type="number", number="4155550123")).detail or {})["findings"]

    assert finding["subject"] == finding["excerpt"] == "4155550123"
    assert finding["pointer"] == "/model/tools/0/destinations/0/number"


def test_a_destination_without_a_number_is_found_at_its_place() -> None:
    """Nothing stands there to be dialled."""
    (finding,) = (judged(KIND, _dialling(type="number")).detail or {})["findings"]

    assert (finding["subject"], finding["pointer"]) == ("destination", "/model/tools/0/destinations/0")


@pytest.mark.parametrize(("number", "met"), [("4711", True), ("(030) 12 34 56", True), ("desk", False)])
def test_a_number_that_the_vendor_is_told_not_to_check_may_be_local(number: str, met: bool) -> None:
    """``numberE164CheckEnabled: false``."""
    assert judged(KIND, _dialling(type="number", number=number, numberE164CheckEnabled=False)).met is met


@pytest.mark.parametrize(
    ("address", "met"),
    [
        ("sip:desk@pbx.example.com", True),
        ("sips:+4930123456@10.0.0.7:5061;transport=tls", True),
        ("SIP:pbx.example.com", True),
        ("sip:desk@[2001:db8::1]:5060", True),
        ("desk@pbx.example.com", False),
        ("sip:", False),
        ("sip:desk@", False),
        ("sip:desk at pbx", False),
    ],
)
def test_a_sip_address_has_a_scheme_and_a_host(address: str, met: bool) -> None:
    """RFC 3261, 19.1."""
    assert judged(KIND, _dialling(type="sip", sipUri=address)).met is met


@pytest.mark.parametrize("number", ["{{ on_call }}", "+49{{ suffix }}", "${ON_CALL}"])
def test_what_is_filled_in_later_is_unknown(number: str) -> None:
    """A note, so that nobody takes it for checked."""
    judgement = judged(KIND, _dialling(type="number", number=number))

    assert (judgement.met, judgement.error_code) == (None, "configuration_incomplete")
    assert subjects(judgement, "info") == [number]
