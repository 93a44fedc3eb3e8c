"""Which manholes, lift stations and plants are there, and where?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely

from gis.layers.layer import Layer

Texts = npt.NDArray[np.object_]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_WORDS = {
    "manhole": "manhole",
    "lift_station": "lift station",
    "cleanout": "cleanout",
    "plant": "treatment plant",
}
_GONE = ("abandoned", "proposed")


@dataclass(frozen=True, eq=False)
class SewerNodes:
    """Points of a sewer network in the frame, one position an array element; storm inlets are left out.

    Attributes
    ----------
    points : float array, shape (n, 2)
        In the frame.
    ids : object array of str or None
        As published; None where the point has none.
    kinds, statuses : object array of str or None
        As the layer has them; None where nobody said.
    rows : tuple of int
        Row of the layer of each.
    is_on_file : bool
        Whether a layer of nodes is on file at all.
    """

    points: Floats
    ids: Texts
    kinds: Texts
    statuses: Texts
    rows: tuple[int, ...]
    is_on_file: bool

    def __len__(self) -> int:
        """Return how many points there are."""
        return len(self.points)

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Index of the points."""
        return shapely.STRtree(shapely.points(self.points))

    @cached_property
    def places(self) -> Sequence[tuple[float, float]]:
        """The points as plain numbers."""
        return [(x, y) for x, y in self.points.tolist()]

    @cached_property
    def by_id(self) -> Mapping[str, Sequence[int]]:
        """Positions by id; more than one where the layer repeats an id."""
        found: dict[str, list[int]] = defaultdict(list)
        for position, name in enumerate(self.ids):
            if name is not None:
                found[str(name)].append(position)
        return found

    def serves_as(self, kind: str) -> Flags:
        """Return which points are in place and of a kind (lift_station, plant)."""
        return np.asarray((self.kinds == kind) & ~np.isin(self.statuses.astype(str), _GONE), dtype=bool)

    def name(self, position: int) -> str:
        """Return how a sentence names a point: "manhole MH-7", "lift station (row 3)"."""
        word = _WORDS.get(str(self.kinds[position]), "node")
        name = self.ids[position]
        return f"{word} (row {self.rows[position] + 1})" if name is None else f"{word} {name}"


def sewer_nodes(layer: Layer | None) -> SewerNodes:
    """Return the points of a layer of sewer nodes that belong to the sanitary sewers.

    Parameters
    ----------
    layer : Layer or None
        Of the kind sewer_nodes; None where none is on file.

    Returns
    -------
    SewerNodes
        Catch basins and other storm structures are no part of it. A feature of several points stands at their middle.
    """
    if layer is None:
        none = np.empty(0, dtype=object)
        return SewerNodes(np.empty((0, 2)), none, none, none, (), is_on_file=False)
    kinds = layer.column("kind")
    rows = np.flatnonzero(kinds != "storm")
    points = shapely.get_coordinates(shapely.centroid(layer.geometries[rows]))
    ids, statuses = layer.column("node_id")[rows], layer.column("status")[rows]
    return SewerNodes(points, ids, kinds[rows], statuses, tuple(rows.tolist()), is_on_file=True)
