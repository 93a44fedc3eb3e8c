"""Which rights-of-way are meant by the name of a street, or by an id?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import EditionMissing, OptionInvalid
from gis.facts.layerset import LayerSet
from gis.facts.sewers.mains import KIND
from gis.facts.sewers.ways.rights_of_way import SurveyedWays
from gis.facts.sewers.ways.way_words import EASEMENT

Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]


def without_mains(layers: LayerSet) -> LayerSet:
    """Return the layers without sewers: who fronts on a street does not hang on what runs in it."""
    return replace(layers, layers={kind: layer for kind, layer in layers.layers.items() if kind != KIND})


def streets_named(
    layers: LayerSet, ways: SurveyedWays, names: Sequence[str], within: BaseGeometry | None = None
) -> Rows:
    """Return the positions of the rights-of-way of some streets, ascending.

    Parameters
    ----------
    layers : LayerSet
        What was surveyed.
    ways : SurveyedWays
        All rights-of-way.
    names : sequence of str
        Names of streets, or ids of right-of-way records or of stretches of them, in capitals or not. Easements are no
        streets.
    within : Polygon or MultiPolygon, optional
        In the frame; without it all that have the name are meant.

    Raises
    ------
    EditionMissing
        Neither rights-of-way nor streets are on file.
    OptionInvalid
        No street has one of the names, one has no land within, or none is given.
    """
    rights, recorded = ways.rights, ways.recorded
    called = [{_folded(street), _folded(each)} for street, each in zip(rights.streets, rights.ids, strict=True)]
    for place, record in enumerate(recorded.record.tolist()):
        called[place] |= {_folded(recorded.records.ids[record]), _folded(recorded.records.streets[record])}
    found, lies = np.zeros(len(rights), dtype=bool), np.ones(len(rights), dtype=bool)
    if within is not None:
        lies = shapely.intersects(rights.geometries, within) & ~shapely.touches(rights.geometries, within)
    if not len(names):
        raise _refused()
    for name in names:
        has_name = np.array([_folded(name) in each for each in called], dtype=bool) & (rights.kinds != EASEMENT)
        if not has_name.any():
            refuse_without_streets(layers, f"Where {name} lies is not known.")
            raise _refused(name)
        if not (has_name & lies).any():
            raise _refused(name, where="within the area named")
        found |= has_name & lies
    return np.flatnonzero(found)


def refuse_without_streets(layers: LayerSet, what: str) -> None:
    """Refuse to measure where no layer tells a street.

    Raises
    ------
    EditionMissing
        Neither rights-of-way nor streets are on file.
    """
    if {"rights_of_way", "streets"} & layers.layers.keys():
        return
    raise EditionMissing(
        what=f"{what} Neither rights-of-way nor streets are on file.",
        where="the layers folder",
        why="Frontage is the line that a parcel shares with a street.",
        next="Import one of them: townline import rights_of_way FILE --layers DIR, or townline import streets FILE",
    )


def _folded(name: object) -> str | None:
    return None if name is None else " ".join(str(name).upper().split())


def _refused(name: str | None = None, where: str = "on file") -> OptionInvalid:
    return OptionInvalid(
        what="No street is named." if name is None else f"No street {where} is called {name}.",
        where="the streets along which frontage is asked",
        why="Frontage is measured along streets that are on file.",
        next="Give names as the layers of streets or rights-of-way write them, or ids of rights-of-way.",
    )
