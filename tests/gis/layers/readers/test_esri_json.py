from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
import shapely

from gis.errors import LayerUnreadable
from gis.layers.readers import OpenedFile, open_file, read_rows, source_hash

Geometry = dict[str, Any]
CLOCKWISE = [[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]]


def square(size: float, at: float = 0, *, clockwise: bool = True) -> list[list[float]]:
    ring = [[at, at], [at, at + size], [at + size, at + size], [at + size, at], [at, at]]
    return ring if clockwise else ring[::-1]


def page(*geometries: Geometry | None, first: int = 1, **others: Any) -> dict[str, Any]:  # noqa: ANN401  members of JSON, of any type
    features = [
        {"attributes": {"OBJECTID": first + place, "PARCELID": f"00{first + place}"}, "geometry": geometry}
        for place, geometry in enumerate(geometries)
    ]
    return {
        "objectIdFieldName": "OBJECTID",
        "geometryType": "esriGeometryPolygon",
        "spatialReference": {"wkid": 103412, "latestWkid": 8112},
        "fields": [
            {"name": "OBJECTID", "type": "esriFieldTypeOID"},
            {"name": "PARCELID", "type": "esriFieldTypeString"},
        ],
        "features": features,
        **others,
    }


def save(tmp_path: Path, *pages: object) -> Path:
    folder = tmp_path / "parcels"
    folder.mkdir()
    for number, each in enumerate(pages):
        (folder / f"page_{number * 1000}.json").write_text(json.dumps(each))
    return folder


def read(path: Path) -> tuple[OpenedFile, list[shapely.Geometry | None], tuple[str, ...]]:
    opened = open_file(path)
    rows = read_rows(opened, opened.layers[0], ["PARCELID"])
    assert rows.shapes is not None
    return opened, shapely.from_wkb(rows.shapes).tolist(), rows.remarks


def test_pages_are_merged_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    folder = save(tmp_path, *(page({"rings": [square(10)]}, first=number) for number in range(1, 12)))
    opened, shapes, _ = read(folder)
    (layer,) = opened.layers
    assert (layer.name, layer.crs, layer.rows, layer.geometry_type) == ("parcels", "EPSG:8112", 11, "MultiPolygon")
    assert (layer.columns, layer.types) == (("OBJECTID", "PARCELID"), ("oid", "string"))
    # page_10000 comes last, and not after page_1000
    table = read_rows(opened, layer, ["PARCELID"]).table
    assert table["PARCELID"].tolist() == [f"00{number}" for number in range(1, 12)]
    assert {shape.area for shape in shapes if shape} == {100}
    assert opened.remarks == ("11 saved pages of a feature service were merged.",)
    assert len(source_hash(opened)) == 64


def test_one_page_alone(tmp_path: Path) -> None:
    path = tmp_path / "lots.json"
    path.write_text(json.dumps(page({"rings": [square(10)]}, None, {"rings": []})))
    opened, shapes, _ = read(path)
    assert (opened.layers[0].name, opened.layers[0].bounds) == ("lots", (0, 0, 10, 10))
    assert [shape is None for shape in shapes] == [False, True, True]


@pytest.mark.parametrize(
    ("rings", "wkt", "turned"),
    [
        #  shell clockwise, hole against the clock: as the format says
        ([square(10), square(2, 4, clockwise=False)], (100 - 4, 1), 0),
        #  the hole before its shell
        ([square(2, 4, clockwise=False), square(10)], (100 - 4, 1), 0),
        #  two outer rings in one feature
        ([square(10), square(5, 20)], (100 + 25, 2), 0),
        #  land inside a hole: 100 - 36 + 4
        ([square(10), square(6, 2, clockwise=False), square(2, 4)], (100 - 36 + 4, 2), 0),
        #  both rings the same way: the inner one is a hole all the same
        ([square(10), square(2, 4)], (100 - 4, 1), 1),
        #  as RFC 7946 has it: both the other way
        ([square(10, clockwise=False), square(2, 4)], (100 - 4, 1), 2),
        ([square(10, clockwise=False)], (100, 1), 1),
        #  a ring that is open, one that encloses nothing
        ([square(10)[:-1], [[0, 0], [1, 1], [0, 0]]], (100, 1), 0),
    ],
)
def test_rings_by_how_they_lie_in_one_another(
    tmp_path: Path, rings: list[list[list[float]]], wkt: tuple[float, int], turned: int
) -> None:
    _, (shape,), remarks = read(save(tmp_path, page({"rings": rings})))
    assert shape is not None
    assert shape.is_valid
    assert (shape.area, len(shapely.get_parts(shape))) == wkt
    assert any(remark.startswith(f"{turned} rings run the other way") for remark in remarks) == bool(turned)


@pytest.mark.parametrize(
    "rings",
    [
        [square(10), square(10, 5)],  # they cross
        [square(10), square(10)],  # one twice
        [[[0, 0], [10, 10], [10, 0], [0, 10], [0, 0]]],  # one that crosses itself
    ],
)
def test_rings_that_cross_make_an_invalid_shape_for_the_mending_to_list(
    tmp_path: Path, rings: list[list[list[float]]]
) -> None:
    _, (shape,), _ = read(save(tmp_path, page({"rings": rings})))
    assert shape is not None
    assert not shape.is_valid


@pytest.mark.parametrize(
    ("kind", "geometry", "wkt"),
    [
        ("esriGeometryPoint", {"x": 1, "y": 2}, "POINT (1 2)"),
        ("esriGeometryPoint", {"x": "NaN", "y": "NaN"}, None),
        ("esriGeometryMultipoint", {"points": [[1, 2], [3, 4]]}, "MULTIPOINT ((1 2), (3 4))"),
        ("esriGeometryPolyline", {"paths": [[[1, 2], [3, 4]], [[5, 6]]]}, "MULTILINESTRING ((1 2, 3 4))"),
        ("esriGeometryPolyline", {"paths": []}, None),
    ],
)
def test_the_other_types(tmp_path: Path, kind: str, geometry: Geometry, wkt: str | None) -> None:
    _, (shape,), _ = read(save(tmp_path, page(geometry, geometryType=kind)))
    assert (None if shape is None else shape.wkt) == wkt


@pytest.mark.parametrize(
    ("has", "position", "said"),
    [
        ({"hasZ": True}, [0, 0, 835], ["heights (Z), from 835 to 835"]),
        ({"hasM": True}, [0, 0, 835], ["measures (M)"]),
        ({"hasZ": True, "hasM": True}, [0, 0, 835, 1], ["heights (Z), from 835 to 835", "measures (M)"]),
        ({"hasZ": True}, [0, 0, None], ["heights (Z);"]),
    ],
)
def test_the_third_number_is_a_height_only_where_the_page_says_so(
    tmp_path: Path, has: dict[str, bool], position: list[float], said: list[str]
) -> None:
    _, (shape,), remarks = read(
        save(tmp_path, page({"paths": [[position, position]]}, geometryType="esriGeometryPolyline", **has))
    )
    assert shape is not None
    assert not shapely.has_z(shape)
    assert len(remarks) == len(said)
    assert all(part in remark for part, remark in zip(said, remarks, strict=True))


def test_an_arc_is_replaced_by_chords_and_other_curves_are_refused(tmp_path: Path) -> None:
    # Half a disc of radius 100: the arc from (0, 0) over (100, 100) to (200, 0), and back along the diameter.
    half = {"curveRings": [[[0, 0], {"c": [[200, 0], [100, 100]]}, [0, 0]]]}
    _, (shape,), remarks = read(save(tmp_path, page(half)))
    assert shape is not None
    # 112 chords, as in the test of flat shapes: r^2 / 2 n sin(pi / n).
    assert shape.area == pytest.approx(5000 * 112 * math.sin(math.pi / 112), rel=1e-12)
    assert remarks[0].endswith("chords no farther than 0.0099 ft from the arc.")
    path = tmp_path / "bezier.json"
    path.write_text(json.dumps(page({"curveRings": [[[0, 0], {"b": [[9, 9], [1, 1], [2, 2]]}, [0, 0]]]})))
    with pytest.raises(LayerUnreadable, match="row 1, a curve that is no arc") as caught:
        open_file(path)
    assert "returnTrueCurves=false" in caught.value.next


@pytest.mark.parametrize(
    ("reference", "crs"),
    [
        ({"wkid": 102100, "latestWkid": 3857}, "EPSG:3857"),
        ({"wkid": 102219}, "ESRI:102219"),
        ({"wkid": 3071}, "EPSG:3071"),
        ({"wkt": 'PROJCS["x"]'}, 'PROJCS["x"]'),
        ({}, None),
        (None, None),
    ],
)
def test_the_coordinate_system(tmp_path: Path, reference: object, crs: str | None) -> None:
    assert open_file(save(tmp_path, page({"rings": [square(1)]}, spatialReference=reference))).layers[0].crs == crs


def test_dates_are_days_in_utc_and_codes_stay_codes(tmp_path: Path) -> None:
    fields = [{"name": "EDITED", "type": "esriFieldTypeDate"}, {"name": "CLASS", "type": "esriFieldTypeSmallInteger"}]
    features = [
        {"attributes": {"EDITED": 1_692_057_600_000, "CLASS": 3}},
        {"attributes": {"EDITED": None, "CLASS": None}},
    ]
    path = tmp_path / "roll.json"
    path.write_text(json.dumps({"fields": fields, "features": features}))
    opened = open_file(path)
    assert opened.layers[0].geometry_type is None
    rows = read_rows(opened, opened.layers[0], ["CLASS", "EDITED"])
    # 19,584 days of 86,400 s: 53 years with 13 leap days (19,358) and 226 days: 15 August 2023.
    assert rows.table.to_numpy().tolist() == [[3, "2023-08-15T00:00:00Z"], [None, None]]


ONE = page({"rings": [square(1)]})


@pytest.mark.parametrize(
    ("pages", "why"),
    [
        ([ONE, ONE], "object ids come more than once"),
        ([ONE, page({"rings": [square(1)]}, first=2, exceededTransferLimit=True)], "more rows follow"),
        ([ONE, page({"x": 1, "y": 2}, first=2, geometryType="esriGeometryPoint")], "differ in geometryType"),
        ([ONE, page({"rings": [square(1)]}, first=2, spatialReference={"wkid": 3071})], "differ in coordinate system"),
        ([{"error": {"code": 499, "message": "Token Required"}}], "code 499, Token Required"),
        ([ONE, {"error": {"code": 500, "message": "x"}}], "page 2"),
        ([ONE, {"type": "FeatureCollection", "features": []}], "no page of a feature service"),
        ([page({"rings": [[["a", 1], [2, 3], [4, 5]]]})], "not as Esri JSON says"),
        ([page({"rings": [3]})], "not as Esri JSON says"),
        ([page({"unknown": [3]})], "not as Esri JSON says"),
        ([page(features=[1])], "row 1, no object"),
        ([page(features=[None])], "row 1, no object"),
        ([page(features=[{"attributes": {}}, {"attributes": [1, 2]}])], "row 2, attributes that are no object"),
        ([page(features=[{"attributes": "x"}])], "row 1, attributes that are no object"),
        ([page(features=[{"attributes": {"OBJECTID": [1]}}])], "a list or an object: OBJECTID"),
        ([page(fields=["OBJECTID"])], "no field with a name"),
        ([page(fields=[{"type": "x"}])], "no field with a name"),
        ([page(fields={"OBJECTID": 1})], "fields is not a list"),
        ([page(objectIdFieldName=["x"])], "objectIdFieldName is not a text"),
        ([page(geometryType=["x"])], "geometryType is not a text"),
        ([page(spatialReference="EPSG:3071")], "spatialReference is not an object"),
        ([page(spatialReference=[1])], "spatialReference is not an object"),
        ([ONE, page(first=2, fields="x")], "page 2"),
        ([page({"rings": [square(1)], "spatialReference": "EPSG:8112"})], "spatialReference of a shape"),
        ([page({"rings": [square(1)], "spatialReference": {"wkid": 4326}})], "coordinate system: EPSG:4326, EPSG:8112"),
    ],
)
def test_pages_that_cannot_be_one_layer_are_refused(tmp_path: Path, pages: list[object], why: str) -> None:
    with pytest.raises(LayerUnreadable) as caught:
        open_file(save(tmp_path, *pages))
    assert why in str(caught.value)


@pytest.mark.parametrize("features", [[1], [None], ["attributes"], [[]]])
def test_features_that_are_none_make_no_page(tmp_path: Path, features: list[object]) -> None:
    path = tmp_path / "lots.json"
    path.write_text(json.dumps({"features": features}))
    with pytest.raises(LayerUnreadable):
        open_file(path)


@pytest.mark.parametrize("bad", [None, math.nan, "NaN", math.inf, -math.inf, 10**400, 1e300, [1], {"x": 1}])
@pytest.mark.parametrize("at", [0, 1, 3])
@pytest.mark.parametrize("axis", [0, 1])
def test_a_place_that_is_no_two_finite_numbers_is_refused_by_its_row(
    tmp_path: Path, bad: object, at: int, axis: int
) -> None:
    ring: list[list[Any]] = square(10)
    ring[at][axis] = bad
    path = tmp_path / "lots.json"
    path.write_text(json.dumps(page({"rings": [square(1)]}, {"rings": [ring]})))
    with pytest.raises(LayerUnreadable, match="row 2, a place that is no two finite numbers"):
        open_file(path)


@pytest.mark.parametrize(
    "geometry",
    [
        {"x": 10**400, "y": 2},
        {"x": 1, "y": None},
        {"x": 1, "y": math.inf},
        {"points": [[math.inf, 1]]},
        {"paths": [[[1, 2], [None, 4]]]},
        {"x": 1, "y": 2, "z": 10**400},
        {"curvePaths": [[[0, 0], {"c": [[200, 0], [math.nan, 100]]}]]},
        {"curvePaths": [[[0, None], {"c": [[200, 0], [100, 100]]}]]},
    ],
)
def test_no_type_of_shape_has_a_place_that_is_none(tmp_path: Path, geometry: Geometry) -> None:
    path = tmp_path / "shapes.json"
    path.write_text(json.dumps(page(geometry, geometryType="esriGeometryPoint")))
    with pytest.raises(LayerUnreadable, match="row 1, a place that is no two finite numbers"):
        open_file(path)


def test_an_arc_too_wide_for_its_chords_is_refused(tmp_path: Path) -> None:
    # Half a circle of radius 1e9 ft in 50,000 chords: 2 r sin(pi / 200,000)^2 = 0.49 ft from the arc.
    half = {"curveRings": [[[0, 0], {"c": [[2e9, 0], [1e9, 1e9]]}, [0, 0]]]}
    with pytest.raises(LayerUnreadable, match="row 1, an arc so wide that 50,000 chords"):
        open_file(save(tmp_path, page(half)))


@pytest.mark.parametrize(
    ("of_page", "of_shape", "crs"),
    [
        ({"wkid": 103412, "latestWkid": 8112}, {"wkid": 103412}, "EPSG:8112"),  # the old code and the new one
        ({"wkid": 8112}, {"wkid": 8112, "vcsWkid": 5703}, "EPSG:8112"),
        ({"wkid": 8112}, {}, "EPSG:8112"),
        (None, {"wkid": 8112}, "EPSG:8112"),
    ],
)
def test_a_shape_may_say_the_system_of_its_page_again(
    tmp_path: Path, of_page: object, of_shape: object, crs: str
) -> None:
    path = save(tmp_path, page({"rings": [square(1)], "spatialReference": of_shape}, spatialReference=of_page))
    assert open_file(path).layers[0].crs == crs
