"""TSD-01: which town board has jurisdiction (FACTS.md, entry TSD-01)."""

import datetime as dt
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid, ParameterNotInForce
from gis.law.loader import load_law
from gis.model.exact import money
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from gis.rules.territory.jurisdiction import shares_of

LAW = load_law().newest()
FIXED = settings(max_examples=50, derandomize=True, deadline=None)


def town(name: str, ratio: object = "1.00", kind: str = "town") -> dict[str, Any]:
    return {"name": name, "kind": kind, "assessment_ratio": ratio}


def parcel(parcel_id: str, municipality: str, value: object, **more: object) -> dict[str, Any]:
    return {"parcel_id": parcel_id, "municipality": municipality, "assessed_value": value, **more}


def find(municipalities: list[dict[str, Any]], parcels: list[dict[str, Any]] | None = None, **more: object) -> Finding:
    facts = {"municipalities": municipalities, **more}
    if parcels is not None:
        facts["parcels"] = parcels
    return judge("TSD-01", read_facts("TSD-01", facts), LAW)


ALDER_BIRCH = [town("Alder"), town("Birch")]


def test_a_single_town_needs_no_value() -> None:
    finding = find([town("Alder", None)], [parcel("A-1", "Alder", None), parcel("A-2", "Alder", "5.00", taxable=None)])
    assert (finding.state, finding.answer) == ("pass", "Alder")
    assert finding.measures["unknown_parcels"] == ["A-1", "A-2"]
    assert finding.measures["equalized_value"] == {"Alder": None}  # no ratio, so no value is stated
    assert {reading.state for reading in finding.readings.values()} == {"pass"}


def test_a_single_town_needs_no_value_fact_at_all() -> None:
    finding = find([town("Alder", None)])
    assert (finding.state, finding.answer, finding.margin) == ("pass", "Alder", None)


def test_a_single_town_holds_all_of_the_value() -> None:
    # 80,000 / 0.8 = 100,000, the whole of it.
    finding = find([town("Alder", "0.8")], [parcel("A-1", "Alder", 80000)])
    assert finding.measures["equalized_value"] == {"Alder": "100000.00"}
    assert finding.measures["share"] == {"Alder": 1}
    assert finding.measures["has_majority"] is True


@pytest.mark.parametrize(
    "municipalities",
    [[], [town("City of Fir", "1.00", "city"), town("Village of Elm", "1.00", "village")]],
)
def test_without_a_town_the_rule_does_not_apply(municipalities: list[dict[str, Any]]) -> None:
    finding = find(municipalities, [])
    assert (finding.state, finding.answer) == ("not_applicable", None)


@pytest.mark.parametrize("ratio", [None, 0, "0", "0.00", 2, "2.00", "-0.9", "80.00", "2.0000001"])
def test_a_ratio_outside_0_to_2_counts_as_missing(ratio: object) -> None:
    finding = find([town("Alder", ratio), town("Birch")], [parcel("A-1", "Alder", 10), parcel("B-1", "Birch", 5)])
    assert (finding.state, finding.answer) == ("needs_evidence", None)
    assert finding.measures["equalized_value"] == {"Alder": None, "Birch": "5.00"}
    assert finding.measures["total_equalized_value"] is None
    assert "assessment ratio of Alder" in finding.because


@pytest.mark.parametrize("ratio", ["0.0001", "1.9999999", 1.5])
def test_a_ratio_inside_0_to_2_is_used(ratio: object) -> None:
    finding = find(
        [town("Alder", ratio), town("Birch", ratio)], [parcel("A-1", "Alder", 10), parcel("B-1", "Birch", 5)]
    )
    assert (finding.state, finding.answer) == ("pass", "Alder")


def test_a_missing_ratio_of_a_town_without_value_changes_nothing() -> None:
    finding = find([town("Alder"), town("Birch", None)], [parcel("A-1", "Alder", 10)])
    assert (finding.state, finding.answer) == ("pass", "Alder")


def test_a_tie_is_told_exactly_and_not_broken() -> None:
    # 3/0.9 = 10/3 = 4/1.2, which no binary or decimal number holds.
    finding = find([town("Alder", "0.9"), town("Birch", "1.2")], [parcel("A-1", "Alder", 3), parcel("B-1", "Birch", 4)])
    assert (finding.state, finding.answer) == ("undetermined", None)
    assert finding.measures["share"] == {"Alder": 0.5, "Birch": 0.5}
    assert finding.measures["has_majority"] is False


def test_a_lead_of_less_than_a_cent_is_a_lead() -> None:
    # 9.00/0.9 = 10; 10.01/1.001 = 10: a tie. With 1.0009 Birch has 10.01/1.0009 = 10.00099..., less than a cent more.
    finding = find(
        [town("Alder", "0.9"), town("Birch", "1.0009")], [parcel("A-1", "Alder", 9), parcel("B-1", "Birch", "10.01")]
    )
    assert (finding.state, finding.answer) == ("pass", "Birch")
    assert "less than one cent more than Alder" in finding.because
    assert "%" not in finding.because  # 50.0 % each would read as a tie


def test_a_tie_at_zero_is_a_tie() -> None:
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 0, exempt_codes=["X4"]), parcel("B-1", "Birch", 0)])
    assert (finding.state, finding.answer) == ("undetermined", None)
    assert finding.measures["equalized_value"] == {"Alder": "0.00", "Birch": "0.00"}
    assert finding.measures["share"] == {"Alder": None, "Birch": None}
    assert finding.measures["lead_share"] is None
    assert finding.measures["has_majority"] is False


def test_several_towns_without_any_value_fact_need_evidence() -> None:
    finding = find(ALDER_BIRCH)
    assert (finding.state, finding.answer) == ("needs_evidence", None)
    assert "Alder and Birch" in finding.because


def test_a_town_that_the_totals_leave_out_is_not_zero() -> None:
    finding = find(ALDER_BIRCH, assessed_totals=[{"municipality": "Alder", "assessed_value": "100.00"}])
    assert finding.state == "needs_evidence"
    assert "not stated for Birch" in finding.because


def test_each_town_may_have_its_own_kind_of_value_fact() -> None:
    # Alder 300 as equalized; Birch 100 / 0.5 = 200 from its total; Cedar 30 / 0.25 = 120 from its parcel.
    finding = find(
        [town("Alder", None), town("Birch", "0.5"), town("Cedar", "0.25")],
        [parcel("C-1", "Cedar", 30), parcel("B-1", "Birch", 9999)],
        equalized_totals=[{"municipality": "Alder", "equalized_value": 300}],
        assessed_totals=[{"municipality": "Birch", "assessed_value": 100}],
    )
    assert finding.measures["equalized_value"] == {"Alder": "300.00", "Birch": "200.00", "Cedar": "120.00"}
    assert finding.answer == "Alder"
    assert finding.measures["has_majority"] is False  # 300 of 620


# What an unknown parcel does: Alder has 100, Birch has 60.
@pytest.mark.parametrize(
    ("unknown", "state"),
    [
        pytest.param(parcel("U", "Birch", None), "needs_evidence", id="no limit to the value in the trailing town"),
        pytest.param(parcel("U", "Alder", None), "needs_evidence", id="unknown value in the leading town"),
        pytest.param(parcel("U", "Birch", 39, taxable=None), "needs_evidence", id="60 + 39 is still less"),
        pytest.param(parcel("U", "Birch", 40, taxable=None), "needs_evidence", id="60 + 40 could tie"),
        pytest.param(parcel("U", "Birch", 41, taxable=None), "needs_evidence", id="60 + 41 could lead"),
        pytest.param(parcel("U", "Birch", None, share_in_district=0), "pass", id="it only touches"),
        pytest.param(parcel("U", "City of Fir", None), "pass", id="city land counts for no town"),
        pytest.param(parcel("U", "Birch", None, taxable=False), "pass", id="said to be not taxable"),
        pytest.param(parcel("U", "Birch", None, taxable=True), "needs_evidence", id="taxable, value unknown"),
        pytest.param(parcel("U", "Birch", None, exempt_codes=["X1"]), "pass", id="exempt without a value"),
        pytest.param(parcel("U", "Birch", None, forest_codes=["W6"], mfl_value=900), "pass", id="forest law"),
        pytest.param(parcel("U", "Birch", 50, forest_codes=["W6"], mfl_value=900), "pass", id="lead shrinks, or not"),
    ],
)
def test_a_parcel_of_unknown_value_or_taxability_in_one_of_several_towns_is_asked_about(
    unknown: dict[str, Any], state: str
) -> None:
    alder = 100 if unknown["assessed_value"] != 50 else 111  # 60 + 50 of general value is 110
    municipalities = [*ALDER_BIRCH, town("City of Fir", None, "city")]
    finding = find(municipalities, [parcel("A-1", "Alder", alder), parcel("B-1", "Birch", 60), unknown])
    assert finding.state == state
    assert finding.answer == ("Alder" if state == "pass" else None)
    if state == "needs_evidence":
        assert "parcel U" in finding.because


@pytest.mark.parametrize(
    ("unknown", "bounded"),
    [
        # Whatever Alder's own parcel is worth, Alder's 100 stay ahead of 60.
        (parcel("U", "Alder", None), ("pass", "Alder")),
        (parcel("U", "Birch", 39, taxable=None), ("pass", "Alder")),
        (parcel("U", "Birch", None), None),
        (parcel("U", "Birch", 41, taxable=None), None),
    ],
)
def test_a_reading_says_where_the_unknown_could_not_change_the_town(
    unknown: dict[str, Any], bounded: tuple[str, str] | None
) -> None:
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 100), parcel("B-1", "Birch", 60), unknown])
    assert finding.state == "needs_evidence"
    reading = finding.readings.get("unknown_bounded")
    assert (None if reading is None else (reading.state, reading.answer)) == bounded


def test_the_override_counts_and_leaves_out_against_the_codes() -> None:
    finding = find(
        ALDER_BIRCH,
        [
            parcel("A-1", "Alder", 100),
            parcel("B-1", "Birch", 99, exempt_codes=["X2"], taxable=True),
            parcel("B-2", "Birch", 500, taxable=False),
            parcel("B-3", "Birch", 0, exempt_codes=["X4"]),
        ],
    )
    assert finding.answer == "Alder"
    assert finding.measures["equalized_value"] == {"Alder": "100.00", "Birch": "99.00"}
    assert finding.measures["excluded_parcels"] == ["B-2", "B-3"]


def test_value_on_city_land_counts_for_no_town_and_is_stated() -> None:
    # The city has 0.5 x 900 = 450 of assessed value inside, 450 / 0.9 = 500 equalized; more than either town.
    finding = find(
        [*ALDER_BIRCH, town("City of Fir", "0.9", "city"), town("Village of Elm", None, "village")],
        [
            parcel("A-1", "Alder", 100),
            parcel("B-1", "Birch", 60),
            parcel("F-1", "City of Fir", 900, share_in_district="0.5"),
            parcel("E-1", "Village of Elm", 7),
        ],
    )
    assert (finding.state, finding.answer) == ("pass", "Alder")
    assert finding.measures["total_equalized_value"] == "160.00"
    assert finding.measures["share"] == {"Alder": 0.625, "Birch": 0.375}
    assert finding.measures["assessed_value"] == {
        "Alder": "100.00",
        "Birch": "60.00",
        "City of Fir": "450.00",
        "Village of Elm": "7.00",
    }
    assert finding.measures["village_city_value"] == "507.00"  # 500 equalized, and 7 assessed for want of a ratio
    assert "$500 of equalized value on land of City of Fir inside the line counts for no town." in finding.notes
    assert "$7 of assessed value on land of Village of Elm inside the line counts for no town." in finding.notes
    assert finding.measures["split_parcels"] == ["F-1"]


def test_a_municipality_that_nobody_described_is_named() -> None:
    finding = find([town("Alder")], [parcel("A-1", "Alder", 100), parcel("X-1", "Town of Xylo", 1)])
    assert (finding.state, finding.answer) == ("needs_evidence", None)
    assert "Town of Xylo" in finding.because


@pytest.mark.parametrize(
    "harmless",
    [
        parcel("X-1", "Town of Xylo", 0),
        parcel("X-1", "Town of Xylo", None, exempt_codes=["X1"]),
        parcel("X-1", "Town of Xylo", 9, share_in_district=0, share_high="0.001"),
    ],
)
def test_a_municipality_without_value_inside_needs_no_description(harmless: dict[str, Any]) -> None:
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 100, share_low=1, share_high=1), harmless])
    assert (finding.state, finding.answer) == ("pass", "Alder")
    assert finding.margin is not None
    assert finding.margin.holds is True


# Roll and polygons. B-1 is on Birch's roll at 120 / 1.2 = 100 but lies in Alder.
def test_a_disputed_parcel_counts_by_the_roll_and_the_other_way_is_told() -> None:
    finding = find(
        [town("Alder"), town("Birch", "1.2")],
        [
            parcel("A-1", "Alder", 110),
            parcel("B-1", "Birch", 120, polygon_municipality="Alder"),
            parcel("B-2", "Birch", 60),
        ],
    )
    # By the roll: Alder 110, Birch 100 + 50 = 150. By polygon: Alder 110 + 100 = 210, Birch 50.
    assert (finding.state, finding.answer) == ("pass", "Birch")
    assert finding.measures["equalized_value"] == {"Alder": "110.00", "Birch": "150.00"}
    assert (finding.readings["by_polygon"].state, finding.readings["by_polygon"].answer) == ("pass", "Alder")
    assert any("parcel B-1" in note and "by_polygon" in note for note in finding.notes)
    assert "The reading by_polygon gives Alder instead." in finding.notes


def test_a_polygon_in_the_city_takes_value_from_the_towns_in_that_reading() -> None:
    finding = find(
        [*ALDER_BIRCH, town("City of Fir", None, "city")],
        [
            parcel("A-1", "Alder", 110),
            parcel("B-1", "Birch", 120, polygon_municipality="City of Fir"),
        ],
    )
    assert finding.answer == "Birch"
    assert (finding.readings["by_polygon"].state, finding.readings["by_polygon"].answer) == ("pass", "Alder")


def test_without_a_dispute_there_is_no_such_reading() -> None:
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 1, polygon_municipality="Alder")])
    assert set(finding.readings) == {
        "land_area_share",
        "building_location",
        "split_parcels_left_out",
        "without_tid_increment",
    }


def test_totals_alone_leave_only_the_default_reading() -> None:
    finding = find(
        ALDER_BIRCH, equalized_totals=[{"municipality": n, "equalized_value": 1} for n in ("Alder", "Birch")]
    )
    assert set(finding.readings) == {"land_area_share"}
    assert any("Only totals" in note for note in finding.notes)


# Buildings. Alder has 100. Birch has 90 whole and a cut parcel of 40, a quarter inside: 90 + 10 = 100, a tie.
@pytest.mark.parametrize(
    ("building", "state", "answer"),
    [(True, "pass", "Birch"), (False, "pass", "Alder"), (None, "needs_evidence", None)],
)
def test_a_cut_parcel_counts_by_its_buildings_in_that_reading(building: object, state: str, answer: object) -> None:
    cut = parcel("B-2", "Birch", 40, share_in_district=0.25, building_in_district=building)
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 100), parcel("B-1", "Birch", 90), cut])
    assert finding.state == "undetermined"
    reading = finding.readings["building_location"]
    assert (reading.state, reading.answer) == (state, answer)


def test_an_unknown_building_that_cannot_matter_leaves_the_reading_alone() -> None:
    cut = parcel("B-2", "Birch", 9, share_in_district=0.25)
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 100), parcel("B-1", "Birch", 90), cut])
    assert finding.readings["building_location"].answer == "Alder"  # 90 + 9 at most


def test_the_increment_is_left_out_in_that_reading_only() -> None:
    # With increment Alder 100 to 90; without it 100 - 50 = 50 to 90.
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 100, tid_increment=50), parcel("B-1", "Birch", 90)])
    assert finding.answer == "Alder"
    assert finding.readings["without_tid_increment"].answer == "Birch"


# The interval. Alder has 100 whole. Birch has 80 whole and 100 cut at 0.10: 90, ten dollars behind.
@pytest.mark.parametrize(
    ("interval", "state", "expected"),
    [
        pytest.param(("0.05", "0.15"), "pass", ("5.00", "15.00", True), id="85 to 95"),
        pytest.param(("0.00", "0.20"), "within_tolerance", ("0.00", "20.00", False), id="80 to 100: could tie"),
        pytest.param(("0.00", "0.25"), "within_tolerance", ("-5.00", "20.00", False), id="80 to 105: could lead"),
        pytest.param((None, None), "pass", (None, None, None), id="no interval known"),
    ],
)
def test_the_interval_may_flip_the_outcome(
    interval: tuple[object, object], state: str, expected: tuple[object, object, object]
) -> None:
    low, high = interval
    cut = parcel("B-2", "Birch", 100, share_in_district="0.10", share_low=low, share_high=high)
    finding = find(
        ALDER_BIRCH,
        [parcel("A-1", "Alder", 100), parcel("B-1", "Birch", 80), cut],
        boundary_accuracy_ft="0.5",
    )
    assert (finding.state, finding.answer) == (state, "Alder")
    assert finding.readings["land_area_share"].state == state
    margin = finding.margin
    assert margin is not None
    assert (margin.measure, margin.value, margin.threshold) == ("lead_over_runner_up", "10.00", "0.00")
    assert (margin.low, margin.high, margin.holds) == expected
    assert margin.accuracy_ft == 0.5
    if state == "within_tolerance":
        assert "0.5 ft" in finding.because
        assert "a person must look" in finding.because


def test_the_worst_case_moves_the_line_out_in_one_town_and_in_in_the_other() -> None:
    # Both cut: Alder 1000 x 0.6 (0.55 to 0.65), Birch 1000 x 0.5 (0.46 to 0.58). Each alone keeps Alder ahead
    # (0.55 > 0.5, 0.6 > 0.58); together 550 - 580 = -30. The best case is 650 - 460 = 190.
    finding = find(
        ALDER_BIRCH,
        [
            parcel("A-1", "Alder", 1000, share_in_district="0.6", share_low="0.55", share_high="0.65"),
            parcel("B-1", "Birch", 1000, share_in_district="0.5", share_low="0.46", share_high="0.58"),
        ],
    )
    assert finding.state == "within_tolerance"
    assert finding.margin is not None
    assert (finding.margin.low, finding.margin.high) == ("-30.00", "190.00")
    assert "Birch could be ahead by $30" in finding.because


def test_a_rival_that_is_not_second_may_be_the_dangerous_one() -> None:
    # Cedar is third with 10 of 100, but its parcel could come in whole: 100 + ... against Alder's 95.
    finding = find(
        [*ALDER_BIRCH, town("Cedar")],
        [
            parcel("A-1", "Alder", 95),
            parcel("B-1", "Birch", 90),
            parcel("C-1", "Cedar", 100, share_in_district="0.1", share_low="0.1", share_high="1"),
        ],
    )
    assert finding.state == "within_tolerance"
    assert finding.margin is not None
    assert (finding.margin.value, finding.margin.low) == ("5.00", "-5.00")
    assert "Cedar could be ahead by $5" in finding.because


def test_land_of_unknown_value_that_the_accuracy_would_bring_in_asks_for_a_person() -> None:
    near = parcel("B-2", "Birch", None, share_in_district=0, share_low=0, share_high="0.01")
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 100), parcel("B-1", "Birch", 80), near])
    assert (finding.state, finding.answer) == ("within_tolerance", "Alder")
    assert finding.measures["unknown_parcels"] == []  # as measured it is outside
    assert finding.margin is not None
    assert (finding.margin.low, finding.margin.holds) == (None, False)


# Alder has 100, Birch 80; a parcel just outside comes in by at most a hundredth where the line moves by the accuracy.
@pytest.mark.parametrize(
    ("near", "holds"),
    [
        pytest.param(parcel("U", "Alder", None), None, id="value unknown, in the leading town"),
        pytest.param(parcel("U", "Birch", 5, taxable=None), None, id="taxability unknown, 80.05 at most"),
        pytest.param(parcel("U", "Birch", None), False, id="value unknown, in the rival: no limit"),
        pytest.param(parcel("U", "Birch", 3000, taxable=None), False, id="taxability unknown, 110 at most"),
        pytest.param(parcel("U", "Town of Xylo", None), None, id="in a town that nobody described"),
        pytest.param(parcel("U", "City of Fir", None), True, id="city land counts for no town"),
        pytest.param(parcel("U", "Birch", None, exempt_codes=["X1"]), True, id="exempt"),
        pytest.param(parcel("U", "Birch", 5), True, id="all known"),
    ],
)
def test_a_parcel_of_unknown_value_just_outside_leaves_nothing_certain(near: dict[str, Any], holds: object) -> None:
    finding = find(
        [*ALDER_BIRCH, town("City of Fir", None, "city")],
        [
            parcel("A-1", "Alder", 100),
            parcel("B-1", "Birch", 80),
            {**near, "share_in_district": 0, "share_low": 0, "share_high": "0.01"},
        ],
    )
    assert finding.margin is not None
    assert finding.margin.holds is holds
    assert (finding.state, finding.answer) == ("within_tolerance" if holds is False else "pass", "Alder")


def test_a_cut_parcel_is_not_counted_in_that_reading() -> None:
    # By land 90 + 0.3 x 40 = 102 to 100; without the cut parcel 90 to 100.
    cut = parcel("B-2", "Birch", 40, share_in_district="0.3")
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 100), parcel("B-1", "Birch", 90), cut])
    assert finding.answer == "Birch"
    assert finding.readings["split_parcels_left_out"].answer == "Alder"


@pytest.mark.parametrize(("cut", "state"), [("0.3", "pass"), (1, "needs_evidence")])
def test_an_unknown_parcel_that_is_not_counted_is_not_asked_about(cut: object, state: str) -> None:
    unknown = parcel("B-2", "Birch", None, share_in_district=cut)
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 100), parcel("B-1", "Birch", 90), unknown])
    assert finding.state == "needs_evidence"
    assert finding.readings["split_parcels_left_out"].state == state


def test_no_limit_is_a_greater_danger_than_any_limit() -> None:
    # Birch is nearer, but only Cedar could gain without limit.
    near = parcel("C-2", "Cedar", None, share_in_district=0, share_low=0, share_high="0.01")
    finding = find(
        [*ALDER_BIRCH, town("Cedar")],
        [parcel("A-1", "Alder", 100), parcel("B-1", "Birch", 80), parcel("C-1", "Cedar", 10), near],
    )
    assert finding.state == "within_tolerance"
    assert "unknown value could come in for Cedar" in finding.because


def test_a_whole_parcel_may_fall_out_when_the_line_is_pulled_in() -> None:
    # Alder's one parcel of 100 keeps at least 0.7 of itself: 70 against 80.
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 100, share_low="0.7"), parcel("B-1", "Birch", 80)])
    assert finding.state == "within_tolerance"
    assert finding.margin is not None
    assert (finding.margin.low, finding.margin.high) == ("-10.00", "20.00")


def test_exactly_half_leads_but_is_no_majority() -> None:
    towns = [*ALDER_BIRCH, town("Cedar")]
    finding = find(towns, [parcel("A-1", "Alder", 50), parcel("B-1", "Birch", 30), parcel("C-1", "Cedar", 20)])
    assert (finding.state, finding.answer) == ("pass", "Alder")
    assert (finding.measures["lead_share"], finding.measures["has_majority"]) == (0.5, False)


def test_a_tie_does_not_hold_where_the_interval_opens_it() -> None:
    cut = parcel("B-1", "Birch", 100, share_in_district="0.5", share_low="0.4", share_high="0.6")
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 50), cut])
    assert finding.state == "undetermined"
    assert finding.margin is not None
    assert finding.margin.holds is False


def test_the_finding_cites_the_law_and_its_numbers() -> None:
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 1)])
    assert finding.citation == "Wis. Stat. 60.71(1)(a)-(b); value as in 60.70(2)"
    used = {use.name: (use.value, use.unit, use.holds_from) for use in finding.parameters}
    assert used == {
        "jurisdiction_portion": ("plurality", "choice", dt.date(2011, 7, 1)),
        "equalized_value_method": ("assessed_over_ratio", "choice", dt.date(2011, 7, 1)),
        "assessment_ratio_above": (0, "ratio", dt.date(2011, 7, 1)),
        "assessment_ratio_below": (2, "ratio", dt.date(2011, 7, 1)),
    }
    assert any("outside the five texts" in note for note in finding.notes)


def test_a_date_before_the_text_on_file_is_refused() -> None:
    facts = read_facts("TSD-01", {"municipalities": ALDER_BIRCH})
    with pytest.raises(ParameterNotInForce):
        judge("TSD-01", facts, load_law().parameters(dt.date(2005, 1, 1)))


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"municipalities": [town("Alder"), town("Alder")]}, "facts.municipalities[1]"),
        (
            {"municipalities": ALDER_BIRCH, "parcels": [parcel("A", "Alder", 1, share_in_district="1.5")]},
            "facts.parcels[0].share_in_district",
        ),
        (
            {"municipalities": ALDER_BIRCH, "parcels": [parcel("A", "Alder", 1, share_low="-0.1")]},
            "facts.parcels[0].share_low",
        ),
        (
            {"municipalities": ALDER_BIRCH, "parcels": [parcel("A", "Alder", 1), parcel("B", "Alder", -1)]},
            "facts.parcels[1].assessed_value",
        ),
        (
            {"municipalities": ALDER_BIRCH, "parcels": [parcel("A", "Alder", 1, tid_increment=2)]},
            "facts.parcels[0].tid_increment",
        ),
        (
            {
                "municipalities": ALDER_BIRCH,
                "assessed_totals": [{"municipality": "Alder", "assessed_value": -1}],
            },
            "facts.assessed_totals[0]",
        ),
        (
            {
                "municipalities": ALDER_BIRCH,
                "equalized_totals": [{"municipality": "Alder", "equalized_value": 1}] * 2,
            },
            "facts.equalized_totals[1]",
        ),
    ],
)
def test_impossible_facts_are_refused(facts: dict[str, Any], where: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        judge("TSD-01", read_facts("TSD-01", facts), LAW)
    assert caught.value.where == where


CENTS = st.integers(0, 10**10).map(lambda cents: f"{cents // 100}.{cents % 100:02d}")
SHARE = st.fractions(0, 1, max_denominator=997)
RATIO = st.decimals("0.0001", "1.9999", places=4).map(str)


@st.composite
def several_towns(draw: st.DrawFn) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    names = [f"Town {letter}" for letter in "ABCD"[: draw(st.integers(2, 4))]]
    municipalities = [town(name, draw(RATIO)) for name in names]
    parcels = [
        parcel(f"P{index}", draw(st.sampled_from(names)), draw(CENTS), share_in_district=draw(SHARE))
        for index in range(draw(st.integers(0, 8)))
    ]
    return municipalities, parcels


@FIXED
@given(st.dictionaries(st.sampled_from("ABCDEF"), st.fractions(0, 10**9), min_size=1))
def test_shares_sum_to_one_exactly(values: dict[str, Fraction]) -> None:
    shares = shares_of(values)
    if any(values.values()):
        assert sum(share for share in shares.values() if share is not None) == Fraction(1)
    else:
        assert set(shares.values()) == {None}


@FIXED
@given(several_towns(), st.fractions(Fraction(1, 1000), 1000))
def test_a_constant_on_all_values_changes_no_winner(
    case: tuple[list[dict[str, Any]], list[dict[str, Any]]], factor: Fraction
) -> None:
    municipalities, parcels = case
    one = find(municipalities, parcels)
    scaled = [{**item, "assessed_value": Fraction(item["assessed_value"]) * factor} for item in parcels]
    other = find(municipalities, scaled)
    assert (one.state, one.answer) == (other.state, other.answer)
    assert one.measures["share"] == other.measures["share"]


@FIXED
@given(several_towns(), st.randoms(use_true_random=False))
def test_the_order_of_the_facts_changes_only_the_order_of_lists(
    case: tuple[list[dict[str, Any]], list[dict[str, Any]]], shuffle: random.Random
) -> None:
    municipalities, parcels = case
    one = find(municipalities, parcels)
    shuffle.shuffle(municipalities)
    shuffle.shuffle(parcels)
    other = find(municipalities, parcels)
    assert (one.state, one.answer, one.margin) == (other.state, other.answer, other.margin)
    for name, value in one.measures.items():
        given_value = other.measures[name]
        if isinstance(value, list) and isinstance(given_value, list):
            assert sorted(map(str, value)) == sorted(map(str, given_value))
        else:
            assert value == given_value


@FIXED
@given(several_towns(), st.integers(0, 7), SHARE)
def test_leaving_land_out_never_raises_the_value_of_a_town(
    case: tuple[list[dict[str, Any]], list[dict[str, Any]]], position: int, kept: Fraction
) -> None:
    municipalities, parcels = case
    if not parcels:
        return
    before = find(municipalities, parcels).measures["equalized_value"]
    less = [dict(item) for item in parcels]
    less[position % len(less)]["share_in_district"] *= kept
    after = find(municipalities, less).measures["equalized_value"]
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert all(Fraction(str(after[name])) <= Fraction(str(before[name])) for name in before)


@FIXED
@given(several_towns())
def test_the_value_agrees_with_adding_up_one_by_one(
    case: tuple[list[dict[str, Any]], list[dict[str, Any]]],
) -> None:
    municipalities, parcels = case
    finding = find(municipalities, parcels)
    for municipality in municipalities:
        value = sum(
            (
                Fraction(item["assessed_value"]) * item["share_in_district"]
                for item in parcels
                if item["municipality"] == municipality["name"]
            ),
            start=Fraction(0),
        ) / Fraction(municipality["assessment_ratio"])
        shown = finding.measures["equalized_value"]
        assert isinstance(shown, dict)
        # Half a cent either way is all that rounding may do.
        assert abs(Fraction(str(shown[municipality["name"]])) - value) <= Fraction(1, 200)


@pytest.mark.parametrize("scale", [1, 7, Fraction(1, 3)])
def test_assessed_values_of_towns_are_compared_only_once_equalized(
    field_case: Callable[[str], dict[str, Any]], scale: Fraction | int
) -> None:
    # Field case value-01: by assessed value T2 would lead, by equalized value T1 does, at half of the whole.
    case = field_case("value-01")
    rows = case["input"]["in_district"]
    facts = {
        "municipalities": [{"name": row["town"], "assessment_ratio": row["ratio"]} for row in rows],
        "assessed_totals": [
            {"municipality": row["town"], "assessed_value": Fraction(row["assessed"]) * scale} for row in rows
        ],
    }
    finding = judge("TSD-01", read_facts("TSD-01", facts), LAW)
    assert finding.answer == case["expected"]["jurisdiction"]
    assert finding.answer != case["expected"]["by_assessed_wrong"]
    assert finding.measures["share"] == case["expected"]["shares"]
    assert finding.measures["equalized_value"] == {
        town: money(Fraction(value) * scale) for town, value in case["expected"]["equalized"].items()
    }
    assert finding.measures["has_majority"] is False  # half is not more than half


def test_with_a_stated_accuracy_and_nothing_cut_the_outcome_is_certain() -> None:
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 150), parcel("B-1", "Birch", 100)], boundary_accuracy_ft="0.1")
    assert finding.margin is not None
    assert (finding.margin.low, finding.margin.value, finding.margin.high) == ("50.00", "50.00", "50.00")
    assert finding.margin.holds is True


def test_a_town_with_land_inside_and_no_roll_on_file_is_asked_about() -> None:
    # Birch's land is inside; its parcels were never imported. Zero dollars would make Alder the winner.
    finding = find([town("Alder"), {**town("Birch"), "has_roll": False}], [parcel("A-1", "Alder", 100)])
    assert (finding.state, finding.answer) == ("needs_evidence", None)
    assert "Birch" in finding.because


@pytest.mark.parametrize(
    ("value", "state"),
    [
        # A strip of a thousandth of B's 100,000,000 would be 100,000 against 10,000.
        (100_000_000, "within_tolerance"),
        (9_000_000, "pass"),  # 9,000
    ],
)
def test_a_town_that_only_the_accuracy_would_bring_in_is_a_rival(value: int, state: str) -> None:
    near = parcel("B-1", "Birch", value, share_in_district=0, share_low=0, share_high="0.001")
    finding = find(
        [town("Alder")],
        [parcel("A-1", "Alder", 10_000), near],
        near_municipalities=[town("Birch")],
        boundary_accuracy_ft="0.1",
    )
    assert (finding.state, finding.answer) == (state, "Alder")
    assert finding.margin is not None
    assert finding.margin.holds is (state == "pass")
    assert finding.measures["share"] == {"Alder": 1}


def test_an_increment_that_nobody_knows_is_not_taken_for_none() -> None:
    # Birch's 100 may hold any increment, so without increments Alder's 90 may lead or not.
    parcels = [parcel("A-1", "Alder", 90, tid_increment=0), parcel("B-1", "Birch", 100, tid_increment=None)]
    finding = find(ALDER_BIRCH, parcels)
    assert (finding.state, finding.answer) == ("pass", "Birch")
    assert finding.readings["without_tid_increment"].state == "needs_evidence"
    leads_anyway = find(ALDER_BIRCH, [parcel("A-1", "Alder", 110, tid_increment=0), parcels[1]])
    assert (leads_anyway.answer, leads_anyway.readings["without_tid_increment"].answer) == ("Alder", "Alder")


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({}, "which municipalities have land inside is not on file"),
        ({"municipalities": None, "parcels": [parcel("A-1", "Alder", 100)]}, "which municipalities have land inside"),
        (
            {
                "municipalities": ALDER_BIRCH,
                "assessed_totals": [{"municipality": "Alder", "assessed_value": 9}, {"municipality": "Birch"}],
            },
            "the value inside is not stated for Birch",
        ),
        (
            # Parcels of Alder say nothing of Birch, whose total is said to be unknown.
            {
                "municipalities": ALDER_BIRCH,
                "parcels": [parcel("A-1", "Alder", 100)],
                "equalized_totals": [{"municipality": "Birch", "equalized_value": None}],
            },
            "the value inside is not stated for Birch",
        ),
        (
            # Alder 60; Birch between 0 and 100.
            {
                "municipalities": ALDER_BIRCH,
                "parcels": [parcel("A-1", "Alder", 60), parcel("B-1", "Birch", 100, share_in_district=None)],
            },
            "what share is inside is not known for parcel B-1",
        ),
        (
            {
                "municipalities": [town("Alder"), {"name": "Birch", "kind": None, "assessment_ratio": 1}],
                "parcels": [parcel("A-1", "Alder", 60), parcel("B-1", "Birch", 100)],
            },
            "the kind of Birch is not known",
        ),
    ],
)
def test_what_is_null_is_asked_about_where_it_could_decide(facts: dict[str, Any], word: str) -> None:
    finding = judge("TSD-01", read_facts("TSD-01", facts), LAW)
    assert (finding.state, finding.answer) == ("needs_evidence", None)
    assert word in finding.because


@pytest.mark.parametrize(
    "birch",
    [
        # Alder 200; Birch at most 100, whatever is not known.
        pytest.param({"share_in_district": None}, id="share"),
        pytest.param({"exempt_codes": None, "forest_codes": None}, id="codes of a parcel with a value"),
    ],
)
def test_what_is_null_and_cannot_decide_is_left_so(birch: dict[str, Any]) -> None:
    finding = find(ALDER_BIRCH, [parcel("A-1", "Alder", 200), parcel("B-1", "Birch", 100, **birch)])
    assert (finding.state, finding.answer) == ("pass", "Alder")


def test_a_municipality_of_unknown_kind_that_cannot_lead_changes_nothing() -> None:
    unknown = {"name": "Birch", "kind": None, "assessment_ratio": 1}
    finding = find([town("Alder"), unknown], [parcel("A-1", "Alder", 200), parcel("B-1", "Birch", 100)])
    assert (finding.state, finding.answer) == ("pass", "Alder")
    assert any("Whether Birch is a town is not known" in note for note in finding.notes)
    # As the only one inside it is a town that decides, or no town at all.
    assert find([unknown]).state == "needs_evidence"
