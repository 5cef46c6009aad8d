"""``tools_mentioned_are_attached``: what a prompt tells the assistant to call is a tool that it has.

Each assistant of a squad is looked at on its own. Where tools are known by an id only, or where the text comes without
any configuration, it cannot be told whether a name is attached: that is a note, never a fault.

Source: Vapi, "prompt mentions a tool that is not attached" (dossier 5.6); ElevenLabs (dossier 6.6).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from worker.domain.configuration import Assistant, Configuration, Format, Given, Role, Text, Tool
from worker.domain.counted import are, counted
from worker.domain.nearest import nearest
from worker.judging.structural.active import schema_words
from worker.judging.structural.findings import Finding, Report, Severity, cut
from worker.judging.structural.mentions import Mention, mentions

KIND = "tools_mentioned_are_attached"
PARTS: Final = frozenset({Format.PROMPT_TEXT, Format.VAPI_TOOLS, Format.GENERIC})
"""Formats that come without the assistant's own list of tools."""
CONTEXT: Final = 40
"""Characters shown before and behind a name."""
GIVEN_BY_SETTING: Final = {
    "endCallFunctionEnabled": ("endCall", "end_call"),
    "dialKeypadFunctionEnabled": ("dtmf", "dialKeypad"),
    "forwardingPhoneNumber": ("transferCall", "transfer_call"),
}
"""Vapi's settings that give an assistant a tool (Vapi API reference, CreateAssistantDTO)."""


_BY_HANDOFF: Final = frozenset({"transferCall", "transfer_call"})
"""What destinations of a squad's member are called by (Vapi, ``assistantDestinations``)."""


class Spec(BaseModel):
    """Parameters.

    Attributes:
        allow: names that are no tools, or tools that come from elsewhere.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    allow: list[str] = Field(default_factory=list, max_length=1_000)


@dataclass(frozen=True, slots=True)
class _Hands:
    """What one assistant can call.

    Attributes:
        names: of its tools, and of the assistants that it hands over to.
        opaque: why some of its tools cannot be seen; empty where all can.
        detached: tools that stand beside it where the vendor does not read them, by name.
    """

    names: frozenset[str]
    opaque: str
    detached: Mapping[str, Tool]


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:
    """Report each name once per assistant, at the first place that says that it is a tool's."""
    findings: list[Finding] = []
    known: frozenset[str] | None = None
    looked_for: set[str] = set()
    allowed = frozenset(spec.allow)
    for assistant in configuration.assistants:
        prompts = [(text, mentions(text.text)) for text in assistant.live_texts() if text.role is Role.SYSTEM_PROMPT]
        if not any(found for _, found in prompts):
            continue
        hands = _hands(assistant, configuration, given)
        told = set(hands.names) | allowed
        for text, mention in ((text, mention) for text, found in prompts for mention in found):
            looked_for.add(mention.name)
            if mention.name in told or _same_tool(mention.name, hands):
                continue
            if known is None:
                known = _known(configuration)
            if mention.name not in known:
                told.add(mention.name)
                findings.append(_finding(text, mention, hands))
    findings.sort(key=lambda finding: finding.severity is not Severity.ERROR)
    return Report(
        findings,
        f"The {counted(len(looked_for), 'tool')} that the prompts name {are(len(looked_for))} attached.",
        {"mentioned": sorted(looked_for)},
        "configuration_incomplete" if any(finding.severity is Severity.INFO for finding in findings) else None,
    )


def _known(configuration: Configuration) -> frozenset[str]:
    """Names that the configuration itself has for fields, values and variables."""
    return schema_words(configuration.content) | {variable.name for variable in configuration.variables}


def _hands(assistant: Assistant, configuration: Configuration, given: Given) -> _Hands:
    shared = [other for other in configuration.assistants if other.pointer.endswith("/membersOverrides")]
    own = [assistant, *(other for other in shared if other is not assistant)]
    tools = [tool for each in own for tool in each.tools]
    stored = [stored for each in own for stored in each.stored_tools]
    resolved = [given.tools[each.id] for each in stored if each.id in given.tools]
    names = {name for tool in (*tools, *resolved) if tool.detached is None or tool in resolved for name in tool.names}
    handoffs = [handoff for each in own for handoff in each.handoffs]
    names |= {handoff.to for handoff in handoffs} | (_BY_HANDOFF if handoffs else frozenset())
    names |= _by_setting(configuration)
    opaque = ""
    if len(resolved) < len(stored):
        opaque = f"{len(stored) - len(resolved)} tools are known by their id only"
    elif configuration.format in PARTS or assistant in shared:
        opaque = "the text comes without the assistant's tools"
    elif any(each.unseen for each in own):
        opaque = "a part of the assistant is stored with the vendor"
    if opaque:
        names |= given.tools.keys()
    return _Hands(frozenset(names), opaque, {name: tool for tool in tools if tool.detached for name in tool.names})


def _by_setting(configuration: Configuration) -> set[str]:
    """The tools that a setting gives, of whichever assistant it is set."""
    names: set[str] = set()
    waiting = [configuration.content]
    for _ in range(6):  # an envelope, a list, a member, its assistant, its overrides
        values = [value for value in waiting if isinstance(value, dict)]
        names |= {
            name for value in values for key, given in GIVEN_BY_SETTING.items() if value.get(key) for name in given
        }
        waiting = [
            inner
            for outer in waiting
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return names


def _same_tool(name: str, hands: _Hands) -> bool:
    """Whether it is one of the tools in another spelling: ``end_call`` for ``endCall``."""
    plain = _plain(name)
    return any(plain == _plain(other) for other in hands.names)


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()


def _finding(text: Text, mention: Mention, hands: _Hands) -> Finding:
    name = mention.name
    excerpt = cut(text.text[max(0, mention.start - CONTEXT) : mention.end + CONTEXT])
    meant = nearest(name, hands.names, 1)
    message = f"The prompt names a tool {name}, and no tool of this name is attached."
    hint = "Attach a tool of this name, or take it out of the prompt; add it to spec.allow where it is no tool."
    if hands.opaque:
        message = f"The prompt names a tool {name}; whether it is attached cannot be told: {hands.opaque}."
        hint = "Give the folder or the export that holds the tools in full."
    elif name in hands.detached:
        tool = hands.detached[name]
        hint = f"A tool of this name stands at {tool.pointer}: {tool.detached}"
    elif meant:
        hint = f"Is {meant[0]} meant? {hint}"
    severity = Severity.INFO if hands.opaque else Severity.ERROR
    return Finding(KIND, severity, name, text.pointer, excerpt, message, hint)
