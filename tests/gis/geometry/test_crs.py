from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import shapely
from pyproj import Geod, Transformer

from gis.errors import CrsMissing, CrsUnknown
from gis.geometry.crs import crs_name, parse_crs, snap, to_frame, to_lonlat
from gis.geometry.frame import LOCAL_FEET, planar_frame, working_frame
from gis.geometry.operations import route

VERNON = working_frame("EPSG:8112")


def array(*shapes: object) -> np.ndarray:
    return np.array(shapes, dtype=object)


def vertices(shape: shapely.Geometry) -> set[tuple[float, float]]:
    return set(map(tuple, shapely.get_coordinates(shape).tolist()))


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("3071", "EPSG:3071"),
        (" epsg:8112 ", "EPSG:8112"),
        ("urn:ogc:def:crs:EPSG::3071", "EPSG:3071"),
        ("EPSG:8795", "EPSG:2288"),  # state plane Central with heights: the plane alone
    ],
)
def test_names_of_systems(text: str, name: str) -> None:
    assert crs_name(parse_crs(text)) == name


@pytest.mark.parametrize("text", ["", "EPSG:", "EPSG:999999", "feet", "EPSG:5703", "EPSG:4978"])
def test_what_is_no_map_system(text: str) -> None:
    with pytest.raises(CrsUnknown, match=r"coordinate system|degrees nor a plane"):
        parse_crs(text)


def test_wkt_of_a_prj_file_finds_its_code() -> None:
    assert crs_name(parse_crs(parse_crs("EPSG:3071").to_wkt("WKT1_ESRI"))) == "EPSG:3071"


SOUTH_INTERNATIONAL_FEET = (
    "+proj=lcc +lat_0=42 +lon_0=-90 +lat_1=44.0666666666667 +lat_2=42.7333333333333 "
    "+x_0=600000 +y_0=0 +datum=NAD83 +units=ft +no_defs"
)


@pytest.mark.parametrize("feet", [None, [1_968_500.0, 300_000.0], [2_400_000.0, 760_000.0]])
def test_crs_02_the_wrong_foot_keeps_its_own_place(
    field_case: Callable[[str], dict[str, Any]], feet: list[float] | None
) -> None:
    case = field_case("crs-02")
    x, y = feet or case["input"]["point_ft"]
    assert crs_name(parse_crs(SOUTH_INTERNATIONAL_FEET)) != "EPSG:2289"
    plane = planar_frame("EPSG:32154")  # the same zone in metres: nothing but the unit changes
    survey, international = (
        shapely.get_coordinates(to_frame(array(shapely.Point(x, y)), crs, plane, "a point").geometries)[0]
        for crs in ("EPSG:2289", SOUTH_INTERNATIONAL_FEET)
    )
    offset_ft = (survey - international) * 3937 / 1200
    # One US survey foot is 1200/3937 m, one international foot 0.3048 m.
    expected = np.array([x, y]) * (1 - 0.3048 * 3937 / 1200)
    assert offset_ft == pytest.approx(expected, abs=0.001)
    if feet is None:
        assert offset_ft == pytest.approx(case["expected"]["offset_ft"], abs=case["tolerance"]["abs"])
        assert math.dist(survey, international) == pytest.approx(case["expected"]["ground_shift_m"], abs=0.001)


# --- operations -------------------------------------------------------------------------------


@pytest.mark.parametrize("lonlat", [None, (-90.8, 43.65), (-88.1, 44.9)])
def test_crs_03_old_datum_is_moved_coarsely_and_says_so(
    field_case: Callable[[str], dict[str, Any]], lonlat: tuple[float, float] | None
) -> None:
    case = field_case("crs-03")
    lon, lat = lonlat or case["input"]["point"]
    frame = planar_frame("EPSG:3070")  # NAD83, as EPSG:4269
    moved = to_frame(array(shapely.Point(lon, lat)), case["input"]["crs"], frame, "an old plat")
    x, y = shapely.get_coordinates(moved.geometries)[0]
    now = Transformer.from_crs("EPSG:3070", "EPSG:4269", always_xy=True).transform(x, y)
    shift_m = Geod(ellps="GRS80").inv(lon, lat, *now)[2]
    # By hand: the mean shift between the two ellipsoids in geocentric coordinates.
    by_hand = Transformer.from_pipeline(
        "proj=pipeline step proj=unitconvert xy_in=deg xy_out=rad step proj=cart ellps=clrk66 "
        "step proj=helmert x=-8 y=160 z=176 step inv proj=cart ellps=GRS80 "
        "step proj=unitconvert xy_in=rad xy_out=deg"
    ).transform(lon, lat)
    assert Geod(ellps="GRS80").inv(*by_hand, *now)[2] == pytest.approx(0, abs=0.01)
    assert shift_m > 2
    if lonlat is None:
        assert shift_m == pytest.approx(case["expected"]["shift_m"], abs=case["tolerance"]["abs"])
    assert moved.accuracy_m is not None
    assert moved.accuracy_m >= case["expected"]["stated_accuracy_m_at_least"]
    assert any("warning" in note and "not final" in note for note in moved.notes)
    assert any(step.name == "NAD27 to WGS 84 (4)" and step.accuracy_m == 10 for step in moved.operations)


def test_state_frame_to_county_zone_is_exact() -> None:
    way = route("EPSG:3071", "EPSG:8112")
    assert way.accuracy_m == 0
    assert way.notes() == ()


def test_wgs_84_is_moved_by_the_registrys_operation_of_one_metre() -> None:
    way = route("EPSG:4326", "EPSG:3071")
    assert way.accuracy_m == 1
    assert [step.name for step in way.operations] == [
        "Inverse of NAD83(HARN) to WGS 84 (3)",
        "Wisconsin Transverse Mercator 83",
    ]
    # The rotations and the shift of about (1, -1.9, -0.5) m together move Wisconsin by a metre.
    assert way.operations[0].note.startswith("moves points by 1.0")


@pytest.mark.parametrize(
    ("code", "accuracy_m"),
    [
        # The first realisation: 0.2 to 1.0 m from HARN (NOAA, with its HPGN grids).
        ("EPSG:4269", 1.0),
        ("EPSG:3070", 1.0),
        ("EPSG:2289", 1.0),
        # NAD83(2011): decimetres or less.
        ("EPSG:7600", 0.3),
        ("EPSG:6610", 0.3),
    ],
)
def test_realisations_of_nad83_are_taken_as_one_and_the_bound_is_said(code: str, accuracy_m: float) -> None:
    way = route(code, "EPSG:3071")
    assert way.accuracy_m == accuracy_m
    assert [step.accuracy_m for step in way.operations] == [accuracy_m]
    assert len(way.notes()) == 1
    assert "taken as" in way.notes()[0]
    assert f"{accuracy_m} m" in way.notes()[0]
    # The same place on both: no metre-wide shift by way of WGS 84.
    geodetic = parse_crs(code).geodetic_crs
    x, y = Transformer.from_crs(geodetic, parse_crs(code), always_xy=True).transform(-89.0, 43.2)
    there = Transformer.from_crs("EPSG:4152", "EPSG:3071", always_xy=True).transform(-89.0, 43.2)
    assert way(np.array([[x, y]]))[0] == pytest.approx(there, abs=1e-6)


def test_an_operation_better_than_a_metre_is_kept() -> None:
    # HARN and NSRS2007: the registry states their agreement to a decimetre.
    assert route("EPSG:4759", "EPSG:3071").accuracy_m == 0.1


def test_one_operation_for_all_points_wherever_they_lie() -> None:
    # PROJ alone would take another shift for the second point, which is outside the first one's area.
    way = route("EPSG:4326", "EPSG:3071")
    both = way(np.array([[-89.4, 43.07], [-157.0, 21.0]]))
    back = route("EPSG:3071", "EPSG:4326")(both)
    assert back[0] == pytest.approx([-89.4, 43.07], abs=1e-9)
    alone = Transformer.from_crs("EPSG:4326", "EPSG:3071", always_xy=True)
    assert alone.transform(-89.4, 43.07) == pytest.approx(both[0], abs=1e-6)
    assert math.dist(alone.transform(-157.0, 21.0), both[1]) > 0.1


# --- edges ------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", [(-90.9, 43.6), (-87.6, 45.0), (-90.06, 46.2)])
def test_a_six_mile_line_in_degrees_stays_where_it_was(start: tuple[float, float]) -> None:
    lon, lat = start
    width = 9656 / (111_320 * math.cos(math.radians(lat)))  # six miles of longitude
    line = shapely.LineString([(lon, lat), (lon + width, lat)])
    moved = to_frame(array(line), "EPSG:4326", VERNON, "a line")
    points = np.array([[lon + width * share, lat] for share in (0.1, 1 / 3, 0.5, 0.77)])
    true = shapely.points(route("EPSG:4326", "EPSG:3071")(points))
    chord = shapely.LineString(shapely.get_coordinates(moved.geometries[0])[[0, -1]])
    assert shapely.distance(true, moved.geometries[0]).max() < 0.0002  # the grid, and snapping to it
    # A parallel bends by tan(latitude)/R: at 43.6 N, 0.952/6378137 * 9656^2 / 8 = 1.74 m in the middle.
    bend = math.tan(math.radians(lat)) / 6_378_137 * 9656**2 / 8
    assert shapely.distance(true[2], chord) == pytest.approx(bend, rel=0.05)
    assert "vertices were added" in moved.notes[-1]
    assert "degree" in moved.edge_model


@pytest.mark.parametrize("source", ["EPSG:4326", "EPSG:8112", "EPSG:2288", "EPSG:3857"])
def test_a_city_lot_gets_no_vertex(source: str) -> None:
    lot_m = shapely.box(447000, 350000, 447020, 350040)  # 66 by 131 feet
    there = shapely.set_coordinates(lot_m, route("EPSG:3071", source)(shapely.get_coordinates(lot_m)))
    moved = to_frame(array(there), source, VERNON, "a lot")
    assert shapely.get_num_coordinates(moved.geometries[0]) == 5
    assert shapely.equals_exact(moved.geometries[0], lot_m, tolerance=0.0002)
    assert not any("added" in note for note in moved.notes)


def test_neighbours_get_the_same_vertices_on_the_edge_they_share() -> None:
    # One square runs up the common edge, the other down.
    west, east = shapely.box(-90.9, 43.5, -90.8, 43.6), shapely.box(-90.8, 43.5, -90.7, 43.6)
    a, b = to_frame(array(west, east), "EPSG:4326", VERNON, "two squares").geometries
    common = vertices(a) & vertices(b)
    assert len(common) > 10
    assert shapely.intersection(a, b).area == 0
    assert shapely.union(a, b).area == pytest.approx(a.area + b.area, abs=1e-4)


def test_order_of_features_changes_nothing() -> None:
    shapes = [shapely.box(-90.9 + i / 50, 43.5, -90.89 + i / 50, 43.6) for i in range(4)]
    there = to_frame(array(*shapes), "EPSG:4326", VERNON, "x").geometries
    back = to_frame(array(*shapes[::-1]), "EPSG:4326", VERNON, "x").geometries[::-1]
    assert [a.wkb for a in there] == [b.wkb for b in back]


@pytest.mark.parametrize(
    "wkt",
    [
        "POLYGON ((-91 43, -90 43, -90 44, -91 43), (-90.3 43.2, -90.2 43.2, -90.2 43.3, -90.3 43.2))",
        "MULTIPOLYGON (((-90.9 43.6, -90.8 43.6, -90.8 43.7, -90.9 43.6)), ((-90 43, -89 43, -89 44, -90 43)))",
        "LINESTRING (-90.9 43.6, -90.8 43.6)",
        "MULTILINESTRING ((-90.9 43.6, -90.8 43.6), (-90.9 43.7, -90.8 43.7))",
        "POINT (-90.9 43.6)",
        "MULTIPOINT (-90.9 43.6, -90.8 43.6)",
        "GEOMETRYCOLLECTION (POINT (-90.9 43.6), LINESTRING (-90.9 43.6, -90.8 43.6))",
        "POLYGON EMPTY",
        "MULTIPOLYGON EMPTY",
    ],
)
def test_every_type_goes_there_and_back(wkt: str) -> None:
    shape = shapely.from_wkt(wkt)
    moved = to_frame(array(None, shape, shape), "EPSG:4326", VERNON, "x").geometries
    assert moved[0] is None
    assert moved[1].geom_type == moved[2].geom_type == shape.geom_type
    back = to_lonlat(moved, VERNON)
    assert back[1].geom_type == shape.geom_type
    if not shape.is_empty:
        assert shapely.hausdorff_distance(back[2], shape, densify=0.01) < 2e-7


def test_empty_and_full_polygons_side_by_side() -> None:
    box = shapely.box(-90.9, 43.6, -90.8, 43.7)
    moved = to_frame(array(shapely.Polygon(), box, shapely.Polygon(), None, box), "EPSG:4326", VERNON, "x").geometries
    assert [None if g is None else g.is_empty for g in moved] == [True, False, True, None, False]
    assert moved[1].equals(moved[4])


def test_heights_are_dropped_and_vertices_lie_on_the_grid() -> None:
    shape = shapely.from_wkt("POLYGON Z ((0.00004 0 5, 100.00016 0 5, 100 50 5, 0.00004 0 5))")
    moved = to_frame(array(shape), "local", LOCAL_FEET, "x").geometries[0]
    assert not moved.has_z
    assert moved.wkt == "POLYGON ((0 0, 100.0002 0, 100 50, 0 0))"
    assert to_frame(array(shape), "local", LOCAL_FEET, "x").operations == ()


def test_snapping_leaves_no_minus_zero() -> None:
    assert str(snap(np.array([[-0.00001, 0.00006]]), 0.0001).tolist()) == "[[0.0, 0.0001]]"


def test_a_coordinate_without_a_place_is_named_not_kept() -> None:
    void = shapely.Point(-1.8e308, 0)
    moved = to_frame(array(shapely.Point(-90.9, 43.6), void), "EPSG:4326", VERNON, "corners")
    assert moved.unplaced == (1,)
    assert moved.geometries[1] is None


@pytest.mark.parametrize(("source", "frame"), [("EPSG:4326", LOCAL_FEET), ("local", VERNON)])
def test_a_local_plane_is_tied_to_nothing(source: str, frame: Any) -> None:  # noqa: ANN401  a Frame
    with pytest.raises(CrsMissing, match="tied to no place"):
        to_frame(array(shapely.Point(0, 0)), source, frame, "x")


def test_no_longitude_in_a_local_plane() -> None:
    with pytest.raises(CrsMissing, match="tied to no place"):
        to_lonlat(array(shapely.Point(0, 0)), LOCAL_FEET)


def test_a_line_in_degrees_keeps_its_bulge() -> None:
    # A line of constant northing in the frame bends away from the chord between its ends in degrees.
    line = shapely.LineString([(447000, 350000), (457000, 350000)])
    first, middle, last = to_lonlat(
        array(*shapely.points([(447000, 350000), (452000, 350000), (457000, 350000)])), VERNON
    )
    assert shapely.LineString([first, last]).distance(middle) > 1e-6
    assert to_lonlat(array(line), VERNON)[0].distance(middle) <= 1e-7
