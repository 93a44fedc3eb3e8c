"""Where are the rights-of-way, what are they told from, and what is wrong with them?"""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gis.facts.sewers.answers.way_faults import way_faults
from gis.facts.sewers.meetings.frontage import frontages
from gis.facts.sewers.ways.records import of_layer
from gis.facts.sewers.ways.rights_of_way import rights_of_way, survey_ways
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer
from tests.gis.facts.sewers.drawn_ways import centreline, column, fronts, layer, layers, lots

# Oak Street, 66 ft wide and 900 ft long along y = 0 to 66; lots of 100 by 150 ft on both hands.
OAK = shapely.box(0, 0, 900, 66)
NORTH = [shapely.box(x, 66, x + 100, 216) for x in range(0, 900, 100)]
SOUTH = [shapely.box(x, -150, x + 100, 0) for x in range(0, 900, 100)]
MAIN = centreline((0, 33), (900, 33))


def record(shape: shapely.Geometry = OAK, street: str | None = "Oak St", authority: str | None = None) -> Layer:
    return layer("rights_of_way", [shape], right_of_way_id=["R1"], street=[street], authority=[authority])


def test_each_source_alone() -> None:
    parcels, sewer = lots([*NORTH, *SOUTH]), layer("sewers", [MAIN], sewer_id=["s1"], kind=["gravity_main"])
    rows = lots([*NORTH, *SOUTH, OAK], ["parcel"] * 18 + ["row"])
    line = centreline((0, 33), (900, 33))
    wide = layer("streets", [line], name=["Oak St"], right_of_way_width_ft=[66.0])
    bare = layer("streets", [line], name=["Oak St"], right_of_way_width_ft=[np.nan])
    told = {}
    sources: dict[str, tuple[Layer, ...]] = {
        "layer": (parcels, record()),
        "roll": (rows,),
        "width": (parcels, wide),
        "centreline": (parcels, bare),
        "gap": (parcels, sewer),
    }
    for name, held in sources.items():
        rights = rights_of_way(layers(*held))
        met = fronts(frontages(column([*NORTH, *SOUTH]), rights, 0.1, LOCAL_FEET), rights)
        assert sorted(met.values()) == [100.0] * 18, name
        told[name] = (rights.ids.tolist(), rights.streets.tolist(), rights.sources.tolist(), rights.is_certain.tolist())
    assert told == {
        "layer": (["R1"], ["Oak St"], ["rights_of_way"], [True]),
        "roll": (["19"], [None], ["parcels"], [True]),
        "width": (["Oak St"], ["Oak St"], ["centreline"], [False]),
        "centreline": (["Oak St"], ["Oak St"], ["centreline"], [False]),
        "gap": (["gap along s1"], [None], ["gap"], [False]),
    }


def test_one_piece_of_ground_is_one_right_of_way_and_the_surest_goes_first() -> None:
    # The layer has the west half, the roll all of it, the centreline runs on beyond, and a sewer beyond that.
    parcels = lots([*NORTH, *SOUTH, OAK], ["parcel"] * 18 + ["row"])
    line = layer("streets", [centreline((0, 33), (1200, 33))], name=["Oak St"], right_of_way_width_ft=[66.0])
    sewer = layer("sewers", [MAIN], sewer_id=["s1"], kind=["gravity_main"])
    rights = rights_of_way(layers(parcels, record(shapely.box(0, 0, 450, 66)), line, sewer))
    assert rights.sources.tolist() == ["rights_of_way", "parcels", "centreline"]
    assert rights.streets.tolist() == ["Oak St"] * 3
    assert [shape.bounds for shape in rights.geometries] == [(0, 0, 450, 66), (450, 0, 900, 66), (900, 0, 1200, 66)]


def test_the_same_ground_drawn_twice_within_the_accuracy() -> None:
    rows = lots([shapely.box(0.05, 0.05, 900.05, 66.05)], ["row"])
    assert rights_of_way(layers(rows, record())).ids.tolist() == ["R1"]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"street": "Oak St"}, "street"),
        ({"street": "OAK ALLEY"}, "alley"),
        ({"street": "SOO LINE RAILROAD"}, "railroad"),
        ({"street": "Railroad Street"}, "street"),
        ({"street": "County Highway RR"}, "street"),
        ({"street": "ALLEY RD"}, "street"),
        ({"street": "Oak St", "authority": "DEED FROM SOO LINE RAILROAD"}, "street"),
        ({"street": None, "authority": "PRIVATE EASEMENT DOC 900001"}, "easement"),
        ({"street": None}, "street"),
    ],
)
def test_kinds(said: dict[str, str | None], kind: str) -> None:
    rights = rights_of_way(layers(record(**said)))
    assert rights.kinds.tolist() == [kind]
    assert rights.sources.tolist() == ["easement" if kind == "easement" else "rights_of_way"]


@pytest.mark.parametrize("named", ["RAILROAD", "Railroad Row", "RR"])
@pytest.mark.parametrize(
    ("line", "line_named", "kind"),
    [
        (MAIN, "same", "street"),
        (MAIN, "Oak Street", "railroad"),
        (centreline((450, -300), (450, 400)), "Oak Street", "railroad"),
        (None, None, "railroad"),
    ],
    ids=["its own centreline", "a centreline of another name", "a street across it", "no centreline"],
)
def test_a_name_without_a_type_is_a_railroad_unless_a_street_of_it_runs_there(
    named: str, line: shapely.Geometry | None, line_named: str | None, kind: str
) -> None:
    called = named.upper() if line_named == "same" else line_named
    held = [record(street=named)]
    if line is not None:
        held.append(layer("streets", [line], name=[called], street_id=["1"], right_of_way_width_ft=[np.nan]))
    assert set(rights_of_way(layers(*held)).kinds[:1].tolist()) == {kind}


def test_a_centreline_of_the_layer_of_streets_is_a_street_whatever_its_name() -> None:
    line = layer("streets", [MAIN], name=["Railroad"], right_of_way_width_ft=[np.nan])
    assert rights_of_way(layers(lots([*NORTH, *SOUTH]), line)).kinds.tolist() == ["street"]


def test_an_alley_is_told_by_the_class_of_its_centreline() -> None:
    streets = layer(
        "streets", [MAIN], name=["Oak Way"], kind=["ALLEY"], street_id=["1"], right_of_way_width_ft=[np.nan]
    )
    rights = rights_of_way(layers(record(street=None), streets))
    assert (rights.kinds.tolist(), rights.streets.tolist()) == (["alley"], ["Oak Way"])


def test_ids_that_are_missing_or_repeat_are_told_apart() -> None:
    held = layer(
        "rights_of_way",
        [shapely.box(0, y, 900, y + 66) for y in (0, 200, 400, 600)],
        right_of_way_id=["R1", None, "R1", None],
        street=[None, "Elm St", None, None],
    )
    assert of_layer(held).ids.tolist() == ["R1", "Elm St", "R1 (2)", "right-of-way 4"]


def test_rows_without_a_shape_are_nowhere() -> None:
    held = layer("rights_of_way", [OAK, shapely.Polygon()], right_of_way_id=["R1", "R2"])
    assert of_layer(held).ids.tolist() == ["R1"]
    assert len(rights_of_way(layers())) == 0
    assert len(rights_of_way(layers(lots(NORTH)))) == 0


def test_laterals_and_storm_sewers_tell_no_street() -> None:
    for kind in ("lateral", "storm"):
        sewer = layer("sewers", [MAIN], sewer_id=["s1"], kind=[kind])
        assert len(rights_of_way(layers(lots([*NORTH, *SOUTH]), sewer))) == 0


def test_water_is_no_corridor() -> None:
    sewer = layer("sewers", [MAIN], sewer_id=["s1"], kind=["interceptor"])
    river = layer("water", [OAK], name=["Fable River"])
    assert len(rights_of_way(layers(lots([*NORTH, *SOUTH]), sewer, river))) == 0


def faults(*held: Layer) -> list[tuple[str, str]]:
    found = layers(*held)
    return [(each.kind, each.feature_id) for each in way_faults(found, survey_ways(found))]


def test_a_right_of_way_drawn_over_lots_is_found_and_makes_no_front() -> None:
    wide = record(shapely.box(0, 0, 900, 78))
    found = layers(lots([*NORTH, *SOUTH]), wide)
    ways = survey_ways(found)
    (fault,) = way_faults(found, ways)
    assert (fault.kind, fault.layer, fault.feature_id) == ("over_lots", "rights_of_way", "R1")
    assert "9 parcels" in fault.what
    assert "12.0 ft" in fault.what
    assert fault.where.startswith("at ")
    told = fronts(frontages(column([*NORTH, *SOUTH]), ways.rights, 0.1, LOCAL_FEET), ways.rights)
    assert sorted(lot for lot, _ in told) == list(range(9, 18))


def test_a_right_of_way_over_lots_within_the_accuracy_is_none() -> None:
    assert faults(lots([*NORTH, *SOUTH]), record(shapely.box(0, 0, 900, 66.1))) == []


def test_a_layer_of_streets_that_misses_one() -> None:
    sewer = layer("sewers", [MAIN], sewer_id=["s1"], kind=["gravity_main"])
    elm = layer("streets", [centreline((0, 900), (900, 900))], name=["Elm St"], right_of_way_width_ft=[66.0])
    parcels = lots([*NORTH, *SOUTH])
    assert faults(parcels, sewer, elm) == [("no_street", "gap along s1")]
    assert faults(parcels, sewer) == []


def test_streets_without_a_width() -> None:
    lines = [centreline((0, 900), (900, 900)), centreline((0, 1900), (900, 1900))]
    some = layer("streets", lines, street_id=["1", "2"], name=["Elm St", None], right_of_way_width_ft=[66.0, np.nan])
    none = layer("streets", lines, street_id=["1", "2"], name=["Elm St", None], right_of_way_width_ft=[np.nan, np.nan])
    assert faults(some) == [("no_width", "2")]
    assert faults(none) == [("no_width", "drawn streets")]


def test_a_width_that_would_take_land_of_a_lot() -> None:
    street = layer("streets", [MAIN], name=["Oak St"], street_id=["1"], right_of_way_width_ft=[80.0])
    kinds = faults(lots([*NORTH, *SOUTH]), street)
    assert set(kinds) == {("width_over_lot", "Oak St")}
    assert len(kinds) == 18


def test_ground_that_is_no_corridor_is_listed() -> None:
    sewer = layer("sewers", [centreline((0, 66), (900, 66))], sewer_id=["s1"], kind=["gravity_main"])
    apart = lots([*(shapely.box(x, 69, x + 100, 216) for x in range(0, 900, 100)), shapely.box(0, 0, 900, 63)])
    assert faults(apart, sewer) == [("sliver", "s1")]
