"""The page of checks can be written: each check says what it demands and whose rule that is."""

import inspect

import pytest

from worker.cli.reference_checks import source
from worker.judging.kinds import KINDS


@pytest.mark.parametrize("name", sorted(KINDS))
def test_each_check_names_the_source_of_its_rule(name: str) -> None:
    """A paragraph of its docstring that begins with ``Source:``; "no vendor's" is one."""
    module = inspect.getmodule(KINDS[name].judge)

    assert module is not None
    assert source(module)
    assert (module.__doc__ or "").startswith(f"``{name}``: ")
