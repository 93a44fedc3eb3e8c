from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import geopandas
import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import (
    BoundaryInvalid,
    BoundaryNotPolygon,
    BoundaryUnreadable,
    CrsImplausible,
    CrsMissing,
    CrsUnknown,
    LayerChoiceNeeded,
)
from gis.geometry.boundary import Boundary, boundary_from_geojson, read_boundary
from gis.geometry.crs import to_lonlat
from gis.geometry.frame import LOCAL_FEET, planar_frame, working_frame
from gis.geometry.measure import ellipsoidal_areas_sqft

CaseLoader = Callable[[str], dict[str, Any]]
VERNON = working_frame("EPSG:8112")
DANE = working_frame("EPSG:8193")
SQUARE = [[-90.9, 43.6], [-90.89, 43.6], [-90.89, 43.61], [-90.9, 43.61], [-90.9, 43.6]]


def polygon(*rings: list[list[float]]) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": list(rings)}


def feature(geometry: dict[str, Any] | None, **properties: object) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def collection(*geometries: dict[str, Any] | None) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": [feature(geometry) for geometry in geometries]}


def box(west: float, south: float, east: float, north: float) -> dict[str, Any]:
    return polygon([[west, south], [east, south], [east, north], [west, north], [west, south]])


def local(data: dict[str, Any]) -> Boundary:
    return boundary_from_geojson(data, LOCAL_FEET)


# --- draw-01: a line that crosses itself ------------------------------------------------------


@pytest.mark.parametrize(
    ("factor", "east", "north"), [(1, 0, 0), (1, 2_000, 7_000), (2.5, -900, 40), (0.5, 830_000, 520_000)]
)
def test_draw_01_bowtie(field_case: CaseLoader, factor: float, east: float, north: float) -> None:
    case = field_case("draw-01")
    drawn = shapely.from_wkt(case["input"]["drawn_wkt"])
    moved = shapely.transform(drawn, lambda xy: xy * factor + [east, north])
    with pytest.raises(BoundaryInvalid) as refused:
        local(shapely.geometry.mapping(moved))
    error = refused.value
    x, y = np.array(case["expected"]["crossing_point"]) * factor + [east, north]
    assert [place.text for place in error.places] == [f"at {x:g}, {y:g}"]
    area = case["expected"]["area_if_repaired_sqft"] * factor**2
    assert f"{area:,.0f} sq ft in {case['expected']['parts_if_repaired']} parts" in error.why
    for wrong in case["expected"]["must_not_report"]:
        assert f"{wrong * factor**2:,.0f}" not in str(error)
        assert f"{wrong * factor**2:.0f}" not in str(error)


def test_every_crossing_is_given_in_degrees() -> None:
    # A zigzag over its base line at 43.605: three crossings, a quarter, three quarters... of a tooth.
    zigzag = [[-90.9, 43.6], [-90.89, 43.61], [-90.88, 43.6], [-90.87, 43.61], [-90.87, 43.605], [-90.9, 43.605]]
    with pytest.raises(BoundaryInvalid, match="at 3 places") as refused:
        boundary_from_geojson(polygon([*zigzag, zigzag[0]]), VERNON)
    places = refused.value.places
    assert [place.longitude for place in places] == pytest.approx([-90.895, -90.885, -90.875], abs=1e-9)
    assert [place.latitude for place in places] == pytest.approx([43.605] * 3, abs=1e-9)
    assert [place.text for place in places] == [None] * 3


def test_crossings_of_a_projected_drawing_carry_both() -> None:
    data = polygon([[569_000, 290_000], [569_600, 290_600], [569_600, 290_000], [569_000, 290_400], [569_000, 290_000]])
    data["crs"] = {"type": "name", "properties": {"name": "EPSG:3071"}}
    with pytest.raises(BoundaryInvalid) as refused:
        boundary_from_geojson(data, DANE)
    place = refused.value.places[0]
    assert place.text == "at 569240, 290240"
    assert (place.longitude, place.latitude) == pytest.approx((-89.3951, 43.0833), abs=1e-4)
    # 156,000 square metres of the drawing are 1,679,163 sq ft, and WTM is 0.08 percent small.
    assert "1,680," in refused.value.why


@pytest.mark.parametrize(
    ("wkt", "message"),
    [
        ("POLYGON ((0 0, 10 0, 10 10, 5 10, 5 15, 5 10, 0 10, 0 0))", "spike without width.*at 1 place"),
        ("POLYGON ((0 0, 10 0, 20 0, 0 0))", "encloses no land"),
        ("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (20 20, 20 30, 30 30, 30 20, 20 20))", "Hole lies outside"),
        ("POLYGON ((0 0, 40 0, 40 40, 0 40, 0 20, 10 30, 20 20, 10 10, 0 20, 0 0))", "touches itself at 1 place"),
        ("MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((2 2, 8 2, 8 8, 2 8, 2 2)))", "polygons.*overlap"),
        ("MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((5 0, 15 0, 15 10, 5 10, 5 0)))", "polygons.*overlap"),
    ],
)
def test_what_is_no_sound_outline_is_refused(wkt: str, message: str) -> None:
    with pytest.raises(BoundaryInvalid, match=message):
        local(shapely.geometry.mapping(shapely.from_wkt(wkt)))


# --- draw-04: not an outline ------------------------------------------------------------------


def test_draw_04_a_circle_arrives_as_a_point(field_case: CaseLoader) -> None:
    case = field_case("draw-04")
    message = case["expected"]["posted"].removeprefix("422: ")
    with pytest.raises(BoundaryNotPolygon, match=message):
        boundary_from_geojson(case["input"]["posted"], DANE)
    with pytest.raises(BoundaryNotPolygon, match="polygon of many sides"):
        boundary_from_geojson(case["input"]["with_radius"], DANE)


@pytest.mark.parametrize(
    "data",
    [
        {"type": "Point", "coordinates": [-90.9, 43.6]},
        {"type": "MultiPoint", "coordinates": [[-90.9, 43.6], [-90.8, 43.6]]},
        collection(polygon(SQUARE), {"type": "Point", "coordinates": [-90.9, 43.6]}),
        collection(polygon(SQUARE), {"type": "LineString", "coordinates": SQUARE[:2]}),
        {"type": "MultiLineString", "coordinates": [SQUARE[:2], SQUARE[2:4]]},
        collection(
            {"type": "LineString", "coordinates": SQUARE[:2]}, {"type": "LineString", "coordinates": SQUARE[2:4]}
        ),
    ],
)
def test_what_is_no_outline(data: dict[str, Any]) -> None:
    with pytest.raises(BoundaryNotPolygon, match="a boundary must be a Polygon or MultiPolygon"):
        boundary_from_geojson(data, VERNON)


def test_a_circle_drawn_as_128_sides_has_the_expected_area(field_case: CaseLoader) -> None:
    case = field_case("draw-04")
    lon, lat = case["input"]["posted"]["geometry"]["coordinates"]
    radius_m = case["input"]["with_radius"]["properties"]["radius"]
    turn = np.arange(128) * 2 * np.pi / 128
    # Metres in a degree at 43.07 N on GRS 80: 81,448 of longitude, 111,095 of latitude.
    ring = np.column_stack((lon + radius_m * np.cos(turn) / 81_448, lat + radius_m * np.sin(turn) / 111_095))
    boundary = boundary_from_geojson(polygon([*ring.tolist(), ring[0].tolist()]), DANE)
    area = ellipsoidal_areas_sqft(np.array([boundary.geometry]), DANE)[0]
    assert 783_827 * 0.998 < area < 785_398 * 1.002


# --- half-drawn -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "length"),
    [
        ({"type": "LineString", "coordinates": [[0, 0], [3, 4], [3, 10]]}, 11),
        (polygon([[0, 0], [3, 4], [0, 0]]), 10),
        (polygon([[0, 0], [3, 4]]), 5),
        (polygon([[5, 5]]), 0),
        ({"type": "LineString", "coordinates": [[0, 0], [3, 4], [0, 0]]}, 10),
    ],
)
def test_a_half_drawn_boundary_is_kept_as_a_line(data: dict[str, Any], length: float) -> None:
    boundary = local(data)
    assert not boundary.is_closed
    assert boundary.geometry is None
    assert boundary.line is not None
    assert boundary.line.length == length
    assert len(boundary.hash) == 64
    assert (boundary.parts, boundary.holes) == (0, 0)
    assert "The outline is not closed yet." in boundary.notes


def test_a_line_back_to_its_start_is_an_outline() -> None:
    boundary = local({"type": "LineString", "coordinates": [[0, 0], [4, 0], [4, 3], [0, 0]]})
    assert boundary.is_closed
    assert boundary.geometry is not None
    assert boundary.geometry.area == 6
    assert any("read as an outline" in note for note in boundary.notes)


# --- what is mended on the way, and said ------------------------------------------------------


def test_open_ring_and_heights() -> None:
    boundary = local(polygon([[0, 0, 900], [10, 0, 901], [10, 10, 902], [0, 10, 903]]))
    assert boundary.geometry is not None
    assert boundary.geometry.area == 100
    assert not boundary.geometry.has_z
    assert [note[:13] for note in boundary.notes] == ["Heights (Z) w", "A ring whose "]


def test_several_polygons_are_joined_where_they_do_not_overlap() -> None:
    apart = local(collection(box(0, 0, 10, 10), None, box(20, 0, 30, 10)))
    assert (apart.parts, apart.geometry.area if apart.geometry else 0) == (2, 200)
    side_by_side = local(collection(box(0, 0, 10, 10), box(10, 0, 20, 10)))
    assert (side_by_side.parts, side_by_side.geometry.area if side_by_side.geometry else 0) == (1, 200)
    assert any("2 polygons were joined" in note for note in side_by_side.notes)
    assert any("without a shape" in note for note in apart.notes)
    in_hole = local(
        collection(polygon(box(0, 0, 9, 9)["coordinates"][0], box(3, 3, 6, 6)["coordinates"][0]), box(4, 4, 5, 5))
    )
    assert (in_hole.parts, in_hole.holes) == (2, 1)


def test_overlap_is_refused_with_its_area() -> None:
    with pytest.raises(BoundaryInvalid, match="50 sq ft lie in both"):
        local(collection(box(0, 0, 10, 10), box(5, 0, 15, 10)))


# --- coordinate systems -----------------------------------------------------------------------


@pytest.mark.parametrize("shift", [(0, 0), (-120_000, 60_000), (150_000, 200_000)])
def test_crs_06_projected_geojson(field_case: CaseLoader, shift: tuple[float, float]) -> None:
    case = field_case("crs-06")
    given = {key: copy.deepcopy(case["input"][key]) for key in ("with_crs", "without_crs")}
    for data in given.values():
        for ring in data["features"][0]["geometry"]["coordinates"]:
            for position in ring:
                position[0] += shift[0]
                position[1] += shift[1]
    boundary = boundary_from_geojson(given["with_crs"], DANE)
    assert boundary.source_crs == "EPSG:3071"
    assert any("crs member was honoured" in note for note in boundary.notes)
    assert boundary.geometry is not None
    assert boundary.geometry.area == case["expected"]["with_crs_area_m2"]
    if shift == (0, 0):
        first = shapely.get_coordinates(to_lonlat(np.array([boundary.geometry]), DANE))[0]
        assert first == pytest.approx(case["expected"]["with_crs_first_vertex_lonlat"], abs=case["tolerance"]["abs"])
    with pytest.raises(CrsMissing, match=r"outside -180..180 and -90..90.*no crs") as refused:
        boundary_from_geojson(given["without_crs"], DANE)
    assert "WTM metres" in refused.value.next


@pytest.mark.parametrize(
    ("member", "name"),
    [
        ({"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}, None),
        ({"type": "name", "properties": {"name": "EPSG:4269"}}, "EPSG:4269"),
        ({"type": "EPSG", "properties": {"code": 4326}}, "EPSG:4326"),
        (None, "EPSG:4326"),
    ],
)
def test_old_crs_members(member: dict[str, Any] | None, name: str | None) -> None:
    boundary = boundary_from_geojson({**polygon(SQUARE), "crs": member}, VERNON)
    assert boundary.is_closed
    if name:
        assert boundary.source_crs == name


@pytest.mark.parametrize(
    ("member", "error"),
    [
        ({"type": "name", "properties": {"name": "EPSG:99999"}}, CrsUnknown),
        ({"type": "link", "properties": {"href": "http://example.org"}}, BoundaryUnreadable),
        ("EPSG:4326", BoundaryUnreadable),
    ],
)
def test_bad_crs_members(member: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        boundary_from_geojson({**polygon(SQUARE), "crs": member}, VERNON)


def test_a_system_given_by_hand_goes_before_the_files() -> None:
    data = {**box(569_000, 290_000, 569_100, 290_100), "crs": {"type": "name", "properties": {"name": "EPSG:3070"}}}
    boundary = boundary_from_geojson(data, DANE, crs="EPSG:3071")
    assert boundary.source_crs == "EPSG:3071"
    assert any("EPSG:3070; EPSG:3071 was given" in note for note in boundary.notes)


def test_latitude_first_is_told() -> None:
    swapped = polygon([[lat, lon] for lon, lat in SQUARE])
    with pytest.raises(CrsImplausible, match="latitude seems to stand first"):
        boundary_from_geojson(swapped, VERNON)


# --- unreadable -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        "not json",
        "[1, 2]",
        "[" * 100_000,
        {},
        {"type": "Polygon"},
        {"type": "Polygon", "coordinates": 5},
        {"type": "Polygon", "coordinates": [[["a", "b"]]]},
        {"type": "Polygon", "coordinates": [[[0], [1], [2]]]},
        {"type": "Polygon", "coordinates": [[[0, 0], [float("nan"), 1], [2, 2]]]},
        {"type": "Polygon", "coordinates": [[[0, 0], [10**400, 1], [2, 2]]]},
        {"type": "Polygon", "coordinates": [[[True, False], [1, 1], [2, 2]]]},
        {"type": "Polygon", "coordinates": []},
        {"type": "CircularString", "coordinates": []},
        {"type": "FeatureCollection", "features": []},
        {"type": "FeatureCollection", "features": {}},
        {"type": "FeatureCollection", "features": [None, 5]},
        {"type": "Feature", "geometry": None},
        {"type": "GeometryCollection", "geometries": 3},
        {"type": "GeometryCollection", "geometries": [{"type": "GeometryCollection", "geometries": []}]},
        polygon([[0, 0], [9, 0], [9, 9], [0, 0]], [[1, 1], [2, 2], [1, 1]]),
    ],
)
def test_what_cannot_be_read_says_so(data: Any) -> None:  # noqa: ANN401  whatever a sender sends
    with pytest.raises(BoundaryUnreadable):
        boundary_from_geojson(data, LOCAL_FEET)


def test_the_place_of_a_bad_position_is_given() -> None:
    with pytest.raises(BoundaryUnreadable) as refused:
        local(polygon([[0, 0], [9, 0], [9, 9], [0, 0]], [[1, 1], [2, "x"], [2, 1]]))
    assert (refused.value.places[0].ring, refused.value.places[0].vertex) == (1, 1)


# --- hash -------------------------------------------------------------------------------------


@given(start=st.integers(0, 3), turned=st.booleans(), as_multi=st.booleans(), wrapped=st.booleans())
@settings(max_examples=24)
def test_the_hash_tells_the_land_not_how_it_was_written(
    start: int, turned: bool, as_multi: bool, wrapped: bool
) -> None:
    corners = SQUARE[:4][start:] + SQUARE[:4][:start]
    ring = [*corners, corners[0]]
    ring = ring[::-1] if turned else ring
    data: dict[str, Any] = {"type": "MultiPolygon", "coordinates": [[ring]]} if as_multi else polygon(ring)
    data = collection(data) if wrapped else data
    boundary = boundary_from_geojson(json.dumps(data), VERNON)
    assert boundary.hash == boundary_from_geojson(polygon(SQUARE), VERNON).hash
    assert boundary.geometry is not None
    assert boundary.geometry.geom_type == "Polygon"
    assert boundary.geometry.equals_exact(boundary.geometry.normalize())


def test_the_measuring_system_changes_no_hash_and_a_vertex_does() -> None:
    plain = boundary_from_geojson(polygon(SQUARE), working_frame("EPSG:3071"))
    assert plain.hash == boundary_from_geojson(polygon(SQUARE), VERNON).hash
    moved = copy.deepcopy(SQUARE)
    moved[1][0] += 1e-7
    assert boundary_from_geojson(polygon(moved), VERNON).hash != plain.hash


def test_the_vertices_lie_on_the_grid() -> None:
    boundary = boundary_from_geojson(polygon(SQUARE), VERNON)
    steps = shapely.get_coordinates(boundary.geometry) * 10_000
    assert np.abs(steps - np.round(steps)).max() < 1e-4
    assert boundary.operations[0].accuracy_m == 1


# --- files ------------------------------------------------------------------------------------


def frame_of(crs: str | None, *shapes: shapely.Geometry) -> geopandas.GeoDataFrame:
    return geopandas.GeoDataFrame({"name": ["x"] * len(shapes)}, geometry=list(shapes), crs=crs)


@pytest.mark.parametrize(("suffix", "driver"), [(".gpkg", "GPKG"), (".shp", "ESRI Shapefile"), (".geojson", "GeoJSON")])
def test_files_of_desktop_gis(tmp_path: Path, suffix: str, driver: str) -> None:
    path = tmp_path / f"boundary{suffix}"
    shape = shapely.Polygon(SQUARE)
    frame_of("EPSG:4326", shape).to_file(path, driver=driver)
    boundary = read_boundary(path, VERNON)
    assert boundary.hash == boundary_from_geojson(polygon(SQUARE), VERNON).hash
    assert boundary.source_crs == "EPSG:4326"


def test_a_shapefile_without_prj_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "plat.shp"
    frame_of("EPSG:3071", shapely.box(569_000, 290_000, 570_000, 291_000)).to_file(path)
    path.with_suffix(".prj").unlink()
    with pytest.raises(CrsMissing, match="none is assumed") as refused:
        read_boundary(path, DANE)
    assert "EPSG:3071-family WTM metres" in refused.value.next
    boundary = read_boundary(path, DANE, crs="EPSG:3071")
    assert boundary.geometry is not None
    assert boundary.geometry.area == 1_000_000
    with pytest.raises(CrsImplausible, match=r"outside|metres"):
        read_boundary(path, DANE, crs="EPSG:2289")


def test_import_01_rings_of_a_shapefile_boundary(repository: Path, tmp_path: Path) -> None:
    source = repository / "tests" / "cases" / "field" / "files" / "ring_order.shp"
    boundary = read_boundary(source, LOCAL_FEET)
    assert boundary.geometry is not None
    assert boundary.geometry.area == pytest.approx(3 * 7_500, abs=1e-6)
    assert (boundary.parts, boundary.holes) == (3, 3)
    assert any("read as holes" in note for note in boundary.notes)
    crossing = shapely.MultiPolygon([shapely.box(0, 0, 10, 10), shapely.box(5, 2, 15, 8)])
    frame_of("EPSG:3071", crossing).to_file(tmp_path / "crossing.shp")
    (tmp_path / "crossing.prj").unlink()
    with pytest.raises(BoundaryInvalid, match="overlap"):
        read_boundary(tmp_path / "crossing.shp", LOCAL_FEET)


def test_several_layers_are_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "proposals.gpkg"
    for layer, east in (("first", 0), ("second", 1000)):
        shape = shapely.box(569_000 + east, 290_000, 569_100 + east, 290_100)
        frame_of("EPSG:3071", shape).to_file(path, layer=layer)
    with pytest.raises(LayerChoiceNeeded, match="first, second"):
        read_boundary(path, DANE)
    boundary = read_boundary(path, DANE, layer="second")
    assert boundary.geometry is not None
    assert boundary.geometry.bounds[0] == 570_000


def test_a_half_drawn_line_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "line.gpkg"
    frame_of("EPSG:3071", shapely.LineString([(569_000, 290_000), (569_300, 290_400)])).to_file(path)
    boundary = read_boundary(path, DANE)
    assert not boundary.is_closed
    assert boundary.line is not None
    assert boundary.line.length == 500


@pytest.mark.parametrize(
    ("shapes", "error"),
    [
        ([shapely.Point(569_000, 290_000)], BoundaryNotPolygon),
        ([None], BoundaryUnreadable),
        ([shapely.LineString([(0, 0), (1, 1)]), shapely.LineString([(5, 5), (6, 6)])], BoundaryNotPolygon),
    ],
)
def test_files_without_an_outline(tmp_path: Path, shapes: list[Any], error: type[Exception]) -> None:
    path = tmp_path / "x.gpkg"
    frame_of("EPSG:3071", *shapes).to_file(path)
    with pytest.raises(error):
        read_boundary(path, DANE)


def test_no_file_and_no_map(tmp_path: Path) -> None:
    with pytest.raises(BoundaryUnreadable, match="no such file"):
        read_boundary(tmp_path / "none.gpkg", DANE)
    (tmp_path / "text.gpkg").write_text("not a database", "utf-8")
    with pytest.raises(BoundaryUnreadable, match="cannot be opened"):
        read_boundary(tmp_path / "text.gpkg", DANE)


@pytest.mark.parametrize(
    "name", ["westby-town-side", "westby-across-city-line", "dane-east-side", "waukesha-mukwonago"]
)
def test_handed_real_boundaries_have_their_area(repository: Path, name: str) -> None:
    folder = repository / "tests" / "cases" / "real"
    expected = json.loads((folder / f"{name}.json").read_text("utf-8"))
    boundary = read_boundary(folder / f"{name}.gpkg", DANE)
    area = ellipsoidal_areas_sqft(np.array([boundary.geometry]), DANE)[0]
    assert area == pytest.approx(expected["expect"]["boundary_sqft"], rel=1e-6)


def test_a_survey_is_judged_in_its_own_plane() -> None:
    frame = planar_frame("EPSG:7600")
    data = {**box(830_000, 520_000, 835_280, 525_280), "crs": {"type": "name", "properties": {"name": "EPSG:7600"}}}
    boundary = boundary_from_geojson(data, frame)
    assert boundary.geometry is not None
    assert boundary.geometry.area == 5_280**2
    assert boundary.operations == ()
