"""On which day do commissioners elected in spring follow those before them."""

from __future__ import annotations

import datetime as dt

from gis.calendar.elections import third_monday_of_april
from gis.law.parameters import Parameters
from gis.rules.formulas import chosen

FOLLOW_ON = "elected_commissioners_follow_on"
_DAYS = {"third_monday_of_april": third_monday_of_april}


def follow_on(year: int, parameters: Parameters) -> dt.date:
    """Return the day in the year of a spring election on which those elected follow.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.75(2)(d), 60.74(3)(a) and (4)(c).

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> follow_on(2027, load_law().newest()).isoformat()
    '2027-04-19'
    """
    return chosen(parameters, FOLLOW_ON, _DAYS)(year)
