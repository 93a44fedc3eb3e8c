"""How much of a parcel's share is its farmland's, and how much of its amount is levied for a structure?"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.gis.proposals.assessment.projects import roll

FARM = "id: 9, area_acres: 40, farmland_eligible: yes"


# 100,000 in all. By front 500 ft, 200 a foot; by area 50 acres, 2,000 an acre; by units five, 20,000 each.
@pytest.mark.parametrize(
    ("basis", "parcel", "eligible", "for_structure"),
    [
        ("area", FARM, 80_000, 0),
        ("area", f"{FARM}, eligible_acres: 10", 20_000, 0),
        ("area", FARM.replace("yes", "no"), 0, 0),
        ("area", "id: 9, area_acres: 40", 0, 0),
        # What is open is told as if it were exempt, and so far nothing is levied for a structure.
        ("area", f"{FARM.replace('yes', 'unknown')}, eligible_acres: 10", 20_000, 0),
        ("area", "id: 9, area_acres: 40, other_exemption: {citation: Wis. Stat. 70.11, why: church}", 0, 0),
        # One acre of the eligible ten, the other thirty and the lot's ten pay: 41, and 100,000 / 41 is 2,439.02.
        ("area", f"{FARM}, eligible_acres: 10, connected_structure: yes", 20_000, "2439.02"),
        # Eligible are the feet that are not stated to be assessable: 300 of 400.
        ("frontage", f"{FARM}, frontage_ft: 400, eligible_acres: 10, assessable_frontage_ft: 100", 60_000, 0),
        # Without a statement a quarter of the front, as of the land.
        ("frontage", f"{FARM}, frontage_ft: 400, eligible_acres: 10", 20_000, 0),
        # One unit of the farm beside the lot's one: half of the cost.
        ("unit", f"{FARM}, units: 4, connected_structure: yes", 80_000, 50_000),
    ],
)
def test_the_part_of_farmland_is_told_apart(basis: str, parcel: str, eligible: int, for_structure: float | str) -> None:
    found = roll("id: 1, area_acres: 10, frontage_ft: 100, units: 1", parcel, basis=basis)
    (farm,) = (each for each in found.parcels if each.parcel_id == "9")
    assert (farm.eligible_amount, farm.levied_for_structure) == (eligible, Fraction(for_structure))
    assert 0 <= farm.levied_for_structure <= farm.amount
    assert farm.eligible_amount <= farm.unexempt_amount


def test_where_the_body_carries_what_is_exempt_the_structure_pays_the_rate_of_all() -> None:
    # 2,000 an acre, whoever is exempt; one acre of the ten.
    farm = f"{FARM}, eligible_acres: 10, connected_structure: yes"
    (found,) = (
        each
        for each in roll("id: 1, area_acres: 10", farm, basis="area", exempt_carried_by="body").parcels
        if each.parcel_id == "9"
    )
    assert (found.eligible_amount, found.levied_for_structure, found.amount) == (20_000, 2_000, 62_000)
