"""What a run may be called."""

from uuid import UUID

import pytest

from worker.domain.run_name import span

RUN = UUID("019cb2d2-1a2b-7c3d-8e4f-0123456789ab")


@pytest.mark.parametrize("text", [str(RUN), RUN.hex, str(RUN).upper(), f" {RUN} "])
def test_an_id_in_full_is_one_run(text: str) -> None:
    """Dashes, case and spaces around make no difference."""
    found = span(text)

    assert found is not None
    assert (found.first, found.whole) == (RUN, True)


@pytest.mark.parametrize("text", ["019cb2d2", "019cb2d2-", "019cb2d2-1a2b-7c3d", "019CB2D21A2B"])
def test_the_start_of_an_id_is_every_id_that_begins_so(text: str) -> None:
    """The run is within, and nothing that begins otherwise."""
    found = span(text)

    assert found is not None
    assert found.first <= RUN <= found.last
    assert not found.whole
    assert found.first.hex.startswith(text.replace("-", "").lower())
    assert found.last.hex.startswith(text.replace("-", "").lower())


@pytest.mark.parametrize("text", ["", "019cb2d", "nonsense", "019cb2d2x", f"{RUN}0", "--------", "٠١٢٣٤٥٦٧"])
def test_what_is_too_short_or_no_id_is_none(text: str) -> None:
    """Seven digits are too few; digits of other scripts are no hexadecimal ones."""
    assert span(text) is None
