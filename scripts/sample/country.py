"""What stands in the open country besides farms: rural plats, a quarry, parks, schools, and hard cases."""

from __future__ import annotations

from collections.abc import Iterator

from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from sample.curves import smooth
from sample.ground import ALDER, BIRCH, CEDAR, ELM
from sample.plane import Lattice, Point, box
from sample.plats import Layout, hanging
from sample.tiling import Claim
from sample.water import LAKE_SHORE, POND_SHORE, miles

RURAL: tuple[tuple[str, int, int, Point, Point, tuple[str, ...], str], ...] = (
    ("RIVER BEND", -3, 2, (0.5, 1.0), (0.0, 0.5), ("EDDY RD", "RIPPLE RD", "SHOAL RD", "TORRENT RD"), "CANOE CT"),
    ("COPPER HILLS", 0, -2, (0.5, 1.0), (0.5, 1.0), ("COPPER RD", "PEWTER RD", "SILVER RD", "TIN RD"), "ZINC CT"),
    ("PRAIRIE ROSE", -2, -2, (0.0, 0.5), (0.5, 1.0), ("BLUESTEM RD", "DROPSEED RD", "GRAMA RD"), "SWITCHGRASS CT"),
    ("COUNTRY CLUB", 4, -2, (0.5, 1.0), (0.5, 1.0), ("DRIVER RD", "IRON RD", "PUTTER RD", "WEDGE RD"), "NIBLICK CT"),
    ("FOX HOLLOW", 8, -1, (0.0, 0.5), (0.5, 1.0), ("BADGER RD", "FISHER RD", "MARTEN RD", "WEASEL RD"), "VIXEN CT"),
    ("SUNSET", 7, 3, (0.5, 1.0), (0.0, 0.5), ("DAWN RD", "DUSK RD", "NOON RD", "TWILIGHT RD"), "GLOAMING CT"),
    ("CEDAR GROVE", -2, 7, (0.5, 1.0), (0.5, 1.0), ("CONE RD", "NEEDLEWOOD RD", "RESIN RD", "ROOT RD"), "BARK CT"),
    ("LAKE VIEW", 1, 5, (0.5, 1.0), (0.0, 0.5), ("ANCHOR RD", "BUOY RD", "KEEL RD", "OAR RD"), "RUDDER CT"),
    ("HIGH FIELD", 4, 4, (0.0, 0.5), (0.5, 1.0), ("FURROW RD", "HARROW RD", "PLOW RD", "SICKLE RD"), "SCYTHE CT"),
    ("HAZEL HEIGHTS", 6, 6, (0.0, 0.5), (0.0, 0.5), ("FILBERT RD", "HUSK RD", "KERNEL RD", "SHELL RD"), "PECAN CT"),
    ("NORTH STAR", 5, 8, (0.0, 0.5), (0.0, 0.5), ("ARCTIC RD", "BOREAL RD", "FROST RD", "TUNDRA RD"), "AURORA CT"),
    ("SPINDLE WOODS", 7, 7, (0.0, 0.5), (0.0, 0.5), ("BOBBIN RD", "DISTAFF RD", "FLAX RD", "SKEIN RD"), "TREADLE CT"),
)


def rural_layouts(lattice: Lattice) -> list[Layout]:
    """Return the plats of large lots in the towns."""
    return [
        hanging(
            name,
            lattice.section(column, row).part(u, v),
            streets,
            lot_ft=(165 + 12 * (number % 4), 330),
            swing=(0.07, -0.06, 0.05)[number % 3],
            courts=(1 + number % 2, (court,) if number % 3 else ()),
            upright=number % 2 == 1,
        )
        for number, (name, column, row, u, v, streets, court) in enumerate(RURAL)
    ]


def _outline(points: tuple[Point, ...]) -> Polygon:
    return Polygon(smooth(miles(*points), closed=True, error_ft=4.0))


def public_ground(lattice: Lattice) -> Iterator[Claim]:
    """Yield parks, schools, churches, cemeteries, the golf course and the quarry, before any farm."""
    golf = lattice.section(3, -2).part((0.5, 1.0), (0.0, 1.0))
    yield Claim(golf.part((0.0, 1.0), (0.12, 0.88)).polygon(), "golf course", "golf", 90_000)
    quarry = ((-2.9, 5.1), (-2.55, 5.04), (-2.32, 5.2), (-2.36, 5.42), (-2.6, 5.5), (-2.86, 5.38))
    yield Claim(_outline(quarry), "quarry", "quarry", 90_000)
    yield Claim(lattice.section(-3, 5).part((0.0, 0.75), (0.0, 0.5)).polygon(), "quarry land", "quarry", 90_000)
    lake_park = ((-0.62, 6.78), (-0.30, 6.66), (0.18, 6.78), (0.24, 7.10), (-0.2, 7.2), (-0.6, 7.22))
    yield Claim(_outline(lake_park), "county park", "park", 90_000)
    river_park = ((-1.55, 0.55), (-0.72, 0.35), (-0.55, 0.72), (-1.0, 1.0), (-1.5, 0.98))
    yield Claim(_outline(river_park), "county park", "park", 90_000)
    yield Claim(Polygon(POND_SHORE).buffer(330, quad_segs=4), "village park", "pond", 20_000)
    yield Claim(lattice.section(1, -1).part((0.5, 1.0), (0.38, 0.60)).polygon(), "village park", "pond", 20_000)
    # Its east side is the village line.
    village_school = lattice.section(2, -1).part((0.38, 0.5), (0.5, 0.67))
    yield Claim(village_school.polygon(), "school", "school 2", 20_000)
    for use, (column, row), (west, south), (wide, deep) in (
        ("school", (6, 0), (500, 40), (1_500, 1_300)),
        ("school", (4, 4), (2_700, 40), (900, 1_000)),
        ("church", (-1, 4), (4_700, 40), (330, 400)),
        ("church", (3, -1), (40, 4_860), (360, 380)),
        ("church", (6, 4), (4_850, 4_850), (380, 380)),
        ("church", (2, 7), (40, 40), (350, 400)),
        ("cemetery", (-1, 4), (4_200, 40), (480, 560)),
        ("cemetery", (3, -1), (400, 4_700), (520, 540)),
        ("cemetery", (6, 4), (4_200, 4_700), (600, 540)),
        ("town hall", (-1, 1), (4_700, 4_800), (420, 420)),
        ("town hall", (5, 5), (40, 40), (400, 420)),
        ("city park", (6, 0), (40, 1_400), (2_000, 450)),
    ):
        quad = lattice.section(column, row)
        yield Claim(quad.feet((west, west + wide), (south, south + deep)).polygon(), use, f"{use} {column}", 20_000)


def hard_cases(lattice: Lattice) -> Iterator[Claim]:
    """Yield lots that are set by hand, in the northwest quarter-quarter of a section of the Town of Birch.

    Tanner Road is north of them and Glover Road west, each with 33 feet of this quarter-quarter. Feet from
    its southwest corner; the number is the last part of the parcel's id.
    """
    quad = lattice.section(7, -2).part((0.0, 0.25), (0.75, 1.0))
    height = quad.height_ft
    top = height - 33

    def lot(number: int, x: Point, y: Point, note: str, *more: tuple[Point, Point], street: str = "TANNER RD") -> Claim:
        polygon = quad.feet(x, y).polygon()
        for wide, deep in more:
            polygon = polygon.union(quad.feet(wide, deep).polygon())
        return Claim(
            polygon, "lot", "HARD CASES", 50, slim=True, street=street, house_number=7000 + 2 * number,
            plat="HARD CASES", number=number, note=note,
        )  # fmt: skip

    lane = quad.feet((33, 330), (821, 887)).polygon()
    yield Claim(lane, "row", "HARD CASES", street="CORNER LN", width_ft=66.0)
    yield lot(101, (33, 173), (887, top), "corner lot, and its third side is a street too")
    yield lot(102, (173, 330), (887, top), "double frontage: Tanner Road and Corner Lane")
    yield lot(103, (330, 360), (887, top), "flag lot: the pole is 30 ft wide", ((360, 560), (887, top - 260)))
    yield lot(104, (360, 560), (top - 260, top), "in front of the flag lot")
    yield lot(105, (560, 760), (top - 300, top), "front lot, burdened by the easement")
    yield lot(106, (560, 760), (top - 600, top - 300), "second tier: reached by the easement over 105")
    yield lot(107, (560, 760), (top - 900, top - 600), "landlocked, reached by the easement over 105 and 106")
    yield lot(108, (760, 960), (top - 300, top), "front lot")
    yield lot(109, (760, 960), (top - 600, top - 300), "landlocked without an easement")
    yield lot(110, (33, 34), (300, 700), "spite strip of one foot", street="GLOVER RD")
    yield lot(111, (34, 254), (300, 700), "cut off from Glover Road by the strip", street="GLOVER RD")
    yield lot(112, (33, 254), (100, 300), "an ordinary lot beside it", street="GLOVER RD")


def easement(lattice: Lattice) -> Polygon:
    """Return the strip of 20 feet over lots 105 and 106 of the hard cases, to lot 107."""
    quad = lattice.section(7, -2).part((0.0, 0.25), (0.75, 1.0))
    top = quad.height_ft - 33
    return quad.feet((560, 580), (top - 600, top)).polygon()


def straddlers(lattice: Lattice) -> Iterator[Claim]:
    """Yield homes, each one record, cut by the village's, a town's and the county's line."""
    for (column, row), where, size, place in (
        ((1, -1), (0.5, 0.93), (200, 100, 0, 220), ALDER),
        ((3, 6), (0.0, 0.45), (120, 180, 0, 300), CEDAR),
        ((8, 4), (0.4, 0.0), (0, 300, 200, 100), BIRCH),
    ):
        x, y = lattice.section(column, row).at(*where)
        west, east, south, north = size
        yield Claim(
            box(x - west, y - south, x + east, y + north), "farmstead", "straddling", 1_000, number=101, place=place,
            street="LINE RD", house_number=4000 + column, note="one record, cut by a line",
        )  # fmt: skip


def condominiums(lattice: Lattice) -> Iterator[Claim]:
    """Yield grounds on which several units stand, each unit a record of the whole ground."""
    shore = LAKE_SHORE.interpolate(0.04, normalized=True)
    yield Claim(
        Spot(shore.x, shore.y).buffer(310, quad_segs=3), "condominium unit", "condominium", 9_000, one_part=True,
        street="SHORE DR", house_number=100, number=301, units=16, note="sixteen units on one ground by the lake",
    )  # fmt: skip
    quad = lattice.section(2, -1)
    yield Claim(
        quad.feet((2_280, 2_600), (1_180, 1_420)).polygon(), "condominium unit", "condominium", 9_000, one_part=True,
        street="BRIDGE DR", house_number=900, number=301, units=8, place=ELM, note="eight units on one ground",
    )  # fmt: skip
