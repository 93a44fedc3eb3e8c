"""In which units were votes counted, and where do those units end?

Each is cut from its municipality as the municipal layer has it, along lines of the survey, so that a unit has every
corner of the municipal line and nothing of the municipality is left over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry import MultiPolygon, Polygon

from sample.ground import Land
from sample.plane import (
    ALL_COLUMNS,
    ALL_ROWS,
    CORRECTION_ROW,
    COUNTY_ROW,
    FRAME_STEP_DIGITS,
    JOG_FT,
    MILE,
    TOWN_COLUMN,
    Lattice,
    Point,
    box,
    densified,
    on_the_state_frame,
)

BEYOND_FT = 500.0
"""A cut goes on so far beyond the municipality, so that it ends nowhere near its line."""
OVER_THE_TOWN_LINE_FT = 2.0
"""Hazel's unit reaches so far into the town of Cedar, along the first two sections north of the county line."""
CUT_STEP_FT = 1400.0
FRAME_STEP_M = 10.0**-FRAME_STEP_DIGITS
CRUMB_SQM = 0.1
ALDER_4 = box(13_200 - BEYOND_FT, MILE, 15_840 + BEYOND_FT, 2 * MILE)
"""What Alder has of section 16: 2,640 by 5,280 ft, for the village has its west half."""
BIRCH_3 = box(15_840 - BEYOND_FT, MILE, 21_120 + BEYOND_FT, 2 * MILE)
"""What Birch has of section 15: 5,280 ft square, less the city's finger, the lots at its end and the well site."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One reporting unit: whose it is, what the canvass calls it, and its ground in the state's frame."""

    municipality: str
    name: str
    polygon: Land


def reporting_units(lattice: Lattice, municipalities: Mapping[str, Land]) -> Iterator[Unit]:
    """Cut the municipalities, given in the state's frame, into their units; the last takes what is left."""
    for place, (cuts, last) in _cuts(lattice).items():
        left = municipalities[place]
        for (name, _), cut in zip(cuts, _on_the_frame([cut for _, cut in cuts]), strict=True):
            yield Unit(place, name, _without_crumbs(shapely.intersection(left, cut, grid_size=FRAME_STEP_M)))
            left = _without_crumbs(shapely.difference(left, cut, grid_size=FRAME_STEP_M))
        if place == "Hazel":
            (strip,) = _on_the_frame([_over_the_town_line(lattice)])
            left = shapely.union(left, strip, grid_size=FRAME_STEP_M)
        yield Unit(place, last, left)


def _without_crumbs(land: Land) -> Land:
    """Drop what rounding leaves where a cut meets the end of a municipal line: a thousandth of a foot wide."""
    parts = [part for part in shapely.get_parts(land) if part.area > CRUMB_SQM]
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


def _cuts(lattice: Lattice) -> dict[str, tuple[list[tuple[str, Polygon]], str]]:
    """Return for each municipality what is cut off one after another, and the name of the rest."""
    south_of_birch = _below([lattice.corner(column, -1, north=False) for column in range(TOWN_COLUMN, 10)])
    middle_of_elm = [lattice.section(column, 0).at(0.5, 0.5) for column in (1, 2)]
    south_of_elm = _below(middle_of_elm)
    first, second, third, fourth = _city(lattice)
    return {
        "Alder": (
            [("Wards 1-2", _west_of_middle(lattice, range(ALL_ROWS[0], COUNTY_ROW))), ("Ward 4", ALDER_4)],
            "Ward 3",
        ),
        "Birch": ([("Ward 1", south_of_birch), ("Ward 3", BIRCH_3)], "Ward 2"),
        "Cedar": ([("Ward 1", _west_of_middle(lattice, range(COUNTY_ROW, ALL_ROWS[-1] + 1)))], "Ward 2"),
        "Elm": ([("Ward 2", south_of_elm)], "Ward 1"),
        "Fir": ([("Ward 5", first), ("Ward 4", second), ("Ward 3", third), ("Ward 2", fourth)], "Ward 1"),
        "Hazel": ([], "Wards 1-3"),
    }


def _west_of_middle(lattice: Lattice, rows: range) -> Polygon:
    """Return all that lies west of column 0 in some rows, and a little beyond them."""
    ends = (*rows, rows[-1] + 1)
    line = [lattice.corner(0, row, north=False) for row in ends if row <= CORRECTION_ROW]
    line += [lattice.corner(0, row, north=True) for row in ends if row >= CORRECTION_ROW]
    (x0, y0), (x1, y1) = line[0], line[-1]
    west = (ALL_COLUMNS[0] - 1) * MILE
    return Polygon([(west, y0 - BEYOND_FT), (x0, y0 - BEYOND_FT), *line, (x1, y1 + BEYOND_FT), (west, y1 + BEYOND_FT)])


def _below(line: Sequence[Point]) -> Polygon:
    """Return all that lies south of a line drawn from west to east, and a little beyond its ends."""
    (x0, y0), (x1, y1) = line[0], line[-1]
    south, west, east = (ALL_ROWS[0] - 1) * MILE, x0 - BEYOND_FT, x1 + BEYOND_FT
    return Polygon([(west, south), (east, south), (east, y1), *reversed(line), (west, y0)])


def _city(lattice: Lattice) -> tuple[Polygon, Polygon, Polygon, Polygon]:
    """Return the city's industry in section 17, its south, downtown, and its middle; its west is the rest.

    No cut runs along the city's own line; where one has to end on it, it crosses it.
    """
    (x7, y7), (x8, y8) = lattice.corner(7, 1, north=False), lattice.corner(8, 1, north=False)
    top_x, top_y = lattice.corner(7, CORRECTION_ROW, north=False)
    far_north, far_south = (CORRECTION_ROW + 1) * MILE, (ALL_ROWS[0] - 1) * MILE
    # North of the correction line sections begin 66 ft further east, so that there the cut steps aside.
    aside = top_x + JOG_FT
    industry = Polygon([(x7, y7), (x8, y8), (x8, far_north), (aside, far_north), (aside, top_y), (top_x, top_y)])
    neck_x, neck_y = lattice.section(5, 1).at(0.75, 0.0)
    x6, y6 = lattice.corner(6, 1, north=False)
    south = Polygon([(neck_x, far_south), (x8, far_south), (x8, y8), (x7, y7), (x6, y6), (neck_x, neck_y)])
    downtown = box(neck_x, far_south, x8, far_north)
    (low_x, low_y), (high_x, high_y) = (lattice.section(4, 1).at(0.25, v) for v in (0.0, 1.0))
    west_x = lattice.corner(4, CORRECTION_ROW, north=True)[0]
    middle = Polygon(
        [
            (low_x, low_y - BEYOND_FT),
            (x8, low_y - BEYOND_FT),
            (x8, far_north),
            (west_x - BEYOND_FT, far_north),
            (west_x, high_y),
            (high_x, high_y),
            (low_x, low_y),
        ]
    )
    return industry, south, downtown, middle


def _over_the_town_line(lattice: Lattice) -> Polygon:
    """Return the strip by which Hazel's unit reaches over the town line; it begins a foot inside the town."""
    line = [lattice.corner(TOWN_COLUMN, row, north=True) for row in range(COUNTY_ROW, COUNTY_ROW + 3)]
    west = [(x - OVER_THE_TOWN_LINE_FT, y) for x, y in line]
    return Polygon([*west, *((x + 1.0, y) for x, y in reversed(line))])


def _on_the_frame(cuts: Sequence[Polygon]) -> list[Land]:
    return on_the_state_frame([densified(cut, CUT_STEP_FT) for cut in cuts]) if cuts else []
