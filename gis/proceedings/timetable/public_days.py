"""Which elections and legal holidays fall between two days?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator

from gis.calendar.elections import general_election, partisan_primary, spring_election
from gis.calendar.holidays import legal_holidays
from gis.model.timetable import TimetableRow
from gis.proceedings.timetable.rows import ELECTED, Step, plain

_HOLIDAYS = "Wis. Stat. 995.20"


def public_days(
    first: dt.date, last: dt.date, last_election: dt.date, added: Collection[dt.date] = ()
) -> tuple[TimetableRow, ...]:
    """Return the elections and legal holidays in a range of days, both ends included, in order.

    Parameters
    ----------
    first, last
        The range for holidays.
    last_election
        Last day for elections; they matter beyond the last act.
    added
        Holidays beyond Wisconsin's usual ones.

    Examples
    --------
    >>> days = public_days(dt.date(2026, 11, 1), dt.date(2026, 11, 11), dt.date(2027, 4, 6))
    >>> [(row.step, row.day.isoformat()) for row in days if row.day]
    [('general_election', '2026-11-03'), ('holiday', '2026-11-11'), ('spring_election', '2027-04-06')]
    """
    rows = {row.day: row for row in _holidays(first, last, added)}
    rows.update({row.day: row for row in _elections(first, max(last, last_election))})
    return tuple(sorted(rows.values(), key=lambda row: row.day or first))


def _holidays(first: dt.date, last: dt.date, added: Collection[dt.date]) -> Iterator[TimetableRow]:
    usual = {day for year in range(first.year, last.year + 1) for day in legal_holidays(year)}
    for day in usual.union(added):
        if first <= day <= last:
            what = "Legal holiday" if day in usual else "Legal holiday, as stated"
            yield plain(Step("holiday", what, "", _HOLIDAYS, beyond=_HOLIDAYS), "holiday", day)


def _elections(first: dt.date, last: dt.date) -> Iterator[TimetableRow]:
    for year in range(first.year, last.year + 1):
        elections = [("spring_election", "Spring election", "Wis. Stat. 5.02(21)", spring_election(year), False)]
        if year % 2 == 0:
            elections += [
                ("partisan_primary", "Partisan primary", "Wis. Stat. 5.02(12s)", partisan_primary(year), True),
                ("general_election", "General election", "Wis. Stat. 5.02(5)", general_election(year), True),
            ]
        for name, what, citation, day, is_holiday in elections:
            if first <= day <= last:
                note = "It is a legal holiday too." if is_holiday else ""
                yield plain(Step(name, what, "", citation, beyond=ELECTED), "election", day, note)
