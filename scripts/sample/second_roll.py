"""What did the roll of 2024 say, before the changes that the roll of 2025 shows?

Worked backwards from the written layer of 2025, so that whatever did not change is the same to the last digit. Every
change of land is planted by hand here; values changed only where a town was assessed anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

import geopandas as gpd
import numpy as np
import shapely
import shapely.ops
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from sample.plane import FRAME_STEP_DIGITS, on_the_state_frame
from sample.roll import RATIOS, TAX_RATE, cell

YEAR = 2024
DATES = {"PARCELDATE": "12/31/2024", "TAXROLLYEAR": "2024", "LOADDATE": "01/31/2025"}

JOINED = {
    # A farm of eighty acres, of which the north half was sold.
    "008-0915-2042-001": ("008-0915-2042-001", "008-0915-2013-001"),
    # A lot that became three, with a street dedicated between them.
    "241-0815-1834-901": ("241-0815-1834-021", "241-0815-1834-022", "241-0815-1834-023"),
}
"""Parcel of 2024: parcels of 2025 that it became."""
STREET = Polygon([(33_490, 5_320), (33_550, 5_320), (33_550, 5_400), (33_490, 5_400)])
"""On the plan, inside the record of the street that the lot became as well."""
STREET_GOES_TO = "241-0815-1834-901"

CUT = {
    "008-0915-2924-001": ("008-0915-2921-001", Fraction(1, 2)),
    "241-0815-1844-005": ("241-0815-1844-905", Fraction(2, 5)),
}
"""Parcel of 2025: the other parcel that it was made of, and that one's share of the height, at the north."""

RENUMBERED = {"008-0915-2044-001": "008-0915-2044-900"}
ANNEXED = {"241-0815-1844-008": "004-0815-1844-008", "241-0815-1844-009": "004-0815-1844-009"}
"""Parcel of 2025, in the city: what it was called in the town."""
ANNEXED_FROM = "TOWN OF BIRCH"

LINE_MOVED = ("008-0915-2824-001", "008-0915-2831-001")
"""The north one of the two gave up the strip along their common line."""
LINE_MOVED_FT = 30

DECLARED = ("141-0814-2834-301", 60_000)
"""A vacant lot, and its value: in 2025 it bears the units of a condominium, numbered after it."""

REASSESSED = "TOWN OF BIRCH"
SHARE_OF_2025 = {"1": Decimal("0.95"), "2": Decimal("0.94"), "3": Decimal("0.94"), "7": Decimal("0.95")}
"""What a parcel of the town was assessed at, by the first class named; farm land, woods and waste as in 2025."""
_BY_LAND_USE = frozenset({"4", "5", "5M"})
_METRES_IN_FOOT = 1200 / 3937

Row: TypeAlias = dict[str, str | None]
Land: TypeAlias = BaseGeometry


def earlier_roll(later: gpd.GeoDataFrame) -> gpd.GeoDataFrame:
    """Return the parcel layer of 2024, given that of 2025 as it was written."""
    rows: list[tuple[Row, Land]] = [
        ({str(name): value for name, value in row.items()}, land)
        for row, land in zip(
            later.drop(columns="geometry").astype(object).where(lambda table: table.notna(), None).to_dict("records"),
            later.geometry,
            strict=True,
        )
    ]
    street = on_the_state_frame([STREET])[0]
    by_number = {str(row["PARCELID"]): (row, land) for row, land in rows}
    is_street = [bool(land.covers(street)) for _, land in rows]
    ((street_row, street_land),) = [pair for pair, found in zip(rows, is_street, strict=True) if found]
    gone = {number for parts in JOINED.values() for number in parts} | {*CUT, *LINE_MOVED}
    units = {number for number in by_number if number.startswith(f"{DECLARED[0]}-")}
    kept = [pair for pair in rows if pair[1] is not street_land and str(pair[0]["PARCELID"]) not in gone | units]
    added: dict[str, tuple[Row, Land]] = {}
    for number, parts in JOINED.items():
        streets = [(street_row, street_land)] if number == STREET_GOES_TO else []
        added[number] = _joined(number, [by_number[part] for part in parts], streets)
    for number, (other, share) in CUT.items():
        added |= _cut(*by_number[number], other, share)
    added |= _line_back(by_number)
    added[DECLARED[0]] = _undivided(*by_number[min(units)])
    before = [(_as_of_2024(row), land) for row, land in chain(kept, added.values())]
    before.sort(key=lambda pair: str(pair[0]["PARCELID"]))
    return gpd.GeoDataFrame(
        {name: [row[name] for row, _ in before] for name in later.columns if name != "geometry"},
        geometry=[land for _, land in before],
        crs=later.crs,
    )


def _as_of_2024(row: Row) -> Row:
    """Return a row with its number, town, dates and values of the year before."""
    number = str(row["PARCELID"])
    was = dict(row) | DATES
    if number in RENUMBERED | ANNEXED:
        was = _numbered(was, (RENUMBERED | ANNEXED)[number])
    if number in ANNEXED:
        was["PLACENAME"] = ANNEXED_FROM
    if row["PLACENAME"] == REASSESSED and row["CNTASSDVALUE"] is not None:
        was = _valued(was, SHARE_OF_2025.get((row["PROPCLASS"] or " ")[0], Decimal(1)))
    return _with_market_value(was)


def _numbered(row: Row, number: str) -> Row:
    return row | {"PARCELID": number, "STATEID": f"{row['PARCELFIPS']}{number}"}


def _whole(text: str | None) -> int | None:
    return None if text is None else int(Decimal(text))


def _valued(row: Row, share: Decimal) -> Row:
    """Return a row with land and improvements at a share of what they are, each in whole dollars."""
    land, improvements = (round(share * (_whole(row[name]) or 0)) for name in ("LNDVALUE", "IMPVALUE"))
    return _with_values(row, land, improvements)


def _with_values(row: Row, land: int, improvements: int) -> Row:
    total = land + improvements
    tax = total * TAX_RATE
    has_point = str(row["CNTASSDVALUE"]).endswith(".0")
    values = {"LNDVALUE": land, "IMPVALUE": improvements, "CNTASSDVALUE": total}
    return (
        row
        | {name: cell(value, as_float=has_point) for name, value in values.items()}
        | {
            "NETPRPTA": None if row["NETPRPTA"] is None else f"{tax:.2f}",
            "GRSPRPTA": None if row["GRSPRPTA"] is None else f"{tax + tax / 10:.2f}",
        }
    )


def _with_market_value(row: Row) -> Row:
    """Return a row with the market value by the ratio of 2024, where it has one."""
    total = _whole(row["CNTASSDVALUE"])
    if row["ESTFMKVALUE"] is None or not total:
        return row
    name = str(row["PLACENAME"]).title().replace("Of", "of")
    ratio = Decimal(RATIOS[name if " of " in name else f"Village of {name}", YEAR])
    market = round(total / ratio / 100) * 100
    return row | {"ESTFMKVALUE": cell(market, as_float=str(row["ESTFMKVALUE"]).endswith(".0"))}


def _added(rows: Iterable[Row], name: str) -> int:
    return sum(_whole(row[name]) or 0 for row in rows)


def _joined(number: str, parts: list[tuple[Row, Land]], streets: list[tuple[Row, Land]]) -> tuple[Row, Land]:
    rows = [row for row, _ in parts]
    land = shapely.union_all([land for _, land in (*parts, *streets)])
    acres = sum((Decimal(str(row["GISACRES"])) for row, _ in (*parts, *streets)), Decimal(0))
    whole = _with_values(_numbered(rows[0], number), _added(rows, "LNDVALUE"), _added(rows, "IMPVALUE"))
    return _acred(whole, acres), _many(land)


def _acred(row: Row, acres: Decimal) -> Row:
    """Return a row with its acres, in the columns that it has them in."""
    is_farm = row["DEEDACRES"] is not None
    return row | {
        "GISACRES": f"{acres:.6f}",
        "ASSDACRES": f"{acres:.2f}" if is_farm else row["ASSDACRES"],
        "DEEDACRES": f"{acres:.0f}" if is_farm else None,
    }


def _shared(row: Row, number: str, share: Decimal) -> Row:
    """Return the row of a part of the land, with that share of acres, and of values in hundreds of dollars."""
    land, improvements = (round(share * (_whole(row[name]) or 0) / 100) * 100 for name in ("LNDVALUE", "IMPVALUE"))
    part = _with_values(_numbered(row, number), land, improvements)
    return _acred(part, Decimal(str(row["GISACRES"])) * share)


def _cut(row: Row, land: Land, other: str, share: Fraction) -> dict[str, tuple[Row, Land]]:
    """Return the two parcels that a parcel was made of: its own number in the south, the other in the north."""
    west, south, east, north = shapely.total_bounds(land)
    at = round(north - float(share) * (north - south), FRAME_STEP_DIGITS)
    upper = _on_grid(shapely.intersection(land, shapely.box(west - 1, at, east + 1, north + 1)))
    lower = _on_grid(shapely.intersection(land, shapely.box(west - 1, south - 1, east + 1, at)))
    part = Decimal(round(shapely.area(upper) / shapely.area(land), 6)).quantize(Decimal("0.000001"))
    number = str(row["PARCELID"])
    above = _shared(row, other, part)
    below = _with_values(
        _shared(row, number, 1 - part),
        (_whole(row["LNDVALUE"]) or 0) - (_whole(above["LNDVALUE"]) or 0),
        (_whole(row["IMPVALUE"]) or 0) - (_whole(above["IMPVALUE"]) or 0),
    )
    return {other: (above, upper), number: (below, lower)}


def _line_back(by_number: Mapping[str, tuple[Row, Land]]) -> dict[str, tuple[Row, Land]]:
    """Return the two farms whose line was moved, with the line where it was: the values did not follow."""
    (north_row, north), (south_row, south) = (by_number[number] for number in LINE_MOVED)
    line = shapely.line_merge(shapely.intersection(shapely.boundary(north), shapely.boundary(south)))
    start, end = np.array(line.coords)[[0, -1]]
    along = (end - start) / np.hypot(*(end - start))
    to_the_south = np.array([along[1], -along[0]]) * np.sign(along[0])
    across = to_the_south * LINE_MOVED_FT * _METRES_IN_FOOT
    was = LineString([start + across - along, end + across + along])
    rest, strip = sorted(shapely.ops.split(south, was).geoms, key=shapely.area, reverse=True)
    return {
        LINE_MOVED[0]: (north_row, _on_grid(shapely.union(north, strip))),
        LINE_MOVED[1]: (south_row, _on_grid(rest)),
    }


def _undivided(unit: Row, land: Land) -> tuple[Row, Land]:
    number, value = DECLARED
    row = _numbered(unit, number) | {"UNITTYPE": None, "UNITID": None}
    return _with_values(row, value, 0), land


def _on_grid(land: Land) -> Land:
    return _many(shapely.transform(land, lambda points: np.round(points, FRAME_STEP_DIGITS)))


def _many(land: Land) -> Land:
    return MultiPolygon(list(shapely.get_parts(land)))
