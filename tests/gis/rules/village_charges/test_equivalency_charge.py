"""MUK-05: the residential equivalency charge (FACTS.md, entry MUK-05)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
QUARTERS = {"march": 90_000, "june": 96_000, "september": 150_000, "december": 102_000}
CUSTOMER: dict[str, object] = {
    "debt_service": "750000.00",
    "total_recs": 4120,
    "quarters_gal": QUARTERS,
    "single_family_average_gal": 18_000,
}


def find(**facts: object) -> Finding:
    return judge("MUK-05", read_facts("MUK-05", {**CUSTOMER, **facts}), LAW)


def test_the_customer_pays_its_units_times_the_unrounded_charge() -> None:
    # 750,000 / 4,120 = 182.0388...; 288,000 / 3 = 96,000; 96,000 / 18,000 = 16/3; 182.0388... x 16/3 = 970.8737...,
    # where the rounded charge would give 182.04 x 16/3 = 970.88.
    found = find()
    assert (found.state, found.answer) == ("pass", "182.04")
    assert found.measures["customer_average_gal"] == 96_000
    assert found.measures["recs"] == pytest.approx(16 / 3)
    assert found.measures["yearly_charge"] == "970.87"


def test_the_summer_quarter_is_left_out() -> None:
    assert find(quarters_gal={**QUARTERS, "september": None}).measures == find().measures


def test_there_is_no_least_number_of_units() -> None:
    found = find(quarters_gal={"march": 0, "june": 0, "december": 27_000}, total_recs=1000)
    # 9,000 / 18,000 = 0.5; 750 x 0.5.
    assert (found.measures["recs"], found.measures["yearly_charge"]) == (0.5, "375.00")


def test_a_single_family_dwelling_is_one_unit_whatever_it_uses() -> None:
    found = find(single_family=True)
    assert (found.measures["recs"], found.measures["yearly_charge"]) == (1, "182.04")


@pytest.mark.parametrize("facts", [{}, {"single_family": True}])
def test_who_is_no_customer_has_no_units_by_water(facts: dict[str, object]) -> None:
    found = find(village_water_customer=False, **facts)
    assert (found.state, found.answer) == ("not_applicable", "182.04")
    assert (found.measures["recs"], found.measures["yearly_charge"]) == (None, None)
    assert "86-263" in found.because


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"debt_service": None}, "yearly debt service is not known"),
        ({"total_recs": None}, "how many residential equivalent units there are is not known"),
        ({"total_recs": 0}, "cannot be divided"),
    ],
)
def test_without_debt_service_or_units_there_is_no_charge(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because.lower()


def test_an_unknown_customer_still_has_the_charge_per_unit() -> None:
    found = find(village_water_customer=None)
    assert (found.state, found.answer, found.measures["recs"]) == ("needs_evidence", "182.04", None)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"quarters_gal": {**QUARTERS, "june": None}}, "the quarter ending June is not known"),
        ({"single_family_average_gal": None}, "the average water of single-family dwellings is not known"),
        ({"single_family_average_gal": 0}, "used no water on average"),
        ({"single_family": None}, "whether it is a single-family dwelling is not known"),
    ],
)
def test_unknown_units_of_the_customer_leave_the_charge_per_unit(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.measures["recs"]) == ("pass", "182.04", None)
    assert words in found.because


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"debt_service": "-0.01"}, "debt_service"),
        ({"total_recs": -1}, "total_recs"),
        ({"single_family_average_gal": -1}, "single_family_average_gal"),
        ({"quarters_gal": {"march": -1}}, "quarters_gal.march"),
        ({"quarters_gal": {"september": -1}}, "quarters_gal.september"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_the_sentence_says_the_charge_with_which_it_reckons() -> None:
    # 750,000 / 4,120 = 182.0388...; six units are 1,092.23 by it, and 1,092.24 by the rounded 182.04.
    found = find(
        debt_service="750000.00",
        total_recs=4120,
        quarters_gal={"march": 96000, "june": 96000, "december": 96000},
        single_family_average_gal=16000,
    )
    assert found.because.endswith(
        "is $182.038835 a unit, rounded $182.04; the customer has 6 units by its water use, "
        "and is charged $1,092.23 a year."
    )
    one = find(debt_service="750.00", total_recs=1)
    assert "divided by 1 residential equivalent unit is $750 a unit;" in one.because
