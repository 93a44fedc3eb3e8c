from __future__ import annotations

import json
import sqlite3
import zipfile
from pathlib import Path

import geopandas as gpd
import pytest
import shapely

from gis.layers.readers import open_file, read_rows

REMARK = "Texts that hold a NUL character are cut off before it: {}."


def lots(path: Path, name: str = "PARCELID") -> Path:
    """Write a GeoPackage of three rows, and put a NUL into the first text of one column."""
    frame = gpd.GeoDataFrame(
        {name: ["1", "2", None], "CITY": ["A", "B", "C"], "N": [1, 2, 3]},
        geometry=[shapely.Point(0, 0)] * 3,
        crs="EPSG:3071",
    )
    frame.to_file(path, layer='the "lots"', SPATIAL_INDEX="NO")  # an index calls functions that sqlite3 lacks
    base = sqlite3.connect(path)
    column = name.replace('"', '""')
    base.execute(f'UPDATE "the ""lots""" SET "{column}" = ? WHERE fid = 1', ("1\0-3",))  # noqa: S608  the test's own
    base.commit()
    base.close()
    return path


@pytest.mark.parametrize("name", ["PARCELID", 'PARCEL "ID"'])
def test_a_geopackage_says_which_texts_are_cut(tmp_path: Path, name: str) -> None:
    path = lots(tmp_path / "lots.gpkg", name)
    with zipfile.ZipFile(tmp_path / "lots.zip", "w") as archive:
        archive.write(path, "a/lots.gpkg")
    for file in (path, tmp_path / "lots.zip"):
        opened = open_file(file)
        rows = read_rows(opened, opened.layers[0], [name, "N"])
        assert rows.table[name].tolist()[:2] == ["1", "2"]
        assert rows.remarks == (REMARK.format(f"{name} 1"),)
        assert read_rows(opened, opened.layers[0], ["CITY", "N"]).remarks == ()
        assert read_rows(opened, opened.layers[0], []).remarks == ()


@pytest.mark.parametrize(
    ("cell", "count"),
    [("1\0", 1), ("\0001", 1), ("é\0é", 1), (b"1\0-3", 1), ("é", 0), (b"1-3", 0), ("", 0), (None, 0)],
    ids=repr,
)
def test_only_a_nul_is_told_wherever_it_stands(tmp_path: Path, cell: object, count: int) -> None:
    path = lots(tmp_path / "lots.gpkg")
    base = sqlite3.connect(path)
    base.execute('UPDATE "the ""lots""" SET "PARCELID" = ?', (None,))
    base.execute('UPDATE "the ""lots""" SET "PARCELID" = ? WHERE fid = 3', (cell,))
    base.commit()
    base.close()
    opened = open_file(path)
    rows = read_rows(opened, opened.layers[0], ["PARCELID", "CITY"])
    assert rows.remarks == ((REMARK.format(f"PARCELID {count}"),) if count else ())


def test_geojson_says_which_texts_are_cut(tmp_path: Path) -> None:
    cells = ["1\0-3", "2", None, "4\0", 5]
    features = [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-90, 43]}, "properties": {"PARCELID": cell}}
        for cell in cells
    ]
    (tmp_path / "lots.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    opened = open_file(tmp_path / "lots.geojson")
    assert opened.remarks == (REMARK.format("PARCELID 2"),)
