"""Rings and lines of many shapes at once, beside shapely's own objects for each."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gis.geometry.rings import in_the_plane, rings_of_all

#  +-----+   +--+
#  | o o |   |  |    two parts, the first with two holes
#  +-----+   +--+
PARTS = (
    "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 2 1, 2 2, 1 1), (5 5, 6 5, 6 6, 5 6, 5 5)),"
    " ((20 0, 21 0, 21 1, 20 0)))"
)
LOT = "POLYGON ((0 0, 4 0, 4 4, 0 0))"
LINES = "MULTILINESTRING ((0 0, 1 1, 2 2), (5 5, 6 6))"


@pytest.mark.parametrize(
    ("shapes", "sizes", "owners", "holes"),
    [
        ([LOT, LOT], [4, 4], [0, 1], [0, 0]),
        ([PARTS], [5, 4, 5, 4], [0, 0, 0, 0], [0, 1, 1, 0]),
        ([LOT, PARTS, LOT], [4, 5, 4, 5, 4, 4], [0, 1, 1, 1, 1, 2], [0, 0, 1, 1, 0, 0]),
        ([PARTS, PARTS], [5, 4, 5, 4] * 2, [0] * 4 + [1] * 4, [0, 1, 1, 0] * 2),
        (["LINESTRING (0 0, 1 1)", LINES, LOT], [2, 3, 2, 4], [0, 1, 1, 2], [0] * 4),
        ([None, "POLYGON EMPTY", LOT, "MULTILINESTRING EMPTY", "POINT (1 1)"], [4], [2], [0]),
        (["MULTIPOLYGON (((0 0, 4 0, 4 4, 0 0)), EMPTY)", LOT], [4, 4], [0, 1], [0, 0]),
        ([None], [], [], []),
        ([], [], [], []),
    ],
)
def test_sizes_owners_and_holes(
    shapes: list[str | None], sizes: list[int], owners: list[int], holes: list[int]
) -> None:
    geometries = np.array([None if wkt is None else shapely.from_wkt(wkt) for wkt in shapes], dtype=object)
    found = rings_of_all(geometries)
    assert np.diff(found.offsets).tolist() == sizes
    assert found.owner.tolist() == owners
    assert found.is_hole.tolist() == [bool(hole) for hole in holes]
    linear = geometries[shapely.get_type_id(geometries) != shapely.GeometryType.POINT]
    assert found.coordinates.tolist() == shapely.get_coordinates(linear).tolist()


def test_heights_and_measures_go_and_flat_shapes_stay_the_objects_they_are() -> None:
    flat, high, measured = shapely.from_wkt(["POINT (1 2)", "POINT Z (1 2 3)", "LINESTRING M (0 0 7, 1 1 8)"])
    given = np.array([flat, high, None, measured], dtype=object)
    found = in_the_plane(given)
    assert [None if shape is None else shape.wkt for shape in found] == [
        "POINT (1 2)",
        "POINT (1 2)",
        None,
        "LINESTRING (0 0, 1 1)",
    ]
    assert found[0] is flat
    assert given[1] is high
