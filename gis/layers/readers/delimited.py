"""Which rows does a table in plain text hold: CSV and its kin, every cell as the text that it is?"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from functools import partial

import pandas as pd

from gis.layers.readers.opened import CSV_DRIVER, OpenedFile, SourceLayer, SourceRows
from gis.layers.readers.refusals import bad_table
from gis.layers.readers.sources import Source

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SEPARATORS = ",;\t|"
_SEPARATOR_LINE = re.compile(r'"?sep=([^\w"\r\n])"?[ \t]*(?=\r?\n)', re.IGNORECASE)
"""With which spreadsheet programs say what separates the cells below."""
_HEADER_WITHIN = 1_000_000
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_MOST_COLUMNS = 5_000
"""Layers have dozens of columns, the widest tables of a census hundreds."""
# A cell may hold an outline as text; the standard library stops at 131,072 characters, for all its readers at once.
csv.field_size_limit(2**31 - 1)


def open_delimited(source: Source) -> OpenedFile:
    """Look into a table in plain text.

    Raises
    ------
    LayerUnreadable
        Where a line has another number of cells than the header, two columns have one name, or a
        quote is not closed.
    """
    table, remarks = _read(source)
    return OpenedFile(source.path, CSV_DRIVER, (table_layer(source.stem, table),), remarks)


def read_delimited(source: Source, columns: Sequence[str]) -> SourceRows:
    """Return the columns named."""
    table, _ = _read(source)
    return SourceRows(table.loc[:, list(dict.fromkeys(columns))], None, ())


def table_layer(name: str, table: pd.DataFrame) -> SourceLayer:
    """Return what a table of text is as a layer without shapes."""
    columns = tuple(str(column) for column in table.columns)
    return SourceLayer(name, None, len(table), columns, ("string",) * len(columns), None, None)


def check_header(where: str, header: Sequence[str]) -> None:
    """Refuse a header with a name twice, or with more columns than a layer has.

    Raises
    ------
    LayerUnreadable
        With the names.
    """
    check_width(where, len(header))
    twice = sorted(name for name, count in Counter(header).items() if count > 1)
    if twice:
        raise bad_table(where, f"Several columns have the same name: {', '.join(map(repr, twice))}.")


def check_width(where: str, columns: int) -> None:
    """Refuse a table of more columns than a layer has.

    Raises
    ------
    LayerUnreadable
        With both numbers.
    """
    if columns > _MOST_COLUMNS:
        raise bad_table(where, f"It has {columns:,} columns; at most {_MOST_COLUMNS:,} are read.")


def _read(source: Source) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Read a table with every cell as the text that it is; a line of another length stops it."""
    text, remarks = _decoded(source.read())
    where = source.where
    said = _SEPARATOR_LINE.match(text)
    if said is None:
        separator = max(_SEPARATORS, key=partial(_header_cells, text[:_HEADER_WITHIN]))
    else:
        separator = said[1]
        text = text[said.end() :]  # its line break stays: lines keep their numbers, and blank ones are left out
    numbered = _lines(where, text, separator)
    if not numbered:
        raise bad_table(where, "It has no header line.")
    header = [name.strip() for name in numbered[0][1]]
    check_header(where, header)
    for number, row in numbered[1:]:
        if len(row) != len(header):
            raise bad_table(where, f"Line {number} has {len(row)} cells and the header has {len(header)}.")
        if any(_is_swallowed(row, place, separator) for place in range(len(row))):
            raise bad_table(where, f"A quoted cell that ends in line {number} holds whole lines: a quote is missing.")
    return pd.DataFrame([row for _, row in numbered[1:]], columns=header, dtype=object), remarks


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    if data.startswith(_UTF16):
        return data.decode("utf-16", errors="replace"), ("The table was read as UTF-16, as its first bytes say.",)
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), ("The table is not UTF-8; it was read as Windows-1252.",)


def _lines(where: str, text: str, separator: str) -> list[tuple[int, list[str]]]:
    """Return the cells of each line that is not blank, and the number of the line in which they end."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        return [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        raise bad_table(where, f"Line {reader.line_num}: a quoted cell does not end where it should.") from error


def _is_swallowed(row: Sequence[str], place: int, separator: str) -> bool:
    """Say whether a cell holds rows between two stray quotes: without the quotes, each line would be a whole row.

    A separator before a blank belongs to words, as in "Westby, WI".
    """
    cell, others = row[place], len(row) - 1
    if "\n" not in cell and "\r" not in cell:
        return False
    first, *between, last = (line.count(separator) for line in _LINE_BREAK.split(cell))
    is_whole = place + first == others and last == place and all(count == others for count in between)
    return others > 0 and is_whole and f"{separator} " not in cell


def _header_cells(text: str, separator: str) -> int:
    """Count the cells of the first line, where a quoted cell may hold other separators and line breaks."""
    return len(next(csv.reader(io.StringIO(text, newline=""), delimiter=separator), ()))
