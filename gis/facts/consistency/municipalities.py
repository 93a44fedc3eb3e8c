"""Do the municipalities tile their land: nothing claimed twice, nothing by nobody, nothing beyond the county?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.consistency.found import Find, circle, parts, width_of
from gis.facts.consistency.towns import Towns
from gis.facts.layerset import LayerSet
from gis.geometry.coverage import double_claims
from gis.geometry.overlay import difference, on_grid, union
from gis.layers.rows.names import name_key
from gis.model.consistency import Situation

QUARTER_QUARTER_FT = 1320
"""Open land of a county at least this wide is where the layer ends, not where a line fell short."""


def tiling(layers: LayerSet, towns: Towns) -> Iterator[Find]:
    """Find land that two municipalities claim, that none does, and that lies beyond the county.

    Parameters
    ----------
    layers : LayerSet
        With municipalities; counties where they are on file.
    towns : Towns
        The municipalities of `layers`.

    Yields
    ------
    Find
        Each connected place. Land that nobody claims is looked for within the outline of all
        municipalities, and where counties are on file as far as the counties that they name.

    Raises
    ------
    OverlayUnverified
        Where an overlay cannot be shown to be right.
    """
    if not len(towns):
        return
    own_ft = layers.accuracy_ft("municipalities", with_boundary=False)
    yield from _claimed_twice(towns, own_ft, layers)
    land = union(towns.lands, layers.frame)
    outline = union(shapely.polygons(shapely.get_exterior_ring(shapely.get_parts(land))), layers.frame)
    for hole in parts(difference(outline, land, layers.frame)):
        yield _unclaimed("land_unclaimed", hole, own_ft, towns, layers)
    counties = _counties(layers, towns)
    if not counties:
        return
    both_ft = layers.accuracy_ft("municipalities", "counties", with_boundary=False)
    ground = union(np.array(list(counties.values()), dtype=object), layers.frame)
    for rest in parts(difference(ground, outline, layers.frame)):
        inscribed = circle(rest, layers)
        is_end = width_of(inscribed, layers) >= QUARTER_QUARTER_FT
        kind: Situation = "county_not_on_file" if is_end else "land_unclaimed"
        yield replace(_unclaimed(kind, rest, both_ft, towns, layers), circle=inscribed)
    yield from _beyond(towns, counties, ground, both_ft, layers)


def _claimed_twice(towns: Towns, accuracy_ft: Fraction, layers: LayerSet) -> Iterator[Find]:
    everything = shapely.box(*shapely.total_bounds(towns.lands))
    for first, second, shape in double_claims(towns.lands, everything, layers.frame):
        names = (towns[first].name, towns[second].name)
        for place in parts(shape):
            yield Find(
                kind="municipalities_overlap",
                features=tuple(("municipalities", name) for name in names),
                shape=place,
                accuracy_ft=accuracy_ft,
                touches_village_or_city=towns.is_village_or_city(first, second),
            )


def _unclaimed(kind: Situation, place: BaseGeometry, accuracy_ft: Fraction, towns: Towns, layers: LayerSet) -> Find:
    beside = _beside(place, towns, layers)
    return Find(
        kind=kind,
        features=tuple(("municipalities", towns[i].name) for i in beside),
        shape=place,
        accuracy_ft=accuracy_ft,
    )


def _beside(place: BaseGeometry, towns: Towns, layers: LayerSet) -> list[int]:
    """Return the municipalities whose line a place runs along."""
    near = shapely.dwithin(towns.lands, place, 2 * layers.frame.grid)
    return np.flatnonzero(near).tolist()


def _counties(layers: LayerSet, towns: Towns) -> dict[str, BaseGeometry]:
    """Return the counties on file that the municipalities name, by the key of their name; all where none is named."""
    layer = layers.layers.get("counties")
    if layer is None:
        return {}
    named = {name_key(town.county) for town in towns.towns if town.county}
    shapes: dict[str, list[BaseGeometry]] = {}
    for name, shape in zip(layer.column("name"), on_grid(layer.geometries, layers.frame), strict=True):
        if not named or name_key(str(name)) in named:
            shapes.setdefault(name_key(str(name)), []).append(shape)
    return {key: union(np.array(mine, dtype=object), layers.frame) for key, mine in shapes.items()}


def _beyond(
    towns: Towns, counties: dict[str, BaseGeometry], ground: BaseGeometry, accuracy_ft: Fraction, layers: LayerSet
) -> Iterator[Find]:
    """Find municipal land outside the county that the municipality names; of one that names none, outside all."""
    for i, town in enumerate(towns.towns):
        county = counties.get(name_key(town.county)) if town.county else ground
        if county is None:
            continue
        for place in parts(difference(town.land, county, layers.frame)):
            yield Find(
                kind="land_outside_county",
                features=(("municipalities", town.name),),
                claims=(f"county: {town.county or 'none stated'}",),
                shape=place,
                accuracy_ft=accuracy_ft,
                touches_village_or_city=towns.is_village_or_city(i),
            )
