"""TSD-09: no village or city land in the district (FACTS.md, entry TSD-09 and Block O)."""

import datetime as dt
from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def overlap(name: str, area: object, width: object = None, **more: object) -> dict[str, Any]:
    return {
        "name": name,
        "kind": name.split(" ", 1)[0].lower(),
        "overlap_area_sqft": area,
        "overlap_width_ft": width,
        **more,
    }


def find(*overlaps: dict[str, Any], **more: object) -> Finding:
    return judge("TSD-09", read_facts("TSD-09", {"overlaps": list(overlaps), **more}), LAW)


ELM, FIR = "Village of Elm", "City of Fir"


@pytest.mark.parametrize(
    ("area", "width", "accuracy", "state"),
    [
        pytest.param(0, None, None, "pass", id="sharing an edge"),
        pytest.param(0.004, 0.001, None, "pass", id="less than the hundredth to which areas are known"),
        pytest.param(0.01, 0.001, None, "within_tolerance", id="one hundredth of a square foot"),
        pytest.param(528, "0.1", None, "within_tolerance", id="as wide as the default accuracy"),
        pytest.param(528, "0.1000001", None, "fail", id="a hair wider"),
        pytest.param(528, None, None, "fail", id="area without a width"),
        pytest.param(528, 0.5, 0.5, "within_tolerance", id="as wide as the stated accuracy"),
        pytest.param(528, 0.51, 0.5, "fail", id="wider than the stated accuracy"),
        pytest.param(528, 0.01, 0, "fail", id="boundaries without any error"),
        pytest.param(None, None, None, "needs_evidence", id="not measured"),
    ],
)
def test_the_class_of_one_overlap(area: object, width: object, accuracy: object, state: str) -> None:
    finding = find(overlap(ELM, area, width), boundary_accuracy_ft=accuracy)
    assert finding.state == state
    assert finding.answer == {"fail": [ELM], "needs_evidence": None}.get(state, [])
    assert finding.measures["sliver_names"] == ([ELM] if state == "within_tolerance" else [])


@pytest.mark.parametrize(
    "more",
    [{"whole_parcels": ["12-3"]}, {"roll_parcels": ["12-3"]}],
)
@pytest.mark.parametrize(("area", "width"), [(0, None), (5, 0.01), (None, None)])
def test_a_whole_parcel_or_one_of_its_roll_is_a_real_overlap(more: dict[str, Any], area: object, width: object) -> None:
    finding = find(overlap(ELM, area, width, **more))
    assert (finding.state, finding.answer) == ("fail", [ELM])
    assert "parcel 12-3" in finding.because
    assert finding.margin is not None
    assert finding.margin.holds is None  # no interval is known


def test_a_real_overlap_goes_before_an_unknown_one_and_that_before_a_sliver() -> None:
    real, unknown, sliver = overlap(FIR, 900, 30), overlap(ELM, None), overlap("Village of Oak", 5, 0.05)
    assert find(sliver, unknown, real).state == "fail"
    assert find(sliver, unknown).state == "needs_evidence"
    assert find(sliver).state == "within_tolerance"


def test_names_stand_in_file_order_and_towns_are_ignored() -> None:
    finding = find(
        overlap("Town of Alder", 9e6, 3000),
        overlap(FIR, 43560, 30),
        overlap("Village of Oak", 5, 0.05),
        overlap(ELM, 87120, 30),
        district_area_acres=10,
    )
    assert finding.answer == [FIR, ELM]
    # 43,560 + 87,120 + 5 = 130,685 sq ft; 3 acres and 5 sq ft, of 10 acres.
    assert finding.measures["overlap_area_sqft"] == 130685
    assert finding.measures["overlap_area_acres"] == pytest.approx(3 + 5 / 43560, rel=1e-12)
    assert finding.measures["net_area_acres"] == pytest.approx(7 - 5 / 43560, rel=1e-12)


def test_later_annexation_is_another_law() -> None:
    finding = find(overlap(ELM, 435600, 660), occasion="annexed_later")
    assert (finding.state, finding.answer) == ("not_applicable", None)
    assert "60.79" in finding.because
    assert find(overlap(ELM, 435600, 660), occasion="addition").state == "fail"


def test_land_that_no_municipality_claims_is_not_known_to_be_town_land() -> None:
    wide = find(unclaimed_area_sqft=500, unclaimed_width_ft=0.2)
    assert (wide.state, wide.answer) == ("needs_evidence", None)
    assert "500 sq ft" in wide.because
    assert find(unclaimed_area_sqft=500, unclaimed_width_ft="0.1").state == "pass"
    assert find(overlap(ELM, 900, 30), unclaimed_area_sqft=500, unclaimed_width_ft=9).state == "fail"


@pytest.mark.parametrize(
    ("width", "low", "high", "holds"),
    [
        pytest.param(30, "29.5", "30.5", True, id="real at both ends"),
        pytest.param(0.11, "0.01", "0.21", False, id="real, but a sliver with the line pulled in"),
        pytest.param(0.05, "0.01", "0.10", True, id="a sliver at both ends"),
        pytest.param(0.05, "0.00", "0.10", False, id="a sliver, but nothing with the line pulled in"),
        pytest.param(0.05, "0.00", "0.15", False, id="a sliver, but real with the line pushed out"),
        pytest.param(0.05, None, None, None, id="no interval"),
    ],
)
def test_the_margin_says_whether_the_answer_holds(width: object, low: object, high: object, holds: object) -> None:
    margin = find(overlap(ELM, 528, width, width_low_ft=low, width_high_ft=high)).margin
    assert margin is not None
    assert margin.holds is holds
    assert (margin.measure, margin.unit, margin.threshold) == ("overlap_width_ft", "ft", 0.1)
    assert margin.value == width
    assert margin.low == (None if low is None else float(str(low)))
    assert margin.high == (None if high is None else float(str(high)))


# Pushed out by the accuracy, the line takes in a sliver that a person must look at, or more.
@pytest.mark.parametrize(("high", "holds"), [("0", True), ("0.1", False), ("0.2", False)])
def test_a_village_next_to_the_line_may_come_in(high: str, holds: object) -> None:
    finding = find(overlap(ELM, 0, 0, width_low_ft=0, width_high_ft=high))
    assert finding.state == "pass"
    assert finding.margin is not None
    assert finding.margin.holds is holds


def test_the_default_accuracy_is_listed_only_where_it_is_used() -> None:
    stated = find(boundary_accuracy_ft=3)
    default = find()
    assert [use.name for use in stated.parameters] == ["village_city_overlap_permitted_sqft"]
    assert [(use.name, use.value, use.unit, use.holds_from) for use in default.parameters] == [
        ("village_city_overlap_permitted_sqft", 0, "sqft", dt.date(2011, 7, 1)),
        ("boundary_accuracy_default_ft", 0.1, "ft", dt.date(2011, 7, 1)),
    ]
    assert (default.state, default.answer, default.margin) == ("pass", [], None)


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"overlaps": [overlap(ELM, -1)]}, "facts.overlaps[0].overlap_area_sqft"),
        ({"overlaps": [overlap(ELM, 1, -1)]}, "facts.overlaps[0].overlap_width_ft"),
        ({"overlaps": [], "boundary_accuracy_ft": -1}, "facts.boundary_accuracy_ft"),
        ({"overlaps": [overlap(ELM, 1), overlap(ELM, 1)]}, "facts.overlaps[1].name"),
    ],
)
def test_impossible_facts_are_refused(facts: dict[str, Any], where: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        judge("TSD-09", read_facts("TSD-09", facts), LAW)
    assert caught.value.where == where


def test_land_that_two_of_them_claim_is_counted_once_where_the_total_is_stated() -> None:
    both = (overlap(ELM, 300_000, 500), overlap("City of Fir", 300_000, 500, kind="city"))
    finding = find(*both, overlap_total_sqft=300_000, district_area_acres=20)
    assert finding.answer == [ELM, "City of Fir"]
    assert finding.measures["overlap_area_sqft"] == 300_000
    assert finding.measures["net_area_acres"] == pytest.approx(20 - 300_000 / 43_560)


@pytest.mark.parametrize(("width", "state"), [("0.5", "within_tolerance"), ("1", "within_tolerance"), ("1.5", "fail")])
def test_an_overlap_may_have_an_accuracy_of_its_own(width: str, state: str) -> None:
    assert find(overlap(ELM, 528, width, accuracy_ft="1")).state == state


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({}, "which municipalities have land inside is not on file"),
        ({"overlaps": None}, "which municipalities have land inside is not on file"),
        ({"overlaps": [{"name": ELM, "kind": "village"}]}, "the area of Village of Elm inside the district has not"),
        ({"overlaps": [overlap("Elm", 528, 3, kind=None)]}, "the kind of Elm is not known"),
        ({"overlaps": [overlap("Elm", 528, "0.05", kind=None)]}, "the kind of Elm is not known"),
        ({"overlaps": [overlap(ELM, 528, 3)], "occasion": None}, "60.79 governs land annexed later"),
    ],
)
def test_what_is_null_or_absent_is_asked_about(facts: dict[str, Any], word: str) -> None:
    found = judge("TSD-09", read_facts("TSD-09", facts), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert word in found.because


def test_what_is_null_and_cannot_decide_is_left_so() -> None:
    assert find(overlap("Elm", 0, kind=None)).state == "pass"
    assert find(overlap("Elm", 528, kind=None), overlap(FIR, 528, 3)).state == "fail"
    later = judge("TSD-09", read_facts("TSD-09", {"occasion": "annexed_later"}), LAW)
    assert later.state == "not_applicable"
