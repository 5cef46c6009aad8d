"""What the reference pages say and no other module does: next steps, causes, fields in words."""

from typing import Final

Meanings = dict[str, str]

RUN_STEPS: Final[Meanings] = {
    "criteria_key_unmatched": "Correct the key in the criteria, or add the assertion to an enabled case; apply.",
    "criteria_invalid": "Apply a corrected criteria; criteria are written by `assistant-test apply` only.",
    "no_cases": "Enable or add a case; over a call set, one with the runner `recorded_call`.",
    "target_missing": "Give the configuration with the enqueue, or the vendor under `targets` in the suite.",
    "target_unknown": "Correct the reference, or give the configuration itself.",
    "target_unreachable": "See that the source answers, then start a new run; or give the configuration itself.",
    "target_source_missing": "Give the configuration itself, or install a package with the entry point that is named.",
    "runner_unknown": "Install the adapter where the workers run, and start them again.",
    "vendor_rejected": "Check the vendor's credentials and the assistant's id.",
    "worker_lost_repeatedly": "Look into the workers' logs at the times of the claims (`assistant_test_run_events`).",
    "internal_error": "Search the log for the run's id and `step_fault`; report it.",
}
REQUEST_STEPS: Final[Meanings] = {
    "team_unknown": "Apply a suite file for this team first, or correct the name.",
    "suite_unknown": "Correct the name; the hint lists the team's suites.",
    "consumer_unknown": "Correct the key; the hint lists the consumers.",
    "criteria_missing": "Add the consumer under `criteria` in the suite file, and apply.",
    "runner_unknown": "Correct the case's runner, or start a worker that has the adapter.",
    "run_config_key_unknown": "Remove or correct the key; see [run-config.md](run-config.md).",
    "run_config_invalid": "Give a whole number in the range that the hint names.",
    "lane_unknown": "Give `interactive` where somebody waits, `bulk` otherwise.",
    "call_set_unknown": "Create the call set first, or correct its id.",
    "target_ambiguous": "Give one of config, content and call_set.",
    "config_reference_invalid": "Give `live` or `<source>:<id>`, or the configuration itself.",
    "content_too_large": "Give a smaller configuration, or a reference to it.",
    "argument_invalid": "Give team, suite and consumer; a request_id has 1 to 200 characters; targets is an object.",
    "request_id_reused": "Use a new request_id for a new question.",
    "run_unknown": "Correct the id; with a team named, the run must be that team's.",
    "run_not_ended": "Wait for its end, or cancel it, and ask again.",
    "nothing_to_rerun": "Repeat the whole run, without naming which cases.",
    "case_unknown": "Give ids or names of enabled cases of this suite; the hint lists them.",
    "webhook_invalid": "Give an http or https URL without user and password; the signature says who calls.",
}
COMMAND_STEPS: Final[Meanings] = {
    "usage_invalid": "Correct the call; `--help` of the command lists what it takes.",
    "input_invalid": "Read `message` and `advice`.",
    "file_invalid": "Correct the files at the places that `faults` names.",
    "not_ready": "Do what `advice` says; `assistant-test doctor` looks at every part.",
    "not_ended": "Come back to the run with `watch`; `error.run` is its id.",
    "interrupted": "Come back to the run with `watch`; `error.run` is its id.",
    "output_lost": "Make room, or send the output elsewhere.",
    "refused": "Read `message` and `advice`.",
}
CASE_STEPS: Final[Meanings] = {
    "adapter_failed": "Read `error_detail` and `attempts` of the case run.",
    "case_timed_out": "Raise `case_timeout_s` in run_config, or find out why the vendor is slow.",
    "deadline_passed": "Raise `deadline_s` in run_config, or give the run fewer cases.",
    "evidence_unstorable": "Report the adapter: it returned what PostgreSQL cannot hold.",
    "run_ended": "Read the run's own error code.",
    "cancelled": "Start a new run if the result is still wanted.",
}
RESULT_STEPS: Final[Meanings] = {
    "case_not_executed": "Read the case run's error code.",
    "configuration_unreadable": "Give a Vapi assistant or squad, or an ElevenLabs agent; the rationale says more.",
    "configuration_incomplete": "Give the configuration with its stored tools and assistants in full.",
    "configuration_too_large": "Split the text or the schemas that the rationale names.",
    "evidence_missing": "Give the run a configuration.",
    "judge_failed": "Report it with the rationale and the configuration.",
    "kind_unknown": "Start workers of the release that knows the kind.",
    "spec_invalid": "Correct the spec as the rationale says, and apply.",
    "deadline_passed": "Raise `deadline_s` in run_config.",
    "cancelled": "Start a new run if the result is still wanted.",
    "run_ended": "Read the run's own error code.",
}
EVENTS: Final[Meanings] = {
    "worker_started": "The process claims runs from now on.",
    "worker_stopping": "SIGTERM came; nothing more is claimed.",
    "worker_stopped": "Everything in hand was given back; `left` is -1 where the hard end came first.",
    "run_claimed": "This process holds the run.",
    "run_parked": "The run was given back, with a time for the next look.",
    "run_ended": "The run has ended, or its re-judge has.",
    "run_failed": "The run cannot be carried out; the code says why.",
    "run_dropped": "The database did not answer; the lease runs out, and another claim goes on.",
    "write_refused": "A late write was refused: another process holds the run by now.",
    "lease_lost": "A renewal found that another process holds the run.",
    "step_fault": "A fault of the worker's own, with its traceback.",
    "source_fault": "A configuration source broke in a way that is no AdapterError; its run failed.",
    "adapter_fault": "An adapter raised something that is no AdapterError; its case failed.",
    "renewal_failed": "Leases could not be renewed now; it is tried again.",
    "claim_failed": "Runs could not be claimed now; it is tried again.",
    "database_wait": "A grouped statement waits for the database and is tried again.",
    "nudges_sent": "Messages for so many due runs went to the broker.",
    "nudges_unsent": "The broker did not take the messages; a later tick sends them.",
    "leases_reaped": "Expired leases were taken away.",
    "enqueue_taken": "A message of the task `assistant_test.enqueue` made a run, or named one that there was.",
    "enqueue_refused": "Such a message was refused; a row of `assistant_test_refused_enqueues` says why.",
    "enqueue_lost": "Such a message could not be worked: the database stayed away, or the worker was ended.",
    "webhook_delivered": "The receiver answered with 2xx.",
    "webhook_failed": "A webhook call failed and will be tried again; `reason` is no answer's text.",
    "webhook_given_up": "A webhook call will not be tried again; `no_secret`: set `ASSISTANT_TEST_WEBHOOK_SECRET`.",
    "tick_failed": "A periodic task failed; the next tick tries again.",
    "clock_differs": "This machine's clock is so many seconds ahead of the database's (below 0: behind); set it, or"
    " nudges and ticks are dropped.",
    "relay_listening": "The relay hears enqueues from now on.",
    "relay_waits": "The relay lost its database connection and connects anew.",
    "relay_stopped": "The relay has ended.",
    "loop_stuck": "The event loop missed its turns; the process exits with 70.",
}
TIMELINE: Final[Meanings] = {
    "enqueued": "The row was made.",
    "claimed": "A worker took the run: which step, and the count of claims without progress.",
    "prepared": "The plan was frozen, and the case runs were written.",
    "parked": "A worker gave the run back: which step next, why, and when.",
    "reaped": "The lease ran out and was taken away.",
    "write_refused": "A late worker tried to write.",
    "cancel_requested": "Somebody asked to cancel.",
    "woken": "Somebody hinted that it is worth a look now; `leased`: the hint was kept for the release.",
    "ended": "The run ended: status, outcome, error code.",
}
SUITE_FIELDS: Final[Meanings] = {
    "suite": "The suite's name, unique in its team. Demanded.",
    "team": "The team. May be left out where `--team` or `ASSISTANT_TEST_TEAM` names it; must not contradict them.",
    "assistant": "The assistant's id, in the product's words. Demanded.",
    "description": "Text for people.",
    "targets": "Where each vendor finds this assistant: a mapping for each vendor. An enqueue may override it.",
    "run": "Defaults of run_config for this suite; see [run-config.md](run-config.md).",
    "assertions": "The suite's assertions: they apply to every case whose runner brings what their kind reads.",
    "cases": "The suite's cases, in order.",
    "criteria": "One spec for each consumer, by the consumer's key.",
}
CASE_FIELDS: Final[Meanings] = {
    "name": "The case's name, unique in its team. Demanded.",
    "runner": "What executes the case: `structural`, or the name of an installed adapter. Demanded.",
    "assertions": "The case's own assertions; they replace the suite's of the same key in this case.",
    "enabled": "`false` leaves the case out of runs. Default `true`.",
    "source_call_id": "The recorded call that the case was made from.",
    "turns": "What the caller says, a list of texts.",
    "persona": "Who calls; needs a goal.",
    "goal": "What the caller wants; needs a persona.",
    "variables": "Values that the caller's system gives to the assistant. `every_variable_resolves` counts them.",
    "facts": "What is true in the situation; kept with the case for kinds that read it.",
    "expectations": "What belongs to the situation; kept with the case for kinds that read it.",
}
USE_FIELDS: Final[Meanings] = {
    "use": "The name of an existing case of the team, taken as it stands.",
    "enabled": "`false` leaves the case out of this suite's runs. Default `true`.",
}
ASSERTION_FIELDS: Final[Meanings] = {
    "key": "The behaviour's name. One owner has a key once. Demanded.",
    "kind": "How it is judged; see [assertion-kinds.md](assertion-kinds.md). Demanded.",
    "spec": "The kind's parameters.",
    "statement": "The wording for people.",
    "role": "The vendor's slot that the assertion fills, for runners that translate.",
}
CRITERIA_FIELDS: Final[Meanings] = {
    "required": "Keys, or `{key, trials}`: each result due must be met. `trials`: `all`, `any`, `majority` or a share.",
    "threshold": "Groups `{keys, min}`: of all results due of the keys, the share `min` (over 0, at most 1) is met.",
    "ignore": "Keys that are judged and have no effect.",
}
STEPS: Final[Meanings] = {
    "prepare": "Fetch the target, resolve the criteria, freeze the plan, write pending case runs.",
    "execute": "Run the cases whose evidence is there at once; judge and write.",
    "converse": "Run the cases that wait for a vendor; judge and write.",
    "judge": "Close open outcomes from stored evidence.",
    "finish": "Compute the verdict and stamp it, once.",
}
