"""How many feet does each parcel front on the streets that hold some mains, that are named, or that a line runs in?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.assessments.land import ParcelLand
from gis.facts.assessments.lines import ProjectLines, lines_drawn, sewers_named, with_lines
from gis.facts.assessments.passing import passed
from gis.facts.assessments.streets import refuse_without_streets, streets_named, without_mains
from gis.facts.sewers.ground import accuracy_ft
from gis.facts.sewers.meetings.frontage import Frontages, frontages
from gis.facts.sewers.meetings.holding import holding
from gis.facts.sewers.meetings.meeting import across_gaps, held_with_gaps, meetings
from gis.facts.sewers.shapes.bare import bare_parts
from gis.facts.sewers.ways.corridors import CorridorLimits
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.facts.sewers.ways.rights_of_way import survey_ways
from gis.facts.sewers.ways.way_words import EASEMENT
from gis.geometry.alongside import distinct
from gis.geometry.frame import Frame
from gis.geometry.measure import lengths_ft
from gis.units import LENGTH_STEPS_PER_FT

__all__ = [
    "FrontageAlong",
    "ProjectLines",
    "StreetFront",
    "frontage_along",
    "frontage_on_streets",
    "lines_drawn",
    "sewers_named",
]

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Steps = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_HAIR_STEPS = 2
"""Thousandths of a foot by which a line may change when it comes to the grid."""


@dataclass(frozen=True, slots=True)
class StreetFront:
    """What one parcel has along one street."""

    street: str
    """Name of the street, else id of the right-of-way."""
    length_ft: Fraction
    source: str
    """What the right-of-way was told from: rights_of_way, parcels, gap or centreline."""
    is_certain: bool
    """Whether a record of its own draws the right-of-way."""


@dataclass(frozen=True, eq=False)
class FrontageAlong:
    """What every parcel has along the streets asked about; positions are those of the parcels.

    Attributes
    ----------
    steps : int array
        Frontage in thousandths of a US survey foot on the ground; 0 where the parcel has none. A line that bends is
        measured along its bends. Ground that two records of a street both claim counts once.
    is_passed : bool array
        Whether some of the front lies beside the lines; false of a lot on the same street that lies wholly beyond
        their end. Of streets that are named, true of every front.
    is_point : bool array
        Whether the parcel meets the streets in a point only: it has no front there.
    is_unknown : bool array
        Whether the parcel has no front, and lies beside a line that runs in no right-of-way on file.
    fronts : object array of tuple of StreetFront
        What the frontage is made of, street by street.
    lines : object array of LineString or MultiLineString
        The front, in the frame; None where there is none.
    not_held : tuple of str
        Lines that run in no right-of-way and no gap between parcels.
    notes : tuple of str
        What every answer must say of the layers.
    """

    steps: Steps
    is_passed: Flags
    is_point: Flags
    is_unknown: Flags
    fronts: npt.NDArray[np.object_]
    lines: Geometries
    not_held: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def benefited(self) -> Rows:
        """Positions of the parcels that front on the streets where the lines pass, ascending.

        What the map can say of benefit: the board, and not the map, finds it (Wis. Stat. 66.0703(1)(b), 66.0723).
        """
        return np.flatnonzero((self.steps > 0) & self.is_passed)

    @property
    def beyond(self) -> Rows:
        """Positions of the parcels that front on the same streets beyond the end of the lines, ascending."""
        return np.flatnonzero((self.steps > 0) & ~self.is_passed)

    def frontage_ft(self, position: int) -> Fraction | None:
        """Return the frontage of one parcel in US survey feet, 0 where it has none; None where that is unknown."""
        return None if self.is_unknown[position] else Fraction(int(self.steps[position]), LENGTH_STEPS_PER_FT)


def frontage_along(land: ParcelLand, along: ProjectLines, date: dt.date) -> FrontageAlong:
    """Measure what each parcel fronts on the rights-of-way, or gaps between parcels, in which lines run.

    Parameters
    ----------
    land : ParcelLand
        All parcels; what the layers hold of rights-of-way and streets is looked at beside them.
    along : ProjectLines
        The lines. Sewers and water mains are treated alike, in service or not.
    date : date
        Day on which the rights-of-way hold.

    Returns
    -------
    FrontageAlong
        A corner lot counts only the street in which a line runs. Where the right-of-way is a record or a corridor
        along a centreline, the whole of the lot's front on it counts, from one intersection to the next; across a
        gap between parcels, that of the lots that the line passes. Easements give no frontage.

    Raises
    ------
    EditionMissing
        No line runs between parcels, and neither rights-of-way nor streets are on file to say where else it runs.
    OverlayUnverified
        Where ground that two sources claim cannot be shared out soundly.

    Notes
    -----
    ch. 86, main extensions (b)2 of Mukwonago (MUK-16) and Wis. Stat. 66.0721(3) (SA-02) count frontage.
    """
    frame = land.layers.frame
    layers, mains = with_lines(land.layers, along, np.zeros(len(along), dtype=bool))
    reach_ft = accuracy_ft(layers, "sewers", "rights_of_way")
    ways = survey_ways(without_mains(layers), date=date)
    leaving = _leaving(along, ways.rights, reach_ft, frame)
    if leaving.any():
        # Only along what runs on no known street the ground between the parcels is looked at.
        layers, mains = with_lines(land.layers, along, leaving)
        ways = survey_ways(layers, date=date)
    first = len(mains) - len(along)
    rights = ways.rights
    right, line = held_with_gaps(holding(rights, mains, reach_ft, frame), ways, mains)
    is_asked = (line >= first) & (rights.kinds[right] != EASEMENT)
    held = right[is_asked], line[is_asked]
    in_none = ~np.isin(first + np.arange(len(along)), held[1])
    if in_none.all():
        refuse_without_streets(layers, "These lines run in no gap between parcels.")
    fronts = _fronts(land, rights, distinct(held[0]))
    met = meetings(fronts, rights, mains, held, across_gaps(ways, mains, land.ground_of_row))
    met = met.only(met.sewer >= first)
    at = np.flatnonzero(~met.is_point)
    front, pair = np.unique(met.front[at], return_inverse=True)
    passing = passed(fronts.lines[front], pair, along.geometries, met.sewer[at] - first, frame)
    found = _along(land, rights, fronts, front, passing)
    corner, beside = (np.zeros(len(land.grounds), dtype=bool) for _ in range(2))
    corner[met.ground[met.is_point]] = True
    near = CorridorLimits().widest_ft / 2 / frame.unit_ft
    beside[land.tree.query(along.geometries[in_none], predicate="dwithin", distance=near)[1]] = True
    not_held = _ids(along, in_none)
    off = _leaving(along, rights, reach_ft, frame) & ~in_none
    return replace(
        found,
        is_point=corner[land.ground] & (found.steps == 0),
        is_unknown=beside[land.ground] & (found.steps == 0),
        not_held=not_held,
        notes=(
            *found.notes,
            *(f"{each} runs in no street and in no gap between parcels on file." for each in not_held),
            *(f"{each} leaves the streets for a part: there it gives no frontage." for each in _ids(along, off)),
        ),
    )


def _leaving(along: ProjectLines, rights: RightsOfWay, reach_ft: float, frame: Frame) -> Flags:
    """Say of each line whether some of it runs in no right-of-way; an easement is none."""
    streets = rights.geometries[rights.kinds != EASEMENT]
    bare = bare_parts(along.geometries, streets, reach_ft / frame.unit_ft + 2 * frame.grid)
    return ~np.asarray(shapely.is_empty(bare), dtype=bool)


def frontage_on_streets(
    land: ParcelLand, streets: Sequence[str], date: dt.date, within: BaseGeometry | None = None
) -> FrontageAlong:
    """Measure what each parcel fronts on streets by their names, or on rights-of-way by their ids.

    Parameters
    ----------
    land : ParcelLand
        All parcels.
    streets : sequence of str
        Names or ids, in capitals or not.
    date : date
        Day on which the rights-of-way hold.
    within : Polygon or MultiPolygon, optional
        In the frame. Only stretches count that have land in it: two villages may have a street of one name.

    Returns
    -------
    FrontageAlong
        A corner lot on two of the streets has both fronts. A lot between two that are parallel as well.

    Raises
    ------
    EditionMissing
        Neither rights-of-way nor streets are on file.
    OptionInvalid
        No street has one of the names, none of them lies within, or none is given.
    OverlayUnverified
        Where ground that two sources claim cannot be shared out soundly.
    """
    ways = survey_ways(without_mains(land.layers), date=date)
    rights = ways.rights
    chosen = streets_named(land.layers, ways, streets, within)
    fronts = _fronts(land, rights, chosen)
    is_counted = np.isin(fronts.right_of_way, chosen)
    front = np.flatnonzero(is_counted & ~fronts.is_point)
    found = _along(land, rights, fronts, front, np.ones(len(front), dtype=bool))
    corner = np.zeros(len(land.grounds), dtype=bool)
    corner[fronts.parcel[is_counted & fronts.is_point]] = True
    return replace(found, is_point=corner[land.ground] & (found.steps == 0))


def _ids(along: ProjectLines, chosen: Flags) -> tuple[str, ...]:
    return tuple(sorted({str(each) for each in along.ids[chosen]}))


def _fronts(land: ParcelLand, rights: RightsOfWay, wanted: Rows) -> Frontages:
    """Return the fronts on all rights-of-way of the ground that lies at those wanted."""
    layers, frame = land.layers, land.layers.frame
    to_rights_ft = accuracy_ft(layers, "parcels", "rights_of_way")
    reach = to_rights_ft / frame.unit_ft + 2 * frame.grid
    near = distinct(land.tree.query(rights.geometries[wanted], predicate="dwithin", distance=reach)[1])
    found = frontages(land.grounds[near], rights, to_rights_ft, frame)
    return replace(found, parcel=near[found.parcel])


def _along(land: ParcelLand, rights: RightsOfWay, fronts: Frontages, front: Rows, passing: Flags) -> FrontageAlong:
    """Return what comes of some of the fronts, of which the lines pass some."""
    count = len(land.grounds)
    of_ground: dict[int, list[int]] = defaultdict(list)
    for each in front.tolist():
        of_ground[int(fronts.parcel[each])].append(each)
    steps, is_passed = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=bool)
    is_passed[fronts.parcel[front[passing]]] = True
    told, lines = np.empty(count, dtype=object), np.full(count, None, dtype=object)
    told[:] = [()] * count
    for ground, mine in of_ground.items():
        lines[ground], steps[ground] = _together(fronts, mine, land)
        told[ground] = _by_street(fronts, mine, rights, land)
    nobody = np.zeros(len(land), dtype=bool)
    return FrontageAlong(
        steps=steps[land.ground],
        is_passed=is_passed[land.ground],
        is_point=nobody,
        is_unknown=nobody,
        fronts=told[land.ground],
        lines=lines[land.ground],
        not_held=(),
        notes=land.layers.notes,
    )


def _by_street(
    fronts: Frontages, mine: Sequence[int], rights: RightsOfWay, land: ParcelLand
) -> tuple[StreetFront, ...]:
    of_street: dict[str, list[int]] = defaultdict(list)
    for each in mine:
        right = fronts.right_of_way[each]
        of_street[str(rights.streets[right] or rights.ids[right])].append(each)
    found = []
    for street, parts in sorted(of_street.items()):
        ways = fronts.right_of_way[parts]
        length_ft = Fraction(_together(fronts, parts, land)[1], LENGTH_STEPS_PER_FT)
        source = ", ".join(sorted({str(each) for each in rights.sources[ways]}))
        found.append(StreetFront(street, length_ft, source, bool(rights.is_certain[ways].all())))
    return tuple(found)


def _together(fronts: Frontages, parts: Sequence[int], land: ParcelLand) -> tuple[shapely.Geometry, int]:
    """Return several fronts of one lot as one line, and its length: what two records both claim counts once."""
    total = int(fronts.length_steps[parts].sum())
    if len(parts) == 1:
        return fronts.lines[parts[0]], total
    frame = land.layers.frame
    line = shapely.line_merge(shapely.union_all(fronts.lines[parts], grid_size=frame.grid))
    once = int(np.rint(lengths_ft(np.array([line], dtype=object), frame)[0] * LENGTH_STEPS_PER_FT))
    # On the grid a line is longer or shorter by a hair; what is less than that is the sum itself.
    return line, once if total - once > _HAIR_STEPS * len(parts) else total
