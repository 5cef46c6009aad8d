"""The Python of the pages on contract and adapters works as it stands."""

import uuid
from pathlib import Path
from typing import Any

import psycopg

from tests.docs import prose
from tests.docs.prose import ROOT
from tests.eventually import eventually
from tests.processes import processes
from tests.world import World
from worker import contract, ports
from worker.domain.evidence import CaseToRun, Target
from worker.errors import AdapterErrorKind
from worker.settings import Settings

SIX = {"claim", "record", "open_outcomes", "write_results", "renew", "release"}


def defined_in(page: str) -> dict[str, Any]:
    """What the only Python block of a page defines."""
    (block,) = prose.blocks(ROOT / "docs" / page, "python")
    names: dict[str, Any] = {"__name__": "snippet"}
    exec(compile(block, page, "exec"), names)  # noqa: S102  a page of this project
    return names


async def test_a_run_is_worked_by_hand_and_finished_by_a_worker(
    connection: psycopg.Connection, database_url: str, redis_url: str, tmp_path: Path
) -> None:
    """A process that follows the page leaves a run that any worker stamps with a verdict."""
    world = World(connection)
    world.suite(cases=2)
    run_id = world.enqueue()

    await defined_in("contract.md")["work_by_hand"](Settings(database_url=database_url), run_id)

    assert [met for _, _, met, _ in world.results(run_id)] == [True] * 4
    with processes(database_url, redis_url, tmp_path) as started:
        started.start("worker")
        eventually(lambda: world.status(run_id) == "completed", 20)
    assert world.run(run_id)["outcome"] == "passed"


async def test_the_example_adapter_executes_a_case() -> None:
    """What the page shows is a CaseAdapter of the present port."""
    adapter: ports.CaseAdapter = defined_in("adapters.md")["make"]()
    case = CaseToRun(
        case_run_id=uuid.uuid4(),
        case_id=uuid.uuid4(),
        name="asks",
        runner="echo",
        content={"turns": ["Hi"]},
        trial=0,
        target=Target("live"),
        targets={},
        timeout_s=5,
    )

    evidence = await adapter.execute(case)

    assert evidence.transcript == [{"role": "user", "text": "Hi"}, {"role": "assistant", "text": "Hi"}]
    assert adapter.traits.port_version == ports.PORT_VERSION


def test_the_page_on_the_contract_names_its_operations() -> None:
    """The six, each with a row of its own, and each a function of the module."""
    text = (ROOT / "docs" / "contract.md").read_text("utf-8")

    assert all(f"\n| `{name}` | " in text for name in SIX)
    assert all(callable(getattr(contract, name)) for name in SIX)


def test_the_page_on_adapters_names_every_kind_of_error() -> None:
    """What the engine does is said of each kind."""
    text = (ROOT / "docs" / "adapters.md").read_text("utf-8")

    assert all(f"\n| `{kind}` | " in text for kind in AdapterErrorKind)
