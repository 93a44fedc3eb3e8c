"""Rows written as GeoParquet, read back by another program and looked at as the standard has them."""

from __future__ import annotations

import json
from pathlib import Path

import geopandas as gpd
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
import shapely

from gis.layers import geoparquet
from gis.layers.geoparquet import write_geoparquet

SHAPES = shapely.from_wkt(["POINT (3 4)", "LINESTRING (0 0, 5 1)", None])


def rows(shapes: np.ndarray = SHAPES) -> gpd.GeoDataFrame:
    return gpd.GeoDataFrame(
        {
            "name": pd.Series(["ä", None, None], dtype=object),
            "year": pd.array([2020, None, 2022], dtype="Int64"),
            "acres": [1.5, np.nan, 0.0],
        },
        geometry=shapes,
        crs="EPSG:3071",
    )


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_rows_read_back_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    # A stretch without any name must not change the column's type.
    monkeypatch.setattr(geoparquet, "_ROWS", at_once)
    write_geoparquet(tmp_path / "rows.parquet", rows())
    assert pq.read_metadata(tmp_path / "rows.parquet").num_row_groups == -(-3 // at_once)
    read = gpd.read_parquet(tmp_path / "rows.parquet")
    assert read.crs == "EPSG:3071"
    assert [None if shape is None else shape.wkt for shape in read.geometry] == [
        "POINT (3 4)",
        "LINESTRING (0 0, 5 1)",
        None,
    ]
    assert read["name"].astype(object).where(read["name"].notna(), None).tolist() == ["ä", None, None]
    assert read["year"].tolist() == [2020, pd.NA, 2022]
    assert read["acres"].tolist()[::2] == [1.5, 0.0]


def test_the_metadata_are_those_of_the_standard_and_a_row_without_a_shape_has_no_box(tmp_path: Path) -> None:
    write_geoparquet(tmp_path / "rows.parquet", rows())
    found = pq.read_table(tmp_path / "rows.parquet")
    geo = json.loads(found.schema.metadata[b"geo"])
    column = geo["columns"]["geometry"]
    assert (geo["version"], geo["primary_column"], column["encoding"]) == ("1.1.0", "geometry", "WKB")
    assert column["geometry_types"] == ["LineString", "Point"]
    assert column["bbox"] == [0.0, 0.0, 5.0, 4.0]
    assert column["crs"]["id"] == {"authority": "EPSG", "code": 3071}
    assert column["covering"]["bbox"]["ymax"] == ["bbox", "ymax"]
    assert found.column("bbox").to_pylist() == [
        {"xmin": 3.0, "ymin": 4.0, "xmax": 3.0, "ymax": 4.0},
        {"xmin": 0.0, "ymin": 0.0, "xmax": 5.0, "ymax": 1.0},
        None,
    ]
    # Other programs find by the boxes what lies near.
    assert gpd.read_parquet(tmp_path / "rows.parquet", bbox=(2.9, 3.9, 3.1, 4.1))["year"].tolist() == [2020]


def test_rows_that_lie_nowhere_have_no_extent(tmp_path: Path) -> None:
    nowhere = rows(np.array([None, None, None], dtype=object))
    write_geoparquet(tmp_path / "rows.parquet", nowhere)
    geo = json.loads(pq.read_schema(tmp_path / "rows.parquet").metadata[b"geo"])
    assert "bbox" not in geo["columns"]["geometry"]
    assert gpd.read_parquet(tmp_path / "rows.parquet").geometry.isna().all()
