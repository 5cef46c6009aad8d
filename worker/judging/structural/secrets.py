"""What is a secret: fields whose purpose is one, values that are none, and tokens that are known by their form.

Tokens are found by the detectors of detect-secrets (decision 7). Its detectors by entropy
and by keyword are not used: ids of vendors look random too, and fields are judged here by their names. Nothing is
verified over the network.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, Protocol

_PURPOSES: Final = (
    "secret", "apikey", "accesskey", "secretkey", "privatekey", "signingkey", "encryptionkey", "authkey", "token",
    "password", "passwd", "passphrase", "authorization", "bearer",
)  # fmt: skip
"""What the name of such a field ends with, in lower case and without anything between its words."""
_HOLDERS: Final = frozenset({"value", "constant_value", "constantValue", "default", "const"})
"""Keys under which the value of a named field may stand one level deeper."""
_SCHEME: Final = re.compile(r"(?:bearer|basic|token|apikey|digest)(?:\s+|$)", re.IGNORECASE)
_WINDOW: Final = 600
_OVERLAP: Final = 200
"""Characters: some of the detectors' expressions take quadratic time, so that texts are looked at in parts."""
_LONG: Final = re.compile(r"\S{16,}")
"""The shortest token that has a form of its own has 16 characters."""
_DIGIT_OR_AT: Final = re.compile(r"[0-9@]")
_KEY_HEAD: Final = "PRIVATE KEY"

_BETWEEN: Final = re.compile(r"[^a-z0-9]+")
_BLANK: Final = re.compile(
    r"\{\{|\{%|\$\{|\}\}"  # a template
    r"|^[<\[{(].*[>\]})]$|^%\w+%$|^\$\w+$|^@\["  # a place to fill
    r"|^(?:process\.)?env\b|^secrets?[.:/]|^vault[:.]|^op://"  # a reference
    r"|[*•·]{3}|x{4}|\.\.\.|…"  # masked
    r"|(?<![a-z])(?:your|replace|change|placeholder|insert|todo|tbd|fixme|redacted|hidden|removed|masked|dummy)(?![a-z])"
    r"|^(?:none|null|nil|true|false|undefined|required|optional|off|on|n/?a)$",
    re.IGNORECASE,
)
_ENVIRONMENT: Final = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
"""The name of an environment variable, standing in for its value."""
_OF_THE_FIELD: Final = (
    ("ElevenLabs API key", re.compile(r"\bsk_[0-9a-f]{48}\b")),
    ("Anthropic API key", re.compile(r"\bsk-ant-[a-z0-9]{1,10}-[\w-]{80,120}")),
    ("Google API key", re.compile(r"\bAIza[\w-]{35}\b")),
    ("Retell API key", re.compile(r"\bkey_[0-9a-f]{28,32}\b")),
)
"""Tokens of this field's vendors that detect-secrets does not know."""


class Token(NamedTuple):
    """A token that was found in a text; what it is called, never what it is."""

    title: str
    value: str


class _Detector(Protocol):
    secret_type: str

    def analyze_string(self, string: str) -> Iterator[str]: ...


def named_field(keys: Sequence[str]) -> str | None:
    """The name of the field that is meant to hold a secret, where the keys lead into one."""
    for key in _names(keys):
        if _BETWEEN.sub("", key.lower()).endswith(_PURPOSES):
            return key
    return None


def _names(keys: Sequence[str]) -> Iterator[str]:
    yield from keys[-1:]
    if keys[-1:] and keys[-1] in _HOLDERS:
        yield from keys[-2:-1]


def is_literal(value: str, field: str) -> bool:
    """Whether a field's value is a secret itself: not empty, no template, no placeholder, no reference, no prose."""
    bare = value.strip()
    scheme = _SCHEME.match(bare)
    bare = bare[scheme.end() :].strip() if scheme else bare
    if not bare or len(bare.split()) > 2 or bare.lower() == field.lower():  # noqa: PLR2004 - three words are prose
        return False
    return not (_is_blank(bare) or bare.startswith(("http://", "https://")))


def _is_blank(bare: str) -> bool:
    head = bare[:1_000]
    return _BLANK.search(head) is not None or _ENVIRONMENT.fullmatch(head) is not None


def tokens(text: str) -> Iterator[Token]:
    """The tokens in a text that are known by their form."""
    for part in _parts(text):
        for detector in _detectors():
            for value in detector.analyze_string(part):
                if value and not _is_public(value) and not _is_blank(value):
                    yield Token(detector.secret_type, value)
        for title, form in _OF_THE_FIELD:
            yield from (Token(title, found.group()) for found in form.finditer(part))


def _parts(text: str) -> Iterator[str]:
    """Long words with a digit in them, or a password before a host; and the head of a private key, which has spaces."""
    if _KEY_HEAD in text:
        at = text.index(_KEY_HEAD)
        yield text[max(at - 40, 0) : at + 40]
    for found in _LONG.finditer(text):
        word = found.group()
        if not _DIGIT_OR_AT.search(word):
            continue
        for start in range(0, max(len(word) - _OVERLAP, 1), _WINDOW):
            yield word[start : start + _WINDOW + _OVERLAP]


def _is_public(value: str) -> bool:
    """Whether it is an account's id: it names an account and opens nothing."""
    return re.fullmatch(r"AC[a-z0-9]{32}", value) is not None


@cache
def _detectors() -> tuple[_Detector, ...]:
    # Imported on first use: it takes a tenth of a second, and most commands do without.
    from detect_secrets.plugins import (  # noqa: PLC0415
        aws,
        basic_auth,
        discord,
        github_token,
        gitlab_token,
        jwt,
        mailchimp,
        npm,
        openai,
        private_key,
        pypi_token,
        sendgrid,
        slack,
        square_oauth,
        stripe,
        telegram_token,
        twilio,
    )

    return (
        aws.AWSKeyDetector(),
        basic_auth.BasicAuthDetector(),
        discord.DiscordBotTokenDetector(),
        github_token.GitHubTokenDetector(),
        gitlab_token.GitLabTokenDetector(),
        jwt.JwtTokenDetector(),
        mailchimp.MailchimpDetector(),
        npm.NpmDetector(),
        openai.OpenAIDetector(),
        private_key.PrivateKeyDetector(),
        pypi_token.PypiTokenDetector(),
        sendgrid.SendGridDetector(),
        slack.SlackDetector(),
        square_oauth.SquareOAuthDetector(),
        stripe.StripeDetector(),
        telegram_token.TelegramBotTokenDetector(),
        twilio.TwilioKeyDetector(),
    )
