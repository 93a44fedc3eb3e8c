"""Which tables does a workbook hold: one a sheet, its header found below the titles, every cell as text?"""

from __future__ import annotations

import re
from functools import partial

import numpy as np
import pandas as pd
import pyogrio
import pyogrio.raw
from pyogrio.errors import DataLayerError, DataSourceError

from gis.errors import LayerEmpty
from gis.layers.readers.delimited import check_header, table_layer
from gis.layers.readers.desktop import listening
from gis.layers.readers.opened import OpenedFile, SourceLayer, SourceRows
from gis.layers.readers.refusals import bad_table, unreadable
from gis.layers.readers.sources import Source
from gis.layers.readers.xlsx import NoWorkbookError, read_xlsx, shown_number

WORKBOOK_SUFFIXES = frozenset({".xlsx", ".xlsm", ".ods"})
_HEADER_WITHIN = 10
_ALL_DIGITS = re.compile(r"-?(?=[\d.]{16,})\d+\.\d+")
_FEWEST_WITH_NOTES = 3
"""In a table of fewer columns nobody can tell a note from a row."""


def open_workbook(source: Source) -> OpenedFile:
    """Read a workbook: each sheet that holds rows is a table.

    The header is the first of the first ten rows that has a cell in every used column; it may hold
    years. What stands above it is told and left out, and so are rows at the end with a first cell
    only. Blank rows are left out.

    Raises
    ------
    LayerUnreadable
        Where it is no workbook, or a sheet has no header, one with a name twice, or too many columns.
    LayerEmpty
        Where no sheet holds anything.
    """
    try:
        sheets = _ods(source) if source.suffix == ".ods" else read_xlsx(source)
    except (DataSourceError, DataLayerError, NoWorkbookError) as error:
        next_step = "Open it in a spreadsheet program and save it as .xlsx, without a password, or as CSV."
        raise unreadable(
            source.where, "It is no whole workbook, or it is locked with a password.", next_step
        ) from error
    layers: list[SourceLayer] = []
    held: list[SourceRows] = []
    remarks: list[str] = []
    for name, each in sheets.items():
        cells = each.dropna(how="all").dropna(how="all", axis=1)
        if cells.empty:
            remarks.append(f"Sheet {name} is empty.")
            continue
        table, said = _table(f"{source.where}, sheet {name}", name, cells)
        layers.append(table_layer(name, table))
        held.append(SourceRows(table, None, ()))
        remarks += said
    if not layers:
        raise LayerEmpty(
            what="There is no feature to import.",
            where=source.where,
            why="No sheet of the workbook holds a cell.",
            next="Give the workbook that holds the table.",
        )
    driver = source.suffix.removeprefix(".").upper()
    return OpenedFile(source.path, driver, tuple(layers), tuple(remarks), held=tuple(held))


def _ods(source: Source) -> dict[str, pd.DataFrame]:
    """Return the cells of each sheet of an OpenDocument workbook as text, None where blank."""
    names, _ = listening(lambda: [str(name) for name, _ in pyogrio.list_layers(source.address)])
    sheets = {}
    for name in names:
        (meta, _, _, values), _ = listening(
            partial(pyogrio.raw.read, source.address, layer=name, HEADERS="DISABLE", FIELD_TYPES="STRING")
        )
        columns = {
            str(field): [_ods_shown(cell) for cell in cells.tolist()]
            for field, cells in zip(meta["fields"], values, strict=True)
        }
        sheets[name] = pd.DataFrame(columns, dtype=object)
    return sheets


def _ods_shown(cell: object) -> str | None:
    """Return a cell as it is shown: the library writes numbers with all their binary digits.

    >>> _ods_shown("1.5000000000000000"), _ods_shown("0.95"), _ods_shown(" "), _ods_shown("291003010000.1")
    ('1.5', '0.95', None, '291003010000.1')
    """
    if cell is None or not str(cell).strip():
        return None
    return shown_number(str(cell)) if _ALL_DIGITS.fullmatch(str(cell)) else str(cell)


def _table(where: str, name: str, cells: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    first = cells.head(_HEADER_WITHIN)
    full = np.flatnonzero(first.notna().all(axis=1))
    if not len(full):
        raise bad_table(where, f"None of its first {_HEADER_WITHIN} rows names every column that is used.")
    place = int(full[0])
    header = [str(cell).strip() for cell in first.iloc[place]]
    check_header(where, header)
    body = cells.iloc[place + 1 :]
    is_note = body.iloc[:, 1:].isna().all(axis=1)
    last = len(body) if len(header) < _FEWEST_WITH_NOTES else int(np.flatnonzero(~is_note).max(initial=-1)) + 1
    table = body.iloc[:last].reset_index(drop=True)
    table.columns = pd.Index(header)
    remarks = []
    if place:
        row = int(cells.index[place]) + 1
        remarks.append(f"The header of sheet {name} is row {row}; {place} rows of titles above it were left out.")
    if last < len(body):
        notes = len(body) - last
        remarks.append(
            f"Below the table of sheet {name} stand {notes} rows with one cell only; they were left out as notes."
        )
    return table, remarks
