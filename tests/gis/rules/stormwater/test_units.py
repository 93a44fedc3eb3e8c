"""One formula from area to runoff units, under any ordinance (field cases eru-01 to eru-03)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid, LawFileInvalid
from gis.law.loader import load_law
from gis.law.parameters import CHOICES, Parameters
from gis.model.stormwater_policy import Tier
from gis.rules.stormwater.units import (
    area_used,
    count_of_units,
    refuse_beyond,
    refuse_tiers,
    runoff_units,
    unit_formula,
)
from tests.gis.rules.other_law import law_with

if TYPE_CHECKING:
    from collections.abc import Callable

    CaseLoader = Callable[[str], dict[str, Any]]

LAW = load_law().newest()
TENTH = Fraction(1, 10)
# Each rule of the field case as an ordinance file would state it.
OTHER_RULES: dict[str, dict[str, Any]] = {
    "nearest_tenth": {"eru_rounding": "nearest_step", "eru_step": TENTH},
    "up_to_whole": {"eru_rounding": "up_to_whole"},
    "nearest_whole_half_up": {"eru_rounding": "nearest_whole_half_up"},
    "tenth_then_whole": {"eru_rounding": "tenth_then_whole"},
    "min_one_if_any": {"eru_rounding": "nearest_step", "eru_step": TENTH, "eru_minimum": 1},
}
TIERS = (Tier(Fraction(0), Fraction(152)), Tier(Fraction("0.6"), Fraction(1500)), Tier(Fraction("1.4")))


def said(area: object, law: Parameters = LAW, tiers: tuple[Tier, ...] = ()) -> str:
    return unit_formula(law).reckoned(Fraction(str(area)), tiers).said()


@pytest.mark.parametrize(
    ("area", "units"),
    # Quarters of 750 sq ft, any part of one counting whole.
    [
        ("0", "0"),
        ("0.4", "0"),  # less than half a square foot is none
        ("0.5", "0.25"),
        ("1", "0.25"),
        ("750", "0.25"),
        ("750.49", "0.25"),
        ("750.5", "0.5"),
        ("751", "0.5"),
        ("2250", "0.75"),
        ("2251", "1"),
        ("3000", "1"),
        ("3001", "1.25"),
        ("9000.0000004", "3"),
        ("10000", "3.5"),
        ("300000", "100"),
        ("300001", "100.25"),
    ],
)
def test_mukwonago_rounds_up_to_the_quarter(area: str, units: str) -> None:
    assert runoff_units(Fraction(area), LAW) == Fraction(units)


@pytest.mark.parametrize("rule", OTHER_RULES)
def test_every_rounding_of_the_field_comes_out_of_the_one_formula(field_case: CaseLoader, rule: str) -> None:
    case = field_case("eru-02")
    law = law_with(eru_sqft=case["input"]["eru_sqft"], **OTHER_RULES[rule])
    table = {row["sqft"]: Fraction(str(row[rule])) for row in case["expected"]["table"]}
    assert {area: runoff_units(Fraction(area), law) for area in case["input"]["impervious_sqft"]} == table


def test_the_field_case_names_just_these_rules(field_case: CaseLoader) -> None:
    assert list(OTHER_RULES) == field_case("eru-02")["input"]["rules"]


def test_rounding_to_the_nearest_takes_halves_up_and_never_to_even() -> None:
    # 10,535 / 4,300 = 2.45: straight to 2, but through the tenth, 2.5, to 3. 2,150 / 4,300 = 0.5 to 1.
    nearest = law_with(eru_sqft=4300, eru_rounding="nearest_whole_half_up")
    assert [runoff_units(Fraction(area), nearest) for area in (2150, 6450, 10535, 10750)] == [1, 2, 2, 3]


@pytest.mark.parametrize(
    ("law", "area", "units"),
    [
        # New Haven, Indiana (field case): a tenth, then a whole, at least 1 and at most 29.
        ({"eru_rounding": "tenth_then_whole", "eru_minimum": 1, "eru_cap": 29}, 152, "1"),
        ({"eru_rounding": "tenth_then_whole", "eru_minimum": 1, "eru_cap": 29}, 0, "0"),
        ({"eru_rounding": "tenth_then_whole", "eru_minimum": 1, "eru_cap": 29}, 3000 * 28, "28"),
        ({"eru_rounding": "tenth_then_whole", "eru_minimum": 1, "eru_cap": 29}, 3000 * 29, "29"),
        ({"eru_rounding": "tenth_then_whole", "eru_minimum": 1, "eru_cap": 29}, 3000 * 30, "29"),
        ({"eru_sqft": 6904}, 6904, "1"),
        ({"eru_sqft": 6904}, 6905, "1.25"),
        ({"eru_step": Fraction(1, 2)}, 3001, "1.5"),
        ({"eru_step": TENTH}, 3001, "1.1"),  # a tenth has no binary figure; nothing may be lost
        ({"eru_step": TENTH}, 3300, "1.1"),
        ({"eru_cap": Fraction("2.5")}, 9000, "2.5"),
        ({"eru_minimum": Fraction("0.4"), "eru_step": TENTH}, 1, "0.4"),
        ({"eru_area_rounding": "unrounded_area"}, Fraction("9000.01"), "3.25"),
        ({"eru_area_rounding": "unrounded_area"}, Fraction("0.01"), "0.25"),
    ],
)
def test_every_number_is_one_of_the_ordinance(law: dict[str, Any], area: object, units: str) -> None:
    assert runoff_units(Fraction(str(area)), law_with(**law)) == Fraction(units)


@pytest.mark.parametrize(
    ("area", "units"),
    [("0", "0"), ("152", "0"), ("152.49", "0"), ("152.5", "0.6"), ("1500", "0.6"), ("1501", "1.4"), ("99999", "1.4")],
)
def test_tiers_stand_in_place_of_the_formula(area: str, units: str) -> None:
    assert runoff_units(Fraction(area), LAW, TIERS) == Fraction(units)


def test_least_and_most_bound_the_tiers_too() -> None:
    law = law_with(eru_minimum=1, eru_cap=Fraction("1.2"))
    assert [runoff_units(Fraction(area), law, TIERS) for area in (0, 153, 9000)] == [0, 1, Fraction("1.2")]


@pytest.mark.parametrize(
    ("area", "law", "tiers", "words"),
    [
        ("9000", LAW, (), "9,000 sq ft divided by 3,000 sq ft is 3 runoff units"),
        ("3000", LAW, (), "3,000 sq ft divided by 3,000 sq ft is 1 runoff unit"),
        (
            "9001",
            LAW,
            (),
            "9,001 sq ft divided by 3,000 sq ft is 3.000333, rounded up to the next 0.25: 3.25 runoff units",
        ),
        (
            "152",
            law_with(eru_sqft=4300, **OTHER_RULES["min_one_if_any"]),
            (),
            (
                "152 sq ft divided by 4,300 sq ft is 0.035349, rounded to the nearest 0.1, halves up, and at least 1 "
                "where there is any: 1 runoff unit"
            ),
        ),
        (
            "90000",
            law_with(eru_rounding="tenth_then_whole", eru_cap=29),
            (),
            "90,000 sq ft divided by 3,000 sq ft is 30, and never more than 29: 29 runoff units",
        ),
        (
            "10535",
            law_with(eru_sqft=4300, eru_rounding="tenth_then_whole"),
            (),
            (
                "10,535 sq ft divided by 4,300 sq ft is 2.45, rounded to the nearest tenth and then to the nearest "
                "whole unit, halves up: 3 runoff units"
            ),
        ),
        ("1500", LAW, TIERS, "1,500 sq ft lies in the tier up to 1,500 sq ft: 0.6 runoff unit"),
        ("1501", LAW, TIERS, "1,501 sq ft lies in the last tier: 1.4 runoff units"),
    ],
)
def test_the_arithmetic_is_said(area: str, law: Parameters, tiers: tuple[Tier, ...], words: str) -> None:
    assert said(area, law, tiers) == words


def test_every_rounding_of_the_law_is_followed_and_said() -> None:
    for rounding in sorted(CHOICES["eru_rounding"]):
        law = law_with(eru_rounding=rounding)
        assert runoff_units(Fraction(6000), law) == 2
        assert "round" in said(4000, law)  # 1.33: no rounding leaves it as it is


@pytest.mark.parametrize("name", ["eru_sqft", "eru_step"])
def test_a_unit_or_step_of_nothing_is_refused(name: str) -> None:
    with pytest.raises(LawFileInvalid, match=f"{name} is 0"):
        runoff_units(Fraction(1), law_with(**{name: 0}))


def test_a_negative_area_is_refused() -> None:
    with pytest.raises(ValueError, match="not negative"):
        runoff_units(Fraction(-1), LAW)


@pytest.mark.parametrize(
    ("tiers", "why"),
    [
        ((Tier(Fraction(1), Fraction(100)),), "last tier ends at 100 sq ft"),
        ((Tier(Fraction(2), Fraction(100)), Tier(Fraction(1))), "a larger area would have fewer"),
        ((Tier(Fraction(1)), Tier(Fraction(2))), "without end is not the last"),
        ((Tier(Fraction(1), Fraction(9)), Tier(Fraction(2), Fraction(9)), Tier(Fraction(3))), "comes one up to 9"),
        ((Tier(Fraction(-1)),), "negative"),
    ],
)
def test_tiers_that_leave_a_gap_or_go_down_are_refused(tiers: tuple[Tier, ...], why: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        refuse_tiers(tiers)
    assert caught.value.where == "facts.tiers"
    assert why in caught.value.why


@pytest.mark.parametrize(("part", "refused"), [("100", False), ("100.99", False), ("101", True), ("500", True)])
def test_a_part_exceeds_its_whole_from_a_square_foot_on(part: str, refused: bool) -> None:
    if refused:
        with pytest.raises(FactsInvalid, match="more than the whole"):
            refuse_beyond("overlap_area_sqft", Fraction(part), Fraction(100))
    else:
        refuse_beyond("overlap_area_sqft", Fraction(part), Fraction(100))


@pytest.mark.parametrize(("rounding", "used"), [("whole_square_feet", 9001), ("unrounded_area", Fraction("9000.5"))])
def test_the_area_is_rounded_first_or_not(rounding: str, used: Fraction) -> None:
    assert area_used(Fraction("9000.5"), rounding) == used


def test_units_are_counted_in_words() -> None:
    assert [count_of_units(Fraction(each)) for each in ("0", "0.25", "1", "1.25")] == [
        "0 runoff units",
        "0.25 runoff unit",
        "1 runoff unit",
        "1.25 runoff units",
    ]


areas = st.decimals(0, 200_000, places=2).map(Fraction)
laws = st.builds(
    law_with,
    eru_sqft=st.integers(500, 10_000),
    eru_step=st.sampled_from([Fraction(1, 4), TENTH, Fraction(1, 2), Fraction(1)]),
    eru_rounding=st.sampled_from(sorted(CHOICES["eru_rounding"])),
    eru_area_rounding=st.sampled_from(sorted(CHOICES["eru_area_rounding"])),
    eru_minimum=st.sampled_from([0, 1, Fraction(1, 2)]),
    eru_cap=st.sampled_from([0, 29, Fraction(5, 2)]),
)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(laws, areas, areas)
def test_more_surface_never_has_fewer_units(law: Parameters, one: Fraction, other: Fraction) -> None:
    smaller, larger = sorted((one, other))
    assert runoff_units(smaller, law) <= runoff_units(larger, law)


@settings(max_examples=40, derandomize=True, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 50_000), st.integers(0, 40)), min_size=1, max_size=5, unique_by=lambda row: row[0]
    ),
    areas,
    areas,
)
def test_nor_does_it_by_tiers(rows: list[tuple[int, int]], one: Fraction, other: Fraction) -> None:
    ends, units = sorted(row[0] for row in rows), sorted(Fraction(row[1], 4) for row in rows)
    tiers = (*(Tier(each, Fraction(end)) for end, each in zip(ends, units, strict=True)), Tier(units[-1]))
    refuse_tiers(tiers)
    smaller, larger = sorted((one, other))
    assert runoff_units(smaller, LAW, tiers) <= runoff_units(larger, LAW, tiers)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(areas)
def test_the_quarter_is_the_smallest_that_holds_the_area(area: Fraction) -> None:
    # An independent statement of the law: a multiple of a quarter whose 3,000 sq ft hold the area, and no less does.
    whole, units = int(area + Fraction(1, 2)), runoff_units(area, LAW)
    assert (units * 4).denominator == 1
    assert units * 3000 >= whole
    assert units == 0 or (units - Fraction(1, 4)) * 3000 < whole


@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.integers(0, 100_000), st.integers(0, 100_000))
def test_splitting_a_parcel_keeps_the_area_and_never_lowers_the_units(one: int, other: int) -> None:
    # Each part is rounded up for itself, so units may rise, by less than a quarter in all.
    together = runoff_units(Fraction(one + other), LAW)
    apart = runoff_units(Fraction(one), LAW) + runoff_units(Fraction(other), LAW)
    assert together <= apart <= together + Fraction(1, 4)
