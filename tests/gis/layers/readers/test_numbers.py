from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely

from gis.layers.readers import open_file, read_rows

LONG = 123_456_789_012_345_671
"""Beyond 2**53: as a floating number it would end in 664."""
COLUMNS: dict[str, tuple[list[Any], str]] = {
    "PIN": ([LONG, LONG + 1, None], "Int64"),
    "CLASS": ([1, None, 7], "Int32"),
    "VACANT": ([True, None, False], "boolean"),
    "WHOLE": ([1, 2, 3], "int64"),
}


def table_of(names: list[str]) -> gpd.GeoDataFrame:
    frame = pd.DataFrame({name: pd.Series(COLUMNS[name][0], dtype=object) for name in names})
    columns = frame.astype({name: COLUMNS[name][1] for name in names})
    return gpd.GeoDataFrame(columns, geometry=[shapely.Point(at, 0) for at in range(3)], crs="EPSG:3071")


def gpkg(path: Path, frame: gpd.GeoDataFrame) -> Path:
    frame.to_file(path.with_suffix(".gpkg"))
    return path.with_suffix(".gpkg")


def flatgeobuf(path: Path, frame: gpd.GeoDataFrame) -> Path:
    frame.to_file(path.with_suffix(".fgb"), SPATIAL_INDEX="NO")
    return path.with_suffix(".fgb")


def geodatabase(path: Path, frame: gpd.GeoDataFrame) -> Path:
    frame.to_file(path.with_suffix(".gdb"), driver="OpenFileGDB", TARGET_ARCGIS_VERSION="ARCGIS_PRO_3_2_OR_LATER")
    return path.with_suffix(".gdb")


def geojson(path: Path, frame: gpd.GeoDataFrame) -> Path:
    frame.to_crs("EPSG:4326").to_file(path.with_suffix(".geojson"))
    return path.with_suffix(".geojson")


def parquet(path: Path, frame: gpd.GeoDataFrame) -> Path:
    frame.to_parquet(path.with_suffix(".parquet"))
    return path.with_suffix(".parquet")


def shapefile(path: Path, frame: gpd.GeoDataFrame) -> Path:
    frame.to_file(path.with_suffix(".shp"))
    return path.with_suffix(".shp")


def cells(path: Path, name: str) -> list[Any]:
    opened = open_file(path)
    found: list[Any] = read_rows(opened, opened.layers[0], [name]).table[name].astype(object).tolist()
    return found


def exactly(values: list[Any]) -> list[tuple[type, Any]]:
    """Return values with their types: 1, 1.0 and True are equal to Python."""
    return [(type(value), value) for value in values]


@pytest.mark.parametrize("write", [gpkg, flatgeobuf, geodatabase, geojson, parquet, shapefile])
def test_whole_numbers_and_booleans_beside_blanks_stay_what_they_are(
    tmp_path: Path, write: Callable[[Path, gpd.GeoDataFrame], Path]
) -> None:
    # The DBF of a shapefile gives no room for so long a number, and a geodatabase has no booleans but 1 and 0.
    names = [name for name in COLUMNS if not (write is shapefile and name == "PIN")]
    path = write(tmp_path / "lots", table_of(names))
    for name in names:
        expected, _ = COLUMNS[name]
        if write is geodatabase and name == "VACANT":
            expected = [None if value is None else int(value) for value in expected]
        assert exactly(cells(path, name)) == exactly(expected), name


def test_columns_keep_to_their_rows_and_names(tmp_path: Path) -> None:
    frame = table_of(list(COLUMNS))
    frame["NAME"] = ["x", "y", "z"]
    path = gpkg(tmp_path / "lots", frame)
    opened = open_file(path)
    table = read_rows(opened, opened.layers[0], ["NAME", "CLASS", "PIN"]).table
    assert set(table.columns) == {"NAME", "CLASS", "PIN"}
    assert table["NAME"].tolist() == ["x", "y", "z"]
    assert table["CLASS"].tolist() == [1, None, 7]


def test_a_name_that_is_no_ascii_is_found_again(tmp_path: Path) -> None:
    frame = table_of(["CLASS"]).rename(columns={"CLASS": "FLÄCHE"})
    frame.to_file(tmp_path / "lots.shp", encoding="cp1252")
    assert exactly(cells(tmp_path / "lots.shp", "FLÄCHE")) == exactly([1, None, 7])


@pytest.mark.parametrize("kind", [pa.float32(), pa.float16()])
def test_short_floating_numbers_of_parquet_are_as_written(tmp_path: Path, kind: pa.DataType) -> None:
    # 0.8 is 0.800000011920929 when its 32 bits are read as 64.
    column = pa.array(np.array([0.8, 0.95, 3], dtype=kind.to_pandas_dtype()))
    pq.write_table(pa.table({"RATIO": column}), tmp_path / "r.parquet")
    assert cells(tmp_path / "r.parquet", "RATIO") == [0.8, 0.95, 3.0]


@pytest.mark.parametrize("write", [gpkg, flatgeobuf, geodatabase])
def test_short_floating_numbers_are_as_written(tmp_path: Path, write: Callable[[Path, gpd.GeoDataFrame], Path]) -> None:
    frame = table_of(["WHOLE"])
    frame["RATIO"] = np.array([0.8, np.nan, -2.5], dtype=np.float32)
    found = cells(write(tmp_path / "lots", frame), "RATIO")
    assert (found[0], found[2]) == (0.8, -2.5)
    assert math.isnan(found[1])


def test_a_dictionary_of_whole_numbers_is_looked_up(tmp_path: Path) -> None:
    column = pa.array([LONG, None, LONG + 1, LONG]).dictionary_encode()
    pq.write_table(pa.table({"PIN": column}), tmp_path / "d.parquet")
    assert exactly(cells(tmp_path / "d.parquet", "PIN")) == exactly([LONG, None, LONG + 1, LONG])


def test_a_page_of_a_feature_service_keeps_whole_numbers(tmp_path: Path) -> None:
    page = {
        "geometryType": "esriGeometryPoint",
        "spatialReference": {"wkid": 3071},
        "fields": [{"name": "PIN", "type": "esriFieldTypeBigInteger"}],
        "features": [{"attributes": {"PIN": value}, "geometry": {"x": 1, "y": 1}} for value in (LONG, None)],
    }
    (tmp_path / "page.json").write_text(json.dumps(page))
    assert exactly(cells(tmp_path / "page.json", "PIN")) == exactly([LONG, None])
