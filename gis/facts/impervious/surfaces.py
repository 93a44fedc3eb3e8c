"""How much of each parcel is impervious, by outlines of surfaces: each land once, and each surface its own lot's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely

from gis.errors import OptionInvalid
from gis.facts.ground import Steps, area_steps, sqft
from gis.facts.impervious.counted_once import counted_once, off_rights_of_way
from gis.facts.impervious.lots import Pieces, pieces_on_lots, without_slivers_of
from gis.facts.impervious.policy import ImperviousPolicy, class_name
from gis.geometry.frame import Frame
from gis.geometry.measure import lengths_ft
from gis.units import AREA_STEPS_PER_SQFT

Geometries = npt.NDArray[np.object_]
Objects = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Surfaces:
    """Outlines of impervious surfaces, one position an array element.

    Attributes
    ----------
    shapes : object array of Polygon or MultiPolygon
        In the frame, on its grid.
    ids : object array of str or None
        As published.
    kinds : object array of str or None
        Class as published.
    standing : object array of bool or None
        Whether each was there on the day of the question; None where nobody can tell.
    accuracy_ft : Fraction
        How far an outline may lie from its place.
    """

    shapes: Geometries
    ids: Objects
    kinds: Objects
    standing: Objects
    accuracy_ft: Fraction


@dataclass(frozen=True, slots=True)
class Moved:
    """Land of a surface over a lot line, within the accuracy, that counts with the lot of the rest of the surface."""

    surface: int
    """Position among the surfaces, as are the next two among the parcels."""
    from_parcel: int | None
    """None where it lies on no parcel."""
    to_parcel: int
    area_sqft: Fraction


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceAreas:
    """Impervious land of parcels by outlines; areas in hundredths of a US survey square foot on the ground.

    Attributes
    ----------
    impervious : int array
        For each parcel: land that counts, each class by its weight.
    unknown : int array
        Land under surfaces of which the policy leaves open whether they count, or that may not have been there yet.
    by_class : mapping of str to int array
        Land of each class that was surely there, without its weight. Where surfaces overlap, the land is that of the
        heaviest.
    margin : int array
        By how much `impervious` and `unknown` together may be off: accuracy times the length of the outlines, of all
        outlines drawn too wide or all too narrow. An upper bound; a line between two surfaces counts for both.
    has_surface : bool array
        Whether any surface lies on the parcel, whatever it weighs.
    pieces : Pieces
        What it is made of; `surface` and `lot` are positions among surfaces and parcels. Allocated surfaces are left
        out.
    off_parcels : int array
        For each surface: its land, counted once, on no parcel or on a right-of-way.
    moved : tuple of Moved
        Slivers over lot lines.
    """

    impervious: Steps
    unknown: Steps
    by_class: Mapping[str, Steps]
    margin: Steps
    has_surface: Flags
    pieces: Pieces
    off_parcels: Steps
    moved: tuple[Moved, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lots:
    """Parcels among which surfaces are split.

    Attributes
    ----------
    shapes : object array of Polygon or MultiPolygon
        In the frame, on its grid; empty for records that hold no ground of their own.
    ids : object array of str
        As published.
    accuracy_ft : Fraction
        How far a lot line and an outline may lie apart: combined accuracy of both layers.
    rights : object array of Polygon or MultiPolygon
        Rights-of-way: a surface on one is no parcel's.
    ground_of : intp array
        Position of the record that holds the ground of each; its own but for stacked records.
    """

    shapes: Geometries
    ids: Objects
    accuracy_ft: Fraction
    rights: Geometries
    ground_of: Rows


def surface_areas(surfaces: Surfaces, lots: Lots, policy: ImperviousPolicy, frame: Frame) -> SurfaceAreas:
    """Measure the impervious land of parcels by outlines of surfaces.

    Where surfaces overlap, their land counts once, as the heaviest of them. A surface across a lot line is split; a
    sliver over it within the accuracy stays with the rest, and is nobody's where the rest lies on a right-of-way. A
    surface with a stated allocation is shared as stated, wherever it lies; what of it lies on no parcel is nobody's.

    Parameters
    ----------
    surfaces : Surfaces
        Those that were not there yet are left out.
    lots : Lots
        The parcels.
    policy : ImperviousPolicy
        What counts.
    frame : Frame
        The plane of all shapes and the system of measures.

    Returns
    -------
    SurfaceAreas
        Land on all parcels and off them sums to the union of the surfaces.

    Raises
    ------
    OptionInvalid
        Where an allocation names a surface or parcel that is not there.
    OverlayUnverified
        Where a cut cannot be shown to be right.
    """
    count = len(lots.shapes)
    there = np.flatnonzero(surfaces.standing != False)  # noqa: E712  elementwise, None is neither
    weights = _weights(surfaces, policy)
    once = np.full(len(weights), shapely.Polygon(), dtype=object)
    once[there] = counted_once(surfaces.shapes[there], _ranks(weights[there]), frame)
    private = once
    if len(lots.rights):
        private = off_rights_of_way(once, lots.rights, float(lots.accuracy_ft), frame)
    pieces = pieces_on_lots(private, lots.shapes, float(lots.accuracy_ft), frame)
    all_land = area_steps(once, frame)
    on_rights = all_land - area_steps(private, frame)
    pieces = without_slivers_of(pieces, on_rights, float(lots.accuracy_ft), frame)
    off_parcels = all_land - _sums(pieces.surface, pieces.area, len(weights))
    parts = _allocated(_parts(pieces, surfaces, lots, frame), surfaces, lots, policy)
    is_sure = np.asarray(surfaces.standing[parts.surface] == True, dtype=bool)  # noqa: E712  elementwise
    weight = weights[parts.surface]
    counts = ~np.isnan(weight)
    kinds = np.array([class_name(each) for each in surfaces.kinds], dtype=object)[parts.surface]
    return SurfaceAreas(
        impervious=_sums(parts.lot[counts], (parts.area * weight)[counts], count),
        unknown=_sums(parts.lot[~counts], parts.area[~counts], count),
        by_class={
            kind: _sums(parts.lot[chosen], parts.area[chosen], count)
            for kind in sorted(set(kinds[is_sure].tolist()))
            for chosen in [is_sure & (kinds == kind)]
        },
        margin=_sums(parts.lot, parts.margin * np.where(counts, weight, 1.0), count),
        has_surface=np.bincount(parts.lot, minlength=count) > 0,
        pieces=pieces,
        off_parcels=off_parcels,
        moved=_moved(pieces),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """What each lot has of each surface, in hundredths of a square foot, and by how much that may be off."""

    surface: Rows
    lot: Rows
    area: Steps
    margin: Floats


def _weights(surfaces: Surfaces, policy: ImperviousPolicy) -> Floats:
    """Return how much of each surface counts; not a number where that is open, or whether it was there."""
    of_kind = {kind: policy.weight(kind) for kind in set(surfaces.kinds.tolist())}
    found = [
        None if standing is None else of_kind[kind]
        for standing, kind in zip(surfaces.standing.tolist(), surfaces.kinds.tolist(), strict=True)
    ]
    return np.array([np.nan if weight is None else float(weight) for weight in found])


def _ranks(weights: Floats) -> Rows:
    """Return which surface counts first where two overlap: the heaviest, then the first.

    One whose weight is open goes behind those that count whole and before the others, so that the bounds are never
    too near each other.
    """
    heaviness = np.where(np.isnan(weights), np.nextafter(1.0, 0.0), weights)
    rank = np.empty(len(weights), dtype=np.intp)
    rank[np.argsort(-heaviness, kind="stable")] = np.arange(len(weights))
    return rank


def _parts(pieces: Pieces, surfaces: Surfaces, lots: Lots, frame: Frame) -> _Parts:
    off_ft = np.where(pieces.is_cut, float(lots.accuracy_ft), float(surfaces.accuracy_ft))
    margin = off_ft * lengths_ft(pieces.shapes, frame) * AREA_STEPS_PER_SQFT
    return _Parts(pieces.surface, pieces.lot, pieces.area, margin)


def _allocated(parts: _Parts, surfaces: Surfaces, lots: Lots, policy: ImperviousPolicy) -> _Parts:
    """Share surfaces out as stated, whosever land they lie on."""
    if not policy.allocations:
        return parts
    surface_rows, lot_rows = _rows_of(surfaces.ids), _rows_of(lots.ids)
    is_kept = np.ones(len(parts.surface), dtype=bool)
    added: list[tuple[int, int, int, float]] = []
    for surface_id, shares in sorted(policy.allocations.items()):
        rows = _named(surface_rows, surface_id, "surface")
        named = ((_named(lot_rows, parcel_id, "parcel")[0], share) for parcel_id, share in sorted(shares.items()))
        # A share of one of several records on a ground is a share of that ground.
        to = [(int(lots.ground_of[lot]), share) for lot, share in named]
        for row in rows:
            own = parts.surface == row
            is_kept &= ~own
            area, margin = int(parts.area[own].sum()), float(parts.margin[own].sum())
            ends = [area * sum((share for _, share in to[:upto]), Fraction(0)) for upto in range(len(to) + 1)]
            steps = [round(end) - round(begin) for begin, end in pairwise(ends)]
            added += [(row, lot, part, margin * float(share)) for (lot, share), part in zip(to, steps, strict=True)]
    surface, lot, area_added, margin_added = zip(*added, strict=True)
    return _Parts(
        np.concatenate((parts.surface[is_kept], np.array(surface, dtype=np.intp))),
        np.concatenate((parts.lot[is_kept], np.array(lot, dtype=np.intp))),
        np.concatenate((parts.area[is_kept], np.array(area_added, dtype=np.int64))),
        np.concatenate((parts.margin[is_kept], np.array(margin_added))),
    )


def _rows_of(ids: Objects) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = defaultdict(list)
    for row, name in enumerate(ids.tolist()):
        if name is not None:
            rows[name].append(row)
    return rows


def _named(rows: Mapping[str, list[int]], name: str, what: str) -> list[int]:
    if name not in rows:
        raise OptionInvalid(
            what=f"There is no {what} {name}.",
            where="how a shared surface is allocated",
            why="Its land would be charged to nobody.",
            next="Give ids as the layers on file have them.",
        )
    return rows[name]


def _moved(pieces: Pieces) -> tuple[Moved, ...]:
    return tuple(
        Moved(
            surface=int(pieces.surface[row]),
            from_parcel=int(pieces.from_lot[row]) if pieces.from_lot[row] >= 0 else None,
            to_parcel=int(pieces.lot[row]),
            area_sqft=sqft(int(pieces.area[row])),
        )
        for row in np.flatnonzero(pieces.is_sliver).tolist()
    )


def _sums(rows: Rows, amounts: npt.NDArray[np.int64] | Floats, count: int) -> Steps:
    return np.rint(np.bincount(rows, weights=amounts, minlength=count)).astype(np.int64)
