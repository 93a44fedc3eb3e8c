"""Which part of each surface lies on which lot, and what lies on none?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.ground import Steps, area_steps
from gis.geometry.frame import Frame
from gis.geometry.pairs import cut_pairs
from gis.geometry.slivers import is_wider

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Parts of surfaces, each on one lot; ordered by surface, then by lot.

    Attributes
    ----------
    surface, lot : intp arrays
        Positions. A sliver is with the lot of the rest of its surface.
    shapes : object array
        The part itself, in the frame.
    area : int array
        Hundredths of a square foot on the ground.
    is_cut : bool array
        True where a lot line bounds the part.
    from_lot : intp array
        Lot that a sliver was taken from, -1 for land of no lot; the piece's own lot elsewhere.
    """

    surface: Rows
    lot: Rows
    shapes: Geometries
    area: Steps
    is_cut: Flags
    from_lot: Rows

    @property
    def is_sliver(self) -> Flags:
        """True where the part lies over the line of its lot, by less than the accuracy."""
        flags: Flags = self.lot != self.from_lot
        return flags


def pieces_on_lots(surfaces: Geometries, lots: Geometries, accuracy_ft: float, frame: Frame) -> Pieces:
    """Split surfaces along lot lines.

    Parameters
    ----------
    surfaces : object array of Polygon or MultiPolygon
        In the frame, on its grid; empty ones have no part.
    lots : object array of Polygon or MultiPolygon
        In the frame, on its grid; each ground once. Missing and empty ones have no land.
    accuracy_ft : float
        Combined accuracy of both layers. A part no wider than this, of a surface whose largest part on a lot is
        wider, may lie over the line only because the line or the outline was drawn a little off: it goes to that lot.
    frame : Frame
        The plane and its grid.

    Returns
    -------
    Pieces
        Land of a surface that is in none of them lies on no lot. Where lots overlap, land on both is in both.

    Raises
    ------
    OverlayUnverified
        Where a cut cannot be shown to be right.
    """
    tree = shapely.STRtree(surfaces)
    lot, surface = tree.query(lots, predicate="intersects")
    held = np.stack(tree.query(lots, predicate="covers"))
    whole = np.isin(lot * len(surfaces) + surface, held[0] * len(surfaces) + held[1])
    cut = np.flatnonzero(~whole)
    cut = cut[~np.asarray(shapely.touches(surfaces[surface[cut]], lots[lot[cut]]), dtype=bool)]
    inside = _shared(surfaces[surface[cut]], lots[lot[cut]], frame)
    real = ~shapely.is_empty(inside)
    rows = np.concatenate((np.flatnonzero(whole), cut[real]))
    shapes = np.concatenate((surfaces[surface[whole]], inside[real]))
    order = np.lexsort((lot[rows], surface[rows]))
    rows, shapes = rows[order], shapes[order]
    found = Pieces(surface[rows], lot[rows], shapes, area_steps(shapes, frame), ~whole[rows], lot[rows])
    return _slivers_home(found, surfaces, lots, accuracy_ft, frame)


def without_slivers_of(pieces: Pieces, elsewhere: Steps, accuracy_ft: float, frame: Frame) -> Pieces:
    """Leave out slivers of surfaces that have more land elsewhere than on any lot: pavement over the line of a street.

    Parameters
    ----------
    pieces : Pieces
        Parts of surfaces on lots.
    elsewhere : int array
        Of each surface: its land on rights-of-way, hundredths of a square foot.
    accuracy_ft : float
        A part no wider than this may lie on the lot only because a line or an outline was drawn a little off.
    frame : Frame
        The plane and its grid.
    """
    most = np.zeros(len(elsewhere), dtype=np.int64)
    np.maximum.at(most, pieces.surface, pieces.area)
    few = np.flatnonzero((elsewhere > most)[pieces.surface])
    kept = np.ones(len(pieces.surface), dtype=bool)
    kept[few] = is_wider(pieces.shapes[few], accuracy_ft, frame)
    return Pieces(
        pieces.surface[kept],
        pieces.lot[kept],
        pieces.shapes[kept],
        pieces.area[kept],
        pieces.is_cut[kept],
        pieces.from_lot[kept],
    )


def _shared(surfaces: Geometries, lots: Geometries, frame: Frame) -> Geometries:
    """Return the land in common; the simpler of the two is cut, which is quicker along a long street."""
    turned = shapely.get_num_coordinates(lots) < shapely.get_num_coordinates(surfaces)
    return cut_pairs(np.where(turned, lots, surfaces), np.where(turned, surfaces, lots), frame)[0]


def _slivers_home(found: Pieces, surfaces: Geometries, lots: Geometries, accuracy_ft: float, frame: Frame) -> Pieces:
    """Give slivers of a surface over a lot line to the lot of its largest part."""
    home = _largest(found, len(surfaces))
    away = np.flatnonzero(found.is_cut & (np.arange(len(found.surface)) != home[found.surface]))
    away = away[~is_wider(found.shapes[away], accuracy_ft, frame)]
    beyond, land = _beyond(found, surfaces, lots, accuracy_ft, frame)
    main = np.unique(home[np.concatenate((found.surface[away], beyond))])
    proper = main[is_wider(found.shapes[main], accuracy_ft, frame)]
    away = away[np.isin(home[found.surface[away]], proper)]
    lot = found.lot.copy()
    lot[away] = found.lot[home[found.surface[away]]]
    kept = np.isin(home[beyond], proper)
    beyond, land = beyond[kept], land[kept]
    surface = np.concatenate((found.surface, beyond))
    from_lot = np.concatenate((found.lot, np.full(len(beyond), -1, dtype=np.intp)))
    lot = np.concatenate((lot, found.lot[home[beyond]]))
    order = np.lexsort((from_lot, lot, surface))
    return Pieces(
        surface[order],
        lot[order],
        np.concatenate((found.shapes, land))[order],
        np.concatenate((found.area, area_steps(land, frame)))[order],
        np.concatenate((found.is_cut, np.ones(len(beyond), dtype=bool)))[order],
        from_lot[order],
    )


def _largest(found: Pieces, count: int) -> Rows:
    """Return for each surface the position of its largest piece, the first of equal ones; -1 where it has none."""
    home = np.full(count, -1, dtype=np.intp)
    order = np.lexsort((-np.arange(len(found.area)), found.area))
    home[found.surface[order]] = order
    return home


def _beyond(
    found: Pieces, surfaces: Geometries, lots: Geometries, accuracy_ft: float, frame: Frame
) -> tuple[Rows, Geometries]:
    """Return surfaces that lie over their lots' lines by a sliver of land of no lot, and that sliver."""
    area = area_steps(surfaces, frame)
    left = area - np.bincount(found.surface, weights=found.area, minlength=len(surfaces)).astype(np.int64)
    # What is narrow has little land for its outline: only such surfaces are cut once more.
    narrow = accuracy_ft * shapely.length(surfaces) * frame.unit_ft * 100
    is_split = np.bincount(found.surface[found.is_cut], minlength=len(surfaces)) > 0
    few = np.flatnonzero(is_split & (left > 0) & (left <= narrow))
    rest = surfaces[few]
    position = np.full(len(surfaces), -1, dtype=np.intp)
    position[few] = np.arange(len(few))
    pairs = np.flatnonzero(np.isin(found.surface, few))
    turn = np.arange(len(pairs)) - np.searchsorted(found.surface[pairs], found.surface[pairs])
    for now in range(int(turn.max(initial=-1)) + 1):
        at = pairs[turn == now]
        where = position[found.surface[at]]
        rest[where] = cut_pairs(rest[where], lots[found.lot[at]], frame)[1]
    real = ~shapely.is_empty(rest)
    real[real] = ~is_wider(rest[real], accuracy_ft, frame)
    return few[real], rest[real]
