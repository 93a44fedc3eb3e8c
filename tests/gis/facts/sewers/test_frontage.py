"""Along which rights-of-way does each parcel lie: edges of what a shared line is."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity

from gis.facts.sewers.meetings.frontage import frontages
from gis.geometry.frame import LOCAL_FEET, working_frame
from tests.gis.facts.sewers.drawn_ways import column, fronts, ways

STREET = shapely.box(0, 0, 900, 66)
"""   y = 66 ------------------------- lots stand on this line
      the street, 900 ft long
      y = 0  -------------------------"""

# A lot, and its front on the street in feet: -1 for a point, None where they do not meet. Accuracy 0.1 ft.
LOTS = {
    "on the line": (shapely.box(100, 66, 200, 200), 100.0),
    "a gap of the accuracy": (shapely.box(100, 66.1, 200, 200), 100.0),
    "a gap of a little more": (shapely.box(100, 66.101, 200, 200), None),
    "an overlap of the accuracy": (shapely.box(100, 65.9, 200, 200), 100.0),
    "half past the street's end": (shapely.box(850, 66, 950, 200), 50.0),
    "at the end, its corner only": (shapely.box(900, 66, 1000, 200), -1.0),
    "across the end": (shapely.box(900, 0, 1000, 66), 66.0),
    "around the corner of the end": (shapely.box(850, 66, 950, 150) | shapely.box(900, 0, 950, 66), 116.0),
    "a lot that points at it": (shapely.Polygon([(500, 66), (550, 150), (450, 150)]), -1.0),
    "a flag's stem of 20 ft": (shapely.box(100, 66, 120, 200) | shapely.box(100, 200, 250, 300), 20.0),
    "a stem no wider than the accuracy": (
        shapely.Polygon([(100, 66), (100.1, 66), (120, 200), (250, 200), (250, 300), (100, 300)]),
        -1.0,
    ),
    "two arms": (shapely.box(100, 66, 200, 200) - shapely.box(120, 66, 170, 150), 50.0),
    "two parts, one of them away": (shapely.box(100, 66, 200, 200) | shapely.box(0, 300, 9, 309), 100.0),
    "a line of many vertices, some off by inches": (
        shapely.Polygon([*((x, 66 + 0.05 * (x % 2)) for x in range(100, 201)), (200, 200), (100, 200)]),
        # 100 steps of one foot with a rise of 0.05: 100 sqrt(1.0025)
        100.125,
    ),
    "with heights": (shapely.force_3d(shapely.box(100, 66, 200, 200), 812.5), 100.0),
    "one row back": (shapely.box(100, 200, 200, 300), None),
    "nothing": (shapely.Polygon(), None),
    "missing": (None, None),
    "in the street": (shapely.box(100, 10, 200, 50), None),
    "over the street, deeper than the accuracy": (shapely.box(100, 30, 200, 200), None),
    "the street's other side": (shapely.box(100, -100, 200, 0), 100.0),
}  # fmt: skip


@pytest.mark.parametrize(("lot", "feet"), LOTS.values(), ids=LOTS)
@pytest.mark.parametrize("degrees", [0, 90, 37.25])
def test_one_lot(lot: shapely.Geometry | None, feet: float | None, degrees: float) -> None:
    def turned(shape: shapely.Geometry | None) -> shapely.Geometry | None:
        return shape if shape is None else affinity.rotate(shape, degrees, origin=(0, 0))

    rights = ways([turned(STREET)])
    found = frontages(column([turned(lot)]), rights, 0.1, LOCAL_FEET)
    told = fronts(found, rights)
    # Turned lots are rounded to the grid of 0.0001 ft, a vertex at a time.
    assert told == ({} if feet is None else {(0, "A"): pytest.approx(feet, abs=0.0 if degrees == 0 else 0.02)})
    assert [line.geom_type == "Point" for line in found.lines] == found.is_point.tolist()


@pytest.mark.parametrize("feet_up", [0, 1, 40])
def test_a_point_of_the_next_lot_hides_nothing_and_fronts_on_nothing(feet_up: float) -> None:
    # The street ends in the west line of a lot. Of the lot north of the street, whose corner is (900, 66), a point runs
    # down that line for 33 ft, half an inch wide at its root: a line drawn twice.
    lot = shapely.Polygon([(900, -80), (1000, -80), (1000, 100), (900, 100 + feet_up), (900, 66), (900, 33)])
    next_lot = shapely.Polygon([(800, 66), (899.96, 66), (900, 33), (900, 100 + feet_up), (800, 100 + feet_up)])
    rights = ways([STREET])
    alone = fronts(frontages(column([lot]), rights, 0.1, LOCAL_FEET), rights)
    both = fronts(frontages(column([lot, next_lot]), rights, 0.1, LOCAL_FEET), rights)
    assert alone == {(0, "A"): 66.0}
    assert both == {(0, "A"): 66.0, (1, "A"): pytest.approx(100.0, abs=0.05)}


def test_a_strip_of_the_next_lot_with_an_end_of_its_own_hides_what_is_behind_it() -> None:
    # As wide as above, but drawn with an end: somebody kept that strip.
    lot = shapely.Polygon([(900.04, -80), (1000, -80), (1000, 100), (900.04, 100)])
    next_lot = shapely.Polygon([(800, 66), (900, 66), (900, 33), (900.04, 33), (900.04, 100), (800, 100)])
    rights = ways([STREET])
    found = fronts(frontages(column([lot, next_lot]), rights, 0.1, LOCAL_FEET), rights)
    assert found == {(0, "A"): 33.0, (1, "A"): pytest.approx(133.0, abs=0.05)}


def test_an_island_of_lots_in_a_street_that_runs_around() -> None:
    ring = shapely.box(0, 0, 300, 300) - shapely.box(66, 66, 234, 234)
    rights = ways([ring])
    found = frontages(column([shapely.box(66, 66, 234, 150), shapely.box(66, 150, 234, 234)]), rights, 0.1, LOCAL_FEET)
    # Each has one long side of 168 ft and two of 84.
    assert fronts(found, rights) == {(0, "A"): 336.0, (1, "A"): 336.0}


@pytest.mark.parametrize(
    ("deep_ft", "behind"),
    [(0.02, None), (0.05, None), (0.1, None), (0.5, None), (1.0, None)],
    ids=["a quarter of an inch", "under the accuracy", "the accuracy", "half a foot", "a foot"],
)
def test_a_strip_that_is_a_parcel_breaks_the_front_however_narrow(deep_ft: float, behind: float | None) -> None:
    strip, lot = shapely.box(100, 66, 200, 66 + deep_ft), shapely.box(100, 66 + deep_ft, 200, 200)
    rights = ways([STREET])
    told = fronts(frontages(column([strip, lot]), rights, 0.1, LOCAL_FEET), rights)
    assert told.get((1, "A")) == behind
    assert told[0, "A"] == pytest.approx(100.0, abs=2.1)  # its ends are within the accuracy of the street too
    # The same where the strip is only known to be there.
    only_lot = frontages(column([lot]), rights, 0.1, LOCAL_FEET, blockers=column([strip, lot]))
    assert fronts(only_lot, rights) == {}


def test_a_strip_hides_what_lies_behind_it_and_no_more() -> None:
    strip = shapely.box(100, 66, 140, 66.05)
    lot = shapely.box(100, 66, 200, 200) - strip
    rights = ways([STREET])
    assert fronts(frontages(column([strip, lot]), rights, 0.1, LOCAL_FEET), rights)[1, "A"] == 60.0


def test_a_gap_without_a_parcel_hides_nothing() -> None:
    rights = ways([STREET])
    lot = column([shapely.box(100, 66.05, 200, 200)])
    assert fronts(frontages(lot, rights, 0.1, LOCAL_FEET, blockers=lot), rights) == {(0, "A"): 100.0}


def test_units_of_a_condominium_do_not_hide_each_other() -> None:
    lot = shapely.box(100, 66.05, 200, 200)
    rights = ways([STREET])
    assert fronts(frontages(column([lot, lot]), rights, 0.1, LOCAL_FEET), rights) == {(0, "A"): 100.0, (1, "A"): 100.0}


def test_a_corner_lot_has_two_sides_each_named() -> None:
    #   B |  lot
    #   --+-----------
    #        A, in two stretches
    rights = ways(
        [shapely.box(-66, 0, 50, 66), shapely.box(50, 0, 900, 66), shapely.box(-66, 66, 0, 400)],
        ids=["A 1", "A 2", "B"],
        streets=["Oak", "Oak", None],
    )
    found = frontages(column([shapely.box(0, 66, 120, 216)]), rights, 0.1, LOCAL_FEET)
    assert fronts(found, rights) == {(0, "A 1"): 50.0, (0, "A 2"): 70.0, (0, "B"): 150.0}
    assert found.by_side(rights) == ((0, "B", 150_000), (0, "Oak", 120_000))


def test_an_easement_counts_beside_it_and_on_the_land() -> None:
    # An easement of 20 ft along the west line of lot 0, up to lot 1 behind it.
    rights = ways([shapely.box(0, 0, 20, 300)], ["easement"])
    parcels = column([shapely.box(0, 0, 150, 300), shapely.box(0, 300, 150, 600), shapely.box(-100, 0, 0, 300)])
    told = fronts(frontages(parcels, rights, 0.1, LOCAL_FEET), rights)
    # On lot 0 its whole outline, 2 x 300 + 2 x 20; lot 1 meets its end; lot 2 lies beside it.
    assert told == {(0, "A"): 640.0, (1, "A"): 20.0, (2, "A"): 300.0}


def test_lengths_are_measured_on_the_ground() -> None:
    # 100 m in the state's frame at Westby are 328.0833 ft there, and 1.00038 times as much on the ground.
    rights = ways([shapely.box(449_000, 354_000, 449_900, 354_020)])
    lot = column([shapely.box(449_100, 354_020, 449_200, 354_060)])
    (feet,) = fronts(frontages(lot, rights, 0.1, working_frame("EPSG:8112")), rights).values()
    assert feet == pytest.approx(328.0833 * 1.00038, abs=0.005)


def test_nothing_meets_nothing() -> None:
    nothing = np.zeros(0, dtype=object)
    assert len(frontages(nothing, ways([STREET]), 0.1, LOCAL_FEET).parcel) == 0
    assert len(frontages(column([STREET]), ways([]), 0.1, LOCAL_FEET).parcel) == 0


@settings(max_examples=50, derandomize=True, deadline=None)
@given(
    widths=st.lists(st.integers(20, 200), min_size=1, max_size=8),
    seed=st.integers(0, 1000),
    east=st.integers(-(10**6), 10**6),
)
def test_fronts_add_up_in_any_order_and_place(widths: list[int], seed: int, east: int) -> None:
    ends = np.cumsum([0, *widths])
    drawn = [shapely.box(low, 66, high, 200) for low, high in pairwise(ends.tolist())]
    places = np.random.default_rng(seed).permutation(len(drawn)).tolist()
    moved = [affinity.translate(drawn[place], east) for place in places]
    rights = ways([affinity.translate(shapely.box(0, 0, float(ends[-1]), 66), east)])
    found = frontages(column(moved), rights, 0.1, LOCAL_FEET)
    told = {places[parcel]: steps for parcel, steps in zip(found.parcel, found.length_steps, strict=True)}
    assert told == {place: width * 1000 for place, width in enumerate(widths)}
