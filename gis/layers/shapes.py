"""Where do the rows lie: shapes read, brought into the working frame, mended or refused one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from gis.errors import CrsMissing, CrsUnknown, GeometryTypeWrong
from gis.geometry.crs import check_plausible, crs_name, guess_crs, parse_crs, to_frame
from gis.geometry.frame import GRID, WORKING_CRS, Frame, working_frame
from gis.geometry.measure import areas_sqft
from gis.geometry.plausible import BEYOND_ANY_MAP
from gis.geometry.repair import POLYGONAL, NestedRings, Verdict, mend_polygons, shapes_from_wkb
from gis.layers.journal import Entry, Journal
from gis.layers.readers import GEOJSON_DRIVER, OpenedFile, SourceLayer
from gis.model.edition import CoordinateOperation, CrsRecord

WORKING = working_frame(WORKING_CRS)
EQUAL_AREA = Frame(WORKING_CRS, "EPSG:5070", GRID)
"""Areas on the ellipsoid by an equal-area projection (GRS 80): one measure for the whole state, and a
hundred thousand shapes in a second. They count what an import keeps, and decide nothing by law."""
_SHAPEFILE = "ESRI Shapefile"


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Shapes in the working frame, valid and on its grid; None for the rows refused."""

    geometries: npt.NDArray[np.object_]
    area_in_sqft: npt.NDArray[np.float64]
    crs: CrsRecord
    operations: tuple[CoordinateOperation, ...]
    edge_model: str


def choose_crs(layer: SourceLayer, given: str | None, where: str, journal: Journal) -> CrsRecord:
    """Return the coordinate system of a layer: the one given by hand, else the one found in the file.

    Raises
    ------
    CrsMissing
        Where there is neither; what the coordinates look like is said, never assumed.
    CrsUnknown
        Where PROJ does not know it.
    """
    found = None if layer.crs is None else known_crs(layer.crs)
    if given is None and found is None:
        raise crs_missing(layer.bounds, where)
    if given is None:
        return CrsRecord(found=found, given=None, used=crs_name(parse_crs(str(layer.crs))))
    used = crs_name(parse_crs(given))
    if found is not None and used != found:
        journal.remark(f"The file names {_short(found)}; {_short(used)} was given by hand and used instead.")
    return CrsRecord(found=found, given=used, used=used)


def crs_missing(bounds: tuple[float, float, float, float] | None, where: str) -> CrsMissing:
    """Return the error that asks for a coordinate system, with what the coordinates look like."""
    guesses = guess_crs(bounds) if bounds is not None else ()
    extent = "" if bounds is None else " x {0:,.4f} to {2:,.4f}, y {1:,.4f} to {3:,.4f}".format(*bounds)
    likely = f" They look like: {'; or '.join(guesses)}." if guesses else " They fit no system of Wisconsin."
    return CrsMissing(
        what="Nothing in the file says what its coordinates mean.",
        where=where,
        why=f"Read in the wrong system, the land would lie feet or miles away.{extent and f' Found{extent}.'}{likely}",
        next="Ask the publisher, or look at the layer's metadata, and give the system with --crs EPSG:....",
    )


def known_crs(text: str) -> str:
    """Return the name of the system that a file names, or the text itself where PROJ does not know it."""
    try:
        return crs_name(parse_crs(text))
    except CrsUnknown:
        return text


def _short(crs: str) -> str:
    if len(crs) <= 20:  # noqa: PLR2004  longer is WKT
        return crs
    try:
        return parse_crs(crs).name
    except CrsUnknown:
        return f"{crs[:17]}..."


def place_shapes(
    opened: OpenedFile, wkb: npt.NDArray[np.object_], crs: CrsRecord, ids: list[str | None], journal: Journal
) -> Placed:
    """Bring the shapes of a layer into the working frame and mend what a stated rule can mend.

    Parameters
    ----------
    opened : OpenedFile
        The file, for its format and name.
    wkb : ndarray of bytes or None
        Shapes as read, by row.
    crs : CrsRecord
        System of their coordinates.
    ids : list of str or None
        Feature id of each row, for the journal.
    journal : Journal
        Takes every repair and refusal.

    Returns
    -------
    Placed
        Shapes by row, and the areas before mending, on the ellipsoid, US survey square feet.

    Raises
    ------
    GeometryTypeWrong
        Where no row has a polygon.
    CrsImplausible
        Where the coordinates cannot belong to the system.
    """
    where = opened.path.name
    read = shapes_from_wkb(wkb)
    found = read.geometries
    for row in read.closed:
        entry = Entry("closed_ring", "a ring that was open is closed", "A ring ends where it began.", "Close it.")
        journal.repair(entry, row, ids[row])
    for row in read.emptied:
        entry = Entry("empty_ring", "a part or hole without a vertex is left out", "It says nothing.", "Remove it.")
        journal.repair(entry, row, ids[row])
    _check_types(found, where)
    with_z = int(shapely.has_z(found).sum())
    if with_z:
        journal.remark(f"{with_z} shapes have Z or M values, which are not kept.")
    _clear_absurd(found, ids, journal)
    bounds = shapely.total_bounds(found)
    if np.isfinite(bounds).all():
        west, south, east, north = map(float, bounds)
        check_plausible((west, south, east, north), crs.used, where, WORKING)
    if opened.driver == GEOJSON_DRIVER and crs.given is None:
        journal.remark(
            "Coordinates are longitude and latitude, as RFC 7946 says."
            if crs.used == "EPSG:4326"
            else "The file bears the crs member of old GeoJSON, which was honoured."
        )
    moved = to_frame(found, crs.used, WORKING, where)
    for note in moved.notes:
        journal.remark(note)
    area_in = areas_sqft(moved.geometries, EQUAL_AREA)
    nested: NestedRings = "even_odd" if opened.driver == _SHAPEFILE else "ask"
    mended = mend_polygons(moved.geometries, WORKING, nested)
    changed = [row for row, verdict in enumerate(mended.verdicts) if verdict.state != "ok"]
    for row in changed:
        _list_verdict(mended.verdicts[row], row, ids[row], journal)
    return Placed(mended.geometries, area_in, crs, moved.operations, moved.edge_model)


def _check_types(found: npt.NDArray[np.object_], where: str) -> None:
    types = shapely.get_type_id(found)
    present = types[types >= 0]
    if len(present) and not np.isin(present, POLYGONAL).any():
        kinds = ", ".join(sorted({shapely.GeometryType(int(kind)).name.lower() for kind in present}))
        raise GeometryTypeWrong(
            what=f"The shapes of this layer are of type {kinds}, not polygons.",
            where=where,
            why="Land has an area; points and lines have none.",
            next="Name the layer that holds the outlines with --layer, or another file.",
        )


def _clear_absurd(found: npt.NDArray[np.object_], ids: list[str | None], journal: Journal) -> None:
    """Refuse rows with coordinates that no map has, so that they do not spoil the others' extent."""
    # Looked at one by one: the extent of a shape leaves out its holes and what is no number.
    coordinates, owner = shapely.get_coordinates(found, return_index=True)
    is_placed = (np.isfinite(coordinates) & (np.abs(coordinates) < BEYOND_ANY_MAP)).all(axis=1)
    for row in np.unique(owner[~is_placed]).tolist():
        entry = Entry(
            "no_place",
            "refused: a coordinate is infinite, no number or beyond any map",
            "Some programs write -1.8e308 where they have no coordinate.",
            "Give the feature its coordinates in the source.",
        )
        journal.refuse(entry, row, ids[row])
        found[row] = None


def _list_verdict(verdict: Verdict, row: int, feature_id: str | None, journal: Journal) -> None:
    place: dict[str, Any] = {}
    if verdict.places:
        first = verdict.places[0]
        place = {
            "ring": first.ring,
            "vertex": first.vertex,
            "longitude": first.longitude,
            "latitude": first.latitude,
        }
    more = f" ({len(verdict.places)} places; the first is given)" if len(verdict.places) > 1 else ""
    entry = Entry(verdict.rule, f"{verdict.what}{more}", verdict.why, verdict.mend)
    if verdict.state == "refused":
        journal.refuse(entry, row, feature_id, **place)
    else:
        journal.repair(entry, row, feature_id, **place)
