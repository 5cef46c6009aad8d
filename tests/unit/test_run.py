"""Which step is due, as a pure function of the rows."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from worker.domain.run import MOVES, SLOT_OF, Facts, Slot, Step, due_step, steps_of
from worker.domain.words import RunStatus

NOTHING = Facts(
    ended=False,
    planned=True,
    cancel_requested=False,
    deadline_passed=False,
    pending_at_once=False,
    pending_long=False,
    open_outcomes=False,
)
ANY = st.builds(Facts, *[st.booleans()] * 7)


def test_an_unplanned_run_is_prepared_first() -> None:
    """Whatever else stands in the rows, there is no work without a plan."""
    assert due_step(replace(NOTHING, planned=False)) is Step.PREPARE


def test_cases_whose_evidence_is_there_at_once_come_before_conversations() -> None:
    """A mixed run answers what it can before it waits."""
    assert due_step(replace(NOTHING, pending_at_once=True, pending_long=True)) is Step.EXECUTE
    assert due_step(replace(NOTHING, pending_long=True)) is Step.CONVERSE


def test_open_outcomes_are_judged_when_nothing_is_pending() -> None:
    """What a crash left open is closed before the verdict."""
    assert due_step(replace(NOTHING, open_outcomes=True)) is Step.JUDGE


@given(ANY)
def test_cancel_and_deadline_go_straight_to_the_end(facts: Facts) -> None:
    """Nothing new is sent after a cancel or a deadline."""
    if not facts.ended and (facts.cancel_requested or facts.deadline_passed):
        assert due_step(facts) is Step.FINISH


@given(ANY)
def test_a_run_is_finished_only_when_nothing_is_left_or_it_is_stopped(facts: Facts) -> None:
    """The verdict never overtakes pending cases or open outcomes of a run that goes on."""
    if due_step(facts) is Step.FINISH and not (facts.ended or facts.cancel_requested or facts.deadline_passed):
        assert facts.planned
        assert [facts.pending_at_once, facts.pending_long, facts.open_outcomes] == [False, False, False]


@given(ANY)
def test_a_run_that_has_ended_is_only_ever_judged_or_settled(facts: Facts) -> None:
    """A re-judge executes nothing."""
    assert due_step(replace(facts, ended=True)) in {Step.JUDGE, Step.FINISH}


def test_ended_states_have_no_way_out() -> None:
    """Terminal states absorb."""
    assert {status for status, moves in MOVES.items() if not moves} == {status for status in RunStatus if status.ended}


def test_every_step_takes_exactly_one_kind_of_slot() -> None:
    """Only conversations take a long slot, so they never stand in the way of anything else."""
    assert steps_of(Slot.LONG) == [Step.CONVERSE]
    assert sorted(steps_of(Slot.LONG) + steps_of(Slot.SHORT)) == sorted(SLOT_OF)
