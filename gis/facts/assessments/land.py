"""Which parcels may be assessed or charged, and which of them stand on the same ground?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely

from gis.errors import EditionMissing, OptionInvalid
from gis.facts.impervious.stacks import first_on_ground
from gis.facts.layerset import LayerSet
from gis.facts.sewers.areas.lying import NOWHERE

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class ParcelLand:
    """Parcels on file, one position an array element, in the order of the layer.

    Records of roads, water and gaps are none, nor are rows without a shape; a row that repeats the id and the polygon
    of another counts once.

    Attributes
    ----------
    layers : LayerSet
        Where they are from.
    rows : int array
        Row of each parcel in the layer of parcels.
    ids : object array of str
        Parcel ids, verbatim.
    counties : object array of str or None
        County of each, as the roll has it.
    ground : int array
        Piece of ground of each parcel. Units of a condominium are several parcels on one piece.
    grounds : object array of Polygon or MultiPolygon
        Pieces of ground in the frame, no two alike, in the order of their first parcel.
    ground_of_row : int array
        Piece of ground of each row of the layer, rows that repeat another too; -1 of one that is no parcel.
    """

    layers: LayerSet
    rows: Rows
    ids: Texts
    counties: Texts
    ground: Rows
    grounds: Geometries
    ground_of_row: Rows

    def __len__(self) -> int:
        """Return how many parcels there are."""
        return len(self.rows)

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Index of the pieces of ground."""
        return shapely.STRtree(self.grounds)

    @cached_property
    def sharing(self) -> Rows:
        """How many parcels stand on the ground of each, itself too: what is told of ground is told of all of them."""
        return np.bincount(self.ground, minlength=len(self.grounds))[self.ground].astype(np.intp)

    @cached_property
    def _positions(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for position, parcel_id in enumerate(self.ids.tolist()):
            found.setdefault(str(parcel_id), []).append(position)
        return found

    def position(self, parcel_id: str, county: str | None = None) -> int:
        """Return the position of a parcel by its id, and by its county where two counties number alike.

        Raises
        ------
        OptionInvalid
            No parcel, or several, have the id.
        """
        alike = self._positions.get(parcel_id, [])
        found = [each for each in alike if county is None or self.counties[each] == county]
        if len(found) == 1:
            return found[0]
        of = "" if county is None or not alike else f" of {county} County"
        what = f"{len(found)} parcels have the id {parcel_id}." if found else f"No parcel{of} has the id {parcel_id}."
        raise OptionInvalid(
            what=what,
            where="the layer of parcels",
            why="What is charged to land is charged to one parcel.",
            next="Give the id as the roll writes it, with zeros and punctuation, and the county where several have it.",
        )


def parcel_land(layers: LayerSet) -> ParcelLand:
    """Return the parcels on file.

    Parameters
    ----------
    layers : LayerSet
        With a layer of parcels.

    Returns
    -------
    ParcelLand
        No owners: nothing here asks who has a parcel.

    Raises
    ------
    EditionMissing
        No layer of parcels is on file.
    """
    layer = layers.layers.get("parcels")
    if layer is None:
        raise EditionMissing(
            what="No parcels are on file.",
            where="the layers folder",
            why="Frontage, area and benefit are those of parcels.",
            next="Import them with: townline import parcels FILE --layers DIR",
        )
    there = ~(shapely.is_missing(layer.geometries) | shapely.is_empty(layer.geometries))
    rows = np.flatnonzero(np.asarray(there, dtype=bool) & (layer.column("record_kind") == "parcel"))
    first = first_on_ground(layer.geometries[rows])
    told = {"id": layer.column("parcel_id")[rows], "ground": first}
    once = ~pd.DataFrame(told).duplicated().to_numpy(dtype=bool)
    pieces, ground = np.unique(first, return_inverse=True)
    ground_of_row = np.full(len(layer.geometries), NOWHERE, dtype=np.intp)
    ground_of_row[rows] = ground
    return ParcelLand(
        layers=layers,
        rows=rows[once],
        ids=layer.column("parcel_id")[rows[once]],
        counties=layer.column_if_there("county")[rows[once]],
        ground=ground[once],
        grounds=layer.geometries[rows[pieces]],
        ground_of_row=ground_of_row,
    )
