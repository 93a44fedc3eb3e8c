"""What does each row say in canonical columns: cells read by their kind, every doubt listed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pandas as pd

from gis.layers.contracts import CONTRACTS
from gis.layers.journal import Entry, Journal
from gis.layers.names import parse_county, parse_kind
from gis.layers.places import PlaceCells, resolve_places
from gis.layers.presets import ColumnMap, MappedColumn
from gis.layers.values import (
    PROPERTY_CLASSES,
    is_missing,
    parse_acres,
    parse_cents,
    parse_ratio,
    parse_whole,
    parse_year,
    read_column,
    sort_auxiliary,
    split_codes,
)
from gis.model.edition import Kind
from gis.model.exact import money

RECORD_KINDS = ("parcel", "row", "water", "gap", "other")
_RECORD_WORDS = (
    ("row", re.compile(r"\b(ROW|R/W|RIGHTS?[ -]OF[ -]WAY|ROADS?|STREETS?|HIGHWAYS?|ALLEYS?)\b")),
    ("water", re.compile(r"\b(HYDRO|WATERS?|LAKES?|RIVERS?|CREEKS?|PONDS?|FLOWAGE)\b")),
    ("gap", re.compile(r"\b(GAPS?|OVERLAPS?)\b")),
)
_MOST_KINDS_SHOWN = 8


def record_kind(parcel_id: str | None) -> str:
    """Say what a row of a parcel file is, by its id.

    An id without a digit is never a parcel: it stands for a right-of-way, water, a gap or an overlap
    in the fabric, or something else that no one pays tax on.

    >>> [record_kind(text) for text in ("004007510000", "ROW", "HYDRO", "GAP", "TRIBAL", None)]
    ['parcel', 'row', 'water', 'gap', 'other', 'other']
    """
    if not parcel_id:
        return "other"
    if any(character.isdigit() for character in parcel_id):
        return "parcel"
    text = parcel_id.upper().replace("_", " ")
    return next((kind for kind, words in _RECORD_WORDS if words.search(text)), "other")


def _text(value: object) -> str | None:
    return None if is_missing(value) else str(value).strip()


def _verbatim(value: object) -> str | None:
    if is_missing(value):
        return None
    # A program that stores ids as floating numbers shows 1234.0 for 1234.
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _same(value: str | None, index: pd.Index) -> pd.Series:
    """Return a column of one value; made of a list, because pandas makes a lone None a NaN."""
    return pd.Series([value] * len(index), index=index, dtype=object)


def _record_kind_cell(value: object) -> str | None:
    text = _text(value)
    if text is not None and text.lower() not in RECORD_KINDS:
        msg = f"{text[:40]!r} is no kind of record ({', '.join(RECORD_KINDS)})"
        raise ValueError(msg)
    return None if text is None else text.lower()


_PARSERS: dict[str, Callable[[object], Any]] = {
    "verbatim": _verbatim,
    "text": _text,
    "place": _text,
    "private": _text,
    "kind": parse_kind,
    "county": parse_county,
    "year": parse_year,
    "dollars": parse_cents,
    "cents": parse_whole,
    "acres": parse_acres,
    "ratio": parse_ratio,
    "record_kind": _record_kind_cell,
    "codes": split_codes,
}


@dataclass(frozen=True, slots=True)
class CanonicalRows:
    """Rows in canonical columns and, apart from them, what is private; indexed by source row."""

    table: pd.DataFrame
    private: pd.DataFrame


@dataclass(slots=True)
class _Reader:
    """Reads one canonical column after another of one file."""

    rows: pd.DataFrame
    columns: dict[str, MappedColumn]
    ids: pd.Series
    journal: Journal

    def source(self, name: str) -> str:
        column = self.columns.get(name)
        return name if column is None or column.source is None else column.source

    def cells(self, name: str) -> pd.Series:
        """Return the raw cells of a column, blanks filled by the constant where one is given."""
        column = self.columns.get(name)
        if column is None or column.source is None:
            constant = None if column is None else column.constant
            return _same(constant, self.rows.index)
        cells = self.rows[column.source].astype(object)
        if column.constant is not None:
            blank = cells.map(is_missing).to_numpy(dtype=bool)
            cells = cells.where(~blank, column.constant)
            self.journal.remark(f"{name}: {int(blank.sum())} blank cells filled by --set.")
        return cells

    def read(self, name: str, *, refuse: bool = False) -> pd.Series:
        """Return the values of a column; what cannot be read is listed, the row refused or left blank."""
        column = self.columns.get(name)
        if column is None:
            return _same(None, self.rows.index)
        reading = read_column(self.cells(name), _PARSERS[column.read])
        for row, what in reading.errors:
            entry = Entry(
                "value_unreadable",
                f"{name} {'refused' if refuse else 'left blank'}: {what}",
                "A number that cannot be read is never guessed, and never taken for zero.",
                "Correct the cell in the source.",
            )
            list_it = self.journal.refuse if refuse else self.journal.repair
            list_it(entry, row, self.ids.get(row), column=self.source(name))
        return reading.cells

    def require(self, name: str, values: pd.Series) -> None:
        """Refuse the rows that lack what every row must have."""
        for row in values.index[values.isna()].tolist():
            entry = Entry(
                "required_blank",
                f"refused: {name} is blank",
                "The row cannot be told apart or used without it.",
                "Fill the cell in the source.",
            )
            self.journal.refuse(entry, row, self.ids.get(row), column=self.source(name))

    def places(self, name: str, kind: str, county: pd.Series, *, refuse: bool) -> tuple[Any, Any]:
        """Return the names and classes of the municipalities."""
        cells = PlaceCells(
            names=self.cells(name),
            kinds=self.read(kind, refuse=refuse),
            counties=county,
            ids=self.ids,
            column=self.source(name),
            refuse=refuse,
        )
        return resolve_places(cells, self.journal)


def canonical_rows(kind: Kind, rows: pd.DataFrame, column_map: ColumnMap, journal: Journal) -> CanonicalRows:
    """Read the rows of a file into the canonical columns of a kind.

    Parameters
    ----------
    kind : str
        Kind of layer.
    rows : DataFrame
        Source columns, indexed by row from 0.
    column_map : ColumnMap
        Which source column is which.
    journal : Journal
        Takes what could not be read, was folded or filled.

    Returns
    -------
    CanonicalRows
        Every row that went in, also those that the journal lists as refused. Types are settled by `contracts.typed`.
    """
    columns = {column.canonical: column for column in column_map.columns}
    reader = _Reader(rows, columns, _same(None, rows.index), journal)
    read: dict[Kind, Callable[[_Reader], pd.DataFrame]] = {
        "municipalities": _municipalities,
        "counties": _counties,
        "parcels": _parcels,
        "ratios": _ratios,
    }
    table = read[kind](reader)
    private = pd.DataFrame({name: reader.read(name) for name in CONTRACTS[kind].private if name in columns})
    return CanonicalRows(table, private.reindex(rows.index))


def _municipalities(reader: _Reader) -> pd.DataFrame:
    reader.ids = reader.cells("name").map(_text).astype(object)
    county = reader.read("county")
    names, kinds = reader.places("name", "kind", county, refuse=True)
    table = pd.DataFrame({"name": names, "kind": kinds, "county": county}, index=reader.rows.index, dtype=object)
    reader.require("name", table["name"])
    if county.isna().any():
        reader.journal.remark(
            f"{int(county.isna().sum())} municipalities have no county; ratios and measures will ask for it. "
            "Give it with --set county=NAME."
        )
    return table


def _counties(reader: _Reader) -> pd.DataFrame:
    reader.ids = reader.cells("name").map(_text).astype(object)
    names = reader.read("name")
    reader.require("name", names)
    return pd.DataFrame({"name": names}, dtype=object)


def _ratios(reader: _Reader) -> pd.DataFrame:
    reader.ids = reader.cells("municipality").map(_text).astype(object)
    county = reader.read("county")
    names, kinds = reader.places("municipality", "municipality_kind", county, refuse=True)
    table = pd.DataFrame(
        {"municipality": names, "municipality_kind": kinds, "county": county}, index=reader.rows.index, dtype=object
    )
    table["year"] = reader.read("year", refuse=True)
    table["ratio"] = reader.read("ratio", refuse=True)
    for name in ("municipality", "year", "ratio"):
        reader.require(name, table[name])
    return table


def _parcels(reader: _Reader) -> pd.DataFrame:
    table = pd.DataFrame(index=reader.rows.index)
    published = reader.read("parcel_id")
    reader.ids = published
    stand_in = reader.read("state_id").where(published.isna(), None)
    table["parcel_id"] = published.where(published.notna(), stand_in)
    table["parcel_id"] = table["parcel_id"].where(table["parcel_id"].notna(), "")
    _remark_ids(reader, published)
    stated = reader.read("record_kind")
    by_id = published.map(record_kind)
    # What the id denies, no column can make: without a digit it is never a parcel.
    table["record_kind"] = stated.where(stated.notna() & ((stated != "parcel") | (by_id == "parcel")), by_id)

    county = reader.read("county")
    table["municipality"], table["municipality_kind"] = reader.places(
        "municipality", "municipality_kind", county, refuse=False
    )
    table["county"] = county
    contract = CONTRACTS["parcels"]
    for name in ("roll_year", *contract.of_type("cents", "acres"), "site_address"):
        table[name] = reader.read(name)
    _total_from_parts(reader, table)
    _remark_values(reader, table)

    classes = reader.read("property_classes").map(lambda codes: codes or ())
    table["property_classes"] = classes.map(",".join)
    strange = sorted({code for codes in classes for code in codes} - PROPERTY_CLASSES)
    if strange:
        reader.journal.remark(
            f"property_classes: {', '.join(strange[:_MOST_KINDS_SHOWN])} "
            "not among the classes of s. 70.32(2)(a); kept as they are."
        )
    auxiliary = [reader.read(name) for name in ("auxiliary_codes", "exempt_codes", "forest_codes", "unknown_codes")]
    sets = [tuple(sorted({code for codes in row if codes for code in codes})) for row in zip(*auxiliary, strict=True)]
    known = {codes: sort_auxiliary(codes) for codes in set(sets)}
    for number, name in enumerate(("exempt_codes", "forest_codes", "unknown_codes")):
        table[name] = [known[codes][number] for codes in sets]
    table["owner_keys"] = ""
    return table


def _remark_ids(reader: _Reader, published: pd.Series) -> None:
    blank = int(published.isna().sum())
    if blank:
        reader.journal.remark(
            f"{blank} rows have no parcel id: they are no parcels, and bear their STATEID or nothing as id."
        )
    if reader.cells("parcel_id").map(lambda cell: isinstance(cell, (int, float)) and not is_missing(cell)).any():
        reader.journal.remark("Parcel ids are numbers in the source: leading zeros, if there were any, are lost.")


def _is_worth(cents: int | None) -> bool:
    return cents is not None and cents >= 0


def _total_from_parts(reader: _Reader, table: pd.DataFrame) -> None:
    """Fill a missing total by land and improvements, which it is the sum of by the state's schema."""
    land, built = table["land_value_cents"], table["improvement_value_cents"]
    wanting = table["assessed_value_cents"].isna() & land.notna() & built.notna()
    wanting &= table["record_kind"] == "parcel"
    wanting &= land.map(_is_worth) & built.map(_is_worth)
    column = reader.source("assessed_value_cents")
    unreadable = [note.row for note in reader.journal.repairs if note.column == column]
    wanting &= ~table.index.isin(unreadable)
    table.loc[wanting, "assessed_value_cents"] = land[wanting] + built[wanting]
    entry = Entry(
        "total_from_parts",
        "assessed value missing: land and improvements added",
        "The state's schema defines the total as their sum.",
        "Fill the total in the source.",
    )
    for row in table.index[wanting].tolist():
        reader.journal.repair(entry, row, reader.ids[row], column=column)


def _list_negative(reader: _Reader, name: str, values: pd.Series) -> None:
    for row, cents in values[(values < 0).to_numpy(dtype=bool)].items():
        entry = Entry(
            "value_negative",
            f"{name.removesuffix('_cents')} is {money(Fraction(int(cents), 100))} dollars; kept as published",
            "Nothing is worth less than nothing, so a person must look; a judgement takes it as unknown.",
            "Correct the amount in the source.",
        )
        at = int(str(row))
        reader.journal.repair(entry, at, reader.ids.get(at), column=reader.source(name))


def _remark_values(reader: _Reader, table: pd.DataFrame) -> None:
    is_parcel = table["record_kind"] == "parcel"
    for name in CONTRACTS["parcels"].of_type("cents"):
        if name not in reader.columns:
            continue
        values = table.loc[is_parcel, name]
        blank = int(values.isna().sum())
        if blank:
            reader.journal.remark(f"{name}: blank for {blank} of {len(values)} parcels (missing, not zero).")
        _list_negative(reader, name, table[name].dropna())
    total = table["assessed_value_cents"]
    parts = table["land_value_cents"], table["improvement_value_cents"]
    known = total.notna() & parts[0].notna() & parts[1].notna()
    off = int((total[known] != parts[0][known] + parts[1][known]).sum())
    if off:
        reader.journal.remark(f"assessed_value_cents: {off} rows are not the sum of land and improvements.")
