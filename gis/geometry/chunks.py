"""How is work on a great many shapes kept small in memory and shared between processors?"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")

CHUNK = 25_000
"""Shapes worked on at once by each processor; what lies between their input and output is some dozens of megabytes."""


def by_chunks(work: Callable[[NDArray[Any]], T], rows: NDArray[Any], size: int = CHUNK) -> list[T]:
    """Do the same work on stretches of an array, in their order, on all processors.

    Threads, because GEOS, PROJ and numpy do not hold the interpreter while they work. What comes
    out is the same however many processors there are.

    Parameters
    ----------
    work : callable
        Takes a stretch of `rows`; must treat each row by itself.
    rows : ndarray
        Shapes or others; none are one empty stretch.
    size : int
        Rows in a stretch.

    Returns
    -------
    list
        What the work gave for each stretch.

    Examples
    --------
    >>> by_chunks(lambda rows: int(rows.sum()), np.arange(5), size=2)
    [1, 5, 4]
    """
    chunks = [rows[first : first + size] for first in range(0, max(len(rows), 1), size)]
    if len(chunks) == 1:
        return [work(chunks[0])]
    with ThreadPoolExecutor(min(len(chunks), processors())) as pool:
        return list(pool.map(work, chunks))


def joined(work: Callable[[NDArray[Any]], NDArray[Any]], rows: NDArray[Any]) -> NDArray[Any]:
    """Return what `by_chunks` gives, as one array."""
    parts = by_chunks(work, rows)
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def processors() -> int:
    """Return how many processors this process may use, where the system tells."""
    affinity: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
