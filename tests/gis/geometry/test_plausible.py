from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pyproj import CRS, Transformer

from gis.errors import CrsImplausible, CrsUnknown
from gis.geometry.frame import LOCAL_FEET, planar_frame, working_frame
from gis.geometry.plausible import Bounds, check_plausible, check_reach, guess_crs
from gis.geometry.strays import find_strays
from gis.geometry.wiscrs import Zone, zones

WORKING = working_frame("EPSG:8112")
LONLAT = (-90.9, 43.6, -90.8, 43.7)


@pytest.mark.parametrize(
    ("bounds", "crs"),
    [
        (LONLAT, "EPSG:4326"),
        (LONLAT, "EPSG:4269"),
        ((447000, 350000, 448000, 351000), "EPSG:3071"),
        ((294839, 225108, 770036, 734398), "EPSG:3071"),  # the whole state
        ((2149000, 479000, 2151000, 481000), "EPSG:2289"),
        ((-10120000, 5400000, -10110000, 5410000), "EPSG:3857"),
        ((0, 0, 600, 400), "local"),
        ((827000, 517000, 839000, 526000), "EPSG:7600"),  # the handed scenes
        ((652000, 105000, 660000, 113000), "EPSG:7642"),
    ],
)
def test_what_belongs_is_let_through(bounds: Bounds, crs: str) -> None:
    check_plausible(bounds, crs, "a file", None if crs.startswith("EPSG:76") else WORKING)


@pytest.mark.parametrize(
    ("bounds", "crs", "hint"),
    [
        (LONLAT, "EPSG:8112", "look like degrees"),
        (LONLAT, "EPSG:3071", "look like degrees"),
        ((43.6, -90.9, 43.7, -90.8), "EPSG:3071", "degrees"),
        ((43.6, -90.9, 43.7, -90.8), "EPSG:4326", "latitude seems to stand first"),
        ((43.6, -95.9, 43.7, -95.8), "EPSG:4326", "latitude seems to stand first"),
        ((90.8, 43.6, 90.9, 43.7), "EPSG:4326", "minus sign"),
        ((-90.9, -43.7, -90.8, -43.6), "EPSG:4326", "southern hemisphere"),
        ((447000, 350000, 448000, 351000), "EPSG:4326", "feet or metres.*WTM metres"),
        ((2149000, 479000, 2151000, 481000), "EPSG:3071", "state plane feet"),
        ((2149000, 479000, 2151000, 481000), "EPSG:32154", "if they were feet"),
        ((655000, 146000, 656000, 147000), "EPSG:2289", "if they were metres"),
        ((230000, 569000, 231000, 570000), "EPSG:3071", "Northing"),
        ((-1.8e308, 0, 448000, 351000), "EPSG:3071", "void"),
        ((float("nan"), 0, 1, 1), "EPSG:4326", "void"),
        ((2.3, 48.8, 2.4, 48.9), "EPSG:4326", "outside"),
    ],
)
def test_what_cannot_belong_is_refused_with_a_hint(bounds: Bounds, crs: str, hint: str) -> None:
    with pytest.raises(CrsImplausible, match=hint):
        check_plausible(bounds, crs, "a file", WORKING)


# In one zone the metres of its middle are, by chance, feet of its own land as well.
BY_CHANCE = {"Jackson"}


@pytest.mark.parametrize("zone", zones()[::3], ids=lambda zone: zone.county)
def test_metres_read_as_feet_and_feet_as_metres_in_county_zones(zone: Zone) -> None:
    for true, claimed in ((zone.harn_ftus, zone.harn_m), (zone.harn_m, zone.harn_ftus)):
        crs = CRS.from_user_input(true)
        area = crs.area_of_use
        x, y = Transformer.from_crs(crs.geodetic_crs, crs, always_xy=True).transform(
            (area.west + area.east) / 2, (area.south + area.north) / 2
        )
        box = (x - 500, y - 500, x + 500, y + 500)
        check_plausible(box, true, "a county layer")
        if zone.county not in BY_CHANCE:
            with pytest.raises(CrsImplausible, match=r"metre|feet|foot"):
                check_plausible(box, claimed, "a county layer")


def test_a_scene_in_a_local_plane_is_never_implausible() -> None:
    check_plausible((-5, -5, 5, 5), "local", "a scene", LOCAL_FEET)
    check_plausible((827000, 517000, 839000, 526000), "EPSG:7600", "a scene", planar_frame("EPSG:7600"))


def test_an_unknown_system_is_said_to_be_unknown() -> None:
    with pytest.raises(CrsUnknown, match="EPSG:123456"):
        check_plausible(LONLAT, "EPSG:123456", "a file")


def test_crs_08_guesses_in_words(field_case: Callable[[str], dict[str, Any]]) -> None:
    case = field_case("crs-08")
    for bounds, expected in zip(case["input"]["bounds"], case["expected"]["guess"], strict=True):
        assert guess_crs(tuple(bounds))[0] == expected[0]


@pytest.mark.parametrize(
    ("bounds", "first"),
    [
        ((-92.0, 46.0, -91.9, 46.1), "EPSG:4326/4269 degrees"),
        ((43.0, -89.5, 43.1, -89.4), "degrees, latitude first"),
        ((1500000, 300000, 1520000, 320000), "EPSG:2289-family state plane feet"),
        ((320000, 400000, 340000, 420000), "EPSG:3071-family WTM metres"),  # no county feet fit there
        ((520000, 450000, 560000, 490000), "ambiguous: county (WISCRS) feet, WTM metres or other"),
        ((-9960000, 5320000, -9950000, 5330000), "web map metres (EPSG:3857)"),
        ((2.5e6, 9e6, 2.6e6, 9.1e6), None),
        ((float("inf"), 0, 0, 0), None),
    ],
)
def test_neighbours_of_crs_08(bounds: Bounds, first: str | None) -> None:
    guesses = guess_crs(bounds)
    assert guesses[0].startswith(first) if first else guesses == ()


def box_in(crs: str, lonlat: Bounds) -> Bounds:
    """Return the box around a box of degrees in the plane of a system."""
    plane = CRS.from_user_input(crs)
    return Transformer.from_crs(plane.geodetic_crs, plane, always_xy=True).transform_bounds(*lonlat)


# The registry's area of use: Vernon -91.28 to -90.31, 43.42 to 43.74; state plane Central from 43.98 north on.
@pytest.mark.parametrize(
    ("crs", "land", "belongs"),
    [
        ("EPSG:8112", (-90.60, 43.50, -90.50, 43.60), True),
        ("EPSG:8112", (-90.40, 43.50, -89.90, 43.60), True),  # straddles the county line
        ("EPSG:8112", (-90.28, 43.50, -90.27, 43.60), True),  # wholly in Richland, two miles over the line
        ("EPSG:8112", (-90.22, 43.50, -90.21, 43.60), True),  # 0.09 degree over it
        ("EPSG:8112", (-90.20, 43.50, -90.10, 43.60), False),
        ("EPSG:8112", (-90.60, 43.20, -90.50, 43.30), False),
        ("EPSG:8112", (-91.80, 43.00, -89.80, 44.10), True),  # holds the county
        ("EPSG:2288", (-90.60, 43.50, -90.50, 43.60), True),  # half a degree south of its line at most
        ("EPSG:2288", (-90.60, 43.20, -90.50, 43.30), False),
        ("EPSG:26916", (-91.20, 43.50, -91.10, 43.60), True),  # no system of a part of the state
        ("EPSG:3071", (-90.60, 43.20, -90.50, 43.30), True),
    ],
)
def test_something_must_lie_in_the_part_of_the_state_that_the_system_is_made_for(
    crs: str, land: Bounds, belongs: bool
) -> None:
    bounds = box_in(crs, land)
    check_reach(bounds, crs, "a file", WORKING)
    if belongs:
        check_plausible(bounds, crs, "a file", WORKING)
    else:
        with pytest.raises(CrsImplausible, match="outside the area of use"):
            check_plausible(bounds, crs, "a file", WORKING)


@pytest.mark.parametrize(
    ("true", "claimed", "hint"),
    [
        ("EPSG:8112", "EPSG:8193", "As county feet they fit: .*Vernon"),  # Vernon's land in the system of Dane
        ("EPSG:3071", "EPSG:8193", "They would fit: EPSG:3071-family WTM metres"),
    ],
)
def test_land_of_vernon_labelled_with_another_system_is_told_what_it_fits(true: str, claimed: str, hint: str) -> None:
    with pytest.raises(CrsImplausible, match=hint):
        check_plausible(box_in(true, (-90.83, 43.56, -90.82, 43.57)), claimed, "a file", WORKING)


def test_metres_of_the_state_labelled_as_feet_of_vernon() -> None:
    with pytest.raises(CrsImplausible, match=r"longitude -91\.734\d.*WTM metres"):
        check_plausible((480_000, 350_000, 480_400, 350_100), "EPSG:8112", "a file", WORKING)


def test_few_shapes_beyond_the_county_are_no_strays_and_strays_excuse_no_wrong_county() -> None:
    lots = np.array([box_in("EPSG:8112", (-90.60, 43.50, -90.59, 43.51))] * 20)
    lots[3] = box_in("EPSG:8112", (-90.10, 43.50, -90.09, 43.51))
    assert find_strays(lots, "EPSG:8112", "a file", WORKING).tolist() == []
    elsewhere = np.array([lots[3]] * 20)
    elsewhere[7] = box_in("EPSG:8112", (-100.0, 43.50, -99.9, 43.51))
    with pytest.raises(CrsImplausible, match="outside the area of use"):
        find_strays(elsewhere, "EPSG:8112", "a file", WORKING)
    elsewhere[8] = lots[0]
    assert find_strays(elsewhere, "EPSG:8112", "a file", WORKING).tolist() == [7]
