"""Does the resulting boundary come back from its file as it was, and is its shape told whole?"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from gis.facts.ground import Ground, survey
from gis.facts.layerset import LayerSet
from gis.geometry.boundary import Boundary, boundary_from_geojson
from gis.geometry.frame import working_frame
from gis.model.decision import Shape
from gis.model.jsonio import dump_json
from gis.proposals.decisions.outline import outline, resulting_land, shape_of

FRAME = working_frame("EPSG:8189")
FT = 1200 / 3937
"""Metres in a US survey foot."""
X, Y = 620_000.0, 300_000.0  # near the line of Jefferson and Dodge counties in EPSG:3071
DESCRIBED = shapely.box(X, Y, X + 3000, Y + 2000)


def box(west: float, south: float, east: float, north: float) -> BaseGeometry:
    return shapely.set_precision(shapely.box(X + west, Y + south, X + east, Y + north), FRAME.grid)


def boundary(shape: BaseGeometry = DESCRIBED) -> Boundary:
    return Boundary(shape, None, FRAME, "EPSG:3071", "", 1, 0, ())


def told(shape: BaseGeometry, accuracy: str = "0.1") -> Shape:
    accuracy_ft = Fraction(accuracy)
    layers = LayerSet(FRAME, {}, accuracy_ft, combined_accuracy_ft=accuracy_ft)
    ground: Ground = survey(DESCRIBED, layers)
    return shape_of(shape, ground, [])


RESULTS = {
    "long edges": DESCRIBED,
    "slanted": shapely.set_precision(
        shapely.Polygon([(X, Y), (X + 2987.1234, Y + 13.5), (X + 1500.77, Y + 1900.0001)]), FRAME.grid
    ),
    "hole": resulting_land(DESCRIBED, [box(500, 500, 900, 900)], [], FRAME),
    "hole that touches the edge at a corner": resulting_land(
        DESCRIBED, [shapely.Polygon([(X, Y + 1000), (X + 200, Y + 900), (X + 200, Y + 1100)])], [], FRAME
    ),
    "two pieces": resulting_land(DESCRIBED, [box(1000, -5, 1500, 2005)], [], FRAME),
    "corner": resulting_land(DESCRIBED, [box(0, 1000, 1500, 2000), box(1500, 0, 3000, 1000)], [], FRAME),
    "added": resulting_land(DESCRIBED, [], [box(3000, 0, 3400, 700), box(-900, 0, -400, 100)], FRAME),
}


@pytest.mark.parametrize("name", RESULTS)
def test_the_file_gives_the_very_boundary_that_was_judged(name: str) -> None:
    line = outline(RESULTS[name], boundary(), FRAME, "Resulting boundary")
    read = boundary_from_geojson(dump_json(line.geojson), FRAME)
    assert read.hash == line.boundary.hash
    assert read.geometry is not None
    # The vertices of what was computed are there, and none of the added ones lies off the line by a step.
    assert shapely.hausdorff_distance(read.geometry, RESULTS[name]) <= FRAME.grid
    assert read.geometry.area == pytest.approx(RESULTS[name].area, abs=FRAME.grid * RESULTS[name].length)
    # Written once more it stays where it is: nothing creeps from decision to decision.
    assert outline(read.geometry, boundary(), FRAME, "Resulting boundary").boundary.hash == read.hash


def test_the_file_is_what_rfc_7946_asks_for() -> None:
    data = outline(RESULTS["hole"], boundary(), FRAME, "N").geojson
    feature = data["features"][0]
    assert "crs" not in data
    assert "WGS 84" in feature["properties"]["crs_note"]
    outer, inner = (shapely.LinearRing(ring) for ring in feature["geometry"]["coordinates"])
    assert (outer.is_ccw, inner.is_ccw) == (True, False)
    longitude, latitude = outer.coords[0]
    assert -93 < longitude < -86
    assert 42 < latitude < 47


def test_how_sure_the_coordinates_are_is_that_of_the_described_line() -> None:
    line = outline(DESCRIBED, boundary(), FRAME, "N")
    assert (line.boundary.source_crs, line.boundary.operations) == ("EPSG:3071", ())


def test_two_pieces_and_a_hole() -> None:
    shape = told(resulting_land(DESCRIBED, [box(1000, -5, 1500, 2005), box(2000, 500, 2100, 600)], [], FRAME))
    assert [round(float(piece.area_sqft) * FT**2 / 1e6, 2) for piece in shape.pieces] == [2.99, 2.0]  # square km
    assert [piece.is_sliver for piece in shape.pieces + shape.holes] == [False] * 3
    assert shape.corner_contacts == ()
    assert shape.sentences[:2] == (
        "The territory is in 2 separate pieces.",
        "It has 1 hole: land inside the line that is no part of it.",
    )


def test_pieces_that_meet_at_a_point_are_told_with_the_place() -> None:
    shape = told(RESULTS["corner"])
    (place,) = shape.corner_contacts
    assert len(shape.pieces) == 2
    assert "At 1 place two pieces meet at a point only" in shape.sentences[1]
    west, south, east, north = (shape.pieces[0].bbox or ()) and np.array([p.bbox for p in shape.pieces]).T
    assert west.min() < place[0] < east.max()
    assert south.min() < place[1] < north.max()


@pytest.mark.parametrize(("width_ft", "is_sliver"), [(0.09, True), (0.11, False)])
def test_a_piece_narrower_than_the_accuracy_is_kept_and_told(width_ft: float, *, is_sliver: bool) -> None:
    # All but a strip at the west edge and the east half is left out.
    shape = told(resulting_land(DESCRIBED, [box(width_ft * FT, -5, 1500, 2005)], [], FRAME))
    assert [piece.is_sliver for piece in shape.pieces] == [False, is_sliver]
    assert any("is a sliver" in sentence for sentence in shape.sentences) is is_sliver
    if is_sliver:
        assert float(shape.pieces[1].width_ft or 0) == pytest.approx(width_ft, abs=0.001)


@settings(max_examples=10, derandomize=True, deadline=None)
@given(st.lists(st.tuples(st.integers(-5, 30), st.integers(-5, 20)), min_size=2, max_size=3))
def test_the_order_of_land_gives_the_same_bytes(corners: list[tuple[int, int]]) -> None:
    lands = [box(100 * x, 100 * y, 100 * x + 733.3333, 100 * y + 411.1) for x, y in corners]
    added = [box(3000, 100, 3200, 200), box(3100, 100, 3300, 200)]
    written = {
        dump_json(outline(resulting_land(DESCRIBED, gone, more, FRAME), boundary(), FRAME, "N").geojson)
        for gone in itertools.permutations(lands)
        for more in itertools.permutations(added)
    }
    assert len(written) == 1
