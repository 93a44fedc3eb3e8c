"""How does one row of a file give several features, as a row with the votes of several elections does?"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from gis.layers.journal import Entry
from gis.layers.presets.column_maps import MappedColumn, WideColumn
from gis.layers.presets.readings import reads_of
from gis.layers.rows.cells import ColumnReader, parser
from gis.layers.rows.values import read_column


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """One wide column: the figure of each source row, None where there is none, and what its name tells."""

    canonical: str
    told: tuple[tuple[str, object], ...]
    """Canonical columns and their values for every feature of this column."""
    cells: pd.Series


def told_names(wide: Sequence[WideColumn]) -> frozenset[str]:
    """Return the canonical columns that wide columns fill.

    >>> sorted(told_names([WideColumn("GOVTOT22", "votes", (("office", "governor"), ("year", "2022")))]))
    ['office', 'votes', 'year']
    """
    return frozenset(name for column in wide for name in (column.canonical, *(key for key, _ in column.constants)))


def wide_figures(reader: ColumnReader) -> tuple[Figures, ...]:
    """Read the wide columns of a file.

    A cell that cannot be read gives no feature and is listed; a row without any figure is refused.
    """
    found = []
    for column in reader.wide:
        reading = read_column(reader.rows[column.source].astype(object), _parser(reader, column.canonical))
        for row, what in reading.errors:
            entry = Entry(
                "value_unreadable",
                f"{column.canonical} of {column.source} left out: {what}",
                "A number that cannot be read is never guessed, and never taken for zero.",
                "Correct the cell in the source.",
            )
            reader.journal.repair(entry, row, reader.ids.get(row), column=column.source)
        told = tuple((name, _parser(reader, name)(constant)) for name, constant in column.constants)
        found.append(Figures(column.canonical, told, reading.cells))
    if found:
        _refuse_without_figures(reader, found)
    return tuple(found)


def comparable(figures: Sequence[Figures]) -> list[str]:
    """Return all figures of each row as one text, so that rows of one unit can be told to agree or to differ."""
    columns = [each.cells.tolist() for each in figures]
    return [json.dumps(row) for row in zip(*columns, strict=True)]


def expand(table: pd.DataFrame, shapes: list[bytes], figures: Sequence[Figures]) -> tuple[pd.DataFrame, list[bytes]]:
    """Return one row for each figure of each row, in the order of rows and then of columns.

    Parameters
    ----------
    table : DataFrame
        Canonical rows, indexed by source row.
    shapes : list of bytes
        Digest of each row's shape.
    figures : sequence of Figures
        As read from all source rows; without any the table comes back as it is.

    Returns
    -------
    tuple
        Rows, each as often in the index as it has figures, and the digests of their shapes.
    """
    if not figures:
        return table, shapes
    cells = [each.cells.reindex(table.index) for each in figures]
    row, column = np.nonzero(np.column_stack([each.notna().to_numpy() for each in cells]))
    places = list(zip(row.tolist(), column.tolist(), strict=True))
    values = [each.tolist() for each in cells]
    wide = table.iloc[row].copy()
    for name in told_by(figures):
        told = [dict(each.told).get(name) for each in figures]
        wide[name] = pd.Series(
            [values[at][place] if name == figures[at].canonical else told[at] for place, at in places],
            index=wide.index,
            dtype=table[name].dtype,
        ).array
    return wide, [shapes[place] for place, _ in places]


def told_by(figures: Sequence[Figures]) -> list[str]:
    """Return the canonical columns that figures fill, each once."""
    return list(dict.fromkeys(name for each in figures for name in (each.canonical, *dict(each.told))))


def _parser(reader: ColumnReader, name: str) -> Callable[[object], object]:
    """Return what reads a figure, or what the name of a column tells, as the kind's own column is read."""
    return parser(reader.kind, MappedColumn(name, None, reads_of(reader.kind, name)[0]))


def _refuse_without_figures(reader: ColumnReader, figures: Sequence[Figures]) -> None:
    has_figure = np.logical_or.reduce([each.cells.notna().to_numpy() for each in figures])
    entry = Entry(
        "required_blank",
        "refused: it has no figure that can be read",
        "A row without any figure says nothing.",
        "Fill a cell of the row in the source.",
    )
    for row in reader.rows.index[~has_figure].tolist():
        reader.journal.refuse(entry, row, reader.ids.get(row), column=reader.wide[0].source)
