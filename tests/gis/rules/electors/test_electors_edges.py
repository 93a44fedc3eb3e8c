"""TSD-31 and TSD-32 at the edges that changed code could pass unseen (FACTS.md)."""

import pytest

from gis.law.loader import load_law
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


@pytest.mark.parametrize("bound", ["district_area_low_sqmi", "district_area_high_sqmi"])
@pytest.mark.parametrize(("valid", "state"), [(33, "fail"), (34, "pass")])
def test_one_bound_of_an_area_is_no_interval(bound: str, valid: int, state: str) -> None:
    # 4.25 of 40 sq mi and 1,600 votes: 170, so 34 signatures; how far the number is sure takes both ends.
    facts = {
        "district_area_sqmi": "4.25",
        "municipality_area_sqmi": 40,
        "votes_for_governor": 1600,
        "signatures_valid": valid,
        "several_municipalities": False,
        bound: "4.25",
    }
    found = judge("TSD-31", read_facts("TSD-31", facts), LAW)
    assert (found.state, found.answer) == (state, 34)
    assert found.margin is not None
    assert (found.margin.low, found.margin.high, found.margin.holds) == (None, None, None)


def test_only_the_units_that_keep_a_part_open_are_named() -> None:
    # Ward 2 is known, Ward 3 lacks its vote, Ward 4 lacks one too but has nothing inside, Ward 5 lacks its share.
    units = [
        {"name": "Ward 2", "votes_for_governor": 104, "share_in_district": 1},
        {"name": "Ward 3", "votes_for_governor": None, "share_in_district": 1},
        {"name": "Ward 4", "votes_for_governor": None, "share_in_district": 0},
        {"name": "Ward 5", "votes_for_governor": 13, "share_in_district": None},
    ]
    facts = {"parts": [{"municipality": "Town of Birch", "units": units}], "several_municipalities": True}
    found = judge("TSD-32", read_facts("TSD-32", facts), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert [name for name in ("Ward 2", "Ward 3", "Ward 4", "Ward 5") if name in found.because] == ["Ward 3", "Ward 5"]
