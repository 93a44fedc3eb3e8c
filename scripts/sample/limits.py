"""Where do the municipalities and the counties end, and where do their layers fail to fit the parcels?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from shapely.geometry import MultiPolygon, Polygon

from sample.land import ANNEXED_LOTS, WELL_SITE
from sample.plane import COLUMNS, MILE, ROWS, Lattice, Quad, box, joined, less

ELM_WEST_SLIVER_FT = 0.02
ISLAND_NORTH_SLIVER_FT = 0.25
FIR_EAST_SLIVER_FT = 3.0
FINGER = box(16_500, 7_887, 21_120, 7_953)


@dataclass(frozen=True, slots=True)
class Municipality:
    """One row of the municipal layer."""

    name: str
    ctv: str
    cousubfp: str
    polygon: Polygon | MultiPolygon


def _strip(line: Quad, west_ft: float, east_ft: float) -> Polygon:
    """Return the strip between two distances from the north-south middle line of a section."""
    (x0, y0), (x1, y1) = line.at(0.5, 0.0), line.at(0.5, 1.0)
    return Polygon([(x0 - west_ft, y0), (x0 + east_ft, y0), (x1 + east_ft, y1), (x1 - west_ft, y1)])


def _whole(lattice: Lattice, columns: range) -> Polygon | MultiPolygon:
    sections = (lattice.section(column, row) for column, row in product(columns, range(ROWS)))
    return joined(section.polygon() for section in sections)


def claimed_twice(lattice: Lattice) -> Polygon:
    """Return the place, 40 by 50 feet, that both the Town of Alder and the Village of Elm claim."""
    x, _ = lattice.section(1, 1).at(0.5, 0.97)
    east = x - ELM_WEST_SLIVER_FT
    return box(east - 40, 10_400, east, 10_450)


def claimed_by_none(lattice: Lattice) -> Polygon:
    """Return the place, about 30 feet square, that neither the Town of Birch nor the City of Fir claims."""
    x, _ = lattice.section(5, 1).at(0.5, 0.06)
    return box(x + FIR_EAST_SLIVER_FT, 5_600, x + FIR_EAST_SLIVER_FT + 30, 5_630)


def municipalities(lattice: Lattice) -> list[Municipality]:
    """Return the four municipalities, sorted by name, in the local plane.

    They tile the piece but for one place claimed twice and one claimed by none. Against the parcels the
    village's west line is off by 0.02 ft, the north line of the island by 0.25 ft and the city's east line
    by 3 ft.
    """
    alder_all, birch_all = _whole(lattice, range(3)), _whole(lattice, range(3, COLUMNS))
    elm = joined(
        [
            lattice.section(1, 1).part((0.5, 1.0), (0.0, 1.0)).polygon(),
            lattice.section(2, 1).part((0.0, 0.5), (0.0, 1.0)).polygon(),
            _strip(lattice.section(1, 1), ELM_WEST_SLIVER_FT, 0.0),
        ]
    )
    core = lattice.section(4, 1)
    island_on_the_roll = core.part((0.5, 0.75), (0.5, 0.75))
    island = island_on_the_roll.feet(
        (0.0, island_on_the_roll.width_ft), (0.0, island_on_the_roll.height_ft - ISLAND_NORTH_SLIVER_FT)
    ).polygon()
    fir = less(
        joined(
            [
                core.polygon(),
                lattice.section(5, 1).part((0.0, 0.5), (0.0, 1.0)).polygon(),
                lattice.section(4, 2).part((0.0, 1.0), (0.0, 0.5)).polygon(),
                _strip(lattice.section(5, 1), 0.0, FIR_EAST_SLIVER_FT),
                FINGER,
                *ANNEXED_LOTS,
                WELL_SITE,
            ]
        ),
        island,
    )
    return [
        Municipality("Fir", "C", "90004", fir),
        Municipality("Alder", "T", "90001", less(alder_all, elm)),
        Municipality("Birch", "T", "90002", less(birch_all, fir, claimed_by_none(lattice))),
        Municipality("Elm", "V", "90003", joined([elm, claimed_twice(lattice)])),
    ]


def counties(lattice: Lattice) -> list[tuple[str, Polygon]]:
    """Return the two counties' invented extents, in the local plane: the line is the towns' north line."""
    line = [lattice.corner(column, ROWS, north=True) for column in range(COLUMNS + 1)]
    west, east = -MILE, (COLUMNS + 1) * MILE
    line = [(west, line[0][1]), *line, (east, line[-1][1])]
    north = (ROWS + 1) * MILE
    return [
        ("Dodge", Polygon([*line, (east, north), (west, north)])),
        ("Jefferson", Polygon([(west, -MILE), (east, -MILE), *reversed(line)])),
    ]
