from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import shapely

from gis.errors import LayerUnreadable
from gis.layers.readers import open_file, read_rows
from tests.gis.layers.conftest import GeoJsonWriter, lot

SQUARE = {"type": "Polygon", "coordinates": [[[-90, 43], [-89, 43], [-89, 44], [-90, 44], [-90, 43]]]}


def feature(geometry: Any, **others: Any) -> dict[str, Any]:  # noqa: ANN401  GeoJSON, right or wrong
    return {"type": "Feature", "properties": {"PARCELID": "7"}, "geometry": geometry, **others}


def write(tmp_path: Path, *features: object, **others: object) -> Path:
    path = tmp_path / "lots.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features, **others}))
    return path


def test_only_the_columns_named_are_read(geojson: GeoJsonWriter) -> None:
    path = geojson("parcels.geojson", [{"PARCELID": "0012", "SECRET": "x", "wkt": lot(0)}])
    opened = open_file(path)
    rows = read_rows(opened, opened.layers[0], ["PARCELID"])
    assert list(rows.table.columns) == ["PARCELID"]
    assert rows.table["PARCELID"].tolist() == ["0012"]
    assert rows.shapes is not None
    assert shapely.from_wkb(rows.shapes[0]).area == 10_000
    assert len(read_rows(opened, opened.layers[0], []).table) == 1


def test_what_the_library_warns_of_is_handed_on(tmp_path: Path) -> None:
    opened = open_file(write(tmp_path, feature({"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1]]]})))
    rows = read_rows(opened, opened.layers[0], ["PARCELID"])
    assert [remark for remark in (*opened.remarks, *rows.remarks) if "ring" in remark] == ["Non closed ring detected."]


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        (None, "null and no feature"),
        ({"type": "feature", "properties": {}, "geometry": SQUARE}, "an object and no feature"),
        ({"type": "Feature", "properties": {}}, "no geometry member"),
        (feature("a text"), "geometry is a text"),
        (feature({"coordinates": [1, 2]}), "no type"),
        (feature({"type": "Circle", "coordinates": [1, 2]}), '"Circle" is no type'),
        (feature({"type": "Point"}), "Point without coordinates"),
        (feature({"type": "Point", "coordinates": ["1", "2"]}), "coordinates of Point"),
        (feature({"type": "Point", "coordinates": [1, True]}), "coordinates of Point"),
        (feature({"type": "Point", "coordinates": [1]}), "coordinates of Point"),
        (feature({"type": "Polygon", "coordinates": [[1, 2], [3, 4]]}), "coordinates[0][0] of Polygon is a number"),
        (feature({"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [], [0, 0]]]}), "coordinates[0][2] of Polygon"),
        # A first part that is too shallow; the reading library would keep the second only.
        (
            feature({"type": "MultiPolygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]], SQUARE["coordinates"]]}),
            "coordinates[0][0][0] of MultiPolygon is a number",
        ),
        (feature({"type": "LineString", "coordinates": [[0, 0]]}), "one position"),
        (feature({"type": "GeometryCollection", "geometries": [None]}), "geometry is null"),
        (feature({"type": "GeometryCollection", "geometries": {}}), "geometries is an object"),
    ],
)
def test_a_feature_that_is_wrong_is_a_row_without_a_shape_and_told(tmp_path: Path, wrong: object, place: str) -> None:
    opened = open_file(write(tmp_path, feature(SQUARE), wrong, feature(SQUARE)))
    assert (opened.layers[0].rows, opened.layers[0].name) == (3, "lots")
    rows = read_rows(opened, opened.layers[0], ["PARCELID"])
    assert rows.shapes is not None
    assert [shape is None for shape in rows.shapes] == [False, True, False]
    assert rows.table["PARCELID"].tolist()[::2] == ["7", "7"]
    told = next(remark for remark in opened.remarks if "RFC 7946" in remark)
    assert "1 feature has no shape" in told
    assert f"row 2, {place}" in told.replace(" is null", " null") or place in told


def test_a_file_of_which_no_shape_can_be_read_is_refused_with_places(tmp_path: Path) -> None:
    with pytest.raises(LayerUnreadable) as caught:
        open_file(write(tmp_path, None, feature(3)))
    assert [str(place) for place in caught.value.places] == [
        "row 1, is null and no feature",
        "row 2, geometry is a number",
    ]


def test_a_null_geometry_is_allowed(tmp_path: Path) -> None:
    opened = open_file(write(tmp_path, feature(None)))
    assert opened.remarks == ()
    rows = read_rows(opened, opened.layers[0], ["PARCELID"])
    assert rows.shapes is not None
    assert rows.shapes.tolist() == [None]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"type": "FeatureCollection", "features": [', "line 1, column 44"),
        ("[]", "an array and no GeoJSON object"),
        ('{"features": []}', "does not say its type"),
        ('{"type": "featurecollection", "features": []}', "it is written FeatureCollection"),
        ('{"type": "FeatureCollection"}', "no features"),
        ('{"type": "FeatureCollection", "features": {}}', "an object and no array"),
        ("<!DOCTYPE html><html>not found</html>", "web page"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_what_is_no_geojson_is_refused(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "lots.geojson"
    path.write_text(text)
    with pytest.raises(LayerUnreadable) as caught:
        open_file(path)
    assert why in caught.value.why


@pytest.mark.parametrize(
    ("others", "remark"),
    [
        ({"properties": [1]}, "properties of feature 1 are an array"),
        ({"id": {}}, "id of feature 1 is an object"),
        ({"bbox": [1, 2, 3]}, "bbox that is not four or six"),
        ({"geometry": {"type": "Point", "coordinates": [43, -190]}}, "beyond longitude 180"),
        ({"geometry": {"type": "Point", "coordinates": [1, 2, 3, 4]}}, "more than three numbers"),
        ({"geometry": {"type": "LineString", "coordinates": [[179, 1], [-179, 1]]}}, "more than 180 degrees"),
    ],
)
def test_what_is_odd_and_harmless_is_told(tmp_path: Path, others: dict[str, Any], remark: str) -> None:
    opened = open_file(write(tmp_path, {**feature(SQUARE), **others}))
    assert [remark in said for said in opened.remarks] == [True]
    rows = read_rows(opened, opened.layers[0], [])
    assert rows.shapes is not None
    assert rows.shapes[0] is not None


def test_longitude_and_latitude_unless_the_crs_member_says_otherwise(tmp_path: Path) -> None:
    with_z = {"type": "Point", "coordinates": [-90, 43, 800]}
    assert open_file(write(tmp_path, feature(with_z))).layers[0].crs == "EPSG:4326"
    member = {"type": "name", "properties": {"name": "EPSG:3071"}}
    assert open_file(write(tmp_path, feature(SQUARE), crs=member)).layers[0].crs == "EPSG:3071"
    assert open_file(write(tmp_path, feature(SQUARE), crs={"type": "link"})).layers[0].crs == '{"type": "link"}'


def test_a_bare_geometry_and_a_bare_feature(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text("\ufeff" + json.dumps(SQUARE), "utf-8")
    opened = open_file(path)
    assert (opened.layers[0].rows, opened.layers[0].columns) == (1, ())
    assert "bare geometry" in opened.remarks[0]
    path.write_text(json.dumps(feature(SQUARE)))
    assert open_file(path).layers[0].columns == ("PARCELID",)


def test_a_file_too_large_to_be_checked_says_so_and_keeps_its_crs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gis.layers.readers.formats.LARGEST_CHECKED_BYTES", 10)
    member = {"type": "name", "properties": {"name": "EPSG:3071"}}
    path = tmp_path / "large.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "crs": member, "features": [feature(SQUARE)]}))
    opened = open_file(path)
    assert "not checked one by one" in opened.remarks[0]
    assert (opened.layers[0].crs, opened.layers[0].rows) == ("EPSG:3071", 1)
    assert open_file(write(tmp_path, feature(SQUARE))).layers[0].crs == "EPSG:4326"


def test_topojson_asks_for_its_coordinate_system(tmp_path: Path) -> None:
    path = tmp_path / "lots.topojson"
    topology = {
        "type": "Topology",
        "objects": {"lots": {"type": "GeometryCollection", "geometries": [{"type": "Polygon", "arcs": [[0]]}]}},
        "arcs": [[[0, 0], [10, 0], [10, 10], [0, 0]]],
    }
    path.write_text(json.dumps(topology))
    opened = open_file(path)
    assert (opened.layers[0].name, opened.layers[0].crs) == ("lots", None)
    assert opened.layers[0].bounds == (0, 0, 10, 10)


@pytest.mark.parametrize("place", ["properties", "coordinates"])
def test_a_number_of_thousands_of_digits_is_refused(tmp_path: Path, place: str) -> None:
    # Python reads no integer of more than 4,300 digits.
    path = write(tmp_path, feature({"type": "Point", "coordinates": [-90, 43, 7777]}, properties={"N": 8888}))
    old = "8888" if place == "properties" else "7777"
    path.write_text(path.read_text().replace(old, "9" * 5000))
    with pytest.raises(LayerUnreadable, match="thousands of digits"):
        open_file(path)
