"""Small towns with reporting units in a plane of feet, as layers: what the tests of electors survey.

x   0         2 mi      4 mi      6 mi
    +---------+---------+---------+  3 mi
    | Alder                       |        The districts of the tests are rectangles over these.
    +---------+---------+---------+  0
    | Birch 1 | Birch 2 | Birch 3 |
    +---------+---------+---------+  -2 mi
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import geopandas as gpd
import numpy as np
import shapely

from gis.facts.conflicts import disagreements
from gis.facts.elector_facts import Polled, polled
from gis.facts.electors import electorate
from gis.facts.ground import survey
from gis.facts.layerset import LayerSet
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer

MILE = 5280
ELECTION = dt.date(2022, 11, 8)
FILED = dt.date(2026, 6, 15)
Box = tuple[float, float, float, float]
Rows = Sequence[tuple[Mapping[str, Any], shapely.Geometry]]


def miles(west: float, south: float, east: float, north: float) -> shapely.Polygon:
    """Return a rectangle, its sides told in miles."""
    return shapely.box(west * MILE, south * MILE, east * MILE, north * MILE)


ALDER, BIRCH = "Town of Alder", "Town of Birch"
ALDER_LAND, BIRCH_LAND = miles(0, 0, 6, 3), miles(0, -2, 6, 0)
TOWNS = [
    ({"name": ALDER, "kind": "town", "county": "Rock"}, ALDER_LAND),
    ({"name": BIRCH, "kind": "town", "county": "Rock"}, BIRCH_LAND),
]
WARDS = {f"Ward {i + 1}": miles(2 * i, -2, 2 * i + 2, 0) for i in range(3)}
UNITS = [({"unit": name, "municipality": BIRCH, "county": "Rock"}, land) for name, land in WARDS.items()]


def vote(unit: str | None, votes: str | None, municipality: str = BIRCH, **more: object) -> dict[str, Any]:
    """Return a row of votes for governor in 2022."""
    row = {"unit": unit, "municipality": municipality, "county": "Rock", "office": "governor", "year": 2022}
    return {**row, "votes": votes, "basis": "reported", **more}


VOTES = [vote(None, "1800", ALDER), vote("Ward 1", "100"), vote("Ward 2", "200"), vote("Ward 3", "300")]


def layer(kind: str, rows: Rows) -> Layer:
    """Return rows with shapes as a layer."""
    shapes = np.array([shape for _, shape in rows], dtype=object)
    table = gpd.GeoDataFrame([dict(row) for row, _ in rows], geometry=shapes)
    return Layer(kind, "scene", accuracy_ft=None, frame=LOCAL_FEET, table=table)


def vote_layer(rows: Sequence[Mapping[str, Any]]) -> Layer:
    """Return rows of votes as a layer without shapes."""
    table = gpd.GeoDataFrame([dict(row) for row in rows], columns=list(vote(None, None)))
    return Layer("votes", "scene", accuracy_ft=None, frame=LOCAL_FEET, table=table)


def poll(  # noqa: PLR0913 - the layers of the scene, one each
    district: shapely.Geometry,
    towns: Rows = TOWNS,
    units: Rows = UNITS,
    votes: Sequence[Mapping[str, Any]] = VOTES,
    water: Rows = (),
    accuracy_ft: str = "0.1",
) -> Polled:
    """Survey a district over the scene."""
    kinds = {"municipalities": towns, "reporting_units": units, "water": water}
    layers = {kind: layer(kind, rows) for kind, rows in kinds.items() if rows}
    if votes:
        layers["votes"] = vote_layer(votes)
    accuracy = Fraction(accuracy_ft)
    ground = survey(district, LayerSet(LOCAL_FEET, layers, accuracy, combined_accuracy_ft=accuracy))
    disagree = disagreements(ground)
    return polled(ground, disagree, electorate(ground, disagree), FILED, ELECTION)
