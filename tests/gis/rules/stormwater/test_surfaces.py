"""How much of a parcel's surfaces counts (field case eru-03, and MUK-11 by class)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from gis.model.facts.stormwater import Surface
from gis.model.stormwater_policy import SurfaceWeight
from gis.rules.stormwater.surfaces import counted_area, weights_said
from gis.rules.stormwater.units import runoff_units
from tests.gis.rules.other_law import law_with

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    CaseLoader = Callable[[str], dict[str, Any]]

# Field case eru-03: roof, asphalt and gravel.
LOT = [Surface("roof", Fraction(1800)), Surface("asphalt", Fraction(1200)), Surface("gravel", Fraction(1600))]


def weight(of: str, counts: str | None) -> SurfaceWeight:
    return SurfaceWeight(of, None if counts is None else Fraction(counts), "Code 3.50.110")


@pytest.mark.parametrize("policy", ["counted", "half", "not_counted"])
def test_gravel_counts_as_the_ordinance_has_it(field_case: CaseLoader, policy: str) -> None:
    case = field_case("eru-03")
    assert {surface.kind: surface.area_sqft for surface in LOT} == case["input"]["surfaces_sqft"]
    stated = [SurfaceWeight("gravel", Fraction(str(case["input"]["policies"][policy])), "Code 3.50.110")]
    area = counted_area(None, LOT, stated).area_sqft
    assert area is not None
    assert area == case["expected"]["impervious_sqft"][policy]
    # 4,600, 3,800 and 3,000 over 4,300: 1.0698, 0.8837 and 0.6977, each to the nearest tenth.
    tenths = law_with(eru_sqft=4300, eru_step=Fraction(1, 10), eru_rounding="nearest_step")
    assert runoff_units(area, tenths) == Fraction(str(case["expected"]["eru_tenth"][policy]))


@pytest.mark.parametrize(
    ("surfaces", "weights", "gravel", "bounds", "unknown"),
    [
        pytest.param([], (), None, (0, 0), (), id="no surfaces"),
        pytest.param(LOT, (), None, (3000, 4600), ("whether gravel counts",), id="gravel left open"),
        pytest.param(LOT, (), True, (4600, 4600), (), id="gravel counts"),
        pytest.param(LOT, (), False, (3000, 3000), (), id="gravel does not"),
        pytest.param(LOT, [weight("gravel", "0.5")], True, (4600, 4600), (), id="the parcel's policy goes first"),
        pytest.param(
            LOT, [weight("gravel", None)], None, (3000, 4600), ("whether gravel counts",), id="open in the file"
        ),
        pytest.param(
            [Surface("pond", Fraction(900))], (), None, (0, 900), ("whether pond counts",), id="no such class"
        ),
        pytest.param(
            [Surface("pond", Fraction(900))], [weight("pond", "0")], None, (0, 0), (), id="a class of the file"
        ),
        pytest.param(
            [Surface("roof", Fraction(900))], [weight("roof", "0.9")], None, (810, 810), (), id="known, weighed"
        ),
        pytest.param([Surface("gravel", Fraction(0))], (), None, (0, 0), (), id="no gravel to ask about"),
        pytest.param([Surface("roof")], (), None, (None, None), ("the area of roof",), id="area not known"),
        pytest.param([Surface("gravel")], (), False, (0, 0), (), id="area of what does not count"),
        pytest.param(
            [Surface("roof", Fraction(5)), Surface("roof")],
            (),
            None,
            (None, None),
            ("the area of roof",),
            id="one of two",
        ),
        pytest.param(
            [Surface("roof", Fraction(5)), Surface("roof", Fraction(7))], (), None, (12, 12), (), id="two of a class"
        ),
    ],
)
def test_what_counts_for_certain_and_what_may(
    surfaces: list[Surface],
    weights: list[SurfaceWeight],
    gravel: bool | None,
    bounds: tuple[int | None, int | None],
    unknown: tuple[str, ...],
) -> None:
    area = counted_area(None, surfaces, weights, gravel_counts=gravel)
    assert ((area.low_sqft, area.high_sqft), area.unknown) == (bounds, unknown)
    assert area.area_sqft == (bounds[0] if bounds[0] == bounds[1] else None)


def test_a_total_is_read_only_without_surfaces() -> None:
    assert counted_area(Fraction(7), None).area_sqft == 7
    assert counted_area(Fraction(7), LOT, gravel_counts=True).area_sqft == 4600
    assert counted_area(None, None).unknown == ("the area of impervious surface",)


@pytest.mark.parametrize("kind", ["roof", "asphalt", "concrete", "walk", "parking", "street", "other"])
def test_what_the_text_names_counts_whole(kind: str) -> None:
    assert counted_area(None, [Surface(kind, Fraction(10))]).area_sqft == 10


@pytest.mark.parametrize(
    ("surfaces", "weights", "words"),
    [
        (
            LOT,
            "0.5",
            "1,800 sq ft of roof, 1,200 sq ft of asphalt and 1,600 sq ft of gravel (counted at 0.5) make 3,800 sq ft",
        ),
        (LOT[2:], "0.5", "1,600 sq ft of gravel (counted at 0.5) make 800 sq ft"),
        (LOT[2:], "0", "1,600 sq ft of gravel (not counted) make 0 sq ft"),
        (LOT[:1], "0", "1,800 sq ft of roof"),
        (LOT[1:], None, "1,200 sq ft of asphalt and 1,600 sq ft of gravel"),
    ],
)
def test_the_sum_is_said_with_its_weights(surfaces: list[Surface], weights: str | None, words: str) -> None:
    assert counted_area(None, surfaces, [weight("gravel", weights)]).said == words


def test_a_weight_is_told_with_its_source_where_the_class_is_there() -> None:
    weights = [weight("gravel", "0.5"), weight("pond", "0"), weight("roof", None)]
    assert weights_said(LOT, weights) == ["Surface of the class gravel counts at 0.5 of its area (Code 3.50.110)."]
