"""Westby: frontage of each lot on the roll's right-of-way records, and the same lots by centrelines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import shapely

from gis.facts.layerset import LayerSet
from gis.facts.sewers.meetings.frontage import Frontages, frontages
from gis.facts.sewers.ways.rights_of_way import SurveyedWays, survey_ways
from gis.geometry.frame import working_frame
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.layer import Layer
from gis.layers.store import LayerStore
from gis.model.edition import Kind

pytestmark = pytest.mark.realdata

FILE = "wi-parcels-vernon-westby/vernon_2023.gdb"
VERNON = working_frame("EPSG:8112")
ACCURACY_FT = 0.1
M_PER_FT = 1200 / 3937
REACH = ACCURACY_FT * M_PER_FT + 2 * VERNON.grid
GROUND = 1.00038
"""Feet on the ground at Westby in a foot of the state's frame, which is that much too short there."""


@dataclass(frozen=True)
class Westby:
    """Lots, the six right-of-way records, and the roads around them."""

    roll: Layer
    roads: Layer
    lots: Layer
    row: shapely.Geometry

    @property
    def ids(self) -> list[str]:
        """Parcel numbers of the lots."""
        return [str(each) for each in self.lots.column("parcel_id")]

    def fronts(self, ways: SurveyedWays) -> Frontages:
        """Return the lots' fronts."""
        return frontages(self.lots.geometries, ways.rights, ACCURACY_FT, VERNON)

    def abutting(self, ways: SurveyedWays) -> set[str]:
        """Return the lots that share a line with ground which the roll records as right-of-way."""
        inside = shapely.area(shapely.intersection(ways.rights.geometries, self.row))
        recorded = inside > shapely.area(ways.rights.geometries) / 2
        found = self.fronts(ways)
        counts = ~found.is_point & recorded[found.right_of_way]
        return {self.ids[lot] for lot in found.parcel[counts]}


@pytest.fixture(scope="module")
def westby(realdata: Path, tmp_path_factory: pytest.TempPathFactory) -> Westby:
    folder = tmp_path_factory.mktemp("westby")

    def loaded(kind: Kind, request: ImportRequest) -> Layer:
        import_layer(request, folder)
        store = LayerStore(folder)
        return replace(store.load(next(each for each in store.manifests() if each.kind == kind)), frame=VERNON)

    roll = loaded("parcels", ImportRequest("parcels", realdata / FILE, layer="PARCELS_TEST_FINAL_DATASET_2023"))
    roads = loaded(
        "streets",
        ImportRequest("streets", realdata / FILE, layer="ROADS_2023", preset="county-roads", vintage="2023"),
    )
    kinds = roll.column("record_kind")
    near = np.sort(roads.tree.query(shapely.box(*shapely.total_bounds(roll.geometries)).buffer(50)))
    return Westby(
        roll=roll,
        roads=replace(roads, table=roads.table.iloc[near]),
        lots=replace(roll, table=roll.table[kinds == "parcel"]),
        row=shapely.union_all(roll.geometries[kinds == "row"]),
    )


def surveyed(*held: Layer) -> SurveyedWays:
    return survey_ways(LayerSet(VERNON, {each.kind: each for each in held}, Fraction("0.1")))


def test_frontage_of_each_lot_on_the_right_of_way_records(westby: Westby) -> None:
    ways = surveyed(westby.roll)
    assert set(ways.rights.sources) == {"parcels"}
    assert {name.split(" ")[0] for name in ways.rights.ids} == {"ROW"}
    found = westby.fronts(ways)
    told = np.bincount(found.parcel, weights=found.length_steps / 1000, minlength=len(westby.lots.geometries))
    # Another way: how much of each lot's outline lies in the records pushed out by the accuracy. At each end of a
    # front the push adds up to the accuracy; a lot with two fronts and a hole in its middle has four ends and more.
    pushed = westby.row.buffer(REACH, join_style="mitre")
    outlines = (
        shapely.length(shapely.intersection(shapely.boundary(westby.lots.geometries), pushed)) / M_PER_FT * GROUND
    )
    lots_on_it = told > 0
    assert lots_on_it.sum() == 96
    assert told[lots_on_it] == pytest.approx(outlines[lots_on_it], abs=1.0)
    # The others come near in a point at the most.
    assert outlines[~lots_on_it].max() < 4 * ACCURACY_FT
    # Lots that share no corner with the rest of the block are counted by hand on the map: a corner lot of 75 by 160 ft.
    corner = westby.ids.index("291001960000")
    assert told[corner] == pytest.approx(75.0 + 160.0, abs=0.1)


# What centrelines do not tell, lot by lot, with the reason; independent figures are asserted below.
BEYOND_THE_END = "291002870000"
"""Lies across the dead end of Elm Street, whose centreline stops short of it: a corridor ends with its line."""
UNDER_THE_LINE = "291005960001"
"""The centreline of Washington Street runs through the lot: what a parcel covers is no right-of-way."""


def test_hardly_any_road_states_the_width_of_its_right_of_way(westby: Westby) -> None:
    widths = westby.roads.column("right_of_way_width_ft")
    assert sum(width is not None for width in widths) == 1


def test_centrelines_of_the_usual_width_give_the_same_abutting_lots(westby: Westby) -> None:
    # The one road that states a width lies where the roll has no right-of-way record. So that both exist, the others
    # are given the width that plats of the city have: 66 ft, four rods.
    stated = westby.roads.table["right_of_way_width_ft"].fillna(66.0)
    wide = replace(westby.roads, table=westby.roads.table.assign(right_of_way_width_ft=stated))
    by_roll, by_width = westby.abutting(surveyed(westby.roll)), westby.abutting(surveyed(westby.lots, wide))
    assert len(by_roll) == 96
    assert by_width - by_roll == set()
    assert by_roll - by_width == {BEYOND_THE_END}


def test_centrelines_without_a_width_give_the_same_abutting_lots(westby: Westby) -> None:
    by_roll = westby.abutting(surveyed(westby.roll))
    by_gap = westby.abutting(surveyed(westby.lots, westby.roads))
    assert by_gap - by_roll == set()
    assert by_roll - by_gap == {BEYOND_THE_END, UNDER_THE_LINE}


def test_why_two_lots_differ(westby: Westby) -> None:
    lots = dict(zip(westby.ids, westby.lots.geometries, strict=True))
    roads = dict(zip(range(len(westby.roads.geometries)), westby.roads.column("name"), strict=True))
    lines = westby.roads.geometries
    end = lots[BEYOND_THE_END]
    elm = next(lines[row] for row, name in roads.items() if name == "ELM ST" and lines[row].distance(end) < 10)
    assert 10 < elm.distance(end) / M_PER_FT < 13
    last = shapely.get_point(shapely.get_parts(elm), -1)
    assert shapely.distance(last, end).min() == pytest.approx(elm.distance(end), abs=0.01)
    under = lots[UNDER_THE_LINE]
    inside = sum(
        shapely.length(shapely.intersection(lines[row], under))
        for row, name in roads.items()
        if name == "WASHINGTON ST"
    )
    assert inside / M_PER_FT == pytest.approx(35.0, abs=0.5)
