"""How liens and a reopened levy read on paper: what is lost, what is read otherwise, what was not used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from api.cli.assess_text import assessment_lines
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import assess
from tests.gis.proposals.assessment.farm_country import NOW, OLD, THEN, TwoRolls, box, divided, parcel
from tests.gis.proposals.assessment.projects import project

LIEN = "farmland_eligible: yes, lien_recorded: 2025-09-01"
FARM = f"id: FARM, area_acres: 10, {LIEN}"
HILL = f"id: HILL, area_acres: 10, {LIEN}, use_stopped: 2027-03-01"
LOTS = tuple(f"id: L{each}, area_acres: 20" for each in range(1, 5))
NEW = divided(parcel("FARM-1", box(0, 400, 400, 1000)), parcel("FARM-2", box(0, 1000, 400, 1400)))


def lines(new: Sequence[Mapping[str, Any]], *parcels: str, later: str = "") -> list[str]:
    """Return what stands under the levy that is reopened; farms of 10,000 dollars each."""
    changes = {"levied": THEN.isoformat(), "basis": "area", **({"later": later} if later else {})}
    asked = AssessmentAsked(project(*parcels, *LOTS, **changes), NOW)
    return list(assessment_lines(assess(TwoRolls(new), asked, reopen=True).answer))


@pytest.mark.parametrize(
    ("part_only", "is_read"), [("part_only: yes", True), ("part_only: no", False), ("part_only: unknown", False)]
)
def test_the_reading_that_a_part_is_not_enough_is_named(part_only: str, is_read: bool) -> None:
    told = lines(OLD, FARM, f"{HILL}, {part_only}")
    assert "  HILL, Jefferson: use stopped, $10,000 may be levied [pass]" in told
    assert ("    Read as whole_land [fail]: Only a change of all the land counts." in told) is is_read


def test_what_has_no_amount_is_not_said_to_be_leviable() -> None:
    told = lines(
        NEW,
        f"{FARM}, divided: 2027-06-15, lien_describes_exemption: no",
        HILL,
        later="[{id: FARM-2, exclusive_use: no}]",
    )
    assert "  FARM, Jefferson: divided [fail]" in told
    assert any("SA-06, " in each and "so it does not count" in each for each in told)


def test_a_lost_lien_is_told_beside_its_land() -> None:
    told = lines(OLD, FARM.replace("2025-09-01", "never"), HILL)
    at = next(at for at, each in enumerate(told) if each.startswith("  FARM, Jefferson: ") and "potential" in each)
    assert told[at + 1] == "    No lien was ever recorded. [fail]"


def paper(*parcels: str, **changes: str) -> list[str]:
    """Return what stands of a levy that is not reopened, without layers."""
    of = project(*parcels, **changes)
    return list(assessment_lines(assess(None, AssessmentAsked(of, of.levied)).answer))


def test_both_readings_of_the_cap_are_on_paper() -> None:
    # By units: had nobody been exempt 25,000 a unit. The cap of one unit is 50,000 at the rate of the roll.
    capped = "id: 2, units: 2, farmland_eligible: yes, connected_structure: yes"
    told = paper("id: 1, units: 1", capped, "id: 9, units: 1, farmland_eligible: yes", basis="unit")
    at = told.index("  2: $50,000, capped")
    assert "    if the cap is at the rate had nobody been exempt: $25,000" in told[at : at + 4]
    assert any("At the rate had nobody been exempt the roll is $100,000" in each for each in told)
    assert not any("the cap is at the rate" in each for each in paper("id: 1, units: 1", basis="unit"))


def test_where_no_lien_is_owed_no_notice_is_told() -> None:
    told = paper("id: 1, units: 1", basis="unit")
    assert "Liens: none is owed, because no land is exempt or capped." in told
    assert not any("The notice describes" in each or "list of liens" in each for each in told)


@pytest.mark.parametrize(
    ("acres", "said"), [("1", "1 acre;"), ("2", "2 acres;"), ("1.001", "1 acre;"), ("0.001", "less than 0.01 acres;")]
)
def test_acres_are_said_as_people_say_them(acres: str, said: str) -> None:
    told = paper(f"id: 1, units: 1, area_acres: {acres}, farmland_eligible: yes", "id: 2", basis="unit")
    assert any(each.startswith(f"  1: {said}") for each in told)


def test_doubts_of_a_day_are_on_paper() -> None:
    told = paper("id: 1", basis="unit", hearing="{date: 2026-06-21}")
    assert "    The hearing, June 21, 2026, is after the levy, June 15, 2026: check both days." in told


def test_a_line_of_the_file_that_was_not_used_is_told() -> None:
    told = lines(OLD, FARM, HILL, later="[{id: FARM-2, county: Dane, exclusive_use: no}]")
    assert any("states of FARM-2, Dane is not used" in each for each in told)


def test_one_unit_is_no_units() -> None:
    told = paper("id: 1, units: 1", "id: 9, units: 1, farmland_eligible: yes", basis="unit")
    assert "  by unit: $100,000 over 1 unit, $100,000 a unit" in told
    assert "    had nobody been exempt: over 2 units, $50,000 a unit" in told
