"""Which is the largest circle that fits into a shape?

Branch and bound over triangles that cover the shape. The distance to one edge is a convex function,
so over a triangle it lies below the plane through its three corner values; the largest point of the
lower envelope of such planes, for any few edges, bounds every circle centred in the triangle from
above (the value of a small matrix game; every mixture of edges gives a valid bound, so rounding can
make the bound looser but never wrong). Where the true distance at that point, to all edges, comes
close enough to the bound, the triangle is done; otherwise the edge that was overlooked joins the
game, or the triangle is halved. Between straight edges the bound is exact at once, which is why a
mile of even strip needs no subdivision, where a search by square cells needs millions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt
import shapely
from shapely.errors import GEOSException
from shapely.geometry.base import BaseGeometry

from gis.errors import GeometryError

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]

_EDGES_IN_GAME = 7
_PAIRS = np.array(list(combinations(range(_EDGES_IN_GAME), 2)))
_TRIPLES = np.array(list(combinations(range(_EDGES_IN_GAME), 3)))
_BATCH = 512
# What summing areas may lose: last places of products of lengths, and of many terms.
_ROUNDING = 1e-14
_AREA_TERMS = 1e5


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle within a shape; radius 0 where the shape has no area."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class _Edges:
    start: Floats
    end: Floats
    tree: shapely.STRtree

    def distances(self, points: Floats, rows: Rows) -> Floats:
        """Return the distance of points (..., 2) to the edges of the rows given."""
        start = self.start[rows]
        along = self.end[rows] - start
        offset = points - start
        share = (offset * along).sum(-1) / (along * along).sum(-1)
        foot = offset - np.clip(share, 0.0, 1.0)[..., None] * along
        return np.asarray(np.hypot(foot[..., 0], foot[..., 1]))

    def nearest(self, points: Floats) -> tuple[Rows, Floats]:
        """Return the edge nearest to each point, and how far it is."""
        rows = self.tree.query_nearest(shapely.points(points), all_matches=False)[1]
        return rows, self.distances(points, rows)


def largest_inscribed_circle(geometry: BaseGeometry, tolerance: float) -> Circle:
    """Return the largest circle that fits into a polygon, or into any part of a multipolygon.

    Parameters
    ----------
    geometry : Polygon or MultiPolygon
        Valid, in any plane.
    tolerance : float
        How much larger the true radius may be than the one returned, in units of the plane.

    Returns
    -------
    Circle
        Fits into the shape; its radius is the true greatest one or less than it by at most
        `tolerance`. Radius 0 for a shape that is empty or has no area.

    Raises
    ------
    GeometryError
        Where the shape is not valid, so that no triangles cover it.

    Examples
    --------
    >>> round(largest_inscribed_circle(shapely.box(0, 0, 5280, 0.02), 0.0001).radius, 6)
    0.01
    """
    if geometry.is_empty or geometry.area == 0.0:
        return Circle(0.0, 0.0, 0.0)
    # Near the origin, the last digits of large coordinates are there for the distances.
    west, south, east, north = geometry.bounds
    origin = np.array([(west + east) / 2, (south + north) / 2])
    shape = shapely.force_2d(shapely.transform(geometry, lambda points: points - origin))
    edges = _edges(shape)
    centre, radius = _search(_cover(shape, edges), edges, tolerance)
    return Circle(float(centre[0] + origin[0]), float(centre[1] + origin[1]), radius)


def _edges(shape: BaseGeometry) -> _Edges:
    rings = shapely.get_rings(shapely.get_parts(shape))
    points, ring = shapely.get_coordinates(rings, return_index=True)
    real = (ring[1:] == ring[:-1]) & (points[1:] != points[:-1]).any(axis=1)
    start, end = points[:-1][real], points[1:][real]
    return _Edges(start, end, shapely.STRtree(shapely.linestrings(np.stack([start, end], axis=1))))


def _cover(shape: BaseGeometry, edges: _Edges) -> Floats:
    """Return triangles (n, 3, 2) that cover the shape and nothing else."""
    rounding = _ROUNDING * (shape.length**2 + _AREA_TERMS * shape.area)
    for triangulate in (_delaunay, _constrained):
        triangles = triangulate(shape, edges)
        # Summed without sign, so that triangles outside cannot stand in for ones that are missing.
        if abs(shapely.area(triangles).sum() - shape.area) <= rounding:
            return np.asarray(shapely.get_coordinates(triangles).reshape(-1, 4, 2)[:, :3])
    raise _uncovered(len(edges.start))


def _delaunay(shape: BaseGeometry, edges: _Edges) -> npt.NDArray[np.object_]:
    """Return the Delaunay triangles of the vertices that lie inside the shape.

    Well-shaped triangles need few halvings, but cover the shape only where every edge of it is an
    edge of the triangulation; the caller sees that by the area.
    """
    mesh = shapely.delaunay_triangles(shapely.multipoints(edges.start))
    triangles: npt.NDArray[np.object_] = np.asarray(shapely.get_parts(mesh), dtype=object)
    corners = shapely.get_coordinates(triangles).reshape(-1, 4, 2)
    vertices = np.unique(_complex(edges.start))
    sides = _sides(vertices, corners[:, :3].reshape(-1, 2), corners[:, 1:].reshape(-1, 2))
    if not np.isin(_sides(vertices, edges.start, edges.end), sides).all():
        return triangles[:0]
    shapely.prepare(shape)
    is_inside: npt.NDArray[np.bool_] = shapely.intersects_xy(shape, corners[:, :3].mean(axis=1))
    return triangles[is_inside]


def _constrained(shape: BaseGeometry, edges: _Edges) -> npt.NDArray[np.object_]:
    """Return triangles that keep to the edges of the shape, whatever their own shape."""
    try:
        return np.asarray(shapely.get_parts(shapely.constrained_delaunay_triangles(shape)), dtype=object)
    except GEOSException as error:
        raise _uncovered(len(edges.start)) from error


def _uncovered(count: int) -> GeometryError:
    return GeometryError(
        what="The largest circle within a shape could not be found: no triangles cover the shape.",
        where=f"a shape of {count} edges",
        why="The shape crosses itself, so that it has no clear inside.",
        next="Repair the shape first; `townline check` names the places.",
    )


def _complex(points: Floats) -> npt.NDArray[np.complex128]:
    return points[..., 0] + 1j * points[..., 1]


def _sides(vertices: npt.NDArray[np.complex128], start: Floats, end: Floats) -> Rows:
    """Return one number for each segment between two vertices, the same in both directions."""
    ends: Rows = np.stack([np.searchsorted(vertices, _complex(points)) for points in (start, end)])
    return np.asarray(ends.min(axis=0) * (len(vertices) + 1) + ends.max(axis=0), dtype=np.intp)


def _edges_at_corners(triangles: Floats, edges: _Edges) -> Rows:
    """Return, for each triangle, the edges that end at its corners: the first guess at what bounds it."""
    found = []
    for points in (edges.start, edges.end):
        order = np.argsort(_complex(points))
        place = np.searchsorted(_complex(points[order]), _complex(triangles))
        found.append(order[np.minimum(place, len(order) - 1)])
    return np.concatenate([*found, found[0][:, :1]], axis=1)


def _search(triangles: Floats, edges: _Edges, tolerance: float) -> tuple[Floats, float]:
    """Return centre and radius of the largest circle centred in any of the triangles."""
    games = _edges_at_corners(triangles, edges)
    bounds = _corner_distances(triangles, games, edges).max(axis=2).min(axis=1)
    centre, radius = triangles[0, 0], 0.0
    while (live := bounds > radius + tolerance).any():
        triangles, games, bounds = triangles[live], games[live], bounds[live]
        order = np.argsort(-bounds)
        triangles, games, bounds = triangles[order], games[order], bounds[order]
        batch, game = triangles[:_BATCH], games[:_BATCH]
        distances = _corner_distances(batch, game, edges)
        value, weights = _game(distances, radius + tolerance)
        points = np.einsum("nv,nvd->nd", weights, batch)
        nearest, reach = edges.nearest(points)
        if reach.max() > radius:
            centre, radius = points[reach.argmax()], float(reach.max())
        bounds[:_BATCH] = np.minimum(value, bounds[:_BATCH])
        is_open = bounds[:_BATCH] > radius + tolerance
        is_new = (game != nearest[:, None]).all(axis=1)
        # The edge with most room to spare at the point found gives way to the one overlooked.
        idle = np.einsum("nv,nkv->nk", weights, distances).argmax(axis=1)
        joins = np.flatnonzero(is_open & is_new)
        game[joins, idle[joins]] = nearest[joins]
        halved = np.flatnonzero(is_open & ~is_new)
        if len(halved):
            first, second = _halves(batch[halved])
            triangles = np.concatenate([triangles, second])
            games = np.concatenate([games, game[halved]])
            bounds = np.concatenate([bounds, bounds[halved]])
            triangles[halved] = first
    return centre, radius


def _corner_distances(triangles: Floats, games: Rows, edges: _Edges) -> Floats:
    """Return distances (n, edges, 3) of the corners to the edges in each triangle's game."""
    return edges.distances(triangles[:, None, :, :], games[:, :, None])


def _halves(triangles: Floats) -> tuple[Floats, Floats]:
    """Cut each triangle in two across its longest side."""
    sides = np.linalg.norm(triangles - np.roll(triangles, -1, axis=1), axis=2)
    rows, longest = np.arange(len(triangles)), sides.argmax(axis=1)
    a, b, c = (triangles[rows, (longest + step) % 3] for step in range(3))
    middle = (a + b) / 2
    return np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)


def _game(distances: Floats, enough: float) -> tuple[Floats, Floats]:
    """Return the value of each game, and the weights of the corners at which it is reached.

    The columns are the corners of a triangle, the rows edges; the value is the greatest height
    under all the planes through the corner distances. Mixtures of one and two edges are tried
    first, of three only where the value is still more than `enough`.
    """
    value, weights = distances.max(axis=2).min(axis=1), np.zeros((len(distances), 3))
    lowest = distances.max(axis=2).argmin(axis=1)
    rows = np.arange(len(distances))
    weights[rows, distances[rows, lowest].argmax(axis=1)] = 1.0
    for mixed, place in _mixtures_of_two(distances):
        better = mixed < value
        value[better], weights[better] = mixed[better], place[better]
    hard = np.flatnonzero(value > enough)
    mixed, place = _mixtures_of_three(distances[hard])
    better = mixed < value[hard]
    value[hard[better]], weights[hard[better]] = mixed[better], place[better]
    return value, weights


def _mixtures_of_two(distances: Floats) -> Iterator[tuple[Floats, Floats]]:
    first, second = distances[:, _PAIRS[:, 0]], distances[:, _PAIRS[:, 1]]
    rows = np.arange(len(distances))
    for u, v in ((0, 1), (0, 2), (1, 2)):
        slope, other = first[..., u] - first[..., v], second[..., u] - second[..., v]
        crosses = slope * other < 0
        share = np.divide(other, other - slope, out=np.zeros_like(slope), where=crosses)[..., None]
        worst = np.where(crosses, (share * first + (1 - share) * second).max(axis=2), np.inf)
        best = worst.argmin(axis=1)
        gap_u = first[rows, best, u] - second[rows, best, u]
        gap_v = first[rows, best, v] - second[rows, best, v]
        weights = np.zeros((len(distances), 3))
        weights[:, u] = np.divide(gap_v, gap_v - gap_u, out=np.full(len(rows), 0.5), where=gap_u * gap_v < 0)
        weights[:, v] = 1 - weights[:, u]
        yield worst[rows, best], weights


def _mixtures_of_three(distances: Floats) -> tuple[Floats, Floats]:
    a, b, c = (distances[:, _TRIPLES[:, place]] for place in range(3))
    minors = np.stack([np.cross(b, c), np.cross(c, a), np.cross(a, b)], axis=2)
    shares = minors.sum(axis=3)
    is_mixture = (shares > 0).all(axis=2) | (shares < 0).all(axis=2)
    total = shares.sum(axis=2)
    shares = np.divide(shares, total[..., None], out=np.zeros_like(shares), where=is_mixture[..., None])
    mixed = shares[..., 0, None] * a + shares[..., 1, None] * b + shares[..., 2, None] * c
    worst = np.where(is_mixture, mixed.max(axis=2), np.inf)
    best = worst.argmin(axis=1)
    rows = np.arange(len(distances))
    corner = minors.sum(axis=2)[rows, best]
    is_inside = ((corner > 0).all(axis=1) | (corner < 0).all(axis=1))[:, None]
    sums = corner.sum(axis=1, keepdims=True)
    return worst[rows, best], np.divide(corner, sums, out=np.full_like(corner, 1 / 3), where=is_inside)
