"""What follows for ground and sewers where records of rights-of-way contradict the parcels, or stand alone?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.mains import Mains
from gis.facts.sewers.meetings.frontage import Frontages, frontages
from gis.facts.sewers.meetings.holding import holding
from gis.facts.sewers.meetings.left_open import SEWERS, Land, OpenMeetings, left_open, together
from gis.facts.sewers.meetings.predicates import Meetings
from gis.facts.sewers.shapes.pairing import through
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.facts.sewers.ways.rights_of_way import SurveyedWays
from gis.facts.sewers.ways.street_names import CUT_KINDS
from gis.geometry.alongside import among
from gis.geometry.frame import Frame
from gis.geometry.measure import areas_sqft
from gis.geometry.overlay import difference, union
from gis.geometry.slivers import greatest_width_ft

Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
Pairs = tuple[Rows, Rows]


def under_records(  # noqa: PLR0913  the survey's parts, each of which tells something of its own
    ways: SurveyedWays, held: Pairs, fronts: Frontages, met: Meetings, land: Land, lines: Mains, accuracy_ft: float
) -> tuple[Flags, OpenMeetings]:
    """Return which meetings stand where records lie over lots, and what that leaves open.

    A lot that shares a line with the record where it lies over no lot meets it, whatever lies over others. One under
    it, or beside what of it lies over others, may meet it. A record without a sewer makes no duty and denies none.
    """
    stands, over = np.ones(len(met.ground), dtype=bool), ways.over
    holding = np.unique(over.right[np.isin(over.right, held[0])])
    if not len(holding):
        return stands, together([])
    rights, frame, count = ways.rights.only(holding), land.frame, len(holding)
    reach = accuracy_ft / frame.unit_ft + 2 * frame.grid
    shared = [over.shared[over.right == right] for right in holding.tolist()]
    bare = np.empty(count, dtype=object)
    bare[:] = [difference(way, union(lots, frame), frame) for way, lots in zip(rights.geometries, shared, strict=True)]
    # Pairs of ground and one of these records are told by one number.
    is_lot = np.isin(over.right, holding) & (land.piece_of_row[over.parcel] >= 0)
    lot = land.piece_of_row[over.parcel[is_lot]]
    under = lot * count + np.searchsorted(holding, over.right[is_lot])
    is_own = np.isin(fronts.right_of_way, holding) & ~fronts.is_point
    own = fronts.parcel[is_own] * count + np.searchsorted(holding, fronts.right_of_way[is_own])
    near = np.unique(land.tree.query(rights.geometries, predicate="dwithin", distance=reach)[1])
    on_bare = _fronts(replace(rights, geometries=bare), land, near, accuracy_ft)
    sound = _in_common((own, fronts.lines[is_own]), on_bare, reach)
    may_meet, _ = _fronts(rights, land, np.setdiff1d(near, lot), accuracy_ft)
    rows = np.flatnonzero(np.isin(met.right_of_way, holding))
    at = np.searchsorted(holding, met.right_of_way[rows])
    runs_bare = shapely.length(shapely.intersection(lines.geometries[met.sewer[rows]], bare[at])) > 2 * reach
    of_meeting = met.ground[rows] * count + at
    falls = ~(among(of_meeting, sound) & runs_bare)
    stands[rows[falls]] = False
    place, sewer = (np.searchsorted(holding, held[0]), held[1])
    is_held = np.isin(held[0], holding)
    place, sewer = place[is_held], sewer[is_held]
    is_open = ~among(under, sound)
    row, of = through((under % count)[is_open], place)
    whole = np.setdiff1d(may_meet, sound)
    beside, at_beside = through(whole % count, place)
    keys = np.concatenate([whole[beside], of_meeting[falls]])
    sewers = np.concatenate([sewer[at_beside], met.sewer[rows[falls]]])
    kept = ~among(keys, under[is_open])
    keys, sewers = np.unique(np.stack([keys[kept], sewers[kept]]), axis=1)
    said_under = _said_under(rights, under[is_open] % count, over.shared[is_lot][is_open], frame)
    said_beside = _said_beside(rights, shared, np.unique(keys % count), frame)
    return stands, together(
        [
            left_open(under[is_open][row] // count, sewer[of], [said_under[each] for each in row.tolist()]),
            left_open(keys // count, sewers, [said_beside[each] for each in (keys % count).tolist()]),
        ]
    )


def _fronts(rights: RightsOfWay, land: Land, rows: Rows, accuracy_ft: float) -> tuple[Rows, Geometries]:
    """Return which of some ground meets rights-of-way in a line, were there no other ground: pairs, and the lines."""
    found = frontages(land.grounds[rows], rights, accuracy_ft, land.frame)
    is_line = ~found.is_point
    pairs = rows[found.parcel[is_line]] * len(rights) + found.right_of_way[is_line]
    return pairs, found.lines[is_line]


def _in_common(one: tuple[Rows, Geometries], other: tuple[Rows, Geometries], reach: float) -> Rows:
    """Return the pairs that both have, with a line that is one for more than a point."""
    here, there = through(one[0], other[0])
    both = shapely.intersection(one[1][here], shapely.buffer(other[1][there], reach))
    # A line that ends where the other begins lies within reach of it for up to that much.
    return np.asarray(one[0][here][shapely.length(both) > 3 * reach], dtype=np.intp)


def _said_under(rights: RightsOfWay, place: Rows, shared: Geometries, frame: Frame) -> list[str]:
    names = in_words(rights)
    return [
        f"The record of right-of-way {names[at]} lies over {sqft:,.0f} sq ft of the parcel, by up to "
        f"{greatest_width_ft(land, frame):,.1f} ft: whether the parcel meets it, and in it {SEWERS}, is open."
        for at, land, sqft in zip(place.tolist(), shared.tolist(), areas_sqft(shared, frame).tolist(), strict=True)
    ]


def _said_beside(rights: RightsOfWay, shared: list[Geometries], places: Rows, frame: Frame) -> dict[int, str]:
    names = in_words(rights)
    said = {}
    for at in places.tolist():
        most_ft = max(greatest_width_ft(land, frame) for land in shared[at].tolist())
        said[at] = (
            f"The parcel meets right-of-way {names[at]} only where the record lies over parcels, by up to "
            f"{most_ft:,.1f} ft: whether the parcel meets it, and in it {SEWERS}, is open."
        )
    return said


def beyond_cuts(ways: SurveyedWays, held: Pairs, fronts: Frontages) -> OpenMeetings:
    """Tell of ground on a stretch that only records part from the next, and of the sewers there."""
    cut, names = ways.recorded, in_words(ways.rights)
    over = np.unique(cut.record[ways.over.right[ways.over.right < len(cut.record)]])
    row, pair = through(cut.other, held[0])
    place, front = through(cut.one[row], fronts.right_of_way)
    is_line = ~fronts.is_point[front]
    place, front = place[is_line], front[is_line]
    at, ground, sewer = row[place], fronts.parcel[front], held[1][pair[place]]
    here = through(cut.one[at], held[0])
    both = here[0][held[1][here[1]] == sewer[here[0]]]
    left = np.setdiff1d(np.arange(len(at)), both)
    at, ground, sewer = at[left], ground[left], sewer[left]
    is_own, is_ahead = cut.by[at] == cut.record[cut.one[at]], cut.is_ahead[at]
    is_over = np.isin(cut.by[at], over) & ~is_own
    records, ids = in_words(cut.records), cut.records.ids
    why = [
        f"{names[one]} is taken to end at "
        + (f"an arm of right-of-way {ids[by]}, " if own else f"right-of-way {records[by]}, ")
        + ("which lies over parcels" if lies_over else "where no street line tells a crossing")
        + f", so that what lies beyond does not count for the parcel: {SEWERS}."
        if not ahead
        else f"The street line ends where {names[one]} does, and right-of-way {ids[by]} goes on: whether that is one "
        f"street, and what lies beyond counts for the parcel, is open: {SEWERS}."
        for one, by, own, lies_over, ahead in zip(
            *(each.tolist() for each in (cut.one[at], cut.by[at], is_own, is_over, is_ahead)), strict=True
        )
    ]
    return left_open(ground, sewer, why, leaves_open=is_over | is_ahead)


def on_vacated(ways: SurveyedWays, lines: Mains, land: Land, accuracy_ft: float, held_ft: float) -> OpenMeetings:
    """Tell of lots along a street whose record does not hold on the day, and of the sewers in it.

    It is no street then. That a sewer lies there still is a reason to look for the easement that holds it.
    """
    streets = ways.not_held.only(np.isin(ways.not_held.kinds, CUT_KINDS))
    if not len(streets):
        return together([])
    reach = accuracy_ft / land.frame.unit_ft + 2 * land.frame.grid
    near = np.unique(land.tree.query(streets.geometries, predicate="dwithin", distance=reach)[1])
    fronts = frontages(land.grounds[near], streets, accuracy_ft, land.frame)
    is_line = ~fronts.is_point
    right, sewer = holding(streets, lines, held_ft, land.frame)
    front, pair = through(fronts.right_of_way[is_line], right)
    names = in_words(streets)
    why = [
        f"The record of right-of-way {names[each]} does not hold on the day, and {SEWERS} lies in its ground: whether "
        "an easement is left there is open."
        for each in right[pair].tolist()
    ]
    return left_open(near[fronts.parcel[is_line][front]], sewer[pair], why, is_street=False)


def in_words(rights: RightsOfWay) -> list[str]:
    """Return rights-of-way in words: id, and street where one is told."""
    return [
        f"{name}" if street is None or street == name else f"{name} ({street})"
        for name, street in zip(rights.ids.tolist(), rights.streets.tolist(), strict=True)
    ]
