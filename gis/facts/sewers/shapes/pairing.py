"""Which things belong together through a third: parcel and sewer through the right-of-way that both know?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.intp]


def through(left: Rows, right: Rows) -> tuple[Rows, Rows]:
    """Return positions of equal values in two arrays, every pair of them, ordered by left, then by right.

    Examples
    --------
    >>> in_streets, held_by = np.array([7, 3, 7]), np.array([3, 7, 7])
    >>> [places.tolist() for places in through(in_streets, held_by)]
    [[0, 0, 1, 2, 2], [1, 2, 0, 1, 2]]
    """
    order = np.argsort(right, kind="stable")
    low = np.searchsorted(right[order], left)
    counts = np.searchsorted(right[order], left, side="right") - low
    offsets = np.cumsum(counts) - counts
    picked = np.arange(counts.sum()) + np.repeat(low - offsets, counts)
    return np.repeat(np.arange(len(left), dtype=np.intp), counts), order[picked]
