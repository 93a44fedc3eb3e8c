"""Does the roll place each parcel in the municipality whose polygon holds it?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.consistency.found import Find
from gis.facts.consistency.towns import VILLAGE_OR_CITY, Towns
from gis.facts.layerset import LayerSet
from gis.geometry.inside import HAIR_STEPS
from gis.geometry.overlay import clip, on_grid, sort_features
from gis.geometry.slivers import is_wider

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Lands = dict[int, BaseGeometry]
"""Municipality (-1 is none): the part of one parcel that it holds."""


def roll_against_polygons(layers: LayerSet, towns: Towns) -> Iterator[Find]:
    """Find the parcels that roll and polygons place differently, and those that a municipal line splits.

    Parameters
    ----------
    layers : LayerSet
        With parcels and municipalities.
    towns : Towns
        The municipalities of `layers`.

    Yields
    ------
    Find
        The land of a find is what lies outside the roll's municipality, of it the parts that are wider than
        the combined accuracy of the two layers, where there are any; of a parcel whose roll's municipality is
        not known, all of it. Most parcels at a municipal line have slivers within the accuracy; they stand
        apart as slivers of split parcels.

    Raises
    ------
    OverlayUnverified
        Where an overlay cannot be shown to be right.
    """
    parcels = layers.layers["parcels"]
    rows = np.flatnonzero(parcels.column("record_kind") == "parcel").astype(np.intp)
    shapes = on_grid(parcels.geometries[rows], layers.frame)
    rows, shapes = rows[~shapely.is_empty(shapes)], shapes[~shapely.is_empty(shapes)]
    names, counties, kinds = (parcels.column(name)[rows] for name in ("municipality", "county", "municipality_kind"))
    roll = np.array([towns.find(*pair) for pair in zip(names, counties, strict=True)], dtype=np.intp)
    accuracy_ft = layers.accuracy_ft("municipalities", "parcels", with_boundary=False)
    asked = _not_at_home(shapes, roll, towns, HAIR_STEPS * layers.frame.grid)
    lands = _lands(shapes[asked], towns, layers)
    wide = _wide(lands, float(accuracy_ft), layers)
    ids = parcels.column("parcel_id")[rows]
    for k, position in enumerate(asked.tolist()):
        home, held = int(roll[position]), lands[k]
        away = [i for i in held if i != home]
        elsewhere = [i for i in away if (k, i) in wide] or away
        features = (("parcels", str(ids[position])),)
        shape, name = shapes[position], names[position]
        polygons = tuple(_polygon_claim(i, held[i], shape, towns) for i in sorted(held, key=lambda i: -held[i].area))
        if home < 0:
            of_city = kinds[position] in VILLAGE_OR_CITY or towns.is_village_or_city(*held)
            yield Find(
                kind="no_municipality" if name is None else "name_unmatched",
                features=features,
                claims=(_roll_claim(name, towns), *polygons),
                shape=shape,
                touches_village_or_city=of_city,
            )
        elif elsewhere:
            mine = held[home].area if home in held else 0.0
            yield Find(
                kind="split_parcel" if mine * 2 >= shape.area else "roll_polygon_disagree",
                features=features,
                claims=(f"roll: {towns[home].name}", *polygons),
                shape=_joined([held[i] for i in elsewhere]),
                accuracy_ft=accuracy_ft,
                touches_village_or_city=towns.is_village_or_city(home, *elsewhere),
            )


def _not_at_home(shapes: Geometries, roll: Rows, towns: Towns, reach: float) -> Rows:
    """Return the parcels that the roll's municipality does not hold whole, but for rounding to the grid."""
    asked = roll < 0
    for i in np.unique(roll[roll >= 0]).tolist():
        mine = np.flatnonzero(roll == i)
        pushed = shapely.buffer(shapely.set_precision(towns[i].land, 0), reach, join_style="mitre")
        shapely.prepare(pushed)
        asked[mine] = ~np.asarray(shapely.covers(pushed, shapes[mine]), dtype=bool)
    return np.flatnonzero(asked).astype(np.intp)


def _lands(shapes: Geometries, towns: Towns, layers: LayerSet) -> list[Lands]:
    """Return for each parcel what each municipality holds of it, and what none does."""
    held: list[Lands] = [{} for _ in shapes]
    rest = shapes.copy()
    tree = shapely.STRtree(shapes) if len(shapes) else None
    for i, town in enumerate(towns.towns):
        told = sort_features(town.land, shapes, tree, layers.frame)
        for k in told.inside.tolist():
            held[k][i] = shapes[k]
            rest[k] = shapely.Polygon()
        for k, inside in zip(told.cut.tolist(), told.clipped.inside, strict=True):
            held[k][i] = inside
        rest[told.cut] = clip(town.land, rest[told.cut], layers.frame).outside
    for k in np.flatnonzero(~shapely.is_empty(rest)).tolist():
        held[k][-1] = rest[k]
    return held


def _wide(lands: list[Lands], accuracy_ft: float, layers: LayerSet) -> set[tuple[int, int]]:
    keys = [(k, i) for k, held in enumerate(lands) for i in held]
    shapes = np.array([lands[k][i] for k, i in keys], dtype=object)
    wide = is_wider(shapes, accuracy_ft, layers.frame)
    return {key for key, is_wide in zip(keys, wide.tolist(), strict=True) if is_wide}


def _joined(lands: list[BaseGeometry]) -> BaseGeometry:
    """Return the parts as one shape to measure; they overlap only where two municipalities claim one place."""
    return (
        lands[0]
        if len(lands) == 1
        else shapely.MultiPolygon([part for land in lands for part in shapely.get_parts(land)])
    )


def _roll_claim(name: str | None, towns: Towns) -> str:
    if name is None:
        return "roll: none stated"
    near = towns.near_names(name)
    return f"roll: {name}" + (f" (on file: {', '.join(near)})" if near else "")


def _polygon_claim(i: int, land: BaseGeometry, parcel: BaseGeometry, towns: Towns) -> str:
    name = "none" if i < 0 else towns[i].name
    share = land.area / parcel.area * 100
    whole = land.area == parcel.area
    return f"polygon: {name}" if whole else f"polygon: {name} in part, {share:.2f} percent"
