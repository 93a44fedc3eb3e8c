"""How does a number stand in a table: whole ones whole though cells beside them are blank, short ones short?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa


def numbers_as_written(column: pa.ChunkedArray) -> npt.NDArray[np.generic]:
    """Return the cells of a column with each number as its own type writes it.

    Parameters
    ----------
    column : pyarrow.ChunkedArray
        Cells of any plain type; those of a dictionary are looked up.

    Returns
    -------
    ndarray
        Whole numbers and booleans beside null as `int`, `bool` and None, never as floating numbers, which
        would write 1 as 1.0 and lose digits from 2**53 on. Floating numbers of 16 and 32 bits by their
        own shortest text. All else as Arrow gives it.

    Examples
    --------
    >>> numbers_as_written(pa.chunked_array([[2**53 + 1, None]])).tolist()
    [9007199254740993, None]
    >>> numbers_as_written(pa.chunked_array([[0.8, None]], pa.float32())).tolist()
    [0.8, nan]
    """
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    cells: npt.NDArray[np.generic] = column.to_pandas(integer_object_nulls=True).to_numpy()
    return shortest(cells)


def shortest(cells: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
    """Return floating numbers of few bits by their own shortest text; other cells as they are.

    >>> shortest(np.array([0.8, np.nan, -2.5], dtype=np.float32)).tolist()
    [0.8, nan, -2.5]
    """
    is_short = cells.dtype.kind == "f" and cells.dtype.itemsize < np.dtype(np.float64).itemsize
    return cells.astype(np.str_).astype(np.float64) if is_short else cells


def lost_in(cells: npt.NDArray[np.generic], said: str) -> bool:
    """Say whether whole numbers or booleans were made floating ones to make room for blank cells.

    >>> lost_in(np.array([1.0, np.nan]), "int64"), lost_in(np.array([1, 2]), "int64")
    (True, False)
    """
    return cells.dtype.kind == "f" and np.dtype(said).kind in "biu"
