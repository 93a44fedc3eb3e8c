"""How much of each parcel is impervious on a day, by the best that is on file?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import shapely

from gis.errors import EditionMissing
from gis.facts.ground import Steps, area_steps, sqft
from gis.facts.impervious.areas import OF_CELLS, ImperviousAreas, RasterOnFile
from gis.facts.impervious.counted_once import off_rights_of_way
from gis.facts.impervious.policy import ImperviousPolicy
from gis.facts.impervious.rasters import RasterCells, raster_areas
from gis.facts.impervious.stacks import first_on_ground
from gis.facts.impervious.standing import dates_of, holding_on, standing_of
from gis.facts.impervious.surfaces import Lots, SurfaceAreas, Surfaces, surface_areas
from gis.facts.layerset import LayerSet
from gis.geometry.overlay import on_grid
from gis.layers.layer import Layer

Geometries = npt.NDArray[np.object_]
Objects = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
Scalar = TypeVar("Scalar", bound=np.generic)
_DOUBTFUL = "Surfaces seen only after the day, of which nobody says when they were built, and so unknown land"


def impervious_of(
    layers: LayerSet,
    date: dt.date,
    policy: ImperviousPolicy,
    raster: RasterOnFile | None = None,
    vintage: dt.date | None = None,
) -> ImperviousAreas:
    """Measure the impervious land of every parcel on a day.

    Outlines of surfaces go first, wherever they were captured: where one lies on the parcel, or within
    `policy.capture_reach_ft` of it. Elsewhere the raster decides, and where there is none, all of the parcel is
    unknown. Unknown land is never taken for pervious. What lies on a right-of-way is no parcel's, whatever shows it.

    Parameters
    ----------
    layers : LayerSet
        With `parcels`; `impervious` and `rights_of_way` where they are on file.
    date : date
        The day of the question: surfaces built later are left out, and rights-of-way that do not hold on it.
    policy : ImperviousPolicy
        What counts.
    raster : RasterOnFile, optional
        The raster in force on the day.
    vintage : date, optional
        Day of the edition of `impervious`, for surfaces without a date.

    Returns
    -------
    ImperviousAreas
        Records that are no parcels have no land; of stacked records the first has the ground that all share.

    Raises
    ------
    EditionMissing
        Where there are no parcels.
    OptionInvalid
        Where an allocation names a surface or parcel that is not there.
    OverlayUnverified, LayerUnreadable
        Where a cut cannot be shown to be right, or the raster cannot be read.
    """
    if "parcels" not in layers.layers:
        raise EditionMissing(
            what="No parcels are on file.",
            where="the layers",
            why="Impervious land is measured parcel by parcel.",
            next="Import them with `townline import parcels`.",
        )
    parcels = layers.layers["parcels"]
    shapes = on_grid(parcels.geometries, layers.frame)
    is_parcel = np.asarray(parcels.column("record_kind") == "parcel", dtype=bool)
    shapes[~is_parcel] = shapely.Polygon()
    ground_of = first_on_ground(shapes)
    holds_ground = is_parcel & (ground_of == np.arange(len(shapes)))
    shapes[~holds_ground] = shapely.Polygon()
    basis = np.where(is_parcel, np.where(holds_ground, "unknown", "same_ground"), "no_parcel").astype(object)
    found = _unknown(area_steps(shapes, layers.frame), basis, ground_of)
    rights = _rights(layers, date)
    if "impervious" in layers.layers:
        found = _with_polygons(found, (shapes, rights), layers, (date, vintage), policy)
    if raster is not None:
        found = _with_raster(found, (shapes, rights), layers, raster)
    return _bounded(found, policy)


def _rights(layers: LayerSet, date: dt.date) -> Geometries:
    """Return the rights-of-way that hold on the day."""
    layer = layers.layers.get("rights_of_way")
    if layer is None:
        return np.array([], dtype=object)
    return on_grid(layer.geometries[holding_on(layer, date)], layers.frame)


def _unknown(area: Steps, basis: Objects, ground_of: Rows) -> ImperviousAreas:
    """Return what is known before anything is looked at: nothing."""
    nothing, nobody = np.zeros_like(area), np.full(len(area), None, dtype=object)
    return ImperviousAreas(
        area=area,
        value=nothing,
        low=nothing,
        high=area,
        unknown=area,
        margin=nothing,
        by_class={},
        basis=basis,
        needs_review=np.zeros(len(area), dtype=bool),
        captured_first=nobody,
        captured_last=nobody,
        ground_of=ground_of,
        moved=(),
        off_parcels=0,
        editions={},
        cell_ft=None,
        notes=(),
    )


def _with_polygons(
    found: ImperviousAreas,
    land: tuple[Geometries, Geometries],
    layers: LayerSet,
    dates: tuple[dt.date, dt.date | None],
    policy: ImperviousPolicy,
) -> ImperviousAreas:
    layer, (shapes, rights) = layers.layers["impervious"], land
    captured = dates_of(layer, "captured")
    surfaces = Surfaces(
        shapes=on_grid(layer.geometries, layers.frame),
        ids=layer.column_if_there("surface_id"),
        kinds=layer.column_if_there("surface"),
        standing=standing_of(layer, *dates),
        accuracy_ft=layers.accuracy_ft("impervious", with_boundary=False),
    )
    lots = Lots(
        shapes=shapes,
        ids=layers.layers["parcels"].column("parcel_id"),
        accuracy_ft=layers.accuracy_ft("parcels", "impervious", with_boundary=False),
        rights=rights,
        ground_of=found.ground_of,
    )
    areas = surface_areas(surfaces, lots, policy, layers.frame)
    reach = float(policy.capture_reach_ft) / layers.frame.unit_ft
    is_open = np.asarray(found.basis == "unknown", dtype=bool)
    rows = np.flatnonzero(is_open & (areas.has_surface | _near(shapes, is_open & ~areas.has_surface, layer, reach)))
    first, last = _seen(areas, captured, len(shapes))
    return replace(
        found,
        value=_put(found.value, rows, areas.impervious[rows]),
        unknown=_put(found.unknown, rows, areas.unknown[rows]),
        margin=_put(found.margin, rows, areas.margin[rows]),
        by_class={kind: _put(np.zeros_like(each), rows, each[rows]) for kind, each in areas.by_class.items()},
        basis=_put(found.basis, rows, "polygons"),
        captured_first=_put(found.captured_first, rows, first[rows]),
        captured_last=_put(found.captured_last, rows, last[rows]),
        moved=areas.moved,
        off_parcels=int(areas.off_parcels.sum()),
        editions={**found.editions, "impervious": layer.edition, **_of_rights(layers)},
        notes=(*found.notes, *_notes(areas, surfaces, captured)),
    )


def _of_rights(layers: LayerSet) -> dict[str, str]:
    """Return the edition of the rights-of-way, by kind, where they are on file."""
    return {kind: each.edition for kind, each in layers.layers.items() if kind == "rights_of_way"}


def _put(into: npt.NDArray[Scalar], rows: Rows, what: Any) -> npt.NDArray[Scalar]:  # noqa: ANN401 - an array or one value
    """Return a copy of an array with other values in some rows."""
    changed = into.copy()
    changed[rows] = what
    return changed


def _near(shapes: Geometries, asked: Flags, surfaces: Layer, reach: float) -> Flags:
    """Say which of the parcels asked about have a surface within reach: those were looked at at the capture."""
    near = np.zeros(len(shapes), dtype=bool)
    if len(surfaces.geometries) and reach > 0:
        rows = np.flatnonzero(asked & ~shapely.is_empty(shapes))
        found, _ = surfaces.tree.query_nearest(shapes[rows], max_distance=reach, all_matches=False)
        near[rows[found]] = True
    return near


def _seen(areas: SurfaceAreas, captured: Objects, count: int) -> tuple[Objects, Objects]:
    """Return the first and last day on which the surfaces of each parcel were seen; None where no day is known."""
    days = np.array([-1 if each is None else each.toordinal() for each in captured.tolist()], dtype=np.int64)
    day, lot = days[areas.pieces.surface], areas.pieces.lot
    lot, day = lot[day >= 0], day[day >= 0]
    first, last = np.full(count, dt.date.max.toordinal()), np.zeros(count, dtype=np.int64)
    np.minimum.at(first, lot, day)
    np.maximum.at(last, lot, day)
    found = np.full((2, count), None, dtype=object)
    for row in np.flatnonzero(last).tolist():
        found[:, row] = dt.date.fromordinal(int(first[row])), dt.date.fromordinal(int(last[row]))
    return found[0], found[1]


def _notes(areas: SurfaceAreas, surfaces: Surfaces, captured: Objects) -> tuple[str, ...]:
    off = sqft(areas.off_parcels.clip(min=0).sum())
    twice = sqft(-areas.off_parcels.clip(max=0).sum())
    moved = len(areas.moved)
    doubtful = int((surfaces.standing == None).sum())  # noqa: E711  elementwise, over objects
    undated = int((captured == None).sum())  # noqa: E711  elementwise, over objects
    # The number stands last, so that each sentence is right of one as of many.
    told = (
        (off, f"{float(off):,.0f} sq ft of surfaces lie on no parcel or on a right-of-way; no parcel has them."),
        (twice, f"{float(twice):,.2f} sq ft of surfaces lie where parcels overlap, and count on each of them."),
        (moved, f"Slivers over a lot line, within the accuracy, that count with the rest of their surface: {moved:,}."),
        (doubtful, f"{_DOUBTFUL}: {doubtful:,}."),
        (undated, f"Surfaces that bear no day on which they were seen: {undated:,}."),
    )
    return tuple(words for amount, words in told if amount)


def _with_raster(
    found: ImperviousAreas, land: tuple[Geometries, Geometries], layers: LayerSet, raster: RasterOnFile
) -> ImperviousAreas:
    rows = np.flatnonzero(found.basis == "unknown")
    if not len(rows):
        return found
    private, rights = land[0][rows], land[1]
    if len(rights):
        accuracy_ft = float(layers.accuracy_ft("parcels", "rights_of_way", with_boundary=False))
        private = off_rights_of_way(private, rights, accuracy_ft, layers.frame)
    areas = raster_areas(private, raster.cells, layers.frame)
    # Of a parcel that lies on a right-of-way whole, nothing is its own, whatever the cells show.
    is_seen = (areas.unknown < areas.area) | ((areas.area == 0) & (found.area[rows] > 0))
    seen = rows[is_seen]
    by_class = {
        f"{OF_CELLS}{each}": _put(np.zeros_like(found.value), seen, cells[is_seen])
        for each, cells in areas.by_class.items()
    }
    weighed = _weighed(raster.cells) if len(seen) else ()
    coarse = (
        f"Parcels measured by a raster with cells of {raster.cell_ft:,.1f} ft, which shows nothing that is smaller: "
        f"{len(seen):,}."
        if len(seen)
        else "The raster on file shows none of the parcels that have no outlines of surfaces."
    )
    return replace(
        found,
        value=_put(found.value, seen, areas.impervious[is_seen]),
        unknown=_put(found.unknown, seen, areas.unknown[is_seen]),
        margin=_put(found.margin, seen, areas.resolution[is_seen]),
        by_class={**found.by_class, **by_class},
        basis=_put(found.basis, seen, "raster"),
        captured_first=_put(found.captured_first, seen, raster.captured),
        captured_last=_put(found.captured_last, seen, raster.captured),
        editions={**found.editions, "impervious_raster": raster.edition, **_of_rights(layers)},
        cell_ft=raster.cell_ft,
        notes=(*found.notes, *raster.cells.notes_in(layers.frame), coarse, *weighed),
    )


def _weighed(cells: RasterCells) -> Iterator[str]:
    """Yield which classes of a raster count, so that nobody is charged by a number of which nothing is said."""
    if cells.weights is None:
        return
    said = [
        f"class {each} {'whole' if weight == 1 else f'at {float(weight):g} of it'}"
        for each, weight in sorted(cells.weights.items())
        if weight
    ]
    yield f"Of the raster's cells count {', '.join(said) or 'none'}; those of a class that is not named are pervious."
    if cells.left_open:
        names = ", ".join(str(each) for each in sorted(cells.left_open))
        yield f"The ordinance does not say whether cells of class {names} count: unknown land."


def _bounded(found: ImperviousAreas, policy: ImperviousPolicy) -> ImperviousAreas:
    """Return the areas with their bounds, and with those that a person must look at told."""
    share = policy.review_unknown_share
    most = np.maximum(found.value, np.minimum(found.area, found.value + found.unknown + found.margin))
    return replace(
        found,
        low=np.maximum(found.value - found.margin, 0),
        high=most,
        needs_review=found.unknown * share.denominator > found.area * share.numerator,
    )
