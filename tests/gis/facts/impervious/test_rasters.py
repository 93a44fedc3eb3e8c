from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import shapely
from rasterio.transform import Affine
from rasterio.warp import transform as warped

from gis.errors import CellsUnexplained, CrsMissing, LayerUnreadable
from gis.facts.impervious import rasters
from gis.facts.impervious.areas import raster_on_file
from gis.facts.impervious.rasters import cells_of_edition, raster_areas
from gis.geometry.frame import LOCAL_FEET, planar_frame, working_frame
from gis.geometry.measure import areas_sqft
from gis.geometry.operations import route
from gis.layers.importing import ImportRequest, import_layer
from tests.gis.facts.impervious.rasters_at_hand import ONE, cells_of, checkered, written

if TYPE_CHECKING:
    from tests.conftest import FieldCaseLoader

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

FILES = Path("tests/cases/field")
WAUKESHA = planar_frame("EPSG:8102")
LOTS = shapely.box([0.0, 25, 71], [0.0, 13, 40], [22.0, 68, 74], [31.0, 39, 43])


def one(shape: shapely.Geometry | None) -> np.ndarray:
    return np.array([shape], dtype=object)


# --- field cases --------------------------------------------------------------------------------


@pytest.mark.parametrize("case_id", ["raster-01", "raster-04"])
def test_every_fraction_of_a_cell_counts(field_case: FieldCaseLoader, repository: Path, case_id: str) -> None:
    case = field_case(case_id)
    raster = cells_of(repository / FILES / case["input"]["file"], ONE)
    lot = shapely.from_wkt(case["input"]["parcel_wkt"])
    found = raster_areas(one(lot), raster, planar_frame("EPSG:2289"))
    within = case["tolerance"]["abs"]
    assert found.impervious[0] / 100 == pytest.approx(case["expected"]["impervious_sqft"], abs=within)
    assert found.area[0] / 100 == pytest.approx(case["expected"]["parcel_sqft"], abs=within)
    assert found.unknown[0] == 0


def test_raster_03_unknown_land_is_told_apart(field_case: FieldCaseLoader, repository: Path) -> None:
    case = field_case("raster-03")
    expected, within = case["expected"], case["tolerance"]["abs"]
    raster = cells_of(repository / FILES / case["input"]["file"], ONE)
    found = raster_areas(one(shapely.from_wkt(case["input"]["parcel_wkt"])), raster, planar_frame("EPSG:2289"))
    assert (found.area[0] - found.unknown[0]) / 100 == pytest.approx(expected["known_sqft"], abs=within)
    assert found.unknown[0] / 100 == pytest.approx(expected["unknown_sqft"], abs=within)
    assert found.unknown_share[0] == pytest.approx(expected["unknown_share"], abs=within)
    assert [bound[0] / 100 for bound in found.bounds] == pytest.approx(expected["impervious_bounds_sqft"], abs=within)
    assert found.needs_review(Fraction(5, 100)).tolist() == [True]
    # 112 of 784 sq ft are a seventh: no more than that is unknown.
    assert found.needs_review(Fraction(1, 7)).tolist() == [False]


def test_raster_06_cells_are_measured_on_the_ground(field_case: FieldCaseLoader, repository: Path) -> None:
    case = field_case("raster-06")
    raster = cells_of(repository / FILES / case["input"]["file"], ONE)
    a, _, west, _, _, north = raster.transform
    around = shapely.box(west - 10 * a, north - 110, west + 110 * a, north + 10)
    lot = shapely.transform(around, route("EPSG:3857", "EPSG:3071"))
    found = raster_areas(one(lot), raster, working_frame("EPSG:8102"))
    assert found.impervious[0] / 100 == pytest.approx(case["expected"]["impervious_sqft"], rel=case["tolerance"]["rel"])
    # The lot reaches beyond the raster, and what lies there is not pervious.
    assert found.unknown[0] + found.impervious[0] == found.area[0]
    assert found.unknown_share[0] == pytest.approx(1 - 100 * 100 / (120 * 120), abs=1e-4)


# --- what cells are worth -----------------------------------------------------------------------


#   column  0   1   2      cells of 10 ft, upper left (0, 20)
#   row 0 |21 |22 |255|
#   row 1 |11 |21 |11 |
CLASSES = np.array([[21, 22, 255], [11, 21, 11]], dtype=np.uint8)
TEN_FEET = Affine(10, 0, 0, 0, -10, 20)


def test_classes_count_by_their_weight_and_are_never_averaged(tmp_path: Path) -> None:
    file = written(tmp_path / "a.tif", CLASSES, TEN_FEET, nodata=255)
    raster = cells_of(file, {21: Fraction(1), 22: Fraction(1, 2), 24: Fraction(1)})
    found = raster_areas(one(shapely.box(0, 0, 30, 20)), raster, WAUKESHA)
    assert {each: land[0] / 100 for each, land in found.by_class.items()} == {21: 200, 22: 100, 24: 0}
    assert found.impervious[0] / 100 == 250  # 200 + half of 100
    assert found.unknown[0] / 100 == 100


@pytest.mark.parametrize(("full", "most"), [(100.0, 100), (1.0, 1)])
def test_shares_count_as_they_are(tmp_path: Path, full: float, most: int) -> None:
    cells = np.array([[0.0, 0.25 * most], [most, np.nan]], dtype=np.float32)
    raster = cells_of(written(tmp_path / "a.tif", cells, TEN_FEET, nodata=float("nan")), full=full)
    found = raster_areas(one(shapely.box(0, 0, 20, 20)), raster, WAUKESHA)
    # 0 + a quarter + a whole of 100 sq ft each; the fourth cell holds no number, and is not zero.
    assert (found.impervious[0] / 100, found.unknown[0] / 100) == (125, 100)
    assert dict(found.by_class) == {}


def test_zero_is_a_value_and_no_sign_of_the_unknown(tmp_path: Path) -> None:
    cells = np.zeros((2, 2), dtype=np.uint8)
    lot = one(shapely.box(0, 0, 20, 20))
    for nodata, unknown in ((None, 0), (255, 0), (0, 40_000)):
        raster = cells_of(written(tmp_path / f"{nodata}.tif", cells, TEN_FEET, nodata=nodata), ONE)
        found = raster_areas(lot, raster, WAUKESHA)
        assert (found.impervious[0], found.unknown[0]) == (0, unknown)


def test_a_class_that_stands_for_unknown_never_counts(tmp_path: Path) -> None:
    raster = cells_of(written(tmp_path / "a.tif", CLASSES, TEN_FEET, nodata=21), {21: Fraction(1)})
    found = raster_areas(one(shapely.box(0, 0, 30, 20)), raster, WAUKESHA)
    assert (found.impervious[0], found.unknown[0]) == (0, 20_000)


def test_lots_beyond_the_raster_or_without_land(tmp_path: Path) -> None:
    raster = cells_of(written(tmp_path / "a.tif", checkered(2, 3), TEN_FEET), ONE)
    lots = np.array([shapely.box(900, 900, 910, 910), None, shapely.Polygon(), shapely.box(-10, 0, 5, 10)])
    found = raster_areas(lots, raster, WAUKESHA)
    assert found.area.tolist() == [10_000, 0, 0, 15_000]
    assert found.unknown.tolist() == [10_000, 0, 0, 10_000]
    assert found.needs_review(Fraction(1, 20)).tolist() == [True, False, False, True]
    assert len(raster_areas(np.array([], dtype=object), raster, WAUKESHA).area) == 0


# --- where cells lie ----------------------------------------------------------------------------


PLACES = {
    "north up": Affine(1, 0, 0, 0, -1, 50),
    "south up": Affine(1, 0, -1, 0, 1, -2),
    "east to west": Affine(-1, 0, 80, 0, -1, 50),
    "rotated": Affine.translation(10, -20) @ Affine.rotation(30) @ Affine.scale(1, 1.25),
    "columns run north": Affine(0, 1, 0, 1, 0, 0),
}


@pytest.mark.parametrize("transform", PLACES.values(), ids=PLACES)
def test_a_grid_may_lie_any_way(tmp_path: Path, transform: Affine) -> None:
    cells = checkered(60, 90)
    raster = cells_of(written(tmp_path / "a.tif", cells, transform), ONE)
    found = raster_areas(LOTS, raster, WAUKESHA)
    # Each cell as a polygon, cut along the lots.
    row, column = np.nonzero(cells)
    corners = [transform @ (column + right, row + down) for right, down in ((0, 0), (1, 0), (1, 1), (0, 1))]
    squares = shapely.polygons(np.array(corners).transpose(2, 0, 1))
    expected = [shapely.area(shapely.intersection(squares, lot)).sum() for lot in LOTS]
    assert found.impervious / 100 == pytest.approx(np.array(expected), abs=0.006)


@pytest.mark.parametrize("crs", ["EPSG:3857", "EPSG:4326", "EPSG:5070", "EPSG:26916", "EPSG:3071"])
def test_a_raster_in_any_system_is_measured_on_the_ground(tmp_path: Path, crs: str) -> None:
    # Ten miles of Waukesha County, all impervious: 400 squares of half a mile.
    frame = working_frame("EPSG:8102")
    edges = np.linspace(0, 16_000, 21)
    west, south = np.meshgrid(660_000 + edges[:-1], 270_000 + edges[:-1])
    lots = shapely.box(west.ravel(), south.ravel(), west.ravel() + 800, south.ravel() + 800)
    x, y = warped("EPSG:3071", crs, [659_000, 659_000, 677_000, 677_000], [269_000, 287_000, 269_000, 287_000])
    side = (max(x) - min(x)) / 500
    down = (max(y) - min(y)) / 400
    transform = Affine(side, 0, min(x) - 5 * side, 0, -down, max(y) + 5 * down)
    file = written(tmp_path / "a.tif", np.ones((410, 510), dtype=np.uint8), transform, crs)
    found = raster_areas(lots, cells_of(file, ONE), frame)
    assert (found.impervious == np.rint(areas_sqft(lots, frame) * 100)).all()
    assert not found.unknown.any()
    # Half of the rows: no lot's own area can hide a wrong size of the cells now. In degrees and in the web map they
    # shrink from south to north, and the half that is left must shrink with them.
    half = np.ones((410, 510), dtype=np.uint8)
    half[:205] = 0
    told = raster_areas(lots, cells_of(written(tmp_path / "b.tif", half, transform, crs), ONE), frame)
    whole = raster_areas(one(shapely.union_all(lots)), cells_of(tmp_path / "b.tif", ONE), frame)
    assert told.impervious.sum() == pytest.approx(whole.impervious[0], rel=1e-6)
    line = [(transform.c + side * at, transform.f + 205 * transform.e) for at in np.linspace(-5, 515, 500)]
    south_end = [(transform.c + side * at, transform.f + 420 * transform.e) for at in (515, -5)]
    below = shapely.transform(shapely.Polygon([*line, *south_end]), route(crs, "EPSG:3071"))
    expected = areas_sqft(shapely.intersection(lots, below), frame)
    # Edges lie in their place to a ten-thousandth of a cell: 0.012 ft, over 2,600 ft of lots of 6,900,000 sq ft.
    assert told.impervious / 100 == pytest.approx(expected, abs=2 / 3 * 0.012 * 2_630)


def test_a_plane_without_a_place_takes_only_a_grid_like_it(tmp_path: Path) -> None:
    file = written(tmp_path / "a.tif", CLASSES, TEN_FEET)
    local = cells_of(file, {21: Fraction(1)}, crs="local")
    assert raster_areas(one(shapely.box(0, 0, 30, 20)), local, LOCAL_FEET).impervious.tolist() == [20_000]
    with pytest.raises(CrsMissing):
        raster_areas(one(shapely.box(0, 0, 30, 20)), cells_of(file, {21: Fraction(1)}), LOCAL_FEET)


# --- memory, and what cannot be read ------------------------------------------------------------


def test_blocks_and_stretches_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = checkered(60, 90, values=(0, 1, 255))
    raster = cells_of(written(tmp_path / "a.tif", cells, PLACES["north up"], nodata=255), ONE)
    whole = raster_areas(LOTS, raster, WAUKESHA)
    for read, summed in ((90 * 7, 7 * 20), (90, 90), (1, 1)):
        monkeypatch.setattr(rasters, "CELLS_READ_AT_ONCE", read)
        monkeypatch.setattr(rasters, "_CELLS_SUMMED_AT_ONCE", summed)
        again = raster_areas(LOTS, raster, WAUKESHA)
        for name in ("area", "impervious", "unknown", "resolution"):
            assert getattr(again, name).tolist() == getattr(whole, name).tolist(), (read, name)


def test_half_a_cell_along_every_line_between_cells_that_differ(tmp_path: Path) -> None:
    # One impervious cell of 10 ft in a field: its four sides may each be off by 5 ft, 50 sq ft each way.
    cells = np.zeros((5, 5), dtype=np.uint8)
    cells[2, 2] = 1
    raster = cells_of(written(tmp_path / "a.tif", cells, Affine(10, 0, 0, 0, -10, 50)), ONE)
    found = raster_areas(one(shapely.box(0, 0, 50, 50)), raster, WAUKESHA)
    assert (found.impervious[0], found.resolution[0]) == (10_000, 4 * 5_000)
    # Along unknown cells there is no such line: what they hold is open anyway.
    raster = cells_of(written(tmp_path / "b.tif", cells, Affine(10, 0, 0, 0, -10, 50), nodata=0), ONE)
    found = raster_areas(one(shapely.box(0, 0, 50, 50)), raster, WAUKESHA)
    assert (found.impervious[0], found.resolution[0]) == (10_000, 0)


def test_a_raster_agrees_with_what_it_was_drawn_from_within_its_resolution(tmp_path: Path) -> None:
    # Discs drawn into cells of 1 ft by their centres, and lots of 25 ft over them.
    rng = np.random.default_rng(4)
    discs = shapely.buffer(shapely.points(rng.uniform(10, 190, (40, 2))), rng.uniform(4, 9, 40), quad_segs=32)
    surfaces = shapely.union_all(discs)
    x, y = np.meshgrid(np.arange(200) + 0.5, 199.5 - np.arange(200))
    cells = shapely.contains_xy(surfaces, x, y).astype(np.uint8)
    raster = cells_of(written(tmp_path / "a.tif", cells, Affine(1, 0, 0, 0, -1, 200)), ONE)
    left, low = (each.ravel() for each in np.meshgrid(np.arange(0, 200, 25), np.arange(0, 200, 25)))
    lots = shapely.box(left, low, left + 25, low + 25)
    found = raster_areas(lots, raster, WAUKESHA)
    exact = shapely.area(shapely.intersection(lots, surfaces))
    assert (np.abs(found.impervious / 100 - exact) <= found.resolution / 100 + 1e-6).all()
    assert found.resolution.sum() > 0


def test_a_raster_that_breaks_off_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "a.tif", checkered(300, 300), PLACES["north up"])
    raster = cells_of(file, ONE)
    file.write_bytes(file.read_bytes()[:-40_000])
    with pytest.raises(LayerUnreadable):
        raster_areas(one(shapely.box(0, -240, 300, 50)), raster, WAUKESHA)


# --- editions -----------------------------------------------------------------------------------


def test_an_edition_says_what_its_cells_are_worth(tmp_path: Path) -> None:
    place = Affine(10, 0, 660_000, 0, -10, 110_020)
    file = written(tmp_path / "a.tif", CLASSES, place, nodata=255)
    settings = {"classes": "21,22"}
    done = import_layer(ImportRequest("impervious_raster", file, constants=settings, vintage="2023"), tmp_path)
    lot = one(shapely.box(660_000, 110_000, 660_030, 110_020))
    by_import = raster_areas(lot, cells_of_edition(tmp_path, done.manifest), WAUKESHA)
    assert by_import.impervious.tolist() == [30_000]
    by_policy = cells_of_edition(tmp_path, done.manifest, {22: Fraction(3, 10)})
    assert raster_areas(lot, by_policy, WAUKESHA).impervious.tolist() == [3_000]
    raster = raster_on_file(tmp_path, done.manifest)
    assert (raster.edition, raster.captured.year) == (done.manifest.edition, 2023)
    assert raster.cell_ft == pytest.approx(10, rel=1e-4)
    percent = written(tmp_path / "b.tif", CLASSES % 50, place)
    settings = {"measure": "percent"}
    done = import_layer(ImportRequest("impervious_raster", percent, constants=settings, vintage="2023"), tmp_path)
    # 21 + 22 + 5 + 11 + 21 + 11 percent of 100 sq ft each.
    assert raster_areas(lot, cells_of_edition(tmp_path, done.manifest), WAUKESHA).impervious.tolist() == [9_100]
    with pytest.raises(CellsUnexplained):
        cells_of_edition(tmp_path, done.manifest, {21: Fraction(1)})
