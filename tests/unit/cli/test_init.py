"""``init`` makes a suite file that is right at once, whatever the configuration holds, and overwrites nothing."""

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.typed import Typed
from tests.unit.cli.test_lint import assistant
from worker import suitefile
from worker.cli.configurations import judged_in, loaded
from worker.domain.configuration import Configuration
from worker.domain.criteria import parse
from worker.domain.suite import Suite
from worker.domain.verdict import Due, verdict_of
from worker.errors import FileError
from worker.judging import kinds
from worker.judging.structural import reading
from worker.judging.structural.candidates import candidates

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
CORPUS = os.environ.get("CORPUS_DIR")


def made(command: Typed, config: Path, *more: str) -> Suite:
    """The suite that init writes for this file, read as apply reads it."""
    out = command.folder / f"{len(list(command.folder.iterdir()))}.made.yaml"
    said = command("init", config, "--out", out, "--team", "acme", *more)
    assert said.code == 0, said.err
    [read] = suitefile.read([out])
    return read.suite


def verdicts(suite: Suite, config: Path) -> dict[str, str]:
    """What each consumer makes of the suite on the configuration."""
    configuration = judged_in(str(config), loaded(str(config)))
    rows = []
    for assertion in suite.assertions:
        judged = kinds.judge_configuration(assertion.wording.kind, assertion.wording.spec, configuration)
        rows.append(Due(assertion.key, "configuration", 0, 0, met=judged.met))
    return {name: verdict_of(parse(spec), rows, partial=False).outcome for name, spec in suite.criteria.items()}


@pytest.mark.parametrize(
    "name", ["booking.good.vapi.json", "booking.lost-clause.vapi.json", "front-desk.elevenlabs.json"]
)
def test_the_suite_of_an_example_passes_on_it_for_both_consumers(command: Typed, name: str) -> None:
    """Everything that it checks is required, tools and clauses too."""
    suite = made(command, EXAMPLES / name)

    assert verdicts(suite, EXAMPLES / name) == {"publish_gate": "passed", "nightly_sweep": "passed"}
    assert {each.key for each in suite.assertions} == {
        "no_raw_liquid",
        "every_variable_resolves",
        "tool_schemas_valid",
        "tools_attached",
        "rules_survive",
    }
    assert suite.criteria["publish_gate"]["required"] == [each.key for each in suite.assertions]


@pytest.mark.skipif(CORPUS is None, reason="CORPUS_DIR is unset; it names the folder of real files")
def test_the_suite_of_each_real_configuration_is_right_and_passes_on_it(command: Typed) -> None:
    """Both vendors, squads, nine languages, faults: what is not met today is ignored, and said so."""
    tried = 0
    for config in sorted((Path(CORPUS or "") / "configs").rglob("*.json")):
        try:
            judged_in(str(config), loaded(str(config)))
        except FileError:
            continue
        tried += 1
        assert set(verdicts(made(command, config), config).values()) == {"passed"}, config

    assert tried > 20


def test_a_broken_clause_makes_the_suite_fail(command: Typed) -> None:
    """What init writes guards something."""
    suite = made(command, EXAMPLES / "booking.good.vapi.json")
    text = (EXAMPLES / "booking.good.vapi.json").read_text(encoding="utf-8")

    broken = command.file(text.replace("Never promise a price", "Promise a price"), "broken.json")

    assert verdicts(suite, broken)["publish_gate"] == "failed"


def test_what_is_not_met_today_is_ignored_with_its_reason(command: Typed) -> None:
    """The gate does not open on it, and the remark says what to mend."""
    config = command.file(assistant("Hello {% if x %}."), "a.json")

    suite = made(command, config)
    printed = command("init", config).out

    assert suite.criteria["publish_gate"]["ignore"] == ["no_raw_liquid"]
    assert "# no_raw_liquid is not met by this file today" in printed
    assert "{% if x %}" in printed


def test_open_names_are_allowed_with_a_remark(command: Typed) -> None:
    """Whoever edits the file decides which of them the caller's system fills in."""
    config = command.file(assistant("Hello {{ name }}."), "a.json")

    suite = made(command, config)

    assert [each.wording.spec for each in suite.assertions[:2]] == [{"allow": ["name"]}] * 2
    assert "EDIT: These names are open" in command("init", config).out


def test_init_does_not_overwrite(command: Typed) -> None:
    """The file that is there stays as it is."""
    out = command.file("mine", "suite.yaml")

    said = command("init", EXAMPLES / "booking.good.vapi.json", "--out", out)

    assert (said.code, out.read_text(encoding="utf-8")) == (2, "mine")
    assert "exists already" in said.err


def test_without_out_the_file_is_printed_and_without_team_it_says_where_to_name_one(command: Typed) -> None:
    """Nothing is written; the printed text is the whole file."""
    said = command("init", EXAMPLES / "booking.good.vapi.json", "--suite", "line")
    [read] = suitefile.read([command.file(said.out, "s.yaml")], "acme")

    assert (read.suite.name, read.suite.facts.assistant) == ("line", "5b0c1f7e-3f0a-4c58-9d7f-6a1e2b3c4d5e")
    assert "# team: EDIT" in said.out


def test_json_holds_the_text_and_the_assertions(command: Typed) -> None:
    """One document, for programs."""
    document = command("init", EXAMPLES / "booking.good.vapi.json", "--json").document

    assert document["suite"] == "cedar-lane-booking-line"
    assert document["text"].startswith("# A first suite for")
    assert all(each["met"] for each in document["assertions"])


@pytest.mark.parametrize(
    "config",
    [
        {"name": "\u202e\x07 \U0001f600\x00", "model": {"messages": [{"role": "system", "content": 'Never: "a"\\ b # c. Never {{ x }}'}]}},
        {"name": "x" * 500, "firstMessage": "Hi {{ a['b c'] }} {{", "id": "  "},
        {"name": "a: b", "model": {"messages": [], "tools": [{"type": "function", "function": {"name": "a\nb: c"}}]}},
        {"id": "x\ud800", "model": {"messages": [{"role": "system", "content": "You must never \ud800 say this to anybody."}]}},
    ],
)  # fmt: skip
def test_odd_configurations_give_a_suite_file_that_reads(command: Typed, config: Any) -> None:
    """Control characters, quotation marks, half surrogates, long names."""
    path = command.file(json.dumps(config), "odd.json")

    assert set(verdicts(made(command, path), path).values()) == {"passed"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["none.json"], "cannot be read"),
        ([EXAMPLES / "booking.suite.yaml"], "is a suite file"),
        ([EXAMPLES / "booking.good.vapi.json", "--suite", "a\nb"], "no name"),
        ([EXAMPLES / "booking.good.vapi.json", "--out", "/nowhere/at/all.yaml"], "cannot be written"),
    ],
)
def test_wrong_arguments_are_refused(command: Typed, arguments: list[object], says: str) -> None:
    """One clear error each."""
    said = command("init", *arguments)

    assert said.code == 2
    assert says in said.err


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("- Never promise a price.\n2) You must ask for the name first. Be kind.", ["Never promise a price.", "You must ask for the name first."]),
        ("Du darfst niemals einen Preis nennen.", ["Du darfst niemals einen Preis nennen."]),
        ("Nunca prometas un precio al cliente.", ["Nunca prometas un precio al cliente."]),
        ("绝不能把公司名塞进事由。请微笑。", ["绝不能把公司名塞进事由。"]),
        ("Never say {{ name }} aloud to callers. Must you never ask? Never this. RULES THAT YOU MUST FOLLOW:", []),
    ],
)  # fmt: skip
def test_candidates_are_sentences_that_read_like_rules(prompt: str, expected: list[str]) -> None:
    """In several languages; no bullets, no Liquid, no questions, no headings, nothing short."""
    configuration = reading(json.loads(assistant(prompt)))
    assert isinstance(configuration, Configuration)

    assert candidates(configuration) == expected


def test_a_configuration_may_come_through_a_pipe(tmp_path: Path, command: Typed) -> None:
    """As from ``init <(curl …)``: what can be read once is read once."""
    pipe = tmp_path / "assistant"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=['{"name": "Front desk", "model": {"messages": []}}'])
    writer.start()

    said = command("init", pipe)

    writer.join()
    assert said.code == 0, said.err
    assert "Front desk" in said.out


def test_a_full_disk_leaves_no_half_file_behind(command: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next try would take it for one that exists already."""
    config = command.file('{"name": "a", "model": {"messages": []}}', "a.json")
    out = command.folder / "a.suite.yaml"

    def full(self: Path, mode: str = "r", **_: str) -> Any:
        Path.touch(self)
        return open("/dev/full", "w", encoding="utf-8") if mode == "x" else open(self, mode)  # noqa: PTH123

    monkeypatch.setattr(Path, "open", full)

    said = command("init", config, "--out", out)

    assert said.code == 2
    assert f"{out} cannot be written: No space left on device. Name another file" in " ".join(said.err.split("\n"))
    assert not out.exists()


def test_a_printed_suite_says_that_it_must_be_kept_first(command: Typed) -> None:
    """Its remarks apply a file that is not there yet; a written one says no such thing."""
    config = command.file('{"model": {"messages": []}, "name": "Cedar"}', "a.json")

    printed = command("init", config, "--team", "acme").out.splitlines()
    out = command.folder / "mine.suite.yaml"
    command("init", config, "--team", "acme", "--out", out)

    keep = printed.index("#   keep this text as cedar.suite.yaml; init writes it there with --out cedar.suite.yaml")
    assert keep < printed.index("#   assistant-test apply cedar.suite.yaml --team acme --dry-run")
    assert "keep this text" not in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("configuration", "says"),
    [
        ({"model": {"provider": "openai", "messages": []}, "name": "a"}, "No prompt can be seen in this file"),
        ({"members": [{"assistantId": "an-id"}, {"assistantId": "b"}]}, "2 assistants stand here by reference only"),
        (
            {
                "model": {"messages": [{"role": "system", "content": "Never promise a price to anybody."}]},
                "tools": [{"type": "function", "function": {"name": "book_visit"}}],
            },
            "No tool is required that the assistant does not reach: book_visit. Vapi does not read tools at the top",
        ),
        (
            {"model": {"messages": [{"role": "system", "content": "You book visits."}], "toolIds": ["t-1"]}},
            "1 tool can be seen by id only",
        ),
    ],
)
def test_what_the_suite_cannot_say_stands_in_it_with_its_reason(
    command: Typed, configuration: dict[str, object], says: str
) -> None:
    """A pass on nothing must not look like one: in the file, on the screen, and in the document."""
    file = command.file(json.dumps(configuration), "a.json")

    said = command("init", file, "--team", "acme", "--out", command.folder / "a.suite.yaml")
    document = command("init", file, "--team", "acme", "--json").document

    remarks = " ".join((command.folder / "a.suite.yaml").read_text("utf-8").replace("\n#  ", "").split())
    assert "What this suite does not say:" in remarks
    assert says in remarks
    assert f"Not said: {says}" in said.err
    assert any(sentence.startswith(says) for sentence in document["unsaid"])


def test_a_suite_that_says_everything_has_no_such_remark(command: Typed) -> None:
    """Nothing is unsaid of the example."""
    assert command("init", EXAMPLES / "booking.good.vapi.json", "--json").document["unsaid"] == []
