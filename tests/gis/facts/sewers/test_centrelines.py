"""How do street centrelines meet, and what is a street of which only the line and a width are on file?"""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gis.facts.sewers.meetings.frontage import frontages
from gis.facts.sewers.ways.centrelines import centrelines, no_centrelines
from gis.facts.sewers.ways.rights_of_way import survey_ways
from gis.facts.sewers.ways.widths import centreline_corridors
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer
from tests.gis.facts.sewers.drawn_ways import centreline, column, fronts, layer, layers, lots

REACH = 0.1


def streets(*lines: shapely.Geometry, names: tuple[str | None, ...] = (), widths: float | None = None) -> Layer:
    named = list(names) or [None] * len(lines)
    return layer(
        "streets", lines, name=named, right_of_way_width_ft=[np.nan if widths is None else widths] * len(lines)
    )


# Lines, and how many stretches they are.
MEETINGS = {
    "one line": ([centreline((0, 0), (900, 0))], 1),
    "two that go on": ([centreline((0, 0), (400, 0)), centreline((400, 0), (900, 0))], 1),
    "two that go on within the accuracy": ([centreline((0, 0), (400, 0)), centreline((400.05, 0.05), (900, 0))], 1),
    "two that end a foot apart": ([centreline((0, 0), (400, 0)), centreline((401, 0), (900, 0))], 2),
    "a T at ends": (
        [centreline((0, 0), (400, 0)), centreline((400, 0), (900, 0)), centreline((400, 0), (400, 500))],
        3,
    ),
    "a T into the middle of a line": ([centreline((0, 0), (900, 0)), centreline((400, 0), (400, 500))], 3),
    "a T that stops inches short": ([centreline((0, 0), (900, 0)), centreline((400, 0.08), (400, 500))], 3),
    "a crossing without a vertex": ([centreline((0, 0), (900, 0)), centreline((400, -500), (400, 500))], 4),
    "a ring and its street": (
        [centreline((0, 0), (400, 0)), centreline((400, 0), (600, 100), (600, -100), (400, 0))],
        2,
    ),
    "far apart": ([centreline((0, 0), (900, 0)), centreline((0, 300), (900, 300))], 2),
}


@pytest.mark.parametrize(("lines", "count"), MEETINGS.values(), ids=MEETINGS)
def test_stretches_between_intersections(lines: list[shapely.Geometry], count: int) -> None:
    net = centrelines(streets(*lines), REACH)
    assert len(set(net.stretch.tolist())) == count
    # What is cut is neither lost nor lengthened.
    assert shapely.length(net.lines).sum() == pytest.approx(sum(line.length for line in lines))


def test_an_alley_is_no_intersection_of_a_street() -> None:
    net = centrelines(
        streets(centreline((0, 0), (900, 0)), centreline((400, 0), (400, 300)), names=("Oak St", "Oak Alley")), REACH
    )
    assert len(set(net.stretch[~net.is_alley].tolist())) == 1
    assert set(net.stretch[net.is_alley].tolist()).isdisjoint(net.stretch[~net.is_alley].tolist())


def test_a_street_that_changes_its_name_is_two() -> None:
    net = centrelines(
        streets(centreline((0, 0), (400, 0)), centreline((400, 0), (900, 0)), names=("Oak St", "Elm St")), REACH
    )
    assert len(set(net.stretch.tolist())) == 2


def test_no_streets() -> None:
    assert len(centrelines(streets(), REACH).lines) == len(no_centrelines().lines) == 0


# A street of 66 ft along y = 0, 300 ft long; lots north and south of it, and how its ground lies then.
BESIDE = {
    "nothing near": ([], (0, -33, 300, 33)),
    "where the width puts it": ([shapely.box(0, 33, 300, 150)], (0, -33, 300, 33)),
    "a little farther": ([shapely.box(0, 40, 300, 150)], (0, -33, 300, 40)),
    "too far to be its edge": ([shapely.box(0, 44, 300, 150)], (0, -33, 300, 33)),
    "nearer: what a parcel covers is no street": ([shapely.box(0, 20, 300, 150)], (0, -33, 300, 20)),
    "on both hands": ([shapely.box(0, 30, 300, 150), shapely.box(0, -150, 300, -36)], (0, -36, 300, 30)),
}


@pytest.mark.parametrize(("parcels", "bounds"), BESIDE.values(), ids=BESIDE)
def test_a_street_as_wide_as_stated(parcels: list[shapely.Geometry], bounds: tuple[float, ...]) -> None:
    net = centrelines(streets(centreline((0, 0), (300, 0)), names=("Oak St",), widths=66.0), REACH)
    found = centreline_corridors(net, (column(parcels), column([])), LOCAL_FEET, 0.1, 10.0)
    assert found.rights.geometries[0].bounds == pytest.approx(bounds)
    assert found.rights.streets.tolist() == ["Oak St"]
    assert not found.rights.is_certain.any()
    assert [(each.parcel, each.by_ft) for each in found.narrowed] == (
        [(0, 13.0)] if bounds[3] == 20 else [(0, 3.0)] if bounds[3] == 30 else []
    )


def test_a_line_through_a_parcel_makes_no_street() -> None:
    farm = shapely.box(-100, -500, 900, 500)
    found = survey_ways(layers(lots([farm]), streets(centreline((0, 0), (300, 0)), widths=66.0)))
    assert len(found.rights) == 0


def test_a_street_on_record_is_not_drawn_again() -> None:
    record = layer("rights_of_way", [shapely.box(-50, -33, 350, 33)], right_of_way_id=["R1"], street=["Oak St"])
    found = survey_ways(layers(record, streets(centreline((0, 0), (300, 0)), widths=66.0)))
    assert found.rights.ids.tolist() == ["R1"]
    assert found.rights.sources.tolist() == ["rights_of_way"]


def test_lots_around_a_crossing_front_on_both_streets_and_no_farther() -> None:
    #  2 | 3     four lots of 100 by 150 ft around the crossing of two streets of 66 ft
    #  --+--
    #  0 | 1
    corners = [(-133, -183), (33, -183), (-133, 33), (33, 33)]
    parcels = [shapely.box(x, y, x + 100, y + 150) for x, y in corners]
    found = survey_ways(
        layers(
            lots(parcels),
            streets(
                centreline((-133, 0), (133, 0)),
                centreline((0, -183), (0, 183)),
                names=("Oak St", "Elm St"),
                widths=66.0,
            ),
        )
    )
    told = fronts(frontages(column(parcels), found.rights, 0.1, LOCAL_FEET), found.rights)
    lengths = {parcel: sorted(feet for (lot, _), feet in told.items() if lot == parcel) for parcel in range(4)}
    assert list(lengths.values()) == [[100.0, 150.0]] * 4


def test_centrelines_without_a_width_are_as_wide_as_parcels_leave_them() -> None:
    # Parcels on one hand are enough where a street is known to run, however short it is.
    parcels = [shapely.box(0, 25, 100, 150)]
    found = survey_ways(layers(lots(parcels), streets(centreline((0, 0), (100, 0)), names=("Oak Ct",))))
    assert found.rights.ids.tolist() == ["Oak Ct"]
    assert found.rights.sources.tolist() == ["centreline"]
    assert found.rights.geometries[0].bounds == (0, -25, 100, 25)
