"""What is a set of rights-of-way, each with what it was told from?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]
Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class RightsOfWay:
    """Rights-of-way in the frame, one position an array element.

    Attributes
    ----------
    geometries : object array of Polygon or MultiPolygon
        In the frame, on its grid.
    ids : object array of str
        Id of the record; of one derived from a gap or a centreline, a name of its own that is the same in every run.
    streets : object array of str or None
        Street that it holds.
    kinds : object array of str
        street, alley, railroad or easement.
    sources : object array of str
        rights_of_way, parcels, gap, centreline or easement (`gis.model.connections.FrontSource`).
    is_certain : bool array
        True where a record of its own draws it.
    editions : object array of str
        Edition that it comes from.
    serves : object array of str or None
        Of an easement, the parcel that it serves.
    """

    geometries: Geometries
    ids: Texts
    streets: Texts
    kinds: Texts
    sources: Texts
    is_certain: Flags
    editions: Texts
    serves: Texts

    def __len__(self) -> int:
        """Return how many rights-of-way there are."""
        return len(self.geometries)

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Index of the geometries."""
        return shapely.STRtree(self.geometries)

    def only(self, rows: Rows | Flags) -> RightsOfWay:
        """Return some of them, in the order of the rows."""
        return RightsOfWay(**{column.name: getattr(self, column.name)[rows] for column in fields(self)})


def joined(sets: Sequence[RightsOfWay]) -> RightsOfWay:
    """Return several sets as one, in their order; none give an empty set."""
    every = [none_on_file(), *sets]
    names = [column.name for column in fields(RightsOfWay)]
    return RightsOfWay(**{name: np.concatenate([getattr(one, name) for one in every]) for name in names})


def none_on_file() -> RightsOfWay:
    """Return a set of no rights-of-way.

    >>> len(none_on_file())
    0
    """
    blank = np.zeros(0, dtype=object)
    return RightsOfWay(blank, blank, blank, blank, blank, np.zeros(0, dtype=bool), blank, blank)
