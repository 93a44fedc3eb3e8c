"""Field cases of sewers and adjacency, as tests of their whole kind: turned, moved, and in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import shapely
from shapely import affinity

from gis.facts.sewers.meetings.frontage import frontages
from gis.facts.sewers.meetings.holding import holding
from gis.facts.sewers.ways.corridors import Gaps, Ground, Lines, gap_rights_of_way
from gis.geometry.frame import LOCAL_FEET
from tests.gis.facts.sewers.drawn_ways import column, fronts, mains, ways

if TYPE_CHECKING:
    from tests.conftest import FieldCaseLoader

TURNS = [0, 90, 180, 33, 71.5]


def surveyed(
    case: dict[str, Any], degrees: float, names: list[str]
) -> tuple[Gaps, list[shapely.Geometry], shapely.Geometry]:
    """Return the gap along the case's main, its parcels in some order, and the main."""
    parcels = [shapely.from_wkt(case["input"]["parcels"][name]) for name in names]
    parcels = [affinity.rotate(shape, degrees, origin=(0, 0)) for shape in parcels]
    main = affinity.rotate(shapely.from_wkt(case["input"]["sewer_wkt"]), degrees, origin=(0, 0))
    ground = Ground(column(parcels), np.ones(len(parcels), dtype=bool))
    lines = Lines(column([main]), column(["s1"]), column([None]), column(["field"]))
    return gap_rights_of_way(ground, lines, LOCAL_FEET, 0.1), parcels, main


@pytest.mark.parametrize("backwards", [False, True], ids=["in order", "backwards"])
@pytest.mark.parametrize("degrees", TURNS)
def test_sewer_01_the_main_in_the_right_of_way(field_case: FieldCaseLoader, degrees: float, *, backwards: bool) -> None:
    case = field_case("sewer-01")
    names = sorted(case["input"]["parcels"], reverse=backwards)
    found, parcels, main = surveyed(case, degrees, names)
    expected = case["expected"]
    # No parcel touches the main, and a distance says nothing of who faces it.
    assert [name for name, shape in zip(names, parcels, strict=True) if shape.intersects(main)] == []
    for name, shape in zip(names, parcels, strict=True):
        assert shape.distance(main) == pytest.approx(expected["distance_ft"][name], abs=1e-6)
    told = dict.fromkeys(names, 0.0)
    for parcel, steps in zip(found.facing.parcel, found.facing.along_steps, strict=True):
        told[names[parcel]] = steps / 1000
    assert told == pytest.approx(expected["frontage_on_main_ft"], abs=0.001)
    assert sorted(name for name, feet in told.items() if feet > 0) == expected["adjacent_across_row"]
    assert [names[parcel] for parcel in found.beyond_end[0]] == expected["end_of_main_only"]
    # The corridor is as wide as the street and holds the main; the same lots share its line, C its corner.
    assert found.rights.geometries[0].area == pytest.approx(100 * case["input"]["row_width_ft"], rel=1e-4)
    points = [(float(x), float(y)) for x, y in shapely.get_coordinates(main)]
    assert holding(found.rights, mains([points]), 0.1, LOCAL_FEET)[1].tolist() == [0]
    met = fronts(frontages(column(parcels), found.rights, 0.1, LOCAL_FEET), found.rights)
    assert {names[lot]: feet for (lot, _), feet in met.items()} == pytest.approx(
        {"A": 100, "B": 100, "C": -1}, abs=0.001
    )


@pytest.mark.parametrize("width_ft", [12.0, 49.5, 66.0, 100.0, 160.0])
def test_sewer_01_at_other_widths(field_case: FieldCaseLoader, width_ft: float) -> None:
    case = field_case("sewer-01")
    names = sorted(case["input"]["parcels"])
    by = width_ft / 2 - case["input"]["row_width_ft"] / 2
    parcels = {
        name: affinity.translate(shape, 0, by if shape.centroid.y > 0 else -by).wkt
        for name, shape in ((name, shapely.from_wkt(wkt)) for name, wkt in case["input"]["parcels"].items())
    }
    moved = {**case, "input": {**case["input"], "parcels": parcels}}
    found, _, _ = surveyed(moved, 0, names)
    assert [names[parcel] for parcel in found.facing.parcel] == case["expected"]["adjacent_across_row"]


@pytest.mark.parametrize("degrees", TURNS)
def test_adjacency_01_fronts_within_the_tolerance(field_case: FieldCaseLoader, degrees: float) -> None:
    case = field_case("adjacency-01")
    names = sorted(case["input"]["parcels"])
    shapes = {
        name: affinity.rotate(shapely.from_wkt(wkt), degrees, origin=(50, 60))
        for name, wkt in case["input"]["parcels"].items()
    }
    tolerance_ft, least_ft = case["input"]["tolerance_ft"], case["input"]["min_shared_ft"]
    edges: set[tuple[str, ...]] = set()
    corners: set[tuple[str, ...]] = set()
    # Each in turn is a street, and the others are lots on it.
    for street in names:
        rights = ways([shapes[street]])
        others = [name for name in names if name != street]
        found = frontages(column([shapes[name] for name in others]), rights, tolerance_ft, LOCAL_FEET)
        for (lot, _), feet in fronts(found, rights).items():
            (edges if feet >= least_ft else corners).add(tuple(sorted((street, others[lot]))))
    expected = case["expected"]
    assert edges == {tuple(pair) for pair in expected["edge_neighbours"]}
    assert corners <= {tuple(pair) for pair in expected["corner_only"]}
    assert not (edges | corners) & {tuple(pair) for pair in expected["not_neighbours"]}
