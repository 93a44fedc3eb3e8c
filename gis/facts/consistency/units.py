"""Do the reporting units cover their municipality, all of it and nothing else?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.consistency.bare import bare_land
from gis.facts.consistency.found import Find, parts
from gis.facts.consistency.towns import Towns
from gis.facts.layerset import LayerSet
from gis.geometry.coverage import double_claims, unclaimed
from gis.geometry.overlay import clip, on_grid


def unit_label(unit: object, municipality: object) -> str:
    """Return the name of a unit that is told apart from others: units are named within their municipality."""
    return f"{municipality}, {unit}"


def units_against_municipalities(layers: LayerSet, towns: Towns) -> Iterator[Find]:
    """Find land that a municipality's units leave out or take from outside, and what two units hold.

    Parameters
    ----------
    layers : LayerSet
        With reporting units; municipalities where they are on file.
    towns : Towns
        The municipalities of `layers`; without any, only overlaps of units and land that units enclose are looked
        for.

    Yields
    ------
    Find
        Each connected place.

    Raises
    ------
    OverlayUnverified
        Where an overlay cannot be shown to be right.
    """
    layer = layers.layers["reporting_units"]
    names, counties = layer.column("municipality"), layer.column("county")
    labels = [unit_label(*each) for each in zip(layer.column("unit"), names, strict=True)]
    shapes = on_grid(layer.geometries, layers.frame)
    home = np.array([towns.find(*pair) for pair in zip(names, counties, strict=True)], dtype=np.intp)
    yield from _overlaps(shapes, labels, layers)
    if not len(towns):
        yield from _between(shapes, layers)
        return
    for k in np.flatnonzero(home < 0).tolist():
        near = towns.near_names(str(names[k]))
        yield Find(
            kind="unit_name_unmatched",
            features=(("reporting_units", labels[k]),),
            claims=(f"unit: {names[k]}", *(f"on file: {name}" for name in near)),
            shape=shapes[k],
        )
    about = set(towns.concerned(counties))
    for i, town in enumerate(towns.towns):
        mine = np.flatnonzero(home == i)
        if len(mine):
            yield from _one_municipality(i, shapes[mine], [labels[k] for k in mine.tolist()], layers, towns)
        elif i in about:
            yield Find("municipality_without_units", (("municipalities", town.name),), shape=town.land)


def _between(shapes: npt.NDArray[np.object_], layers: LayerSet) -> Iterator[Find]:
    """Find land that units enclose and none of them holds."""
    nowhere: npt.NDArray[np.object_] = np.zeros(0, dtype=object)
    accuracy_ft = layers.accuracy_ft("reporting_units", with_boundary=False)
    for place in parts(bare_land(nowhere, shapes, layers.frame)[0]):
        yield Find("land_without_unit", (), shape=place, accuracy_ft=accuracy_ft)


def _overlaps(shapes: npt.NDArray[np.object_], labels: list[str], layers: LayerSet) -> Iterator[Find]:
    accuracy_ft = layers.accuracy_ft("reporting_units", with_boundary=False)
    everything = shapely.box(*shapely.total_bounds(shapes))
    for first, second, shared in double_claims(shapes, everything, layers.frame):
        for place in parts(shared):
            yield Find(
                kind="units_overlap",
                features=tuple(("reporting_units", labels[k]) for k in (first, second)),
                shape=place,
                accuracy_ft=accuracy_ft,
            )


def _one_municipality(
    i: int, shapes: npt.NDArray[np.object_], labels: list[str], layers: LayerSet, towns: Towns
) -> Iterator[Find]:
    town = towns[i]
    accuracy_ft = layers.accuracy_ft("municipalities", "reporting_units", with_boundary=False)
    for place in parts(unclaimed(shapes, town.land, layers.frame)):
        yield Find("land_without_unit", (("municipalities", town.name),), shape=place, accuracy_ft=accuracy_ft)
    for label, outside in zip(labels, clip(town.land, shapes, layers.frame).outside, strict=True):
        for place in parts(outside):
            yield Find(
                kind="unit_outside_municipality",
                features=(("reporting_units", label), ("municipalities", town.name)),
                shape=place,
                accuracy_ft=accuracy_ft,
            )
