from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pytest
import rasterio
from click.testing import CliRunner, Result
from rasterio.transform import Affine

from api.cli.main import townline
from tests.gis.layers.conftest import GeoJsonWriter, geojson, lot, parcel

__all__ = ["geojson"]  # the fixture of the layers' tests


def run(*arguments: object) -> Result:
    return CliRunner().invoke(townline, [str(argument) for argument in arguments])


@pytest.fixture
def layers(tmp_path: Path, geojson: GeoJsonWriter) -> Path:
    rows = [parcel("1", lot(0), OWNERNME1="QUILLFEATHER, ANN"), parcel("2", lot(1))]
    result = run("import", "parcels", geojson("p.geojson", rows), "--layers", tmp_path / "layers")
    assert result.exit_code == 0, result.output
    return tmp_path / "layers"


def edition(layers: Path) -> str:
    listed: list[dict[str, Any]] = json.loads(run("editions", "--layers", layers, "--format", "json").stdout)
    return str(listed[0]["edition"])


def test_an_export_says_what_was_written(tmp_path: Path, layers: Path) -> None:
    to = tmp_path / "out.gpkg"
    result = run("export", edition(layers), "--layers", layers, "--to", to)
    assert result.exit_code == 0, result.output
    assert "Wrote 2 features of parcels" in result.stdout
    assert "GeoPackage, EPSG:3071" in result.stdout
    assert "out.gpkg" in result.stdout
    assert "QUILLFEATHER" not in result.output
    assert pyogrio.read_info(to)["features"] == 2
    again = run("export", edition(layers), "--layers", layers, "--to", to, "--format", "json")
    assert again.exit_code == 2
    assert json.loads(again.stderr)["error"] == "ExportExists"
    assert run("export", edition(layers), "--layers", layers, "--to", to, "--overwrite").exit_code == 0


def test_json_names_files_and_columns(tmp_path: Path, layers: Path) -> None:
    arguments = ("--layers", layers, "--to", tmp_path / "out.shp", "--with-owner-keys", "--format", "json")
    done = json.loads(run("export", edition(layers), *arguments).stdout)
    assert done["files"] == ["out.cpg", "out.dbf", "out.names.csv", "out.prj", "out.shp", "out.shx"]
    assert "owner_keys" in done["columns"]
    assert (done["kind"], done["features"], done["format"]) == ("parcels", 2, "Shapefile")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--to", "out.xlsx"], "OptionInvalid"),
        (["--to", "out.geojson", "--crs", "EPSG:3071"], "OptionInvalid"),
        (["--to", "out.gpkg", "--crs", "EPSG:999999"], "CrsUnknown"),
        (["--to", "nowhere/out.gpkg"], "OptionInvalid"),
        ([], "OptionInvalid"),
    ],
)
def test_bad_input_leaves_with_2(tmp_path: Path, layers: Path, arguments: list[str], error: str) -> None:
    given = [str(tmp_path / each) if each.startswith(("out", "nowhere")) else each for each in arguments]
    result = run("export", edition(layers), "--layers", layers, *given, "--format", "json")
    assert result.exit_code == 2
    if arguments:  # what click itself finds is told by main
        assert json.loads(result.stderr)["error"] == error
    assert not list(tmp_path.glob("out*"))


def test_a_raster_is_imported_listed_checked_and_exported(tmp_path: Path) -> None:
    file, layers = tmp_path / "cover.tif", tmp_path / "layers"
    profile: dict[str, Any] = {"driver": "GTiff", "width": 3, "height": 1, "count": 1, "dtype": "uint8", "nodata": 250}
    place = {"crs": "EPSG:8112", "transform": Affine(10, 0, 700_000, 0, -10, 150_000)}
    with rasterio.open(file, "w", **profile, **place) as target:
        target.write(np.array([[21, 11, 250]], dtype=np.uint8), 1)
    arguments = ("import", "impervious_raster", file, "--layers", layers, "--vintage", "2023")
    asked = run(*arguments)
    assert asked.exit_code == 2
    assert "--set classes=21,22,23,24" in asked.stderr
    assert not layers.exists()
    assert run(*arguments, "--set", "classes=21").exit_code == 0
    listed = run("editions", "--layers", layers)
    assert "impervious_raster" in listed.stdout
    assert "cover.tif" in listed.stdout
    checked = run("check", file, "--format", "json")
    assert json.loads(checked.stdout)["looks"] == "the whole values 11, 21"
    done = run("export", edition(layers), "--layers", layers, "--to", tmp_path / "out.tif")
    assert done.exit_code == 0, done.output
    assert "Wrote 3 cells of impervious_raster" in done.stdout


def test_help(tmp_path: Path) -> None:
    result = run("export", "--help")
    assert result.exit_code == 0
    for word in ("EDITION", "--to", ".gpkg", "--with-owner-keys", "--overwrite", "--format"):
        assert word in result.stdout
    assert not list(tmp_path.iterdir())
