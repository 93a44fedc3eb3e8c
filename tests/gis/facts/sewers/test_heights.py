"""How high is the ground at a place, by an elevation layer?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import rasterio
from affine import Affine

from gis.facts.sewers.answers.heights import ground_heights
from gis.geometry.frame import Frame, planar_frame, working_frame
from gis.geometry.operations import route
from gis.layers.importing import ImportRequest, import_layer
from gis.model.edition import Manifest

WEST, NORTH, CELL = 570_000.0, 300_000.0, 10.0
NORTH_UP = Affine(CELL, 0, WEST, 0, -CELL, NORTH)
STATE = working_frame("EPSG:8193")


def edition(
    folder: Path, cells: npt.NDArray[np.float32], unit: str = "us-ft", transform: Affine = NORTH_UP
) -> Manifest:
    file = folder / "ground.tif"
    profile = {"driver": "GTiff", "count": 1, "dtype": "float32", "crs": "EPSG:3071", "nodata": -9999.0}
    height, width = cells.shape
    with rasterio.open(file, "w", height=height, width=width, transform=transform, **profile) as target:
        target.write(cells, 1)
    said = {"unit": unit, "vertical_datum": "NAVD88"}
    request = ImportRequest("elevations", file, vintage="2020", constants=said)
    return import_layer(request, folder / "layers").manifest


def centre(row: int, column: int) -> tuple[float, float]:
    """Return the middle of a cell of the grid that lies north up."""
    return WEST + (column + 0.5) * CELL, NORTH - (row + 0.5) * CELL


def at(folder: Path, manifest: Manifest, *points: tuple[float, float], frame: Frame = STATE) -> list[float]:
    return ground_heights(folder / "layers", manifest, np.array(points), frame).feet.tolist()


CELLS = np.array([[801, 802, 803], [811, -9999, 813]], dtype=np.float32)


def test_a_point_has_the_height_of_the_cell_that_holds_it(tmp_path: Path) -> None:
    manifest = edition(tmp_path, CELLS)
    inside = [centre(0, 0), centre(0, 2), centre(1, 2), (WEST + 9.99, NORTH - 0.01), (WEST + 10.01, NORTH - 0.01)]
    assert at(tmp_path, manifest, *inside) == [801, 803, 813, 801, 802]
    found = ground_heights(tmp_path / "layers", manifest, np.array(inside), STATE)
    assert (found.vertical_datum, found.edition) == ("NAVD88", manifest.edition)


def test_a_cell_that_is_not_known_and_a_point_off_the_grid_have_none(tmp_path: Path) -> None:
    manifest = edition(tmp_path, CELLS)
    places = [centre(1, 1), centre(-1, 0), centre(0, -1), centre(2, 0), centre(0, 3)]
    assert np.isnan(at(tmp_path, manifest, *places)).all()
    assert ground_heights(tmp_path / "layers", manifest, np.empty((0, 2)), STATE).feet.tolist() == []


@pytest.mark.parametrize(
    ("unit", "value", "feet"),
    [
        ("us-ft", 900.0, 900.0),
        ("ft", 900.0, 900 * 0.3048 * 3937 / 1200),  # 899.9982
        ("m", 300.0, 300 * 3937 / 1200),  # 984.25
    ],
)
def test_heights_are_us_survey_feet_whatever_the_unit_of_the_cells(
    tmp_path: Path, unit: str, value: float, feet: float
) -> None:
    manifest = edition(tmp_path, np.full((2, 2), value, dtype=np.float32), unit)
    assert at(tmp_path, manifest, centre(0, 0)) == pytest.approx([feet], rel=1e-12)


def test_points_of_another_plane_find_their_cell(tmp_path: Path) -> None:
    manifest = edition(tmp_path, CELLS)
    dane = route("EPSG:3071", "EPSG:8193")(np.array([centre(0, 1), centre(1, 2)]))
    assert at(tmp_path, manifest, *map(tuple, dane.tolist()), frame=planar_frame("EPSG:8193")) == [802, 813]


def test_a_grid_that_is_turned_upside_down_is_read_as_it_lies(tmp_path: Path) -> None:
    south_up = Affine(CELL, 0, WEST, 0, CELL, NORTH - 2 * CELL)
    manifest = edition(tmp_path, CELLS, transform=south_up)
    assert at(tmp_path, manifest, centre(1, 0), centre(0, 0)) == [801, 811]


def test_a_grid_wider_than_one_block_is_read_across_the_seam(tmp_path: Path) -> None:
    wide = np.tile(np.arange(1100, dtype=np.float32) + 600, (3, 1))
    manifest = edition(tmp_path, wide)
    columns = (0, 511, 512, 1023, 1024, 1099)
    assert at(tmp_path, manifest, *(centre(1, column) for column in columns)) == [600 + column for column in columns]


def test_a_layer_without_heights_is_a_mistake_of_the_caller(tmp_path: Path) -> None:
    manifest = replace(edition(tmp_path, CELLS), raster=None)
    with pytest.raises(ValueError, match="holds no heights"):
        at(tmp_path, manifest, centre(0, 0))
