"""What applying a file writes, and what it refuses (model.md, "Versioning, step by step")."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.domain.apply_plan import (
    AssertionWritten,
    CaseWritten,
    Change,
    CriteriaWritten,
    LinkWritten,
    SuiteWritten,
    applied,
    plan,
)
from worker.domain.suite import Assertion, Case, CaseFacts, Suite, SuiteFacts, Wording
from worker.domain.suite_state import AssertionVersion, CriteriaVersion, Link, Owner, State, same
from worker.domain.words import Reads

STRUCTURAL = CaseFacts("structural")
OF_SUITE = Owner("suite", "booking")
OF_CASE = Owner("case", "configuration")


def assertion(key: str = "liquid", **changed: Any) -> Assertion:
    """An assertion of a suite or case."""
    return Assertion(key, replace(Wording("no_raw_liquid"), **changed))


def booking(**changed: Any) -> Suite:
    """A suite of one structural case, one assertion and one criteria."""
    suite = Suite(
        team="acme",
        name="booking",
        facts=SuiteFacts("asst_main"),
        assertions=(assertion(),),
        cases=(Case("configuration", STRUCTURAL),),
        criteria={"publish_gate": {"required": ["liquid"]}},
    )
    return replace(suite, **changed)


def nothing() -> State:
    """A team that has nothing yet; the application has consumers and a runner."""
    return State(
        "acme",
        consumers=frozenset({"publish_gate", "nightly_sweep"}),
        runners={"structural": frozenset({Reads.CONFIGURATION}), "chat": frozenset({Reads.CONVERSATION})},
        reads_of=lambda kind: Reads.CONVERSATION if kind == "contains" else Reads.CONFIGURATION,
    )


def having(*suites: Suite) -> State:
    """A team to which these suites were applied."""
    made = plan(list(suites), nothing())
    assert not made.refusals
    return applied(nothing(), made.changes)


def changes(suite: Suite, state: State) -> tuple[Change, ...]:
    """The changes of one suite, which nothing refuses."""
    made = plan([suite], state)
    assert not made.refusals
    return made.changes


def test_a_new_suite_is_created_whole() -> None:
    """Suite, case, link, and version 1 of assertion and criteria."""
    made = changes(booking(), nothing())

    assert made == (
        SuiteWritten("booking", None, SuiteFacts("asst_main")),
        CaseWritten("booking", "configuration", None, STRUCTURAL),
        LinkWritten("booking", "configuration", None, Link(0, enabled=True)),
        AssertionWritten("booking", OF_SUITE, "liquid", None, AssertionVersion(1, Wording("no_raw_liquid"))),
        CriteriaWritten("booking", "publish_gate", None, CriteriaVersion(1, {"required": ["liquid"]})),
    )


def test_the_same_file_again_writes_nothing() -> None:
    """Applying is idempotent."""
    assert changes(booking(), having(booking())) == ()


@pytest.mark.parametrize("field", [{"kind": "readable"}, {"spec": {"a": 1}}, {"statement": "It holds."}, {"role": "x"}])
def test_rewording_mints_the_next_version_and_only_that(field: dict[str, Any]) -> None:
    """Kind, spec, statement or role differs: version + 1 of that assertion, nothing else."""
    suite = booking(assertions=(assertion(**field), assertion("other")))
    state = having(booking(assertions=(assertion(), assertion("other"))))

    [change] = changes(suite, state)

    assert isinstance(change, AssertionWritten)
    assert (change.owner, change.key, change.after.version) == (OF_SUITE, "liquid", 2)
    assert change.after.wording == replace(Wording("no_raw_liquid"), **field)


def test_true_for_one_is_a_rewording_and_one_for_one_point_nought_is_none() -> None:
    """Specs are compared as JSON; jsonb too takes 1 and 1.0 for one number."""
    state = having(booking(assertions=(assertion(spec={"n": 1}),)))

    assert len(changes(booking(assertions=(assertion(spec={"n": True}),)), state)) == 1
    assert changes(booking(assertions=(assertion(spec={"n": 1.0}),)), state) == ()


def test_an_assertion_that_a_file_no_longer_holds_is_retired_by_a_last_version() -> None:
    """The last version keeps the wording and says that nothing is live."""
    state = having(booking(assertions=(assertion(), assertion("other"))))

    [change] = changes(booking(), state)

    assert isinstance(change, AssertionWritten)
    assert change.key == "other"
    assert change.after == AssertionVersion(2, Wording("no_raw_liquid"), retired=True)


def test_a_retired_key_is_revived_by_the_next_version() -> None:
    """Even with the wording that it had."""
    both = booking(assertions=(assertion(), assertion("other")))
    state = having(both)
    state = applied(state, changes(booking(), state))

    [change] = changes(both, state)

    assert isinstance(change, AssertionWritten)
    assert change.after == AssertionVersion(3, Wording("no_raw_liquid"))


def test_what_is_retired_stays_so_without_another_version() -> None:
    """Applying again what lacks a retired key writes nothing."""
    state = having(booking(assertions=(assertion(), assertion("other"))))
    state = applied(state, changes(booking(), state))

    assert changes(booking(), state) == ()


def test_a_raised_bar_is_the_next_version_of_the_criteria() -> None:
    """A changed spec is minted; a key order in it is no change."""
    first = {"publish_gate": {"required": ["liquid"], "ignore": []}}
    state = having(booking(criteria=first))

    assert changes(booking(criteria={"publish_gate": {"ignore": [], "required": ["liquid"]}}), state) == ()
    [change] = changes(booking(criteria={"publish_gate": {"threshold": [{"keys": ["liquid"], "min": 1}]}}), state)

    assert isinstance(change, CriteriaWritten)
    assert change.after.version == 2


def test_a_criteria_that_a_file_no_longer_holds_is_retired_and_may_be_revived() -> None:
    """Version 2 retires it, version 3 is live again."""
    state = having(booking())

    [retired] = changes(booking(criteria={}), state)
    [revived] = changes(booking(), applied(state, [retired]))

    assert isinstance(retired, CriteriaWritten)
    assert isinstance(revived, CriteriaWritten)
    assert retired.after == CriteriaVersion(2, {"required": ["liquid"]}, retired=True)
    assert revived.after == CriteriaVersion(3, {"required": ["liquid"]})


def test_a_case_is_edited_in_place() -> None:
    """Cases have no versions; runs keep a snapshot."""
    edited = CaseFacts("structural", {"variables": {"city": "Oslo"}})

    [change] = changes(booking(cases=(Case("configuration", edited),)), having(booking()))

    assert change == CaseWritten("booking", "configuration", STRUCTURAL, edited)


def test_a_case_that_a_file_no_longer_holds_loses_its_link_only() -> None:
    """The case and its assertions stay; the places of the others close up."""
    cases = (Case("old", STRUCTURAL, (assertion("own"),)), Case("configuration", STRUCTURAL))
    state = having(booking(cases=cases))

    made = changes(booking(), state)

    assert made == (
        LinkWritten("booking", "configuration", Link(1, enabled=True), Link(0, enabled=True)),
        LinkWritten("booking", "old", Link(0, enabled=True), None),
    )


def test_a_disabled_case_keeps_its_place() -> None:
    """enabled: false changes the link alone."""
    cases = (Case("configuration", STRUCTURAL), Case("second", STRUCTURAL))
    state = having(booking(cases=cases))

    [change] = changes(booking(cases=(cases[0], replace(cases[1], enabled=False))), state)

    assert change == LinkWritten("booking", "second", Link(1, enabled=True), Link(1, enabled=False))


def test_an_archived_suite_is_taken_out_of_the_archive() -> None:
    """Whoever applies a suite wants it live."""
    state = replace(having(booking()), archived=frozenset({"booking"}))

    assert changes(booking(), state) == (
        SuiteWritten("booking", SuiteFacts("asst_main"), SuiteFacts("asst_main"), revived=True),
    )


def test_suites_that_no_file_names_are_left_alone() -> None:
    """A file of one suite retires nothing of another."""
    other = booking(name="other", cases=(Case("c2", STRUCTURAL),))

    assert changes(booking(), having(booking(), other)) == ()


def test_a_used_case_is_linked_and_not_touched() -> None:
    """use: takes the case and its assertions as they stand."""
    state = having(booking(cases=(Case("configuration", STRUCTURAL, (assertion("own"),)),)))
    other = booking(name="other", cases=(Case("configuration", None),))

    made = changes(other, state)

    assert not [change for change in made if isinstance(change, CaseWritten)]
    assert LinkWritten("other", "configuration", None, Link(0, enabled=True)) in made
    assert not [change for change in made if isinstance(change, AssertionWritten) and change.owner.kind == "case"]


def test_a_case_may_be_used_that_the_same_files_describe() -> None:
    """The order of the suites does not matter."""
    other = booking(name="other", cases=(Case("configuration", None),))

    assert not plan([other, booking()], nothing()).refusals


def test_editing_a_shared_case_names_its_other_suites() -> None:
    """Whoever edits it shall know whom else it reaches."""
    other = booking(name="other", cases=(Case("configuration", None),))
    edited = Case("configuration", CaseFacts("structural", {"facts": ["open on Sunday"]}))

    [change] = changes(booking(cases=(edited,)), having(booking(), other))

    assert isinstance(change, CaseWritten)
    assert change.also_in == ("other",)


@pytest.mark.parametrize("facts", [STRUCTURAL, None])
def test_a_case_of_another_assistant_is_refused_and_a_copy_offered(facts: CaseFacts | None) -> None:
    """A case stands in suites of one assistant only, whether described or used."""
    other = booking(name="other", facts=SuiteFacts("asst_two"), cases=(Case("configuration", facts),))

    [refusal] = plan([other], having(booking())).refusals

    assert refusal.field == ("cases[0].name" if facts else "cases[0].use")
    assert "asst_main" in refusal.message
    assert "copy" in refusal.advice


def test_an_assistant_may_change_with_all_suites_that_share_its_cases() -> None:
    """What counts is how it would be afterwards."""
    other = booking(name="other", cases=(Case("configuration", None),))
    moved = [replace(suite, facts=SuiteFacts("asst_two")) for suite in (booking(), other)]

    assert not plan(moved, having(booking(), other)).refusals
    assert plan(moved[:1], having(booking(), other)).refusals


@pytest.mark.parametrize(
    ("suite", "field", "advice"),
    [
        (booking(cases=(Case("configuratoin", None),)), "cases[0].use", "Did you mean configuration?"),
        (booking(cases=(Case("c", CaseFacts("structurel")),)), "cases[0].runner", "Did you mean structural?"),
        (booking(criteria={"publish_gates": {}}), "criteria.publish_gates", "Did you mean publish_gate?"),
    ],
)
def test_a_name_that_nobody_has_is_refused_with_the_nearest(suite: Suite, field: str, advice: str) -> None:
    """A case to use, a runner, a consumer: checked against the rows."""
    [refusal] = plan([suite], having(booking())).refusals

    assert (refusal.suite, refusal.field) == ("booking", field)
    assert refusal.advice.startswith(advice)


@pytest.mark.parametrize(
    "suite",
    [
        booking(assertions=(assertion("liquids"),)),
        booking(cases=()),
        booking(cases=(Case("configuration", STRUCTURAL, enabled=False),)),
        booking(cases=(Case("talk", CaseFacts("chat", {"turns": ["Hi"]})),)),
    ],
    ids=["retired", "unlinked", "disabled", "read by no case"],
)
def test_the_last_thing_that_a_criteria_names_is_not_taken_away(suite: Suite) -> None:
    """A run would fail with criteria_key_unmatched; it is said before."""
    refusals = plan([suite], having(booking())).refusals

    assert [refusal.field for refusal in refusals] == ["criteria.publish_gate.required[0]"]


def test_a_criteria_of_a_suite_outside_the_files_is_kept_whole() -> None:
    """Taking an assertion from a shared case is refused where another suite's criteria needs it."""
    shared = Case("configuration", STRUCTURAL, (assertion("own"),))
    other = booking(
        name="other", cases=(Case("configuration", None),), criteria={"nightly_sweep": {"required": ["own"]}}
    )

    [refusal] = plan([booking()], having(booking(cases=(shared,)), other)).refusals

    assert refusal.field == "cases[0]"
    assert "other" in refusal.message
    assert "own" in refusal.message


def test_an_ignored_key_may_name_nothing() -> None:
    """Ignore has no effect, so nothing depends on it."""
    assert not plan([booking(criteria={"publish_gate": {"ignore": ["gone"]}})], nothing()).refusals


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(spec=st.dictionaries(st.text(max_size=3), JSON, max_size=4))
def test_any_spec_is_the_same_as_itself(spec: dict[str, Any]) -> None:
    """No value mints versions for ever."""
    assert same(spec, spec)
    assert (
        changes(booking(assertions=(assertion(spec=spec),)), having(booking(assertions=(assertion(spec=spec),)))) == ()
    )


@given(
    before=st.lists(st.sampled_from("abcd"), unique=True),
    after=st.lists(st.sampled_from("abcd"), unique=True),
    own=st.booleans(),
)
def test_after_applying_the_rows_say_what_the_file_says(before: list[str], after: list[str], own: bool) -> None:
    """From any state to any other: live keys and links are the file's, and applying again writes nothing."""

    def suite(keys: list[str]) -> Suite:
        cases = tuple(Case(key, STRUCTURAL, (assertion("own"),) if own else ()) for key in keys)
        return booking(assertions=tuple(map(assertion, keys)), cases=cases, criteria={})

    start = having(suite(before))
    end = applied(start, changes(suite(after), start))

    assert set(end.live(OF_SUITE)) == set(after)
    assert {case: link.position for case, link in end.links.get("booking", {}).items()} == {
        case: place for place, case in enumerate(after)
    }
    assert changes(suite(after), end) == ()
