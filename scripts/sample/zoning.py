"""How is the land zoned, and where do the plans let sewers go?

The village and the city zone themselves; the counties zone the towns. Zones are drawn around groups of parcels,
streets within them included; where two would overlap the first in the list below has the ground.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import shapely
from shapely.geometry import MultiPolygon, Polygon

from sample.ground import COUNTY_OF, Ground, Land
from sample.plane import MILE, PLAN_STEP_FT, box
from sample.water import waters

CLOSE_FT = 45.0
"""Lots nearer to one another than twice this are one zone: the street between them is theirs."""
BEND_FT = 6.0
LEAST_SQFT = 20_000.0
TOWN_ZONES = {
    "RR Rural Residential": ("lot", "condominium unit"),
    "LR Lakeshore Residential": ("lake lot",),
    "M Mineral Extraction": ("quarry", "quarry land"),
    "P Public": ("county park", "school", "church", "cemetery", "town hall", "golf course"),
    "F Forestry": ("forest law",),
    "C Conservancy": ("wood",),
}
OWN_ZONES = {
    "B-1 Central Business": ("downtown lot", "shop"),
    "I-1 Industrial": ("works",),
    "P-1 Public and Park": ("village park", "city park", "school", "church", "cemetery", "well site"),
    "R-1 Residence": ("lot", "condominium unit"),
}
REST_OF_TOWN, REST_OF_PLACE = "A-1 Exclusive Agriculture", "A-T Agricultural Transition"
ORDINANCES = {
    "Jefferson": ("County Zoning Ordinance 11, as amended 2019", "2019-03-12"),
    "Dodge": ("County Land Use Code 4, as amended 2021", "2021-06-15"),
    "Village of Elm": ("Village Ordinance 2017-06", "2017-05-08"),
    "City of Fir": ("City Ordinance 1402", "2012-10-02"),
}

AREA_NAME = "Elm and Fir Sewer Service Area"
AGENCY = "Example Regional Planning Commission"
PLAN_YEAR = 2045
ADOPTED, RESOLUTION = "2018-11-14", "Resolution 2018-31"
BEYOND_FT = 1_320.0
"""The plan lets sewers go a quarter of a mile beyond the village and the city."""
NEW_LAND = box(2.5 * MILE, 1.0 * MILE, 3.0 * MILE, 1.5 * MILE)
"""And along Elm Road to the east of the village, where a main is proposed."""


@dataclass(frozen=True, slots=True)
class Zone:
    """One zoning district of one municipality."""

    zone: str
    jurisdiction: str
    county: str
    ordinance: str
    effective: str
    land: Land


@dataclass(frozen=True, slots=True)
class ServiceArea:
    """One part of the sewer service area."""

    name: str
    sort: str
    land: Land


def _solid(land: shapely.Geometry, least_sqft: float = LEAST_SQFT) -> Land:
    """Return the polygons of some land that are large enough to be drawn."""
    parts = [part for part in shapely.get_parts(land) if isinstance(part, Polygon) and part.area >= least_sqft]
    rings = [
        Polygon(part.exterior, [hole for hole in part.interiors if Polygon(hole).area >= least_sqft]) for part in parts
    ]
    return rings[0] if len(rings) == 1 else MultiPolygon(rings)


def _drawn_around(parcels: list[Land]) -> Land:
    whole = shapely.union_all(parcels)
    closed = whole.buffer(CLOSE_FT, join_style="mitre").buffer(-CLOSE_FT, join_style="mitre")
    return _solid(shapely.simplify(closed, BEND_FT))


def zones(ground: Ground) -> Iterator[Zone]:
    """Yield all zones: they cover each municipality once."""
    by_use: dict[tuple[str, str], list[Land]] = defaultdict(list)
    for piece in ground.pieces:
        if piece.place:
            by_use[piece.place, piece.use].append(piece.polygon)
    for one in ground.municipalities:
        ctv = {"T": "Town", "V": "Village", "C": "City"}[one.ctv]
        name, place = f"{ctv} of {one.name}", f"{ctv} of {one.name}".upper()
        county = COUNTY_OF[place]
        ordinance, effective = ORDINANCES[county if ctv == "Town" else name]
        left: Land = one.polygon
        for zone, uses in (TOWN_ZONES if ctv == "Town" else OWN_ZONES).items():
            parcels = [land for use in uses for land in by_use[place, use]]
            if not parcels:
                continue
            land = _solid(shapely.intersection(_drawn_around(parcels), left, grid_size=PLAN_STEP_FT))
            if not land.is_empty:
                yield Zone(zone, name, county, ordinance, effective, land)
                left = shapely.difference(left, land, grid_size=PLAN_STEP_FT)
        rest = REST_OF_TOWN if ctv == "Town" else REST_OF_PLACE
        yield Zone(rest, name, county, ordinance, effective, _solid(left, least_sqft=1.0))


def service_areas(ground: Ground) -> Iterator[ServiceArea]:
    """Yield what has sewers, what may get them, and the environmental corridor in between, which may not."""
    sewered = shapely.union_all([one.polygon for one in ground.municipalities if one.ctv in {"V", "C"}])
    reach = shapely.simplify(sewered.buffer(BEYOND_FT, join_style="mitre"), BEND_FT).union(NEW_LAND)
    corridor = shapely.intersection(shapely.simplify(waters().flood_plain, 20.0), reach)
    planned = shapely.difference(reach, shapely.union_all([sewered, corridor]), grid_size=PLAN_STEP_FT)
    outside = shapely.difference(corridor, sewered, grid_size=PLAN_STEP_FT)
    yield ServiceArea(AREA_NAME, "Existing Sewer Service Area", _solid(sewered))
    yield ServiceArea(AREA_NAME, "Planned Sewer Service Area", _solid(planned))
    yield ServiceArea(AREA_NAME, "Environmental Corridor", _solid(outside))
