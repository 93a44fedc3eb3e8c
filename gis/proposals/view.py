"""What should a map of this evaluation draw, and what does it leave out?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import CrsMissing
from gis.facts.ground import Ground, ParcelGround, sqft
from gis.facts.village_city import Offending
from gis.geometry.boundary import Boundary
from gis.geometry.crs import to_lonlat
from gis.geometry.frame import Frame
from gis.model.view import MapView, Role, ViewFeature
from gis.units import SQFT_PER_ACRE

DRAWN_SINGLY = 2_000
"""Parcels drawn one by one; past it the whole ones become one shape."""
SIMPLIFIED_TO_M = 1.0
"""How far the outline of the one shape may lie from the parcels' own."""
WINDOW = 0.25
"""Share of the boundary's extent shown around it."""
DEGREE_DECIMALS = 7


@dataclass(frozen=True, slots=True)
class Drawing:
    """A feature before it is brought into degrees; its shape is in the frame."""

    role: Role
    feature_id: str
    title: str
    shape: BaseGeometry
    facts: tuple[tuple[str, str], ...]


def build_view(boundary: Boundary, ground: Ground | None, offending: Sequence[Offending]) -> MapView:
    """Collect what a map shows, in drawing order: municipalities, parcels, offending land, boundary.

    Parameters
    ----------
    boundary : Boundary
        The line judged, closed or not.
    ground : Ground or None
        The surveyed ground; None while the line is not closed.
    offending : sequence of Offending
        Village and city land inside.

    Returns
    -------
    MapView
        Geometry in longitude and latitude; shapes are for looking at, no rule reads them.
    """
    line = boundary.geometry if boundary.geometry is not None else boundary.line
    shapes: list[Drawing] = []
    left_out: list[str] = []
    if ground is not None:
        shapes.extend(_municipalities(ground, _window(line)))
        drawn, left_out = _parcels(ground)
        shapes.extend(drawn)
        shapes.extend(_offending(offending))
    facts = (("Area", area_words(float(ground.area_sqft))),) if ground is not None else (("State", "Not closed yet"),)
    shapes.append(Drawing(Role.BOUNDARY, "boundary", "Proposed boundary", line, facts))
    features = in_degrees(shapes, boundary.frame)
    west, south, east, north = shapely.bounds(shapely.from_geojson(json.dumps(features[-1].geometry))).tolist()
    return MapView(
        title="Proposed district boundary",
        bbox=(west, south, east, north),
        features=features,
        left_out=tuple(left_out),
    )


def in_degrees(shapes: Sequence[Drawing], frame: Frame) -> tuple[ViewFeature, ...]:
    """Bring all shapes into longitude and latitude at once, rounded for drawing."""
    if frame.is_local:
        raise CrsMissing(
            what="A plane that is tied to no place on the Earth cannot be shown on a map.",
            where="the frame of the evaluation",
            why="A map needs longitude and latitude.",
            next="Give the boundary and layers in a known coordinate system.",
        )
    degrees = to_lonlat(np.array([shape.shape for shape in shapes], dtype=object), frame)
    rounded = shapely.transform(degrees, lambda points: np.round(points, DEGREE_DECIMALS))
    return tuple(
        ViewFeature(shape.role, shape.feature_id, shape.title, json.loads(geometry), shape.facts)
        for shape, geometry in zip(shapes, shapely.to_geojson(rounded), strict=True)
    )


def _window(line: BaseGeometry) -> BaseGeometry:
    west, south, east, north = line.bounds
    # Square, so that a tall or wide boundary leaves no strip of the frame without municipalities.
    reach = max(east - west, north - south) * (0.5 + WINDOW)
    x, y = (west + east) / 2, (south + north) / 2
    return shapely.box(x - 2 * reach, y - reach, x + 2 * reach, y + reach)


def area_words(area_sqft: float) -> str:
    """Say an area in acres and square feet."""
    return f"{area_sqft / SQFT_PER_ACRE:,.2f} acres ({area_sqft:,.0f} sq ft)"


def _municipalities(ground: Ground, window: BaseGeometry) -> Iterator[Drawing]:
    layer = ground.layers.layers["municipalities"]
    frame = ground.layers.frame
    inside = {(land.plain_name, land.county): land for land in ground.municipalities}
    rows = np.sort(layer.tree.query(window, predicate="intersects"))
    shapes = shapely.intersection(layer.geometries[rows], window, grid_size=frame.grid)
    for row, shape in zip(layer.table.iloc[rows].itertuples(), shapes, strict=True):
        county = row.county if isinstance(row.county, str) else None
        land = inside.get((row.name, county))
        area_sqft = 0.0 if land is None else float(land.area_sqft.value)
        facts = (
            ("Kind", str(row.kind).capitalize()),
            ("County", county or "not stated"),
            ("Land inside the boundary", area_words(area_sqft)),
        )
        if not shape.is_empty:
            yield Drawing(Role(row.kind), f"{row.name}, {county or ''}".rstrip(", "), row.name, shape, facts)


def _parcels(ground: Ground) -> tuple[list[Drawing], list[str]]:
    parcels = ground.parcels
    if parcels is None:
        return [], ["No parcels are on file, so none are drawn."]
    met = np.flatnonzero(parcels.met)
    whole = parcels.whole & parcels.is_parcel
    if len(met) <= DRAWN_SINGLY:
        return [_parcel(parcels, int(i)) for i in met], []
    merged = np.flatnonzero(whole)
    singly = np.flatnonzero(parcels.met & ~whole)[:DRAWN_SINGLY]
    # For looking at only, so the quick union will do; rules read the parcels one by one.
    shape = shapely.simplify(shapely.union_all(parcels.geometries[merged]), SIMPLIFIED_TO_M)
    area_sqft = float(sqft(int(parcels.area[merged].sum())))
    facts = (("Parcels", f"{len(merged):,}"), ("Land", area_words(area_sqft)))
    block = Drawing(Role.PARCEL_INSIDE, "parcels-inside", f"{len(merged):,} parcels wholly inside", shape, facts)
    drawn = (
        f"{len(met):,} records lie in or across the boundary. The {len(merged):,} parcels wholly inside are drawn as "
        f"one simplified shape; the {len(singly):,} records that the line cuts or that are no parcels are drawn one "
        "by one."
    )
    left_out = [drawn]
    missing = len(met) - len(merged) - len(singly)
    if missing > 0:
        left_out.append(f"{missing:,} further cut records are not drawn; the report lists all that are cut.")
    return [block, *(_parcel(parcels, int(i)) for i in singly)], left_out


def _parcel(parcels: ParcelGround, i: int) -> Drawing:
    is_parcel = bool(parcels.is_parcel[i])
    is_whole = bool(parcels.whole[i])
    role = (Role.PARCEL_INSIDE if is_whole else Role.PARCEL_CUT) if is_parcel else Role.OTHER_RECORD
    parcel_id = str(parcels.parcel_id[i]) or "record without an id"
    facts = (
        ("Lies", "wholly inside" if is_whole else "cut by the boundary"),
        ("Municipality on the roll", parcels.column("municipality")[i] or "not stated"),
        ("Area", area_words(float(sqft(int(parcels.area[i]))))),
        ("Inside the boundary", area_words(float(sqft(int(parcels.inside_value[i]))))),
    )
    title = f"Parcel {parcel_id}" if is_parcel else f"Record {parcel_id}: no parcel"
    return Drawing(role, f"{parcel_id}#{i}", title, parcels.geometries[i], facts)


def _offending(offending: Sequence[Offending]) -> Iterator[Drawing]:
    for land in offending:
        if land.geometry.is_empty:
            continue
        words = "Sliver within the accuracy of the layers" if land.is_sliver else "Land inside that is not allowed"
        facts = (("Belongs to", land.name), ("Greatest width", f"{float(land.width_ft):,.2f} ft"), ("Meaning", words))
        role = Role.SLIVER if land.is_sliver else Role.OFFENDING
        yield Drawing(role, f"inside-{land.name}", f"{land.name}: {words.lower()}", land.geometry, facts)
