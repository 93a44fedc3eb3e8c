"""How many feet of a street does a railroad's right-of-way front on, on each side (Wis. Stat. 66.0727)?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import EditionMissing
from gis.facts.assessments.streets import refuse_without_streets, streets_named, without_mains
from gis.facts.layerset import LayerSet
from gis.facts.sewers.ground import accuracy_ft
from gis.facts.sewers.meetings.frontage import frontages
from gis.facts.sewers.ways.corridors import CorridorLimits
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.facts.sewers.ways.rights_of_way import survey_ways
from gis.facts.sewers.ways.street_names import CUT_KINDS
from gis.facts.sewers.ways.way_words import RAILROAD
from gis.geometry.alongside import sides_of_lines
from gis.geometry.frame import Frame
from gis.geometry.overlay import difference, on_grid, union
from gis.units import LENGTH_STEPS_PER_FT

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]

_SIDES = ("east", "north", "west", "south")
"""From the east against the clock, as angles are counted."""


@dataclass(frozen=True, slots=True)
class RailroadFront:
    """The line that one piece of a railroad's right-of-way shares with a street."""

    railroad: str
    """Id of the right-of-way."""
    street: str
    """Name of the street, else id of its right-of-way."""
    side: str
    """Where the railroad lies from the street: north, east, south or west."""
    length_ft: Fraction
    line: BaseGeometry
    """In the frame."""


@dataclass(frozen=True, slots=True)
class RailroadFrontage:
    """All fronts, ordered by street, railroad, side and place, and what must be said of them."""

    fronts: tuple[RailroadFront, ...]
    notes: tuple[str, ...] = ()
    """Streets whose ground stops at a railroad, and railroads on one side of a street only, among others."""

    @property
    def frontages_ft(self) -> tuple[Fraction, ...]:
        """Lengths one by one, as SA-10 asks for them."""
        return tuple(each.length_ft for each in self.fronts)


def railroad_frontage(layers: LayerSet, date: dt.date, streets: Sequence[str] | None = None) -> RailroadFrontage:
    """Measure the frontage of railroads along streets that they cross or lie beside.

    Parameters
    ----------
    layers : LayerSet
        With rights-of-way, those of railroads among them.
    date : date
        Day on which the rights-of-way hold.
    streets : sequence of str, optional
        Names of streets or ids of their rights-of-way; without them every street counts.

    Returns
    -------
    RailroadFrontage
        Along the street, not square to the track: a strip that crosses at a slant fronts for longer than it is wide.
        Where a railroad is drawn through the street, the street's ground is the street's.

    Raises
    ------
    EditionMissing
        No right-of-way of a railroad, or none of a street, is on file.
    OptionInvalid
        No street has one of the names.
    OverlayUnverified
        Where street and railroad cannot be told apart soundly.
    """
    layers = without_mains(layers)
    frame, ways = layers.frame, survey_ways(layers, date=date)
    rights = ways.rights
    tracks, roads = np.flatnonzero(rights.kinds == RAILROAD), np.flatnonzero(np.isin(rights.kinds, CUT_KINDS))
    if not len(roads):
        refuse_without_streets(layers, "There is no street to measure along.")
    if not len(tracks):
        raise EditionMissing(
            what="No right-of-way of a railroad is on file.",
            where="the layer of rights-of-way",
            why="What a railroad fronts on a street is the line that its right-of-way shares with it.",
            next="Import the railroad's right-of-way as a polygon among the rights_of_way; a track has no frontage.",
        )
    asked = roads if streets is None else np.intersect1d(streets_named(layers, ways, streets), roads)
    pieces, track = _beside_streets(rights, tracks, roads, frame)
    found = frontages(pieces, rights.only(asked), accuracy_ft(layers, "rights_of_way"), frame)
    sides: dict[tuple[str, str, int, str], list[int]] = defaultdict(list)
    for each in np.flatnonzero(~found.is_point).tolist():
        road, piece = asked[found.right_of_way[each]], int(found.parcel[each])
        street = str(rights.streets[road] or rights.ids[road])
        side = _side(found.lines[each], pieces[piece], frame)
        sides[street, str(rights.ids[track[piece]]), piece, side].append(each)
    stopped = {key for key in sides if (*key[:3], _across(key[3])) in sides}
    fronts = [
        RailroadFront(
            railroad=railroad,
            street=street,
            side=side,
            length_ft=Fraction(int(found.length_steps[mine].sum()), LENGTH_STEPS_PER_FT),
            line=found.lines[mine[0]] if len(mine) == 1 else shapely.line_merge(shapely.union_all(found.lines[mine])),
        )
        for (street, railroad, piece, side), mine in sides.items()
        if (street, railroad, piece, side) not in stopped
    ]
    fronts.sort(key=lambda each: (each.street, each.railroad, each.side, each.line.bounds))
    return RailroadFrontage(tuple(fronts), (*layers.notes, *_notes(fronts, stopped, frame)))


def _beside_streets(rights: RightsOfWay, tracks: Rows, roads: Rows, frame: Frame) -> tuple[Geometries, Rows]:
    """Return the pieces of railroads beside streets, and the right-of-way of each: what lies in a street is its."""
    near, road = shapely.STRtree(rights.geometries[roads]).query(rights.geometries[tracks], predicate="intersects")
    pieces, owners = [], []
    for place, track in enumerate(tracks.tolist()):
        across = rights.geometries[roads[road[near == place]]]
        land = on_grid(rights.geometries[track : track + 1], frame)[0]
        left = difference(land, union(across, frame), frame) if len(across) else land
        parts = [part for part in shapely.get_parts(left) if part.area > 0]
        pieces += sorted(parts, key=lambda part: part.bounds)
        owners += [track] * len(parts)
    return np.array(pieces, dtype=object), np.array(owners, dtype=np.intp)


def _side(line: BaseGeometry, land: BaseGeometry, frame: Frame) -> str:
    """Return where the land lies from a line of its outline: square off the longest side."""
    sides = sides_of_lines(np.array([line], dtype=object))
    longest = int(np.argmax(sides.lengths()))
    along = sides.end[longest] - sides.start[longest]
    middle, normal = (sides.start + sides.end)[longest] / 2, np.array([-along[1], along[0]]) / np.hypot(*along)
    away = 10 * frame.grid * normal
    if not land.intersects(shapely.Point(middle + away)):
        away = -away
    return _SIDES[round(float(np.degrees(np.arctan2(away[1], away[0]))) / 90) % 4]


def _across(side: str) -> str:
    return _SIDES[(_SIDES.index(side) + 2) % 4]


def _notes(fronts: Sequence[RailroadFront], stopped: set[tuple[str, str, int, str]], frame: Frame) -> Iterator[str]:
    for street, railroad in sorted({(street, railroad) for street, railroad, _, _ in stopped}):
        yield (
            f"The ground of {street} stops on both sides of {railroad}: the crossing is drawn as the railroad's, and "
            "its frontage is to be measured along the street by hand."
        )
    far = CorridorLimits().widest_ft / frame.unit_ft
    for each in fronts:
        facing = (other for other in fronts if (other.street, other.side) == (each.street, _across(each.side)))
        if not any(shapely.dwithin(each.line, other.line, far) for other in facing):
            yield (
                f"{each.railroad} lies on the {each.side} side of {each.street} only: whether its track crosses the "
                "street there is for a person to see."
            )
