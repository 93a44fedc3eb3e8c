"""Which rights-of-way and easements have a record of their own, in a layer or on the roll, and of what kind?"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.ways.rights import RightsOfWay, none_on_file
from gis.facts.sewers.ways.way_words import kind_of
from gis.layers.layer import Layer

Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_KIND_COLUMN = "row_kind"
"""A scene says of which kind a right-of-way is; the files of counties do not."""


def of_layer(layer: Layer) -> RightsOfWay:
    """Return the rows of a layer of rights-of-way; rows of kind easement are easements.

    An id that repeats is told apart by a number in brackets, in the order of the rows.
    """
    return _of_layer(layer)[0]


def on_day(layer: Layer, date: dt.date | None) -> tuple[RightsOfWay, RightsOfWay]:
    """Return the rows of a layer of rights-of-way that hold on a day, and those that do not; without a day all hold.

    A row holds from the first to the last of its days; one without them always does.
    """
    found, row = _of_layer(layer)
    holds = _holds(layer, date)[row]
    return found.only(holds), found.only(~holds)


def _of_layer(layer: Layer) -> tuple[RightsOfWay, Rows]:
    """Return the rights-of-way of a layer, and the row of each."""
    streets = layer.column("street")
    made_by = layer.column("authority") if "authority" in layer.table.columns else np.full(len(streets), None)
    kinds = np.array([kind_of(street, made) for street, made in zip(streets, made_by, strict=True)], dtype=object)
    serves = np.full(len(kinds), None, dtype=object)
    if _KIND_COLUMN in layer.table.columns:
        said = layer.column(_KIND_COLUMN)
        kinds = np.where(said == None, kinds, said)  # noqa: E711  elementwise, over an array of objects
    named = [
        right_of_way_id or street or f"right-of-way {row + 1}"
        for row, (right_of_way_id, street) in enumerate(
            zip(layer.column("right_of_way_id"), streets, strict=True),
        )
    ]
    sources = np.where(kinds == "easement", "easement", "rights_of_way").astype(object)
    return _records(layer, layer.geometries, named, (streets, kinds, sources, serves))


def of_roll(parcels: Layer) -> RightsOfWay:
    """Return the records of the roll that are right-of-way and no parcels; their street is not told."""
    rows = np.flatnonzero(parcels.column("record_kind") == "row")
    count = len(rows)
    named = [str(each) for each in parcels.column("parcel_id")[rows]]
    said = (_full(count, None), _full(count, "street"), _full(count, "parcels"), _full(count, None))
    return _records(parcels, parcels.geometries[rows], named, said)[0]


def of_easements(layer: Layer) -> RightsOfWay:
    """Return recorded easements with the parcel that each serves."""
    count = len(layer.geometries)
    named = [str(each) for each in layer.column("easement_id")]
    kinds = _full(count, "easement")
    return _records(layer, layer.geometries, named, (_full(count, None), kinds, kinds, layer.column("parcel_id")))[0]


def told_apart(names: Iterable[str]) -> Texts:
    """Return names, a repeated one with its number.

    >>> told_apart(["ROW", "Oak", "ROW"]).tolist()
    ['ROW', 'Oak', 'ROW (2)']
    """
    seen: Counter[str] = Counter()
    apart = []
    for name in names:
        seen[name] += 1
        apart.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return np.array(apart, dtype=object)


def _holds(layer: Layer, date: dt.date | None) -> Flags:
    """Say which rows hold on a day; a scene's have no dates."""
    count = len(layer.geometries)
    if date is None or not {"valid_from", "valid_to"} <= set(layer.table.columns):
        return np.ones(count, dtype=bool)
    day = date.isoformat()
    days = zip(layer.column("valid_from"), layer.column("valid_to"), strict=True)
    holds = [(since is None or str(since) <= day) and (until is None or day <= str(until)) for since, until in days]
    return np.array(holds, dtype=bool)


def _records(
    layer: Layer, geometries: Texts, named: Iterable[str], said: tuple[Texts, Texts, Texts, Texts]
) -> tuple[RightsOfWay, Rows]:
    """Return those that have land, and their places among those given."""
    ids = told_apart(named)
    there = np.flatnonzero(~(shapely.is_missing(geometries) | shapely.is_empty(geometries)))
    streets, kinds, sources, serves = said
    editions = _full(len(ids), layer.edition)
    found = RightsOfWay(geometries, ids, streets, kinds, sources, np.ones(len(ids), dtype=bool), editions, serves)
    return (found.only(there) if len(ids) else none_on_file()), there


def _full(count: int, value: str | None) -> Texts:
    return np.full(count, value, dtype=object)
