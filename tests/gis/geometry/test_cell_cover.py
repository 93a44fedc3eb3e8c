from __future__ import annotations

import geopandas as gpd
import numpy as np
import numpy.typing as npt
import pytest
import shapely
from exactextract import exact_extract
from exactextract.raster import NumPyRasterSource
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.geometry.cell_cover import class_areas, integrate
from gis.geometry.cell_walk import outlines_of, walk

Cells = npt.NDArray[np.int32]
Shapes = npt.NDArray[np.object_]

ROWS, COLUMNS, CLASSES = 30, 40, (0, 1, 2, 3)
WHOLE = ((0, ROWS), (0, COLUMNS))


def cells(seed: int = 1) -> Cells:
    return np.random.default_rng(seed).integers(0, len(CLASSES), (ROWS, COLUMNS), dtype=np.int32)


def stars(count: int, seed: int) -> Shapes:
    """Return polygons of all sizes in and around the grid: a third with vertices on corners, a third on half sides.

    Some have a hole, some a second part; some lie beyond the grid or across its edge, some within one cell.
    """
    rng = np.random.default_rng(seed)
    found = []
    for number in range(count):
        middle = rng.uniform((-4, -4), (COLUMNS + 4, ROWS + 4))
        size = rng.choice([0.2, 1.0, 5.0, 18.0])
        turns = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 25)))
        points = middle + np.stack((np.cos(turns), np.sin(turns)), axis=1) * size * rng.uniform(0.3, 1, (len(turns), 1))
        if number % 3:
            points = np.round(points * (number % 3)) / (number % 3)
        shape = shapely.make_valid(shapely.Polygon(points))
        if number % 4 == 0:
            shape = shapely.difference(shape, shapely.box(*(middle - size / 4), *(middle + size / 3)))
        if number % 5 == 0:
            shape = shapely.union(shape, shapely.box(1.5, 2, 3.25, 7))
        parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and part.area > 0]
        found += [shapely.multipolygons(parts)] if parts else []
    return np.array(found, dtype=object)


def clipped(shapes: Shapes, of: Cells) -> npt.NDArray[np.float64]:
    """Return the area on each class by cutting every shape along every cell with GEOS."""
    row, column = (each.ravel() for each in np.indices(of.shape))
    squares = shapely.box(column, row, column + 1, row + 1)
    parts = shapely.area(shapely.intersection(shapes[:, np.newaxis], squares))
    return np.stack([parts[:, of.ravel() == each].sum(axis=1) for each in CLASSES], axis=1)


def test_the_area_on_each_class_is_exact() -> None:
    shapes, of = stars(60, seed=2), cells()
    assert len(shapes) > 50
    np.testing.assert_allclose(class_areas(shapes, of, CLASSES), clipped(shapes, of), rtol=0, atol=1e-9)


def test_it_is_that_of_exactextract() -> None:
    # That library keeps covered fractions in single precision: 6e-8 of each cell.
    shapes, of = stars(200, seed=3), cells()
    north_up = shapely.transform(shapes, lambda points: np.column_stack((points[:, 0], ROWS - points[:, 1])))
    source = NumPyRasterSource(of, xmin=0, ymin=0, xmax=COLUMNS, ymax=ROWS, srs_wkt=None)
    told = exact_extract(source, gpd.GeoDataFrame(geometry=north_up, crs=3071), ["values", "coverage"], output="pandas")
    expected = [
        [float(cover[values == each].sum()) for each in CLASSES]
        for values, cover in zip(told["values"], told["coverage"], strict=True)
    ]
    np.testing.assert_allclose(class_areas(shapes, of, CLASSES), expected, rtol=0, atol=1e-5)


#   column  0   1   2
#   row 0 | 1 | 1 | 2 |
#   row 1 | 1 | 3 | 2 |
SMALL = np.array([[1, 1, 2], [1, 3, 2]])


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("POLYGON ((0 0, 3 0, 3 2, 0 2, 0 0))", (3, 2, 1)),  # the whole grid
        ("POLYGON ((0 0, 0 2, 3 2, 3 0, 0 0))", (3, 2, 1)),  # the other way round
        ("POLYGON ((-9 -9, 9 -9, 9 9, -9 9, -9 -9))", (3, 2, 1)),  # more than the grid
        ("POLYGON ((1 1, 2 1, 2 2, 1 2, 1 1))", (0, 0, 1)),  # one cell, along its sides
        ("POLYGON ((1.25 1.25, 1.5 1.25, 1.5 1.5, 1.25 1.5, 1.25 1.25))", (0, 0, 0.0625)),  # within a cell
        ("POLYGON ((1 1, 2 1, 1 2, 1 1))", (0, 0, 0.5)),  # a diagonal through two corners
        ("POLYGON ((0.5 0.5, 2.5 0.5, 2.5 1.5, 0.5 1.5, 0.5 0.5))", (1.0, 0.5, 0.5)),
        ("POLYGON ((0 0, 3 0, 3 2, 0 2, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))", (3, 2, 0)),  # a hole
        ("POLYGON ((0 0, 3 0, 3 2, 0 2, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))", (3, 2, 0)),  # a hole the other way round
        ("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ((2 1, 3 1, 3 2, 2 2, 2 1)))", (1, 1, 0)),
        ("POLYGON ((-2 0.5, 1 0.5, 1 1, -2 1, -2 0.5))", (0.5, 0, 0)),  # in over the left side
        ("POLYGON ((2 0.5, 7 0.5, 7 1, 2 1, 2 0.5))", (0, 0.5, 0)),  # out over the right side
        ("POLYGON ((0 -1, 1 -1, 1 0.25, 0 0.25, 0 -1))", (0.25, 0, 0)),  # in over the upper side
        ("POLYGON ((3 0, 4 0, 4 2, 3 2, 3 0))", (0, 0, 0)),  # touches the right side
        ("POLYGON ((-1 2, 1 2, 1 5, -1 5, -1 2))", (0, 0, 0)),  # touches the lower side
        ("POLYGON ((10 10, 11 10, 11 11, 10 10))", (0, 0, 0)),  # elsewhere
        ("POLYGON ((1 0.5, 1.000000001 0.5, 1.000000001 1.5, 1 1.5, 1 0.5))", (0.5e-9, 0, 0.5e-9)),
        ("POLYGON Z ((1 1 5, 2 1 5, 2 2 5, 1 2 5, 1 1 5))", (0, 0, 1)),
        ("POLYGON EMPTY", (0, 0, 0)),
        ("POINT (1 1)", (0, 0, 0)),
        ("LINESTRING (0 0, 3 2)", (0, 0, 0)),
    ],
)
def test_edges_of_the_case(shape: str, expected: tuple[float, float, float]) -> None:
    found = class_areas(np.array([shapely.from_wkt(shape), None]), SMALL, [1, 2, 3])
    np.testing.assert_allclose(found, [expected, (0, 0, 0)], rtol=0, atol=1e-12)


def test_no_number_is_a_class_of_its_own() -> None:
    found = class_areas(np.array([shapely.box(0, 0, 2, 1)]), np.array([[np.nan, 4.0]]), [np.nan, 4, 9])
    assert found.tolist() == [[1.0, 1.0, 0.0]]


@pytest.mark.parametrize("shapes", [[], [None, None]])
def test_nothing_covers_nothing(shapes: list[None]) -> None:
    assert class_areas(np.array(shapes, dtype=object), SMALL, [1]).tolist() == [[0.0]] * len(shapes)


def test_a_grid_without_cells_or_classes() -> None:
    shapes = np.array([shapely.box(0, 0, 2, 1)])
    assert class_areas(shapes, np.zeros((0, 3)), [1]).tolist() == [[0.0]]
    assert class_areas(shapes, SMALL, []).shape == (1, 0)


def test_far_columns_lose_no_digits() -> None:
    # Sums along the row are 100,000 there; what is left of them is a cell.
    of = np.ones((2, 100_000), dtype=np.int32)
    shape = shapely.Polygon([(99_990.1, 0.3), (99_991.7, 0.2), (99_991.1, 1.9), (99_990.4, 1.1)])
    assert class_areas(np.array([shape]), of, [1])[0, 0] == pytest.approx(shape.area, abs=1e-9)


def test_blocks_beside_each_other_sum_to_the_whole() -> None:
    shapes, of = stars(40, seed=5), cells()
    outlines = outlines_of(shapes)
    sums = np.zeros((len(CLASSES), len(shapes)))
    for rows in ((0, 7), (7, ROWS)):
        for columns in ((0, 13), (13, COLUMNS)):
            block = of[slice(*rows), slice(*columns)]
            integrate(outlines, [block == each for each in CLASSES], (rows, columns), into=sums)
    np.testing.assert_allclose(sums.T, class_areas(shapes, of, CLASSES), rtol=0, atol=1e-9)


def test_weights_multiply_the_cells_of_each_row() -> None:
    shapes, worth = stars(40, seed=6), np.random.default_rng(1).uniform(0, 1, (ROWS, COLUMNS))
    by_row = np.linspace(0.5, 2, ROWS)
    outlines = outlines_of(shapes)
    weighted = integrate(outlines, [worth], WHOLE, by_row)
    plain = integrate(outlines, [worth * by_row[:, np.newaxis]], WHOLE)
    np.testing.assert_allclose(weighted, plain, rtol=0, atol=1e-9)


def test_every_cell_may_be_worth_one() -> None:
    outlines, ones = outlines_of(stars(60, seed=4)), np.ones((9, 11), dtype=bool)
    plain, counted = integrate(outlines, [None, ones], ((3, 12), (5, 16)))
    np.testing.assert_allclose(plain, counted, rtol=0, atol=1e-9)
    assert counted.max() > 1


def test_polygons_that_no_column_of_a_block_meets_may_be_left_out() -> None:
    shapes, of = stars(80, seed=7), cells()
    outlines = outlines_of(shapes)
    block = [of[:, 13:20] == each for each in CLASSES]
    few = outlines.across(13, 20)
    assert 0 < len(few.owner) < len(outlines.owner)
    whole = integrate(outlines, block, ((0, ROWS), (13, 20)))
    np.testing.assert_allclose(integrate(few, block, ((0, ROWS), (13, 20))), whole, rtol=0, atol=1e-9)


@settings(max_examples=50, derandomize=True)
@given(st.integers(0, 10_000), st.integers(-50, 50), st.integers(-50, 50))
def test_what_always_holds(seed: int, right: int, down: int) -> None:
    shapes = stars(4, seed)
    around = np.ones((ROWS + 60, COLUMNS + 60), dtype=np.int32)
    moved = shapely.transform(shapes, lambda points: points + 30.0)
    found = class_areas(moved, around, [1])[:, 0]
    np.testing.assert_allclose(found, shapely.area(shapes), rtol=0, atol=1e-9)  # all land is on some cell
    of = cells(seed)
    here = class_areas(shapes, of, CLASSES)
    np.testing.assert_allclose(class_areas(shapes[::-1], of, CLASSES)[::-1], here, rtol=0, atol=1e-9)
    # The same scene anywhere in a larger grid of no class.
    larger = np.full((ROWS + 100, COLUMNS + 100), -1, dtype=np.int32)
    larger[50 + down : 50 + down + ROWS, 50 + right : 50 + right + COLUMNS] = of
    there = shapely.transform(shapes, lambda points: points + np.array([50 + right, 50 + down]))
    np.testing.assert_allclose(class_areas(there, larger, CLASSES), here, rtol=0, atol=1e-9)
    # Turned by a right angle, with the cells.
    turned = shapely.transform(shapes, lambda points: np.column_stack((points[:, 1], COLUMNS - points[:, 0])))
    np.testing.assert_allclose(class_areas(turned, np.rot90(of), CLASSES), here, rtol=0, atol=1e-9)


def test_the_rises_of_a_ring_in_a_row_sum_to_nothing() -> None:
    outlines = outlines_of(stars(30, seed=8))
    for pieces in walk(outlines, (0, ROWS), (0, COLUMNS)):
        sums = np.zeros((outlines.count, ROWS))
        np.add.at(sums, (pieces.owner, pieces.row), pieces.rise)
        np.testing.assert_allclose(sums, 0, atol=1e-12)
        assert ((pieces.share >= 0) & (pieces.share <= 1)).all()


def test_many_pieces_come_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes, of = stars(40, seed=9), cells()
    whole = class_areas(shapes, of, CLASSES)
    monkeypatch.setattr("gis.geometry.cell_walk._PIECES_AT_ONCE", 50)
    assert len(list(walk(outlines_of(shapes), (0, ROWS), (0, COLUMNS)))) > 10
    np.testing.assert_allclose(class_areas(shapes, of, CLASSES), whole, rtol=0, atol=1e-9)
