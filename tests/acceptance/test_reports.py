"""Reports of runs that real processes carried out: a clause is lost, CI goes red, and the comparison names it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import jsonschema
from junitparser import JUnitXml

from tests.acceptance.conftest import Rig
from tests.world import LOST_PROMPT, configuration
from worker.report.schema import schema


def said(database_url: str, *words: object, code: int = 0) -> str:
    """What a command prints, in a process of its own."""
    program = [str(Path(sys.executable).parent / "assistant-test"), *map(str, words)]
    environment = {**os.environ, "DATABASE_URL": database_url}
    ran = subprocess.run(program, env=environment, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert ran.returncode == code, ran.stderr
    return ran.stdout


def test_a_lost_clause_is_seen_in_every_report_and_by_the_comparison(rig: Rig, database_url: str) -> None:
    """The run before is green."""
    rig.world.suite(cases=2)
    rig.start("worker")
    rig.start("relay")
    good, bad = (_ended(rig, prompt) for prompt in (None, LOST_PROMPT))

    green, red = (
        list(JUnitXml.fromstring(said(database_url, "report", run, "--junit").encode())) for run in (good, bad)
    )
    lines = [json.loads(line) for line in said(database_url, "report", bad, "--jsonl").splitlines()]
    compared = json.loads(said(database_url, "compare", good, bad, "--json", "--exit-code", code=1))

    assert [(suite.tests, suite.failures, suite.errors) for [suite] in (green, red)] == [(5, 0, 0), (5, 3, 0)]
    for line in lines:
        jsonschema.validate(line, schema())
    assert (lines[0]["run"], lines[-1]["outcome"], lines[-1]["counts"]["not_met"]) == (str(bad), "failed", 2)
    assert "### ❌ failed" in said(database_url, "report", bad)
    assert {name: number for name, number in compared["counts"].items() if number} == {"broken": 2, "same": 2}


def _ended(rig: Rig, prompt: str | None) -> UUID:
    run = rig.world.enqueue(content=configuration(prompt) if prompt else configuration())
    assert rig.ended(run) == "completed"
    return run
