from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pytest
import shapely

from gis.geometry.frame import LOCAL_FEET, working_frame
from gis.geometry.repair import Mended, NestedRings, mend_polygons, shapes_from_wkb

CaseLoader = Callable[[str], dict[str, Any]]


def mend(*wkts: str | None, nested_rings: NestedRings = "ask") -> Mended:
    shapes = [None if wkt is None else shapely.from_wkt(wkt) for wkt in wkts]
    return mend_polygons(np.array(shapes, dtype=object), LOCAL_FEET, nested_rings)


def shapefile(path: Path) -> tuple[list[str], np.ndarray]:
    _, _, shapes, fields = pyogrio.raw.read(path)
    return fields[0].tolist(), shapes_from_wkb(shapes).geometries


def test_import_01_ring_direction(field_case: CaseLoader, repository: Path) -> None:
    case = field_case("import-01")
    ids, shapes = shapefile(repository / "tests" / "cases" / "field" / case["input"]["file"])
    assert len(ids) == case["expected"]["records"]
    mended = mend_polygons(shapes, LOCAL_FEET, nested_rings="even_odd")
    for pin, shape, verdict in zip(ids, mended.geometries, mended.verdicts, strict=True):
        if pin in case["expected"]["null_geometry"]:
            assert (shape, verdict.state, verdict.rule) == (None, "refused", "no_geometry")
            continue
        assert shape.area == pytest.approx(case["expected"]["area_sqft"][pin], abs=1e-6)
        assert shape.is_valid
        rule = "" if pin == "003" else "ring_orientation"  # 003 is as the format says
        assert verdict.rule == rule


@pytest.mark.parametrize(("east", "size", "inner"), [(0, 100, 50), (5000, 660, 20), (-300, 40, 39)])
def test_neighbours_of_import_01(tmp_path: Path, east: float, size: float, inner: float) -> None:
    # Shell and hole both counter-clockwise, written as bytes of the format: no library mends it.
    def ring(low: float, side: float) -> np.ndarray:
        steps = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]])
        return steps * side + [east + low, low]

    rings = [ring(0, size), ring((size - inner) / 2, inner)]
    write_polygon_shapefile(tmp_path / "rings.shp", rings)
    shapes = shapes_from_wkb(pyogrio.raw.read(tmp_path / "rings.shp")[2]).geometries
    mended = mend_polygons(shapes, LOCAL_FEET, nested_rings="even_odd")
    assert mended.verdicts[0].rule == "ring_orientation"
    assert mended.geometries[0].area == pytest.approx(size**2 - inner**2, abs=1e-6)
    asked = mend_polygons(shapes, LOCAL_FEET)
    assert (asked.geometries[0], asked.verdicts[0].rule) == (None, "nested_rings")


def write_polygon_shapefile(path: Path, rings: list[np.ndarray]) -> None:
    """Write one record of polygon rings (ESRI Shapefile Technical Description, 1998)."""
    points = np.concatenate(rings)
    starts = np.cumsum([0, *(len(ring) for ring in rings[:-1])])
    box = np.concatenate((points.min(axis=0), points.max(axis=0))).astype("<f8").tobytes()
    content = (
        np.int32(5).tobytes()
        + box
        + np.array([len(rings), len(points)], "<i4").tobytes()
        + starts.astype("<i4").tobytes()
        + points.astype("<f8").tobytes()
    )

    def header(length: int) -> bytes:
        begin = np.array([9994, 0, 0, 0, 0, 0, length // 2], ">i4").tobytes()
        return begin + np.array([1000, 5], "<i4").tobytes() + box + bytes(32)

    path.write_bytes(header(108 + len(content)) + np.array([1, len(content) // 2], ">i4").tobytes() + content)
    index = np.array([50, len(content) // 2], ">i4").tobytes()
    path.with_suffix(".shx").write_bytes(header(108) + index)


IMPORT_02 = ["hole-outside", "nested-shells", "nested-holes", "banana", "collapsed", "repeated-vertex"]


@pytest.mark.parametrize("name", IMPORT_02)
@pytest.mark.parametrize("factor", [1.0, 7.25])
def test_import_02_invalid_polygons(field_case: CaseLoader, name: str, factor: float) -> None:
    case = field_case("import-02")
    item = {entry["id"]: entry for entry in case["input"]["items"]}[name]
    expected = case["expected"][name]
    shape = shapely.transform(shapely.from_wkt(item["wkt"]), lambda xy: xy * factor + (factor - 1) * 1000)
    mended = mend_polygons(np.array([shape]), LOCAL_FEET)
    verdict, result = mended.verdicts[0], mended.geometries[0]
    if expected.get("ask") or expected.get("reject"):
        assert verdict.state == "refused"
        assert result is None
        assert verdict.mend
        assert verdict.places
        if expected.get("ask"):  # both readings are shown, neither is picked
            assert f"{expected.get('area_after', 200) * factor**2:,.2f} sq ft" in verdict.why
            assert "file does not say which" in verdict.why
        return
    assert verdict.state == "repaired"
    assert result.is_valid
    assert result.area == pytest.approx(expected["area_after"] * factor**2, abs=1e-6)


def test_import_02_open_and_too_short_rings(field_case: CaseLoader, tmp_path: Path) -> None:
    items = {entry["id"]: entry for entry in field_case("import-02")["input"]["items"]}
    shapes = {}
    for name in ("unclosed-geojson", "three-positions"):
        path = tmp_path / f"{name}.geojson"
        path.write_text(json.dumps(items[name]["geojson"]), "utf-8")
        with warnings.catch_warnings(record=True):  # the reader remarks on the open ring
            warnings.simplefilter("always")
            shapes[name] = shapes_from_wkb(pyogrio.raw.read(path)[2])
    mended = mend_polygons(shapes["unclosed-geojson"].geometries, LOCAL_FEET)
    assert mended.geometries[0].area == 100
    assert shapes["unclosed-geojson"].closed == (0,)
    short = mend_polygons(shapes["three-positions"].geometries, LOCAL_FEET)
    assert (short.geometries[0], short.verdicts[0].state) == (None, "refused")


@pytest.mark.parametrize(
    ("wkt", "state", "rule", "area"),
    [
        ("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))", "ok", "", 100),
        ("POLYGON ((0 0, 0 10, 10 10, 10 0, 0 0))", "ok", "", 100),  # direction is a convention
        ("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (0 5, 3 6, 3 4, 0 5))", "ok", "", 97),
        ("POLYGON Z ((0 0 1, 10 0 2, 10 10 3, 0 10 4, 0 0 1))", "ok", "", 100),
        ("POLYGON ((0 0, 10 0, 10 10, 5 10, 5 15, 5 10, 0 10, 0 0))", "repaired", "zero_width_spike", 100),
        (
            "MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((10 0, 20 0, 20 10, 10 10, 10 0)))",
            "repaired",
            "joined_parts",
            200,
        ),
        ("POLYGON ((0 0, 600 600, 600 0, 0 400, 0 0))", "refused", "self_crossing", None),
        # The same two lobes with a vertex at the crossing are still a crossing.
        ("POLYGON ((0 0, 240 240, 600 600, 600 0, 240 240, 0 400, 0 0))", "refused", "self_crossing", None),
        (
            "MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((5 0, 15 0, 15 10, 5 10, 5 0)))",
            "refused",
            "self_crossing",
            None,
        ),
        ("POLYGON ((0 0, 10 0, 0 0, 0 0))", "refused", "collapsed", None),
        # A crossing a thousandth of a foot wide: lobe 0.5 * 0.001 * 0.01 sq ft.
        (
            "POLYGON ((0 0, 1000 0, 1000 1000, 0.001 1000, -0.001 999.99, 0 1000, 0 0))",
            "repaired",
            "hairline_crossing",
            1e6,
        ),
        ("POINT (0 0)", "refused", "not_polygon", None),
        ("POLYGON EMPTY", "refused", "no_geometry", None),
        (None, "refused", "no_geometry", None),
    ],
)
def test_each_fault_has_its_rule(wkt: str | None, state: str, rule: str, area: float | None) -> None:
    mended = mend(wkt)
    assert (mended.verdicts[0].state, mended.verdicts[0].rule) == (state, rule)
    if area is None:
        assert mended.geometries[0] is None
    else:
        assert mended.geometries[0].is_valid
        assert mended.geometries[0].area == pytest.approx(area, abs=0.05)


def test_shapefile_rings_that_cross_are_refused_all_the_same() -> None:
    crossing = "MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((5 2, 15 2, 15 8, 5 8, 5 2)))"
    verdict = mend(crossing, nested_rings="even_odd").verdicts[0]
    assert (verdict.state, verdict.rule) == ("refused", "self_crossing")
    assert [place.text for place in verdict.places] == ["at 10, 2", "at 10, 8"]


def test_an_island_in_a_lake_of_a_shapefile_is_land() -> None:
    # 50 x 50 less 30 x 30 and again 10 x 10.
    boxes = [shapely.box(0, 0, 50, 50), shapely.box(10, 10, 40, 40), shapely.box(20, 20, 30, 30)]
    wkt = shapely.MultiPolygon(boxes).wkt
    assert mend(wkt, nested_rings="even_odd").geometries[0].area == pytest.approx(1700)


def test_one_fault_leaves_the_other_rows_alone() -> None:
    square = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))"
    mended = mend(square, "POLYGON ((0 0, 600 600, 600 0, 0 400, 0 0))", square, None)
    assert [verdict.state for verdict in mended.verdicts] == ["ok", "refused", "ok", "refused"]
    assert mended.geometries[0].equals_exact(mended.geometries[2])
    assert mend().verdicts == ()


def test_places_in_the_working_frame_carry_longitude_and_latitude() -> None:
    bowtie = shapely.transform(
        shapely.from_wkt("POLYGON ((0 0, 600 600, 600 0, 0 400, 0 0))"), lambda xy: xy + np.array([568_760, 289_760])
    )
    place = mend_polygons(np.array([bowtie]), working_frame("EPSG:8193")).verdicts[0].places[0]
    # The handed case crs-06 gives this vertex: 569000, 290000 is -89.398049, 43.0811377.
    assert (place.longitude, place.latitude) == pytest.approx((-89.398049, 43.0811377), abs=1e-6)
    assert place.text == "at 569000, 290000"
