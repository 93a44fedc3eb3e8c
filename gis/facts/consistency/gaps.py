"""Which land of a municipality is under no record, and is it a hairline, a strip, a street or a missing lot?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.consistency.bare import bare_land
from gis.facts.consistency.found import Find, circle, parts, width_of
from gis.facts.consistency.parcels import Records
from gis.facts.consistency.towns import Towns
from gis.facts.layerset import LayerSet
from gis.geometry.measure import lengths_ft
from gis.geometry.overlay import on_grid
from gis.geometry.slivers import is_wider
from gis.model.consistency import Situation

Geometries = npt.NDArray[np.object_]

NARROWEST_WAY_FT = 10
"""Narrower land is no street or alley, but a strip that deeds leave between them."""
LONG_FOR_ITS_WIDTH = 6
"""Land of at least as many times its greatest width is a corridor; a lot of four times is a deep one already."""
_BESIDE_STEPS = 2
_POLYGON_KINDS = ("rights_of_way", "water", "railroads")


def bare_places(records: Records, layers: LayerSet, towns: Towns) -> Iterator[Find]:
    """Find land that is under no parcel record and no right-of-way, water or railroad polygon on file.

    Parameters
    ----------
    records : Records
        Outlines of the parcel file.
    layers : LayerSet
        With parcels.
    towns : Towns
        Municipalities; only those are looked at in which there is any record. Without municipalities, what
        records enclose on all sides is looked at.

    Yields
    ------
    Find
        Each connected place, told apart by width, by how long it is for its width, and by whether it leads
        to a municipal line, to a way on file, or around a block.

    Raises
    ------
    OverlayUnverified
        Where bare land cannot be shown to be bare.
    """
    ways = _ways(layers)
    tree = shapely.STRtree(records.shapes)
    met = towns.met(records.shapes, tree)
    kinds = np.array([records.kinds[rows[0]] for rows in records.rows], dtype=object)
    leads = np.concatenate([records.shapes[kinds == "row"], ways])
    bare = bare_land(towns.lands[met], np.concatenate([records.shapes, ways]), layers.frame)
    for k, land in enumerate(bare):
        i = met[k] if met else -1
        line = shapely.boundary(towns[i].land) if met else shapely.LineString()
        yield from _places(land, (i, line), (records, tree, shapely.STRtree(leads)), layers, towns)


def _ways(layers: LayerSet) -> Geometries:
    found = [
        on_grid(_polygons(layers.layers[kind].geometries), layers.frame)
        for kind in _POLYGON_KINDS
        if kind in layers.layers
    ]
    return np.concatenate([np.zeros(0, dtype=object), *found])


def _polygons(shapes: Geometries) -> Geometries:
    kinds = shapely.get_type_id(shapes)
    return shapes[np.isin(kinds, (shapely.GeometryType.POLYGON, shapely.GeometryType.MULTIPOLYGON))]


def _places(
    land: BaseGeometry,
    town: tuple[int, BaseGeometry],
    around: tuple[Records, shapely.STRtree, shapely.STRtree],
    layers: LayerSet,
    towns: Towns,
) -> Iterator[Find]:
    i, line = town
    records, tree, leads = around
    reach = _BESIDE_STEPS * layers.frame.grid
    places = np.array(parts(land), dtype=object)
    shapely.prepare(line)
    at_line = np.asarray(shapely.dwithin(line, places, reach), dtype=bool)
    home = (("municipalities", towns[i].name),) if i >= 0 else ()
    for kinds, mine in ((("parcels",), places[~at_line]), (("municipalities", "parcels"), places[at_line])):
        if not len(mine):
            continue
        accuracy_ft = layers.accuracy_ft(*kinds, with_boundary=False)
        wide = is_wider(mine, float(accuracy_ft), layers.frame)
        for place, is_wide in zip(mine, wide.tolist(), strict=True):
            inscribed = circle(place, layers) if is_wide else None
            kind: Situation = "gap_hairline"
            if inscribed is not None:
                leads_on = (
                    len(kinds) > 1
                    or _has_holes(place)
                    or len(leads.query(place, predicate="dwithin", distance=reach)) > 0
                )
                length_ft = float(lengths_ft(np.array([place], dtype=object), layers.frame)[0]) / 2
                width_ft = float(width_of(inscribed, layers))
                kind = _kind(width_ft, length_ft, at_line=len(kinds) > 1, leads_on=leads_on)
            beside = np.sort(tree.query(place, predicate="dwithin", distance=reach)).tolist()
            yield Find(
                kind=kind,
                # A street runs along half of a town; where it is says more than all its neighbours.
                features=home if kind in {"gap_corridor", "gap_open"} else (*home, *records.features(*beside)),
                shape=place,
                accuracy_ft=accuracy_ft,
                circle=inscribed,
            )


def _has_holes(place: BaseGeometry) -> bool:
    return bool(shapely.get_num_interior_rings(place))


def _kind(width_ft: float, length_ft: float, *, at_line: bool, leads_on: bool) -> Situation:
    """Tell bare land wider than the accuracy apart; `length_ft` is half the way around it.

    >>> _kind(66.0, 1386.0, at_line=True, leads_on=True)
    'gap_corridor'
    >>> _kind(100.0, 300.0, at_line=False, leads_on=True)
    'gap_enclosed'
    """
    is_long = length_ft >= LONG_FOR_ITS_WIDTH * width_ft
    if is_long and width_ft < NARROWEST_WAY_FT:
        return "gap_strip"
    if is_long and leads_on:
        return "gap_corridor"
    return "gap_open" if at_line else "gap_enclosed"
