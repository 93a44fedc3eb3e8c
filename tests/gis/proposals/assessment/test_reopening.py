"""Are the parcels found again that were divided or put to other use, and is each charged its share by area?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from gis.errors import OptionInvalid
from gis.model.assessment import ReopenedParcel, Reopening
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import assess
from gis.register.entries import Entry, Register
from tests.gis.proposals.assessment.farm_country import NOW, OLD, THEN, TwoRolls, box, divided, parcel
from tests.gis.proposals.assessment.projects import project

LIEN = "farmland_eligible: yes, lien_recorded: 2025-09-01"
FARM = f"id: FARM, area_acres: 10, {LIEN}, divided: 2027-06-15"
WHOLE = f"id: FARM, area_acres: 10, {LIEN}"
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
    found = reopened(OLD, WHOLE, HILL)
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
    found = reopened(OLD, f"{HILL}, use_stopped: 2027-03-01", WHOLE)
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


def only(found: Reopening) -> ReopenedParcel:
    (one,) = found.parcels
    return one


STOPPED = f"{HILL}, use_stopped: 2027-03-01"
DIVISION: tuple[Sequence[Mapping[str, Any]], str, str] = (divided(SOUTH, NORTH), FARM, HILL)
USE: tuple[Sequence[Mapping[str, Any]], str, str] = (OLD, STOPPED, WHOLE)


@pytest.mark.parametrize(("new", "farm", "other"), [DIVISION, USE], ids=["division", "use"])
@pytest.mark.parametrize(
    ("says", "state", "rule"),
    [
        (", lien_describes_exemption: yes", "pass", None),
        ("", "pass", None),
        (", lien_describes_exemption: no", "fail", "SA-06"),
        (", lien_describes_exemption: unknown", "needs_evidence", "SA-06"),
    ],
)
def test_a_lien_that_does_not_describe_the_exemption_is_none(  # noqa: PLR0913 - the land, and what the lien says
    new: Sequence[Mapping[str, Any]], farm: str, other: str, says: str, state: str, rule: str | None
) -> None:
    one = only(reopened(new, f"{farm}{says}", other))
    assert one.state == state
    assert (one.amount is None, one.interest is None) == (state != "pass", state != "pass")
    assert all((child.amount is None) is (state != "pass") for child in one.children)
    assert one.finding is not None
    assert (one.finding.state, one.finding.rule) == (state, rule or one.finding.rule)
    assert ("may be levied" in one.because) is (state == "pass" and one.became == "divided")


@pytest.mark.parametrize(
    ("farm", "later", "state"),
    [
        # Use is asked before the lien, as where none was recorded.
        (FARM, LATER.replace(": no", ": yes"), "not_applicable"),
        (FARM, "[{id: FARM-1, exclusive_use: yes}]", "needs_evidence"),
        # A notice that is silent loses the paragraph on whatever day it was recorded.
        (FARM.replace(", lien_recorded: 2025-09-01", ""), LATER, "fail"),
        (FARM.replace("2025-09-01", "never"), LATER, "fail"),
    ],
)
def test_a_silent_lien_counts_as_one_that_never_was(farm: str, later: str, state: str) -> None:
    new = divided(SOUTH, NORTH)
    silent = only(reopened(new, f"{farm}, lien_describes_exemption: no", HILL, later=later))
    never = farm.replace("2025-09-01", "never") if "lien_recorded" in farm else f"{farm}, lien_recorded: never"
    assert (silent.state, only(reopened(new, never, HILL, later=later)).state) == (state, state)


def test_a_lien_before_the_first_levy_is_remarked() -> None:
    early = FARM.replace("2025-09-01", "2025-06-01")
    assert "dated before the first levy" in only(reopened(divided(SOUTH, NORTH), early, HILL)).because
    assert "before the first levy" not in only(reopened(divided(SOUTH, NORTH), FARM, HILL)).because


# 1,000 an acre had nobody been exempt. HILL is exempt throughout, and the lots have 80 acres.
@pytest.mark.parametrize(
    ("more", "eligible", "levied"),
    [
        ("eligible_acres: 4", "4000.00", "0"),
        ("eligible_acres: 10", "10000.00", "0"),
        # Rounded down: a third of the farm.
        ("eligible_acres: 3.3333333", "3333.33", "0"),
        # The cap is one acre of the four; with the other six 87 pay, and 100,000 / 87 is 1,149.4252.
        ("eligible_acres: 4, connected_structure: yes", "4000.00", "1149.42"),
        # Under the cap: half an acre of 90 that pay, 100,000 / 90 / 2 = 555.55, which is more than 500.
        ("eligible_acres: 0.5, connected_structure: yes", "500.00", "555.55"),
        ("connected_structure: yes", "10000.00", "1234.56"),
    ],
)
def test_only_the_part_that_was_exempt_or_capped_reopens(more: str, eligible: str, levied: str) -> None:
    farm = only(reopened(divided(SOUTH, NORTH), f"{FARM}, {more}", HILL))
    left = max(Fraction(0), Fraction(eligible) - Fraction(levied))
    assert (farm.state, farm.unexempt_amount, farm.already_levied) == ("pass", Fraction(eligible), Fraction(levied))
    assert (farm.amount, sum(each.amount or 0 for each in farm.children)) == (left, left)
    assert all((each.amount or 0) >= 0 for each in farm.children)
    is_partial = Fraction(eligible) != 10_000
    assert ("Only a part of it is eligible" in farm.because) is is_partial


def test_a_use_that_stopped_reopens_only_the_part_that_was_exempt() -> None:
    # A tenth of 10,000; 1,000 x 0.0365 x 106 / 365 = 10.60.
    hill = only(reopened(OLD, f"{STOPPED}, eligible_acres: 1", WHOLE))
    assert (hill.state, hill.unexempt_amount, hill.already_levied) == ("pass", 1_000, 0)
    assert (hill.amount, hill.interest) == (1_000, Fraction("10.60"))


@pytest.mark.parametrize(
    ("more", "is_noted", "state"),
    [
        ("use_stopped: 2025-06-14", True, "needs_evidence"),
        ("use_stopped: 2025-06-15", False, "pass"),
        # In exclusive use on the day of the levy; but a year of the stop is not one after it.
        ("use_stopped: 2023-05-01, use_resumed: 2025-06-15", False, "needs_evidence"),
        ("use_stopped: 2023-05-01, use_resumed: 2025-06-16", True, "needs_evidence"),
    ],
)
def test_a_stop_before_the_levy_puts_its_exemption_in_doubt(more: str, is_noted: bool, state: str) -> None:
    changes = {"levied": THEN.isoformat(), "basis": "area", "average_rates": RATES}
    of = project(f"{HILL}, {more}", WHOLE, *LOTS, **changes)
    answer = assess(TwoRolls(OLD), AssessmentAsked(of, NOW), reopen=True).answer
    (hill,) = (each for each in answer.parcels if each.parcel_id == "HILL")
    assert any("whether the land was exempt on that day is in doubt" in note for note in hill.notes) is is_noted
    assert answer.reopening is not None
    one = only(answer.reopening)
    assert (one.state, one.interest is not None) == (state, state == "pass")


@pytest.mark.parametrize("order", [1, -1])
def test_a_line_of_another_county_is_not_of_this_parcel(order: int) -> None:
    lines = ["{id: FARM-2, county: Jefferson, exclusive_use: yes}", "{id: FARM-2, county: Dane, exclusive_use: no}"]
    later = f"[{{id: FARM-1, exclusive_use: yes}}, {', '.join(lines[::order])}]"
    found = reopened(divided(SOUTH, NORTH), later=later)
    assert only(found).state == "not_applicable"
    (note,) = found.notes
    assert "FARM-2, Dane is not used" in note


@pytest.mark.parametrize(
    ("later", "told"),
    [
        (LATER, []),
        ("[{id: FARM-1, county: Jefferson, exclusive_use: no}]", []),
        ("[{id: FARM-2, county: Dane, exclusive_use: no}, {id: FARM-1, exclusive_use: yes}]", ["FARM-2, Dane"]),
        ("[{id: FARM-9, exclusive_use: no}, {id: FARM-1, exclusive_use: no}]", ["FARM-9"]),
        # HILL was not divided.
        ("[{id: HILL, exclusive_use: no}, {id: FARM-1, exclusive_use: no}]", ["HILL"]),
    ],
)
def test_a_line_of_later_that_matches_nothing_is_told(later: str, told: list[str]) -> None:
    found = reopened(divided(SOUTH, NORTH), later=later)
    assert [name for note in found.notes for name in told if f"states of {name} is not used" in note] == told
    assert len(found.notes) == len(told)


@pytest.mark.parametrize(
    ("farm", "words"),
    [
        (FARM, "does not show it"),
        (f"{FARM}, connected_structure: yes", "does not show it"),
        (f"{WHOLE}, exclusive_use: unknown", "or to use as a camp is not known"),
        (f"{WHOLE}, use_stopped: 2027-03-01, exclusive_use: yes", "no day is on which that use resumed"),
    ],
)
def test_what_the_layers_do_not_show_or_nobody_knows_is_asked_for(farm: str, words: str) -> None:
    found = reopened(OLD, farm, HILL)
    one = only(found)
    assert (one.parcel_id, one.state, one.amount) == ("FARM", "needs_evidence", None)
    assert words in one.because
    assert found.unchanged == ("HILL, Jefferson",)


def test_a_use_that_file_and_register_tell_apart_is_asked_for() -> None:
    entry = Entry("parcel", "HILL", "exclusive_use_stopped", "", dt.date(2027, 12, 1), "", "")
    hill = only(reopened(OLD, STOPPED, WHOLE, register=Register((entry,))))
    assert (hill.parcel_id, hill.state, hill.amount) == ("HILL", "needs_evidence", None)
    assert "disagree on use_stopped" in hill.because


@pytest.mark.parametrize("more", ["exclusive_use: unknown", "use_stopped: 2027-03-01", "exclusive_use: no"])
def test_the_use_of_capped_land_is_not_asked_about(more: str) -> None:
    # Paragraph (c) speaks of land that was exempted.
    assert reopened(OLD, f"{WHOLE}, connected_structure: yes, {more}", HILL).parcels == ()


def test_a_change_of_use_beside_a_division_that_is_not_shown_levies_nothing() -> None:
    farm = only(reopened(OLD, f"{FARM}, use_stopped: 2027-03-01", HILL))
    assert (farm.became, farm.state, farm.amount, farm.interest) == ("use_stopped", "needs_evidence", None, None)


def test_a_division_after_the_day_is_none_yet() -> None:
    late = FARM.replace("2027-06-15", "2028-06-16")
    farm = only(reopened(divided(SOUTH, NORTH), late, HILL))
    assert (farm.became, farm.state, farm.amount, farm.children) == ("same", "not_applicable", None, ())
    assert "June 16, 2028, and on June 15, 2028 counts as not yet divided" in farm.because
    assert "shows 2 parts already" in farm.because
    on_the_day = FARM.replace("2027-06-15", "2028-06-15")
    assert only(reopened(divided(SOUTH, NORTH), on_the_day, HILL)).amount == 10_000
    # Where the parcels do not show it either, it is as it was, and a note says so.
    unseen = reopened(OLD, late, HILL)
    assert unseen.parcels == ()
    assert "FARM, Jefferson: It is stated to be divided on June 16, 2028" in unseen.notes[0]


def test_land_that_is_not_yet_divided_can_have_changed_its_use() -> None:
    late = FARM.replace("2027-06-15", "2028-09-01")
    farm = only(reopened(divided(SOUTH, NORTH), f"{late}, use_stopped: 2027-03-01", HILL))
    assert (farm.became, farm.state, farm.amount, farm.interest) == ("use_stopped", "pass", 10_000, 106)


@pytest.mark.parametrize(
    ("new", "farm"),
    [
        pytest.param(divided(SOUTH, parcel("FARM-2", box(0, 1100, 400, 1400))), FARM, id="uncovered"),
        pytest.param(divided(SOUTH, NORTH), FARM.replace("eligible: yes", "eligible: unknown"), id="open"),
        pytest.param(OLD, f"{WHOLE}, use_stopped: 2027-03-01".replace("eligible: yes", "eligible: unknown"), id="use"),
    ],
)
def test_nothing_is_said_to_be_leviable_while_evidence_is_wanting(new: Sequence[Mapping[str, Any]], farm: str) -> None:
    one = only(reopened(new, farm, HILL))
    assert (one.state, one.amount, one.interest) == ("needs_evidence", None, None)
    assert "may be levied" not in one.because
    assert one.finding is None or one.finding.state != "pass"
    assert all(child.amount is None for child in one.children)


@pytest.mark.parametrize("date", [THEN, dt.date(2024, 1, 1)])
def test_a_levy_is_reopened_after_it(date: dt.date) -> None:
    of = project(FARM, levied=THEN.isoformat(), basis="area")
    with pytest.raises(OptionInvalid, match="is not after the levy"):
        assess(TwoRolls(OLD), AssessmentAsked(of, date), reopen=True)
    with pytest.raises(OptionInvalid, match="without layers"):
        assess(None, AssessmentAsked(of, NOW), reopen=True)


@pytest.mark.parametrize(
    ("connected", "is_told"), [("2027-01-01", True), (NOW.isoformat(), True), ("2029-01-01", False)]
)
def test_a_structure_connected_after_the_levy_is_told(connected: str, is_told: bool) -> None:
    # 66.0721(3)(a): a structure connected "after the time" of the first levy lets the land be assessed.
    found = reopened(OLD, f"{WHOLE}, connected: {connected}", HILL)
    assert any("FARM, Jefferson: a structure is stated" in note for note in found.notes) is is_told
    assert found.unchanged == ("FARM, Jefferson", "HILL, Jefferson")


FARMED = LATER.replace(": no", ": yes")


def stopped(day: str, *, name: str = "FARM-2", more: str = "") -> str:
    """Return `later` with both parts farmed at the division, and the day on which the use of one stopped."""
    return FARMED.replace(f"{name}, exclusive_use: yes", f"{name}, exclusive_use: yes, use_stopped: {day}{more}")


@pytest.mark.parametrize(
    ("stop", "state", "amount", "interest"),
    [
        # 400 of 1,000 ft: 4,000 of 10,000. Stopped on June 16, 2027, a day after the division; a year is complete on
        # June 16, 2028, a day after the day asked.
        ("2027-06-16", "fail", None, None),
        # Stopped on the day of the division: the division itself reopens all of it, by 66.0721(3)(b).
        ("2027-06-15", "pass", 10_000, 366),
        ("2027-01-01", "pass", 10_000, 366),
    ],
)
def test_a_part_whose_use_stopped_is_asked_by_the_day_of_its_stop(
    stop: str, state: str, amount: int | None, interest: int | None
) -> None:
    farm = only(reopened(divided(SOUTH, NORTH), later=stopped(stop)))
    assert (farm.became, farm.state, farm.amount, farm.interest) == ("divided", state, amount, interest)


EARLY = FARM.replace("2027-06-15", "2026-06-15")


@pytest.mark.parametrize("name", ["FARM-1", "FARM-2"])
def test_a_part_whose_use_stopped_a_year_after_the_division_bears_its_share_by_area(name: str) -> None:
    # Divided on June 15, 2026, both parts farmed; one stopped on March 1, 2027, its year is complete on March 1, 2028,
    # and to June 15 are 106 days: 6,000 or 4,000 x 0.0365 x 106 / 365 are 63.60 or 42.40.
    share, interest = {"FARM-1": (6000, 63.60), "FARM-2": (4000, 42.40)}[name]
    farm = only(reopened(divided(SOUTH, NORTH), EARLY, HILL, later=stopped("2027-03-01", name=name)))
    assert (farm.became, farm.state) == ("divided", "pass")
    assert farm.finding is not None
    assert farm.finding.rule == "SA-05"
    assert float(farm.amount or 0) == pytest.approx(share, abs=0.02)
    assert float(farm.interest or 0) == pytest.approx(interest, abs=0.02)
    by_id = {each.parcel_id: each for each in farm.children}
    (asked,) = (each for each in farm.children if each.finding is not None)
    assert (asked.parcel_id, asked.amount, asked.interest) == (name, farm.amount, farm.interest)
    assert asked.exclusively_agricultural_or_camp is False
    assert asked.finding is not None
    # Only a part of the land that was exempted changed: the text may ask for the whole.
    assert asked.finding.readings["whole_land"].state == "fail"
    assert all(each.amount is None for each in farm.children if each.parcel_id != name)
    assert len(by_id) == 2
    assert "SA-04" not in farm.because
    assert "every parcel stays devoted" in farm.because.lower()
    assert "by area" in farm.because


def test_where_the_use_of_all_parts_stopped_each_bears_its_share() -> None:
    later = FARMED.replace("exclusive_use: yes", "exclusive_use: yes, use_stopped: 2027-03-01")
    farm = only(reopened(divided(SOUTH, NORTH), EARLY, HILL, later=later))
    assert (farm.state, farm.amount, farm.interest) == ("pass", 10_000, pytest.approx(106, abs=0.02))
    assert all(each.finding is not None and each.finding.readings == {} for each in farm.children)


@pytest.mark.parametrize(
    ("farm", "later", "state"),
    [
        (EARLY.replace("2025-09-01", "2025-09-15"), stopped("2027-03-01"), "fail"),
        (f"{EARLY}, lien_describes_exemption: unknown", stopped("2027-03-01"), "needs_evidence"),
        (EARLY.replace("eligible: yes", "eligible: unknown"), stopped("2027-03-01"), "needs_evidence"),
        (EARLY, stopped("2027-03-01", more=", use_resumed: 2028-02-29"), "fail"),
        (EARLY, stopped("2027-03-01", more=", use_resumed: 2028-03-01"), "pass"),
        # It stopped before the levy, and was taken up again before the division.
        (EARLY, stopped("2024-03-01", more=", use_resumed: 2025-06-01"), "needs_evidence"),
        # Nobody says on which part.
        (f"{EARLY}, use_stopped: 2027-03-01", FARMED, "needs_evidence"),
        (f"{EARLY}, exclusive_use: no", FARMED, "needs_evidence"),
        # Without the day of the division nobody can tell whether the use stopped before it.
        (WHOLE, stopped("2027-03-01"), "needs_evidence"),
        # A farm that was capped was not exempted, and (c) speaks of the exempted only.
        (f"{EARLY}, connected_structure: yes", stopped("2027-03-01"), "not_applicable"),
        (EARLY, FARMED, "not_applicable"),
    ],
)
def test_a_part_is_asked_as_the_land_itself_would_be(farm: str, later: str, state: str) -> None:
    one = only(reopened(divided(SOUTH, NORTH), farm, HILL, later=later))
    assert (one.state, one.amount is None) == (state, state != "pass")
    assert not one.because.endswith(":")


@pytest.mark.parametrize(
    ("entries", "state"),
    [
        ([("yes", "2026-06-15"), ("stopped", "2027-03-01")], "pass"),
        ([("stopped", "2027-03-01")], "pass"),
        # Told to be in exclusive use again, and nobody says since when.
        ([("stopped", "2027-03-01"), ("yes", "2028-05-01")], "needs_evidence"),
        # In exclusive use at the division and not now: the day of the stop is wanting.
        ([("yes", "2026-06-15"), ("no", "2028-05-01")], "needs_evidence"),
        # Not at the division: 66.0721(3)(b).
        ([("no", "2026-06-15")], "pass"),
        ([("yes", "2026-06-15")], "not_applicable"),
    ],
)
def test_the_register_tells_the_use_of_a_part_by_the_days_of_its_entries(
    entries: list[tuple[str, str]], state: str
) -> None:
    kinds = {"stopped": ("exclusive_use_stopped", "")}
    held = Register(
        tuple(
            Entry("parcel", "FARM-2", *kinds.get(says, ("exclusive_farm_or_camp_use", says)), day, "", "")
            for says, day in ((says, dt.date.fromisoformat(day)) for says, day in entries)
        )
    )
    later = "[{id: FARM-1, exclusive_use: yes}]"
    one = only(reopened(divided(SOUTH, NORTH), EARLY, HILL, register=held, later=later))
    assert one.state == state


# Levied on June 15, 2025: in time until September 13, 2025.
@pytest.mark.parametrize(
    ("recorded", "state"), [(("2025-06-01", "2025-09-01"), "pass"), (("2025-09-15", "2025-10-01"), "fail")]
)
@pytest.mark.parametrize(("new", "farm", "other"), [DIVISION, USE], ids=["division", "use"])
def test_a_recording_that_is_in_time_opens_the_later_levy(
    new: Sequence[Mapping[str, Any]], farm: str, other: str, recorded: tuple[str, str], state: str
) -> None:
    name = farm.partition(",")[0].removeprefix("id: ")
    entries = [Entry("parcel", name, "lien_recorded", "", dt.date.fromisoformat(each), "", "") for each in recorded]
    one = only(reopened(new, farm.replace(", lien_recorded: 2025-09-01", ""), other, register=Register(tuple(entries))))
    assert one.state == state
    assert "dated before the first levy" not in one.because
