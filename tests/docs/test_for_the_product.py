"""The page for the product's engineers: every snippet is run, in order, with a real worker and the relay."""

import base64
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.docs import prose
from tests.docs.prose import ROOT
from tests.eventually import eventually
from tests.processes import processes
from worker.domain import webhook

PAGE = ROOT / "docs" / "for-the-product.md"
SHOWN = re.compile(r"^```(python|sql)\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
LONGEST_S = 60
SOON_S = 20
REQUESTS = ["publish-77", "publish-78", "publish-78-again", "publish-79"]


def shown(language: str) -> list[tuple[str, str]]:
    """The page's snippets of a language, each with the output that follows it."""
    return [(code, output) for found, code, output in SHOWN.findall(PAGE.read_text("utf-8")) if found == language]


@pytest.mark.timeout(180)
def test_the_snippets_do_what_the_page_says(
    database_url: str, redis_url: str, connection: psycopg.Connection[Any], tmp_path: Path
) -> None:
    """SQL on a connection, Python as a program; what it prints is what the page shows."""
    environment = {**os.environ, "DATABASE_URL": database_url, "REDIS_URL": redis_url, "PYTHONUTF8": "1"}
    apply = [str(Path(sys.executable).with_name("assistant-test")), "apply", "examples/booking.suite.yaml"]
    subprocess.run(apply, cwd=ROOT, env=environment, capture_output=True, check=True)
    ended = (
        "SELECT request_id FROM assistant_test_runs WHERE status = 'completed' AND starts_with(request_id, 'publish-')"
        " ORDER BY request_id"
    )

    with processes(database_url, redis_url, tmp_path) as started:
        started.start("worker")
        started.start("relay")
        for language, code, output in SHOWN.findall(PAGE.read_text("utf-8")):
            if language == "sql":
                connection.execute(code.encode()).fetchall()
                continue
            said = subprocess.run(
                [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True,
                timeout=LONGEST_S, check=False,
            )  # fmt: skip
            assert said.returncode == 0, said.stderr
            assert not output or said.stdout == output
        eventually(lambda: connection.execute(ended).fetchall() == [(request,) for request in REQUESTS], SOON_S)


def test_the_signature_that_we_make_is_one_that_the_page_verifies() -> None:
    """And a changed body, an old timestamp and another secret are not."""
    names: dict[str, Any] = {}
    exec(shown("python")[-1][0], names)  # noqa: S102 - a page of this project
    verified = names["verified"]
    secret = "whsec_" + base64.b64encode(bytes(range(32))).decode()
    body = json.dumps({"type": "run.ended"}).encode()
    headers = webhook.headers("an-id", int(time.time()), body, webhook.secrets(secret))
    old = webhook.headers("an-id", int(time.time()) - 3600, body, webhook.secrets(secret))

    assert verified(headers, body, secret) is True
    assert verified(headers, body + b" ", secret) is False
    assert verified(old, body, secret) is False
    assert verified(headers, body, "whsec_" + "QUFB" * 8) is False


def test_the_page_shows_the_six_things() -> None:
    """Each has its heading, and every argument of the enqueue is named."""
    text = PAGE.read_text("utf-8")
    with_names = (ROOT / "migrations" / "sql" / "0002_10_enqueue.sql").read_text("utf-8")
    arguments = re.findall(r"^    (\w+) \w+(?:\[\])? DEFAULT", with_names, re.MULTILINE)

    assert re.findall(r"^## (\d)\.", text, re.MULTILINE) == list("123456")
    assert {"only_cases", "webhook"} <= set(arguments)
    assert all(f"`{name}`" in text for name in arguments)
    assert len(prose.blocks(PAGE, "python")) == len(shown("python"))
