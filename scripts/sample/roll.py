"""What does the assessment roll say of each parcel, in the fields of the published statewide schema?

All attributes are text, as in the state's own test file. Owners are plainly invented. The records
that carry a situation of data/boundaries/situations.csv, and all records inside the lawful proposal,
have their values set by hand; the rest is drawn from a seeded generator.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sample.ground import COUNTY_FIPS, Piece
from sample.owners import Owners

FIELDS = (
    "STATEID",
    "PARCELID",
    "TAXPARCELID",
    "PARCELDATE",
    "TAXROLLYEAR",
    "OWNERNME1",
    "OWNERNME2",
    "PSTLADRESS",
    "SITEADRESS",
    "ADDNUMPREFIX",
    "ADDNUM",
    "ADDNUMSUFFIX",
    "PREFIX",
    "STREETNAME",
    "STREETTYPE",
    "SUFFIX",
    "LANDMARKNAME",
    "UNITTYPE",
    "UNITID",
    "PLACENAME",
    "ZIPCODE",
    "ZIP4",
    "STATE",
    "SCHOOLDIST",
    "SCHOOLDISTNO",
    "CNTASSDVALUE",
    "LNDVALUE",
    "IMPVALUE",
    "MFLVALUE",
    "ESTFMKVALUE",
    "NETPRPTA",
    "GRSPRPTA",
    "PROPCLASS",
    "AUXCLASS",
    "ASSDACRES",
    "DEEDACRES",
    "GISACRES",
    "CONAME",
    "LOADDATE",
    "PARCELFIPS",
    "PARCELSRC",
    "LONGITUDE",
    "LATITUDE",
)
"""The statewide parcel schema, version 12, in its order."""

LEFT_BLANK = ("SCHOOLDIST", "SCHOOLDISTNO", "GRSPRPTA", "LONGITUDE", "LATITUDE")
"""Fields that the county leaves blank around the core, as many counties do; it keeps the file small."""
ROLL_YEAR = "2025"
TAX_RATE = Decimal("0.0187")
"""Net property tax to a dollar of assessed value."""
SQFT_PER_ACRE = 43_560
STREET_TYPES = {
    "ST": "STREET",
    "RD": "ROAD",
    "AVE": "AVENUE",
    "CIR": "CIRCLE",
    "CT": "COURT",
    "DR": "DRIVE",
    "LN": "LANE",
    "WAY": "WAY",
}

RATIOS: dict[tuple[str, int], str] = {
    ("City of Fir", 2024): "0.902117364",
    ("Town of Alder", 2024): "0.981204556",
    ("Town of Birch", 2024): "0.837716205",
    ("Village of Elm", 2024): "0.944500871",
    ("City of Fir", 2025): "0.871930442",
    ("Town of Alder", 2025): "0.841537012",
    ("Town of Birch", 2025): "0.930618447",
    ("Village of Elm", 2025): "0.913846120",
    ("Town of Cedar", 2024): "0.934410287",
    ("Town of Hazel", 2024): "0.887120954",
    ("Town of Cedar", 2025): "0.902258731",
    ("Town of Hazel", 2025): "0.851964408",
}
"""Aggregate assessment ratios, invented. Alder's roll fell behind the market in 2025; Birch had a new one."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the roll has of one parcel; None is not known."""

    classes: str | None
    land: int | None
    improvements: int | None
    aux: str | None = None
    forest_value: int | None = None

    @property
    def total(self) -> int | None:
        """Return land and improvements together."""
        return None if self.land is None or self.improvements is None else self.land + self.improvements


BY_HAND: dict[str, Assessment] = {
    # Inside the lawful proposal, Town of Alder.
    "002-0814-1644-001": Assessment("4", 9_800, 0),
    "002-0814-1642-001": Assessment(None, 0, 0, "W5", 96_000),
    "002-0814-1641-001": Assessment(None, None, None, "X4"),
    "002-0814-1641-002": Assessment("2", 20_000, 100_000, "X4"),
    **{f"002-0814-1641-003-{unit:02d}": Assessment("1", 20_000, 90_000) for unit in range(1, 5)},
    "002-0814-1613-001": Assessment("4", 24_600, 0),
    "002-0814-1613-002": Assessment("4", 12_300, 0),
    "002-0814-1614-001": Assessment("4,5M", 22_400, 0),
    "002-0814-1612-001": Assessment("4, 7", 11_000, 20_000),
    "002-0814-1611-001": Assessment("4", 28_600, 0),
    # Inside the lawful proposal, Town of Birch.
    "004-0814-1534-001": Assessment("4,7", 18_994, 140_000),
    "004-0814-1543-001": Assessment("2", 312_000, 100_000),
    "004-0814-1532-001": Assessment("4", 26_400, 0),
    "004-0814-1531-001": Assessment("4,5", 31_200, 0),
    "004-0814-1542-001": Assessment("4", 40_000, 0),
    # Elsewhere.
    "241-0814-1534-001": Assessment(None, None, None, "X4"),
    "004-0814-1523-101": Assessment("2", 90_000, 410_000),
    "004-0814-1523-102": Assessment("2", 85_000, 365_000),
    "004-0814-2211-001": Assessment(None, None, None),
    "002-0814-0741-005": Assessment("1", 30_000, 120_000, "AWO"),
}


def _plat_by_hand(parcel_id: str) -> Assessment | None:
    """Return the round values of the lots in the three plats inside the lawful proposal."""
    stem, number = parcel_id[:13], int(parcel_id[14:17])
    odd = number % 2 == 1
    if stem == "002-0814-1643":
        return Assessment("1", 30_000, 170_000 if odd else 150_000)
    if stem == "002-0814-1641":
        return Assessment("1", 30_000, 160_000)
    if stem == "004-0814-1533":
        return Assessment("1", 60_000, 280_000 if odd else 300_000)
    return None


def _hundreds(rng: random.Random, low: int, high: int) -> int:
    return 100 * rng.randint(low // 100, high // 100)


def _by_the_acre(acres: float, rng: random.Random, low: int, high: int) -> int:
    return round(acres * rng.randint(low, high) / 100) * 100


def _farm(acres: float, rng: random.Random) -> Assessment:
    classes = rng.choice(("4", "4", "4", "4,5", "4,5M", "4, 5"))
    return Assessment(classes, max(100, _by_the_acre(acres, rng, 230, 330)), 0)


def _wood(acres: float, rng: random.Random) -> Assessment:
    return Assessment(rng.choice(("5M", "6")), _by_the_acre(acres, rng, 1200, 1900), 0)


def _forest_law(acres: float, rng: random.Random) -> Assessment:
    code = rng.choice(("W1", "W5", "W6", "W7", "W8"))
    return Assessment(None, 0, 0, code, _by_the_acre(acres, rng, 2200, 2900))


def _farmstead(_acres: float, rng: random.Random) -> Assessment:
    return Assessment(rng.choice(("7", "1")), _hundreds(rng, 32_000, 60_000), _hundreds(rng, 90_000, 280_000))


def _unit(_acres: float, rng: random.Random) -> Assessment:
    return Assessment("1", _hundreds(rng, 14_000, 20_000), _hundreds(rng, 90_000, 150_000))


def _lot(_acres: float, rng: random.Random) -> Assessment:
    (sort,) = rng.choices(("exempt", "vacant", "shop", "house"), (15, 45, 40, 900))
    if sort == "exempt":
        return Assessment(None, None, None, rng.choice(("X1", "X2", "X3", "X4", "X4")))
    if sort == "vacant":
        return Assessment("1", _hundreds(rng, 18_000, 40_000), 0)
    if sort == "shop":
        return Assessment("2", _hundreds(rng, 40_000, 90_000), _hundreds(rng, 150_000, 700_000))
    return Assessment("1", _hundreds(rng, 28_000, 52_000), _hundreds(rng, 110_000, 260_000))


def _lake_lot(_acres: float, rng: random.Random) -> Assessment:
    return Assessment("1", _hundreds(rng, 190_000, 340_000), _hundreds(rng, 120_000, 620_000))


def _works(acres: float, rng: random.Random) -> Assessment:
    land = _by_the_acre(acres, rng, 24_000, 38_000)
    return Assessment(rng.choice(("2", "2", "3")), land, _hundreds(rng, 250_000, 2_400_000))


def _downtown_lot(acres: float, rng: random.Random) -> Assessment:
    if rng.random() < 0.45:  # noqa: PLR2004 -- odds
        return Assessment("2", _hundreds(rng, 30_000, 80_000), _hundreds(rng, 120_000, 640_000))
    return _lot(acres, rng)


def _outlot(_acres: float, rng: random.Random) -> Assessment:
    return Assessment("1", _hundreds(rng, 500, 4_000), 0)


def _open_business(acres: float, rng: random.Random) -> Assessment:
    return Assessment("2", _by_the_acre(acres, rng, 5_000, 9_000), _hundreds(rng, 80_000, 900_000))


def _exempt(code: str) -> Callable[[float, random.Random], Assessment]:
    return lambda _acres, _rng: Assessment(None, None, None, code)


DRAWN_BY_USE: dict[str, Callable[[float, random.Random], Assessment]] = {
    "farm": _farm,
    "wood": _wood,
    "forest law": _forest_law,
    "farmstead": _farmstead,
    "condominium unit": _unit,
    "lake lot": _lake_lot,
    "works": _works,
    "downtown lot": _downtown_lot,
    "outlot": _outlot,
    "golf course": _open_business,
    "quarry": _open_business,
    "quarry land": _open_business,
    "county park": _exempt("X3"),
    "village park": _exempt("X4"),
    "city park": _exempt("X4"),
    "school": _exempt("X4"),
    "church": _exempt("X4"),
    "cemetery": _exempt("X4"),
    "town hall": _exempt("X4"),
    "railroad": _exempt("X4"),
}
"""How values are drawn for each use of land; every other use is a lot."""


def cell(value: int | None, *, as_float: bool) -> str | None:
    """Write a number as the counties do: most without a point, some with."""
    if value is None:
        return None
    return f"{value}.0" if as_float else str(value)


def _assessment(piece: Piece, acres: float, rng: random.Random) -> Assessment:
    if piece.use in {"row", "water", "gap"}:
        return Assessment(None, None, None)
    drawn = DRAWN_BY_USE.get(piece.use, _lot)(acres, rng)
    return BY_HAND.get(piece.parcel_id) or _plat_by_hand(piece.parcel_id) or drawn


def _row(
    piece: Piece,
    assessment: Assessment,
    owners: tuple[str | None, str | None],
    acres: float,
    inside: tuple[float, float],
) -> dict[str, str | None]:
    taxable = bool(assessment.total) and assessment.aux is None
    farmland = set((assessment.classes or "").replace(" ", "").split(",")) & {"4", "5", "5M"}
    full: int | None = None
    if taxable and not farmland and piece.place and assessment.total:
        name = piece.place.title().replace("Of", "of")
        full = round(assessment.total / Decimal(RATIOS[name, int(ROLL_YEAR)]) / 100) * 100
    tax = (assessment.total or 0) * TAX_RATE
    as_float = assessment.classes == "2"
    street = (piece.street or "").rsplit(" ", 1)
    prefix = f"N{piece.house_number}" if piece.use == "farmstead" else None
    number = str(piece.house_number) if piece.house_number else None
    row: dict[str, str | None] = dict.fromkeys(FIELDS)
    row |= {
        "STATEID": f"{COUNTY_FIPS[piece.county]}{piece.parcel_id}",
        "PARCELID": piece.parcel_id,
        "PARCELDATE": "12/31/2025",
        "TAXROLLYEAR": ROLL_YEAR,
        "OWNERNME1": owners[0],
        "OWNERNME2": owners[1],
        "PSTLADRESS": "PO BOX 0 NOWHERE WI 00000" if owners[0] else None,
        "SITEADRESS": f"{prefix or number} {piece.street}" if number else None,
        "ADDNUMPREFIX": "N" if prefix else None,
        "ADDNUM": number,
        "STREETNAME": street[0] if number else None,
        "STREETTYPE": STREET_TYPES[street[1]] if number else None,
        "LANDMARKNAME": piece.parcel_id if piece.use == "water" and piece.parcel_id != "HYDRO" else None,
        "UNITTYPE": "UNIT" if piece.use == "condominium unit" else None,
        "UNITID": str(int(piece.parcel_id[-2:])) if piece.use == "condominium unit" else None,
        "PLACENAME": piece.place,
        "STATE": "WI",
        "SCHOOLDIST": "NOWHERE AREA SCHOOL DISTRICT" if piece.place else None,
        "SCHOOLDISTNO": "0000" if piece.place else None,
        "CNTASSDVALUE": cell(assessment.total, as_float=as_float),
        "LNDVALUE": cell(assessment.land, as_float=as_float),
        "IMPVALUE": cell(assessment.improvements, as_float=as_float),
        "MFLVALUE": cell(assessment.forest_value, as_float=False),
        "ESTFMKVALUE": cell(full, as_float=as_float),
        "NETPRPTA": f"{tax:.2f}" if taxable else None,
        "GRSPRPTA": f"{tax + tax / 10:.2f}" if taxable else None,
        "PROPCLASS": assessment.classes,
        "AUXCLASS": assessment.aux,
        "ASSDACRES": (f"{acres:.2f}" if piece.use in {"farm", "wood", "forest law", "farmstead"} else "0")
        if piece.place
        else None,
        "DEEDACRES": f"{round(acres)}" if piece.use in {"farm", "wood", "forest law"} else None,
        "GISACRES": f"{acres:.6f}",
        "CONAME": piece.county.upper(),
        "LOADDATE": "01/31/2026",
        "PARCELFIPS": COUNTY_FIPS[piece.county],
        "PARCELSRC": piece.county.upper(),
        "LONGITUDE": f"{inside[0]:.7f}",
        "LATITUDE": f"{inside[1]:.7f}",
    }
    if piece.drawn_by_itself:
        row |= dict.fromkeys(LEFT_BLANK)
    return row


def roll_rows(
    pieces: Sequence[Piece], inside: list[tuple[float, float]], seed: int
) -> tuple[list[dict[str, str | None]], dict[str, int]]:
    """Return the parcel layer's rows and the assessed value of each parcel number, in whole dollars.

    `inside` is a point in each piece, in degrees. A number that stands on several rows has the same
    assessment and the same owners on each.
    """
    rng = random.Random(seed)  # noqa: S311 -- a sample must come out the same each time; nothing is secret
    owners = Owners(rng)
    acres = dict.fromkeys((piece.parcel_id for piece in pieces), 0.0)
    for piece in pieces:
        acres[piece.parcel_id] = max(acres[piece.parcel_id], piece.polygon.area / SQFT_PER_ACRE)
    held_by: tuple[str | None, str | None]
    known: dict[str, tuple[Assessment, tuple[str | None, str | None]]] = {}
    rows: list[dict[str, str | None]] = []
    for piece, point in zip(pieces, inside, strict=True):
        if piece.parcel_id not in known:
            if piece.drawn_by_itself:
                own = random.Random(f"{seed} roll {piece.parcel_id}")  # noqa: S311 -- the same each time; nothing is secret
                assessment = _assessment(piece, acres[piece.parcel_id], own)
                held_by = Owners(own).alone(piece, assessment.aux) if piece.place else (None, None)
            else:
                assessment = _assessment(piece, acres[piece.parcel_id], rng)
                held_by = owners.of(piece, assessment.aux) if piece.place else (None, None)
            known[piece.parcel_id] = (assessment, held_by)
        assessment, held_by = known[piece.parcel_id]
        written = replace(piece, place="ELM") if piece.parcel_id == "141-0814-1632-001" else piece
        row = _row(piece, assessment, held_by, piece.polygon.area / SQFT_PER_ACRE, point)
        rows.append(row | {"PLACENAME": written.place})
    return rows, {parcel: found[0].total or 0 for parcel, found in known.items()}
