"""Which entries of a register are of a later day than the one asked about, so that they do not count?"""

from __future__ import annotations

import datetime as dt

from gis.register.entries import Register
from gis.rules.words import day_words


def later_notes(register: Register | None, date: dt.date) -> tuple[str, ...]:
    """Say how many entries are dated after a day, so that an earlier day can be asked about with today's register.

    Parameters
    ----------
    register : Register, optional
        With its history; what was corrected is not counted.
    date : date
        Day asked about.

    Returns
    -------
    tuple of str
        One sentence; none where every entry counts, and without a register.

    Examples
    --------
    >>> from gis.register.entries import Entry
    >>> held = Register((Entry("proceeding", "P1", "bond_filed", "", dt.date(2026, 6, 2), "", ""),))
    >>> later_notes(held, dt.date(2026, 6, 1))
    ('1 entry of the register is dated after June 1, 2026, the day asked about, and does not count.',)
    >>> later_notes(held, dt.date(2026, 6, 2))
    ()
    """
    count = 0 if register is None else sum(each.date > date for each in register.current())
    if not count:
        return ()
    subject, verb = ("entry", "is") if count == 1 else ("entries", "are")
    does = "does" if count == 1 else "do"
    day = day_words(date)
    return (
        f"{count:,} {subject} of the register {verb} dated after {day}, the day asked about, and {does} not count.",
    )
