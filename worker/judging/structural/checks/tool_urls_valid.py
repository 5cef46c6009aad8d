"""``tool_urls_valid``: each URL that the vendor will call is one, and leads to a host that it can reach.

Tools, servers, webhooks and custom models. A URL with a template in it is passed over until it is filled in; hosts of
development tunnels are noted.

Source: Vapi, ``server.url`` (dossier 5.1); ElevenLabs, ``api_schema.url`` (dossier 6.6).
"""

import ipaddress
import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field

from worker.domain.configuration import Configuration, Given, Role, Text
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.tools import ELEVENLABS

KIND = "tool_urls_valid"
LONGEST: Final = 8_000
"""Characters of a URL that is looked at; what is longer is none that a server takes."""
SCHEMES: Final = frozenset({"http", "https", "ws", "wss"})

_TEMPLATE: Final = re.compile(
    r"\{\{|\{%|\$\{|<[^<>]{1,200}>|@\[|%[A-Z_]+%|\$[A-Z_]{2,}|^\{[^{}]{1,200}\}|__[A-Z]+(?:_[A-Z]+)*__"
)
_PATH_PARAMETER: Final = re.compile(r"\{[\w.-]+\}")
_SCHEME: Final = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*)://")
_LABEL: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.IGNORECASE)
_LOCAL: Final = (".local", ".localhost", ".internal", ".lan", ".home", ".localdomain", ".intranet")
_DOCUMENTATION: Final = tuple(
    map(ipaddress.ip_network, ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"))
)
"""Addresses that stand for others (RFC 5737, RFC 3849): somebody has still to fill them in."""
_TO_FILL: Final = re.compile(
    r"(?<![a-z])(?:your|replace|placeholder|change|insert|todo|my|votre|dein)(?![a-z])|xxx", re.IGNORECASE
)
_TUNNELS: Final = re.compile(
    r"ngrok|trycloudflare|loca\.lt$|localhost\.run$|serveo|tunnel|pinggy|devtunnels|lhr\.life$"
)

_TOLD: Final = {Severity.ERROR: "This URL cannot be called", Severity.INFO: "Of this URL should be known"}


class Spec(BaseModel):
    """Parameters.

    Attributes:
        hosts: the only hosts that may be called, ``*.example.com`` for all below it; any may, where none is given.
        https: whether every URL must be encrypted.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    hosts: list[str] = Field(default_factory=list, max_length=200)
    https: bool = False


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each URL that cannot be called."""
    urls = [text for text in _called(configuration) if text.role is Role.URL]
    findings = [finding for url in urls for finding in _of(url, configuration, spec)]
    return Report(findings, f"The {len(urls)} URLs can be called, as far as they show.")


def _called(configuration: Configuration) -> Iterator[Text]:
    """What the vendor reads, and the tools that stand beside: somebody means to attach them."""
    beside = {tool.detached for tool in configuration.tools if tool.detached}
    return (text for text in configuration.texts if text.ignored is None or text.ignored in beside)


def _of(text: Text, configuration: Configuration, spec: Spec) -> Iterator[Finding]:
    url = text.text.strip()
    if _TEMPLATE.search(url[:LONGEST]):
        return
    fault, severity = _fault(url), Severity.ERROR
    host = "" if fault else _host(url)
    if not fault and spec.hosts and not any(_is_below(host, allowed) for allowed in spec.hosts):
        fault = f"the host {cut(host)} is none of those that may be called"
    if not fault and not url.lower().startswith(("https:", "wss:")):
        fault = "it is not encrypted"
        severity = Severity.ERROR if spec.https else Severity.INFO
        if severity is Severity.INFO and configuration.format not in ELEVENLABS:
            return
    if not fault and _TUNNELS.search(host) and not _TO_FILL.search(host):
        fault, severity = "the host is a development tunnel, whose name may change", Severity.INFO
    if fault:
        shown = _shown(text.text)
        subject = shown or text.pointer
        yield Finding(KIND, severity, subject, text.pointer, shown, f"{_TOLD[severity]}: {fault}.", _hint(fault))


def _shown(text: str) -> str:
    """The URL without what may be secret in it: what stands before the host, and what follows the path."""
    bare = re.split(r"[?#]", text, maxsplit=1)[0]
    return "" if "@" in bare else cut(bare)


def _hint(fault: str) -> str:
    if "encrypted" in fault:
        return "Serve it over https, and name it so."
    return "Put the whole URL here, beginning with https:// and a host that is reachable from the internet."


def _fault(url: str) -> str | None:
    """Why the vendor cannot call it; None where it can, and where somebody has still to fill in its host."""
    if len(url) > LONGEST:
        return f"it has {len(url)} characters; {LONGEST} are looked at"
    scheme = _SCHEME.match(url)
    if scheme is None:
        return "it has no scheme, such as https://"
    if scheme.group(1).lower() not in SCHEMES:
        return f"nothing is called by the scheme {cut(scheme.group(1))}"
    if any(one.isspace() for one in url):
        return "it holds white space"
    try:
        parts = urlsplit(_PATH_PARAMETER.sub("x", url))
        host, _ = parts.hostname or "", parts.port
    except ValueError as wrong:
        return f"it cannot be read ({cut(str(wrong))})"
    return _unreachable(host)


def _unreachable(host: str) -> str | None:
    if not host:
        return "it has no host"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        told = address.is_global or any(
            address in block for block in _DOCUMENTATION if block.version == address.version
        )
        return None if told else f"the address {host} is not reachable from the internet"
    if _TO_FILL.search(host):
        return None
    name = host.rstrip(".")
    if name == "localhost" or name.lower().endswith(_LOCAL) or "." not in name:
        return f"the host {cut(host)} is not reachable from the internet"
    if name.isascii() and not all(_LABEL.fullmatch(label) for label in name.split(".")):
        return f"{cut(host)} is no name of a host"
    return None


def _host(url: str) -> str:
    return (urlsplit(_PATH_PARAMETER.sub("x", url)).hostname or "").lower()


def _is_below(host: str, allowed: str) -> bool:
    allowed = allowed.lower()
    return host.endswith(allowed[1:]) if allowed.startswith("*.") else host == allowed
