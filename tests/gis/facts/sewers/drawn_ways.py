"""Rights-of-way, streets and sewers drawn in a test, in a plane of feet."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import geopandas as gpd
import numpy as np
import shapely

from gis.facts.layerset import LayerSet
from gis.facts.sewers.mains import Mains
from gis.facts.sewers.meetings.frontage import Frontages
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.geometry.frame import LOCAL_FEET
from gis.layers.contracts import CONTRACTS
from gis.layers.layer import Layer
from gis.model.edition import Kind

Point = tuple[float, float]


def column(values: Sequence[Any]) -> np.ndarray[Any, np.dtype[np.object_]]:
    """Return values as an array of objects, none of them taken apart."""
    found = np.empty(len(values), dtype=object)
    found[:] = list(values)
    return found


def ways(shapes: Sequence[shapely.Geometry], kinds: Sequence[str] = (), **said: Sequence[Any]) -> RightsOfWay:
    """Return rights-of-way called A, B, C and so on, streets on record unless said otherwise."""
    count = len(shapes)
    names = [chr(ord("A") + place) for place in range(count)]
    return RightsOfWay(
        geometries=column(shapes),
        ids=column(said.get("ids", names)),
        streets=column(said.get("streets", [None] * count)),
        kinds=column(kinds or ["street"] * count),
        sources=column(said.get("sources", ["rights_of_way"] * count)),
        is_certain=np.ones(count, dtype=bool),
        editions=column(["drawn"] * count),
        serves=column([None] * count),
    )


def layer(layer_kind: Kind, shapes: Sequence[shapely.Geometry], /, **columns: Sequence[object]) -> Layer:
    """Return a layer of a kind with some of its columns filled, in a plane of feet."""
    blank = {name: [None] * len(shapes) for name in CONTRACTS[layer_kind].names}
    table = gpd.GeoDataFrame(blank | columns, geometry=column(shapes))
    return Layer(layer_kind, f"drawn {layer_kind}", Fraction(1, 10), LOCAL_FEET, table)


def layers(*held: Layer) -> LayerSet:
    """Return a set of layers in a plane of feet, a tenth of a foot accurate together."""
    return LayerSet(
        LOCAL_FEET, {each.kind: each for each in held}, Fraction(1, 10), combined_accuracy_ft=Fraction(1, 10)
    )


def lots(shapes: Sequence[shapely.Geometry], kinds: Sequence[str] = ()) -> Layer:
    """Return a layer of parcels called 1, 2, 3 and so on."""
    ids = [str(place + 1) for place in range(len(shapes))]
    return layer("parcels", shapes, parcel_id=ids, record_kind=kinds or ["parcel"] * len(shapes))


def centreline(*points: Point) -> shapely.LineString:
    """Return a line through points."""
    return shapely.LineString(points)


def mains(lines: Sequence[Sequence[Point]]) -> Mains:
    """Return gravity mains in service through points."""
    shapes = [centreline(*points) for points in lines]
    ids = [f"s{place + 1}" for place in range(len(shapes))]
    rows = layer("sewers", shapes, sewer_id=ids)
    kinds, statuses = column(["gravity_main"] * len(shapes)), column(["in_service"] * len(shapes))
    nobody = column([None] * len(shapes))
    return Mains(rows, column(shapes), column(ids), kinds, statuses, nobody, nobody)


def fronts(found: Frontages, rights: RightsOfWay) -> dict[tuple[int, str], float]:
    """Return feet by parcel and right-of-way; -1 for a point."""
    feet = np.where(found.is_point, -1.0, found.length_steps / 1000)
    return {
        (int(parcel), str(rights.ids[right])): float(length)
        for parcel, right, length in zip(found.parcel, found.right_of_way, feet, strict=True)
    }
