"""TSD-02 at the edges that changed code could pass unseen (FACTS.md)."""

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(owners: dict[str, int], signers: str) -> Finding:
    """Judge parcels, each by the letters of its owners and its acres."""
    parcels = [{"parcel_id": names, "owners": [*names], "area_acres": acres} for names, acres in owners.items()]
    facts = {"parcels": parcels, "signatures": [{"person": person} for person in signers]}
    return judge("TSD-02", read_facts("TSD-02", facts), LAW)


@pytest.mark.parametrize(
    ("owners", "signers"),
    [
        # By head 2 of 3, and 1.53 are needed; of the land 20 of 100 acres, and C alone would give the missing 31.
        ({"A": 10, "B": 10, "C": 80}, "AB"),
        # Of the land 80 of 100 acres; by head 1 of 3, and B or C alone would be the missing one.
        ({"A": 80, "B": 10, "C": 10}, "A"),
    ],
)
def test_a_petition_that_suffices_by_one_count_needs_nobody_more(owners: dict[str, int], signers: str) -> None:
    found = find(owners, signers)
    assert (found.state, found.measures["completing_owners"]) == ("pass", [])


def test_coowners_who_are_not_needed_are_both_left_out_again() -> None:
    # 51 percent of 54 acres are 27.54; with A's 2 signed, 25.54 are short. By their parts of what they own (X and Y 11
    # acres each, U, V and W 10 each) X and Y sign first, and their 22 do not suffice; U, V and W give 30 and do alone.
    found = find({"XY": 22, "UVW": 30, "A": 2}, "A")
    completing = found.measures["completing_set"]
    assert isinstance(completing, dict)
    assert (found.state, found.measures["land_short_acres"]) == ("fail", 25.54)
    assert completing["land_limb_owners"] == ["U", "V", "W"]
