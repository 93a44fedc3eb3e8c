"""What does each row say in canonical columns: cells read by their kind, every doubt listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd

from gis.layers.contracts import CONTRACTS
from gis.layers.journal import Journal
from gis.layers.presets.choosing import ColumnMap
from gis.layers.progress import Progress, silent
from gis.layers.rows.cells import ColumnReader, same
from gis.layers.rows.filling import remark_filling
from gis.layers.rows.parcel_rows import parcel_rows
from gis.layers.rows.place_rows import mark_basis, municipality_rows, plain_rows
from gis.layers.rows.wide import Figures, comparable, wide_figures
from gis.model.edition import Kind


@dataclass(frozen=True, slots=True)
class CanonicalRows:
    """Rows in canonical columns and, apart from them, what is private; indexed by source row."""

    table: pd.DataFrame
    private: pd.DataFrame
    figures: tuple[Figures, ...] = ()
    """Columns whose every cell becomes a feature of its own (`wide.expand`), once repeats are settled."""


_ROWS: Mapping[Kind, Callable[[ColumnReader], pd.DataFrame]] = {
    "municipalities": municipality_rows,
    "parcels": parcel_rows,
}
"""Kinds with readings of their own; all others are `plain_rows`."""


def canonical_rows(
    kind: Kind, rows: pd.DataFrame, column_map: ColumnMap, journal: Journal, progress: Progress = silent
) -> CanonicalRows:
    """Read the rows of a file into the canonical columns of a kind.

    Parameters
    ----------
    kind : str
        Kind of layer; not a raster.
    rows : DataFrame
        Source columns, indexed by row from 0.
    column_map : ColumnMap
        Which source column is which.
    journal : Journal
        Takes what could not be read, was folded or filled.
    progress : callable
        Told which column is being read.

    Returns
    -------
    CanonicalRows
        Every row that went in, also those that the journal lists as refused. Types are settled by `contracts.typed`.
    """
    columns = {column.canonical: column for column in column_map.columns}
    for remark in column_map.remarks:
        journal.remark(remark)
    reader = ColumnReader(kind, _shortest(rows), columns, same(None, rows.index), journal, column_map.wide, progress)
    remark_filling(reader)
    table = _ROWS.get(kind, plain_rows)(reader)
    figures = wide_figures(reader)
    if figures:
        table[figures[0].canonical] = comparable(figures)
    if kind == "votes":
        mark_basis(table, figures, journal)
    private = pd.DataFrame({name: reader.read(name) for name in CONTRACTS[kind].private if name in columns})
    return CanonicalRows(table, private.reindex(rows.index), figures)


def _shortest(rows: pd.DataFrame) -> pd.DataFrame:
    """Return floating numbers of four bytes as the shortest text of theirs says, 0.8 and not 0.800000011920929."""
    narrow = [name for name, dtype in rows.dtypes.items() if dtype == "float32"]
    return rows.assign(**{str(name): rows[name].to_numpy().astype(str).astype(float) for name in narrow})
