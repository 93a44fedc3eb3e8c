"""What is left of a boundary, and what is added to it (facts of TSD-12 and TSD-13)?

Scenes of FACTS.md 1.7 give the shapes: a district of 4,000 by 2,000 ft, 8,000,000 sq ft.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from gis.facts.exclusions import addition_facts, decision_facts, part
from gis.facts.ground import Ground, survey
from gis.facts.layerset import LayerSet
from gis.geometry.frame import LOCAL_FEET
from gis.law.loader import load_law
from gis.model.finding import Finding, State
from gis.rules.registry import judge
from tests.gis.facts.elector_scene import Rows, layer

ACRE_SQFT = 43_560
DATE = dt.date(2026, 6, 15)
DISTRICT = shapely.box(0, 0, 4000, 2000)


def ground(boundary: BaseGeometry = DISTRICT, municipalities: Rows = (), accuracy: str = "0.1") -> Ground:
    layers = {"municipalities": layer("municipalities", municipalities)} if municipalities else {}
    accuracy_ft = Fraction(accuracy)
    return survey(boundary, LayerSet(LOCAL_FEET, layers, accuracy_ft, combined_accuracy_ft=accuracy_ft))


def scene(repository: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((repository / f"tests/cases/scenes/{name}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize(
    ("name", "final_acres", "pieces", "answer"),
    [
        # The strip of 1,000 by 2,000 ft in the middle: 6,000,000 sq ft left, in two pieces.
        ("exclusion-flips-selection", Fraction(6_000_000, ACRE_SQFT), 2, "order_with_exclusion"),
        # Two opposite quarters of 2,000 by 1,000 ft: the other two share a corner only.
        ("exclusion-touching-corners", Fraction(4_000_000, ACRE_SQFT), 2, "order_with_exclusion"),
        ("exclusion-of-everything", Fraction(0), 0, "dismiss"),
    ],
)
def test_the_handed_scenes(repository: Path, name: str, final_acres: Fraction, pieces: int, answer: str) -> None:
    drawn = scene(repository, name)
    described = ground(shapely.from_wkt(drawn["boundary"]))
    lands = [shapely.from_wkt(each["wkt"]) for each in drawn["layers"]["not_benefited"]]
    gathered = decision_facts(described, lands)
    assert gathered.facts.district_area_acres == Fraction(8_000_000, ACRE_SQFT)
    assert gathered.facts.district_area_acres - (gathered.facts.not_benefited_area_acres or 0) == final_acres
    assert gathered.facts.final_parts == pieces
    told = gathered.facts.__class__(
        **{name: getattr(gathered.facts, name) for name in gathered.facts.__slots__} | drawn["facts"]["TSD-12"]
    )
    assert judge("TSD-12", told, load_law().parameters(DATE)).answer == answer
    assert [each.role for each in gathered.evidence] == ["excluded"]


def test_without_land_not_benefited_its_area_is_not_known() -> None:
    facts = decision_facts(ground(), []).facts
    assert (facts.not_benefited_area_acres, facts.final_parts) == (None, None)


def test_land_that_sticks_out_or_overlaps_counts_once_and_only_inside() -> None:
    # 500 ft inside of a strip that begins 300 ft outside, twice, and half of it again.
    lands = [shapely.box(-300, -50, 500, 2050), shapely.box(-300, -50, 500, 2050), shapely.box(250, 0, 500, 2000)]
    facts = decision_facts(ground(), lands).facts
    assert facts.not_benefited_area_acres == Fraction(500 * 2000, ACRE_SQFT)


def test_a_hole_and_a_hairline_of_rounding() -> None:
    holed = part(DISTRICT, [shapely.box(1000, 500, 2000, 1500)], LOCAL_FEET)
    assert holed.pieces == 1
    assert len(holed.left.interiors) == 1
    # A line 0.0001 ft inside the district's edge is that edge, rounded: no piece is left beside it.
    hair = part(DISTRICT, [shapely.box(0.0001, 0, 4000, 1000)], LOCAL_FEET)
    assert (hair.pieces, hair.left.bounds) == (1, (0.0, 1000.0, 4000.0, 2000.0))


@settings(max_examples=40, derandomize=True, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(-10, 45), st.integers(-10, 25), st.integers(1, 30), st.integers(1, 30)),
        min_size=1,
        max_size=4,
    )
)
def test_the_order_of_land_changes_nothing_and_no_land_is_lost(boxes: list[tuple[int, int, int, int]]) -> None:
    lands = [shapely.box(100 * x, 100 * y, 100 * (x + w), 100 * (y + h)) for x, y, w, h in boxes]
    told = {
        (shapely.normalize(parted.covered).wkb, shapely.normalize(parted.left).wkb)
        for parted in (part(DISTRICT, each, LOCAL_FEET) for each in itertools.permutations(lands))
    }
    assert len(told) == 1
    parted = part(DISTRICT, lands, LOCAL_FEET)
    assert parted.covered.area + parted.left.area == pytest.approx(DISTRICT.area, abs=1e-6)


def jurisdiction(answer: str | None) -> Finding:
    return Finding("TSD-01", "", "1", State.PASS, answer, {}, {}, "")


def test_an_addition_into_a_village(repository: Path) -> None:
    # 1,000 by 2,000 ft are added, of which the easternmost 100 ft are the Village of Elm.
    drawn = scene(repository, "addition-into-village")
    towns: Rows = [
        ({"name": each["name"], "kind": each["kind"], "county": each["county"]}, shapely.from_wkt(each["wkt"]))
        for each in drawn["layers"]["municipalities"]
    ]
    described = ground(shapely.from_wkt(drawn["boundary"]), towns)
    lands = [shapely.from_wkt(each["wkt"]) for each in drawn["layers"]["additions"]]
    facts = addition_facts(described, lands, jurisdiction("Town of Alder"), jurisdiction(None)).facts
    assert facts.added_area_acres == Fraction(2_000_000, ACRE_SQFT)
    assert facts.added_in_village_or_city_sqft == 200_000
    assert (facts.jurisdiction_before, facts.jurisdiction_after) == ("Town of Alder", None)


@pytest.mark.parametrize(
    ("village_west_ft", "village_sqft", "notes"),
    [
        (4100, 0, 0),  # it begins where the addition ends
        (Fraction("4099.95"), 0, 1),  # 0.05 ft of 2,000: as narrow as the lines are accurate
        (4099, 2000, 0),
    ],
)
def test_a_strip_of_a_village_within_the_accuracy(village_west_ft: Fraction, village_sqft: int, notes: int) -> None:
    towns: Rows = [
        ({"name": "Town of Alder", "kind": "town", "county": None}, shapely.box(-9, -9, float(village_west_ft), 3000)),
        (
            {"name": "Village of Elm", "kind": "village", "county": None},
            shapely.box(float(village_west_ft), -9, 9000, 3000),
        ),
    ]
    gathered = addition_facts(ground(municipalities=towns), [shapely.box(3900, 0, 4100, 2000)])
    # 100 ft lie inside the boundary already and are not added.
    assert gathered.facts.added_area_acres == Fraction(100 * 2000, ACRE_SQFT)
    assert gathered.facts.added_in_village_or_city_sqft == village_sqft
    assert len(gathered.notes) == notes


def test_no_addition_adds_nothing() -> None:
    gathered = addition_facts(ground(), [])
    assert (gathered.facts.added_area_acres, gathered.evidence) == (0, ())
