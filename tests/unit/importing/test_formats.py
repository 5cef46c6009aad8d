"""What each format's tests become."""

from pathlib import Path

from tests.unit.importing.samples import (
    ELEVENLABS,
    EVAL,
    PROMPTFOO,
    SIMULATION,
    TEST_SUITE,
    TOOL,
    brought,
    cases,
    wordings,
)
from worker.domain.suite import Wording


def test_a_promptfoo_test_is_a_case_of_one_turn(tmp_path: Path) -> None:
    """One variable is said, the others stay variables; lists come to one case each; shared assertions are the suite's."""
    found = brought(tmp_path, {"promptfoo": PROMPTFOO})

    assert [(case.name, case.facts.content) for case in cases(found) if case.facts] == [
        ("asks for a price", {"turns": ["How much?"], "variables": {"city": "Leeds", "plan": {"name": "gold"}}}),
        ("Hi", {"turns": ["Hi"], "variables": {"city": "Leeds"}}),
        ("Hello", {"turns": ["Hello"], "variables": {"city": "Leeds"}}),
    ]
    assert wordings(found)[:4] == [
        Wording("rubric", {}, "Stays polite."),
        Wording("not_contains", {"any": ["$", "€"]}),
        Wording("contains", {"any": ["consultation"], "ignore_case": True}),
        Wording("none_of", {"of": [{"kind": "rubric", "statement": "Names a number."}]}),
    ]
    assert [(note.where, note.why[:10]) for note in found.left if note.where.startswith("tests")] == [
        ("tests[0].assert[2]", "It is code"),
        ("tests[0].assert[1].weight", "There are "),
    ]


def test_a_promptfoo_configuration_brings_the_tests_of_the_files_that_it_names(tmp_path: Path) -> None:
    """YAML and CSV; each file once, also where it was given itself; one that is missing is told."""
    config = "prompts: [x]\ntests: ['file://a.yaml', 'file://b.csv', 'file://c.yaml', 'https://example.com/d']\n"
    listed = '- vars: {question: "Yes?"}\n  assert: [{type: equals, value: "Yes."}]\n'
    table = 'question,__expected,__expected2,__metric\nWho?,"contains-any: Ann, Bo",An: exact text,who\n'

    found = brought(tmp_path, {"z.yaml": config, "a.yaml": listed, "b.csv": table})

    assert [case.name for case in cases(found)] == ["Yes?", "Who?"]
    assert wordings(found) == [
        Wording("equals", {"value": "Yes."}),
        Wording("contains", {"any": ["Ann", "Bo"]}),
        Wording("equals", {"value": "An: exact text"}),
    ]
    assert [note.where for note in found.left] == ["[0].__metric", "tests[2]", "tests[3]", "prompts"]


def test_a_file_elsewhere_is_not_read_on_a_configurations_word(tmp_path: Path) -> None:
    """A path out of the folders that were given stays closed."""
    secret = tmp_path / "secret.yaml"
    secret.write_text('- vars: {question: "secret"}\n', encoding="utf-8")

    found = brought(tmp_path / "given", {"c.yaml": "prompts: [x]\ntests: ['file://../secret.yaml']\n"})

    assert not found.drafts
    assert "outside of the folders" in found.left[0].why


def test_an_evals_checkpoints_are_assertions_on_the_turn_before(tmp_path: Path) -> None:
    """What is put into the mouth of the assistant, or of the system, is listed."""
    found = brought(tmp_path, {"eval": EVAL})

    [case] = cases(found)
    assert case.facts is not None
    assert case.facts.content == {"turns": ["Tuesday, please", "Half past ten"]}
    assert wordings(found) == [
        Wording("equals", {"value": "Which time?", "ignore_case": True, "turn": 1}),
        Wording("regex", {"pattern": "10[:.]30", "turn": 2}),
        Wording("tool_called", {"name": "book", "turn": 2, "arguments": {"regex": {"at": "10.*"}}}),
        Wording("rubric", {"turn": 2}, "Pass"),
    ]
    assert [note.where for note in found.left if note.where.startswith("messages")] == [
        "messages[0]",
        "messages[5]",
        "messages[4].continuePlan",
        "messages[6].judgePlan.model.provider",
        "messages[6].judgePlan.model.model",
    ]


def test_a_test_suites_script_is_a_goal_and_its_rubrics_are_rubrics(tmp_path: Path) -> None:
    """The most attempts are the suite's trials."""
    found = brought(tmp_path, {"suite": TEST_SUITE})

    assert [case.facts.content["goal"] for case in cases(found) if case.facts] == ["Say you are sad.", "Be glad."]
    assert wordings(found) == [Wording("rubric", {}, "Shows empathy."), Wording("rubric", {}, "Is glad, too.")]
    assert found.drafts[0].suite.facts.run == {"trials": 3}
    assert [note.where for note in found.changed] == ["tests[0].attempts"]


def test_a_simulation_is_a_personality_that_plays_a_scenario(tmp_path: Path) -> None:
    """Files refer to each other by name; an extracted value is a rubric where its output is there, else it is listed."""
    found = brought(tmp_path, dict(SIMULATION))

    [case] = cases(found)
    assert case.facts is not None
    assert (case.name, case.facts.content) == (
        "Slow roof",
        {"persona": "You speak slowly.", "goal": "Ask for a roof."},
    )
    assert wordings(found) == [Wording("rubric", {}, "booked = true\n\nA visit is booked.")]
    assert {"evaluations[1]", "simulationIds[1]"} <= {note.where for note in found.left}


def test_an_elevenlabs_history_is_turns_and_its_condition_a_rubric(tmp_path: Path) -> None:
    """Examples go with it, and a template stays as it is written."""
    found = brought(tmp_path, {"e": ELEVENLABS})

    [case] = cases(found)
    assert case.facts is not None
    assert case.facts.content == {"turns": ["Any slot on {{day}}?"], "variables": {"clinic": "Lakeside"}}
    assert wordings(found) == [
        Wording("rubric", {"examples": {"met": ["At 9:30."], "not_met": ["Closed."]}}, "Names a time.")
    ]
    assert [note.where for note in found.changed] == ["chat_history[1].message"]


def test_an_elevenlabs_tool_test_is_a_call_with_arguments(tmp_path: Path) -> None:
    """An argument that a model judges is listed."""
    found = brought(tmp_path, {"t": TOOL})

    assert wordings(found) == [
        Wording("tool_called", {"name": "tool_3f9a", "arguments": {"day": {"exact": "2026-12-03"}}})
    ]
    assert "tool_call_parameters.parameters[1]" in [note.where for note in found.left]


def test_an_index_brings_the_tests_that_it_names_once(tmp_path: Path) -> None:
    """Its files were given, too."""
    index = {"tests": [{"config": "sub/a.json", "type": "basic-llm", "id": "1"}]}

    found = brought(tmp_path, {"tests": index, "sub/a.json": '{"type": "tool", "chat_history": []}', "e": ELEVENLABS})

    assert [case.name for case in cases(found)] == ["offers Thursday"]
    assert "The caller says nothing in it." in [note.why for note in found.left]


def test_parts_of_simulations_may_come_as_the_api_lists_them(tmp_path: Path) -> None:
    """A bare list, or an envelope; they refer to each other by id."""
    scenarios = [{"id": "s1", "name": "Roof", "instructions": "Ask for a roof.", "evaluations": []}]
    rest = {
        "results": [
            {"id": "p1", **SIMULATION["slow"]},
            {"id": "x", "scenarioId": "s1", "personalityId": "p1", "name": "Slow roof"},
            {"id": "p2", "name": "Fast", "assistant": {"model": {"model": "gpt-4.1"}}},
        ]
    }

    found = brought(tmp_path, {"scenarios": scenarios, "rest": rest})

    [case] = cases(found)
    assert case.facts is not None
    assert case.facts.content == {"persona": "You speak slowly.", "goal": "Ask for a roof."}
    assert "results[2]" in [note.where for note in found.left]


def test_a_pattern_of_a_configuration_brings_all_files_that_it_names(tmp_path: Path) -> None:
    """Below its own folder; one that names none is listed."""
    files = {
        "c.yaml": "prompts: [x]\ntests: ['file://sub/*.yaml', 'none/*.yaml', '../*.yaml']\n",
        "sub/a.yaml": "- vars: {question: A}\n",
        "sub/b.yaml": "- vars: {question: B}\n",
    }

    (tmp_path / "outside.yaml").write_text("- vars: {question: secret}\n", encoding="utf-8")

    found = brought(tmp_path / "given", files)

    assert [case.name for case in cases(found)] == ["A", "B"]
    assert [note.where for note in found.left] == ["tests[1]", "tests[2]", "prompts"]
