"""What each vendor fills in at run time, dated: names that no configuration has to supply.

Sources: Vapi, docs.vapi.ai/assistants/dynamic-variables and the call object of its API reference; ElevenLabs,
elevenlabs.io/docs/eleven-agents/customization/personalization/dynamic-variables; Retell,
docs.retellai.com/build/dynamic-variables, "Default dynamic variables". All as known on ``AS_OF``.
"""

from typing import Final

from worker.domain.configuration import Format, Role

AS_OF: Final = "2026-11"

_VAPI_ROOTS: Final = frozenset({"now", "date", "time", "month", "day", "year", "customer", "phoneNumber", "transport"})
_VAPI_PATHS: Final = frozenset(
    {
        f"call.{field}"
        for field in (
            "id", "orgId", "type", "status", "name", "createdAt", "updatedAt", "startedAt", "endedAt", "customer",
            "customerId", "phoneNumber", "phoneNumberId", "phoneCallProvider", "phoneCallTransport",
            "phoneCallProviderId", "assistant", "assistantId", "assistantOverrides", "squad", "squadId", "workflow",
            "workflowId", "transport", "metadata", "endedReason", "cost", "costs", "costBreakdown", "analysis",
            "artifact", "messages", "monitor", "destination", "schedulePlan", "campaignId",
        )
    }
)  # fmt: skip
_VAPI_ANALYSIS: Final = frozenset(
    {"transcript", "messages", "endedReason", "schema", "rubric", "systemPrompt", "duration", "call", "assistant"}
)
_ELEVENLABS_SYSTEM: Final = frozenset(
    f"system__{name}"
    for name in (
        "agent_id", "current_agent_id", "conversation_id", "caller_id", "called_number", "call_sid", "call_id",
        "call_duration_secs", "time_utc", "time", "timezone", "agent_turns", "current_agent_turns",
        "current_subagent_turns", "is_text_only", "conversation_history",
    )
)  # fmt: skip
_RETELL: Final = frozenset(
    {
        "current_time", "current_hour", "current_calendar", "current_agent_state", "previous_agent_state", "direction",
        "user_number", "agent_number", "call_id", "call_type", "chat_id", "session_type", "session_duration",
    }
)  # fmt: skip
_RETELL_PLACED: Final = ("current_time_", "current_hour_", "current_calendar_")
"""A time zone such as America/Los_Angeles follows."""
_ELEVENLABS_PREFIXES: Final = ("system__env_", "system_env__", "sip_")


_ELEVENLABS: Final = frozenset({Format.ELEVENLABS_AGENT, Format.ELEVENLABS_TOOL})


def supplies(whose: Format, role: Role, path: str) -> bool:
    """Whether the vendor fills in ``path`` at run time, in a text of this role."""
    if whose is Format.RETELL_AGENT:
        return path in _RETELL or path.startswith(_RETELL_PLACED)
    root = path.split(".", 1)[0]
    if whose in _ELEVENLABS:
        if root.startswith("secret__"):
            return role is Role.HEADER
        return root in _ELEVENLABS_SYSTEM or root.startswith(_ELEVENLABS_PREFIXES)
    if role is Role.ANALYSIS and root in _VAPI_ANALYSIS:
        return True
    return root in _VAPI_ROOTS or any(path == known or path.startswith(known + ".") for known in _VAPI_PATHS)


def may_be_newer(whose: Format, path: str) -> bool:
    """Whether an unknown name lies in a space that only the vendor fills, so that this list may just be too old."""
    return whose in _ELEVENLABS and path.startswith("system__")


def nearest_home(whose: Format, path: str) -> str:
    """A word on names that are often mistaken for what the vendor supplies; empty where there is none."""
    if path.startswith("secret__"):
        return " A secret__ variable is filled in in request headers only."
    if whose not in _ELEVENLABS and path == "call.from":
        return " The caller's number is customer.number."
    return ""
