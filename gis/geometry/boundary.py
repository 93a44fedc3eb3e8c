"""What line was proposed: one sound polygon or multipolygon in the frame, or a line still being drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from gis.errors import BoundaryInvalid, CrsMissing, Place
from gis.geometry.crossings import find_faults
from gis.geometry.crs import LONLAT, check_plausible, guess_crs, to_frame
from gis.geometry.drawn import Drawn, line_through, parse_geojson
from gis.geometry.files import read_drawn
from gis.geometry.frame import LOCAL, Frame
from gis.geometry.measure import area_sqft, ellipsoidal_areas_sqft
from gis.geometry.places import places_at
from gis.geometry.repair import even_odd, has_thin_ring
from gis.model.edition import CoordinateOperation

_MOST_PLACES = 50
_LITTLE_ENDIAN = 1
_MAX_LON, _MAX_LAT = 180.0, 90.0
_JSON_SUFFIXES = frozenset({".geojson", ".json"})


@dataclass(frozen=True, slots=True)
class Boundary:
    """A proposed boundary in a frame, on its grid."""

    geometry: shapely.Polygon | shapely.MultiPolygon | None
    """Valid and normalised; None while the outline is half-drawn."""
    line: shapely.LineString | shapely.Point | None
    """What was drawn so far, where the outline is not closed: a line, or a point where all positions are one."""
    frame: Frame
    source_crs: str
    hash: str
    """SHA-256 of the normalised shape in the frame (little-endian WKB), in hexadecimal digits."""
    parts: int
    holes: int
    notes: tuple[str, ...]
    operations: tuple[CoordinateOperation, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether the outline encloses land; a half-drawn one needs evidence, it does not fail."""
        return self.geometry is not None


def boundary_from_geojson(
    data: Mapping[str, Any] | str | bytes, frame: Frame, crs: str | None = None, where: str = "the boundary"
) -> Boundary:
    """Read a boundary drawn as GeoJSON into a frame.

    Parameters
    ----------
    data : mapping, str or bytes
        Geometry, Feature or FeatureCollection, in longitude and latitude (EPSG:4326) as RFC 7946
        says, or in the system that an old `crs` member names. In a local frame the coordinates
        are the plane's own.
    frame : Frame
        The plane to judge it in.
    crs : str, optional
        The coordinates' system where the sender states it apart from the data.
    where : str
        What is read, for messages.

    Returns
    -------
    Boundary
        Several polygons are joined into one boundary where they do not overlap. A line that is not
        closed, or an open outline of fewer than three distinct points, is a half-drawn boundary:
        `geometry` is None.

    Raises
    ------
    BoundaryUnreadable, BoundaryNotPolygon
        Where it is no outline.
    BoundaryInvalid
        Where it crosses or touches itself, or polygons overlap, with every place; or a closed ring encloses nothing.
    CrsMissing
        Where coordinates are no degrees and nothing says what they are.
    CrsImplausible
        Where they lie far from the frame's land (latitude first, wrong hemisphere).

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> square = {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]]}
    >>> boundary = boundary_from_geojson(square, LOCAL_FEET)
    >>> boundary.is_closed, boundary.geometry.area, boundary.parts, boundary.holes
    (True, 81.0, 1, 0)
    """
    return _boundary(parse_geojson(data, where), frame, crs, where, default_crs=LONLAT)


def read_boundary(path: Path, frame: Frame, crs: str | None = None, layer: str | None = None) -> Boundary:
    """Read a boundary from a file: GeoJSON, GeoPackage, Shapefile, File Geodatabase.

    Parameters
    ----------
    path : Path
        The file; all its shapes together are the boundary.
    frame : Frame
        The plane to judge it in. The working frame of any county will do: the county's zone only
        measures, and changes no shape.
    crs : str, optional
        The coordinates' system, where the file does not say it, or says it wrongly.
    layer : str, optional
        Which layer, where the file holds several.

    Returns
    -------
    Boundary
        See `boundary_from_geojson`.

    Raises
    ------
    BoundaryUnreadable, BoundaryNotPolygon, BoundaryInvalid, CrsMissing, CrsImplausible
        As `boundary_from_geojson`.
    LayerChoiceNeeded
        Where the file holds several layers and none is named.
    """
    if path.suffix.lower() in _JSON_SUFFIXES and path.is_file():
        return boundary_from_geojson(path.read_bytes(), frame, crs, path.name)
    return _boundary(read_drawn(path, layer), frame, crs, path.name, default_crs=None)


def _boundary(drawn: Drawn, frame: Frame, crs: str | None, where: str, default_crs: str | None) -> Boundary:
    source = _source_crs(drawn, frame, crs, where, default_crs)
    x, y = drawn.coordinates().T
    if x.size:
        bounds = (float(x.min()), float(y.min()), float(x.max()), float(y.max()))
        check_plausible(bounds, source, where, frame)
    for polygon in drawn.polygons:
        if not shapely.is_valid(polygon):
            raise _invalid(polygon, source, frame, where)
    shapes = np.array(drawn.polygons or drawn.lines, dtype=object)
    moved = to_frame(shapes, source, frame, where)
    drawn.notes.extend(moved.notes)
    line = None
    geometry = _joined(moved.geometries, drawn, frame, where) if drawn.polygons else None
    if geometry is None:
        line = line_through(shapely.get_coordinates(moved.geometries[0]))
        drawn.note("The outline is not closed yet.")
    shape = line if geometry is None else geometry
    return Boundary(
        geometry=geometry,
        line=line,
        frame=frame,
        source_crs=source,
        hash=hashlib.sha256(shapely.to_wkb(shape, output_dimension=2, byte_order=_LITTLE_ENDIAN)).hexdigest(),
        parts=0 if geometry is None else int(shapely.get_num_geometries(geometry)),
        holes=0 if geometry is None else int(shapely.get_num_interior_rings(shapely.get_parts(geometry)).sum()),
        notes=tuple(drawn.notes),
        operations=moved.operations,
    )


def _source_crs(drawn: Drawn, frame: Frame, crs: str | None, where: str, default_crs: str | None) -> str:
    """Return what the coordinates mean: as stated, as the file says, or as the format says."""
    if crs is not None:
        if drawn.crs is not None and drawn.crs != crs:
            drawn.note(f"The file says {drawn.crs}; {crs} was given and is used.")
        return crs
    if drawn.crs is not None:
        return drawn.crs
    if frame.is_local:
        return LOCAL
    x, y = drawn.coordinates().T
    bounds = (float(x.min()), float(y.min()), float(x.max()), float(y.max())) if x.size else (0.0, 0.0, 0.0, 0.0)
    across, along = max(abs(bounds[0]), abs(bounds[2])), max(abs(bounds[1]), abs(bounds[3]))
    # Latitude first is refused a step later, with the hint that it stands first.
    is_degrees = (across <= _MAX_LON and along <= _MAX_LAT) or (across <= _MAX_LAT and along <= _MAX_LON)
    if default_crs is not None and is_degrees:
        return default_crs
    guesses = "; ".join(guess_crs(bounds))
    fitting = f"They would fit: {guesses}." if guesses else "No system of Wisconsin fits them."
    why = "The file names no coordinate system, and none is assumed."
    if default_crs is not None:
        why = "Coordinates outside -180..180 and -90..90 are no longitude and latitude, and no crs is named."
    raise CrsMissing(
        what="Nothing says what the coordinates mean.",
        where=f"{where}: {bounds[0]:g} to {bounds[2]:g}, {bounds[1]:g} to {bounds[3]:g}",
        why=why,
        next=f"Name the system with --crs EPSG:code. {fitting}",
    )


def _joined(polygons: Any, drawn: Drawn, frame: Frame, where: str) -> shapely.Polygon | shapely.MultiPolygon:  # noqa: ANN401  an array of geometries
    """Return the polygons as one normalised boundary, or refuse them where they overlap."""
    sound = [_on_grid(polygon, frame, where) for polygon in polygons]
    tree = shapely.STRtree(sound)
    first, second = tree.query(sound, predicate="intersects")
    pairs = [(sound[i], sound[j]) for i, j in zip(first, second, strict=True) if i < j]
    for one, other in pairs:
        common = shapely.intersection(one, other, grid_size=frame.grid)
        if common.area > frame.grid * min(one.length, other.length):
            place = places_at(shapely.get_coordinates(shapely.point_on_surface(common)), frame)
            raise BoundaryInvalid(
                what="Two polygons of the boundary overlap.",
                where=f"{where}: {_plural(len(sound), 'polygon')}",
                why=f"{_shown_sqft(common, frame)} lie in both, and it is not said whether twice or not at all.",
                next="Draw one outline around all the land, or polygons that only touch.",
                places=place,
            )
    if len(sound) > 1:
        drawn.note(f"{len(sound)} polygons were joined into one boundary; they do not overlap.")
    joined = shapely.union_all(sound, grid_size=frame.grid) if pairs else shapely.multipolygons(sound)
    single = shapely.get_parts(joined)
    return shapely.normalize(single[0] if len(single) == 1 else joined)


def _on_grid(polygon: shapely.Polygon, frame: Frame, where: str) -> shapely.Polygon:
    """Return a polygon that was valid before it came to the grid, and still is."""
    if not has_thin_ring(polygon):  # what is smaller than the grid shrinks to a point or a line
        tidy = shapely.remove_repeated_points(polygon)
        if shapely.is_valid(tidy) and tidy.area > 0:
            return tidy
    mended = even_odd(polygon)
    moved = frame.grid * polygon.length
    if mended.geom_type == "Polygon" and mended.area > moved and abs(mended.area - polygon.area) <= moved:
        return mended
    raise _invalid(polygon, frame.crs, frame, where)


def _invalid(polygon: shapely.Polygon, source: str, frame: Frame, where: str) -> BoundaryInvalid:
    """Return the refusal of one polygon, with all places and what a repair would give."""
    faults = find_faults(polygon)
    mended = even_odd(polygon)
    places = places_at(faults.places[:_MOST_PLACES], source)
    if mended.is_empty:
        return BoundaryInvalid(
            what="The boundary encloses no land.",
            where=where,
            why="All its vertices lie on one line.",
            next="Draw an outline around the land.",
            places=places or places_at(shapely.get_coordinates(polygon)[:1], source),
        )
    moved = to_frame(np.array([mended], dtype=object), source, frame, where).geometries[0]
    repaired = even_odd(moved) if has_thin_ring(moved) else moved
    count = len(faults.places)
    what = f"The boundary crosses or touches itself at {_plural(count, 'place')}."
    if not count:
        what = f"The rings of the boundary lie wrongly in each other: {shapely.is_valid_reason(polygon)}."
    elif len(faults.spikes) == count:
        what = f"The boundary runs out and back on itself (a spike without width) at {_plural(count, 'place')}."
    shown = "" if count <= _MOST_PLACES else f"; the first {_MOST_PLACES} places are listed"
    return BoundaryInvalid(
        what=what,
        where=f"{where}{_first(places)}{shown}",
        why=(
            "Which land it encloses is in doubt. Repaired by the even-odd rule it would have "
            f"{_shown_sqft(repaired, frame)} in {_plural(int(shapely.get_num_geometries(mended)), 'part')}."
        ),
        next="Move the line so that it meets itself nowhere, or draw each part, and each hole, as a ring of its own.",
        places=places,
    )


def _first(places: tuple[Place, ...]) -> str:
    return f": {places[0]}" if places else ""


def _shown_sqft(geometry: shapely.Geometry, frame: Frame) -> str:
    """Return the ground area in words; on the ellipsoid while the county's zone is not known."""
    if frame.is_planar and not frame.is_local:
        found = float(ellipsoidal_areas_sqft(np.array([geometry], dtype=object), frame)[0])
    else:
        found = area_sqft(geometry, frame)
    return f"{found:,.0f} sq ft" if found >= 1 else f"{found:,.4f} sq ft"


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
