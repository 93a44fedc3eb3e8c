"""On which day was a governor last elected, as a petition of a given day sees it?"""

from __future__ import annotations

import datetime as dt

from gis.calendar.elections import general_election
from gis.errors import ParameterNotInForce
from gis.law.parameters import Parameters

TERM = "governor_term_years"


def last_governor_election(day: dt.date, parameters: Parameters) -> dt.date:
    """Return the last general election on or before a day that elected a governor.

    A recall or special election for governor is no general election, so it is never returned.

    Parameters
    ----------
    day
        Day on which the petition is filed; election day itself counts.
    parameters
        The law on the date of the question.

    Raises
    ------
    ParameterNotInForce
        The day lies before the first election of the term on file.

    Notes
    -----
    Wis. Const. art. V, sec. 1 (term); Wis. Stat. 5.02(5) (general election), 60.74(4)(a) and (6)(b).

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> law = load_law().newest()
    >>> [last_governor_election(dt.date(*day), law).year for day in ((2013, 5, 1), (2026, 11, 2), (2026, 11, 3))]
    [2010, 2022, 2026]
    """
    term = parameters.get(TERM)
    years = int(parameters.number(TERM))
    passed = (day.year - term.holds_from.year) // years
    election = general_election(term.holds_from.year + passed * years)
    if election > day:
        election = general_election(election.year - years)
    if election < term.holds_from:
        raise ParameterNotInForce(
            what=f"No election of a governor before {day.isoformat()} is known.",
            where=f"the day of the petition, {day.isoformat()}",
            why=f"The term on file begins with the election of {term.holds_from.isoformat()}.",
            next="Correct the day, or add the earlier term with its citation to the law's files.",
        )
    return election
