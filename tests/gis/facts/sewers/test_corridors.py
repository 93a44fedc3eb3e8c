"""Which gap between parcels, with a line in it, is a corridor, and which is none?"""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
import shapely

from gis.facts.sewers.meetings.frontage import frontages
from gis.facts.sewers.meetings.holding import holding
from gis.facts.sewers.ways.corridors import CorridorLimits, Gaps, Ground, Lines, gap_rights_of_way
from gis.geometry.frame import LOCAL_FEET
from gis.law.loader import load_law
from tests.gis.facts.sewers.drawn_ways import centreline, column, fronts, mains

MAIN = centreline((0, 0), (400, 0))


def gaps(
    parcels: list[shapely.Geometry],
    *lines: shapely.Geometry,
    taken: tuple[shapely.Geometry, ...] = (),
    are_streets: bool = False,
) -> Gaps:
    ids, nobody = column([f"s{place + 1}" for place in range(len(lines))]), column([None] * len(lines))
    drawn = Lines(column(lines), ids, nobody, nobody, are_streets=are_streets)
    ground = Ground(column(parcels), np.ones(len(parcels), dtype=bool), column(taken))
    return gap_rights_of_way(ground, drawn, LOCAL_FEET, 0.1)


def row_of(west: float, south: float, count: int, width: float = 100, depth: float = 150) -> list[shapely.Geometry]:
    """Return lots side by side along an east-west line."""
    return [shapely.box(west + i * width, south, west + (i + 1) * width, south + depth) for i in range(count)]


# Lots on both hands of a main along y = 0 from x = 0 to 400: how far they stand off, and what the gap is.
WIDTHS = {
    "a street": (33, 33, None),
    "a main far to one side": (6, 60, None),
    "an alley": (8, 8, None),
    "as narrow as any": (5, 5, None),
    "a strip between lots": (4.9, 5, "sliver"),
    "a hairline": (0.2, 0.2, "sliver"),
    "a boulevard": (50, 50, None),
    "too short for its width": (51, 51, "missing_parcel"),
    "wider than any street": (101, 101, "wide"),
}


@pytest.mark.parametrize(("north", "south", "why"), WIDTHS.values(), ids=WIDTHS)
def test_told_by_width_and_length(north: float, south: float, why: str | None) -> None:
    # Lots at both ends close the gap, so that it is 400 ft long; four widths are asked for.
    ends = [shapely.box(-100, -300, 0, 300), shapely.box(400, -300, 500, 300)]
    found = gaps([*row_of(0, north, 4), *row_of(0, -south - 150, 4), *ends], MAIN)
    assert [each.why for each in found.refused] == ([] if why is None else [why])
    bounds = [shape.bounds for shape in found.rights.geometries]
    assert bounds == ([(0, -south, 400, north)] if why is None else [])
    assert found.rights.is_certain.tolist() == [False] * len(bounds)


def test_a_missing_parcel_is_as_deep_as_wide() -> None:
    #   lots with a hole of 100 by 150 ft, which a sewer crosses from lot to lot
    lots = [*row_of(0, 0, 2), *row_of(300, 0, 2), *row_of(0, 150, 5), *row_of(0, -150, 5)]
    found = gaps(lots, centreline((200, 75), (300, 75)))
    assert [(each.why, each.width_ft, each.length_ft) for each in found.refused] == [("missing_parcel", 150.0, 100.0)]
    assert len(found.rights) == len(found.facing.parcel) == 0


def test_a_short_main_in_a_street_that_goes_on() -> None:
    found = gaps([*row_of(-500, 33, 20), *row_of(-500, -183, 20)], centreline((10, 0), (60, 0)))
    assert found.rights.geometries[0].bounds == (10, -33, 60, 33)
    assert found.facing.along_steps.tolist() == [50_000, 50_000]


def test_parcels_on_one_hand_tell_no_street_of_a_sewer_but_do_of_a_centreline() -> None:
    lots = row_of(0, 33, 4)
    assert [each.why for each in gaps(lots, MAIN).refused] == ["open"]
    street = gaps(lots, MAIN, are_streets=True)
    assert street.rights.geometries[0].bounds == (0, -33, 400, 33)
    assert street.rights.sources.tolist() == ["centreline"]


def test_side_streets_are_bridged_and_lots_along_them_do_not_face_the_main() -> None:
    #   0  1 |  | 2  3      a side street of 66 ft from x = 200 to 266; 4 and 5 lie along it, behind 1 and 2
    #   -----+  +------
    #   6  7  8  9 ...
    north = [*row_of(0, 33, 2), *row_of(266, 33, 2)]
    along = [shapely.box(100, 183, 200, 333), shapely.box(266, 183, 366, 333)]
    found = gaps([*north, *along, *row_of(0, -183, 5)], centreline((0, 0), (466, 0)))
    assert found.rights.geometries[0].equals(shapely.box(0, -33, 466, 33))
    assert sorted(set(found.facing.parcel.tolist())) == [0, 1, 2, 3, 6, 7, 8, 9, 10]
    assert found.facing.along_steps.tolist() == [100_000] * 4 + [100_000] * 4 + [66_000]


def test_a_street_that_bends() -> None:
    # Around a corner: the inner lot faces both legs, the outer lots each their own.
    inner, north = shapely.box(33, -400, 433, -33), shapely.box(-33, 33, 433, 200)
    west = shapely.box(-200, -400, -33, 33)
    found = gaps([inner, north, west], centreline((0, -400), (0, 0), (433, 0)))
    (corridor,) = found.rights.geometries
    assert corridor.area == pytest.approx(66 * 400 + 66 * 433, rel=0.05)
    assert shapely.is_valid(corridor)
    assert found.facing.parcel.tolist() == [0, 1, 2]
    # The legs are 367 ft and 400 ft before the inner lot's corner.
    assert found.facing.along_steps.tolist() == [767_000, 433_000, 400_000]


def test_two_mains_in_one_street_make_one_corridor_and_both_are_faced() -> None:
    lots = [*row_of(0, 33, 4), *row_of(0, -183, 4)]
    found = gaps(lots, centreline((0, 5), (400, 5)), centreline((0, -5), (400, -5)))
    assert found.rights.ids.tolist() == ["gap along s1"]
    assert len(found.facing.parcel) == 16
    held = holding(found.rights, mains([[(0, 5), (400, 5)], [(0, -5), (400, -5)]]), 0.1, LOCAL_FEET)
    assert [rows.tolist() for rows in held] == [[0, 0], [0, 1]]


def test_mains_from_manhole_to_manhole_share_no_ground_and_no_lot() -> None:
    lots = [*row_of(0, 33, 8), *row_of(0, -183, 8)]
    found = gaps(lots, centreline((0, 0), (400, 0)), centreline((400, 0), (800, 0)))
    one, other = found.rights.geometries
    assert one.intersection(other).area == 0
    told = fronts(frontages(column(lots), found.rights, 0.1, LOCAL_FEET), found.rights)
    lines = {
        name: sorted(lot for (lot, way), feet in told.items() if way == name and feet > 0) for name in found.rights.ids
    }
    assert lines == {"gap along s1": [0, 1, 2, 3, 8, 9, 10, 11], "gap along s2": [4, 5, 6, 7, 12, 13, 14, 15]}


def test_a_crossing_of_two_mains() -> None:
    corners = [shapely.box(x, y, x + 300, y + 300) for x in (-333, 33) for y in (-333, 33)]
    found = gaps(corners, centreline((-333, 0), (333, 0)), centreline((0, -333), (0, 333)))
    assert found.facing.along_steps.tolist() == [300_000] * 8
    assert shapely.area(found.rights.geometries) == pytest.approx([2 * 300 * 66] * 2)


def test_what_parcels_and_known_streets_cover_is_no_gap() -> None:
    lots = [*row_of(0, 33, 4), *row_of(0, -183, 4)]
    street = shapely.box(-10, -33, 410, 33)
    assert len(gaps(lots, MAIN, taken=(street,)).rights) == 0
    inside = gaps(lots, centreline((0, 100), (400, 100)))
    assert (len(inside.rights), inside.refused) == (0, ())


def test_only_the_bare_part_of_a_line_is_looked_at() -> None:
    lots = [*row_of(0, 33, 8), *row_of(0, -183, 8)]
    found = gaps(lots, centreline((0, 0), (800, 0)), taken=(shapely.box(0, -33, 300, 33),))
    # A tenth of a foot and the grid of the street's edge belong to the street.
    assert found.rights.geometries[0].bounds == pytest.approx((300, -33, 800, 33), abs=0.11)


def test_a_line_in_open_country_and_no_lines_at_all() -> None:
    assert [each.why for each in gaps([], MAIN).refused] == ["open"]
    nothing = gaps(row_of(0, 33, 4))
    assert (len(nothing.rights), len(nothing.facing.parcel), nothing.refused) == (0, 0, ())


def test_a_lot_near_the_mains_end_is_told_apart() -> None:
    lots = [*row_of(0, 33, 6), *row_of(0, -183, 6)]
    found = gaps(lots, MAIN)
    # Lots 4 and 10 begin where the main ends; 5 and 11 lie 100 ft farther.
    assert [rows.tolist() for rows in found.beyond_end] == [[4, 10], [0, 0]]


def test_the_limits_are_those_of_our_conventions() -> None:
    law = load_law().parameters(dt.date(2026, 6, 15))
    told = CorridorLimits()
    assert law.number("corridor_narrowest_ft") == told.narrowest_ft
    assert law.number("corridor_widest_ft") == told.widest_ft
    assert law.number("corridor_least_length_in_widths") == told.least_length_in_widths
    assert law.number("centreline_off_ft") == told.centreline_off_ft


def test_other_limits_give_another_answer() -> None:
    lots = column([*row_of(0, 33, 8), *row_of(0, -183, 8)])
    ground = Ground(lots, np.ones(len(lots), dtype=bool))
    lines = Lines(column([MAIN]), column(["s1"]), column([None]), column(["e"]))
    found = gap_rights_of_way(ground, lines, LOCAL_FEET, 0.1, CorridorLimits(widest_ft=60.0))
    assert [each.why for each in found.refused] == ["wide"]


def test_a_corridor_has_a_corner_only_where_the_ground_beside_it_has_one() -> None:
    # Lots of 100 ft to the north, of 80 ft to the south, and a main with bends of its own: the gap is a rectangle.
    north, south = row_of(0, 33, 4), row_of(0, -183, 5, width=80)
    (corridor,) = gaps([*north, *south], centreline((0, 0), (130, 0), (270, 0), (400, 0))).rights.geometries
    assert shapely.get_num_coordinates(corridor) == 4 + 1
    assert corridor.equals(shapely.box(0, -33, 400, 33))
    # The second lot to the north stands a foot back: its front has two corners of its own.
    north[1] = shapely.box(100, 34, 200, 183)
    (corridor,) = gaps([*north, *south], centreline((0, 0), (130, 0), (270, 0), (400, 0))).rights.geometries
    assert shapely.get_num_coordinates(corridor) == 4 + 4 + 1
    assert corridor.area == 400 * 66 + 100
