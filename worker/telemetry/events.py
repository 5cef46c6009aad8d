"""Every log event, with its fields. A test runs a whole run and compares what was logged with this list."""

from typing import Final

EVENTS: Final[dict[str, tuple[str, ...]]] = {
    "worker_started": ("owner", "lanes", "runners"),
    "worker_stopping": ("in_hand",),
    "worker_stopped": ("left",),
    "run_claimed": ("run_id", "team_id", "token", "step", "claims"),
    "run_parked": ("run_id", "team_id", "token", "step", "why"),
    "run_ended": ("run_id", "team_id", "token"),
    "run_failed": ("run_id", "team_id", "token", "code"),
    "run_dropped": ("run_id", "team_id", "token", "reason"),
    "write_refused": ("run_id", "team_id", "token"),
    "lease_lost": ("run_id", "team_id", "token"),
    "step_fault": ("run_id", "team_id", "token", "step"),
    "adapter_fault": ("runner",),
    "source_fault": ("reference",),
    "renewal_failed": ("reason", "in_hand"),
    "claim_failed": ("reason",),
    "database_wait": ("group", "reason"),
    "nudges_sent": ("lane", "runs"),
    "nudges_unsent": ("lane", "runs", "reason"),
    "leases_reaped": ("runs",),
    "enqueue_taken": ("run_id", "team_id", "request_id"),
    "enqueue_refused": ("team_id", "request_id", "code"),
    "enqueue_lost": ("team_id", "request_id", "reason"),
    "webhook_delivered": ("run_id", "team_id", "attempts"),
    "webhook_failed": ("run_id", "team_id", "attempts", "reason"),
    "webhook_given_up": ("run_id", "team_id", "attempts", "reason"),
    "tick_failed": ("tick", "reason"),
    "clock_differs": ("seconds",),
    "relay_listening": (),
    "relay_waits": ("reason",),
    "relay_stopped": (),
    "loop_stuck": ("turns",),
}
"""Names are static, data stands in fields; ids, never texts of customers."""
