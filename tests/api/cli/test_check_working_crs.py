"""Does a check try an import in the plane that an import would be told to work in?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import pytest
import rasterio
import shapely
from click.testing import CliRunner, Result
from rasterio.transform import Affine

from api.cli.main import townline

VERMONT_CRS = "EPSG:32145"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(townline, [str(argument) for argument in arguments], standalone_mode=False)


@pytest.fixture
def vermont(tmp_path: Path) -> Path:
    """Return a sewer of a hundred metres near Benson, Vermont, in the state's own plane."""
    file = tmp_path / "sewers.gpkg"
    line = shapely.LineString([(430_000, 130_000), (430_100, 130_000)])
    named = {"Type": ["Force main"], "Status": ["Active"], "System_Type": ["Wastewater"], "Audience": ["Public"]}
    gpd.GeoDataFrame(named, geometry=[line], crs=VERMONT_CRS).to_file(file)
    return file


def trial(result: Result) -> Any:  # noqa: ANN401 - JSON data
    assert result.exit_code == 0, result.output
    (layer,) = json.loads(result.stdout)["layers"]
    (found,) = (each for each in layer["trials"] if each["kind"] == "sewers")
    return found


def test_land_outside_the_state_is_tried_in_its_own_plane(vermont: Path) -> None:
    refused = trial(run("check", vermont, "--format", "json"))
    assert refused["counts"] is None
    assert refused["error"]
    tried = trial(run("check", vermont, "--working-crs", VERMONT_CRS, "--format", "json"))
    assert tried["error"] is None
    assert (tried["counts"]["rows_in"], tried["counts"]["rows_out"]) == (1, 1)


def test_a_plane_says_nothing_about_a_raster(tmp_path: Path) -> None:
    file = tmp_path / "ground.tif"
    cells = np.ones((1, 4, 4), dtype="float32")
    place = Affine(10, 0, 430_000, 0, -10, 130_000)
    with rasterio.open(
        file, "w", driver="GTiff", width=4, height=4, count=1, dtype="float32", crs=VERMONT_CRS, transform=place
    ) as opened:
        opened.write(cells)
    result = CliRunner().invoke(townline, ["check", str(file), "--working-crs", VERMONT_CRS])
    assert result.exit_code == 2
    assert "--working-crs says nothing about a raster" in result.stderr
