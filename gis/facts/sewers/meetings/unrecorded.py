"""Which ground may meet a sewer that lies in no right-of-way or easement on file?"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.layerset import LayerSet
from gis.facts.sewers.blocks.blocks import NO_PUBLIC_SEWER
from gis.facts.sewers.mains import Mains
from gis.facts.sewers.meetings.left_open import SEWERS, Land, OpenMeetings, left_open, together
from gis.facts.sewers.shapes.across import look_across
from gis.facts.sewers.shapes.bare import bare_parts, near_boxes
from gis.facts.sewers.shapes.pairing import through
from gis.facts.sewers.ways.rights_of_way import RightsOfWay, SurveyedWays

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_ON_LINE_FT = 20.0
"""A sewer that runs along a lot for less only ends at its line."""
_HALF_STREET_FT = 33.0
"""Half of a usual street, four rods wide, where nobody states a width."""
_BESIDE_FT = 10.0
"""Ground beside a sewer is looked at so far on both hands: a street or alley is no narrower."""
_COVERED = 0.75
"""Where lots cover this share of it, they lie on both hands."""
_ACROSS_FT = 200.0
"""Lots across a street are no farther away."""
_AHEAD = (
    f"Ahead of {SEWERS} the parcel closes the gap between parcels that is taken for a street: whether the street and "
    "its sewer reach the parcel is open."
)
_ON_LINE = (
    f"{SEWERS} and the parcel's line are one within the accuracy of the layers, and no right-of-way or easement there "
    "is on file."
)
_ACROSS = (
    f"The parcel faces {SEWERS}, on the line of the lots across, over ground that no parcel and no record of a "
    "right-of-way covers: whether it is a street is open."
)


def along_no_corridor(ways: SurveyedWays, lines: Mains, land: Land) -> OpenMeetings:
    """Tell of lots along a sewer on ground that no record draws and that is taken for no corridor."""
    looked_at = np.flatnonzero(~np.isin(lines.kinds, NO_PUBLIC_SEWER))
    facing = ways.gaps.facing_refused
    said = {
        "sliver": "narrower than any street",
        "wide": "wider than any street",
        "missing_parcel": "as wide as long, as where a parcel is missing",
        "open": "with parcels on one hand only",
    }
    why_of = {each.line: said[each.why] for each in ways.gaps.refused}
    why = [
        f"The parcel faces {SEWERS} over ground that no parcel and no record of a right-of-way covers, {why_of[line]}: "
        "whether it is a street is open."
        for line in facing.line.tolist()
    ]
    return left_open(land.piece_of_row[facing.parcel], looked_at[facing.line], why)


def ahead_of_ends(ways: SurveyedWays, lines: Mains, land: Land) -> OpenMeetings:
    """Tell of lots that close the gap in which a sewer ends."""
    looked_at = np.flatnonzero(~np.isin(lines.kinds, NO_PUBLIC_SEWER))
    parcel, line = ways.gaps.closing
    return left_open(land.piece_of_row[parcel], looked_at[line], [_AHEAD] * len(line))


def without_right_of_way(
    layers: LayerSet, ways: SurveyedWays, lines: Mains, land: Land, accuracy_ft: float
) -> Iterable[OpenMeetings]:
    """Tell of sewers on a lot's line, and along a street whose ground parcels cover, where no record holds them."""
    frame = layers.frame
    reach = accuracy_ft / frame.unit_ft + 2 * frame.grid
    rows = np.flatnonzero(~np.isin(lines.kinds, NO_PUBLIC_SEWER))
    rows = rows[_lies_on_lots(lines.geometries[rows], ways.rights, land, reach, _ON_LINE_FT / frame.unit_ft)]
    bare = bare_parts(lines.geometries[rows], ways.rights.geometries, reach)
    rows, bare = rows[~shapely.is_empty(bare)], bare[~shapely.is_empty(bare)]
    if not len(rows):
        return
    yield _on_lines(bare, rows, land, reach)
    if "streets" in layers.layers:
        yield _in_covered_streets(layers, ways, (bare, rows), land, reach)


def _lies_on_lots(lines: Geometries, rights: RightsOfWay, land: Land, reach: float, step: float) -> Flags:
    """Say which lines leave rights-of-way and come to lots, by points a step apart along them: most lines never do."""
    steps = np.maximum(np.ceil(shapely.length(lines) / step), 1).astype(np.intp)
    line = np.repeat(np.arange(len(lines)), steps)
    along = (np.arange(len(line)) - np.repeat(np.cumsum(steps) - steps, steps) + 0.5) / steps[line]
    points = shapely.line_interpolate_point(lines[line], along, normalized=True)
    outside = np.ones(len(points), dtype=bool)
    outside[shapely.STRtree(points).query(rights.geometries, predicate="intersects")[1]] = False
    left = np.flatnonzero(outside)
    outside[left[rights.tree.query(points[left], predicate="dwithin", distance=reach)[0]]] = False
    left = np.flatnonzero(outside)
    on_lots = left[land.tree.query(points[left], predicate="dwithin", distance=reach)[0]]
    return np.bincount(line[on_lots], minlength=len(lines)) > 0


def _on_lines(bare: Geometries, rows: Rows, land: Land, reach: float) -> OpenMeetings:
    """Tell of sewers on lots' lines; beside ground that is nobody's, of the lots across it too: it may be a street."""
    tree, grounds, frame = land.tree, land.grounds, land.frame
    part, ground = tree.query(bare, predicate="dwithin", distance=reach)
    edges = shapely.buffer(shapely.boundary(grounds[ground]), reach)
    along = shapely.length(shapely.intersection(bare[part], edges))
    runs = np.asarray(along > max(_ON_LINE_FT / frame.unit_ft, 4 * reach), dtype=bool)
    part, ground = part[runs], ground[runs]
    strips = shapely.buffer(bare, reach + _BESIDE_FT / frame.unit_ft, cap_style="flat")
    strip, lot = tree.query(strips, predicate="intersects")
    shared = np.asarray(shapely.area(shapely.intersection(strips[strip], grounds[lot])), dtype=float)
    covered = np.bincount(strip, weights=shared, minlength=len(bare))
    is_beside = covered < _COVERED * np.asarray(shapely.area(strips), dtype=float)
    looked = np.unique(part[is_beside[part]])
    far = _ACROSS_FT / frame.unit_ft
    near = near_boxes(grounds, bare[looked], far)
    # A lot on whose line the sewer lies, or a hair within, must not hide those across.
    clear = shapely.union_all(shapely.buffer(bare[looked], 3 * reach, cap_style="flat"))
    shapes = np.where(np.isin(near, ground), shapely.difference(grounds[near], clear), grounds[near])
    seen, line = look_across(bare[looked], shapes, far, frame.grid), []
    for hand in (seen.left, seen.right):
        there = np.flatnonzero(hand.seen >= 0)
        line.append(looked[seen.line[there]] * len(grounds) + near[hand.seen[there]])
    across = np.setdiff1d(np.concatenate([*line, np.zeros(0, dtype=np.intp)]), part * len(grounds) + ground)
    over, facing = np.divmod(across.astype(np.intp), max(len(grounds), 1))
    return together(
        [
            left_open(ground, rows[part], [_ON_LINE] * len(part), is_street=is_beside[part]),
            left_open(facing, rows[over], [_ACROSS] * len(over)),
        ]
    )


def _in_covered_streets(
    layers: LayerSet,
    ways: SurveyedWays,
    sewers: tuple[Geometries, Rows],
    land: Land,
    reach: float,
) -> OpenMeetings:
    (bare, rows), streets, frame = sewers, layers.layers["streets"], layers.frame
    tree, grounds = land.tree, land.grounds
    width = streets.column("right_of_way_width_ft").astype(float)
    half = np.where(width > 0, width / 2, _HALF_STREET_FT) / frame.unit_ft
    near = np.unique(streets.tree.query(bare, predicate="dwithin", distance=float(half.max(initial=0.0)))[1])
    uncovered = bare_parts(streets.geometries[near], ways.rights.geometries, reach)
    is_bare = ~np.asarray(shapely.is_empty(uncovered), dtype=bool)
    near, uncovered = near[is_bare], uncovered[is_bare]
    strips = shapely.buffer(uncovered, half[near], cap_style="flat")
    part, strip = shapely.STRtree(strips).query(bare, predicate="intersects")
    runs = shapely.length(shapely.intersection(bare[part], strips[strip])) > _HALF_STREET_FT / frame.unit_ft
    part, strip = part[runs], strip[runs]
    inside, ground = tree.query(strips, predicate="intersects")
    deep = ~shapely.is_empty(shapely.buffer(shapely.intersection(strips[inside], grounds[ground]), -reach))
    inside, ground = inside[deep], ground[deep]
    pair, place = through(strip, inside)
    # Along the sewer, not far along the same street.
    beside = shapely.distance(bare[part[pair]], grounds[ground[place]]) <= 2 * half[near[strip[pair]]]
    pair, place = pair[beside], place[beside]
    names = [
        name or f"the street of row {row + 1}"
        for name, row in zip(streets.column("name")[near].tolist(), near.tolist(), strict=True)
    ]
    why = [
        f"The right-of-way of {names[each]}, along which lie the parcel and {SEWERS}, is not on file, and parcels "
        "cover its ground: what of it is street is open."
        for each in strip[pair].tolist()
    ]
    return left_open(ground[place], rows[part[pair]], why)
