"""Which sewers does the sample county have: three systems, a trunk along the river, and a plant at its end?

The village's and the city's mains lie in their streets (`sample.drains`). The city's come together in a lift
station, from which a force main follows Base Road west to the head of the district's interceptor; that takes
up the village's mains and follows the river south to the plant. A sanitary district along Tanner Road pumps
into the city's lift station.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import shapely
from shapely.geometry import LineString

from sample.curves import beside, smooth
from sample.drains import DROP_FT, TRUNK_REACH_FT, Drained, Run, drained
from sample.ground import Ground, Land
from sample.heights import ground_at_ft
from sample.plane import MILE, Lattice, Point, box
from sample.water import RIVER_COURSES, miles

VILLAGE, CITY, DISTRICT = "Village of Elm", "City of Fir", "Fable River Metropolitan Sewerage District"
TANNER = "Tanner Road Sanitary District"
IN_SERVICE, ABANDONED, PROPOSED = "In Service", "Abandoned", "Proposed"
GRAVITY, FORCE, INTERCEPTOR, LATERAL = "Gravity Main", "Force Main", "Interceptor", "Lateral"
MANHOLE, LIFT_STATION, PLANT = "Manhole", "Lift Station", "Treatment Plant"
PREFIX = {VILLAGE: "EL", CITY: "FR", DISTRICT: "FM", TANNER: "TR"}

IN_A_STREET_FT = 40.0
"""Streets along the limits are a municipality's own if their middle lies within this of its land."""
MAIN_LIFT = (6.999, 0.0)
"""Miles: where the city's mains come together."""
SET_ASIDE_FT = 60.0
"""A lift station or plant stands this far east and south of the street."""
ALONG_RIVER_FT = 430.0
RIVER_RUN = tuple(0.30 + 0.05 * step for step in range(6))
"""Shares of the river's last course beside which the interceptor runs."""
CAPACITY_GPM = 2_600.0
"""Of the city's main lift station."""
GPM_PER_RUN, GPM_STEP = 2.4, 25
"""A small station is built for so much for each main above it, rounded up."""
SIZES_IN = ((0, 8.0), (60, 10.0), (150, 12.0), (300, 18.0), (600, 24.0))
"""From so many runs on, a main has this diameter."""
INTERCEPTOR_IN, FORCE_MAIN_IN, LATERAL_IN = 36.0, 16.0, 4.0
NO_INVERT_NEAR = (2.2, -0.3)
AGAINST_FLOW_NEAR = (2.3, -0.35)
"""Miles: near these are the manhole whose invert nobody has measured, and the main drawn uphill."""
OLD_NORTH_OF, OLD_WEST_OF = 1.0, 5.6
"""Miles: the old cores of the village and the city lie there."""
FIRST_PLASTIC = 1975
LATERALS_IN = "WILD FLOWER"
NEW_MAIN = ((2.98, 1.0), (2.5, 1.0))
NEW_LAND_FROM = (2.52, 1.0)
"""West of this the mains of Elm Road are there already."""
OLD_MAIN = ((2.0, 1.45), (2.0, 1.05))
OLD_MAIN_ASIDE_FT = 14.0
LAID_AT_ONCE = {DISTRICT: 1998, TANNER: 2025}
"""Years in which a whole system was laid."""
RENEWED = ((box(10_590, 9_070, 10_990, 9_080), 2024), (box(12_500, 6_810, 13_210, 6_830), 2025))
"""Streets of the village whose mains were laid anew: the west end of Dogwood Street, the east end of Ash Street."""
TANNER_MAINS = {"TANNER RD": box(36_060, -5_400, 37_880, -5_200), "GLOVER RD": box(36_900, -6_500, 37_000, -5_276)}
"""How far the mains of the Tanner Road district lie in its two roads; they come together where these cross."""
TANNER_CROSSING = (7, -1)
"""Miles: the section corner at which they cross; the survey set it on whole feet."""
TANNER_PLANNED = box(36_000, -5_400, 36_920, -5_200)
"""What lies in Tanner Road west of the crossing is not yet built."""
TANNER_FORCE_MAIN = ((36_947.0, -5_230.0), (36_956.0, -120.0))
"""In Glover Road, fifteen feet east of its middle."""
PROPOSED_MAIN = LineString([(36_925.3, -3_360.0), (36_922.1, -5_200.0), (36_932.0, -5_276.0)])
"""What somebody proposes, and no layer has: a gravity main in Glover Road, ten feet west of its middle, to the lift
station."""
TANNER_GPM, TANNER_FORCE_MAIN_IN = 60.0, 4.0
ALLEY_MAIN = ((32_340.0, 5_610.0), (31_944.0, 5_610.0), (31_937.0, 5_445.0))
"""Behind Ninth Street: along the alley, and in Anvil Avenue to the manhole at Ninth Street."""
ALLEY_SLOPE, ALLEY_YEAR = 0.005, 2021


@dataclass(frozen=True, slots=True)
class Node:
    """A manhole, a lift station or the plant."""

    node_id: str
    sort: str
    status: str
    operator: str
    rim_ft: float
    invert_ft: float | None
    capacity_gpm: float | None
    installed: str | None
    at: Point


@dataclass(frozen=True, slots=True)
class Sewer:
    """A pipe, drawn with the flow unless its note says otherwise."""

    sewer_id: str
    sort: str
    status: str
    operator: str
    diameter_in: float
    material: str
    upper_node: str | None
    lower_node: str | None
    upper_invert_ft: float | None
    lower_invert_ft: float | None
    installed: str | None
    line: LineString


@dataclass(frozen=True, slots=True)
class Sewers:
    """All sewers of the sample county."""

    nodes: tuple[Node, ...]
    sewers: tuple[Sewer, ...]


def _streets(ground: Ground, name: str) -> list[LineString]:
    (land,) = [one.polygon for one in ground.municipalities if one.name == name]
    around = land.buffer(IN_A_STREET_FT)
    parts = [
        part
        for street in ground.streets
        if street.sort in {"STREET", "TOWN ROAD"}
        for part in shapely.get_parts(shapely.intersection(street.line, around))
    ]
    return [part for part in parts if part.length > IN_A_STREET_FT * 1.5]


def interceptor_line(lattice: Lattice) -> LineString:
    """Return the trunk: down Village Road from Base Road, then beside the river to the plant."""
    river = smooth(miles(*RIVER_COURSES[2]))
    along = [beside(river, river.length * share, ALONG_RIVER_FT) for share in RIVER_RUN]
    return LineString([lattice.place(2, 0), lattice.place(2, -0.6), *along])


def _year(at: Point, operator: str) -> int:
    """Return when a main was laid: the old cores by 1965, the rest later the farther out it lies."""
    anew = [year for place, year in RENEWED if place.intersects(shapely.Point(at))]
    if operator in LAID_AT_ONCE or anew:
        return LAID_AT_ONCE.get(operator) or anew[0]
    x, y = at[0] / MILE, at[1] / MILE
    if y > OLD_NORTH_OF and x < OLD_WEST_OF:
        return 1938 + int(18 * (y - 1.0)) + int(4 * abs(math.sin(x * 9)))
    return 1972 + int(16 * abs(math.sin(x * 4.3 + 1))) + int(14 * abs(math.sin(y * 5.1)))


class _Book:
    """Ids of nodes and pipes, counted by operator."""

    def __init__(self) -> None:
        self.nodes: dict[Point, Node] = {}
        self.sewers: list[Sewer] = []
        self._count: dict[str, int] = {}

    def next_id(self, operator: str, letters: str) -> str:
        """Return the next id of some letters: EL-MH-0001."""
        stem = f"{PREFIX[operator]}-{letters}"
        self._count[stem] = self._count.get(stem, 0) + 1
        return f"{stem}-{self._count[stem]:04d}"


def _material(year: int) -> str:
    return "VCP" if year < FIRST_PLASTIC else "PVC"


def _diameter_in(runs: int) -> float:
    return next(size for least, size in reversed(SIZES_IN) if runs >= least)


def _capacity_gpm(runs: int) -> float:
    return math.ceil(runs * GPM_PER_RUN / GPM_STEP) * GPM_STEP


def _entered(book: _Book, system: Drained, operator: str, trunk: Land, proposed: Land) -> None:
    """Enter a system: what lies in the trunk is the district's, what lies in `proposed` is not yet built."""
    shapely.prepare(trunk)
    lifts = {run.upper: _capacity_gpm(run.drained) for run in system.runs if run.lifted}
    for at in sorted(system.rims_ft):
        spot = shapely.Point(at)
        owner = DISTRICT if trunk.intersects(spot) else operator
        planned = proposed.intersects(spot)
        sort, capacity = (LIFT_STATION, lifts[at]) if at in lifts else (MANHOLE, None)
        letters = "LS" if sort == LIFT_STATION else "MH"
        book.nodes[at] = Node(
            book.next_id(owner, letters),
            sort,
            PROPOSED if planned else IN_SERVICE,
            owner,
            system.rims_ft[at],
            system.inverts_ft[at],
            capacity,
            None if planned else f"{_year(at, owner)}-06-15",
            at,
        )
    for run in system.runs:
        book.sewers.append(_sewer(book, run, operator, trunk, proposed))


def _sewer(book: _Book, run: Run, operator: str, trunk: Land, proposed: Land) -> Sewer:
    line = LineString([run.upper, run.lower])
    of_district, planned = trunk.contains(line), proposed.intersects(shapely.Point(run.upper))
    owner = DISTRICT if of_district else operator
    year = _year(run.upper, owner)
    sort = INTERCEPTOR if of_district else FORCE if run.lifted else GRAVITY
    return Sewer(
        book.next_id(owner, {INTERCEPTOR: "INT", FORCE: "FM", GRAVITY: "GM"}[sort]),
        sort,
        PROPOSED if planned else IN_SERVICE,
        owner,
        INTERCEPTOR_IN if of_district else _diameter_in(run.drained),
        "RCP" if of_district else "DI" if run.lifted else _material(2026 if planned else year),
        book.nodes[run.upper].node_id,
        book.nodes[run.lower].node_id,
        None if run.lifted else run.upper_invert_ft,
        None if run.lifted else run.lower_invert_ft,
        None if planned else f"{year}-06-15",
        line,
    )


def _become(  # noqa: PLR0913 -- what an end of a system is told by
    book: _Book, at: Point, sort: str, operator: str, capacity_gpm: float | None, installed: str
) -> None:
    """Make the last manhole of a system what it ends in, and say so in the pipes that lead to it."""
    was = book.nodes[at]
    letters = "WWTP" if sort == PLANT else "LS"
    node_id = book.next_id(operator, letters)
    book.nodes[at] = replace(
        was, node_id=node_id, sort=sort, operator=operator, capacity_gpm=capacity_gpm, installed=installed
    )
    book.sewers = [
        replace(pipe, lower_node=node_id) if pipe.lower_node == was.node_id else pipe for pipe in book.sewers
    ]


def _force_main(book: _Book, lattice: Lattice, lift: Point, head: Point) -> Sewer:
    """Return the force main along Base Road, on the south side of its middle."""
    along = [lattice.corner(column, 0, north=False) for column in range(6, 2, -1)]
    points = [lift, *((x, y - 20.0) for x, y in along), head]
    return Sewer(
        book.next_id(DISTRICT, "FM"), FORCE, IN_SERVICE, DISTRICT, FORCE_MAIN_IN, "DI",
        book.nodes[lift].node_id, book.nodes[head].node_id, None, None, "1998-09-01", LineString(points),
    )  # fmt: skip


def _old_main(book: _Book) -> None:
    """Enter what was left in the ground when Village Road got its present main."""
    (x, top), (_, bottom) = miles(*OLD_MAIN)
    spots = [(x - OLD_MAIN_ASIDE_FT, top + (bottom - top) * step / 6) for step in range(7)]
    rims = [round(height, 2) for height in ground_at_ft(spots)]
    for at, rim in zip(spots, rims, strict=True):
        book.nodes[at] = Node(
            book.next_id(VILLAGE, "MHX"), MANHOLE, ABANDONED, VILLAGE, rim, None, None, "1938-06-15", at
        )
    for upper, lower in pairwise(spots):
        ends = (book.nodes[upper].node_id, book.nodes[lower].node_id)
        book.sewers.append(
            Sewer(
                book.next_id(VILLAGE, "GMX"), GRAVITY, ABANDONED, VILLAGE, 8.0, "VCP", *ends, None, None,
                "1938-06-15", LineString([upper, lower]),
            )
        )  # fmt: skip


def _laterals(book: _Book, ground: Ground) -> Iterator[Sewer]:
    """Yield a lateral for each lot of one plat: from ten feet within the lot straight to the nearest main."""
    mains = [pipe for pipe in book.sewers if pipe.sort == GRAVITY and pipe.status == IN_SERVICE]
    tree = shapely.STRtree([pipe.line for pipe in mains])
    for piece in ground.pieces:
        if piece.plat != LATERALS_IN or piece.use != "lot":
            continue
        middle = shapely.point_on_surface(piece.polygon)
        main = mains[int(tree.nearest(middle))].line
        tap = main.interpolate(main.project(middle))
        inside = shapely.intersection(LineString([tap, middle]), piece.polygon)
        start = LineString([middle, tap]).interpolate(max(inside.length - 10.0, 0.0))
        ends = [(round(spot.x, 1), round(spot.y, 1)) for spot in (start, tap)]
        yield Sewer(
            book.next_id(VILLAGE, "LL"), LATERAL, IN_SERVICE, VILLAGE, LATERAL_IN, "PVC", None, None, None, None,
            f"{_year(ends[1], VILLAGE)}-06-15", LineString(ends),
        )  # fmt: skip


def _tanner_road(book: _Book, ground: Ground, crossing: Point, city_lift: Point) -> None:
    """Enter the mains of the Tanner Road district, its lift station at the crossing, and its force main to the city."""
    streets = [
        shapely.intersection(street.line, TANNER_MAINS[street.name])
        for street in ground.streets
        if street.name in TANNER_MAINS
    ]
    system = drained([street for street in streets if not street.is_empty], crossing)
    _entered(book, system, TANNER, shapely.Polygon(), TANNER_PLANNED)
    _become(book, crossing, LIFT_STATION, TANNER, TANNER_GPM, "2025-06-15")
    book.sewers.append(
        Sewer(
            book.next_id(TANNER, "FM"), FORCE, IN_SERVICE, TANNER, TANNER_FORCE_MAIN_IN, "PVC",
            book.nodes[crossing].node_id, book.nodes[city_lift].node_id, None, None, "2025-06-15",
            LineString([crossing, *TANNER_FORCE_MAIN, city_lift]),
        )
    )  # fmt: skip


def _alley_main(book: _Book) -> None:
    """Enter the main in an alley of the city, which falls to a manhole of the street behind it."""
    lower_ft = book.nodes[ALLEY_MAIN[-1]].invert_ft
    if lower_ft is None:
        message = "the manhole at the end of the alley's main has no invert"
        raise ValueError(message)
    runs: list[Run] = []
    arrives = lower_ft + 2 * DROP_FT
    for lower, upper in pairwise(reversed(ALLEY_MAIN)):
        begins = math.ceil(100 * (arrives + ALLEY_SLOPE * math.dist(upper, lower))) / 100
        runs.append(Run(upper, lower, begins, round(arrives, 2), 1, lifted=False))
        rim = round(ground_at_ft([upper])[0], 2)
        book.nodes[upper] = Node(
            book.next_id(CITY, "MH"), MANHOLE, IN_SERVICE, CITY, rim, begins, None, f"{ALLEY_YEAR}-06-15", upper
        )
        arrives = begins + DROP_FT
    for run in runs:
        pipe = _sewer(book, run, CITY, shapely.Polygon(), shapely.Polygon())
        book.sewers.append(replace(pipe, material=_material(ALLEY_YEAR), installed=f"{ALLEY_YEAR}-06-15"))


def _nearest(spots: Sequence[Point], to_miles: Point) -> Point:
    (to,) = miles(to_miles)
    return min(spots, key=lambda at: (math.dist(at, to), at))


def all_sewers(ground: Ground, seed: int) -> Sewers:
    """Return the sewers of the whole sample county, in the local plane."""
    lattice, book = Lattice(seed), _Book()
    line = interceptor_line(lattice)
    plant = (round(line.coords[-1][0]) + SET_ASIDE_FT, round(line.coords[-1][1]) - SET_ASIDE_FT)
    trunk = LineString([*line.coords, plant]).buffer(TRUNK_REACH_FT)
    new_main = LineString(miles(*NEW_MAIN))
    (lift,) = miles(MAIN_LIFT)
    lift = (round(lift[0]) + SET_ASIDE_FT, round(lift[1]) - SET_ASIDE_FT)
    village = drained([*_streets(ground, "Elm"), new_main], plant, line)
    city = drained(_streets(ground, "Fir"), lift)
    new_land = LineString(miles(NEW_MAIN[0], NEW_LAND_FROM)).buffer(IN_A_STREET_FT)
    _entered(book, village, VILLAGE, trunk, new_land)
    _entered(book, city, CITY, shapely.Polygon(), shapely.Polygon())
    _become(book, plant, PLANT, DISTRICT, None, "1998-10-01")
    _become(book, lift, LIFT_STATION, DISTRICT, CAPACITY_GPM, "1998-09-01")
    head = _nearest([at for at, node in book.nodes.items() if node.operator == DISTRICT], (2.0, 0.0))
    book.sewers.append(_force_main(book, lattice, lift, head))
    _old_main(book)
    book.sewers.extend(_laterals(book, ground))
    _tanner_road(book, ground, lattice.corner(*TANNER_CROSSING, north=False), lift)
    _alley_main(book)
    unmeasured = _nearest([at for at, node in book.nodes.items() if node.sort == MANHOLE], NO_INVERT_NEAR)
    book.nodes[unmeasured] = replace(book.nodes[unmeasured], invert_ft=None)
    mains = [pipe for pipe in book.sewers if pipe.sort == GRAVITY and pipe.status == IN_SERVICE]
    (near,) = miles(AGAINST_FLOW_NEAR)
    uphill = min(mains, key=lambda pipe: (pipe.line.centroid.distance(shapely.Point(near)), pipe.sewer_id))
    book.sewers = [
        replace(pipe, line=LineString(pipe.line.coords[::-1])) if pipe is uphill else pipe for pipe in book.sewers
    ]
    return Sewers(tuple(book.nodes.values()), tuple(book.sewers))
