from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pytest
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from gis.errors import OverlayUnverified
from gis.geometry import proof
from gis.geometry.frame import LOCAL_FEET, working_frame
from gis.geometry.overlay import clip, difference, intersection, on_grid, sort_features, union
from gis.geometry.proof import parts_hold
from tests.gis.geometry.exact_area import area, shared_area

if TYPE_CHECKING:
    from tests.conftest import FieldCaseLoader

Shapes = npt.NDArray[np.object_]
Change = Callable[[BaseGeometry], BaseGeometry]

GRID = LOCAL_FEET.grid
EMPTY = shapely.Polygon()


def array(*shapes: BaseGeometry | None) -> Shapes:
    found = np.empty(len(shapes), dtype=object)
    found[:] = shapes
    return found


def traverse(start: tuple[float, float], calls: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Plot azimuths and feet by plain trigonometry, as the field case does."""
    points = [start]
    for azimuth, feet in calls:
        turn = math.radians(azimuth)
        points.append((points[-1][0] + feet * math.sin(turn), points[-1][1] + feet * math.cos(turn)))
    return points


def two_lots(case: dict[str, Any]) -> tuple[BaseGeometry, BaseGeometry]:
    first = traverse(tuple(case["lot1_start"]), [tuple(call) for call in case["lot1_calls_azimuth_ft"]])
    second = traverse(first[1], [tuple(call) for call in case["lot2_calls_azimuth_ft"]])
    return shapely.Polygon(first), shapely.Polygon(second)


def quarter_turn(shape: BaseGeometry) -> BaseGeometry:
    """Turn about the origin without any rounding: (x, y) becomes (-y, x)."""
    return shapely.transform(shape, lambda points: np.stack([-points[:, 1], points[:, 0]], axis=1))


def from_vertex(shape: BaseGeometry, start: int) -> BaseGeometry:
    ring = list(shape.exterior.coords)[:-1]
    return shapely.Polygon(ring[start:] + ring[:start])


KIND: dict[str, Change] = {
    "as it is": lambda shape: shape,
    "a quarter turn": quarter_turn,
    "half a turn": lambda shape: quarter_turn(quarter_turn(shape)),
    "three quarters": lambda shape: quarter_turn(quarter_turn(quarter_turn(shape))),
    "moved by whole grid steps": lambda shape: affinity.translate(shape, 12345 * 0.5, -777 * 0.25),
    "the other way round": lambda shape: shape.reverse(),
    "from its second vertex": lambda shape: from_vertex(shape, 1),
    "from its third vertex, the other way round": lambda shape: from_vertex(shape, 2).reverse(),
    "at state coordinates": lambda shape: affinity.translate(shape, 2_000_000, 500_000),
}


@pytest.mark.parametrize("change", KIND.values(), ids=KIND)
def test_a_lot_that_shares_a_line_with_the_city_has_no_city_land(field_case: FieldCaseLoader, change: Change) -> None:
    case = field_case("overlay-01")["input"]
    lot, city = (change(shapely.from_wkt(case[name])) for name in ("district_wkt", "city_wkt"))
    told = sort_features(city, array(lot), None, LOCAL_FEET)
    assert intersection(lot, city, LOCAL_FEET).area == pytest.approx(0, abs=0.001)
    # The triangle (1241,482) (1652,-242) (1241,1212): half of 730 by 411.
    assert difference(lot, city, LOCAL_FEET).area == pytest.approx(730 * 411 / 2, abs=0.001)
    # Square of side hypot(411, 724): 411^2 + 724^2 = 693,097.
    assert union([lot, city], LOCAL_FEET).area == pytest.approx(150_015 + 693_097, abs=0.01)
    assert len(told.inside) == len(told.cut) == 0


def test_the_lot_and_the_city_truly_share_a_hundred_billionth_of_a_square_foot(
    field_case: FieldCaseLoader,
) -> None:
    case = field_case("overlay-01")["input"]
    lot, city = (shapely.from_wkt(case[name]) for name in ("district_wkt", "city_wkt"))
    # The vertex is 2^-44 ft low (one last place below 482 is 5.7e-14): a triangle on the line of
    # 832.5 ft, by exact fractions 411 * 2^-44 / 2 = 1.168e-11.
    assert float(shared_area(lot, city)) == pytest.approx(411 * 2**-44 / 2, rel=1e-6)
    assert float(shared_area(lot, city)) == pytest.approx(1.17e-11, rel=0.01)


def test_the_exact_oracle_agrees_with_a_hand_calculation() -> None:
    # An L of 100 by 100 less 60 by 60, with a hole of 10 by 10, against a box over its corner.
    shape = shapely.Polygon(
        [(0, 0), (100, 0), (100, 40), (40, 40), (40, 100), (0, 100)],
        [[(10, 10), (20, 10), (20, 20), (10, 20)]],
    )
    assert area(shape) == 100 * 100 - 60 * 60 - 100
    # Box 5..60 square: 55*55 less the part beyond both 40s, 20*20, less the hole.
    assert shared_area(shape, shapely.box(5, 5, 60, 60)) == 55 * 55 - 20 * 20 - 100


@pytest.mark.parametrize("change", KIND.values(), ids=KIND)
def test_two_platted_lots_on_one_line_do_not_overlap(field_case: FieldCaseLoader, change: Change) -> None:
    case = field_case("overlay-03")
    plotted = two_lots(case["input"])
    first, second = (change(shape) for shape in plotted)
    assert shapely.area(on_grid([first], LOCAL_FEET))[0] == pytest.approx(53_193, abs=0.05)
    assert intersection(first, second, LOCAL_FEET).area == pytest.approx(0, abs=0.01)
    assert intersection(second, first, LOCAL_FEET).area == pytest.approx(0, abs=0.01)
    # 119 by 447 and 119 by 456; on the grid each edge may be half a step (0.00005 ft) off, over
    # outlines of about 1,150 ft.
    assert union([first, second], LOCAL_FEET).area == pytest.approx(53_193 + 54_264, abs=0.1)


@pytest.mark.parametrize("change", KIND.values(), ids=KIND)
def test_an_overlap_that_comes_with_a_line_keeps_its_land(field_case: FieldCaseLoader, change: Change) -> None:
    case = field_case("overlay-04")
    a, b = (change(shapely.from_wkt(case["input"][name])) for name in ("a_wkt", "b_wkt"))
    both = intersection(a, b, LOCAL_FEET)
    assert both.geom_type == "Polygon"
    assert both.area == pytest.approx(4000, abs=1e-6)
    # a: 500 by 400 less the notch 300 by 300 and the corner of the left arm 100 by 100.
    assert difference(a, b, LOCAL_FEET).area == pytest.approx(500 * 400 - 300 * 300 - 100 * 100 - 4000, abs=1e-6)


def near_coincident(seed: int, count: int) -> tuple[Shapes, Shapes]:
    """Return lots and cities on the two sides of one line, one end a last place off, as overlay-01."""
    rng = np.random.default_rng(seed)
    lots, cities = [], []
    for x, y, dx, dy, depth in rng.integers(1, 1500, (count, 5)).tolist():
        rise = dy if rng.random() < 0.5 else -dy
        off = float(np.nextafter(y, y + 1 if rng.random() < 0.5 else y - 1))
        lots.append(shapely.Polygon([(x, off), (x + dx, y + rise), (x, y + depth)]))
        cities.append(shapely.Polygon([(x, y), (x + dx, y + rise), (x + dx + rise, y + rise - dx), (x + rise, y - dx)]))
    return array(*lots), array(*cities)


def test_near_coincident_lots_never_become_city_land() -> None:
    lots, cities = near_coincident(seed=1871, count=300)
    plain = shapely.area(shapely.intersection(lots, cities))
    # The lot is left of the line going up in x, the city right of it: whatever they share lies in
    # the triangle between the line and the vertex a last place off. Plain GEOS is off by whole lots.
    assert np.count_nonzero(plain > 1) > 30
    for lot, city in zip(lots, cities, strict=True):
        parts = clip(city, array(lot), LOCAL_FEET)
        assert parts.inside[0].area < 1e-3
        assert parts.outside[0].area == pytest.approx(float(area(lot)), abs=1e-3 + GRID * lot.length)


def test_a_wrong_intersection_is_caught_and_computed_the_other_way(monkeypatch: pytest.MonkeyPatch) -> None:
    lots = shapely.box([0, 90, 200], 0, [50, 150, 250], 50)
    honest = shapely.intersection

    def gives_the_whole_lot(a: Shapes, b: BaseGeometry, **options: float) -> Shapes:
        found = np.array(honest(a, b, **options), dtype=object)
        found[1] = lots[1]
        return found

    monkeypatch.setattr(shapely, "intersection", gives_the_whole_lot)
    parts = clip(shapely.box(0, 0, 100, 100), lots, LOCAL_FEET)
    assert parts.reworked.tolist() == [1]
    assert shapely.area(parts.inside).tolist() == [2500, 500, 0]
    # The second lot is 60 by 50, of which 10 by 50 are inside; the third is 50 by 50.
    assert shapely.area(parts.outside).tolist() == [0, 2500, 2500]


def test_a_wrong_pair_that_adds_up_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    # Whole lot inside, nothing outside: the sum is right, as in overlay-01.
    monkeypatch.setattr(shapely, "intersection", lambda a, _b, **_: np.array(a, dtype=object))
    monkeypatch.setattr(shapely, "difference", lambda a, _b, **_: np.full(len(a), EMPTY, dtype=object))
    parts = clip(shapely.box(0, 0, 100, 100), array(shapely.box(90, 0, 150, 50)), LOCAL_FEET)
    assert parts.reworked.tolist() == [0]
    assert parts.inside[0].area == 500
    assert parts.outside[0].area == 60 * 50 - 500


def test_an_overlay_that_raises_is_computed_the_other_way(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = shapely.difference
    calls = []

    def fails(a: Shapes, b: BaseGeometry, **options: float) -> Shapes:
        calls.append(a)
        if isinstance(a, np.ndarray) or a.bounds[0] == 90:
            message = "TopologyException: side location conflict"
            raise shapely.errors.GEOSException(message)
        return honest(a, b, **options)

    monkeypatch.setattr(shapely, "difference", fails)
    parts = clip(shapely.box(0, 0, 100, 100), shapely.box([0, 90], 0, [50, 150], 50), LOCAL_FEET)
    assert parts.reworked.tolist() == [1]
    assert shapely.area(parts.outside).tolist() == [0, 60 * 50 - 500]
    assert len(calls) == 3


def test_what_cannot_be_shown_either_way_names_the_feature() -> None:
    bow_tie = shapely.Polygon([(0, 0), (10, 10), (10, 0), (0, 12.5)])
    with pytest.raises(OverlayUnverified) as caught:
        clip(shapely.box(-5, -5, 5, 5), array(shapely.box(0, 0, 1, 1), bow_tie), LOCAL_FEET)
    assert caught.value.places[0].row == 1
    assert "position 1 of 2" in caught.value.where


SQUARE = shapely.box(0, 0, 10, 10)
CITY = shapely.box(6, 0, 20, 10)
WRONG_PARTS = {
    "all inside": (SQUARE, EMPTY),
    "all outside": (EMPTY, SQUARE),
    "swapped": (shapely.box(0, 0, 6, 10), shapely.box(6, 0, 10, 10)),
    "line a thousandth of a foot off": (shapely.box(5.999, 0, 10, 10), shapely.box(0, 0, 5.999, 10)),
    "outside lost": (shapely.box(6, 0, 10, 10), shapely.box(0, 0, 6, 9)),
    "inside beyond the lot": (shapely.box(6, 0, 12, 10), shapely.box(0, 0, 4, 10)),
}


@pytest.mark.parametrize("parts", WRONG_PARTS.values(), ids=WRONG_PARTS)
def test_wrong_parts_do_not_hold(parts: tuple[BaseGeometry, BaseGeometry]) -> None:
    inside, outside = parts
    assert not parts_hold(CITY, array(SQUARE), array(inside), array(outside), LOCAL_FEET)[0]


def test_right_parts_hold() -> None:
    right = array(shapely.box(6, 0, 10, 10)), array(shapely.box(0, 0, 6, 10))
    assert parts_hold(CITY, array(SQUARE), *right, LOCAL_FEET)[0]


#          0         10        20
#     10   +---------+---------+
#          | boundary|  next   |
#      0   +---------+---------+
BOUNDARY = shapely.box(0, 0, 10, 10)
SORTING = {
    "well inside": (shapely.box(2, 2, 4, 4), "inside"),
    "inside, along the line": (shapely.box(5, 0, 10, 5), "inside"),
    "the boundary itself": (BOUNDARY, "inside"),
    "beside, sharing a line": (shapely.box(10, 0, 20, 10), "neither"),
    "at a corner": (shapely.box(10, 10, 20, 20), "neither"),
    "apart": (shapely.box(30, 0, 40, 10), "neither"),
    "in the box but not the shape": (shapely.box(10.5, 0, 11, 1), "neither"),
    "across the line": (shapely.box(9, 0, 12, 5), "cut"),
    "around the boundary": (shapely.box(-1, -1, 11, 11), "cut"),
    "over by a thousandth of a foot": (shapely.box(5, 5, 10.001, 6), "cut"),
    "in by a thousandth of a foot": (shapely.box(9.999, 5, 12, 6), "cut"),
    "over by less than the grid": (shapely.box(5, 5, 10.00004, 6), "inside"),
    "in by less than the grid": (shapely.box(9.99996, 5, 12, 6), "neither"),
    "two parts, one each side": (shapely.union_all(shapely.box([1, 12], 1, [2, 13], 2)), "cut"),
    "two parts, one inside, one touching": (shapely.union_all(shapely.box([1, 10], 1, [2, 13], 2)), "cut"),
    "around it, with the boundary as its hole": (shapely.box(-5, -5, 15, 15).difference(BOUNDARY), "neither"),
    "with heights": (shapely.force_3d(shapely.box(2, 2, 4, 4), 900.0), "inside"),
    "empty": (EMPTY, "neither"),
    "missing": (None, "neither"),
}


@pytest.mark.parametrize("indexed", [True, False], ids=["with an index", "without"])
@pytest.mark.parametrize(("shape", "expected"), SORTING.values(), ids=SORTING)
def test_a_feature_is_sorted(shape: BaseGeometry | None, expected: str, indexed: bool) -> None:
    features = array(shapely.box(100, 100, 101, 101), shape)
    tree = shapely.STRtree(features) if indexed else None
    told = sort_features(BOUNDARY, features, tree, LOCAL_FEET)
    assert told.inside.tolist() == ([1] if expected == "inside" else [])
    assert told.cut.tolist() == ([1] if expected == "cut" else [])
    assert len(told.clipped.inside) == len(told.cut)


def test_sorting_brings_the_parts_of_the_cut_ones_in_their_order() -> None:
    features = shapely.box([9, 0, 8, 50], [0, 0, 5, 0], [12, 4, 12, 60], [5, 4, 7, 9])
    told = sort_features(BOUNDARY, features, shapely.STRtree(features), LOCAL_FEET)
    assert (told.inside.tolist(), told.cut.tolist()) == ([1], [0, 2])
    assert shapely.area(told.clipped.inside).tolist() == [5, 4]
    assert shapely.area(told.clipped.outside).tolist() == [10, 4]


def test_no_boundary_holds_and_cuts_nothing() -> None:
    features = shapely.box([0, 5], 0, [1, 6], 1)
    told = sort_features(EMPTY, features, shapely.STRtree(features), LOCAL_FEET)
    parts = clip(EMPTY, features, LOCAL_FEET)
    assert len(told.inside) == len(told.cut) == 0
    assert shapely.is_empty(parts.inside).all()
    assert shapely.area(parts.outside).tolist() == [1, 1]


def test_no_features_give_no_parts() -> None:
    parts = clip(BOUNDARY, array(), LOCAL_FEET)
    assert len(parts.inside) == len(parts.outside) == len(parts.reworked) == 0
    assert union([], LOCAL_FEET).is_empty


def test_a_strip_a_thousandth_of_a_foot_wide_and_a_mile_long_is_kept() -> None:
    # 0.001 ft by 5,280 ft is 5.28 square feet; in the working frame's metres (about 0.0003 m) three
    # steps of the grid.
    lot, city = shapely.box(0, 0, 5280, 100), shapely.box(0, 99.999, 5280, 200)
    assert intersection(lot, city, LOCAL_FEET).area == pytest.approx(5.28, rel=1e-6)
    frame = working_frame("EPSG:8112")
    moved = [affinity.translate(shape, 500_000, 300_000) for shape in (lot, city)]
    assert intersection(*moved, frame).area == pytest.approx(5.28, rel=1e-4)


def test_a_hole_in_the_boundary_is_outside() -> None:
    ring = shapely.box(0, 0, 30, 30).difference(shapely.box(10, 10, 20, 20))
    parts = clip(ring, array(shapely.box(5, 5, 25, 25), shapely.box(12, 12, 15, 15)), LOCAL_FEET)
    assert shapely.area(parts.inside).tolist() == [300, 0]
    assert shapely.area(parts.outside).tolist() == [100, 9]


def test_a_wrong_union_is_caught_and_computed_the_other_way(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = shapely.union_all

    def loses_a_shape(shapes: Shapes, **options: float) -> BaseGeometry:
        lines = shapely.get_type_id(shapes)[0] != 3
        return honest(shapes, **options) if lines else shapes[0]

    monkeypatch.setattr(shapely, "union_all", loses_a_shape)
    joined = union([shapely.box(0, 0, 10, 10), shapely.box(5, 0, 20, 10)], LOCAL_FEET)
    assert joined.equals(shapely.box(0, 0, 20, 10))


def test_a_union_keeps_its_holes_and_its_islands() -> None:
    frame = [
        shapely.box(0, 0, 30, 10),
        shapely.box(0, 20, 30, 30),
        shapely.box(0, 0, 10, 30),
        shapely.box(20, 0, 30, 30),
    ]
    joined = union([*frame, shapely.box(14, 14, 16, 16)], LOCAL_FEET)
    assert joined.area == 900 - 100 + 4
    assert shapely.get_num_geometries(joined) == 2


# Three grid points so nearly on one line that the middle one is 0.000004 ft (much less than half a step of
# the grid) from the line of the others: rounding to the grid closes the triangle.
HAIRLINE = [(45.4785, 30.7915), (61.2109, 24.8045), (68.3466, 22.089)]


def test_a_hairline_hole_that_the_grid_closes_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    # The lines of the hole then run through the middle of the inside, which is told from a fault.
    lot = shapely.Polygon([(0, 0), (200, 0), (200, 100), (0, 100)], [HAIRLINE])
    boundary = shapely.box(-10, -10, 150, 110)
    parts = clip(boundary, array(lot), LOCAL_FEET)
    assert parts.inside[0].area == pytest.approx(150 * 100, abs=0.02)
    assert parts.outside[0].area == pytest.approx(50 * 100, abs=0.02)
    assert parts.reworked.tolist() == []
    # The same hole ten steps wide is no hairline: an inside that closes it does not hold.
    hole = [*HAIRLINE[:2], (HAIRLINE[2][0], HAIRLINE[2][1] + 0.05)]
    wide = array(shapely.Polygon([(0, 0), (200, 0), (200, 100), (0, 100)], [hole]))
    closed = array(shapely.box(0, 0, 150, 100))
    assert not parts_hold(boundary, wide, closed, array(shapely.box(150, 0, 200, 100)), LOCAL_FEET)[0]
    monkeypatch.setattr(proof, "_is_hairline", lambda *_, **__: False)
    with pytest.raises(OverlayUnverified):
        clip(boundary, array(lot), LOCAL_FEET)


def test_a_hairline_slit_in_the_boundary_is_no_fault() -> None:
    boundary = shapely.Polygon([(0, 0), (200, 0), (200, 100), (0, 100)], [HAIRLINE])
    parts = clip(boundary, array(shapely.box(10, 10, 300, 90)), LOCAL_FEET)
    assert parts.inside[0].area == pytest.approx(190 * 80, abs=0.02)
    assert parts.outside[0].area == pytest.approx(100 * 80, abs=0.02)
