"""From which parcels of another edition does a parcel of a roll descend, and which descend from it?"""

from __future__ import annotations

from dataclasses import replace

from gis.facts.layerset import LayerSet
from gis.layers.layer import Layer
from gis.layers.lineage.difference import difference
from gis.layers.lineage.lineage import Descent, Lineage, lineage

ParcelKey = tuple[str, str | None]
"""Number and county of a parcel."""


def line_between(layers: LayerSet, old: Layer, new: Layer) -> Lineage:
    """Return what became of the parcels of an earlier edition, within the accuracy of both."""
    sides = replace(layers, layers={"old": old, "new": new})
    return lineage(difference(old, new, sides.accuracy_ft("old", "new", with_boundary=False)))


def names_of(key: ParcelKey) -> tuple[str, ...]:
    """Return the names by which a lineage may know a parcel: with its county, where numbers of several are on file."""
    return (key[0],) if key[1] is None else (f"{key[0]}, {key[1]}", key[0])


def parents(key: ParcelKey, line: Lineage | None) -> tuple[Descent, ...]:
    """Return what a parcel was made of; nothing without a lineage."""
    found = (line.parents(name) for name in names_of(key)) if line is not None else ()
    return next((each for each in found if each), ())


def children(key: ParcelKey, line: Lineage | None) -> tuple[Descent, ...]:
    """Return what became of a parcel; nothing without a lineage."""
    found = (line.children(name) for name in names_of(key)) if line is not None else ()
    return next((each for each in found if each), ())
