from __future__ import annotations

import json
import math
from pathlib import Path

import geopandas as gpd
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely

from gis.errors import LayerUnreadable
from gis.geometry.operations import crs_name, parse_crs
from gis.layers.readers import open_file, read_rows

LOTS = gpd.GeoDataFrame(
    {"PARCELID": ["0012", None], "VALUE": [1, 2], "TAGS": [[1, 2], [3]]},
    geometry=[shapely.box(0, 0, 10, 10), None],
    crs="EPSG:8112",
)


def edited(path: Path, **changes: object) -> Path:
    """Change the metadata of the geometry column; a value of None in them is null, `...` takes a member out."""
    table = pq.read_table(path)
    geo = json.loads(table.schema.metadata[b"geo"])
    column = geo["columns"]["geometry"]
    for name, value in changes.items():
        column.pop(name, None)
        if value is not ...:
            column[name] = value
    pq.write_table(table.replace_schema_metadata({b"geo": json.dumps(geo).encode()}), path)
    return path


@pytest.mark.parametrize("encoding", ["WKB", "geoarrow"])
def test_geoparquet_is_read_and_its_lists_are_refused_by_name(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "lots.parquet"
    LOTS.to_parquet(path, geometry_encoding=encoding, write_covering_bbox=True)
    opened = open_file(path)
    (layer,) = opened.layers
    assert (layer.name, layer.rows, layer.columns) == ("lots", 2, ("PARCELID", "VALUE"))
    assert crs_name(parse_crs(str(layer.crs))) == "EPSG:8112"
    assert layer.bounds == (0, 0, 10, 10)
    assert [remark.partition(":")[2] for remark in opened.remarks] == [" TAGS (list<element: int64>)."]
    rows = read_rows(opened, layer, ["VALUE", "PARCELID"])
    assert rows.table["VALUE"].tolist() == [1, 2]
    assert rows.table["PARCELID"].tolist()[0] == "0012"
    assert rows.shapes is not None
    assert shapely.from_wkb(rows.shapes[0]).area == 100
    assert rows.shapes[1] is None
    assert len(read_rows(opened, layer, []).table) == 2


@pytest.mark.parametrize(("said", "crs"), [(..., "OGC:CRS84"), (None, None)])
def test_no_crs_is_longitude_and_latitude_and_null_is_unknown(tmp_path: Path, said: object, crs: str | None) -> None:
    path = tmp_path / "lots.parquet"
    LOTS[["geometry"]].to_parquet(path)
    assert open_file(edited(path, crs=said)).layers[0].crs == crs


@pytest.mark.parametrize(
    ("types", "found"),
    [
        (["Polygon"], "Polygon"),
        (["Polygon", "MultiPolygon"], "MultiPolygon"),
        (["Polygon Z"], "Polygon"),
        (["Point", "Polygon"], "Unknown"),
        ([], "Unknown"),
    ],
)
def test_the_type_of_the_shapes(tmp_path: Path, types: list[str], found: str) -> None:
    path = tmp_path / "lots.geoparquet"
    LOTS[["geometry"]].to_parquet(path)
    assert open_file(edited(path, geometry_types=types)).layers[0].geometry_type == found


def test_a_parquet_without_metadata_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "roll.parquet"
    days = [pd.Timestamp("2023-08-15"), pd.NaT]
    pd.DataFrame({"PARCELID": ["1", "2"], "DAY": days, "SHAPE": [b"1", b"2"]}).to_parquet(path)
    opened = open_file(path)
    assert (opened.layers[0].geometry_type, opened.layers[0].columns) == (None, ("PARCELID", "DAY"))
    assert len(opened.remarks) == 2
    rows = read_rows(opened, opened.layers[0], ["DAY"])
    assert rows.shapes is None
    assert rows.table["DAY"].tolist()[0] == pd.Timestamp("2023-08-15")


@pytest.mark.parametrize("broken", ["text", "cut", "no column", "no JSON"])
def test_a_broken_parquet_is_one_clear_error(tmp_path: Path, broken: str) -> None:
    path = tmp_path / "lots.parquet"
    LOTS.to_parquet(path)
    if broken == "text":
        path.write_text("PAR1 it is not")
    elif broken == "cut":
        path.write_bytes(path.read_bytes()[:-20])
    else:
        geo = b"{" if broken == "no JSON" else json.dumps({"primary_column": "shape", "columns": {}}).encode()
        table = pa.table({"PARCELID": ["1"]})
        pq.write_table(table.replace_schema_metadata({b"geo": geo}), path)
    with pytest.raises(LayerUnreadable) as caught:
        open_file(path)
    assert str(tmp_path) not in str(caught.value)


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("name", "column", "rows"), [("list_field_values_file", "int", 5), ("list_nested_struct_file", "col_flat", 3)]
)
def test_real_files_with_lists(realdata: Path, name: str, column: str, rows: int) -> None:
    opened = open_file(realdata / f"broken-shapefile-gpkg/pyogrio_fixtures/{name}.parquet")
    assert (opened.layers[0].columns, opened.layers[0].rows) == ((column,), rows)
    found = read_rows(opened, opened.layers[0], [column]).table[column]
    assert all(isinstance(value, int) or math.isnan(value) for value in found.tolist())
