from __future__ import annotations

import pytest

from gis.model.finding import State
from gis.proposals.charges.village import reserve_capacity
from tests.gis.proposals.charges.conftest import Make, asked_for

MUKWONAGO = "mukwonago"


@pytest.mark.parametrize(
    ("permit", "is_asked"),
    # Existing connections are those of 11:59 p.m. on March 31, 1980, or permitted and begun by then.
    [("1975-05-01", True), ("1980-03-31", True), ("1980-04-01", False), ("2026-06-15", False), (None, False)],
)
def test_whether_the_connection_stood_is_asked_of_a_permit_as_old_as_the_cutoff(
    bench: Make, permit: str | None, is_asked: bool
) -> None:
    (charge,) = reserve_capacity(bench(MUKWONAGO, recs=2, permit_date=permit))
    if not is_asked:
        assert charge.amount is not None
        assert "existing" not in {each.name for each in charge.readings}
        return
    assert (charge.amount, charge.state) == (None, State.NEEDS_EVIDENCE)
    assert asked_for(charge) == ["whether the connection stood when March 31, 1980 ended"]
    # 900 for each of two connections, before the first increase.
    assert {each.name: each.amount for each in charge.readings} == {"existing": 0, "future": 1800}


@pytest.mark.parametrize(("value", "dollars"), [("yes", 0), ("no", 1800)])
def test_what_the_register_says_of_the_cutoff_settles_it(bench: Make, value: str, dollars: int) -> None:
    told = [("existed_at_reserve_cutoff", value, "2026-01-01")]
    (charge,) = reserve_capacity(bench(MUKWONAGO, told=told, recs=2, permit_date="1975-05-01"))
    assert charge.amount == dollars
