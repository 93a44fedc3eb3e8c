"""How much land do two polygons share, by exact rational arithmetic, with no overlay library?

A polygon is the signed sum of the triangles between one fixed point and each of its edges. So the
area shared by two polygons is the sum, over all pairs of such triangles, of the product of their
signs and the area that the two triangles share; and two triangles, being convex, are clipped side by
side (Sutherland and Hodgman 1974). All in fractions.Fraction: a double is a fraction, so nothing is
rounded anywhere.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from shapely.geometry.base import BaseGeometry

Point = tuple[Fraction, Fraction]
Triangle = tuple[Point, Point, Point]


def shared_area(a: BaseGeometry, b: BaseGeometry) -> Fraction:
    """Return the exact area that two valid polygons or multipolygons share."""
    total = Fraction(0)
    others = _signed_triangles(b)
    for sign, triangle in _signed_triangles(a):
        for other_sign, other in others:
            if _boxes_meet(triangle, other):
                total += sign * other_sign * _area(_clip(list(triangle), other))
    return total


def area(shape: BaseGeometry) -> Fraction:
    """Return the exact area of a valid polygon or multipolygon."""
    return sum((sign * _area(list(triangle)) for sign, triangle in _signed_triangles(shape)), Fraction(0))


def _rings(shape: BaseGeometry) -> list[list[Point]]:
    polygons = [part for part in getattr(shape, "geoms", [shape]) if not part.is_empty]
    rings = []
    for polygon in polygons:
        for ring, wanted in [(polygon.exterior, 1), *((hole, -1) for hole in polygon.interiors)]:
            points = [(Fraction(x), Fraction(y)) for x, y in ring.coords]
            doubled = sum((p[0] * q[1] - q[0] * p[1] for p, q in pairwise(points)), Fraction(0))
            rings.append(points if doubled * wanted > 0 else points[::-1])
    return rings


def _signed_triangles(shape: BaseGeometry) -> list[tuple[int, Triangle]]:
    """Return counterclockwise triangles from the first vertex to each edge, with their signs."""
    rings = _rings(shape)
    found: list[tuple[int, Triangle]] = []
    for ring in rings:
        apex = ring[0]
        for p, q in pairwise(ring):
            turn = _turn(apex, p, q)
            if turn:
                found.append((1, (apex, p, q)) if turn > 0 else (-1, (apex, q, p)))
    return found


def _turn(a: Point, b: Point, c: Point) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _boxes_meet(a: Triangle, b: Triangle) -> bool:
    return all(
        max(min(p[axis] for p in a), min(p[axis] for p in b)) < min(max(p[axis] for p in a), max(p[axis] for p in b))
        for axis in (0, 1)
    )


def _clip(subject: list[Point], window: Triangle) -> list[Point]:
    for start, end in pairwise((*window, window[0])):
        kept: list[Point] = []
        for p, q in pairwise([*subject, subject[0]] if subject else []):
            side_p, side_q = _turn(start, end, p), _turn(start, end, q)
            if side_p >= 0:
                kept.append(p)
            if side_p * side_q < 0:
                share = side_p / (side_p - side_q)
                kept.append((p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])))
        subject = kept
    return subject


def _area(points: list[Point]) -> Fraction:
    if not points:
        return Fraction(0)
    return sum((p[0] * q[1] - q[0] * p[1] for p, q in pairwise([*points, points[0]])), Fraction(0)) / 2
