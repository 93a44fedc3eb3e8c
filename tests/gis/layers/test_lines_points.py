from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import CrsImplausible, GeometryTypeWrong, LayerChoiceNeeded
from gis.geometry.frame import LOCAL_FEET, working_frame
from gis.geometry.strays import find_strays
from gis.geometry.thin import mend_lines, mend_points
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.store import LayerStore
from gis.model.edition import ImportNote, Kind, Manifest
from tests.gis.layers.conftest import GeoJsonWriter, lot, parcel

X, Y = 700_000, 150_000
FT_PER_M = 3937 / 1200
WORKING = working_frame("EPSG:3071")


def rules(notes: tuple[ImportNote, ...]) -> Counter[str]:
    return Counter(note.rule for note in notes)


def run(layers: Path, kind: Kind, file: Path, **options: Any) -> Manifest:  # noqa: ANN401  options of several types
    return import_layer(ImportRequest(kind, file, vintage="2023", preset="generic", **options), layers).manifest


def sewer(sewer_id: str, wkt: str | None, **values: object) -> dict[str, Any]:
    return {"sewer_id": sewer_id, "kind": "gravity main", "wkt": wkt, **values}


def line(*points: tuple[float, float]) -> str:
    return str(shapely.LineString([(X + x, Y + y) for x, y in points]).wkt)


@pytest.mark.parametrize(
    ("wkt", "found", "rule"),
    [
        ("LINESTRING (0 0, 10 0, 10 10)", "LINESTRING (0 0, 10 0, 10 10)", ""),
        ("LINESTRING (10 10, 10 0, 0 0)", "LINESTRING (10 10, 10 0, 0 0)", ""),  # flow has a direction
        ("LINESTRING (0 0, 9 9, 9 0, 0 9)", "LINESTRING (0 0, 9 9, 9 0, 0 9)", ""),  # a main may cross itself
        ("LINESTRING (0 0, 9 0, 9 9, 0 0)", "LINESTRING (0 0, 9 0, 9 9, 0 0)", ""),  # and end where it began
        ("LINESTRING Z (0 0 5, 10 0 4)", "LINESTRING (0 0, 10 0)", ""),
        ("LINESTRING (0 0, 0 0, 10 0, 10 0)", "LINESTRING (0 0, 10 0)", "repeated_vertex"),
        ("LINESTRING (3 3, 3 3)", None, "collapsed"),
        ("MULTILINESTRING ((3 3, 3 3), (4 4, 4 4))", None, "collapsed"),
        ("MULTILINESTRING ((0 0, 10 0))", "LINESTRING (0 0, 10 0)", ""),
        ("MULTILINESTRING ((5 0, 9 0), (0 0, 1 0))", "MULTILINESTRING ((0 0, 1 0), (5 0, 9 0))", ""),
        ("MULTILINESTRING ((0 0, 10 0), (3 3, 3 3))", "LINESTRING (0 0, 10 0)", "collapsed_part"),
        ("MULTILINESTRING ((0 0, 10 0), EMPTY)", "LINESTRING (0 0, 10 0)", "empty_part"),
        ("LINESTRING EMPTY", None, "no_geometry"),
        ("MULTILINESTRING EMPTY", None, "no_geometry"),
    ],
)
def test_lines_are_sound_mended_or_refused(wkt: str, found: str | None, rule: str) -> None:
    mended = mend_lines(np.array([shapely.from_wkt(wkt)], dtype=object), LOCAL_FEET)
    assert (None if mended.geometries[0] is None else mended.geometries[0].wkt) == found
    assert mended.verdicts[0].rule == rule
    state = "refused" if found is None else "repaired" if rule else "ok"
    assert mended.verdicts[0].state == state


@pytest.mark.parametrize(
    ("wkt", "found", "rule"),
    [
        ("POINT (4 5)", "POINT (4 5)", ""),
        ("POINT Z (4 5 842)", "POINT (4 5)", ""),
        ("MULTIPOINT ((4 5))", "POINT (4 5)", ""),
        ("MULTIPOINT ((9 9), (4 5))", "MULTIPOINT ((4 5), (9 9))", ""),
        ("MULTIPOINT ((4 5), (4 5))", "POINT (4 5)", "repeated_vertex"),
        ("MULTIPOINT ((4 5), EMPTY)", "POINT (4 5)", "empty_part"),
        ("POINT EMPTY", None, "no_geometry"),
    ],
)
def test_points_are_sound_mended_or_refused(wkt: str, found: str | None, rule: str) -> None:
    mended = mend_points(np.array([shapely.from_wkt(wkt)], dtype=object), LOCAL_FEET)
    assert (None if mended.geometries[0] is None else mended.geometries[0].wkt) == found
    assert mended.verdicts[0].rule == rule


def test_missing_lines_and_points_are_refused() -> None:
    nothing = np.array([None], dtype=object)
    assert [mend(nothing, LOCAL_FEET).verdicts[0].rule for mend in (mend_lines, mend_points)] == ["no_geometry"] * 2


@settings(max_examples=50, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=7))
def test_mending_a_line_changes_neither_its_length_nor_its_ends(points: list[tuple[int, int]]) -> None:
    course = shapely.LineString(points)
    mended = mend_lines(np.array([course], dtype=object), LOCAL_FEET).geometries[0]
    if course.length == 0:
        assert mended is None
        return
    assert mended.length == course.length
    assert (mended.coords[0], mended.coords[-1]) == (points[0], points[-1])
    assert (np.abs(np.diff(shapely.get_coordinates(mended), axis=0)).sum(axis=1) > 0).all()


def test_sewers_come_in_with_their_length_and_direction(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [
        sewer("A", line((0, 0), (300, 0), (300, 400))),
        sewer("B", line((300, 400), (300, 0), (0, 0))),
        sewer("C", line((0, 0), (0, 0))),
        sewer("D", None),
        sewer("E", f"POINT ({X} {Y})"),
        sewer("F", line((0, 0), (100, 0), (100, 0))),
        sewer("G", line((0, 0), (0.00004, 0.00004))),  # less than the grid of 0.0001 m shows
    ]
    manifest = run(tmp_path / "layers", "sewers", geojson("s.geojson", rows))
    layer = LayerStore(tmp_path / "layers").load(manifest)
    shapes = dict(zip(layer.table["sewer_id"], layer.geometries, strict=True))
    assert sorted(shapes) == ["A", "B", "F"]
    # EPSG:3071 is up to 0.08 percent small (DESIGN.md section 3); 300 and 400 ft and 100 ft were drawn.
    assert [shapes[name].length * FT_PER_M for name in "ABF"] == pytest.approx([700, 700, 100], rel=1e-3)
    assert shapes["A"].coords[0] == shapes["B"].coords[-1]
    assert shapes["A"].coords[-1] == shapes["B"].coords[0]
    assert len(shapes["F"].coords) == 2
    assert [(note.row, note.rule) for note in manifest.refusals] == [
        (2, "collapsed"),
        (6, "collapsed"),
        (3, "no_geometry"),
        (4, "wrong_geometry_type"),
    ]
    assert "type point, not lines" in manifest.refusals[3].what
    assert manifest.refusals[3].longitude == pytest.approx(-90.9, abs=0.5)
    assert rules(manifest.repairs) == {"repeated_vertex": 1}
    counts = manifest.counts
    assert (counts.rows_in, counts.rows_out, counts.refused, counts.features) == (7, 3, 4, 3)
    assert manifest.area_sqft_out is None


def test_a_long_line_drawn_in_degrees_stays_where_it_was(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    # Six miles along a parallel bow by about 4 ft from the chord between the ends in the state's plane.
    row = sewer("A", "LINESTRING (-90.9 43.6, -90.78 43.6)")
    manifest = run(tmp_path / "layers", "sewers", geojson("s.geojson", [row], crs=None))
    shape = LayerStore(tmp_path / "layers").load(manifest).geometries[0]
    chord = shapely.LineString([shape.coords[0], shape.coords[-1]])
    assert len(shape.coords) > 2
    assert shapely.hausdorff_distance(shape, chord) * FT_PER_M > 3
    assert any("vertices were added on long edges" in note for note in manifest.notes)


def test_points_come_in_where_they_are(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [
        {"node_id": "1", "kind": "manhole", "wkt": "POINT (-90.9 43.6)"},
        {"node_id": "2", "kind": "manhole", "wkt": "POINT (-90.9 43.6)"},  # another node of the same place
        {"node_id": "2", "kind": "manhole", "wkt": "POINT (-90.9 43.6)"},
        {"node_id": "3", "kind": "manhole", "wkt": "LINESTRING (-90.9 43.6, -90.8 43.6)"},
    ]
    manifest = run(tmp_path / "layers", "sewer_nodes", geojson("n.geojson", rows, crs=None))
    layer = LayerStore(tmp_path / "layers").load(manifest)
    assert layer.table["node_id"].tolist() == ["1", "2"]
    assert {shape.geom_type for shape in layer.geometries} == {"Point"}
    assert rules(manifest.refusals) == {"repeat_row": 1, "wrong_geometry_type": 1}


@pytest.mark.parametrize(
    ("kind", "wkts", "types"),
    [
        ("railroads", [line((0, 0), (9, 0)), lot(0)], {"LineString", "Polygon"}),
        ("water", [lot(0), line((0, 0), (9, 0))], {"LineString", "Polygon"}),
        ("buildings", [lot(0), f"POINT ({X} {Y})"], {"Point", "Polygon"}),
    ],
)
def test_a_kind_may_take_two_families_of_shapes(
    geojson: GeoJsonWriter, tmp_path: Path, kind: Kind, wkts: list[str], types: set[str]
) -> None:
    rows = [{"name": "N", "use": "U", "kind": "K", "wkt": wkt} for wkt in wkts]
    manifest = run(tmp_path / "layers", kind, geojson("k.geojson", rows))
    assert {shape.geom_type for shape in LayerStore(tmp_path / "layers").load(manifest).geometries} == types
    assert manifest.refusals == ()


@pytest.mark.parametrize(
    ("kind", "wkt", "words"),
    [
        ("sewers", lot(0), "polygon, not lines"),
        ("sewer_nodes", line((0, 0), (9, 0)), "linestring, not points"),
        ("districts", line((0, 0), (9, 0)), "linestring, not polygons"),
        ("railroads", f"POINT ({X} {Y})", "point, not lines or polygons"),
    ],
)
def test_a_layer_of_the_wrong_type_is_refused_whole(
    geojson: GeoJsonWriter, tmp_path: Path, kind: Kind, wkt: str, words: str
) -> None:
    path = geojson("w.geojson", [{"name": "N", "sewer_id": "1", "node_id": "1", "wkt": wkt}])
    with pytest.raises(GeometryTypeWrong, match=words):
        run(tmp_path / "layers", kind, path)
    assert not (tmp_path / "layers").exists()


def test_the_layer_of_lines_is_found_among_others(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    import geopandas as gpd  # noqa: PLC0415  only this test writes a GeoPackage

    path = tmp_path / "utility.gpkg"
    for name, wkt in (("mains", line((0, 0), (9, 0))), ("manholes", f"POINT ({X} {Y})"), ("area", lot(0))):
        row = {"name": "N", "sewer_id": "1", "node_id": "1", "kind": "other", "wkt": wkt}
        gpd.read_file(geojson("one.geojson", [row])).to_file(path, layer=name)
    assert run(tmp_path / "layers", "sewers", path).source.layer == "mains"
    assert run(tmp_path / "layers", "sewer_nodes", path).source.layer == "manholes"
    with pytest.raises(LayerChoiceNeeded, match="2 layers that could be buildings"):
        run(tmp_path / "layers", "buildings", path)


def test_heights_of_sewers_are_told_and_never_taken_for_inverts(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    wkt = f"LINESTRING Z ({X} {Y} 842.5, {X + 300} {Y} 840.1)"
    path = geojson("z.geojson", [sewer("A", wkt), sewer("B", line((0, 9), (9, 9)), upstream_invert="835.2")])
    manifest = run(tmp_path / "layers", "sewers", path)
    layer = LayerStore(tmp_path / "layers").load(manifest)
    assert layer.table["upstream_invert_ft"].fillna(-1).tolist() == [-1, 835.2]
    assert not shapely.has_z(layer.geometries).any()
    assert any("842.5" in note and "840.1" in note for note in manifest.notes)
    assert any("not read as inverts" in note for note in manifest.notes)


def lots(count: int, **stray: str) -> list[dict[str, Any]]:
    rows = [parcel(f"{n}A", lot(n)) for n in range(count)]
    for at, wkt in stray.items():
        rows[int(at[1:])] = parcel("STRAY 1", wkt)
    return rows


@pytest.mark.parametrize(
    "wkt",
    [
        "POLYGON ((0 0, 50 0, 50 50, 0 0))",  # the corner of the plane
        "POLYGON ((-90.9 43.6, -90.8 43.6, -90.8 43.7, -90.9 43.6))",  # degrees among feet
        "POLYGON ((7e6 1.5e6, 7.1e6 1.5e6, 7.1e6 1.6e6, 7e6 1.5e6))",  # a slipped digit
    ],
)
def test_one_stray_among_many_is_refused_and_the_others_come_in(
    geojson: GeoJsonWriter, tmp_path: Path, wkt: str
) -> None:
    path = geojson("p.geojson", lots(12, n5=wkt))
    manifest = import_layer(ImportRequest("parcels", path), tmp_path / "layers").manifest
    assert [(note.row, note.feature_id, note.rule) for note in manifest.refusals] == [(5, "STRAY 1", "misplaced")]
    assert "far from all else" in manifest.refusals[0].what
    assert (manifest.counts.rows_in, manifest.counts.features, manifest.counts.refused) == (12, 11, 1)


def test_many_strays_show_the_system_to_be_wrong(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    off = "POLYGON ((0 0, 50 0, 50 50, 0 0))"
    path = geojson("p.geojson", lots(12, n5=off, n6=off))
    with pytest.raises(CrsImplausible):
        import_layer(ImportRequest("parcels", path), tmp_path / "layers")


@pytest.mark.parametrize(("count", "found"), [(11, [3]), (10, None), (1, None)])
def test_strays_are_fewer_than_a_tenth(count: int, found: list[int] | None) -> None:
    bounds = np.tile([-90.9, 43.6, -90.8, 43.7], (count, 1))
    bounds[min(3, count - 1)] = [10, 10, 11, 11]
    if found is None:
        with pytest.raises(CrsImplausible):
            find_strays(bounds, "EPSG:4326", "a file", WORKING)
    else:
        assert find_strays(bounds, "EPSG:4326", "a file", WORKING).tolist() == found


def test_shapes_without_extent_are_no_strays() -> None:
    bounds = np.array([[np.nan] * 4, [-90.9, 43.6, -90.8, 43.7]])
    assert find_strays(bounds, "EPSG:4326", "a file", WORKING).tolist() == []
    assert find_strays(bounds[:1], "EPSG:4326", "a file", WORKING).tolist() == []
