"""Areas by the scale at the centroid beside areas by the image of every vertex, an independent way."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gis.geometry.frame import Frame
from gis.geometry.measure import areas_by_scale_sqft, areas_sqft

EQUAL_AREA = Frame("EPSG:3071", "EPSG:5070", 0.0001)
CORNERS = [(300_000, 225_000), (447_000, 350_000), (750_000, 700_000)]


def outlines(x: float, y: float) -> list[str]:
    """Return shapes with the south-west corner at a place: small, lopsided, with a hole, of two sizes, large, none."""
    return [
        shapely.box(x, y, x + 40, y + 30).wkt,
        f"POLYGON (({x} {y}, {x + 299} {y}, {x + 299} {y + 1}, {x + 1} {y + 299}, {x} {y}))",
        shapely.box(x, y, x + 200, y + 250).difference(shapely.box(x + 9, y + 9, x + 99, y + 150)).wkt,
        shapely.MultiPolygon([shapely.box(x, y, x + 50, y + 50), shapely.box(x + 900, y, x + 9_900, y + 8_000)]).wkt,
        # A large shell whose hole is small.
        shapely.box(x, y, x + 2_000, y + 2_000).difference(shapely.box(x + 9, y + 9, x + 99, y + 99)).wkt,
    ]


@pytest.mark.parametrize(("x", "y"), CORNERS)
def test_what_is_left_is_less_than_a_thousandth_of_a_square_foot(x: float, y: float) -> None:
    shapes = shapely.from_wkt(outlines(x, y))
    assert np.abs(areas_by_scale_sqft(shapes, EQUAL_AREA) - areas_sqft(shapes, EQUAL_AREA)).max() < 0.001


def test_what_has_no_area_has_none_by_scale_either() -> None:
    wkt = [
        "POLYGON ((447000 350000, 447010 350010, 447020 350020, 447000 350000))",  # on one line
        "POLYGON ((447000 350000, 447010 350010, 447010 350000, 447000 350010, 447000 350000))",  # a bow tie
        "POLYGON EMPTY",
        "LINESTRING (447000 350000, 447010 350010)",
        "POINT (447000 350000)",
    ]
    shapes = np.array([*shapely.from_wkt(wkt), None], dtype=object)
    assert areas_by_scale_sqft(shapes, EQUAL_AREA).tolist() == pytest.approx([0.0] * 6, abs=1e-6)
