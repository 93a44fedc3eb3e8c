"""Sewers and nodes drawn by hand in a plane of feet, as layers: what the tests of the network build."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import geopandas as gpd
import numpy as np
import shapely

from gis.facts.layerset import LayerSet
from gis.facts.sewers.mains import Mains, mains, sewers_in_order
from gis.geometry.frame import LOCAL_FEET, Frame
from gis.layers.contracts import CONTRACTS
from gis.layers.layer import Layer
from gis.model.edition import Kind
from gis.network.build import Network, build

DAY = dt.date(2026, 6, 15)
ACCURACY = Fraction(1, 10)
Row = Mapping[str, Any]


def pipe(name: str | None, *course: tuple[float, float] | str, **more: object) -> Row:
    """Return a sewer in service by the places of its course, or by its WKT."""
    first = course[0]
    line = shapely.from_wkt(first) if isinstance(first, str) else shapely.LineString(course)
    said = {"kind": "gravity_main", "status": "in_service", "operational": "2020-05-01", "operator": "City of Elm"}
    return {**said, "sewer_id": name, **more, "geometry": line}


def node(name: str | None, x: float, y: float, kind: str | None = "manhole", **more: object) -> Row:
    """Return a node."""
    return {"node_id": name, "kind": kind, "status": "in_service", **more, "geometry": shapely.Point(x, y)}


def layer(kind: Kind, rows: Sequence[Row], frame: Frame = LOCAL_FEET) -> Layer:
    """Return rows as a layer with every column of its kind."""
    columns = {name: np.array([row.get(name) for row in rows], dtype=object) for name in CONTRACTS[kind].names}
    shapes = np.array([row["geometry"] for row in rows], dtype=object)
    return Layer(kind, "drawn", None, frame, gpd.GeoDataFrame(columns, geometry=shapes))


@cache
def town(frame: Frame = LOCAL_FEET) -> Layer:
    """Return the city whose sewers these are."""
    ground = shapely.box(-1e6, -1e6, 1e6, 1e6)
    return layer("municipalities", [{"name": "City of Elm", "kind": "city", "geometry": ground}], frame)


def sewers(*pipes: Row, frame: Frame = LOCAL_FEET) -> Mains:
    """Return sewers of the city."""
    layers = {"sewers": layer("sewers", pipes, frame), "municipalities": town(frame)}
    found = mains(sewers_in_order(LayerSet(frame, layers, ACCURACY)), DAY)
    assert found is not None
    return found


def network(pipes: Sequence[Row], nodes: Sequence[Row] | None = None, date: dt.date | None = None) -> Network:
    """Build a network of pipes and nodes; ends meet within a tenth of a foot."""
    points = None if nodes is None else layer("sewer_nodes", nodes)
    return build(sewers(*pipes), points, ACCURACY, LOCAL_FEET, date=date)
