"""Where does one stretch of a street end and the next begin?"""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gis.facts.sewers.meetings.frontage import frontages
from gis.facts.sewers.ways.stretches import cut_into_stretches, stretches
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer
from tests.gis.facts.sewers.drawn_ways import centreline, column, fronts, layer, ways


def streets(**lines: shapely.Geometry) -> Layer:
    names = [name.replace("_", " ") for name in lines]
    return layer("streets", list(lines.values()), name=names, right_of_way_width_ft=[np.nan] * len(names))


# A crossing as one polygon, its arms 66 ft wide and 500 ft long, and a lot of 100 by 150 ft in each corner:
#
#     2 | N | 3
#    ---+   +---
#     W       E
#    ---+   +---
#     0 | S | 1
CROSSING = shapely.box(-500, -33, 500, 33) | shapely.box(-33, -500, 33, 500)
CORNERS = [shapely.box(x, y, x + 100, y + 150) for x, y in ((-133, -183), (33, -183), (-133, 33), (33, 33))]
OAK, ELM = centreline((-500, 0), (500, 0)), centreline((0, -500), (0, 500))


def test_a_crossing_has_four_stretches_and_corner_lots_two_fronts() -> None:
    cut = stretches(ways([CROSSING]), streets(Oak=OAK, Elm=ELM), LOCAL_FEET)
    assert cut.ids.tolist() == ["A 1", "A 2", "A 3", "A 4"]
    assert sorted(cut.streets) == ["Elm", "Elm", "Oak", "Oak"]
    assert shapely.area(cut.geometries).sum() == pytest.approx(CROSSING.area)
    # Cut from the middle to the corners: each has its arm of 467 x 66 ft and a quarter of the crossing.
    assert shapely.area(cut.geometries) == pytest.approx([467 * 66 + 66 * 66 / 4] * 4)
    by_side = frontages(column(CORNERS), cut, 0.1, LOCAL_FEET).by_side(cut)
    assert by_side == tuple(
        (lot, name, feet) for lot in range(4) for name, feet in (("Elm", 150_000), ("Oak", 100_000))
    )


def test_a_lot_beyond_the_crossing_is_on_another_stretch() -> None:
    cut = stretches(ways([CROSSING]), streets(Oak=OAK, Elm=ELM), LOCAL_FEET)
    west, east = shapely.box(-300, 33, -200, 183), shapely.box(200, 33, 300, 183)
    told = fronts(frontages(column([west, east]), cut, 0.1, LOCAL_FEET), cut)
    assert sorted(told.values()) == [100.0, 100.0]
    assert len({name for _, name in told}) == 2


def test_the_lot_across_the_top_of_a_t_fronts_on_both_stretches() -> None:
    ground = shapely.box(-500, -33, 500, 33) | shapely.box(-33, -500, 33, 0)
    cut = stretches(ways([ground]), streets(Oak=OAK, Elm=centreline((0, -500), (0, 0))), LOCAL_FEET)
    top = column([shapely.box(-20, 33, 80, 183)])
    found = frontages(top, cut, 0.1, LOCAL_FEET)
    # The middle of the crossing is x = 0: 20 ft to the west of it, 80 ft to the east.
    assert sorted(fronts(found, cut).values()) == [20.0, 80.0]
    assert found.by_side(cut) == ((0, "Oak", 100_000),)


def test_an_alley_is_cut_from_its_street_and_does_not_cut_it() -> None:
    ground = shapely.box(-500, -33, 500, 33) | shapely.box(-10, 33, 10, 400)
    cut = stretches(ways([ground]), streets(Oak=OAK, Oak_Alley=centreline((0, 0), (0, 400))), LOCAL_FEET)
    assert dict(zip(cut.kinds, cut.streets, strict=True)) == {"street": "Oak", "alley": "Oak Alley"}
    street, alley = (cut.geometries[cut.kinds == kind][0] for kind in ("street", "alley"))
    assert street.area == pytest.approx(1000 * 66)
    assert alley.area == pytest.approx(20 * 367)


def test_unequal_widths_are_cut_at_the_corner_of_the_lots() -> None:
    ground = shapely.box(-500, -60, 500, 60) | shapely.box(-25, 60, 25, 500)
    cut = stretches(ways([ground]), streets(Oak=OAK, Elm=centreline((0, 0), (0, 500))), LOCAL_FEET)
    lot = column([shapely.box(25, 60, 125, 260)])
    assert frontages(lot, cut, 0.1, LOCAL_FEET).by_side(cut) == ((0, "Elm", 200_000), (0, "Oak", 100_000))


def test_a_corner_that_is_rounded_off() -> None:
    # The corner's square of 15 ft outside the lots' rounded corner belongs to the street.
    square, disc = shapely.box(33, 33, 48, 48), shapely.Point(48, 48).buffer(15, quad_segs=16)
    cut = stretches(ways([CROSSING | (square - disc)]), streets(Oak=OAK, Elm=ELM), LOCAL_FEET)
    lot = column([(CORNERS[3] - square) | (disc & CORNERS[3])])
    sides = {name: steps / 1000 for _, name, steps in frontages(lot, cut, 0.1, LOCAL_FEET).by_side(cut)}
    # The quarter circle of 15 ft is halved between the two streets: 15 pi / 4 = 11.78 ft each.
    assert sides == pytest.approx({"Oak": 85 + 11.78, "Elm": 135 + 11.78}, abs=0.75)
    assert sum(sides.values()) == pytest.approx(220 + 23.56, abs=0.05)


def test_centrelines_that_are_not_in_the_middle() -> None:
    cut = stretches(
        ways([CROSSING]),
        streets(Oak=centreline((-500, 8), (500, 8)), Elm=centreline((-6, -500), (-6, 500))),
        LOCAL_FEET,
    )
    by_side = frontages(column(CORNERS), cut, 0.1, LOCAL_FEET).by_side(cut)
    assert by_side == tuple(
        (lot, name, feet) for lot in range(4) for name, feet in (("Elm", 150_000), ("Oak", 100_000))
    )


@pytest.mark.parametrize("joint", [7.0, -7.0, 33.0])
def test_a_joint_of_a_centreline_near_the_crossing_changes_nothing(joint: float) -> None:
    elm = {"Elm": centreline((0, -500), (0, joint)), "Elm_2": centreline((0, joint), (0, 500))}
    names = ["Oak", "Elm", "Elm"]
    lines = layer("streets", [OAK, *elm.values()], name=names, right_of_way_width_ft=[np.nan] * 3)
    by_side = frontages(column(CORNERS), cut := stretches(ways([CROSSING]), lines, LOCAL_FEET), 0.1, LOCAL_FEET)
    assert by_side.by_side(cut) == tuple(
        (lot, name, feet) for lot in range(4) for name, feet in (("Elm", 150_000), ("Oak", 100_000))
    )


def test_a_street_that_has_no_line_of_its_own_cuts_one_that_has() -> None:
    # Elm's record meets Oak's from the north; the layer of streets has Oak only.
    rights = ways([shapely.box(0, 0, 900, 66), shapely.box(300, 66, 366, 400)], streets=["Oak", "Elm"])
    cut = cut_into_stretches(rights, streets(Oak=centreline((0, 33), (900, 33))), LOCAL_FEET)
    assert cut.rights.ids.tolist() == ["A 1", "A 2", "B"]
    assert cut.rights.streets.tolist() == ["Oak", "Oak", "Elm"]
    assert [shape.bounds[2] for shape in cut.rights.geometries[:2]] == [333.0, 900.0]
    assert cut.rights.is_certain.tolist() == [False, False, True]
    assert (cut.one.tolist(), cut.other.tolist(), cut.by.tolist()) == ([0, 1], [1, 0], [1, 1])


def test_a_street_without_a_line_keeps_its_name_beside_another_that_has_one() -> None:
    # Elm crosses Oak, which alone has a centreline: each of Elm's two pieces is Elm, though Oak's line is the nearest.
    rights = ways([shapely.box(0, 0, 900, 66), shapely.box(300, -300, 366, 400)], streets=["Oak", "Elm"])
    cut = stretches(rights, streets(Oak=centreline((0, 33), (900, 33))), LOCAL_FEET)
    assert dict(zip(cut.ids, cut.streets, strict=True)) == {"A 1": "Oak", "A 2": "Oak", "B 1": "Elm", "B 2": "Elm"}


def test_a_crossing_that_centrelines_tell_is_cut_once_and_certain() -> None:
    rights = ways([shapely.box(0, 0, 900, 66), shapely.box(300, 66, 366, 400)])
    cut = stretches(
        rights, streets(Oak=centreline((0, 33), (900, 33)), Elm=centreline((333, 33), (333, 400))), LOCAL_FEET
    )
    assert cut.ids.tolist() == ["A 1", "A 2", "B"]
    assert cut.is_certain.all()


def test_streets_with_polygons_of_their_own_without_a_centreline() -> None:
    #        B          Oak (A) runs through; Elm (B) ends at it from the north, and C goes on from A's east end.
    #   -----+-----+--
    #        A     | C
    rights = ways([shapely.box(0, 0, 900, 66), shapely.box(300, 66, 366, 400), shapely.box(900, 0, 1200, 66)])
    cut = stretches(rights, None, LOCAL_FEET)
    assert cut.ids.tolist() == ["A 1", "A 2", "B", "C"]
    assert [shape.bounds[2] for shape in cut.geometries[:2]] == [333.0, 900.0]


@pytest.mark.parametrize(
    ("other", "ids"),
    {
        "an alley": ((shapely.box(300, 66, 320, 400), "alley"), ["A", "B"]),
        "a railroad": ((shapely.box(300, 66, 400, 400), "railroad"), ["A", "B"]),
        "a corner's turn": ((shapely.box(834, 66, 900, 400), "street"), ["A", "B"]),
        "a street along it": ((shapely.box(0, 66, 900, 132), "street"), ["A", "B"]),
        "a street drawn over it": ((shapely.box(300, -300, 366, 400), "street"), ["A 1", "A 2", "B 1", "B 2"]),
        "a street from both sides": (
            (shapely.box(300, -300, 366, 0) | shapely.box(300, 66, 366, 400), "street"),
            ["A 1", "A 2", "B"],
        ),
    }.values(),
)
def test_what_makes_an_intersection(other: tuple[shapely.Geometry, str], ids: list[str]) -> None:
    shape, kind = other
    cut = stretches(ways([shapely.box(0, 0, 900, 66), shape], ["street", kind]), None, LOCAL_FEET)
    assert cut.ids.tolist() == ids


def test_easements_and_what_is_derived_stay_whole() -> None:
    rights = ways(
        [CROSSING] * 4,
        ["easement", "street", "street", "railroad"],
        sources=["easement", "gap", "centreline", "parcels"],
    )
    assert stretches(rights, streets(Oak=OAK, Elm=ELM), LOCAL_FEET).ids.tolist() == ["A", "B", "C", "D"]


def test_a_right_of_way_without_a_name_is_called_after_its_street() -> None:
    rights = ways([shapely.box(0, -33, 400, 33), shapely.box(0, 500, 400, 566)])
    told = stretches(rights, streets(Oak_St=centreline((0, 0), (400, 0))), LOCAL_FEET)
    assert told.streets.tolist() == ["Oak St", None]


def test_the_order_of_streets_and_of_rights_changes_nothing() -> None:
    parts = [shapely.box(-500, -33, 500, 33), shapely.box(-33, 33, 33, 500), shapely.box(-33, -500, 33, -33)]
    one = stretches(ways(parts), streets(Oak=OAK, Elm=ELM), LOCAL_FEET)
    other = stretches(ways(parts[::-1], ids=["C", "B", "A"]), streets(Elm=ELM, Oak=OAK), LOCAL_FEET)
    drawn = [
        {name: shapely.normalize(shape).wkt for name, shape in zip(cut.ids, cut.geometries, strict=True)}
        for cut in (one, other)
    ]
    assert drawn[0] == drawn[1]
