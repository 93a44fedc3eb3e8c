from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import geopandas as gpd
import numpy as np
import pytest
import shapely
from shapely import LineString, box
from shapely.geometry.base import BaseGeometry

from gis.facts.layerset import LayerSet
from gis.facts.sewers.areas.lying import NOWHERE, lying
from gis.facts.sewers.blocks.blocks import Blocks, blocks_of_layer, derived_blocks, sewers_in_blocks
from gis.facts.sewers.ground import sewer_ground
from gis.facts.sewers.mains import mains
from gis.facts.sewers.meetings.holding import holding
from gis.facts.sewers.ways.records import of_layer
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer
from tests.gis.facts.sewers.sewer_scene import DATE, Record, layer_set

# A block of 400 by 300 ft between four streets 60 ft wide:
#
#   (-60, 360) +------------------------------+
#              |            North             |
#              +----+--------------------+----+
#              |West|     400 x 300      |East|
#              +----+--------------------+----+
#              |            South             |
#    south side +------------------------------+ (460, -60)
SOUTH, NORTH = box(-60, -60, 460, 0), box(-60, 300, 460, 360)
WEST, EAST = box(-60, 0, 0, 300), box(400, 0, 460, 300)
BLOCK = box(0, 0, 400, 300)
EVERYWHERE = box(-2000, -2000, 2000, 2000)


def rows(id_name: str, *shapes: BaseGeometry, **columns: str) -> list[Record]:
    return [{id_name: f"{id_name} {n}", "shape": shape, **columns} for n, shape in enumerate(shapes, start=1)]


def streets(*shapes: BaseGeometry, kind: str = "street") -> list[Record]:
    return rows("row_id", *shapes, kind=kind)


def found(**records: Sequence[Record]) -> Blocks:
    layers = layer_set(records)
    shapes = {
        kind: layers.layers[kind].geometries if kind in layers.layers else np.zeros(0, dtype=object)
        for kind in ("streets", "railroads", "water", "municipalities", "plats")
    }
    rights = of_layer(layers.layers["rights_of_way"])
    return derived_blocks(rights, **shapes, frame=LOCAL_FEET, accuracy_ft=0.1)


def outlines(blocks: Blocks) -> list[tuple[float, ...]]:
    return [block.bounds for block in blocks.geometries]


def village(shape: BaseGeometry) -> list[Record]:
    return [{"name": "Village of Elm", "kind": "village", "county": "Rock", "shape": shape}]


def test_four_streets_enclose_a_block() -> None:
    blocks = found(rights_of_way=streets(SOUTH, NORTH, WEST, EAST))
    assert [block.equals(BLOCK) for block in blocks.geometries] == [True]
    assert blocks.closed_by.tolist() == [("street",)]
    assert blocks.sources.tolist() == ["derived"]


@pytest.mark.parametrize(
    ("closer", "closed_by"),
    [
        ({"railroads": rows("railroad_id", box(400, -60, 430, 360))}, ("railroad", "street")),
        ({"railroads": rows("railroad_id", LineString([(400, -60), (400, 360)]))}, ("railroad", "street")),
        ({"rights_of_way": streets(EAST, kind="railroad")}, ("railroad", "street")),
        ({"water_bodies": rows("name", box(400, -90, 900, 390))}, ("street", "water")),
        ({"municipalities": village(box(-90, -90, 400, 390))}, ("limits", "street")),
    ],
    ids=["railroad ground", "railroad line", "railroad right-of-way", "lake", "village limit"],
)
def test_what_closes_a_block_where_a_street_stops(closer: dict[str, list[Record]], closed_by: tuple[str, ...]) -> None:
    records: dict[str, list[Record]] = {"rights_of_way": streets(SOUTH, NORTH, WEST)}
    for kind, more in closer.items():
        records[kind] = [*records.get(kind, []), *more]
    blocks = found(**records)
    here = [how for block, how in zip(blocks.geometries, blocks.closed_by, strict=True) if block.equals(BLOCK)]
    assert here == [closed_by]


PLAT = {"plat_id": "Plat of Mill", "shape": box(-90, -90, 400, 390)}
FIELDS = streets(box(-60, 960, 2060, 1020), box(-60, -1020, 2060, -960), box(-120, -1020, -60, 1020))
FARTHER_EAST = box(2000, -1020, 2060, 1020)


def test_the_limit_of_a_plat_closes_a_block_where_streets_stop_at_it() -> None:
    """South and North stop at the plat's east limit, x = 400; beyond are fields, with roads half a mile apart."""
    short = [box(-60, -60, 400, 0), box(-60, 300, 400, 360), WEST]
    roads = [*FIELDS, *rows("row_id", FARTHER_EAST, kind="street")]
    open_to_fields = found(rights_of_way=[*streets(*short), *roads])
    assert not any(block.equals(BLOCK) for block in open_to_fields.geometries)
    blocks = found(rights_of_way=[*streets(*short), *roads], plats=[PLAT])
    here = [how for block, how in zip(blocks.geometries, blocks.closed_by, strict=True) if block.equals(BLOCK)]
    assert here == [("plat", "street")]


def test_of_ground_that_nothing_encloses_a_plat_closes_what_its_streets_stop_at() -> None:
    blocks = found(rights_of_way=streets(box(-60, -60, 400, 0), box(-60, 300, 400, 360), WEST), plats=[PLAT])
    here = [how for block, how in zip(blocks.geometries, blocks.closed_by, strict=True) if block.equals(BLOCK)]
    assert here == [("plat", "street")]


@pytest.mark.parametrize(
    "limit",
    [box(-90, -90, 200, 390), box(-90, 150, 490, 390), box(0, 0, 200, 300)],
    ids=["streets go on across it", "it runs mid-block between lots", "within the block"],
)
def test_a_plat_at_which_no_street_stops_cuts_no_block(limit: BaseGeometry) -> None:
    """Two plats back to back within a grid are one block."""
    grid = streets(SOUTH, NORTH, WEST, EAST)
    blocks = found(rights_of_way=grid, plats=[{"plat_id": "half", "shape": limit}])
    assert [block.equals(BLOCK) for block in blocks.geometries] == [True]
    assert blocks.closed_by.tolist() == [("street",)]


@pytest.mark.parametrize(
    "not_closing",
    [
        {},
        {"water_bodies": rows("name", LineString([(400, -90), (400, 390)]))},
        {"rights_of_way": streets(EAST, kind="alley")},
        {"rights_of_way": streets(EAST, kind="easement")},
    ],
    ids=["nothing", "creek drawn as a line", "alley", "easement"],
)
def test_open_ground_is_no_block(not_closing: dict[str, list[Record]]) -> None:
    every = [*streets(SOUTH, NORTH, WEST), *not_closing.get("rights_of_way", [])]
    assert len(found(**{**not_closing, "rights_of_way": every})) == 0


def test_a_street_goes_on_over_a_level_crossing() -> None:
    # The record of the eastern street stops for 30 ft on both sides of the rails, which no layer draws; its centreline,
    # for the most part within the record, goes on. The block ends there at the centreline: 30 by 30 ft more.
    split = streets(SOUTH, NORTH, WEST, box(400, -60, 460, 140), box(400, 170, 460, 360))
    line = rows("street_id", LineString([(430, -60), (430, 360)]))
    blocks = found(rights_of_way=split, streets=line)
    assert [block.bounds for block in blocks.geometries] == [(0, 0, 430, 300)]
    assert blocks.geometries[0].area == BLOCK.area + 30 * 30
    assert len(found(rights_of_way=split)) == 0


def test_a_limit_around_land_without_streets_is_no_block() -> None:
    # The lone street lies inside the village and closes nothing: no street runs around the land.
    assert len(found(rights_of_way=streets(box(0, 0, 400, 60)), municipalities=village(EVERYWHERE))) == 0


def test_an_alley_divides_no_block() -> None:
    alley = streets(box(0, 140, 400, 160), kind="alley")
    assert outlines(found(rights_of_way=[*streets(SOUTH, NORTH, WEST, EAST), *alley])) == [BLOCK.bounds]


# An alley from street to street through the middle of the block, and its centreline, drawn into both streets.
ALLEY = box(0, 140, 400, 160)
ALLEY_LINE = LineString([(-30, 150), (430, 150)])


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (streets(ALLEY, kind="alley"), {}),
        (streets(ALLEY, kind="alley"), {"name": "North Ninth", "street_kind": "LOCAL"}),
        ([], {"street_kind": "ALLEY"}),
        ([], {"name": "NINTH ALY", "street_kind": "LOCAL"}),
        ([], {"name": "Elm Street Alley"}),
    ],
    ids=["its record", "its record, another name", "its class", "its name", "its whole name"],
)
def test_the_centreline_of_an_alley_bounds_no_block(records: list[Record], said: dict[str, str]) -> None:
    line = Layer("streets", "drawn", Fraction(1, 10), LOCAL_FEET, _named_line(said))
    around = layer_set({"rights_of_way": [*streets(SOUTH, NORTH, WEST, EAST), *records]})
    with_line = replace(around, layers={**around.layers, "streets": line})
    ground = sewer_ground(replace(with_line, layers={**with_line.layers, **one_lot().layers}), DATE)
    assert outlines(ground.blocks) == [BLOCK.bounds]


@pytest.mark.parametrize("said", [{}, {"name": "Alley Road"}, {"name": "Railroad Street", "street_kind": "LOCAL"}])
def test_the_centreline_of_a_street_without_a_record_bounds_blocks(said: dict[str, str]) -> None:
    line = Layer("streets", "drawn", Fraction(1, 10), LOCAL_FEET, _named_line(said))
    around = layer_set({"rights_of_way": streets(SOUTH, NORTH, WEST, EAST)})
    every = {**around.layers, "streets": line, **one_lot().layers}
    found_here = outlines(sewer_ground(replace(around, layers=every), DATE).blocks)
    assert len(found_here) == 2
    assert all(north - south < 160 for _, south, _, north in found_here)


def _named_line(said: dict[str, str]) -> gpd.GeoDataFrame:
    columns = {"street_id": ["1"], "name": [said.get("name")], "kind": [said.get("street_kind")]}
    return gpd.GeoDataFrame({**columns, "right_of_way_width_ft": [np.nan]}, geometry=[ALLEY_LINE])


def one_lot() -> LayerSet:
    return layer_set({"parcels": [{"parcel_id": "1", "shape": box(0, 0, 50, 130)}]})


@pytest.mark.parametrize(("gap_ft", "blocks"), [(0.04, 2), (1, 2), (9, 2), (10, 2), (12, 1)])
def test_blocks_do_not_hang_together_by_a_neck(gap_ft: float, blocks: int) -> None:
    # A cross street from South to North, its end short of North by the gap: 180 ft of land to each side of it.
    cross = box(180, 0, 220, 300 - gap_ft)
    parted = found(rights_of_way=streets(SOUTH, NORTH, WEST, EAST, cross))
    assert len(parted) == blocks
    # The neck stays with one of the two.
    assert sum(block.area for block in parted.geometries) == pytest.approx(400 * 300 - cross.area)


def test_a_street_goes_on_where_an_alley_crosses_it() -> None:
    # The cross street is two records with the alley's between them; the alley is cut in the middle of the street.
    # Two blocks of 180 ft, each with its own part of the alley.
    cross = (box(180, 0, 220, 140), box(180, 160, 220, 300))
    alleys = streets(box(0, 140, 200, 160), box(200, 140, 400, 160), kind="alley")
    blocks = found(rights_of_way=[*streets(SOUTH, NORTH, WEST, EAST, *cross), *alleys])
    assert outlines(blocks) == [(0, 0, 180, 300), (220, 0, 400, 300)]
    assert [block.area for block in blocks.geometries] == [180 * 300] * 2


def test_a_centreline_stands_for_a_right_of_way_that_is_not_known() -> None:
    line = LineString([(430, -60), (430, 360)])
    blocks = found(rights_of_way=streets(SOUTH, NORTH, WEST), streets=rows("street_id", line))
    assert outlines(blocks) == [(0, 0, 430, 300)]


def test_a_centreline_beside_its_right_of_way_cuts_no_strip_from_a_block() -> None:
    # Strays 2 ft into the block for 60 of its 300 ft, and lies in the street for the rest.
    line = LineString([(430, -60), (430, 90), (398, 91), (398, 150), (430, 151), (430, 360)])
    blocks = found(rights_of_way=streets(SOUTH, NORTH, WEST, EAST), streets=rows("street_id", line))
    assert outlines(blocks) == [BLOCK.bounds]


def test_names_and_order_do_not_hang_on_the_order_of_the_rows() -> None:
    every = streets(SOUTH, NORTH, WEST, EAST, box(180, 0, 220, 300), box(0, 140, 180, 160))
    one, other = found(rights_of_way=every), found(rights_of_way=every[::-1])
    assert outlines(one) == outlines(other) == [(0, 0, 180, 140), (0, 160, 180, 300), (220, 0, 400, 300)]
    assert one.ids.tolist() == other.ids.tolist() == ["derived block 1", "derived block 2", "derived block 3"]


def test_blocks_of_a_layer_keep_their_ids() -> None:
    layer = layer_set({"blocks": [{"block_id": "B-7", "shape": BLOCK}, {"block_id": None, "shape": EAST}]})
    blocks = blocks_of_layer(layer.layers["blocks"])
    assert blocks.ids.tolist() == ["B-7", "row 2"]
    assert blocks.sources.tolist() == ["blocks", "blocks"]


def sewer(*points: tuple[float, float], **said: str) -> Record:
    return {"kind": "gravity", "owner": "local", "status": "in_service", **said, "shape": LineString(points)}


def runs(*sewers: Record, more: Sequence[Record] = (), east: Sequence[Record] = ()) -> list[tuple[str, str]]:
    """Return sewer and how it runs, for the block of the sketch."""
    named = [{"sewer_id": f"s{n}", **each} for n, each in enumerate(sewers, start=1)]
    layers = layer_set(
        {"sewers": named, "rights_of_way": [*streets(SOUTH, NORTH, WEST), *(east or streets(EAST)), *more]}
    )
    rights, lines = of_layer(layers.layers["rights_of_way"]), mains(layers, DATE)
    assert lines is not None
    one = blocks_of_layer(layer_set({"blocks": rows("block_id", BLOCK)}).layers["blocks"])
    told = sewers_in_blocks(one, lines, rights, holding(rights, lines, 0.1, LOCAL_FEET), LOCAL_FEET, 0.1)
    assert told.block.tolist() == [0] * len(told.block)
    return [(lines.ids[row], how) for row, how in zip(told.sewer.tolist(), told.how, strict=True)]


@pytest.mark.parametrize(
    ("line", "how"),
    [
        (((-60, -30), (460, -30)), "bounding_street"),
        (((430, 20), (430, 280)), "bounding_street"),
        (((100, -30), (100, 120)), "interior"),
        (((100, 50), (300, 250)), "interior"),
        (((100, -30), (100, 330)), "through"),
        (((-30, 150), (200, 150), (200, 330)), "through"),
    ],
    ids=[
        "street to the south",
        "street to the east",
        "stub from a street",
        "wholly inside",
        "from side to side",
        "bent",
    ],
)
def test_how_a_sewer_lies_to_a_block(line: tuple[tuple[float, float], ...], how: str) -> None:
    assert runs(sewer(*line)) == [("s1", how)]


def test_a_line_of_several_pipes_goes_through_as_one() -> None:
    # From South to North in three pipes from manhole to manhole; the middle one meets no line of the block.
    pipes = [sewer((100, start), (100, end)) for start, end in ((-30, 90), (90, 210), (210, 330))]
    assert runs(*pipes) == [("s1", "through"), ("s2", "through"), ("s3", "through")]


def test_a_sewer_in_an_alley_is_in_the_block() -> None:
    alley = streets(box(0, 140, 400, 160), kind="alley")
    assert runs(sewer((20, 150), (380, 150)), more=alley) == [("s1", "interior")]


@pytest.mark.parametrize("kind", ["railroad", "alley", "easement"])
def test_what_bounds_a_block_and_is_no_street_is_no_bounding_street(kind: str) -> None:
    assert runs(sewer((430, 20), (430, 280)), east=streets(EAST, kind=kind)) == []


@pytest.mark.parametrize("kind", ["lateral", "storm"])
def test_laterals_and_storm_sewers_are_no_public_sewers_of_a_block(kind: str) -> None:
    assert runs(sewer((100, -30), (100, 120), kind=kind)) == []


def test_a_sewer_within_the_accuracy_of_the_line_is_in_the_street_and_not_in_the_block() -> None:
    # 0.05 ft inside the block's south line, which the layers place to within 0.1 ft.
    assert runs(sewer((50, 0.05), (350, 0.05))) == [("s1", "bounding_street")]


def test_a_street_that_only_meets_a_corner_does_not_bound() -> None:
    beyond = streets(box(460, -60, 900, 0))
    assert runs(sewer((500, -30), (890, -30)), more=beyond) == []


@pytest.mark.parametrize(
    ("lot", "most", "is_whole"),
    [
        (box(0, 0, 50, 50), 0, [True]),
        (box(50, 0, 130, 50), 0, [False, False]),
        (box(80, 0, 130, 50), 1, [False, False]),
        (box(75, 0, 125, 50), 0, [False, False]),
        (box(50, 0, 100.05, 50), 0, [True]),
        (box(100, 0, 100.02, 50), 1, [True]),
        (box(100, 100, 150, 150), NOWHERE, []),
        (box(300, 0, 350, 50), NOWHERE, []),
    ],
    ids=["whole", "most left", "most right", "halves", "within accuracy", "thin strip", "corner only", "apart"],
)
def test_where_land_lies(lot: BaseGeometry, most: int, is_whole: list[bool]) -> None:
    areas = shapely.box([0, 100], 0, [100, 200], 100)
    told = lying(np.array([lot], dtype=object), areas, 0.1, LOCAL_FEET)
    assert (told.most(1).tolist(), told.is_whole.tolist()) == ([most], is_whole)
