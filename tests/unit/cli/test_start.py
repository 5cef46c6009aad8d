"""What a command loads before it does anything: people and hooks call them often."""

import subprocess
import sys

SLOW = {"alembic", "sqlalchemy", "celery", "kombu", "redis", "httpx"}
"""A tenth to half a second each."""
LOADED = """
import sys
from worker.cli import main
for name in main.COMMANDS:
    main.lazy.callback(main.COMMANDS[name])
print(*{name.partition(".")[0] for name in sys.modules})
"""


def test_no_command_loads_what_only_some_need() -> None:
    """All of them together, as --help does: no migrations, no broker, no HTTP."""
    said = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)

    assert SLOW & set(said.stdout.split()) == set()
