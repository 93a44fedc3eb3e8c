"""What should a map of this evaluation draw, and what does it leave out?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, cast

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import CrsMissing
from gis.facts.ground import Ground, ParcelGround, sqft
from gis.facts.village_city import Offending
from gis.geometry.boundary import Boundary
from gis.geometry.crs import to_lonlat
from gis.geometry.frame import Frame, working_frame
from gis.geometry.overlay import union
from gis.geometry.slivers import greatest_width_ft
from gis.model.view import MapView, Role, ViewFeature

DRAWN_SINGLY = 2_000
"""Parcels drawn one by one; past it the whole ones become one shape."""
WINDOW = 0.25
"""Share of the boundary's extent shown around it."""
DEGREE_DECIMALS = 7


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
    frame = working_frame("EPSG:3071") if ground is None else ground.layers.frame
    features: list[ViewFeature] = []
    left_out: list[str] = []
    window = _window(line)
    if ground is not None:
        features.extend(_municipalities(ground, window))
        drawn, left_out = _parcels(ground)
        features.extend(drawn)
        features.extend(_offending(ground, offending))
    facts = (("Area", _area_words(float(ground.area_sqft))),) if ground is not None else (("State", "Not closed yet"),)
    features.append(_feature(Role.BOUNDARY, "boundary", "Proposed boundary", line, frame, facts))
    west, south, east, north = shapely.bounds(to_lonlat(np.array([line], dtype=object), frame)[0]).tolist()
    return MapView(
        title="Proposed district boundary",
        bbox=(west, south, east, north),
        features=tuple(features),
        left_out=tuple(left_out),
    )


def _window(line: BaseGeometry) -> BaseGeometry:
    west, south, east, north = line.bounds
    margin = max(east - west, north - south) * WINDOW
    return shapely.box(west - margin, south - margin, east + margin, north + margin)


def _area_words(area_sqft: float) -> str:
    return f"{area_sqft / 43560:,.2f} acres ({area_sqft:,.0f} sq ft)"


def _geojson(shape: BaseGeometry, frame: Frame) -> dict[str, Any]:
    if frame.is_local:
        raise CrsMissing(
            what="A plane that is tied to no place on the Earth cannot be shown on a map.",
            where="the frame of the evaluation",
            why="A map needs longitude and latitude.",
            next="Give the boundary and layers in a known coordinate system.",
        )
    degrees = to_lonlat(np.array([shape], dtype=object), frame)[0]
    rounded = shapely.transform(degrees, lambda points: np.round(points, DEGREE_DECIMALS))
    return cast("dict[str, Any]", json.loads(shapely.to_geojson(rounded)))


def _feature(  # noqa: PLR0913 - a feature is made of these
    role: Role,
    feature_id: str,
    title: str,
    shape: BaseGeometry,
    frame: Frame,
    facts: tuple[tuple[str, str], ...],
) -> ViewFeature:
    return ViewFeature(role, feature_id, title, _geojson(shape, frame), facts)


def _municipalities(ground: Ground, window: BaseGeometry) -> Iterator[ViewFeature]:
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
            ("Land inside the boundary", _area_words(area_sqft)),
        )
        if not shape.is_empty:
            yield _feature(Role(row.kind), f"{row.name}, {county or ''}".rstrip(", "), row.name, shape, frame, facts)


def _parcels(ground: Ground) -> tuple[list[ViewFeature], list[str]]:
    parcels = ground.parcels
    if parcels is None:
        return [], ["No parcels are on file, so none are drawn."]
    frame = ground.layers.frame
    met = np.flatnonzero(parcels.met)
    whole = parcels.whole & parcels.is_parcel
    if len(met) <= DRAWN_SINGLY:
        return [_parcel(parcels, int(i), frame) for i in met], []
    merged = np.flatnonzero(whole)
    singly = np.flatnonzero(parcels.met & ~whole)[:DRAWN_SINGLY]
    shape = shapely.simplify(union(parcels.geometries[merged], frame), 1.0)
    area_sqft = float(sqft(int(parcels.area[merged].sum())))
    facts = (("Parcels", f"{len(merged):,}"), ("Land", _area_words(area_sqft)))
    block = _feature(
        Role.PARCEL_INSIDE, "parcels-inside", f"{len(merged):,} parcels wholly inside", shape, frame, facts
    )
    drawn = (
        f"{len(met):,} records lie in or across the boundary. The {len(merged):,} parcels wholly inside are drawn as "
        f"one simplified shape; the {len(singly):,} records that the line cuts or that are no parcels are drawn one "
        "by one."
    )
    left_out = [drawn]
    missing = len(met) - len(merged) - len(singly)
    if missing > 0:
        left_out.append(f"{missing:,} further cut records are not drawn; the report lists all that are cut.")
    return [block, *(_parcel(parcels, int(i), frame) for i in singly)], left_out


def _parcel(parcels: ParcelGround, i: int, frame: Frame) -> ViewFeature:
    is_parcel = bool(parcels.is_parcel[i])
    is_whole = bool(parcels.whole[i])
    role = (Role.PARCEL_INSIDE if is_whole else Role.PARCEL_CUT) if is_parcel else Role.OTHER_RECORD
    parcel_id = str(parcels.parcel_id[i]) or "record without an id"
    facts = (
        ("Lies", "wholly inside" if is_whole else "cut by the boundary"),
        ("Municipality on the roll", parcels.column("municipality")[i] or "not stated"),
        ("Area", _area_words(float(sqft(int(parcels.area[i]))))),
        ("Inside the boundary", _area_words(float(sqft(int(parcels.inside_value[i]))))),
    )
    title = f"Parcel {parcel_id}" if is_parcel else f"Record {parcel_id}: no parcel"
    return _feature(role, f"{parcel_id}#{i}", title, parcels.geometries[i], frame, facts)


def _offending(ground: Ground, offending: Sequence[Offending]) -> Iterator[ViewFeature]:
    frame = ground.layers.frame
    accuracy_ft = float(ground.layers.accuracy_ft("municipalities"))
    for land in offending:
        if land.geometry.is_empty:
            continue
        width_ft = greatest_width_ft(land.geometry, frame)
        is_real = bool(land.whole_parcels or land.roll_parcels) or width_ft > accuracy_ft
        words = "Land inside that is not allowed" if is_real else "Sliver within the accuracy of the layers"
        facts = (("Belongs to", land.name), ("Greatest width", f"{width_ft:,.2f} ft"), ("Meaning", words))
        role = Role.OFFENDING if is_real else Role.SLIVER
        yield _feature(role, f"inside-{land.name}", f"{land.name}: {words.lower()}", land.geometry, frame, facts)
