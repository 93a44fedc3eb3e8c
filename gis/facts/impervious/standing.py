"""Which surfaces were there on a day, as far as their dates tell?"""

from __future__ import annotations

import datetime as dt

import numpy as np
import numpy.typing as npt

from gis.layers.layer import Layer

Objects = npt.NDArray[np.object_]


def standing_on(built: Objects, captured: Objects, date: dt.date, vintage: dt.date | None) -> Objects:
    """Say of each surface whether it was there on a day.

    Parameters
    ----------
    built, captured : object arrays of date or None
        When it was made, and when it was seen.
    date : date
        The day of the question.
    vintage : date, optional
        Day of the edition: a surface without any date was seen by then.

    Returns
    -------
    object array of bool or None
        By the day on which it was built, where that is known. Otherwise a surface seen by the day was there, and of
        one seen only later nobody can tell. One without any date, in an edition without a day, counts as there.

    Examples
    --------
    >>> seen, unknown = dt.date(2010, 4, 1), np.array([None, None])
    >>> standing_on(np.array([dt.date(1998, 1, 1), None]), np.array([seen, seen]), dt.date(2004, 1, 1), None).tolist()
    [True, None]
    >>> standing_on(unknown, unknown, dt.date(2004, 1, 1), None).tolist()
    [True, True]
    """
    found = []
    for made, seen in zip(built.tolist(), captured.tolist(), strict=True):
        last = seen or vintage
        if made is not None:
            found.append(made <= date)
        else:
            found.append(True if last is None or last <= date else None)
    return np.array(found, dtype=object)


def dates_of(layer: Layer, name: str) -> Objects:
    """Return a column of dates; all None where the layer has no such column.

    A layer keeps dates as ISO 8601 text.
    """
    return np.array(
        [None if each is None else dt.date.fromisoformat(str(each)) for each in column_of(layer, name)], dtype=object
    )


def column_of(layer: Layer, name: str) -> Objects:
    """Return a column of a layer; all None where it has no such column."""
    if name in layer.table.columns:
        return layer.column(name)
    return np.full(len(layer.table), None, dtype=object)
