"""What ground does the whole sample county have: the core, and the country, village and city around it?

The core comes first and stays as it is. Around it, claims are drawn one over another in the order below
and cut into records by `sample.tiling`; each generator there has a seed of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

import shapely

from sample import city, village
from sample.core import core_pieces, quarter_code
from sample.core_streets import core_roads, core_streets, street_of
from sample.country import condominiums, easement, hard_cases, public_ground, rural_layouts, straddlers
from sample.farms import Country, farm_claims
from sample.ground import CODES, COUNTY_OF, Ground, Land, Piece, Railroad, RightOfWay, Section, Street, Water
from sample.lake_lots import lake_plats
from sample.limits import counties, municipalities, outer_places
from sample.plane import ALL_COLUMNS, ALL_ROWS, COLUMNS, COUNTY_ROW, ROWS, Lattice, joined
from sample.plats import Laid, laid_out
from sample.roads import Way, core_edges, country_roads, railroad, road_claims
from sample.tiling import Claim, Tract, tiled
from sample.water import RIVER, Waters, waters


def survey_of(column: int, row: int) -> tuple[int, int, int]:
    """Return the township, the range and the number of a section: six at the northwest, then back and forth.

    >>> survey_of(0, 3), survey_of(5, -2), survey_of(-3, 4), survey_of(6, 9)
    ((8, 14, 6), (8, 14, 36), (9, 13, 34), (9, 15, 6))
    """
    in_township, in_range = (row + 2) % 6, column % 6
    west_to_east = 6 * (5 - in_township) + 1 + in_range
    east_to_west = 6 * (5 - in_township) + 6 - in_range
    # The northernmost row, and every second below it, is counted from the east.
    number = east_to_west if in_township % 2 == 1 else west_to_east
    return 8 + (row + 2) // 6, 14 + column // 6, number


def sections(lattice: Lattice) -> tuple[Section, ...]:
    """Return all sections of the plan."""
    return tuple(
        Section(
            *survey_of(column, row),
            "Dodge" if row >= COUNTY_ROW else "Jefferson",
            lattice.section(column, row).polygon(),
        )
        for row, column in product(ALL_ROWS, ALL_COLUMNS)
    )


def outside(lattice: Lattice) -> Land:
    """Return the land around the core."""
    return joined(
        lattice.section(column, row).polygon()
        for row, column in product(ALL_ROWS, ALL_COLUMNS)
        if not (0 <= column < COLUMNS and 0 <= row < ROWS)
    )


def _layouts(lattice: Lattice) -> list[Laid]:
    layouts = [*village.layouts(lattice), *city.layouts(lattice), *rural_layouts(lattice)]
    return [laid_out(layout) for layout in layouts]


def _trimmed(claims: Iterable[Claim], edge: Land) -> Iterator[Claim]:
    """Yield claims without the core and the roads at its edge, so that none of their lines ends on the core."""
    shapely.prepare(edge)
    for claim in claims:
        if not shapely.intersects(edge, claim.polygon):
            yield claim
            continue
        left = shapely.difference(claim.polygon, edge)
        if not left.is_empty:
            yield replace(claim, polygon=left)


def _claims(
    lattice: Lattice, seed: int, water: Waters, ways: list[Way], rails: list[Way]
) -> tuple[list[Claim], list[Way]]:
    """Return all claims around the core, and the streets of the plats."""
    plats, shores = _layouts(lattice), lake_plats()
    lakes = [Claim(polygon, "water", name, street=name) for name, polygon in water.lakes.items()]
    river = [Claim(water.river, "water", RIVER, 900.0, street=RIVER)]
    public, hand = list(public_ground(lattice)), [*straddlers(lattice), *hard_cases(lattice), *condominiums(lattice)]
    laid = [*shores, *plats]
    roads = road_claims(ways)
    plat_ground = [each.ground for each in laid]
    taken = shapely.union_all([*plat_ground, *(each.polygon for each in (*lakes, *public, *hand))])
    named: dict[str, list[Land]] = defaultdict(list)
    for claim in [*roads, *core_edges(lattice)]:
        named[claim.street or ""].append(claim.polygon)
    by_name = tuple((name, shapely.union_all(lands)) for name, lands in sorted(named.items()) if "HIGHWAY" not in name)
    homes_on = shapely.union_all([land for _, land in by_name])
    farms = farm_claims(Country(lattice, seed, homes_on, by_name, water.flood_plain, taken))
    edges = list(core_edges(lattice))
    others: list[Claim] = [
        *lakes,
        *road_claims(rails),
        *roads,
        *river,
        *(claim for each in shores for claim in each.streets),
        *public,
        *(claim for claim in hand if claim.use == "row"),
        *(claim for each in plats for claim in each.streets),
        *(claim for claim in hand if claim.use != "row"),
        *(claim for each in laid for claim in each.lots),
        *farms,
    ]
    core = [lattice.section(column, row).polygon() for row, column in product(range(ROWS), range(COLUMNS))]
    edge = shapely.union_all([*core, *(claim.polygon for claim in edges)])
    return [*edges, *_trimmed(others, edge)], [way for each in laid for way in each.ways]


class _Numbers:
    """The running numbers of parcels, by quarter-quarter and municipality."""

    def __init__(self, lattice: Lattice) -> None:
        self._stems: list[str] = []
        quads = []
        for row, column, north, east in product(ALL_ROWS, ALL_COLUMNS, range(4), range(4)):
            quad = lattice.section(column, row).part((east / 4, (east + 1) / 4), (north / 4, (north + 1) / 4))
            township, range_, number = survey_of(column, row)
            quads.append(quad.polygon())
            self._stems.append(f"{township:02d}{range_:02d}-{number:02d}{quarter_code(east, north)}")
        self._tree = shapely.STRtree(quads)
        self._last: dict[str, int] = defaultdict(int)

    def of(self, tract: Tract, place: str) -> str:
        """Return the next number where a tract lies."""
        where = int(self._tree.nearest(shapely.point_on_surface(tract.polygon)))
        stem = f"{CODES[place]}-{self._stems[where]}"
        if tract.claim.number is not None:
            return f"{stem}-{tract.claim.number:03d}"
        self._last[stem] += 1
        return f"{stem}-{self._last[stem]:03d}"


def _pieces(lattice: Lattice, tracts: Sequence[Tract]) -> Iterator[Piece]:
    numbers = _Numbers(lattice)
    for tract in tracts:
        claim = tract.claim
        lies_in = max(sorted(tract.by_place), key=lambda name: tract.by_place[name].area)
        county = COUNTY_OF[lies_in]
        if claim.use in {"row", "water"}:
            record = "ROW" if claim.use == "row" else claim.street or ""
            yield Piece(
                record, tract.polygon, None, claim.use, street=claim.street, county=county, drawn_by_itself=True
            )
            continue
        place = claim.place or lies_in
        piece = Piece(
            numbers.of(tract, place),
            tract.polygon,
            place,
            claim.use,
            claim.house_number,
            claim.street if claim.house_number else None,
            claim.plat,
            claim.number,
            claim.note,
            COUNTY_OF[place],
            drawn_by_itself=True,
        )
        if not claim.units:
            yield piece
        for unit in range(1, claim.units + 1):
            yield replace(piece, parcel_id=f"{piece.parcel_id}-{unit:02d}")


def _streets(ways: Iterable[Way]) -> tuple[Street, ...]:
    numbers: dict[tuple[str, str], int] = {}
    return tuple(
        Street(
            f"R{numbers.setdefault((way.name, way.sort), 1001 + len(numbers))}",
            way.name,
            way.sort,
            way.width_ft,
            way.line,
        )
        for way in ways
    )


def _rights_of_way(
    core: Sequence[Piece], ways: list[Way], tracts: Sequence[Tract]
) -> Iterator[tuple[str, float, Land]]:
    tree = shapely.STRtree([way.line for way in ways])
    width = {way.name: way.width_ft for way in ways}
    for piece in core:
        if piece.use == "row":
            name = street_of(piece, ways, tree)
            yield name, width[name], piece.polygon
    for tract in tracts:
        if tract.claim.use == "row":
            yield tract.claim.street or "", tract.claim.width_ft or 0.0, tract.polygon


def _water(core: Sequence[Piece], tracts: Sequence[Tract], water: Waters) -> Iterator[Water]:
    found: dict[str, list[Land]] = defaultdict(list)
    for tract in tracts:
        if tract.claim.use == "water":
            found[tract.claim.street or ""].append(tract.polygon)
    shapes: list[tuple[str, str, Land | shapely.LineString]] = [
        (piece.parcel_id if piece.parcel_id != "HYDRO" else "", "LAKE OR POND", piece.polygon)
        for piece in core
        if piece.use == "water"
    ]
    shapes += [
        (name, "STREAM OR RIVER" if name == RIVER else "LAKE OR POND", shapely.union_all(lands))
        for name, lands in found.items()
    ]
    still = shapely.union_all([*water.lakes.values(), water.river])
    for name, line in water.creeks.items():
        shapes += [(name, "STREAM OR RIVER", part) for part in shapely.get_parts(shapely.difference(line, still))]
    numbers: dict[str, int] = {}
    for name, sort, shape in shapes:
        yield Water(
            str(5_000_101 + numbers.setdefault(name or f"pond {len(numbers)}", len(numbers))), name, sort, shape
        )


def all_ground(seed: int) -> Ground:
    """Return the whole sample county in the local plane of US survey feet."""
    lattice = Lattice(seed)
    core, plats = core_pieces(lattice, seed)
    water, ways, rails = waters(), country_roads(lattice), railroad()
    claims, plat_ways = _claims(lattice, seed, water, ways, rails)
    tracts = tiled(outside(lattice), claims, outer_places(lattice))
    known_ways = [*core_roads(lattice), *core_streets(lattice, plats)]
    rows = [*_rights_of_way(core, known_ways, tracts)]
    dedicated = [
        RightOfWay(f"W{number:04d}", name, width, "BY PLAT OR BY USE", land)
        for number, (name, width, land) in enumerate(rows, 1)
    ]
    dedicated.append(RightOfWay("E0001", None, 20.0, "PRIVATE EASEMENT DOC 900001", easement(lattice)))
    still = shapely.union_all(list(water.lakes.values()))
    on_land = [
        replace(way, line=part) for way in ways for part in shapely.get_parts(shapely.difference(way.line, still))
    ]
    lands: dict[str, list[Land]] = defaultdict(list)
    for tract in tracts:
        for place, land in tract.by_place.items():
            lands[place].append(land)
    known = municipalities(lattice, {place: shapely.coverage_union_all(parts) for place, parts in lands.items()})
    return Ground(
        pieces=(*core, *_pieces(lattice, tracts)),
        streets=_streets([*known_ways, *on_land, *plat_ways]),
        rights_of_way=tuple(dedicated),
        railroads=tuple(Railroad("770001", "NOWHERE DIVISION", "XMPL", way.line) for way in rails),
        water=tuple(_water(core, tracts, water)),
        sections=sections(lattice),
        municipalities=tuple(known),
        counties=tuple(counties(lattice, known)),
    )
