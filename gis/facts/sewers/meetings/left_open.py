"""What is a set of pairs of ground and a sewer of which the layers leave open whether they meet?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely

from gis.geometry.frame import Frame

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

SEWERS = "{sewers}"
"""Stands in a sentence for the sewers of which it is true."""


@dataclass(frozen=True, eq=False)
class OpenMeetings:
    """Pairs of ground and a sewer of which the layers do not say whether they meet, ordered by ground, then sewer.

    Attributes
    ----------
    ground, sewer : int arrays
        Positions.
    leaves_open : bool array
        True where the answer is unknown for it unless something else decides; False where it is told all the same.
    is_street : bool array
        False where the sewer would lie in an easement, which is no street.
    why : object array of str
        A sentence with {sewers} in it, in whose place stand the sewers of which it is true.
    """

    ground: Rows
    sewer: Rows
    leaves_open: Flags
    is_street: Flags
    why: Texts


@dataclass(frozen=True, eq=False)
class Land:
    """The parcels of a survey, as pieces of ground.

    Attributes
    ----------
    grounds : object array of Polygon or MultiPolygon
        In the frame.
    piece_of_row : int array
        Piece of ground of each row of the layer of parcels; -1 for none.
    frame : Frame
        The plane and its grid.
    """

    grounds: Geometries
    piece_of_row: Rows
    frame: Frame

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Index of the ground."""
        return shapely.STRtree(self.grounds)


def left_open(
    ground: Rows,
    sewer: Rows,
    why: Sequence[str],
    *,
    leaves_open: Flags | bool = True,
    is_street: Flags | bool = True,
) -> OpenMeetings:
    """Return pairs with a sentence each; ground -1, which is no parcel's, is left out."""
    said = np.empty(len(ground), dtype=object)
    said[:] = why
    is_land = np.asarray(ground >= 0, dtype=bool)
    opens, street = (np.broadcast_to(np.asarray(each, dtype=bool), len(ground)) for each in (leaves_open, is_street))
    return OpenMeetings(ground[is_land], sewer[is_land], opens[is_land], street[is_land], said[is_land])


def together(found: Sequence[OpenMeetings]) -> OpenMeetings:
    """Return several sets as one, ordered by ground, then sewer; none give an empty set."""
    none, no = np.zeros(0, dtype=np.intp), np.zeros(0, dtype=bool)
    every = [OpenMeetings(none, none, no, no, np.zeros(0, dtype=object)), *found]
    names = ("ground", "sewer", "leaves_open", "is_street", "why")
    columns = {name: np.concatenate([getattr(each, name) for each in every]) for name in names}
    order = np.lexsort((columns["sewer"], columns["ground"]))
    return OpenMeetings(**{name: column[order] for name, column in columns.items()})
