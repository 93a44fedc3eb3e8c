"""Where do the municipalities and the counties end, and where do their layers fail to fit the parcels?"""

from __future__ import annotations

from itertools import product

from shapely.geometry import Polygon

from sample import city, village
from sample.core import ANNEXED_LOTS, HALF_ROAD_FT, WELL_SITE
from sample.ground import ALDER, BIRCH, CEDAR, ELM, FIR, HAZEL, Land, Municipality
from sample.plane import (
    ALL_COLUMNS,
    ALL_ROWS,
    COLUMNS,
    COUNTY_ROW,
    MILE,
    ROWS,
    TOWN_COLUMN,
    Lattice,
    Quad,
    box,
    joined,
    less,
)

ELM_WEST_SLIVER_FT = 0.02
ISLAND_NORTH_SLIVER_FT = 0.25
FIR_EAST_SLIVER_FT = 3.0
FINGER = box(16_500, 7_887, 21_120, 7_953)
ADDITION_EAST_SLIVER_FT = 1.2
COUNTY_SLIVERS_FT = {-3: -0.02, 8: 2.0}
"""In these columns the county layer has the county line this far north of the sections' line."""


def _strip(line: Quad, west_ft: float, east_ft: float) -> Polygon:
    """Return the strip between two distances from the north-south middle line of a section."""
    (x0, y0), (x1, y1) = line.at(0.5, 0.0), line.at(0.5, 1.0)
    return Polygon([(x0 - west_ft, y0), (x0 + east_ft, y0), (x1 + east_ft, y1), (x1 - west_ft, y1)])


def _whole(lattice: Lattice, columns: range) -> Land:
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


def outer_places(lattice: Lattice) -> list[tuple[str, Land]]:
    """Return the municipalities outside the core; of two that hold a spot the first has it."""
    extents = {
        ALDER: (range(ALL_COLUMNS[0], TOWN_COLUMN), range(ALL_ROWS[0], COUNTY_ROW)),
        BIRCH: (range(TOWN_COLUMN, ALL_COLUMNS[-1] + 1), range(ALL_ROWS[0], COUNTY_ROW)),
        CEDAR: (range(ALL_COLUMNS[0], TOWN_COLUMN), range(COUNTY_ROW, ALL_ROWS[-1] + 1)),
        HAZEL: (range(TOWN_COLUMN, ALL_COLUMNS[-1] + 1), range(COUNTY_ROW, ALL_ROWS[-1] + 1)),
    }
    towns = [
        (name, joined(lattice.section(column, row).polygon() for column, row in product(columns, rows)))
        for name, (columns, rows) in extents.items()
    ]
    return [
        (ELM, joined(quad.polygon() for quad in village.addition(lattice))),
        (FIR, joined(quad.polygon() for quad in city.addition(lattice))),
        *towns,
    ]


def _along_roads(lattice: Lattice) -> tuple[Land, Land]:
    """Return the roads through the core by which the village and the city reach what they took in."""
    # A foot inside the road on each side, so that the corners of the land beside it stay as they are.
    edge = (HALF_ROAD_FT - 1.0) / MILE
    to_elm = [
        lattice.section(1, 0).part((1 - edge, 1.0), (0.0, 1.0)).polygon(),
        lattice.section(2, 0).part((0.0, edge), (0.0, 1.0)).polygon(),
    ]
    to_fir = [
        lattice.section(5, 0).part((0.5, 1.0), (1 - edge, 1.0)).polygon(),
        lattice.section(5, 1).part((0.5, 1.0), (0.0, edge)).polygon(),
    ]
    return joined(to_elm), joined(to_fir)


def municipalities(lattice: Lattice, outer: dict[str, Land]) -> list[Municipality]:
    """Return the municipalities in the local plane; `outer` is what each has outside the core.

    They tile the land but for one place claimed twice and one claimed by none. Against the parcels the
    village's west line is off by 0.02 ft, the north line of the island by 0.25 ft, the city's east line
    by 3 ft and the east line of the village's addition by 1.2 ft.
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
    to_elm, to_fir = _along_roads(lattice)
    beyond = _beside_the_addition(lattice)
    fir = joined([fir, to_fir, outer[FIR]])
    elm = joined([elm, to_elm, outer[ELM], beyond])
    alder = joined([less(alder_all, elm), less(outer[ALDER], beyond)])
    birch = joined([less(birch_all, fir, claimed_by_none(lattice)), outer[BIRCH]])
    return [
        Municipality("Fir", "C", "90004", fir),
        Municipality("Alder", "T", "90001", alder),
        Municipality("Birch", "T", "90002", birch),
        Municipality("Cedar", "T", "90005", outer[CEDAR], "Dodge"),
        Municipality("Hazel", "T", "90006", outer[HAZEL], "Dodge"),
        Municipality("Elm", "V", "90003", joined([elm, claimed_twice(lattice)])),
    ]


def _beside_the_addition(lattice: Lattice) -> Polygon:
    """Return the strip that the municipal layer gives to the village east of its addition, half a mile long."""
    (x0, y0), (x1, y1) = (lattice.section(2, -1).at(0.5, v) for v in (0.5, 1.0))
    # It begins a foot inside the village, whose line has corners that stand a hair aside.
    west, east = -1.0, ADDITION_EAST_SLIVER_FT
    return Polygon([(x0 + west, y0), (x0 + east, y0), (x1 + east, y1), (x1 + west, y1)])


def counties(lattice: Lattice, known: list[Municipality]) -> list[tuple[str, Land]]:
    """Return the two counties' invented extents, in the local plane.

    They meet on the line between the towns, with all its corners, but for two columns of sections in which
    the county layer has it elsewhere; around the towns they go a mile further.
    """
    corners = [lattice.corner(column, COUNTY_ROW, north=True) for column in (*ALL_COLUMNS, ALL_COLUMNS[-1] + 1)]
    west, east = (ALL_COLUMNS[0] - 1) * MILE, (ALL_COLUMNS[-1] + 2) * MILE
    south, north = (ALL_ROWS[0] - 1) * MILE, (ALL_ROWS[-1] + 2) * MILE
    line = [(west, corners[0][1]), *corners, (east, corners[-1][1])]
    extents = {
        "Dodge": Polygon([*line, (east, north), (west, north)]),
        "Jefferson": Polygon([(west, south), (east, south), *reversed(line)]),
    }
    towns = {name: joined(one.polygon for one in known if one.county == name) for name in extents}
    dodge = less(joined([extents["Dodge"], towns["Dodge"]]), towns["Jefferson"])
    jefferson = less(joined([extents["Jefferson"], towns["Jefferson"]]), towns["Dodge"])
    for column, off in COUNTY_SLIVERS_FT.items():
        first, second = corners[column - ALL_COLUMNS[0]], corners[column - ALL_COLUMNS[0] + 1]
        # It begins a foot on the giver's side of the line, whose corners stand a hair aside.
        back = -1.0 if off > 0 else 1.0
        strip = Polygon(
            [(x, y + aside) for aside, ends in ((back, (first, second)), (off, (second, first))) for x, y in ends]
        )
        if off > 0:
            dodge, jefferson = less(dodge, strip), joined([jefferson, strip])
        else:
            dodge, jefferson = joined([dodge, strip]), less(jefferson, strip)
    return [("Dodge", dodge), ("Jefferson", jefferson)]
