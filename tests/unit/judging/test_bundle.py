"""Files of one folder resolve each other: what each gets, and what it does not."""

from typing import Any

import pytest

from worker.domain.configuration import (
    Assistant,
    Configuration,
    Format,
    GivenVariable,
    Handoff,
    Opening,
    Role,
    StoredTool,
    Text,
    Tool,
)
from worker.judging.structural.bundle import File, Joined, joined

MODEL = "/model/messages/0/content"


def speaker(prompt: str = "Be kind.", *, content: Any = None, **more: Any) -> Configuration:
    """A Vapi assistant with a prompt."""
    texts = (Text(Role.SYSTEM_PROMPT, MODEL, prompt),)
    whole = {"model": {"messages": [{"role": "system", "content": prompt}]}} if content is None else content
    one = Assistant(texts=texts, opening=Opening.ASSISTANT, **more)
    return Configuration(Format.VAPI_ASSISTANT, content=whole, assistants=(one,))


def settings(**values: str) -> Configuration:
    """Values without an assistant."""
    given = tuple(GivenVariable(name, f"/variableValues/{name}", "value", value) for name, value in values.items())
    return Configuration(Format.VAPI_ASSISTANT, content={}, assistants=(Assistant(variables=given),))


def tool(name: str, content: Any = None, *, gives: str = "") -> Configuration:
    """A file of one tool."""
    variables = (GivenVariable(gives, "", "assignment"),) if gives else ()
    one = Assistant(tools=(Tool((name,), "function", ""),), variables=variables)
    return Configuration(Format.VAPI_TOOLS, content=content or {}, assistants=(one,))


def prompt() -> Configuration:
    """A prompt in a file of its own."""
    one = Assistant(texts=(Text(Role.SYSTEM_PROMPT, "", "Hi"),))
    return Configuration(Format.PROMPT_TEXT, content="Hi", assistants=(one,))


def squad(*members: Assistant) -> Configuration:
    """A squad of these members, which overrides nothing of all."""
    return Configuration(Format.VAPI_SQUAD, content={}, assistants=(*members, Assistant(pointer="/membersOverrides")))


def member(index: int, name: str, **more: Any) -> Assistant:
    """A member that stands there as an id only."""
    at = f"/members/{index}"
    return Assistant(names=(name,), pointer=at, unseen=(f"{at}/assistantId",), **more)


def bundle(**files: Configuration) -> dict[str, Joined]:
    """The files joined, by their paths; ``__`` in a name stands for a folder."""
    paths = [name.replace("__", "/") + ".json" for name in files]
    found = joined([File(path, each) for path, each in zip(paths, files.values(), strict=True)])
    return dict(zip(paths, found, strict=True))


def attached(found: Joined) -> set[str]:
    """Names of the tools that the first assistant has."""
    return {name for tool in found.configuration.assistants[0].tools for name in tool.names}


@pytest.mark.parametrize("called", ["tool_7", "book", "tools/book", "tools/book.json", "book_a_table"])
def test_a_stored_tool_is_found_by_id_file_stem_path_or_name(called: str) -> None:
    """Then it is attached, stands where its id stands, and is opaque no more."""
    one = speaker(stored_tools=(StoredTool(called, "/model/toolIds/0"),))

    found = bundle(agent=one, tools__book=tool("book_a_table", {"id": "tool_7"}))["agent.json"]

    [assistant] = found.configuration.assistants
    assert attached(found) == {"book_a_table"}
    assert (assistant.stored_tools, assistant.tools[0].pointer) == ((), "/model/toolIds/0")


def test_a_tool_that_only_lies_beside_an_assistant_is_not_attached() -> None:
    """It is known to the bundle, and the assistant cannot call it."""
    found = bundle(agent=speaker(), tools__book=tool("book_a_table"))["agent.json"]

    assert attached(found) == set()
    assert "book_a_table" in found.given.tools


def test_an_id_that_no_file_explains_stays_opaque() -> None:
    """What is not in the folder cannot be told."""
    one = speaker(stored_tools=(StoredTool("elsewhere", "/model/toolIds/0"),))

    found = bundle(agent=one, tools__book=tool("book_a_table"))["agent.json"]

    assert [each.id for each in found.configuration.stored_tools] == ["elsewhere"]


def test_an_index_file_gives_a_tools_file_its_id() -> None:
    """A list of ids with paths is how some command lines keep what they deployed."""
    one = speaker(stored_tools=(StoredTool("tool_9", "/tool_ids/0"),))
    index = Configuration(Format.GENERIC, content={"tools": [{"id": "tool_9", "config": "cfg/book.json"}]})

    found = bundle(agent=one, tools=index, cfg__book=tool("book_a_table"))["agent.json"]

    assert attached(found) == {"book_a_table"}


def test_settings_supply_every_assistant_and_prompt() -> None:
    """Values beside no prompt are for all; a value that is its own variable supplies nothing."""
    found = bundle(a=speaker(), b=prompt(), settings=settings(shop="Bakery", street="{{ street }}"))

    assert found["a.json"].given.variables == {"shop"}
    assert found["b.json"].given.variables == {"shop"}


def test_settings_beside_an_assistant_need_no_prompt_of_their_own() -> None:
    """Alone it cannot be told whose they are."""
    [alone] = bundle(settings=settings(shop="B"))["settings.json"].configuration.assistants
    [beside] = bundle(settings=settings(shop="B"), a=speaker())["settings.json"].configuration.assistants

    assert (alone.prompted, alone.opening) == (None, Opening.UNSEEN)
    assert (beside.prompted, beside.opening) == (True, Opening.ELSEWHERE)


def test_an_assistant_gets_no_variable_of_another_assistant() -> None:
    """They are deployed apart: what one is given, the other lacks."""
    values = (GivenVariable("shop", "/x", "value", "Bakery"),)

    found = bundle(a=speaker(variables=values), b=speaker())

    assert found["b.json"].given.variables == frozenset()


def test_a_tool_that_is_attached_gives_its_answer_and_gets_the_assistants_values() -> None:
    """In both directions; an assistant that does not use the tool has no part in it."""
    one = speaker(
        stored_tools=(StoredTool("book", "/model/toolIds/0"),), variables=(GivenVariable("shop", "/x", "value", "B"),)
    )
    other = speaker(variables=(GivenVariable("garage", "/x", "value", "G"),))

    found = bundle(agent=one, other=other, book=tool("book", gives="table"))

    assert found["agent.json"].given.variables == {"table"}
    assert found["other.json"].given.variables == frozenset()
    assert found["book.json"].given.variables == {"shop", "table"}


@pytest.mark.parametrize("written", ["@[prompts/main.json]", "./prompts/main.json", "file://prompts/main.json"])
def test_a_prompt_that_an_assistant_includes_has_its_tools_and_variables(written: str) -> None:
    """The prompt is judged as if it stood there; another assistant's variables do not reach it."""
    one = speaker(
        written,
        names=("Front desk",),
        tools=(Tool(("book",), "function", "/model/tools/0"),),
        variables=(GivenVariable("shop", "/variableValues/shop", "value", "Bakery"),),
    )
    other = speaker(variables=(GivenVariable("garage", "/x", "value", "G"),))

    found = bundle(agent=one, other=other, prompts__main=prompt())["prompts/main.json"]

    assert found.configuration.format is Format.VAPI_ASSISTANT
    assert attached(found) == {"book"}
    assert found.given.variables == {"shop"}


def test_included_files_are_seen_from_the_folder_and_from_the_file() -> None:
    """An include is meant from either; a target that is not there is in no list."""
    one = speaker("@[texts/main.json]")

    found = bundle(desk__agent=one, desk__texts__main=prompt())["desk/agent.json"].given.files

    assert {"texts/main.json", "desk/texts/main.json"} <= found
    assert "texts/gone.json" not in found


def test_a_squad_gives_its_members_tools_values_and_what_handoffs_extract_on_the_way() -> None:
    """The first hands off to the second and that to the third, which gets what both took along; a way back counts not."""
    first = member(0, "desk", handoffs=(Handoff("kitchen", "/h", ("guest",)),))
    second = member(1, "kitchen", handoffs=(Handoff("bar", "/h", ("dish",)),))
    third = member(
        2,
        "bar",
        tools=(Tool(("handoff_to_desk",), "handoff", "/members/2/tools/0"),),
        variables=(GivenVariable("till", "/x", "value", "2"),),
    )

    found = bundle(house=squad(first, second, third), desk=speaker(), kitchen=speaker(), bar=speaker())

    assert found["desk.json"].given.variables == frozenset()
    assert found["kitchen.json"].given.variables == {"guest"}
    assert found["bar.json"].given.variables == {"guest", "dish", "till"}
    assert attached(found["bar.json"]) == {"handoff_to_desk"}
    assert [found[f"{name}.json"].configuration.assistants[0].opening for name in ("desk", "kitchen")] == [
        Opening.ASSISTANT,
        Opening.ELSEWHERE,
    ]


def test_members_of_a_squad_may_stand_in_one_list_and_hand_over_with_tools_of_their_own() -> None:
    """A handoff in an assistant's own file, or in a tool's file that it uses, is a way of the squad."""
    texts = (Text(Role.SYSTEM_PROMPT, MODEL, "Be kind."),)
    ones = (
        Assistant(names=("Desk", "id-1"), pointer="/0", texts=texts, handoffs=(Handoff("Kitchen", "/h", ("guest",)),)),
        Assistant(names=("Kitchen", "id-2"), pointer="/1", texts=texts, stored_tools=(StoredTool("to_bar", "/t"),)),
        Assistant(names=("Bar", "id-3"), pointer="/2", texts=texts),
    )
    listed = Configuration(Format.VAPI_ASSISTANT, content=[{}, {}, {}], assistants=ones)
    handing = Assistant(tools=(Tool(("to_bar",), "handoff", ""),), handoffs=(Handoff("Bar", "/h", ("dish",)),))
    tools = Configuration(Format.VAPI_TOOLS, content={}, assistants=(handing,))

    found = bundle(house=squad(*(member(at, f"id-{at + 1}") for at in range(3))), all=listed, to_bar=tools)

    assert found["all.json"].given.variables == {"guest", "dish"}
    assert [one.opening for one in found["all.json"].configuration.assistants[1:]] == [Opening.ELSEWHERE] * 2
    assert [one.unseen for one in found["house.json"].configuration.assistants[:3]] == [()] * 3


def test_a_squad_sees_its_members_by_the_names_in_their_files() -> None:
    """A handoff by name resolves where the member is given by its file's stem; nothing of it is unseen any more."""
    book = Tool(("book",), "function", "/model/tools/0")
    found = bundle(house=squad(member(0, "front")), front=speaker(names=("Front desk",), tools=(book,)))["house.json"]

    one = found.configuration.assistants[0]
    assert {"front", "Front desk"} <= set(one.names)
    assert one.unseen == ()
    assert attached(found) == {"book"}
    assert "Front desk" in found.given.assistants


def test_assistants_that_include_each_other_end() -> None:
    """A circle is no reason to hang."""
    found = bundle(a=speaker("@[b.json]"), b=speaker("@[a.json]"))

    assert set(found) == {"a.json", "b.json"}
