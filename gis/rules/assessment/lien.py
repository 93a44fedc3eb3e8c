"""By when must the lien on exempt land be recorded, and was it?"""

from __future__ import annotations

import datetime as dt
from typing import Final

from gis.law.parameters import Parameters
from gis.model.facts.assessment import LienRecorded
from gis.model.facts.closed_days import ClosedDays
from gis.model.finding import State
from gis.rules.deadline import Clock, Deadline, deadline, state_by

LIEN_DAYS = "farmland_lien_days"
"""Name of the value of the law that says how many days there are."""

NEVER: Final = "never"
_WISCONSIN = ClosedDays()
_NAMED = ("the first levy in the service area", "the recording of the lien")


def lien_deadline(
    first_levy: dt.date | None, parameters: Parameters, recorded: LienRecorded = None, clock: Clock = _WISCONSIN
) -> Deadline:
    """Return the last day on which the lien may be recorded, and what is known of the recording.

    Parameters
    ----------
    first_levy
        First levy of a special assessment for the system in the service area; null where nobody knows.
    parameters
        The law on the date of the first levy.
    recorded
        Day of the recording, `never`, or null where the record was not searched.
    clock
        Which days are closed; left out, Wisconsin's holidays.

    Raises
    ------
    FactsInvalid
        The time ends outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0721(3)(b) and (c).

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> due = lien_deadline(dt.date(2026, 9, 14), load_law().newest())
    >>> due.answer, due.measures()["rolled_date"], due.measures()["plan_by"]
    ('2026-12-13', '2026-12-14', '2026-12-11')
    """
    act = recorded if isinstance(recorded, dt.date) else None
    return deadline(clock, first_levy, parameters.whole(LIEN_DAYS), act)


def lien_state(recorded: LienRecorded, last_day: dt.date | None) -> State:
    """Say whether the lien was recorded on or before a last day; `fail` where it never was."""
    return state_by(recorded, last_day) if isinstance(recorded, dt.date | None) else State.FAIL


def lien_said(recorded: LienRecorded, due: Deadline) -> list[str]:
    """Say in clauses when the time for the lien ends and whether it was recorded in time."""
    said = due.said(*_NAMED)
    return [*said[:-1], "the lien was never recorded"] if recorded == NEVER else said


def lien_early_note(due: Deadline) -> tuple[str, ...]:
    """Return a note where the recording is dated before the first levy."""
    return due.early_note(*_NAMED)
