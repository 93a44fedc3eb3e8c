"""Which surfaces were there on a day, as far as their dates tell?"""

from __future__ import annotations

import calendar
import datetime as dt

import numpy as np
import numpy.typing as npt

from gis.layers.layer import Layer

Objects = npt.NDArray[np.object_]
Flags = npt.NDArray[np.bool_]
_YEAR, _MONTH, _DAY = 4, 7, 10
"""Characters of a date of which only the year, the month or the day is told."""


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


def standing_of(layer: Layer, date: dt.date, vintage: dt.date | None) -> Objects:
    """Say of each surface of a layer whether it was there on a day; see `standing_on`.

    Of one built in a year of which no day is told, and that is the year of the question, nobody can tell.
    """
    last = standing_on(dates_of(layer, "built"), dates_of(layer, "captured"), date, vintage)
    first = [None if each is None else _first_day(str(each)) for each in layer.column_if_there("built")]
    told = zip(first, last.tolist(), strict=True)
    return np.array(
        [None if was is False and made is not None and made <= date else was for made, was in told], dtype=object
    )


def holding_on(layer: Layer, date: dt.date) -> Flags:
    """Say which rows of a layer of lines made by law hold on a day, from the first to the last of theirs.

    Of a year or month without a day the whole of it is meant; a row without dates holds.
    """
    columns = (layer.column_if_there(name).tolist() for name in ("valid_from", "valid_to"))
    found = [
        (since is None or _first_day(str(since)) <= date) and (until is None or date <= _last_day(str(until)))
        for since, until in zip(*columns, strict=True)
    ]
    return np.array(found, dtype=bool)


def dates_of(layer: Layer, name: str) -> Objects:
    """Return a column of dates; all None where the layer has no such column.

    A layer keeps dates as ISO 8601 text, with a time where one was published; of a year or month without a day the last
    day is taken, by which it surely was.
    """
    return np.array(
        [None if each is None else _last_day(str(each)) for each in layer.column_if_there(name)], dtype=object
    )


def _first_day(text: str) -> dt.date:
    """Return the first day that a date can mean.

    >>> _first_day("1987"), _first_day("2026-03-14T15:09:26-05:00")
    (datetime.date(1987, 1, 1), datetime.date(2026, 3, 14))
    """
    return dt.date.fromisoformat({_YEAR: f"{text}-01-01", _MONTH: f"{text}-01"}.get(len(text), text[:_DAY]))


def _last_day(text: str) -> dt.date:
    """Return the last day that a date can mean.

    >>> _last_day("1987"), _last_day("2024-02"), _last_day("2026-03-14")
    (datetime.date(1987, 12, 31), datetime.date(2024, 2, 29), datetime.date(2026, 3, 14))
    """
    if len(text) == _YEAR:
        return dt.date(int(text), 12, 31)
    if len(text) == _MONTH:
        year, month = int(text[:_YEAR]), int(text[-2:])
        return dt.date(year, month, calendar.monthrange(year, month)[1])
    return _first_day(text)
