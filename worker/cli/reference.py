"""The pages of docs/reference, made from the code: ``python -m worker.cli.reference`` writes them anew."""

import inspect
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from pydantic.fields import FieldInfo

from worker import errors, failpoints
from worker.cli import reference_words as words
from worker.cli.reference_checks import DOSSIER, checks
from worker.cli.reference_commands import command_line
from worker.cli.reference_markdown import prose, table
from worker.domain import criteria, suite
from worker.domain.plan import BUILT_IN_RUN_CONFIG, RUN_CONFIG_BOUNDS
from worker.domain.run import MOVES, SLOT_OF
from worker.domain.words import CaseRunStatus, Lane, OutcomeStatus, RunStatus, Verdict
from worker.judging.kinds import KINDS, Kind
from worker.report import schema as report_schema
from worker.settings import Settings, variable
from worker.suitefile import shape
from worker.suitefile.source import MAX_BYTES
from worker.telemetry.events import EVENTS

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "reference"
NOTE: Final = "<!-- Made by `python -m worker.cli.reference`; a test compares. Change the code, then run it. -->"


def pages() -> dict[str, str]:
    """Every page by its file's name."""
    made = {
        "settings.md": settings(),
        "error-codes.md": error_codes(),
        "run-states.md": run_states(),
        "run-config.md": run_config(),
        "log-events.md": log_events(),
        "assertion-kinds.md": assertion_kinds(),
        "checks.md": checks(),
        "suite-file.md": suite_file(),
        "command-line.md": command_line(),
    }
    texts = {name: "\n".join([NOTE, "", *lines]).rstrip() + "\n" for name, lines in made.items()}
    return texts | {"report.schema.json": report_schema.written()}


def settings() -> Iterator[str]:
    """Each environment variable, its default, its unit and what it means."""
    yield "# Settings"
    yield ""
    yield from prose(
        "Every setting is an environment variable, read once when a process starts. A value that a setting cannot take",
        "ends the start, with the variable's name. Keep `ASSISTANT_TEST_RENEW_S` < `ASSISTANT_TEST_LEASE_S` <",
        "`ASSISTANT_TEST_STEP_S`, and `ASSISTANT_TEST_IDLE_IN_TRANSACTION_S` < `ASSISTANT_TEST_LEASE_S`.",
    )
    yield ""
    rows = [
        (f"`{variable(name)}`", _default(field), _unit(name, field), _sentence(field.description or ""))
        for name, field in Settings.model_fields.items()
    ]
    yield from table(("variable", "default", "unit", "meaning"), rows)
    yield ""
    yield f"Failpoints are for fault tests: never set one in production. Their names: {_listed(failpoints.NAMES)}."


def _default(field: FieldInfo) -> str:
    return f"`{field.default}`" if field.default != "" else "not set"


def _sentence(words: str) -> str:
    """A description as a sentence; a name that it begins with is kept as it is spelled."""
    first = words.split(" ", 1)[0]
    begun = words if "_" in first else words[:1].upper() + words[1:]
    return f"{begun}.".replace("<", "&lt;")


def _unit(name: str, field: FieldInfo) -> str:
    if name.endswith("_s"):
        return "seconds"
    return "URL" if name.endswith("_url") else "text" if field.annotation is str else "number"


def error_codes() -> Iterator[str]:
    """The published lists."""
    yield "# Error codes"
    yield ""
    yield "A code says why something has no answer. It never stands for a pass or a failure of the assistant."
    for title, place, codes, steps in (
        ("Runs", "`runs.error_code`, of runs that ended `failed`", errors.RUN_CODES, words.RUN_STEPS),
        ("Requests", "Refused before a row exists: SQLSTATE `AT400`, message `<code>: <what>`, the next step as hint",
         errors.REQUEST_CODES, words.REQUEST_STEPS),
        ("Case runs", "`case_runs.error_code`", errors.CASE_CODES, words.CASE_STEPS),
        ("Assertion results", "`assertion_results.error_code`; `met` is NULL", errors.RESULT_CODES, words.RESULT_STEPS),
        ("Commands", "`error.code` of what a command prints under `--json` where no request or run has a code",
         errors.COMMAND_CODES, words.COMMAND_STEPS),
    ):  # fmt: skip
        yield from ("", f"## {title}", "", f"{place}.", "")
        yield from table(
            ("code", "meaning", "what to do"), [(f"`{code}`", said, steps[code]) for code, said in codes.items()]
        )
    yield from ("", "## Refused changes", "")
    yield from prose(
        "An UPDATE of what is designed never to change is refused by the database with SQLSTATE `AT409`; the hint says",
        "what to do instead.",
    )


def run_states() -> Iterator[str]:
    """The moves of a run as a diagram, and all status words."""
    yield from ("# Run states", "", "```mermaid", "stateDiagram-v2", "    [*] --> queued: enqueue")
    for before, after in MOVES.items():
        yield from (f"    {before} --> {state}" for state in RunStatus if state in after)
        if not after:
            yield f"    {before} --> [*]"
    yield from ("```", "")
    yield from prose(
        "A run that is `running` is either leased by a worker or parked: no lease, and `wake_at` says when it is due.",
        "`completed` says that the machinery got to the end; `runs.outcome` says what that means. A run whose",
        "deadline passed completes, with `timed_out`.",
    )
    yield ""
    rows = [
        ("run", _listed(RunStatus)),
        ("case run", _listed(CaseRunStatus)),
        ("outcome", _listed(OutcomeStatus)),
        ("verdict", _listed(Verdict)),
        ("lane", _listed(Lane)),
    ]
    yield from table(("what", "words"), rows)
    yield from ("", "## Steps", "", "Which step is due is read from the rows each time (`worker/domain/run.py`).", "")
    yield from table(
        ("step", "slot", "does"), [(f"`{step}`", str(slot), words.STEPS[step]) for step, slot in SLOT_OF.items()]
    )
    yield from (
        "",
        "## Timeline",
        "",
        "`assistant_test_run_events` gets a row for each of these; `token` is the lease's.",
        "",
    )
    yield from table(("kind", "meaning"), [(f"`{kind}`", said) for kind, said in words.TIMELINE.items()])


def run_config() -> Iterator[str]:
    """The keys of run_config."""
    yield from ("# run_config", "")
    yield from prose(
        "Merged key by key: built-in, then `run` of the suite, then the enqueue. All are whole numbers; an unknown key",
        "is refused with `run_config_key_unknown`.",
    )
    yield ""
    meant = {
        "trials": ("times", "How often each case is executed; a structural case once in any case."),
        "concurrency": ("cases", "Cases of the run at once in one process."),
        "deadline_s": ("seconds", "From the first claim until what is left is given up."),
        "case_timeout_s": ("seconds", "Time limit of one try of a case."),
    }
    defaults = {
        "trials": f"{BUILT_IN_RUN_CONFIG['trials']}",
        "concurrency": _of_setting("concurrency"),
        "deadline_s": "the greatest of the run's runners (`structural`: 60)",
        "case_timeout_s": _of_setting("case_timeout_s"),
    }
    rows = [
        (f"`{key}`", defaults[key], f"{least} to {most}", *meant[key])
        for key, (least, most) in RUN_CONFIG_BOUNDS.items()
    ]
    yield from table(("key", "default", "range", "unit", "meaning"), rows)


def _of_setting(name: str) -> str:
    return f"{Settings.model_fields[name].default} (`{variable(name)}`)"


def log_events() -> Iterator[str]:
    """The catalogue of log events."""
    yield from ("# Log events", "")
    yield from prose(
        "Processes write JSON to standard error, one object a line: `event`, `level`, `logger`, `timestamp` (ISO 8601,",
        "UTC) and the event's fields. Lines of Celery and other libraries have the same form and other texts.",
    )
    yield ""
    rows = [
        (f"`{name}`", ", ".join(f"`{field}`" for field in fields) or "none", words.EVENTS[name])
        for name, fields in EVENTS.items()
    ]
    yield from table(("event", "fields", "meaning"), rows)


def assertion_kinds() -> Iterator[str]:
    """The kinds with their parameters."""
    yield from ("# Assertion kinds", "")
    yield from prose(
        "A kind says how an assertion is judged. Its parameters stand under `spec`; a wrong one is refused when the",
        "file is applied. A check gives met, not met, or unknown with a code of [error-codes.md](error-codes.md).",
    )
    for kind in KINDS.values():
        yield from ("", f"## {kind.name}", "")
        yield _said(inspect.getmodule(kind.judge), skip=f"``{kind.name}``: ")
        yield from ("", f"Reads the {kind.reads}. Evaluator `{kind.evaluator}`.", "")
        yield from _parameters(kind)


def _parameters(kind: Kind) -> Iterator[str]:
    if not kind.spec.model_fields:
        yield "No parameters."
        return
    properties = kind.spec.model_json_schema()["properties"]
    rows = [
        (f"`{field.alias or name}`", _shape(properties[field.alias or name]), _demand(field))
        for name, field in kind.spec.model_fields.items()
    ]
    yield from table(("parameter", "value", ""), rows)
    yield ""
    yield _said(kind.spec, skip="Parameters: ")


def _demand(field: FieldInfo) -> str:
    return "demanded" if field.is_required() else "may be left out"


def _shape(schema: dict[str, Any]) -> str:
    if schema.get("type") == "array":
        return f"list of {schema.get('minItems', 0)} to {schema['maxItems']}"
    kinds = [one["type"] for one in schema.get("anyOf", [schema]) if one.get("type") not in {None, "null"}]
    if not kinds:
        return "any JSON"
    return " or ".join("text" if kind == "string" else kind for kind in kinds)


def _said(thing: Any, skip: str) -> str:
    """A docstring in Markdown, attributes as a list."""
    text = (inspect.getdoc(thing) or "").replace(skip, "", 1).replace("``", "`")
    text = DOSSIER.sub("", text)
    head, _, attributes = text.partition("\n\nAttributes:\n")
    listed = ["", *(f"- {line.strip()}" for line in attributes.splitlines())] if attributes else []
    if head == "Parameters.":
        return "\n".join(listed[1:])
    return "\n".join([head[:1].upper() + head[1:], *listed])


def suite_file() -> Iterator[str]:
    """The fields of a suite file."""
    yield from ("# Suite files", "")
    yield from prose(
        "YAML 1.2, or JSON where the name ends in `.json`; UTF-8, at most",
        f"{MAX_BYTES // 1024 // 1024} MiB. A file holds one suite, several as a list, or several documents. All files",
        "of one `apply` are written together or not at all.",
    )
    for title, known, said in (
        ("A suite", shape.SUITE_FIELDS, words.SUITE_FIELDS),
        ("A case", shape.CASE_FIELDS, words.CASE_FIELDS),
        ("A case that exists already", shape.USE_FIELDS, words.USE_FIELDS),
        ("An assertion", shape.ASSERTION_FIELDS, words.ASSERTION_FIELDS),
        ("A criteria", criteria.FIELDS, words.CRITERIA_FIELDS),
    ):
        yield from ("", f"## {title}", "")
        yield from table(("field", "meaning"), [(f"`{field}`", said[field]) for field in known])
    yield ""
    plays_none = ", ".join(f"`{name}`" for name in sorted(suite.RUNNERS_WITHOUT_SCRIPT))
    yield from prose(
        f"Cases of the runners {plays_none} have no turns, persona or goal; all others need turns, or a persona and a",
        "goal.",
    )
    yield ""
    yield from prose(
        "A criteria without `required` and `threshold` has no rule: every run passes it, and its verdict is flagged",
        "`observed_only`. `apply`, `run` and `show` say so.",
    )


def _listed(enum: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in enum)


def write(folder: Path) -> None:
    """Write every page."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
