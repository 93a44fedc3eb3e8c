"""Where do the rings and lines of many shapes begin, and which have Z, without an object made for each of them?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

_Type = shapely.GeometryType
_POLYGONAL = (_Type.POLYGON, _Type.MULTIPOLYGON)
_LINEAR = (_Type.LINESTRING, _Type.LINEARRING, _Type.MULTILINESTRING)


@dataclass(frozen=True, slots=True, eq=False)
class Rings:
    """The rings and lines of shapes, one after another as `shapely.get_coordinates` gives them."""

    coordinates: NDArray[np.float64]
    offsets: NDArray[np.int64]
    """Where each begins in `coordinates`; the last is their number."""
    owner: NDArray[np.int64]
    """Position of the shape that each belongs to."""
    is_hole: NDArray[np.bool_]


def rings_of_all(geometries: NDArray[Any]) -> Rings:
    """Return the rings of polygons and the lines of lines; other types and rings without a vertex are left out.

    Parameters
    ----------
    geometries : ndarray of geometry
        Missing and empty ones have none.

    Returns
    -------
    Rings
        In the order of the shapes, of their parts, and shells before their holes.

    Examples
    --------
    >>> lake = shapely.from_wkt("POLYGON ((0 0, 9 0, 9 9, 0 0), (5 2, 6 2, 6 3, 5 2))")
    >>> found = rings_of_all(np.array([None, lake, shapely.Point(1, 1), shapely.LineString([(0, 0), (1, 1)])]))
    >>> found.offsets.tolist(), found.owner.tolist(), found.is_hole.tolist()
    ([0, 4, 8, 10], [1, 1, 3], [False, True, False])
    """
    types = shapely.get_type_id(geometries)
    rows = np.flatnonzero(np.isin(types, (*_POLYGONAL, *_LINEAR)) & ~shapely.is_empty(geometries))
    is_plain = np.isin(types[rows], (_Type.POLYGON, _Type.LINESTRING, _Type.LINEARRING)) & (
        shapely.get_num_interior_rings(geometries[rows]) == 0
    )
    # Most shapes of a county are one ring each, whose size is theirs.
    plain, others = rows[is_plain], rows[~is_plain]
    parts, owner = shapely.get_parts(geometries[others], return_index=True)
    rings, part = _rings(parts)
    sizes = np.concatenate((shapely.get_num_coordinates(geometries[plain]), shapely.get_num_coordinates(rings)))
    owners = np.concatenate((plain, others[owner[part]]))
    is_hole = np.zeros(len(owners), dtype=bool)
    is_hole[len(plain) + 1 :] = part[1:] == part[:-1]
    order = np.argsort(owners, kind="stable")
    order = order[sizes[order] > 0]
    return Rings(
        coordinates=shapely.get_coordinates(geometries[rows]),
        offsets=np.concatenate(([0], np.cumsum(sizes[order]))).astype(np.int64),
        owner=owners[order].astype(np.int64),
        is_hole=is_hole[order],
    )


def _rings(parts: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the rings of parts that are polygons and the parts that are lines, with the part of each."""
    is_polygon = shapely.get_type_id(parts) == _Type.POLYGON
    polygons, lines = np.flatnonzero(is_polygon), np.flatnonzero(~is_polygon)
    rings, polygon = shapely.get_rings(parts[polygons], return_index=True)
    part = np.concatenate((polygons[polygon], lines))
    order = np.argsort(part, kind="stable")
    return np.concatenate((rings, parts[lines]))[order], part[order]


def in_the_plane(geometries: NDArray[Any]) -> NDArray[Any]:
    """Return an array of its own of the shapes without Z and M; those without either are the same objects.

    Examples
    --------
    >>> in_the_plane(np.array([shapely.Point(1, 2, 3), None]))[0].wkt
    'POINT (1 2)'
    """
    flat = np.array(geometries, dtype=object)
    deep = np.flatnonzero(shapely.has_z(flat) | shapely.has_m(flat))
    flat[deep] = shapely.force_2d(flat[deep])
    return flat
