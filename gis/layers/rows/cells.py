"""What does one column of a file say, row by row, and which of its cells cannot be read?"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from gis.layers.contracts import CONTRACTS
from gis.layers.journal import Entry, Journal
from gis.layers.presets.column_maps import MappedColumn, WideColumn
from gis.layers.progress import Progress, silent
from gis.layers.rows.choices import choice_reader, falls_to, public_body_reader
from gis.layers.rows.counties import read_county
from gis.layers.rows.dates import is_default, parse_date
from gis.layers.rows.names import in_several_counties, parse_kind
from gis.layers.rows.places import PlaceCells, resolve_places
from gis.layers.rows.quantities import (
    bounded,
    fips_reader,
    measure_reader,
    parse_count,
    parse_votes,
    says_unit,
    unit_doubt,
)
from gis.layers.rows.values import (
    as_written,
    is_missing,
    parse_acres,
    parse_cents,
    parse_ratio,
    parse_whole,
    parse_year,
    read_column,
    shown,
    split_codes,
)
from gis.model.edition import Kind

RECORD_KINDS = ("parcel", "row", "water", "gap", "other")
_YEAR_DIGITS = 4
_COUSUB_DIGITS = 5
_EXACT_BELOW = 2**53
"""From here on neighbouring whole numbers share one floating number."""
_POWER = re.compile(r"\d(\.\d+)?[eE]\+\d+")
_POINT_ZERO, _DAY = r"\d\.0$", r"^(19|20)\d\d-(0\d|1[0-2])-[0-3]\d$"


def text(value: object) -> str | None:
    """Return a cell as text without blanks around it; None where it holds nothing."""
    if is_missing(value):
        return None
    return value.strip() if isinstance(value, str) else as_written(value).strip()


def verbatim(value: object) -> str | None:
    """Return an identifier as it stands, blanks and punctuation too.

    Raises
    ------
    ValueError
        Where digits of it are lost, so that it may be the id of several features: a power of ten,
        as a spreadsheet writes long numbers, or a floating number too large to hold each digit.

    Examples
    --------
    >>> verbatim(" 0012-3.1"), verbatim(1234.0), verbatim(123456789012345671), verbatim("")
    (' 0012-3.1', '1234', '123456789012345671', None)
    >>> verbatim("1.23457E+12")
    Traceback (most recent call last):
    ValueError: '1.23457E+12' shows only the first digits of an id
    """
    if is_missing(value):
        return None
    if isinstance(value, float) and abs(value) >= _EXACT_BELOW:
        msg = f"{shown(value)} is a floating number, too large for the last digits of an id"
        raise ValueError(msg)
    written = value if isinstance(value, str) else as_written(value)
    if "+" in written and _POWER.fullmatch(written.strip()):
        msg = f"{shown(value)} shows only the first digits of an id"
        raise ValueError(msg)
    return written


def label(value: object) -> str | None:
    """Return the id by which a feature is listed: as it stands, without blanks around it."""
    return text(value)


def same(value: str | None, index: pd.Index) -> pd.Series:
    """Return a column of one value; made of a list, because pandas makes a lone None a NaN."""
    return pd.Series([value] * len(index), index=index, dtype=object)


def _record_kind(value: object) -> str | None:
    word = text(value)
    if word is not None and word.lower() not in RECORD_KINDS:
        msg = f"{shown(value)} is no kind of record ({', '.join(RECORD_KINDS)})"
        raise ValueError(msg)
    return None if word is None else word.lower()


_PARSERS: dict[str, Callable[[object], Any]] = {
    "verbatim": verbatim,
    "text": text,
    "place": text,
    "private": text,
    "kind": parse_kind,
    "county": read_county,
    "year": parse_year,
    "dollars": parse_cents,
    "cents": parse_whole,
    "acres": parse_acres,
    "ratio": parse_ratio,
    "record_kind": _record_kind,
    "codes": split_codes,
    "date": parse_date,
    "votes": parse_votes,
}
"""Readers that need to know nothing of the column; `parser` makes the others."""
_AS_IT_STANDS = frozenset({verbatim, text})
"""Readers that give plain text back as it is; see `read_column`."""
_NUMBERS = frozenset({"year", "dollars", "cents", "acres", "ratio", "number", "whole", "votes"})


def parser(kind: Kind, column: MappedColumn) -> Callable[[object], Any]:
    """Return what reads one cell of a column: a value, None where it holds nothing, or ValueError."""
    if column.canonical == "operator":
        return public_body_reader(kind)
    if column.read == "number":
        return bounded(column.canonical, measure_reader(column.canonical, column.unit))
    if column.read == "whole":
        return bounded(column.canonical, parse_count)
    if column.read == "choice":
        return choice_reader(kind, column.canonical, dict(column.values))
    if column.read == "fips":
        return fips_reader(column.canonical)
    return _PARSERS[column.read]


@dataclass(slots=True)
class ColumnReader:
    """Reads one canonical column after another of one file, and lists what it cannot read."""

    kind: Kind
    rows: pd.DataFrame
    columns: dict[str, MappedColumn]
    ids: pd.Series
    journal: Journal
    wide: tuple[WideColumn, ...] = ()
    progress: Progress = silent

    def source(self, name: str) -> str:
        """Return the name of the source column, or the canonical one where a constant fills it."""
        column = self.columns.get(name)
        return name if column is None or column.source is None else column.source

    def label_by(self, name: str) -> None:
        """Take the ids by which rows are listed from a column."""
        labels = [label(cell) for cell in self.cells(name).tolist()]
        self.ids = pd.Series(labels, index=self.rows.index, dtype=object)

    def cells(self, name: str) -> pd.Series:
        """Return the raw cells of a column as objects, blanks filled by the constant where one is given."""
        return self._stored(name).astype(object)

    def _stored(self, name: str) -> pd.Series:
        """Return the cells as the table holds them: of text that Arrow holds, no object is made a cell."""
        column = self.columns.get(name)
        if column is None or column.source is None:
            constant = None if column is None else column.constant
            return same(constant, self.rows.index)
        cells = self.rows[column.source]
        if column.constant is not None:
            cells = cells.astype(object)
            blank = cells.map(is_missing).to_numpy(dtype=bool)
            cells = cells.where(~blank, column.constant)
        return cells

    def read(self, name: str, *, refuse: bool = False) -> pd.Series:
        """Return the values of a column; what cannot be read is listed, the row refused or left blank."""
        column = self.columns.get(name)
        if column is None:
            return same(None, self.rows.index)
        self.progress(f"reading {name} of {len(self.rows):,} rows")
        cells = self._stored(name)
        if cells.dtype != "str":
            cells = cells.astype(object)
        parse = parser(self.kind, column)
        reading = read_column(cells, parse, as_it_stands=parse in _AS_IT_STANDS)
        other = falls_to(self.kind, name) if column.read == "choice" else None
        values = reading.cells
        if other is not None and reading.errors:
            values = values.where(~values.index.isin([row for row, _ in reading.errors]), other)
        for row, what in reading.errors:
            if other is not None:
                self._list_other(name, row, what)
            else:
                self._list_unreadable(name, row, what, refuse=refuse)
        self._remark(column, cells, values)
        return values

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

    def county(self) -> pd.Series:
        """Return the county of each row; a row that lies in several has none."""
        if "county" in self.columns:
            counts = self._stored("county").value_counts()
            several = sum(int(count) for county, count in counts.items() if in_several_counties(county))
            if several:
                self.journal.remark(
                    f"county: {several} rows lie in several counties, as the source says, and are stored without one."
                )
        return self.read("county")

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

    def _list_unreadable(self, name: str, row: int, what: str, *, refuse: bool) -> None:
        if self.columns[name].read == "verbatim":
            self._list_lost(name, row, what)
            return
        entry = Entry(
            "value_unreadable",
            f"{name} {'refused' if refuse else 'left blank'}: {what}",
            "A number that cannot be read is never guessed, and never taken for zero."
            if self.columns[name].read in _NUMBERS
            else "What cannot be read is never guessed.",
            "Correct the cell in the source.",
        )
        list_it = self.journal.refuse if refuse else self.journal.repair
        list_it(entry, row, self.ids.get(row), column=self.source(name))

    def _list_lost(self, name: str, row: int, what: str) -> None:
        """List an id whose digits are lost; where every row must have it, the row is refused, never joined by it."""
        refuse = name in CONTRACTS[self.kind].required
        entry = Entry(
            "id_digits_lost",
            f"{name} {'refused' if refuse else 'left blank'}: {what}",
            "Other ids look the same without their last digits, and would be taken for one feature.",
            "Export the ids as text from the publisher's own system, not through a spreadsheet.",
        )
        list_it = self.journal.refuse if refuse else self.journal.repair
        list_it(entry, row, self.ids.get(row), column=self.source(name))

    def _list_other(self, name: str, row: int, what: str) -> None:
        entry = Entry(
            "choice_unknown",
            f"{name} read as other: {what}",
            "The word is not on the list, and nobody said which it means.",
            "Say in a column map what it stands for (--map), or correct the cell.",
        )
        self.journal.repair(entry, row, self.ids.get(row), column=self.source(name))

    def _remark(self, column: MappedColumn, cells: pd.Series, values: pd.Series) -> None:
        """Say of a whole column what no row of it shows alone."""
        if column.read == "fips":
            self._remark_zeros(column.canonical, cells)
        elif column.read == "date":
            self._remark_days(column.canonical, values)
        elif column.read == "verbatim":
            self._remark_ids(column.canonical, cells, values)
        elif column.read == "number":
            self._remark_unit(column, cells, values)

    def _remark_ids(self, name: str, cells: pd.Series, values: pd.Series) -> None:
        if pd.api.types.infer_dtype(cells, skipna=True) not in {"string", "empty"} and any(
            isinstance(cell, (int, float)) and not is_missing(cell) for cell in cells.tolist()
        ):
            self.journal.remark(f"{name}: ids are numbers in the source: leading zeros, if there were any, are lost.")
        ids = pa.array(values, pa.large_string(), from_pandas=True)
        for pattern, what in (
            (_POINT_ZERO, 'end in ".0", as programs write that take them for numbers'),
            (_DAY, "read as days, which spreadsheets make of ids such as 3-5"),
        ):
            count = pc.sum(pc.match_substring_regex(ids, pattern)).as_py()
            if count:
                self.journal.remark(f"{name}: {count:,} ids {what}; they are kept as they stand.")

    def _remark_unit(self, column: MappedColumn, cells: pd.Series, values: pd.Series) -> None:
        source = self.source(column.canonical)
        told = column.unit is not None or says_unit(source, cells.dropna().unique().tolist())
        doubt = unit_doubt(column.canonical, source, values.dropna().tolist(), told=told)
        if doubt is not None:
            self.journal.remark(doubt)

    def _remark_zeros(self, name: str, cells: pd.Series) -> None:
        if name != "cousub_fips":
            return
        short = int(cells.map(lambda cell: 0 < len(label(cell) or "") < _COUSUB_DIGITS).sum())
        if short:
            self.journal.remark(f"{name}: {short} codes had lost leading zeros and have them again.")

    def _remark_days(self, name: str, values: pd.Series) -> None:
        lone = int(values.map(lambda day: isinstance(day, str) and len(day) == _YEAR_DIGITS).sum())
        if lone:
            self.journal.remark(f"{name}: {lone} rows give a year without a day, and are stored as the year.")
        default = int(values.map(is_default).sum())
        if default:
            self.journal.remark(
                f"{name}: {default} rows give 1900-01-01 or 1970-01-01, which programs also write where there is no "
                "day; they are kept as published."
            )
