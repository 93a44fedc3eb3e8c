from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from pyproj import CRS

from gis.errors import CrsMissing, MeasureDisagreement
from gis.geometry.crs import to_frame
from gis.geometry.frame import LOCAL_FEET, Frame, planar_frame, working_frame
from gis.geometry.measure import (
    area_sqft,
    areas_sqft,
    check_against_ellipsoid,
    ellipsoidal_areas_sqft,
    lengths_ft,
)
from gis.geometry.operations import route
from gis.geometry.wiscrs import zone_for_county

SQFT_PER_SQM = (3937 / 1200) ** 2
VERNON = working_frame("EPSG:8112")


def array(*shapes: object) -> np.ndarray:
    return np.array(shapes, dtype=object)


@pytest.mark.parametrize(
    ("wkt", "expected"),
    [
        ("POLYGON ((0 0, 100 0, 100 100, 0 100, 0 0))", 10_000),
        ("POLYGON ((0 0, 0 100, 100 100, 100 0, 0 0))", 10_000),  # the other way round
        ("POLYGON ((0 0, 100 0, 100 100, 0 100, 0 0), (25 25, 75 25, 75 75, 25 75, 25 25))", 7_500),
        ("MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((20 0, 30 0, 30 10, 20 0)))", 150),
        ("POLYGON Z ((0 0 9, 10 0 9, 10 10 9, 0 0 9))", 50),
        ("POLYGON ((0 0, 5280 0, 5280 0.001, 0 0.001, 0 0))", 5.28),  # a sliver of a thousandth of a foot
        ("POLYGON EMPTY", 0),
        ("LINESTRING (0 0, 10 10)", 0),
        ("POINT (0 0)", 0),
    ],
)
@pytest.mark.parametrize("in_working_frame", [False, True])
def test_areas_of_small_shapes(wkt: str, expected: float, in_working_frame: bool) -> None:
    shape = shapely.from_wkt(wkt)
    if not in_working_frame:
        assert areas_sqft(array(shape, None), LOCAL_FEET).tolist() == pytest.approx([expected, 0], abs=1e-9)
        assert area_sqft(shape, planar_frame("EPSG:7600")) == pytest.approx(expected, abs=1e-9)
        return
    # Drawn in metres at a place of the working frame, ground feet follow to the scale there:
    # k = 0.9996 (1 + d^2 / 2R^2), d = 73 km west of 90 W, and the zone's plane lies on the ground.
    placed = shapely.transform(shape, lambda xy: xy + np.array([447_000, 350_000]))
    found = areas_sqft(array(None, placed, placed), VERNON)
    scale = 1 / (0.9996 * (1 + 73_000**2 / 2 / 6_378_000**2)) ** 2
    assert found[0] == 0
    assert found[1] == found[2] == pytest.approx(expected * SQFT_PER_SQM * scale, rel=2e-4)


def test_areas_keep_the_order_of_mixed_rows() -> None:
    box = shapely.box(447_000, 350_000, 447_100, 350_100)
    rows = array(shapely.Polygon(), box, None, shapely.Point(447_000, 350_000), box)
    one = area_sqft(box, VERNON)
    assert areas_sqft(rows, VERNON).tolist() == [0, one, 0, 0, one]
    assert areas_sqft(array(), VERNON).tolist() == []
    assert areas_sqft(array(None, shapely.Polygon()), VERNON).tolist() == [0, 0]


COUNTIES = ["Vernon", "Douglas", "Door", "Kenosha", "Jefferson"]


def town(county: str) -> tuple[shapely.Polygon, Frame]:
    """Return a six-mile square in the middle of a county's zone, in the working frame."""
    frame = working_frame(zone_for_county(county).harn_ftus)
    area = CRS.from_user_input(frame.measure_crs).area_of_use
    middle = np.array([[(area.west + area.east) / 2, (area.south + area.north) / 2]])
    x, y = np.round(route("EPSG:4152", "EPSG:3071")(middle)[0])
    return shapely.box(x, y, x + 9656, y + 9656), frame


@pytest.mark.parametrize("county", COUNTIES)
def test_parts_of_a_six_mile_town_add_up_to_it(county: str) -> None:
    whole, frame = town(county)
    west, south, east, north = whole.bounds
    rng = np.random.default_rng(11)
    xs = np.sort([west, east, *rng.uniform(west, east, 9)])
    ys = np.sort([south, north, *rng.uniform(south, north, 9)])
    parts = [shapely.box(a, c, b, d) for a, b in pairwise(xs) for c, d in pairwise(ys)]
    assert areas_sqft(array(*parts), frame).sum() == pytest.approx(area_sqft(whole, frame), abs=0.001)


@pytest.mark.parametrize("county", COUNTIES)
def test_the_edges_image_is_followed(county: str) -> None:
    # Independently: a vertex every 5 m, each projected, and a plain area in the zone's plane.
    whole, frame = town(county)
    fine = shapely.segmentize(whole, 5.0)
    plain = shapely.set_coordinates(fine, route(frame.crs, frame.measure_crs)(shapely.get_coordinates(fine)))
    assert area_sqft(whole, frame) == pytest.approx(plain.area, abs=0.01)


@pytest.mark.parametrize("county", COUNTIES)
def test_ground_and_ellipsoid_agree_to_two_parts_in_ten_thousand(county: str) -> None:
    whole, frame = town(county)
    ground, ellipsoidal = area_sqft(whole, frame), ellipsoidal_areas_sqft(array(whole), frame)[0]
    check_against_ellipsoid(ground, ellipsoidal, county)
    assert ground > ellipsoidal  # the ground lies above the ellipsoid
    plane_sqft = whole.area * SQFT_PER_SQM
    if county == "Vernon":  # the working frame itself measures nothing: 0.075 percent off here
        with pytest.raises(MeasureDisagreement, match="2 parts in 10,000"):
            check_against_ellipsoid(plane_sqft, ellipsoidal, county)


@given(
    cut=st.floats(0.01, 0.99),
    slant=st.floats(-0.005, 0.005),
    size=st.floats(100.0, 9656.0),
)
@settings(max_examples=40)
def test_a_shape_cut_in_two_adds_up(cut: float, slant: float, size: float) -> None:
    x, y = 430_000.0, 345_000.0
    a, b = x + size * (cut - slant), x + size * (cut + slant)
    west = shapely.Polygon([(x, y), (a, y), (b, y + size), (x, y + size)])
    east = shapely.Polygon([(a, y), (x + size, y), (x + size, y + size), (b, y + size)])
    whole = shapely.Polygon([(x, y), (x + size, y), (x + size, y + size), (x, y + size)])
    assert areas_sqft(array(west, east), VERNON).sum() == pytest.approx(area_sqft(whole, VERNON), abs=0.001)


@pytest.mark.parametrize(
    ("corner", "size", "county"),
    [
        (None, None, "Portage"),
        ((-90.83, 43.65), (0.01, 0.007), "Vernon"),
        ((-87.2, 44.9), (0.02, 0.01), "Door"),
    ],
)
def test_crs_01_areas_are_ground_areas_not_those_of_the_web_map(
    field_case: Callable[[str], dict[str, Any]],
    corner: tuple[float, float] | None,
    size: tuple[float, float] | None,
    county: str,
) -> None:
    case = field_case("crs-01")
    shape = shapely.geometry.shape(case["input"]["polygon"])
    if corner and size:
        shape = shapely.box(*corner, corner[0] + size[0], corner[1] + size[1])
    frame = working_frame(zone_for_county(county).harn_ftus)
    moved = to_frame(array(shape), "EPSG:4326", frame, "a drawing").geometries
    ground, ellipsoidal = areas_sqft(moved, frame)[0], ellipsoidal_areas_sqft(moved, frame)[0]
    lat = math.radians((shape.bounds[1] + shape.bounds[3]) / 2)
    # Area between two parallels on GRS 80, near one latitude: M N cos(lat) dlat dlon.
    e2 = 0.00669438002290
    m = 6_378_137 * (1 - e2) / (1 - e2 * math.sin(lat) ** 2) ** 1.5
    n = 6_378_137 / math.sqrt(1 - e2 * math.sin(lat) ** 2)
    width, height = shape.bounds[2] - shape.bounds[0], shape.bounds[3] - shape.bounds[1]
    by_hand_m2 = m * n * math.cos(lat) * math.radians(width) * math.radians(height)
    assert ellipsoidal / SQFT_PER_SQM == pytest.approx(by_hand_m2, rel=1e-5)
    assert ground == pytest.approx(ellipsoidal, rel=2e-4)
    if corner is None:
        assert ellipsoidal / SQFT_PER_SQM == pytest.approx(
            case["expected"]["geodesic_m2"], rel=case["tolerance"]["rel"]
        )
        assert ground / SQFT_PER_SQM < 0.6 * case["expected"]["epsg3857_m2_wrong"]


@pytest.mark.parametrize(
    ("north_deg", "limit_ft", "within"),
    [(None, None, None), (0.00027, 100, True), (0.00028, 100, False)],
)
def test_crs_09_distances_are_feet_on_the_ground(
    field_case: Callable[[str], dict[str, Any]], north_deg: float | None, limit_ft: float | None, within: bool | None
) -> None:
    case = field_case("crs-09")
    frame = working_frame(zone_for_county("Dane").harn_ftus)
    sewer, parcel = shapely.from_wkt(case["input"]["sewer_wkt"]), shapely.from_wkt(case["input"]["parcel_wkt"])
    if north_deg is not None:
        parcel = shapely.Point(parcel.x, 43.07 + north_deg)
    a, b = to_frame(array(sewer, parcel), case["input"]["crs"], frame, "x").geometries
    distance_ft = lengths_ft(array(shapely.shortest_line(a, b)), frame)[0]
    # A degree of latitude at 43.07 N is 111,095 m: 0.00027 of it 98.4 ft, 0.00028 of it 102.1 ft.
    expected = case["expected"]["distance_ft"] if north_deg is None else north_deg * 111_095 * 3937 / 1200
    assert distance_ft == pytest.approx(expected, abs=case["tolerance"]["abs"])
    limit = case["input"]["limit_ft"] if limit_ft is None else limit_ft
    assert bool(distance_ft <= limit) is (case["expected"]["within"] if within is None else within)


@pytest.mark.parametrize(
    ("wkt", "expected"),
    [
        ("LINESTRING (0 0, 300 400)", 500),
        ("MULTILINESTRING ((0 0, 3 4), (10 0, 10 1))", 6),
        ("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))", 48),
        ("POINT (1 1)", 0),
        ("LINESTRING EMPTY", 0),
    ],
)
def test_lengths(wkt: str, expected: float) -> None:
    shape = shapely.from_wkt(wkt)
    assert lengths_ft(array(shape, None), LOCAL_FEET).tolist() == [expected, 0]
    placed = shapely.transform(shape, lambda xy: xy + np.array([447_000, 350_000]))
    found = lengths_ft(array(placed, None), VERNON)
    # Metres of the working frame: 39.37/12 ft, and the frame is 0.00033 too small here.
    assert found[0] == pytest.approx(expected * 3937 / 1200 * 1.00034, rel=1e-4)
    assert found[1] == 0


def test_a_line_without_length_measures_nothing_alone_and_among_others() -> None:
    # 100 m of the state's plane are 328.083 ft; what the zone makes of them is at most a thousandth more or less.
    spot = shapely.linestrings([(447000.0, 350000.0), (447000.0, 350000.0)])
    line = shapely.linestrings([(447000.0, 350000.0), (447000.0, 350100.0)])
    lengths = lengths_ft(array(spot, line, shapely.multilinestrings([spot, line])), VERNON)
    assert lengths[0] == 0
    assert lengths[1] == lengths[2] == pytest.approx(328.083, rel=1e-3)


def test_a_local_plane_has_no_ellipsoid() -> None:
    with pytest.raises(CrsMissing, match="no ellipsoid"):
        ellipsoidal_areas_sqft(array(shapely.box(0, 0, 1, 1)), LOCAL_FEET)


def test_ellipsoidal_areas_take_holes_off_whichever_way_rings_run() -> None:
    hole = [(447_025, 350_025), (447_075, 350_025), (447_075, 350_075), (447_025, 350_075)]
    shell = [(447_000, 350_000), (447_100, 350_000), (447_100, 350_100), (447_000, 350_100)]
    one, other = shapely.Polygon(shell, [hole]), shapely.Polygon(shell[::-1], [hole])
    found = ellipsoidal_areas_sqft(array(one, other, None, shapely.Polygon()), VERNON)
    assert found[0] == pytest.approx(found[1], rel=1e-12)
    assert found[0] == pytest.approx(7_500 * SQFT_PER_SQM * 1.00067, rel=1e-4)
    assert found[2:].tolist() == [0, 0]


@pytest.mark.parametrize(("area", "ellipsoidal"), [(1.0003, 1e6), (1e6, 1_000_300.0), (float("nan"), 1.0)])
def test_disagreement_is_refused(area: float, ellipsoidal: float) -> None:
    with pytest.raises(MeasureDisagreement, match="differ by more"):
        check_against_ellipsoid(area, ellipsoidal, "x")


@pytest.mark.parametrize(("area", "ellipsoidal"), [(0, 0), (1e6, 1e6 + 190), (0.001, 0.002)])
def test_agreement_is_let_through(area: float, ellipsoidal: float) -> None:
    check_against_ellipsoid(area, ellipsoidal, "x")
