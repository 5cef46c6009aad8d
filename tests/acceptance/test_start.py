"""A worker that cannot work does not start: it says why in one line, and exits with a status that a supervisor sees."""

import pytest

from tests.acceptance.conftest import SOON_S, Rig
from tests.eventually import eventually


@pytest.mark.parametrize("name", ["worker", "worker_bulk", "relay"])
def test_a_wrong_revision_is_refused_with_how_to_migrate(rig: Rig, name: str) -> None:
    """On a database of another release nothing is claimed and nothing is written."""
    rig.world.connection.execute("UPDATE assistant_test_revision SET version_num = '0000'")

    refused = rig.processes.start(name, ready=False)
    eventually(lambda: not refused.running(), SOON_S)

    said = refused.log.read_text(encoding="utf-8")
    assert refused.end() != 0
    assert "revision 0000" in said
    assert "assistant-test migrate" in said
    assert "Traceback" not in said
