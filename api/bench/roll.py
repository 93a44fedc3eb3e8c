"""What is imported by the benchmark: a seeded file of parcels with the columns of the statewide schema."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyogrio
import shapely

from api.bench.county import COUNTY, YEAR, ZONE

LOT_FT = 150.0
JITTER_FT = 12.0
BOW_FT = 1.5
"""How far a vertex along a lot line may lie from the straight line between its corners."""
MIDDLE_FT = (881_000.0, 644_000.0)
"""So that a million lots lie within the two counties for which the system is made."""
MOST_ALONG = 9
"""Vertices along one lot line, from 1: a lot has 8 to 40 with its corners."""
_SHARES = (0.5, 0.2, 0.1, 0.06, 0.05, 0.04, 0.03, 0.01, 0.01)
_BOWS = 64
_BLOCK = 50_000
_SQFT_PER_ACRE = 43_560
_BUILT_ON = 0.7
_TWO_OWNERS = 0.4
_PEOPLE = 600_000
_PLACES = (
    *("TOWN OF ALDER", "TOWN OF BIRCH", "TOWN OF CEDAR", "TOWN OF ELM", "TOWN OF FIR", "TOWN OF HAZEL"),
    *("VILLAGE OF LARCH", "VILLAGE OF MAPLE", "CITY OF OAK", "CITY OF WILLOW"),
)
_GIVEN = ("ADA", "BO", "CY", "DOT", "ELI", "FAY", "GUS", "HAL", "IDA", "JO", "KIT", "LEO", "MAY", "NED", "OLA", "PIP")
_STREETS = [f"{name} {kind}" for name in ("OAK", "ELM", "RIDGE", "MILL", "LAKE") for kind in ("ST", "RD", "AVE", "LN")]
_CLASSES = ("1", "1", "1", "1", "1", "2", "4,5", "4,5M,7", "5,6", "6")
_AUXILIARY = (None, None, None, None, None, None, None, "X4", "W5", "AWO")

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
Texts = npt.NDArray[np.object_]


def write_roll(path: Path, parcel_count: int, seed: int) -> int:
    """Write a GeoPackage of about so many lots in ten municipalities, and return how many they are.

    Lots share corners and the vertices along their lines exactly. Each has 8 to 40 vertices, one or two
    owners of made-up names, addresses, classes and values; most owners hold several lots.
    """
    columns = max(10, int(np.sqrt(parcel_count)))
    rows = max(1, parcel_count // columns)
    random = np.random.default_rng(seed)
    plat = _Plat(columns, rows, random)
    at_once = max(1, _BLOCK // rows)
    for first in range(0, columns, at_once):
        last = min(first + at_once, columns)
        lots = plat.lots(first, last)
        places = np.repeat(np.arange(first, last) * len(_PLACES) // columns, rows)
        fields = _fields(np.arange(first * rows, last * rows), places, lots, random)
        pyogrio.raw.write(
            path,
            shapely.to_wkb(lots),
            list(fields.values()),
            list(fields),
            layer="parcels",
            driver="GPKG",
            geometry_type="Polygon",
            crs=ZONE,
            append=first > 0,
        )
    return columns * rows


class _Plat:
    """Corners moved from their grid, and vertices along the lines between them."""

    def __init__(self, columns: int, rows: int, random: np.random.Generator) -> None:
        x, y = np.meshgrid(np.arange(columns + 1), np.arange(rows + 1), indexing="ij")
        away = np.stack([x - columns / 2, y - rows / 2], axis=-1)
        square = away * LOT_FT + np.array(MIDDLE_FT)
        self.corners = square + random.uniform(-JITTER_FT, JITTER_FT, square.shape)
        along = np.arange(1, MOST_ALONG + 1)
        self.along_east = random.choice(along, (columns, rows + 1), p=_SHARES)
        self.along_north = random.choice(along, (columns + 1, rows), p=_SHARES)
        self.bows = random.uniform(-BOW_FT, BOW_FT, (_BOWS, MOST_ALONG))

    def lots(self, first: int, last: int) -> Texts:
        """Return the lots of some columns, column by column from the south."""
        west, east = self.corners[first:last], self.corners[first + 1 : last + 1]
        lines = (
            self._line(west[:, :-1], east[:, :-1], self.along_east[first:last, :-1]),
            self._line(east[:, :-1], east[:, 1:], self.along_north[first + 1 : last + 1]),
            _back(*self._line(west[:, 1:], east[:, 1:], self.along_east[first:last, 1:])),
            _back(*self._line(west[:, :-1], west[:, 1:], self.along_north[first:last])),
        )
        taken = np.concatenate([each[:, :, :-1] for _, each in lines], axis=2)
        points = np.concatenate([each[:, :, :-1] for each, _ in lines], axis=2)[taken]
        sizes = taken.reshape(-1, taken.shape[2]).sum(axis=1)
        rings = shapely.linearrings(np.round(points, 3), indices=np.repeat(np.arange(len(sizes)), sizes))
        lots: Texts = shapely.polygons(rings)
        return lots

    def _line(self, start: Floats, end: Floats, along: Whole) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Return each line's places from start to end, and which of them are taken: all would be too many."""
        place = np.arange(MOST_ALONG + 2)
        share = np.minimum(place / (along[..., None] + 1), 1.0)
        taken = (place <= along[..., None]) | (place == MOST_ALONG + 1)
        # The bow depends on the line alone, so that both neighbours get the same vertices.
        which = np.abs(start[..., 0] * 1000).astype(np.int64) % _BOWS
        bow = np.zeros(share.shape)
        bow[..., 1:-1] = self.bows[which]
        ahead = end - start
        across = np.stack([-ahead[..., 1], ahead[..., 0]], axis=-1) / LOT_FT
        points = start[..., None, :] + ahead[..., None, :] * share[..., None] + across[..., None, :] * bow[..., None]
        return points, taken


def _back(points: Floats, taken: npt.NDArray[np.bool_]) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Return lines the other way round."""
    return points[:, :, ::-1], taken[:, :, ::-1]


def _fields(number: Whole, places: Whole, lots: Texts, random: np.random.Generator) -> dict[str, npt.NDArray[Any]]:
    """Return the columns of some lots."""
    count = len(number)
    land = random.integers(50, 900, count) * 100.0
    built = random.integers(0, 6_000, count) * 100.0 * (random.random(count) < _BUILT_ON)
    acres = np.round(shapely.area(lots) / _SQFT_PER_ACRE, 3)
    people = random.integers(0, _PEOPLE, count)
    others = _blank(_names(random.integers(0, _PEOPLE, count)), random.random(count) >= _TWO_OWNERS)
    sites = _addresses(random.integers(100, 9_999, count), random.integers(0, len(_STREETS), count))
    return {
        "STATEID": _texts(f"055{each:09d}" for each in number.tolist()),
        "PARCELID": _texts(f"{each:09d}" for each in number.tolist()),
        "TAXROLLYEAR": np.full(count, str(YEAR), dtype=object),
        "OWNERNME1": _names(people),
        "OWNERNME2": others,
        "PSTLADRESS": _addresses(people % 9_000 + 100, people % len(_STREETS)),
        "SITEADRESS": _blank(sites, built == 0),
        "PLACENAME": _pick(_PLACES, places),
        "SCHOOLDIST": np.full(count, "ALDER SCHOOL DISTRICT", dtype=object),
        "CNTASSDVALUE": land + built,
        "LNDVALUE": land,
        "IMPVALUE": built,
        "MFLVALUE": np.full(count, np.nan),
        "ESTFMKVALUE": np.round((land + built) * 1.08, -2),
        "NETPRPTA": np.round((land + built) * 0.0193, 2),
        "PROPCLASS": _pick(_CLASSES, random.integers(0, len(_CLASSES), count)),
        "AUXCLASS": _pick(_AUXILIARY, random.integers(0, len(_AUXILIARY), count)),
        "ASSDACRES": acres,
        "DEEDACRES": acres,
        "GISACRES": acres,
        "CONAME": np.full(count, COUNTY.upper(), dtype=object),
        "PARCELFIPS": np.full(count, "055", dtype=object),
    }


def _texts(each: Iterable[str]) -> Texts:
    return np.array(list(each), dtype=object)


def _pick(words: Sequence[str | None], which: Whole) -> Texts:
    picked: Texts = np.array(words, dtype=object)[which]
    return picked


def _blank(texts: Texts, gone: npt.NDArray[np.bool_]) -> Texts:
    texts[gone] = None
    return texts


def _names(people: Whole) -> Texts:
    return _texts(f"OWNER{each // len(_GIVEN):05d}, {_GIVEN[each % len(_GIVEN)]}" for each in people.tolist())


def _addresses(numbers: Whole, streets: Whole) -> Texts:
    pairs = zip(numbers.tolist(), streets.tolist(), strict=True)
    return _texts(f"{number} {_STREETS[street]}" for number, street in pairs)
