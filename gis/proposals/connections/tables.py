"""How do the parcels of a service area leave as a file: one row each, for a spreadsheet, a desktop GIS or a script?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import numpy.typing as npt
import pandas as pd

from gis.geometry.beside import HERE, Beside
from gis.geometry.edges import map_edges
from gis.geometry.frame import WORKING_CRS
from gis.geometry.operations import LONLAT, route
from gis.layers.exports.files import FORMATS, write_whole
from gis.layers.exports.suffixes import check_suffix
from gis.model.connections import Connections, ParcelConnection
from gis.model.jsonio import dump_json
from gis.proposals.connections.words import (
    charge_words,
    frontage_ft,
    fronts_words,
    reason,
    standing,
    yes_no,
)

Geometries = npt.NDArray[np.object_]
_CHORD_DEG = 1e-7
_RISKY = frozenset("=+-@ ")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_FORMULA = re.compile(r"^\s*[=+\-@]")
_NUMBER = re.compile(r"-[0-9]+(\.[0-9]+)?")
"""A plain number below zero, which a spreadsheet adds up and runs nothing of."""
SUFFIXES = (".csv", ".gpkg", ".json", ".geojson")


@dataclass(frozen=True, eq=False)
class Drawn:
    """What a map needs beside the answer: shapes in the state's frame.

    Attributes
    ----------
    parcels : object array
        Shape of each parcel of the answer, in its order.
    sewers : callable
        Finds the sewers that decided, with their id, kind, status, owner and first operational day.
    """

    parcels: Geometries
    sewers: Callable[[], gpd.GeoDataFrame]


def parcel_rows(parcels: Sequence[ParcelConnection]) -> pd.DataFrame:
    """Return one row for each parcel, in the order given; what is not known is null.

    Lengths are US survey feet, days ISO 8601. Yes and no are words, so that no program takes null for no.
    """
    rows = _Rows()
    found = pd.DataFrame([rows.of(parcel) for parcel in parcels], columns=list(_COLUMNS))
    return found.astype({"frontage_ft": "float64"})


def write_connections(answer: Connections, drawn: Drawn, to: Path, beside: Beside = HERE) -> tuple[str, ...]:
    """Write the parcels as the file that a name asks for, whole or not at all; one that is there is replaced.

    Parameters
    ----------
    answer : Connections
        What was found.
    drawn : Drawn
        Its shapes.
    to : Path
        The file: .csv, .gpkg with the sewers that decided as a second layer, .json, or .geojson in longitude and
        latitude.
    beside : Beside
        Takes half of the rows of a .csv, as a command lets it.

    Returns
    -------
    tuple of str
        Names of the files written.

    Raises
    ------
    OptionInvalid
        For another suffix.
    """
    suffix = check_suffix(to, SUFFIXES, "file of connections")

    def fill(path: Path) -> None:
        if suffix == ".csv":
            _write_csv(answer.parcels, path, beside)
        elif suffix == ".json":
            path.write_bytes(dump_json({**_head(answer), "parcels": _records(answer.parcels)}))
        elif suffix == ".geojson":
            shapes, _ = map_edges(drawn.parcels, route(WORKING_CRS, LONLAT), _CHORD_DEG)
            rows = gpd.GeoDataFrame(parcel_rows(answer.parcels), geometry=shapes, crs=LONLAT)
            FORMATS[suffix].write(rows, path, "parcels")
        else:
            rows = gpd.GeoDataFrame(parcel_rows(answer.parcels), geometry=drawn.parcels, crs=WORKING_CRS)
            FORMATS[suffix].write(rows, path, "parcels")
            FORMATS[suffix].write(drawn.sewers(), path, "sewers")

    return write_whole(to, [to], fill, day=answer.date, overwrite=True)


def harmless(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows no cell of which a spreadsheet runs as a formula, or a terminal as a command.

    A cell that begins like a formula gets an apostrophe in front, as spreadsheets themselves write such text.
    """
    safe = rows.copy()
    for name in safe.columns:
        if any(isinstance(cell, str) for cell in safe[name].tolist()):
            safe[name] = pd.Series([_harmless(cell) for cell in safe[name].tolist()], index=safe.index, dtype=object)
    return safe


def _harmless(cell: object) -> object:
    if not isinstance(cell, str) or not cell:
        return cell
    if (cell[0] not in _RISKY and cell.isprintable()) or _NUMBER.fullmatch(cell):
        return cell
    plain = _CONTROL.sub(" ", cell)
    return f"'{plain}" if _FORMULA.match(plain) else plain


def _head(answer: Connections) -> Mapping[str, Any]:
    return {
        "townline": answer.townline,
        "date": answer.date.isoformat(),
        "ordinance": answer.ordinance,
        "rules": answer.rules,
        "parameters_hash": answer.parameters_hash,
        "editions": answer.editions,
        "register_hash": answer.register_hash,
        "counts": answer.counts,
        "notes": list(answer.notes),
    }


def _write_csv(parcels: Sequence[ParcelConnection], path: Path, beside: Beside) -> None:
    half = len(parcels) // 2
    rest = beside.begin(_lines, parcels[half:])
    first = _lines(parcels[:half])
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines((f"{_Cells().line(_COLUMNS)}\n", first, rest()))


def _lines(parcels: Sequence[ParcelConnection]) -> str:
    """Return rows as lines; cells that many parcels share, the long reason among them, are put into text once."""
    rows, cells, shared = _Rows(), _Cells(), dict[int, str]()
    lines = []
    for parcel in parcels:
        told = rows.told(parcel)
        text = shared.get(id(told))
        if text is None:
            text = shared[id(told)] = cells.line(told)
        lines.append(f"{cells.line(_Rows.of_roll(parcel))},{text},{cells.line(rows.of_ground(parcel))}\n")
    return "".join(lines)


class _Cells(dict[object, str]):
    """How cells stand in a row, each put into text when it is first met."""

    def line(self, values: Iterable[object]) -> str:
        """Return cells as they stand beside each other."""
        return ",".join([self[value] for value in values])

    def __missing__(self, value: object) -> str:
        text = "" if value is None else str(_harmless(value))
        quoted = text.replace('"', '""')
        self[value] = f'"{quoted}"' if quoted != text or "," in text else text
        return self[value]


def _records(parcels: Sequence[ParcelConnection]) -> list[dict[str, object]]:
    rows = _Rows()
    return [dict(zip(_COLUMNS, rows.of(parcel), strict=True)) for parcel in parcels]


_COLUMNS = (
    *("parcel_id", "county", "municipality", "site_address", "ordinance"),
    *("rule", "state", "must_connect", "reason", "connect_by", "connect_by_rule", "charges_due", "in_block"),
    *("adjacent", "serving_main", "serving_main_operational", "frontage_ft", "frontage_by_side", "sewers"),
    *("in_use", "private_system", "connected"),
)
_Told = tuple[str | None, ...]


class _Rows:
    """Makes the rows of many parcels; what parcels have in common is put into words once."""

    def __init__(self) -> None:
        # By the objects themselves, which live as long as the parcels do.
        self._told: dict[tuple[object, ...], _Told] = {}
        self._days: dict[dt.date | None, str | None] = {None: None}

    def of(self, parcel: ParcelConnection) -> tuple[object, ...]:
        """Return all cells of a parcel, in the order of the columns."""
        return (*self.of_roll(parcel), *self.told(parcel), *self.of_ground(parcel))

    @staticmethod
    def of_roll(parcel: ParcelConnection) -> tuple[object, ...]:
        """Return what names the parcel."""
        return parcel.parcel_id, parcel.county, parcel.municipality, parcel.site_address, parcel.ordinance

    def told(self, parcel: ParcelConnection) -> _Told:
        """Return what the rules say; of parcels that are judged alike the same object."""
        key = id(parcel.finding), id(parcel.charges), parcel.connect_by, parcel.connected, parcel.connected_since
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = _of_finding(parcel)
        return told

    def of_ground(self, parcel: ParcelConnection) -> tuple[object, ...]:
        """Return how the parcel lies, what serves it, and how it is used."""
        fronts, day = parcel.fronts, parcel.serving_main_operational
        if day not in self._days:
            self._days[day] = None if day is None else day.isoformat()
        sewers = [sewer for front in fronts for sewer in front.sewers]
        return (
            _meets(parcel),
            parcel.serving_main,
            self._days[day],
            float(frontage_ft(fronts)),
            fronts_words(fronts) or None,
            "; ".join(dict.fromkeys(sewers)) or None,
            yes_no(parcel.in_use),
            yes_no(parcel.private_system),
            yes_no(parcel.connected),
        )


def _meets(parcel: ParcelConnection) -> str | None:
    """Return whether the land meets a right-of-way that holds a sewer: as the rule tells it, else as the sides do."""
    measures: Mapping[str, object] = {} if parcel.finding is None else parcel.finding.measures
    told = measures.get("adjacent", measures.get("abuts"))
    if isinstance(told, bool):
        return yes_no(told)
    return "yes" if any(front.sewers and front.length_ft for front in parcel.fronts) else None


def _of_finding(parcel: ParcelConnection) -> _Told:
    """Return the cells from the rule to the block."""
    found = parcel.finding
    measures: Mapping[str, object] = {} if found is None else found.measures
    return (
        None if found is None else found.rule,
        standing(parcel),
        _yes_no(None if found is None else found.answer),
        reason(parcel),
        None if parcel.connect_by is None else parcel.connect_by.isoformat(),
        parcel.connect_by_rule,
        "; ".join(map(charge_words, parcel.charges)) or None,
        _yes_no(measures.get("in_block")),
    )


def _yes_no(value: object) -> str | None:
    return yes_no(value) if isinstance(value, bool) else None
