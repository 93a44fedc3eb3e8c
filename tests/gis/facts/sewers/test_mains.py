"""Which sewers are there, whose, and since when do they serve?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations

import geopandas as gpd
import numpy as np
import pytest
import shapely

from gis.facts.layerset import LayerSet
from gis.facts.sewers.mains import Mains, mains, sewers_in_order
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer
from tests.gis.facts.sewers.drawn_ways import layer as drawn_layer
from tests.gis.facts.sewers.mini_village import MAINS, by_parcel, village
from tests.gis.network.drawn import Row, layer, node, pipe

DAY = dt.date(2026, 6, 15)
LINE = ((0.0, 0.0), (9.0, 0.0))
GROUND = shapely.box(0, 0, 9, 9)
TOWNS = [{"name": name, "geometry": GROUND} for name in ("City of Elm", "Town of Alder", "Village of Norway")]
DISTRICTS = [
    {"name": "Elm Metropolitan Sewerage District", "kind": "metropolitan"},
    {"name": "Alder Sanitary District No. 1", "kind": "sanitary"},
    {"name": "Alder Sanitary District No. 2", "kind": "sanitary", "valid_from": "2026-06-16"},
    {"name": "Alder Sanitary District No. 3", "kind": "sanitary", "valid_to": "2026-06-14"},
    {"name": "Alder Sanitary District No. 4", "kind": "sanitary", "valid_from": "2026-06-15", "valid_to": "2026-06-15"},
    {"name": "Elm Utility District", "kind": "utility"},
    {"name": "Norway", "kind": "sanitary"},
]


def found(*pipes: Row, operators: Mapping[str, str] | None = None) -> Mains:
    layers = {
        "sewers": layer("sewers", pipes),
        "municipalities": layer("municipalities", TOWNS),
        "districts": layer("districts", [{**row, "geometry": GROUND} for row in DISTRICTS]),
    }
    ordered = sewers_in_order(LayerSet(LOCAL_FEET, layers, Fraction(1, 10)))
    result = mains(ordered, DAY, operators or {})
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("operator", "owner"),
    [
        ("City of Elm", "local"),
        ("ELM CITY", None),  # capitals: may be a place called Elm City
        ("Elm city", "local"),
        ("elm", "local"),
        ("Elm, City of", "local"),
        ("City of Oak", None),
        ("Elm Metropolitan Sewerage District", "regional"),
        ("ALDER SANITARY DISTRICT NO 1", "district"),
        ("Alder Sanitary District No. 2", None),  # not yet in force
        ("Alder Sanitary District No. 3", None),  # no longer in force
        ("Alder Sanitary District No. 4", "district"),  # in force on this one day
        ("Elm Utility District", None),
        ("Norway", None),  # a village and a district bear the name
        ("Village of Norway", "local"),
        (None, None),
    ],
)
def test_an_operator_on_file_tells_whose_a_sewer_is(operator: str | None, owner: str | None) -> None:
    assert found(pipe("A", *LINE, operator=operator)).owners.tolist() == [owner]


def test_what_the_ordinance_states_of_an_operator_goes_before_what_is_on_file() -> None:
    stated = {"City of Elm": "regional", "Norway": "district", "Elm Utility District": "nonsense"}
    named = {"A": "CITY OF ELM", "B": "Norway", "C": "Elm Utility District"}
    pipes = [pipe(sewer, *LINE, operator=operator) for sewer, operator in named.items()]
    assert found(*pipes, operators=stated).owners.tolist() == ["regional", "district", None]


def test_nothing_hangs_on_which_of_two_sewers_of_one_id_is_first() -> None:
    # Two of one course and one of another bear the id A; B and the row without an id stand where they stood.
    bearers = [
        pipe("A", *LINE, status="proposed", operational=None),
        pipe("A", *LINE, kind="force_main"),
        pipe("A", (0.0, 5.0), (9.0, 5.0)),
    ]
    told = set()
    for first, second, third in permutations(bearers):
        lines = found(first, pipe("B", *LINE), second, pipe(None, *LINE), third)
        assert lines.ids.tolist() == ["A", "B", "A", "row 4", "A"]
        said = lines.geometries, lines.kinds, lines.statuses, lines.operational, lines.layer.column("status")
        told.add(tuple(str(column.tolist()) for column in said))
    assert len(told) == 1


def test_an_owner_column_goes_before_everything() -> None:
    plain = layer("sewers", [pipe(str(n), *LINE) for n in range(4)])
    table = gpd.GeoDataFrame(plain.table.assign(owner=["regional", "district", None, "someone"]))
    layers = {"sewers": Layer("sewers", "e", None, LOCAL_FEET, table), "municipalities": layer("municipalities", TOWNS)}
    result = mains(LayerSet(LOCAL_FEET, layers, Fraction(1, 10)), DAY, {"City of Elm": "local"})
    assert result is not None
    assert result.owners.tolist() == ["regional", "district", "local", "local"]


@pytest.mark.parametrize(
    ("status", "operational", "on_the_day"),
    [
        ("in_service", "2026-06-14", "in_service"),
        ("in_service", "2026-06-15", "in_service"),
        ("in_service", "2026-06-16", "proposed"),
        ("in_service", None, "in_service"),
        ("abandoned", "2026-06-16", "abandoned"),
        ("proposed", "2026-06-14", "proposed"),
        (None, "2026-06-16", None),
    ],
)
def test_a_sewer_serves_from_its_operational_day(
    status: str | None, operational: str | None, on_the_day: str | None
) -> None:
    result = found(pipe("A", *LINE, status=status, operational=operational))
    assert result.statuses_on(DAY).tolist() == [on_the_day]
    assert result.statuses.tolist() == [status]


def test_when_it_was_laid_is_not_when_it_began_to_serve() -> None:
    result = found(pipe("A", *LINE, operational=None, installed="1999-01-01"))
    assert result.operational.tolist() == [None]
    assert found(pipe("A", *LINE, operational="2020-02-29")).operational.tolist() == [dt.date(2020, 2, 29)]


def test_rows_without_an_id_are_called_by_their_number_and_kinds_of_scenes_are_the_layers() -> None:
    result = found(pipe("A", *LINE, kind="gravity"), pipe(None, *LINE, kind="force_main"), pipe(None, *LINE, kind=None))
    assert result.ids.tolist() == ["A", "row 2", "row 3"]
    assert result.kinds.tolist() == ["gravity_main", "force_main", None]


def test_heights_of_the_shapes_are_no_part_of_the_line() -> None:
    result = found(pipe("A", "LINESTRING Z (0 0 812.5, 9 0 811)"))
    assert result.geometries[0].wkt == "LINESTRING (0 0, 9 0)"
    assert len(result) == 1
    assert result.tree.query(shapely.Point(5, 0)).tolist() == [0]


def test_without_a_layer_of_sewers_there_are_none() -> None:
    layers = {"sewer_nodes": layer("sewer_nodes", [node("M", 0, 0)])}
    assert mains(LayerSet(LOCAL_FEET, layers, Fraction(1, 10)), DAY) is None
    assert np.array_equal(layers["sewer_nodes"].column("node_id"), ["M"])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize(
    ("said", "adjacent"),
    [
        ({"status": ["in_service", "abandoned"]}, {"S1", "S2", "S3", "S4", "N1", "N2", "N3", "N4"}),
        ({"status": ["abandoned", "in_service"]}, {"S7", "S8", "S9", "S10", "N7", "N8", "N9", "N10"}),
        ({"kind": ["gravity_main", "force_main"]}, {"S1", "S2", "S3", "S4", "N1", "N2", "N3", "N4"}),
        ({"kind": ["storm", "gravity_main"]}, {"S7", "S8", "S9", "S10", "N7", "N8", "N9", "N10"}),
    ],
)
def test_sewers_of_one_id_in_gaps_serve_the_lots_that_face_each(
    said: dict[str, list[str]], adjacent: set[str], order: tuple[int, int]
) -> None:
    # Two rows bear the id S, as M1 (x = 0 to 333) and M3 (666 to 1,030) of the village lie; only one of them serves.
    every = {"kind": ["gravity_main"] * 2, "status": ["in_service"] * 2, "owner": ["district"] * 2} | said
    rows = {name: [values[i] for i in order] for name, values in every.items()}
    sewers = drawn_layer("sewers", [MAINS[("M1", "M3")[i]] for i in order], sewer_id=["S", "S"], **rows)
    found = by_parcel(village(rights_of_way=None, streets=None, sewers=sewers))
    assert {name for name, access in found.items() if access.adjacent} == adjacent
