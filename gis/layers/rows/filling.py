"""What do the cells hold that are not stored: those that constants fill or leave, and those of spare columns?"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pandas as pd

from gis.errors import OptionInvalid
from gis.layers.contracts import CONTRACTS
from gis.layers.presets.column_maps import MappedColumn
from gis.layers.presets.files import spelling
from gis.layers.presets.readings import Read
from gis.layers.rows.cells import ColumnReader, label, parser
from gis.layers.rows.values import is_missing, read_column
from gis.model.exact import money

_SUMMED: frozenset[Read] = frozenset({"dollars", "cents", "acres"})
"""What a reader of a spare column would miss as an amount."""


def remark_filling(reader: ColumnReader) -> None:
    """Say what constants filled or left alone, and what spare columns hold where the better one is blank.

    Raises
    ------
    OptionInvalid
        Where a constant would give several rows one and the same id, so that they would become one.
    """
    for column in reader.columns.values():
        if column.constant is not None:
            _check_id(reader, column)
            if column.source is not None:
                _remark_constant(reader, column)
        for spare, read in column.spares:
            if column.source is not None:
                _remark_spare(reader, column, spare, read)


def _blank(reader: ColumnReader, source: str) -> npt.NDArray[np.bool_]:
    cells: npt.NDArray[np.bool_] = reader.rows[source].map(is_missing).to_numpy(dtype=bool)
    return cells


def _check_id(reader: ColumnReader, column: MappedColumn) -> None:
    key = CONTRACTS[reader.kind].key[0]
    if column.canonical != key or not key.endswith("_id"):
        return
    filled = len(reader.rows) if column.source is None else int(_blank(reader, column.source).sum())
    if filled > 1:
        raise OptionInvalid(
            what=f"{key} cannot be filled by one value: {filled:,} rows would bear the same id.",
            where=f"{column.filled_by}, {key}={column.constant}",
            why="An id tells features apart; rows of one id are taken for one feature.",
            next=f"Leave {key} out of it, and say with --map or --preset which column of the file holds the ids.",
        )


def _remark_constant(reader: ColumnReader, column: MappedColumn) -> None:
    name, source, constant = column.canonical, str(column.source), column.constant
    blank = _blank(reader, source)
    read = parser(reader.kind, column)
    values = read_column(reader.rows[source].astype(object)[~blank], read).cells
    wanted = read(constant)
    other = values.map(lambda value: value is not None and value != wanted).to_numpy(dtype=bool)
    by = f"{column.filled_by} ({name}={constant})"
    if blank.any():
        reader.journal.remark(f"{name}: {_count(blank, 'blank cell')} of {source} filled by {by}.")
    else:
        reader.journal.remark(f"{name}: {by} filled nothing, because no cell of {source} is blank.")
    if other.any():
        reader.journal.remark(f"{name}: {source} with something else than {by} kept: {_count(other, 'cell')}.")


def _remark_spare(reader: ColumnReader, column: MappedColumn, spare: str, read: Read) -> None:
    name, source = column.canonical, str(column.source)
    lone = _blank(reader, source) & ~_blank(reader, spare)
    if lone.any():
        cells = reader.rows[spare].astype(object)[lone]
        amount = _amount(reader, column, cells, read)
        reader.journal.remark(
            f"{name} is read from {source}. {spare}, which is not read, holds something in {_count(lone, 'row')} "
            f"where {source} is blank{amount}. To read it, name it in a map (--map)."
        )
    if spelling(source) == spelling(spare):
        both = ~_blank(reader, source) & ~_blank(reader, spare)
        differ = both & (reader.rows[source].map(label) != reader.rows[spare].map(label)).to_numpy(dtype=bool)
        said = f"differ in {_count(differ, 'row')}" if differ.any() else "agree wherever both hold something"
        reader.journal.remark(f"{source} and {spare} are one name but for case or signs, and {said}; {source} is read.")


def _count(rows: npt.NDArray[np.bool_], word: str) -> str:
    count = int(rows.sum())
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _amount(reader: ColumnReader, column: MappedColumn, cells: pd.Series, read: Read) -> str:
    """Return the sum of an amount of money or land in words; nothing for other cells."""
    if read not in _SUMMED:
        return ""
    known = read_column(cells, parser(reader.kind, MappedColumn(column.canonical, None, read))).cells.dropna()
    total = sum((Fraction(str(value)) for value in known.tolist()), Fraction(0))
    if read == "acres":
        return f", {float(total):,.4f} acres in all"
    return f", {money(total / 100)} dollars in all"
