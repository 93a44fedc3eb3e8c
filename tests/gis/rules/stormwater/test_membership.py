"""MUK-15: is the parcel in the utility district (FACTS.md, entry MUK-15, and Block O)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.facts.stormwater import UtilityMembershipFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
# A lot of 200 by 200 ft.
LOT: dict[str, Any] = {"parcel_area_sqft": 40_000, "overlap_area_sqft": 40_000, "overlap_width_ft": 200}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-15", read_facts("MUK-15", {**LOT, **facts}), law)


@pytest.mark.parametrize(
    ("facts", "state", "answer", "share"),
    [
        pytest.param({}, "pass", "in", 1, id="wholly inside"),
        pytest.param({"overlap_area_sqft": 0, "overlap_width_ft": None}, "fail", "out", 0, id="touching only"),
        pytest.param(
            {"overlap_area_sqft": 24_000, "overlap_width_ft": 120, "outside_width_ft": 80},
            "undetermined",
            "split",
            0.6,
            id="120 of 200 ft inside",
        ),
        pytest.param(
            {"overlap_area_sqft": 10, "overlap_width_ft": "0.05"}, "within_tolerance", "out", 0.00025, id="in"
        ),
        pytest.param(
            {"overlap_area_sqft": 20, "overlap_width_ft": "0.1"},
            "within_tolerance",
            "out",
            0.0005,
            id="0.1 ft is a sliver",
        ),
        pytest.param(
            {"overlap_area_sqft": 22, "overlap_width_ft": "0.11"}, "undetermined", "split", 0.00055, id="0.11 ft"
        ),
        pytest.param(
            {"overlap_area_sqft": 22, "overlap_width_ft": None}, "undetermined", "split", 0.00055, id="no width"
        ),
        pytest.param(
            {"overlap_area_sqft": 39_992, "outside_width_ft": "0.04"},
            "within_tolerance",
            "in",
            0.9998,
            id="0.04 ft out",
        ),
        pytest.param({"overlap_area_sqft": 39_992}, "undetermined", "split", 0.9998, id="width outside not measured"),
        pytest.param({"overlap_area_sqft": "40000.01"}, "pass", "in", 1, id="a hair more than itself"),
        pytest.param({"overlap_area_sqft": "0.001"}, "fail", "out", 2.5e-8, id="below the hundredth of a square foot"),
        pytest.param(
            {"parcel_area_sqft": 16, "overlap_area_sqft": 16, "overlap_width_ft": "0.08"},
            "pass",
            "in",
            1,
            id="a strip of 0.08 ft, all of it inside",
        ),
        pytest.param(
            {"parcel_area_sqft": 30, "overlap_area_sqft": 16, "overlap_width_ft": "0.08", "outside_width_ft": "0.07"},
            "within_tolerance",
            "out",
            pytest.approx(16 / 30),
            id="a strip of 0.15 ft across the line",
        ),
    ],
)
def test_in_out_and_on_both_sides(facts: dict[str, object], state: str, answer: str, share: float) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == (state, answer)
    assert found.measures["share_inside"] == pytest.approx(share)
    assert (found.readings == {}) is (answer != "split")


def test_a_split_parcel_has_the_units_of_the_whole_and_of_the_part() -> None:
    # 9,000 / 750 = 12 quarters; 4,000 / 750 = 5.33: six quarters.
    split = {"overlap_area_sqft": 24_000, "impervious_sqft": 9000, "impervious_inside_sqft": 4000}
    found = find(**split)
    assert (found.measures["units_whole"], found.measures["units_inside"]) == (3, 1.5)
    readings = {name: (reading.state, reading.answer) for name, reading in found.readings.items()}
    assert readings == {"whole_parcel": ("pass", 3), "inside_part": ("pass", 1.5)}
    assert (
        "24,000 sq ft of the parcel lie in the utility district and 16,000 sq ft outside, 60.0% of it" in found.because
    )
    unknown = find(**{**split, "impervious_inside_sqft": None})
    assert (unknown.readings["inside_part"].state, unknown.readings["inside_part"].answer) == ("needs_evidence", None)


@pytest.mark.parametrize("overlap", [0, 24_000, 40_000, None])
def test_where_the_exhibits_disagree_nobody_can_say(overlap: int | None) -> None:
    found = find(overlap_area_sqft=overlap, exhibits_agree=False)
    assert (found.state, found.answer, found.readings) == ("undetermined", None, {})
    assert "disagree" in found.because


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"overlap_area_sqft": None}, "how much of the parcel lies in the district is not known"),
        ({"parcel_area_sqft": None}, "the area of the parcel is not known"),
        ({"exhibits_agree": None}, "whether map and description of the district agree on the parcel is not known"),
        ({"parcel_area_sqft": None, "overlap_area_sqft": None}, "are not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


def test_no_facts_at_all_need_evidence() -> None:
    assert judge("MUK-15", UtilityMembershipFacts(), LAW).state == "needs_evidence"


def test_of_a_parcel_with_nothing_inside_its_own_area_is_not_asked() -> None:
    found = find(parcel_area_sqft=None, overlap_area_sqft=0)
    assert (found.state, found.answer, found.measures["share_inside"]) == ("fail", "out", 0)


def test_the_stated_accuracy_goes_before_the_convention() -> None:
    sliver = {"overlap_area_sqft": 400, "overlap_width_ft": 2}
    assert find(**sliver).answer == "split"
    found = find(**sliver, boundary_accuracy_ft=2)
    assert (found.state, found.answer, found.measures["boundary_accuracy_ft"]) == ("within_tolerance", "out", 2)
    assert "the part inside is 2 ft wide at most, no more than the 2 ft" in found.because
    by_law = find(law_with(boundary_accuracy_default_ft=2), **sliver)
    assert by_law.state == "within_tolerance"
    assert {use.name: use.value for use in by_law.parameters}["boundary_accuracy_default_ft"] == 2


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        *(({name: -1}, name) for name in ("parcel_area_sqft", "overlap_area_sqft", "overlap_width_ft")),
        *(({name: -1}, name) for name in ("outside_width_ft", "impervious_sqft", "boundary_accuracy_ft")),
        ({"overlap_area_sqft": 40_001}, "overlap_area_sqft"),
        ({"impervious_sqft": 100, "impervious_inside_sqft": 101}, "impervious_inside_sqft"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"
