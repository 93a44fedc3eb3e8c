"""MUK-11: units of a nonresidential parcel (FACTS.md, entry MUK-11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.facts.stormwater import NonresidentialFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
SHOP = [{"kind": "roof", "area_sqft": 4000}, {"kind": "gravel", "area_sqft": 1600}]
HALF = [{"surface": "gravel", "weight": "0.5", "source": "Code 3.50.110"}]


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-11", read_facts("MUK-11", facts), law)


def answers(found: Finding) -> dict[str, Any]:
    return {name: reading.answer for name, reading in found.readings.items()}


@pytest.mark.parametrize(
    ("area", "answer", "used", "as_measured"),
    # Quarters of 750: 9,000.4 is 9,000 whole square feet, 12 quarters; as measured it is a 13th.
    [
        ("0", 0, 0, 0),
        ("0.4", 0, 0, 0.25),
        ("9000", 3, 9000, 3),
        ("9000.4", 3, 9000, 3.25),
        ("9000.5", 3.25, 9001, 3.25),
        ("8999.6", 3, 9000, 3),
    ],
)
def test_units_by_area_with_both_roundings_of_it(area: str, answer: float, used: int, as_measured: float) -> None:
    found = find(impervious_sqft=area)
    assert (found.state, found.answer, found.measures["impervious_sqft_used"]) == ("pass", answer, used)
    assert answers(found) == {"whole_square_feet": answer, "unrounded_area": as_measured}


def test_the_ordinance_may_take_the_area_as_measured() -> None:
    found = find(law_with(eru_area_rounding="unrounded_area"), impervious_sqft="9000.4")
    assert (found.answer, found.measures["impervious_sqft_used"]) == (3.25, 9000.4)
    assert answers(found) == {"whole_square_feet": 3, "unrounded_area": 3.25}


@pytest.mark.parametrize(
    ("gravel", "state", "answer"),
    # 5,600 / 750 = 7.47: 8 quarters. 4,000 / 750 = 5.33: 6 quarters.
    [(True, "pass", 2), (False, "pass", 1.5), (None, "needs_evidence", None)],
)
def test_gravel_goes_by_local_policy(gravel: bool | None, state: str, answer: float | None) -> None:
    found = find(surfaces=SHOP, gravel_counts=gravel)
    assert (found.state, found.answer) == (state, answer)
    assert {name: answers(found)[name] for name in ("gravel_counted", "gravel_not_counted")} == {
        "gravel_counted": 2,
        "gravel_not_counted": 1.5,
    }
    assert ("whether gravel counts is not known" in found.because) is (gravel is None)


def test_gravel_that_changes_nothing_is_not_asked_about() -> None:
    # 4,000 and 4,500 sq ft are both six quarters; 4,501 would be a seventh.
    within = find(surfaces=[SHOP[0], {"kind": "gravel", "area_sqft": 500}])
    assert (within.state, within.answer) == ("pass", 1.5)
    assert "and it changes nothing: 4,000 sq ft and 4,500 sq ft both make 1.5 runoff units" in within.because
    assert (within.measures["impervious_sqft_used"], within.measures["units_high"]) == (None, 1.5)
    assert find(surfaces=[SHOP[0], {"kind": "gravel", "area_sqft": 501}]).state == "needs_evidence"


def test_a_half_weight_counts_half_and_names_its_source() -> None:
    found = find(surfaces=SHOP, weights=HALF)  # 4,800 / 750 = 6.4: seven quarters
    assert (found.state, found.answer, found.measures["impervious_sqft_used"]) == ("pass", 1.75, 4800)
    assert found.notes == ("Surface of the class gravel counts at 0.5 of its area (Code 3.50.110).",)
    overruled = find(surfaces=SHOP, weights=HALF, gravel_counts=True)
    assert (overruled.answer, overruled.notes) == (2, ())


def test_without_gravel_no_reading_of_it_is_given() -> None:
    assert answers(find(surfaces=SHOP[:1])).keys() == {"whole_square_feet", "unrounded_area"}
    assert answers(find(surfaces=[])) == {"whole_square_feet": 0, "unrounded_area": 0}


def test_a_stated_total_beside_surfaces_is_told() -> None:
    found = find(impervious_sqft=9000, surfaces=SHOP, gravel_counts=True)
    assert (found.answer, found.notes) == (
        2,
        ("A total of 9,000 sq ft is stated too; the surfaces by class are used.",),
    )
    assert find(impervious_sqft=5600, surfaces=SHOP, gravel_counts=True).notes == ()


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "the area of impervious surface is not known"),
        ({"surfaces": [{"kind": "roof"}]}, "the area of roof is not known"),
        ({"surfaces": [*SHOP, {"kind": "walk"}]}, "the area of walk and whether gravel counts are not known"),
        ({"surfaces": [{"kind": "deck", "area_sqft": 4000}]}, "whether deck counts is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


def test_no_facts_at_all_need_evidence() -> None:
    assert judge("MUK-11", NonresidentialFacts(), LAW).state == "needs_evidence"


def test_gravel_beside_an_unknown_area_has_no_answer_in_any_reading() -> None:
    found = find(surfaces=[{"kind": "roof"}, {"kind": "gravel", "area_sqft": 5}])
    assert answers(found) == {"gravel_counted": None, "gravel_not_counted": None}
    assert {reading.state for reading in found.readings.values()} == {"needs_evidence"}


def test_tiers_of_another_ordinance_stand_in_place_of_the_formula() -> None:
    found = find(impervious_sqft="2000.4", tiers=[{"up_to_sqft": 2000, "units": 1}, {"units": 5}])
    assert (found.answer, answers(found)) == (1, {"whole_square_feet": 1, "unrounded_area": 5})


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"impervious_sqft": -1}, "facts.impervious_sqft"),
        ({"surfaces": [*SHOP, {"kind": "roof", "area_sqft": "-0.5"}]}, "facts.surfaces[2].area_sqft"),
        ({"impervious_sqft": 1, "tiers": [{"up_to_sqft": 2000, "units": 1}]}, "facts.tiers"),
        ({"surfaces": SHOP, "weights": [{**HALF[0], "weight": "1.5"}]}, "facts.weights"),
        ({"surfaces": SHOP, "weights": [*HALF, *HALF]}, "facts.weights"),
        ({"surfaces": SHOP, "weights": [{**HALF[0], "source": ""}]}, "facts.weights"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], where: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == where


def test_every_number_is_one_of_the_law() -> None:
    found = find(law_with(eru_sqft=4300, eru_step=Fraction(1, 10), eru_minimum=1, eru_cap=29), impervious_sqft=4301)
    assert found.answer == 1.1  # 4,301 over 4,300, up to the next tenth
    assert [use.value for use in found.parameters] == [4300, "up_to_step", 0.1, "whole_square_feet", 1, 29]
