"""Which imported polygons are sound, which are mended by a stated rule, and which are refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from gis.errors import Place
from gis.geometry.chunks import joined
from gis.geometry.crossings import Faults, even_odd_area, find_faults, plain_area, rings_of
from gis.geometry.frame import Frame
from gis.geometry.places import places_at
from gis.geometry.rings import in_the_plane

State = Literal["ok", "repaired", "refused"]
NestedRings = Literal["ask", "even_odd"]

POLYGONAL = (int(shapely.GeometryType.POLYGON), int(shapely.GeometryType.MULTIPOLYGON))
_SAME_SQFT = 1.0
_SAME_SHARE = 1e-6
_SMALL_SHARE = 1e-3
_MOST_PLACES = 50
_LEAST_DISTINCT = 3

_WHAT = {
    "joined_parts": "Parts of one record that share an edge were joined; the area is unchanged.",
    "repeated_vertex": "A vertex that stands twice in a row was taken once.",
    "ring_orientation": "Rings inside rings of the same record were read as holes, whichever way they run.",
    "hairline_crossing": "A crossing that encloses no more than a square foot or a millionth was taken out.",
    "self_touching_ring": "A ring that touches itself was read as a shell with holes; the area is unchanged.",
    "zero_width_spike": "A spike without width was taken off; the area is unchanged.",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found about one feature."""

    state: State
    rule: str = ""
    """The stated rule that mended it, or the name of the fault; "" where it was sound."""
    what: str = ""
    why: str = ""
    mend: str = ""
    """What would mend a refused feature."""
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Mended:
    """Polygons after mending, and one verdict for each; a refused one is None."""

    geometries: NDArray[Any]
    verdicts: tuple[Verdict, ...]


_OK = Verdict("ok")


def mend_polygons(geometries: NDArray[Any], frame: Frame, nested_rings: NestedRings = "ask") -> Mended:
    """Judge each polygon, and mend it where a stated rule leaves no doubt about the land meant.

    The rules, by name:

    - `repeated_vertex`: a vertex that stands twice in a row is taken once.
    - `self_touching_ring`: a ring that touches itself in a point is a shell with a hole there.
    - `zero_width_spike`: a ring that runs out and back on itself loses the spike.
    - `joined_parts`: parts that share an edge become one.
    - `hairline_crossing`: a crossing that encloses no more than what is named below is taken out.
    - `ring_orientation`: only with `nested_rings="even_odd"`, as for shapefiles, whose record is
      a heap of rings where only direction tells holes from shells, and programs that write the
      direction wrongly turn holes into land: a ring inside another ring of the record is a hole,
      one inside that is land again.

    Which way a ring runs is otherwise a convention and no fault, and neither is a vertex that
    moved to the precision grid. A repair holds only where three areas agree to one square foot
    (a thousandth of a smaller parcel) or a millionth: each ring by itself (shells less holes),
    the even-odd rule worked out face by face, and the mended polygon. All else is refused with
    every place: crossings that enclose land, rings in rings where two readings give two areas,
    shapes that enclose nothing (`collapsed`), a part or hole of fewer than three different points
    (`collapsed_ring`: nobody knows what it was meant to enclose).

    Parameters
    ----------
    geometries : ndarray of geometry
        In `frame.crs`, on its grid. Missing and empty ones and other types are refused.
    frame : Frame
        For areas in square feet and places in longitude and latitude.
    nested_rings : {"ask", "even_odd"}
        "even_odd" where the source keeps no shells and holes (Shapefile); else "ask".

    Returns
    -------
    Mended
        Valid, normalised polygons with rings one way round; verdicts in the same order.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lake_lot = "POLYGON ((0 0, 40 0, 40 40, 0 40, 0 20, 10 30, 20 20, 10 10, 0 20, 0 0))"
    >>> mended = mend_polygons(np.array([shapely.from_wkt(lake_lot)]), LOCAL_FEET)
    >>> mended.verdicts[0].state, mended.verdicts[0].rule, mended.geometries[0].area
    ('repaired', 'self_touching_ring', 1400.0)
    """
    found = in_the_plane(geometries)
    is_valid = joined(shapely.is_valid, found)
    verdicts = np.full(len(found), _OK, dtype=object)
    is_polygon = np.isin(shapely.get_type_id(found), POLYGONAL) & ~shapely.is_empty(found)
    for row in np.flatnonzero(~is_polygon):
        verdicts[row] = _no_polygon(found[row])
        found[row] = None
    for row in np.flatnonzero(is_polygon & ~is_valid):
        collapsed = _collapsed(found[row], frame)
        if collapsed is not None:
            found[row], verdicts[row], is_polygon[row] = None, collapsed, False
    # A ring drawn along a line bends by a hair on its way into the frame: valid, and narrower than the grid.
    is_hair = is_polygon & is_valid & (shapely.area(found) <= shapely.length(found) * frame.grid / 2)
    for row in np.flatnonzero(is_hair):
        places = places_at(shapely.get_coordinates(found[row])[:1], frame)
        narrow = _encloses_nothing(f"It is narrower than the grid of {frame.grid:g}.", places)
        found[row], verdicts[row], is_polygon[row] = None, narrow, False
    for row in np.flatnonzero(joined(_has_repeats, found)):
        repeat = _first_repeat(found[row])
        found[row] = shapely.remove_repeated_points(found[row])
        is_valid[row] = shapely.is_valid(found[row])
        verdicts[row] = Verdict(
            "repaired", "repeated_vertex", _WHAT["repeated_vertex"], places=places_at(repeat, frame)
        )
    for row in np.flatnonzero(is_polygon & ~is_valid):
        found[row], verdicts[row] = _mend(found[row], frame, nested_rings)
    return Mended(joined(shapely.normalize, found), tuple(verdicts))


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """Shapes as a file has them, and the rows in which reading them changed something."""

    geometries: NDArray[Any]
    """None where there was no shape, or the bytes are no geometry."""
    closed: tuple[int, ...]
    """A ring that was open is closed: rule `closed_ring`."""
    emptied: tuple[int, ...]
    """A part or hole without any vertex is left out: rule `empty_ring`."""


def shapes_from_wkb(shapes: NDArray[Any]) -> Shapes:
    """Read WKB, closing rings that the file left open and leaving out parts and holes without a vertex.

    GEOS takes such parts and holes for valid, and some of its operations end the process on them.

    Parameters
    ----------
    shapes : ndarray of bytes or None
        Well-known binary as a driver hands it over.

    Returns
    -------
    Shapes
        One geometry a row.

    Examples
    --------
    >>> wkb = shapely.to_wkb(shapely.from_wkt("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 0)), EMPTY)"))
    >>> read = shapes_from_wkb(np.array([wkb], dtype=object))
    >>> read.geometries[0].geom_type, read.closed, read.emptied
    ('Polygon', (), (0,))
    """
    found = np.array(joined(lambda rows: _from_wkb(rows, "ignore"), shapes), dtype=object)
    lost = np.array([shape is not None for shape in shapes], dtype=bool) & shapely.is_missing(found)
    if lost.any():
        found[lost] = _from_wkb(shapes[lost], "fix")
    emptied = _with_empty_rings(found)
    for row in emptied:
        found[row] = _without_empty_rings(found[row])
    closed = np.flatnonzero(lost & ~shapely.is_missing(found))
    emptied = emptied[~shapely.is_empty(found[emptied])]  # one without any vertex at all has no shape
    return Shapes(found, tuple(closed.tolist()), tuple(emptied.tolist()))


def _from_wkb(shapes: NDArray[Any], on_invalid: Literal["ignore", "fix"]) -> NDArray[Any]:
    with np.errstate(invalid="ignore"):  # infinite coordinates are refused later, with their rows
        return np.asarray(shapely.from_wkb(shapes, on_invalid=on_invalid))


def polygon_parts(geometry: shapely.Geometry) -> shapely.Geometry:
    """Return the polygons of a geometry as Polygon or MultiPolygon, without lines and points."""
    parts = shapely.get_parts(geometry)
    nested = shapely.get_parts(parts)
    polygons = nested[shapely.get_type_id(nested) == shapely.GeometryType.POLYGON]
    return polygons[0] if len(polygons) == 1 else shapely.multipolygons(polygons)


def even_odd(geometry: shapely.Geometry) -> shapely.Geometry:
    """Return the polygons in which land lies inside an odd number of rings.

    Examples
    --------
    >>> nested = "MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0)), ((2 2, 8 2, 8 8, 2 8, 2 2)))"
    >>> even_odd(shapely.from_wkt(nested)).area
    64.0
    """
    rings = rings_of(geometry)
    # Each ring as a part of its own: which was called a hole plays no part in the even-odd rule.
    return polygon_parts(shapely.make_valid(shapely.multipolygons(shapely.polygons(rings)), method="linework"))


def has_thin_ring(geometry: shapely.Geometry) -> bool:
    """Say whether a ring has fewer than three different points; `remove_repeated_points` fails on such a ring.

    Examples
    --------
    >>> has_thin_ring(shapely.from_wkt("POLYGON ((0 0, 9 0, 9 9, 0 0), (8 2, 8 2, 8 2, 8 2))"))
    True
    """
    return any(_is_thin(ring) for ring in rings_of(geometry))


def _is_thin(ring: shapely.Geometry) -> bool:
    return len(np.unique(shapely.get_coordinates(ring), axis=0)) < _LEAST_DISTINCT


def _mend(
    geometry: shapely.Geometry, frame: Frame, nested_rings: NestedRings
) -> tuple[shapely.Geometry | None, Verdict]:
    """Mend one invalid polygon, or refuse it."""
    to_sqft = frame.unit_ft**2
    faults = find_faults(geometry)
    mended = even_odd(geometry)
    by_parity_sqft, mended_sqft = even_odd_area(geometry) * to_sqft, shapely.area(mended) * to_sqft
    by_ring_sqft = plain_area(geometry) * to_sqft
    same_sqft = max(_SAME_SHARE * by_parity_sqft, min(_SAME_SQFT, _SMALL_SHARE * by_parity_sqft))
    places = _places(geometry, faults, frame)
    # Two rings that lie on each other leave nothing by the even-odd rule, but each encloses land.
    rings = shapely.polygons(rings_of(geometry))
    if by_parity_sqft <= same_sqft and (shapely.area(rings) <= frame.grid * shapely.length(rings)).all():
        return None, _encloses_nothing("Its vertices lie on one line.", places)
    is_proved = mended_sqft > 0 and shapely.is_valid(mended) and abs(mended_sqft - by_parity_sqft) <= same_sqft
    if is_proved and abs(by_ring_sqft - by_parity_sqft) <= same_sqft:
        rule = _rule(faults, geometry)
        return mended, Verdict("repaired", rule, _WHAT[rule], places=places)
    if is_proved and nested_rings == "even_odd" and not len(faults.places):
        return mended, Verdict("repaired", "ring_orientation", _WHAT["ring_orientation"], places=places)
    if len(faults.places):
        return None, Verdict(
            "refused",
            "self_crossing",
            f"The outline crosses itself at {len(faults.places)} place(s).",
            "Crossing lines enclose land twice or the wrong way round, so its area is in doubt.",
            f"Draw the outline without crossings; the even-odd reading would have "
            f"{by_parity_sqft:,.2f} sq ft in {shapely.get_num_geometries(mended)} part(s).",
            places,
        )
    union_sqft = shapely.area(shapely.union_all(rings))
    return None, Verdict(
        "refused",
        "nested_rings",
        f"Rings of one record lie where they cannot: {shapely.is_valid_reason(geometry)}.",
        f"As holes in each other (even-odd) they have {by_parity_sqft:,.2f} sq ft, all taken as land "
        f"{union_sqft * to_sqft:,.2f} sq ft, and the file does not say which is meant.",
        "Say in the file which rings are land and which are holes.",
        places,
    )


def _rule(faults: Faults, geometry: shapely.Geometry) -> str:
    if len(faults.spikes):
        return "zero_width_spike"
    if len(faults.overlaps):
        return "joined_parts"
    vertices = {tuple(vertex) for vertex in np.round(shapely.get_coordinates(geometry), 9).tolist()}
    at_vertex = all(tuple(place) in vertices for place in faults.crossings.tolist())
    return "self_touching_ring" if at_vertex else "hairline_crossing"


def _places(geometry: shapely.Geometry, faults: Faults, frame: Frame) -> tuple[Place, ...]:
    points = faults.places
    if not len(points):
        points = shapely.get_coordinates(geometry)[:1]
    return places_at(points[:_MOST_PLACES], frame)


def _no_polygon(geometry: shapely.Geometry | None) -> Verdict:
    if geometry is None or geometry.is_empty:
        return Verdict(
            "refused",
            "no_geometry",
            "The feature has no shape.",
            "Without one it lies nowhere.",
            "Give its outline, or leave the record out.",
        )
    return Verdict(
        "refused",
        "not_polygon",
        f"The feature is a {geometry.geom_type}.",
        "Land is a polygon or a multipolygon.",
        "Give its outline as a polygon.",
    )


def _encloses_nothing(why: str, places: tuple[Place, ...]) -> Verdict:
    return Verdict("refused", "collapsed", "The ring encloses no land.", why, "Give the parcel's full outline.", places)


def _with_empty_rings(geometries: NDArray[Any]) -> NDArray[np.int64]:
    """Return the rows of polygons that have a part or hole without a vertex."""
    is_multiple = shapely.get_type_id(geometries) == shapely.GeometryType.MULTIPOLYGON
    whole = np.flatnonzero(is_multiple | (shapely.get_num_interior_rings(geometries) > 0))
    parts, owner = shapely.get_parts(geometries[whole], return_index=True)
    rings, part = shapely.get_rings(parts, return_index=True)
    lacking = np.concatenate((owner[shapely.is_empty(parts)], owner[part[shapely.is_empty(rings)]]))
    rows: NDArray[np.int64] = whole[np.unique(lacking)]
    return rows


def _without_empty_rings(geometry: shapely.Geometry) -> shapely.Geometry:
    parts = shapely.get_parts(geometry)
    kept = [
        shapely.Polygon(part.exterior, [hole for hole in part.interiors if not hole.is_empty])
        for part in parts[~shapely.is_empty(parts)]
    ]
    return kept[0] if len(kept) == 1 else shapely.MultiPolygon(kept)


def _collapsed(geometry: shapely.Geometry, frame: Frame) -> Verdict | None:
    """Refuse a shape with a ring of fewer than three different points; None where it has no such ring."""
    parts = shapely.get_parts(geometry)
    rings, part = shapely.get_rings(parts, return_index=True)
    is_thin = np.array([_is_thin(ring) for ring in rings])
    if not is_thin.any():
        return None
    is_shell = np.concatenate(([True], np.diff(part) > 0))
    first = shapely.get_coordinates(rings[is_thin])[:1]
    places = places_at(first, frame)
    if is_thin[is_shell].all():
        return _encloses_nothing("It has fewer than three different points.", places)
    return Verdict(
        "refused",
        "collapsed_ring",
        f"{int(is_thin.sum())} of its {len(rings)} rings have fewer than three different points.",
        f"Such a part or hole encloses nothing, or less than the grid of {frame.grid:g} shows.",
        "Give that part or hole its corners, or leave it out of the shape.",
        places,
    )


def _repeats(geometries: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return vertices equal to the one before in the same ring, and the rows they belong to."""
    parts, owner = shapely.get_parts(geometries, return_index=True)
    rings, part = shapely.get_rings(parts, return_index=True)
    coordinates, ring = shapely.get_coordinates(rings, return_index=True)
    again = np.flatnonzero((ring[1:] == ring[:-1]) & (np.diff(coordinates, axis=0) == 0).all(axis=1)) + 1
    return coordinates[again], owner[part[ring[again]]]


def _has_repeats(geometries: NDArray[Any]) -> NDArray[np.bool_]:
    coordinates, row = shapely.get_coordinates(geometries, return_index=True)
    # Where one ring ends and the next begins in one place nothing is repeated, so the few found are looked at again.
    again = np.flatnonzero((np.diff(coordinates, axis=0) == 0).all(axis=1) & (row[1:] == row[:-1]))
    rows = np.unique(row[again])
    repeats = np.zeros(len(geometries), dtype=bool)
    repeats[rows[_repeats(geometries[rows])[1]]] = True
    return repeats


def _first_repeat(geometry: shapely.Geometry) -> NDArray[np.float64]:
    return _repeats(np.array([geometry], dtype=object))[0][:1]
