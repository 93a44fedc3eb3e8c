"""Are the parcels found again that were divided or put to other use, and is each charged its share by area?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from gis.errors import OptionInvalid
from gis.model.assessment import Reopening
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import assess
from gis.register.entries import Entry, Register
from tests.gis.proposals.assessment.farm_country import NOW, OLD, THEN, TwoRolls, box, divided, parcel
from tests.gis.proposals.assessment.projects import project

LIEN = "farmland_eligible: yes, lien_recorded: 2025-09-01"
FARM = f"id: FARM, area_acres: 10, {LIEN}, divided: 2027-06-15"
HILL = f"id: HILL, area_acres: 10, {LIEN}"
LOTS = tuple(f"id: L{each}, area_acres: 20" for each in range(1, 5))
RATES = "[{from: 2028-01-01, to: 2028-12-31, rate: 0.0365}]"
# Two parts of the farm: 400 by 600 ft in the south and 400 by 400 ft in the north.
SOUTH, NORTH = parcel("FARM-1", box(0, 400, 400, 1000)), parcel("FARM-2", box(0, 1000, 400, 1400))
LATER = "[{id: FARM-1, exclusive_use: yes}, {id: FARM-2, exclusive_use: no}]"


def reopened(
    new: Sequence[Mapping[str, Any]],
    *parcels: str,
    register: Register | None = None,
    later: str = LATER,
    rates: str = RATES,
) -> Reopening:
    changes = {"levied": THEN.isoformat(), "basis": "area", "later": later, "average_rates": rates}
    of = project(*(parcels or (FARM, HILL)), *LOTS, **changes)
    found = assess(TwoRolls(new), AssessmentAsked(of, NOW, register), reopen=True).answer.reopening
    assert found is not None
    return found


def test_a_division_reopens_the_farm_that_was_divided_and_no_other() -> None:
    # 100,000 over 100 acres: 10,000 on the farm. 600 of 1,000 ft: 6,000 and 4,000. One year from June 15, 2027, 366
    # days with February 29, 2028: 10,000 x 0.0365 x 366 / 365 = 366; of it 219.60 and 146.40.
    found = reopened(divided(SOUTH, NORTH))
    assert found.unchanged == ("HILL, Jefferson",)
    (farm,) = found.parcels
    assert (farm.parcel_id, farm.became, farm.state) == ("FARM", "divided", "pass")
    assert (farm.unexempt_amount, farm.amount, farm.interest) == (10_000, 10_000, 366)
    assert farm.finding is not None
    assert farm.finding.rule == "SA-04"
    by_id = {each.parcel_id.partition(",")[0]: each for each in farm.children}
    # Land is measured on the ground to the hundredth of a square foot, so that a cent may lie either side.
    assert {name: float(each.amount or 0) for name, each in by_id.items()} == pytest.approx(
        {"FARM-1": 6000, "FARM-2": 4000}, abs=0.02
    )
    assert sum(each.amount or 0 for each in farm.children) == 10_000
    assert sum(each.interest or 0 for each in farm.children) == 366
    assert {name: each.exclusively_agricultural_or_camp for name, each in by_id.items()} == {
        "FARM-1": True,
        "FARM-2": False,
    }


def test_where_nothing_changed_nothing_is_reopened() -> None:
    found = reopened(OLD)
    assert (found.parcels, found.unchanged) == ((), ("FARM, Jefferson", "HILL, Jefferson"))


def test_parts_that_do_not_cover_the_farm_say_by_how_much() -> None:
    # A strip of 100 by 400 ft, 40,000 sq ft or 0.918 acres, is in no record.
    (farm,) = reopened(divided(SOUTH, parcel("FARM-2", box(0, 1100, 400, 1400)))).parcels
    assert (farm.state, farm.amount) == ("needs_evidence", None)
    assert float(farm.missing_sqft) == pytest.approx(40_000, rel=1e-3)
    assert "0.918 acres" in farm.because or "0.919 acres" in farm.because


def test_land_dedicated_to_a_road_is_told() -> None:
    road = parcel("ROW", box(0, 1000, 400, 1066), record_kind="row")
    (farm,) = reopened(divided(SOUTH, road, parcel("FARM-2", box(0, 1066, 400, 1400)))).parcels
    assert (farm.state, farm.missing_sqft < 100) == ("pass", True)
    assert float(farm.other_sqft) == pytest.approx(26_400, rel=1e-3)


def test_without_a_lien_in_time_nothing_may_be_levied() -> None:
    # 90 days after June 15, 2025 are September 13, a Saturday; an office's hours are not known, so it does not move.
    late = FARM.replace("2025-09-01", "2025-09-15")
    (farm,) = reopened(divided(SOUTH, NORTH), late).parcels
    assert (farm.state, farm.amount) == ("fail", None)
    never = FARM.replace("2025-09-01", "never")
    assert reopened(divided(SOUTH, NORTH), never).parcels[0].state == "fail"


def test_where_all_parts_are_still_farmed_nothing_may_be_levied() -> None:
    still = LATER.replace(": no", ": yes")
    assert reopened(divided(SOUTH, NORTH), later=still).parcels[0].state == "not_applicable"


def test_uses_that_nobody_states_are_asked_for() -> None:
    (farm,) = reopened(divided(SOUTH, NORTH), later="[{id: FARM-1, exclusive_use: yes}]").parcels
    assert farm.state == "needs_evidence"
    assert "FARM-2" in farm.because


def test_a_rate_of_another_time_gives_no_interest() -> None:
    (farm,) = reopened(divided(SOUTH, NORTH), rates="[{from: 2025-01-01, to: 2028-06-14, rate: 0.0365}]").parcels
    assert (farm.state, farm.amount, farm.interest) == ("pass", 10_000, None)


def test_a_use_that_stopped_for_a_year_reopens_the_whole() -> None:
    # Stopped on March 1, 2027; the year is complete on March 1, 2028; to June 15 are 106 days: 10,000 x 0.0365 x 106 /
    # 365 = 106.
    found = reopened(OLD, f"{HILL}, use_stopped: 2027-03-01", FARM)
    (hill,) = found.parcels
    assert (hill.parcel_id, hill.became, hill.state) == ("HILL", "use_stopped", "pass")
    assert (hill.amount, hill.interest) == (10_000, 106)
    assert found.unchanged == ("FARM, Jefferson",)


def test_the_register_tells_of_use_and_division() -> None:
    held = Register(
        (
            Entry("parcel", "HILL, Jefferson", "exclusive_use_stopped", "", dt.date(2027, 12, 1), "", ""),
            Entry("parcel", "FARM-2", "exclusive_farm_or_camp_use", "no", dt.date(2027, 12, 1), "", ""),
            Entry("parcel", "FARM", "land_divided", "", dt.date(2027, 6, 15), "", ""),
        )
    )
    farm = FARM.replace(", divided: 2027-06-15", "")
    later = "[{id: FARM-1, exclusive_use: yes}]"
    found = {
        each.parcel_id: each for each in reopened(divided(SOUTH, NORTH), farm, HILL, register=held, later=later).parcels
    }
    assert (found["FARM"].state, found["FARM"].interest) == ("pass", 366)
    # The year is not over before December 1, 2028.
    assert found["HILL"].state == "fail"


def test_what_was_levied_for_a_structure_is_taken_off() -> None:
    # Capped at one acre of 10: 100,000 over 91 acres with HILL exempt is 1,098.90 down; unexempt 10,000.
    capped = f"{FARM}, connected_structure: yes"
    (farm,) = reopened(divided(SOUTH, NORTH), capped, HILL).parcels
    # 100,000 over 81 acres: 80 of the lots and one of the farm; 1,234.5679, down 1,234.56.
    assert farm.already_levied == Fraction("1234.56")
    assert farm.amount == 10_000 - Fraction("1234.56")


def test_land_whose_exemption_was_open_stays_open() -> None:
    (farm, *_) = reopened(divided(SOUTH, NORTH), FARM.replace("eligible: yes", "eligible: unknown"), HILL).parcels
    assert (farm.state, farm.amount, farm.already_levied) == ("needs_evidence", None, 0)


@pytest.mark.parametrize("date", [THEN, dt.date(2024, 1, 1)])
def test_a_levy_is_reopened_after_it(date: dt.date) -> None:
    of = project(FARM, levied=THEN.isoformat(), basis="area")
    with pytest.raises(OptionInvalid, match="is not after the levy"):
        assess(TwoRolls(OLD), AssessmentAsked(of, date), reopen=True)
    with pytest.raises(OptionInvalid, match="without layers"):
        assess(None, AssessmentAsked(of, NOW), reopen=True)
