"""What applies to what (model.md)."""

from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from worker.domain.plan import LiveAssertion, Plan, PlannedCase, allowed, merged_run_config, read_plan
from worker.domain.words import Reads

CHECK, TALK = UUID(int=1), UUID(int=2)
STRUCTURAL, CHAT = "structural", "vapi_chat"
BRINGS = {STRUCTURAL: frozenset({Reads.CONFIGURATION}), CHAT: frozenset({Reads.CONVERSATION})}


def live(number: int, key: str, reads: Reads | None, case_id: UUID | None = None) -> LiveAssertion:
    """A live assertion."""
    return LiveAssertion(UUID(int=number), case_id, key, reads)


def plan(*assertions: LiveAssertion) -> Plan:
    """A plan over one structural case and one conversation."""
    return Plan(
        suite=tuple(one for one in assertions if one.case_id is None),
        cases={
            case: tuple(one for one in assertions if one.case_id == case)
            for case in {one.case_id for one in assertions if one.case_id}
        },
        brings=BRINGS,
        run_config={"trials": 3},
        criteria={},
        targets={},
        planned=(PlannedCase(CHECK, "check", STRUCTURAL), PlannedCase(TALK, "talk", CHAT)),
    )


def test_a_suites_assertion_applies_where_the_runner_brings_what_its_kind_reads() -> None:
    """A check of the configuration owes nothing for a conversation, and the other way round."""
    made = plan(live(10, "no_raw_liquid", Reads.CONFIGURATION), live(11, "polite", Reads.CONVERSATION))

    assert [due.key for due in made.due(CHECK, STRUCTURAL)] == ["no_raw_liquid"]
    assert [due.key for due in made.due(TALK, CHAT)] == ["polite"]


def test_a_cases_assertion_replaces_the_suites_of_the_same_key_there() -> None:
    """Elsewhere the suite's holds."""
    made = plan(live(10, "polite", Reads.CONVERSATION), live(12, "polite", Reads.CONVERSATION, TALK))

    assert [due.id for due in made.due(TALK, CHAT)] == [UUID(int=12)]


def test_a_kind_that_this_worker_does_not_know_is_due_everywhere() -> None:
    """Unknown is never left out: its rows are NULL, and a required key is inconclusive instead of vacuous."""
    made = plan(live(10, "from_the_future", None))

    assert made.pairs() == {(CHECK, "from_the_future"), (TALK, "from_the_future")}


def test_cases_of_recorded_calls_belong_to_runs_over_call_sets_only() -> None:
    """Other runs leave them out, and list them; a run over a call set takes nothing else."""
    recorded = PlannedCase(UUID(int=3), "recorded", "recorded_call")
    check = PlannedCase(CHECK, "check", STRUCTURAL)

    assert allowed([check, recorded], over_call_set=False) == ([check], ["recorded"])
    assert allowed([check, recorded], over_call_set=True) == ([recorded], ["check"])


def test_run_config_merges_key_by_key() -> None:
    """Built-in, suite, enqueue: the later layer wins, key by key."""
    assert merged_run_config({"trials": 3, "concurrency": 4}, {"concurrency": 8}) == {"trials": 3, "concurrency": 8}
    assert merged_run_config() == {"trials": 1}


def test_structural_cases_have_one_trial() -> None:
    """Repeating a deterministic check tells nothing."""
    made = plan()

    assert made.trials(repeats=True) == 3
    assert made.trials(repeats=False) == 1


@given(st.lists(st.tuples(st.integers(1, 99), st.sampled_from("abc"), st.sampled_from([*Reads, None])), unique=True))
def test_a_stored_plan_reads_back_as_it_was(parts: list[tuple[int, str, Reads | None]]) -> None:
    """The row is the truth: whatever a worker knew of a plan, the next one reads."""
    made = plan(*(live(number, key, reads, TALK if number % 2 else None) for number, key, reads in parts))

    read = read_plan(made.stored())

    for case in made.planned:
        assert read.due(case.id, case.runner) == made.due(case.id, case.runner)
