"""SA-02: the cap of a square acre (FACTS.md, entry SA-02)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.assessment.square_acre import root_down, square_side_ft
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
FRONT: dict[str, Any] = {"connected_structure": True, "basis": "frontage", "rate": "60.00", "frontage_ft": 1320}
AREA: dict[str, Any] = {"connected_structure": True, "basis": "area", "rate": "0.25", "area_acres": 80}
UNIT: dict[str, Any] = {"connected_structure": True, "basis": "unit", "rate": "9500.00"}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("SA-02", read_facts("SA-02", facts), law)


# 43,560 = 4 x 9 x 1,210 = 36 x 1,210 and 1,210 = 121 x 10: the side is 66 x sqrt(10) = 66 x 3.16227766016837933...
# = 208.710325571113...
def test_the_side_of_a_square_acre() -> None:
    assert square_side_ft() == Fraction("208.710325")
    assert square_side_ft(Fraction(10)) == 660  # 435,600 sq ft
    assert square_side_ft(Fraction(0)) == 0


@pytest.mark.parametrize(
    ("square", "steps", "root"),
    [("2", 1, "1"), ("2", 100, "1.41"), ("4", 100, "2"), ("3.9999", 1, "1"), ("0.0001", 100, "0.01"), ("0", 100, "0")],
)
def test_a_root_is_rounded_down_exactly(square: str, steps: int, root: str) -> None:
    assert root_down(Fraction(square), steps) == Fraction(root)


@pytest.mark.parametrize(
    ("sides", "cap"),
    # n x 208.710325571113 x 60 = n x 12,522.61953426...
    [(1, "12522.61"), (2, "25045.23"), (3, "37567.85"), (4, "50090.47")],
)
def test_frontage_counts_up_to_the_sides_of_a_square_acre(sides: int, cap: str) -> None:
    found = find(**FRONT, sides=sides)
    assert (found.state, found.answer) == ("pass", cap)
    assert found.measures == {"uncapped_amount": "79200.00", "cap_amount": cap, "cap_applies": True}
    assert "the cap applies" in found.because


@pytest.mark.parametrize(
    ("frontage", "amount", "applies"),
    [
        ("208.71", "12522.60", False),
        ("208.710325571", "12522.61", False),  # just inside the side
        ("208.710325572", "12522.61", True),  # just outside it, and the cents are the same
        ("208.72", "12522.61", True),
        ("0", "0.00", False),
    ],
)
def test_frontage_at_the_edge_of_the_cap(frontage: str, amount: str, applies: bool) -> None:
    found = find(**{**FRONT, "frontage_ft": frontage})
    assert (found.answer, found.measures["cap_applies"]) == (amount, applies)


@pytest.mark.parametrize(
    ("facts", "amount", "applies"),
    [
        ({"area_acres": 80}, "10890.00", True),  # 43,560 x 0.25
        ({"area_acres": 1}, "10890.00", False),
        ({"area_sqft": 43560}, "10890.00", False),
        ({"area_sqft": "43560.01"}, "10890.00", True),
        ({"area_sqft": "43559.99"}, "10889.99", False),  # 10,889.9975, rounded down
        ({"area_acres": "0.5"}, "5445.00", False),
        ({"area_sqft": 100, "area_acres": 80}, "25.00", False),  # square feet go first
    ],
)
def test_area_counts_up_to_an_acre(facts: dict[str, object], amount: str, applies: bool) -> None:
    found = find(**{**AREA, "area_acres": None, **facts})
    assert (found.answer, found.measures["cap_applies"]) == (amount, applies)


@pytest.mark.parametrize(
    ("units", "amount", "applies"), [(1, "9500.00", False), (3, "9500.00", True), ("0.5", "4750.00", False)]
)
def test_the_cap_is_one_unit(units: object, amount: str, applies: bool) -> None:
    for ordinance in (False, True, None):
        found = find(**UNIT, units=units, ordinance_max_lot=ordinance)
        assert (found.answer, found.measures["cap_applies"]) == (amount, applies)


def test_an_ordinance_may_choose_the_largest_lot() -> None:
    # 2.5 acres x 43,560 x 0.25; 300 ft x 60, however many sides are counted
    assert find(**AREA, ordinance_max_lot=True, max_lot_acres="2.5").answer == "27225.00"
    assert find(**FRONT, ordinance_max_lot=True, max_lot_frontage_ft=300, sides=2).answer == "18000.00"
    assert find(**AREA, max_lot_acres="2.5").answer == "10890.00"  # no ordinance does


def test_nothing_is_assessed_without_a_connected_structure() -> None:
    for facts in (FRONT, AREA, UNIT, {"connected_structure": False}):
        found = find(**{**facts, "connected_structure": False, "rate": None})
        assert (found.state, found.answer) == ("not_applicable", "0.00")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({**FRONT, "connected_structure": None}, "whether a structure on the land is connected is not known"),
        ({**FRONT, "basis": None}, "the basis of the assessment is not known"),
        ({**FRONT, "rate": None}, "the rate of the assessment is not known"),
        ({**FRONT, "frontage_ft": None}, "the frontage of the land is not known"),
        ({**FRONT, "sides": None}, "how many sides of the square acre are counted is not known"),
        ({**FRONT, "ordinance_max_lot": None}, "whether an ordinance chooses the largest lot is not known"),
        ({**FRONT, "ordinance_max_lot": True}, "the frontage of the largest lot is not known"),
        ({**AREA, "area_acres": None}, "the area of the land is not known"),
        ({**AREA, "ordinance_max_lot": None}, "whether an ordinance chooses the largest lot is not known"),
        ({**AREA, "ordinance_max_lot": True}, "the area of the largest lot is not known"),
        ({**UNIT, "units": None}, "how many units the land has is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words == found.because[:-1].lower()


def test_sides_do_not_matter_where_no_square_is_counted() -> None:
    assert find(**AREA, sides=None).answer == "10890.00"
    assert find(**FRONT, ordinance_max_lot=True, max_lot_frontage_ft=300, sides=None).answer == "18000.00"


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"rate": "-1"}, "rate"),
        ({"frontage_ft": -1}, "frontage_ft"),
        ({"units": -1}, "units"),
        ({"area_sqft": 0}, "area_sqft"),
        ({"area_acres": 0}, "area_acres"),
        ({"max_lot_acres": 0}, "max_lot_acres"),
        ({"max_lot_frontage_ft": -1}, "max_lot_frontage_ft"),
        ({"sides": 0}, "sides"),
        ({"sides": 5}, "sides"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**{**FRONT, **facts})
    assert caught.value.where == f"facts.{path}"


def test_the_acre_is_a_number_of_the_law() -> None:
    law = law_with(farmland_cap_acres=10)
    assert find(law, **{**FRONT, "frontage_ft": 2000}).answer == "39600.00"  # 660 ft x 60
    assert find(law, **AREA).answer == "108900.00"


def test_a_rate_of_parts_of_a_cent_is_said_as_it_is() -> None:
    assert (
        "43,560 sq ft at $0.255 a square foot is $11,107.80"
        in find(connected_structure=True, basis="area", rate="0.255", area_acres=1).because
    )


@settings(max_examples=50, derandomize=True, deadline=None)
@given(
    rate=st.decimals(0, 1000, places=3),
    frontage=st.decimals(0, 5000, places=2),
    sides=st.integers(1, 4),
)
def test_the_amount_is_never_negative_and_never_above_the_cap(rate: Decimal, frontage: Decimal, sides: int) -> None:
    found = find(connected_structure=True, basis="frontage", rate=str(rate), frontage_ft=str(frontage), sides=sides)
    amount = Fraction(str(found.answer))
    assert 0 <= amount <= Fraction(rate) * Fraction(frontage)
    assert amount**2 <= 43560 * (sides * Fraction(rate)) ** 2


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (UNIT, "1 unit at $9,500 a unit is $9,500;"),
        ({**UNIT, "units": 2}, "2 units at $9,500 a unit is $19,000;"),
        ({**FRONT, "rate": "60.50"}, "1,320 ft of frontage at $60.50 a foot is $79,860;"),  # 1,320 x 60.50
        # 208.71033 x 60 is 12,522.6198 and the side 208.710325... x 60 is 12,522.6195: both $12,522.61.
        ({**FRONT, "frontage_ft": "208.71033"}, "is $12,522.61; the cap applies, by less than one cent."),
    ],
)
def test_the_arithmetic_is_said_as_people_say_it(facts: dict[str, Any], words: str) -> None:
    found = find(**facts)
    assert words in found.because
