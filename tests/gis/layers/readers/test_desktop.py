from __future__ import annotations

import datetime as dt
import json
import math
import sqlite3
import struct
import zipfile
from pathlib import Path

import geopandas as gpd
import numpy as np
import pandas as pd
import pyogrio
import pytest
import shapely

from gis.errors import LayerUnreadable
from gis.layers.readers import OpenedFile, open_file, read_rows

LOTS = gpd.GeoDataFrame(
    {"PARCELID": ["0012", "0013"], "VALUE": [1.5, None]},
    geometry=[shapely.box(700_000, 150_000, 700_010, 150_010), None],
    crs="EPSG:8112",
)
KML = """<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
<Folder><name>lots</name>
<Placemark><name>Lot 1</name><ExtendedData><Data name="PARCELID"><value>0012</value></Data></ExtendedData>
<Polygon><outerBoundaryIs><LinearRing><coordinates>-90,43,250 -89,43,250 -89,44,260 -90,43,250</coordinates>
</LinearRing></outerBoundaryIs></Polygon></Placemark></Folder>
<Folder><name>wells</name><Placemark><name>W</name><Point><coordinates>-90,43</coordinates></Point></Placemark></Folder>
</Document></kml>"""


def zip_folder(folder: Path, path: Path, inside: str = "") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, f"{inside}{folder.name}/{file.name}" if inside != "-" else file.name)
    return path


def check_lots(opened: OpenedFile, crs: str = "EPSG:8112") -> None:
    (layer,) = opened.layers
    assert (layer.rows, layer.crs) == (2, crs)
    rows = read_rows(opened, layer, ["VALUE", "PARCELID"])
    assert rows.table["PARCELID"].tolist() == ["0012", "0013"]
    assert rows.table["VALUE"].tolist()[0] == 1.5
    assert math.isnan(rows.table["VALUE"].tolist()[1])
    assert rows.shapes is not None
    assert shapely.from_wkb(rows.shapes[0]).area == pytest.approx(100, abs=1e-3)  # a geodatabase keeps places to 0.0001
    assert rows.shapes[1] is None
    assert rows.remarks == ()


@pytest.mark.parametrize("suffix", [".gpkg", ".fgb"])
def test_geopackage_and_flatgeobuf_plain_and_zipped(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"lots{suffix}"
    # FlatGeobuf orders rows by place, where an index is written, and leaves out rows without a shape then.
    LOTS.to_file(path, **({"SPATIAL_INDEX": "NO"} if suffix == ".fgb" else {}))
    check_lots(open_file(path))
    with zipfile.ZipFile(tmp_path / "lots.zip", "w") as archive:
        archive.write(path, f"a folder/lots{suffix}")
    check_lots(open_file(tmp_path / "lots.zip"))


def test_a_geodatabase_as_folder_and_zipped_in_three_ways(tmp_path: Path) -> None:
    folder = tmp_path / "county.gdb"
    LOTS.to_file(folder, driver="OpenFileGDB", layer="lots")
    check_lots(open_file(folder))
    check_lots(open_file(zip_folder(folder, tmp_path / "download.zip")))
    check_lots(open_file(zip_folder(folder, tmp_path / "deep.zip", "export/2023/")))
    check_lots(open_file(zip_folder(folder, tmp_path / "bare.gdb.zip", "-")))
    (tmp_path / "bare.gdb").mkdir()
    with pytest.raises(LayerUnreadable):
        open_file(tmp_path / "bare.gdb")


def test_the_layers_of_a_file_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "county.gpkg"
    LOTS.to_file(path, layer="lots")
    LOTS.drop(columns="VALUE").to_file(path, layer="lots_2022")
    pyogrio.write_dataframe(LOTS.drop(columns="geometry"), path, layer="roll")
    opened = open_file(path)
    assert [(layer.name, layer.geometry_type) for layer in opened.layers] == [
        ("lots", "Polygon"),
        ("lots_2022", "Polygon"),
        ("roll", None),
    ]
    assert read_rows(opened, opened.layers[2], ["PARCELID"]).shapes is None


@pytest.mark.parametrize("name", ["lots.kml", "lots.kmz"])
def test_kml_gives_names_and_extended_data_and_tells_of_heights(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name.endswith("z"):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("doc.kml", KML)
    else:
        path.write_text(KML)
    opened = open_file(path)
    assert [(layer.name, layer.crs) for layer in opened.layers] == [("lots", "EPSG:4326"), ("wells", "EPSG:4326")]
    rows = read_rows(opened, opened.layers[0], ["Name", "PARCELID"])
    assert rows.table.to_numpy().tolist() == [["Lot 1", "0012"]]
    assert rows.remarks == ("1 shape had heights (Z), from 250 to 260; they are not kept.",)
    assert rows.shapes is not None
    assert shapely.from_wkb(rows.shapes[0]).bounds == (-90, 43, -89, 44)


def test_a_moment_keeps_its_offset_and_a_day_is_a_day(tmp_path: Path) -> None:
    path = tmp_path / "lots.geojson"
    moments = ("2026-03-14T15:09:26-05:00", None)
    rows = [f'{{"type": "Feature", "geometry": null, "properties": {json.dumps({"T": each})}}}' for each in moments]
    path.write_text(f'{{"type": "FeatureCollection", "features": [{",".join(rows)}]}}')
    opened = open_file(path)
    found = read_rows(opened, opened.layers[0], ["T"]).table["T"].tolist()
    assert found[0] == moments[0]
    assert pd.isna(found[1])


def curved(path: Path) -> Path:
    """Write a GeoPackage `lots` with half a disc of radius 100 ft, whose arc the library keeps as an arc."""
    plain = gpd.GeoDataFrame({"PARCELID": ["7", "8"]}, geometry=[shapely.box(0, 0, 200, 100)] * 2, crs="EPSG:8112")
    plain.to_file(path, SPATIAL_INDEX="NO")
    arc = struct.pack("<BII6d", 1, 8, 3, 700_000, 150_000, 700_100, 150_100, 700_200, 150_000)
    line = struct.pack("<BII4d", 1, 2, 2, 700_200, 150_000, 700_000, 150_000)
    disc = struct.pack("<BII", 1, 10, 1) + struct.pack("<BII", 1, 9, 2) + arc + line
    with sqlite3.connect(path) as database:
        (srs,) = database.execute("select srs_id from gpkg_geometry_columns").fetchone()
        for name in [row[0] for row in database.execute("select name from sqlite_master where type = 'trigger'")]:
            database.execute(f'drop trigger "{name}"')
        database.execute("update gpkg_geometry_columns set geometry_type_name = 'GEOMETRY'")
        blob = b"GP\0\x01" + struct.pack("<i", srs) + disc
        database.execute("update lots set geom = ? where fid = 1", (blob,))
    database.close()
    return path


def test_curves_of_a_geopackage_are_replaced_and_told(tmp_path: Path) -> None:
    opened = open_file(curved(tmp_path / "lots.gpkg"))
    rows = read_rows(opened, opened.layers[0], ["PARCELID"])
    assert rows.shapes is not None
    shape = shapely.from_wkb(rows.shapes[0])
    # Chords of 112 parts of the half circle, as in the test of flat shapes: r^2 / 2 n sin(pi / n).
    assert shape.area == pytest.approx(100**2 / 2 * 112 * math.sin(math.pi / 112), rel=1e-9)
    away = np.hypot(*(shapely.get_coordinates(shape) - [700_100, 150_000]).T)
    assert away == pytest.approx(100, abs=1e-6)
    said = "1 shape held curves; arcs were replaced by chords no farther than 0.0099 ft from the arc."
    assert said in rows.remarks


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("lots.geojson", "<OGRVRTDataSource><OGRVRTLayer name='x'/></OGRVRTDataSource>", "no JSON"),
        ("lots.gpkg", "<OGRVRTDataSource><OGRVRTLayer name='x'/></OGRVRTDataSource>", "points to other files"),
        ("lots.gpkg", "not a database", "no format that is read here"),
        ("lots.fgb", "", "no format that is read here"),
        ("lots.gpkg", "<!doctype html><title>Sign in</title>", "web page"),
        ("lots.gpx", '<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"/>', "format GPX"),
        ("lots.dwg", "AC1032", "format .dwg"),
        ("lots.xls", "", "format .xls"),
        ("lots.qqq", "", "no format that is read here"),
    ],
)
def test_what_is_no_layer_is_refused_with_one_clear_error(tmp_path: Path, name: str, text: str, why: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(LayerUnreadable) as caught:
        open_file(path)
    assert why in caught.value.why
    assert str(tmp_path) not in str(caught.value)


def test_a_geopackage_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lots.gpkg"
    LOTS.to_file(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 3])
    with pytest.raises(LayerUnreadable):
        check_lots(open_file(path))


@pytest.mark.realdata
def test_a_zipped_geodatabase_is_what_its_folder_is(realdata: Path, tmp_path: Path) -> None:
    folder = realdata / "wi-parcels-vernon-westby/vernon_2023.gdb"
    opened, zipped = open_file(folder), open_file(zip_folder(folder, tmp_path / "vernon.zip"))
    assert opened.layers == zipped.layers
    roads = next(layer for layer in opened.layers if layer.name == "ROADS_2023")
    assert roads.rows == 4791
    first, second = (read_rows(each, roads, roads.columns[:3]) for each in (opened, zipped))
    assert first.table.equals(second.table)


def test_cells_of_all_types_stand_beside_each_other_in_the_order_of_the_shapes(tmp_path: Path) -> None:
    # Text and numbers come by another way than days, and whole numbers with a blank are no floating ones.
    frame = gpd.GeoDataFrame(
        {
            "ID": ["a", None, "Brûlé"],
            "NOTE": pd.Series([None, None, None], dtype="str"),
            "YEAR": pd.array([2**53 + 1, None, 0], dtype="Int64"),
            "TAXED": pd.array([True, None, False], dtype="boolean"),
            "ACRES": np.array([0.8, np.nan, 2.5], dtype=np.float32),
            "DAY": [dt.date(2024, 2, 29), None, dt.date(2025, 1, 1)],
        },
        geometry=[shapely.Point(x, 0) for x in (3, 1, 2)],
        crs="EPSG:8112",
    )
    frame.to_file(tmp_path / "lots.gpkg")
    opened = open_file(tmp_path / "lots.gpkg")
    rows = read_rows(opened, opened.layers[0], ["DAY", "ACRES", "TAXED", "YEAR", "NOTE", "ID"])
    assert rows.table["ID"].tolist()[::2] == ["a", "Brûlé"]
    assert rows.table["ID"].isna().tolist() == [False, True, False]
    assert rows.table["NOTE"].tolist() == [None, None, None]
    assert [repr(cell) for cell in rows.table["YEAR"].tolist()] == ["9007199254740993", "None", "0"]
    assert rows.table["TAXED"].tolist() == [True, None, False]
    assert rows.table["ACRES"].tolist()[::2] == [0.8, 2.5]
    assert rows.table["DAY"].tolist()[::2] == ["2024-02-29", "2025-01-01"]
    assert rows.shapes is not None
    assert shapely.get_x(shapely.from_wkb(rows.shapes)).tolist() == [3, 1, 2]


def test_text_in_another_encoding_inside_a_geopackage_is_told(tmp_path: Path) -> None:
    LOTS.to_file(tmp_path / "lots.gpkg", layer="lots", SPATIAL_INDEX="NO")  # its triggers need functions of GDAL's
    base = sqlite3.connect(tmp_path / "lots.gpkg")
    base.execute("UPDATE lots SET PARCELID = CAST(x'e9' AS TEXT)")  # an e with an accent in Windows-1252
    base.commit()
    base.close()
    opened = open_file(tmp_path / "lots.gpkg")
    with pytest.raises(LayerUnreadable, match="no text in"):
        read_rows(opened, opened.layers[0], ["PARCELID", "VALUE"])


def test_a_kmz_has_the_columns_of_the_kml_in_it(tmp_path: Path) -> None:
    plain = tmp_path / "doc.kml"
    # Written so, the columns stand in a schema, which GDAL does not read from a KMZ.
    table = gpd.GeoDataFrame({"PARCELID": ["0010"]}, geometry=[shapely.box(-89.5, 43.1, -89.4, 43.2)], crs="EPSG:4326")
    table.to_file(plain, driver="LIBKML")
    with zipfile.ZipFile(tmp_path / "lots.kmz", "w") as archive:
        archive.write(plain, "doc.kml")
    opened = open_file(tmp_path / "lots.kmz")
    (layer,) = opened.layers
    assert layer.columns == open_file(plain).layers[0].columns
    assert read_rows(opened, layer, ["PARCELID"]).table["PARCELID"].tolist() == ["0010"]
