"""What is the resulting boundary: the described land less what is left out, with what is taken in, as a sound line?"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import BoundaryInvalid
from gis.facts.exclusions import joined, part
from gis.facts.ground import Ground, area_steps, sqft
from gis.facts.places import boxes_lonlat
from gis.geometry.boundary import Boundary, boundary_from_geojson
from gis.geometry.crs import LONLAT
from gis.geometry.edges import map_edges
from gis.geometry.frame import Frame
from gis.geometry.operations import route
from gis.geometry.slivers import greatest_width_ft, is_wider
from gis.model.decision import Piece, Shape
from gis.proposals.decisions.land import line_accuracy_ft
from gis.rules.words import listed
from gis.units import quantise_length_ft

CHORD_DEG = 4e-10
"""About half a step of the grid, so that whoever reads the line back divides no edge again."""
DECIMALS = 11
WHERE = "the resulting boundary"
CRS_NOTE = (
    "Longitude and latitude (WGS 84, RFC 7946). The line was judged in EPSG:3071 on a grid of 0.0001 m; its positions "
    "have the decimals that bring it back there to the last digit. Not a survey."
)


@dataclass(frozen=True, slots=True)
class Outline:
    """A resulting boundary, and the GeoJSON that says it."""

    boundary: Boundary
    geojson: dict[str, Any]


def resulting_land(
    described: BaseGeometry, excluded: Sequence[BaseGeometry], added: Sequence[BaseGeometry], frame: Frame
) -> BaseGeometry:
    """Return the described land less what is left out, together with what is taken in; empty where nothing is left.

    The order of the lands changes nothing.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays disagree.

    Examples
    --------
    >>> from gis.geometry.frame import LOCAL_FEET
    >>> lot, strip = shapely.box(0, 0, 10, 10), shapely.box(10, 0, 15, 10)
    >>> resulting_land(lot, [shapely.box(0, 0, 4, 10)], [strip], LOCAL_FEET).bounds
    (4.0, 0.0, 15.0, 10.0)
    """
    left = part(described, excluded, frame).left
    return joined([left, *added], frame) if added else left


def outline(land: BaseGeometry, described: Boundary, frame: Frame, name: str) -> Outline:
    """Return land as a boundary: what a reader of the GeoJSON gets, so that both have one hash.

    Parameters
    ----------
    land : Polygon or MultiPolygon
        In the frame, not empty.
    described : Boundary
        The line that it comes from; how sure its coordinates are, the resulting ones are too.
    frame : Frame
        The working frame.
    name : str
        Name of the feature.

    Raises
    ------
    BoundaryInvalid
        Where the land has no sound outline.
    CrsMissing
        In a local plane, which has no longitude and latitude.
    """
    data = _geojson(land, frame, name, math.inf)
    boundary = _exactly(data, land, frame)
    if boundary is None:
        data = _geojson(land, frame, name, CHORD_DEG)
        boundary = boundary_from_geojson(data, frame, where=WHERE)
    own = replace(boundary, source_crs=described.source_crs, operations=described.operations, notes=())
    return Outline(own, data)


def _exactly(data: dict[str, Any], land: BaseGeometry, frame: Frame) -> Boundary | None:
    """Return what a reader gets where it is the land with every vertex and none besides; None where lines move."""
    try:
        boundary = boundary_from_geojson(data, frame, where=WHERE)
    except BoundaryInvalid:
        return None
    read = boundary.geometry
    return boundary if read is not None and read.equals_exact(shapely.normalize(land), 0) else None


def _geojson(land: BaseGeometry, frame: Frame, name: str, chord_deg: float) -> dict[str, Any]:
    """Write land in degrees, its edges divided where they would lie off their place by more than the chord."""
    degrees = map_edges(np.array([land], dtype=object), route(frame.crs, LONLAT), chord_deg)[0]
    rounded = shapely.transform(shapely.orient_polygons(degrees), lambda points: np.round(points, DECIMALS))[0]
    feature = {
        "type": "Feature",
        "properties": {"name": name, "crs_note": CRS_NOTE},
        "geometry": json.loads(shapely.to_geojson(rounded)),
    }
    return {"type": "FeatureCollection", "features": [feature]}


def shape_of(land: BaseGeometry, ground: Ground, newly_cut: Sequence[str]) -> Shape:
    """Report what became of the shape: pieces, holes, slivers, places where pieces only touch, parcels newly cut."""
    frame = ground.layers.frame
    accuracy_ft = line_accuracy_ft(ground)
    pieces = shapely.get_parts(land)
    rings = [ring for piece in pieces for ring in piece.interiors]
    holes = shapely.polygons(rings) if rings else np.array([], dtype=object)
    areas = area_steps(np.array([land], dtype=object), frame)
    shape = Shape(
        area_sqft=sqft(int(areas[0])),
        pieces=_pieces(pieces, float(accuracy_ft), frame),
        holes=_pieces(holes, float(accuracy_ft), frame),
        corner_contacts=_contacts(pieces, frame),
        newly_cut=tuple(newly_cut),
        accuracy_ft=accuracy_ft,
    )
    return replace(shape, sentences=tuple(_sentences(shape)))


def _sentences(shape: Shape) -> Iterator[str]:
    count = len(shape.pieces)
    yield "The territory is one piece." if count == 1 else f"The territory is in {count} separate pieces."
    if shape.holes:
        holes = len(shape.holes)
        yield f"It has {holes} hole{'' if holes == 1 else 's'}: land inside the line that is no part of it."
    if shape.corner_contacts:
        places = len(shape.corner_contacts)
        yield f"At {places} place{'' if places == 1 else 's'} two pieces meet at a point only, which joins no land."
    for what, found in (("piece", shape.pieces), ("hole", shape.holes)):
        slivers = [each for each in found if each.is_sliver]
        if slivers:
            area_sqft = sum(each.area_sqft for each in slivers)
            yield (
                f"{len(slivers)} {what}{' is a sliver' if len(slivers) == 1 else 's are slivers'}, nowhere wider than "
                f"the lines' accuracy of {float(shape.accuracy_ft):g} ft ({float(area_sqft):,.2f} sq ft together): a "
                "person must say to which side the land belongs."
            )
    if shape.newly_cut:
        yield f"The resulting line cuts parcels that the line described did not: {listed(shape.newly_cut)}."


def _pieces(shapes: Any, accuracy_ft: float, frame: Frame) -> tuple[Piece, ...]:  # noqa: ANN401 - an array of shapes
    wide = is_wider(shapes, accuracy_ft, frame)
    found = [
        Piece(
            area_sqft=sqft(int(area)),
            width_ft=None if is_wide else quantise_length_ft(greatest_width_ft(shape, frame)),
            bbox=box,
        )
        for shape, area, is_wide, box in zip(
            shapes, area_steps(shapes, frame), wide.tolist(), boxes_lonlat(shapes, frame), strict=True
        )
    ]
    return tuple(sorted(found, key=lambda piece: (-piece.area_sqft, piece.bbox or ())))


def _contacts(pieces: Any, frame: Frame) -> tuple[tuple[float, float], ...]:  # noqa: ANN401 - an array of shapes
    """Return where two pieces meet at a point: longitude and latitude, or the plane's own coordinates."""
    shared = [shapely.intersection(one, other) for one, other in combinations(pieces, 2) if one.touches(other)]
    points = shapely.get_parts(shapely.get_parts(np.array(shared, dtype=object)))
    points = np.unique(
        shapely.get_coordinates(points[shapely.get_type_id(points) == shapely.GeometryType.POINT]), axis=0
    )
    if len(points) and not frame.is_local:
        points = np.round(route(frame.crs, LONLAT)(points), 7)
    return tuple((float(x), float(y)) for x, y in points)
