"""Where do the rows lie: shapes read, brought into the working frame, mended or refused one by one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from gis.errors import CrsMissing, CrsUnknown
from gis.geometry.crs import crs_name, guess_crs, parse_crs, to_frame
from gis.geometry.frame import WORKING_CRS, Frame, planar_frame, unit_ft, working_frame
from gis.geometry.measure import areas_by_scale_sqft
from gis.geometry.repair import NestedRings, Verdict, mend_polygons, shapes_from_wkb
from gis.geometry.thin import mend_lines, mend_points
from gis.layers.contracts import CONTRACTS, Contract
from gis.layers.journal import Entry, Journal
from gis.layers.progress import Progress, silent
from gis.layers.readers import GEOJSON_DRIVER, OpenedFile, SourceLayer
from gis.layers.screening import Screening, of_family
from gis.model.edition import CoordinateOperation, CrsRecord
from gis.units import SQFT_PER_ACRE


def equal_area(frame: Frame) -> Frame:
    """Return a plane measured on the ellipsoid by an equal-area projection (GRS 80).

    One measure for a whole state, and a hundred thousand shapes in a second. Such areas count what an import keeps,
    and decide nothing by law.
    """
    return replace(frame, measure_crs="EPSG:5070")


WORKING = working_frame(WORKING_CRS)
EQUAL_AREA = equal_area(WORKING)
_SHAPEFILE = "ESRI Shapefile"
_LEAST_SQFT = 0.01


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


def choose_frame(given: str | None) -> Frame:
    """Return the plane in which a layer is worked: the one given by hand, else the state's.

    Raises
    ------
    CrsUnknown
        Where PROJ does not know it, or it is in degrees.
    """
    if given is None:
        return WORKING
    crs = crs_name(parse_crs(given))
    unit_ft(crs)  # refuses what is no plane before anything is read
    return planar_frame(crs)


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


def place_shapes(  # noqa: PLR0913  what is read, in which system, for which kind, and where to list
    opened: OpenedFile,
    wkb: npt.NDArray[np.object_],
    crs: CrsRecord,
    ids: list[str | None],
    journal: Journal,
    contract: Contract = CONTRACTS["parcels"],
    progress: Progress = silent,
    frame: Frame = WORKING,
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
    contract : Contract
        Which shapes the kind takes, and whether a row may have none.
    progress : callable
        Told what is being done.
    frame : Frame
        The plane into which they are brought.

    Returns
    -------
    Placed
        Shapes by row, and the areas before mending, on the ellipsoid, US survey square feet.

    Raises
    ------
    GeometryTypeWrong
        Where no row has a shape that the kind takes.
    CrsImplausible
        Where the coordinates of most rows cannot belong to the system.
    """
    where = opened.path.name
    progress(f"reading {len(wkb):,} shapes")
    read = shapes_from_wkb(wkb)
    for row in read.closed:
        entry = Entry("closed_ring", "a ring that was open is closed", "A ring ends where it began.", "Close it.")
        journal.repair(entry, row, ids[row])
    for row in read.emptied:
        entry = Entry("empty_ring", "a part or hole without a vertex is left out", "It says nothing.", "Remove it.")
        journal.repair(entry, row, ids[row])
    screening = Screening(read.geometries, ids, crs.used, where, journal)
    screening.refuse_wrong_types(contract)
    screening.refuse_absurd()
    screening.refuse_strays(frame)
    if opened.driver == GEOJSON_DRIVER and crs.given is None:
        journal.remark(
            "Coordinates are longitude and latitude, as RFC 7946 says."
            if crs.used == "EPSG:4326"
            else "The file bears the crs member of old GeoJSON, which was honoured."
        )
    progress(f"placing {len(wkb):,} shapes in the working frame")
    moved = to_frame(screening.shapes, crs.used, frame, where)
    screening.refuse_unplaced(moved.unplaced)
    del read, screening  # a million shapes are half a gigabyte
    for note in moved.notes:
        journal.remark(note)
    progress(f"measuring {len(wkb):,} shapes")
    area_in = areas_by_scale_sqft(moved.geometries, equal_area(frame))
    progress(f"checking and mending {len(wkb):,} shapes")
    mended = _mend(moved.geometries, frame, contract, opened.driver, ids, journal)
    return Placed(mended, area_in, crs, moved.operations, moved.edge_model)


def _mend(  # noqa: PLR0913  what is mended, where, for which kind and format, and where to list
    shapes: npt.NDArray[np.object_],
    frame: Frame,
    contract: Contract,
    driver: str,
    ids: list[str | None],
    journal: Journal,
) -> npt.NDArray[np.object_]:
    """Mend each family of shapes by its own rules; a row without a shape is refused, or stays where it may."""
    nested: NestedRings = "even_odd" if driver == _SHAPEFILE else "ask"
    found = shapes.copy()
    found[shapely.is_empty(found)] = None
    blank = shapely.is_missing(found)
    families = {shape: of_family(found, shape) for shape in contract.shapes}
    if contract.shape_optional:
        without = len(set(np.flatnonzero(blank).tolist()) - journal.refused_rows)
        if without:
            journal.remark(f"{without} rows have no shape, and are kept: {contract.kind} may lie nowhere.")
    else:
        families[contract.shapes[0]] |= blank
    for shape, mine in families.items():
        rows = np.flatnonzero(mine)
        if not len(rows):
            continue
        mended = (
            mend_polygons(found[rows], frame, nested)
            if shape == "polygon"
            else (mend_lines if shape == "line" else mend_points)(found[rows], frame)
        )
        found[rows] = mended.geometries
        for row, verdict in zip(rows.tolist(), mended.verdicts, strict=True):
            if verdict.state != "ok":
                _list_verdict(verdict, row, ids[row], journal)
    return found


def remark_area(placed: Placed, frame: Frame, journal: Journal) -> None:
    """Say how much of the area read is that of refused rows, and by how much mending changed the others'."""
    area_in = placed.area_in_sqft
    lost_sqft = float(area_in[sorted(journal.refused_rows)].sum())
    if lost_sqft >= _LEAST_SQFT:
        journal.remark(f"Refused rows have {lost_sqft / SQFT_PER_ACRE:,.2f} acres of the area read.")
    changed = sorted({note.row for note in journal.repairs if note.row is not None} - journal.refused_rows)
    area_now = areas_by_scale_sqft(placed.geometries[changed], equal_area(frame))
    off_sqft = float((area_now - area_in[changed]).sum())
    if abs(off_sqft) >= _LEAST_SQFT:
        journal.remark(f"Mending changed the area of shapes by {off_sqft:+,.2f} sq ft in all.")


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
