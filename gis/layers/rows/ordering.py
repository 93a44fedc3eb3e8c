"""In which order do rows stand, whatever order they came in: by the code points of their texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

Whole = npt.NDArray[np.int64]


def text_order(columns: Sequence[pd.Series[Any]]) -> tuple[Whole, npt.NDArray[np.bool_]]:
    """Return the order of rows by several columns as texts, and which rows in that order begin another key.

    Parameters
    ----------
    columns : sequence of Series
        Of equal length, the one that counts most first. A null stands as the empty text.

    Returns
    -------
    tuple of ndarray
        Positions of the rows in order; for each of them whether it differs from the one before.
        How rows of equal texts stand among themselves is not settled.

    Examples
    --------
    >>> order, is_first = text_order([pd.Series(["b", "a", "b"]), pd.Series([2, None, 10])])
    >>> order.tolist(), is_first.tolist()
    ([1, 2, 0], [True, True, True])
    """
    cells = [_texts(column) for column in columns]
    names = [str(number) for number in range(len(cells))]
    table = pa.table(cells, names=names)
    order = pc.sort_indices(table, sort_keys=[(name, "ascending") for name in names])
    ordered = table.take(order)
    is_first = np.ones(len(order), dtype=bool)
    if len(order) > 1:
        same = [pc.equal(column[1:], column[:-1]).to_numpy(zero_copy_only=False) for column in _whole(ordered)]
        is_first[1:] = ~np.logical_and.reduce(same)
    return order.to_numpy().astype(np.int64), is_first


def _texts(column: pd.Series[Any]) -> pa.Array:
    cells = pa.array(column, from_pandas=True)
    if isinstance(cells, pa.ChunkedArray):
        cells = cells.combine_chunks()
    if not (pa.types.is_string(cells.type) or pa.types.is_large_string(cells.type)):
        cells = pa.array([None if value is None else str(value) for value in cells.to_pylist()], pa.large_string())
    return cells.cast(pa.large_string()).fill_null("")


def _whole(table: pa.Table) -> list[pa.Array]:
    return [column.combine_chunks() for column in table.columns]
