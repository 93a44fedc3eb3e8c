"""Did the town board select commissioners of an ordered district in time: TSD-18, Wis. Stat. 60.72(8)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_days, court_rolled
from gis.law.parameters import Parameters
from gis.model.facts.department import CommissionerEvent, DepartmentCommissionersFacts
from gis.model.finding import Finding, Reading
from gis.rules.deadline import COUNTING_NOTE, COURT_NOTE, Deadline, counting_used, day_or_null, deadline
from gis.rules.hearing.review import DAYS as REVIEW_DAYS
from gis.rules.words import day_words, not_known, sentence

ID = "TSD-18"
VERSION = "1"
CITATION = "Wis. Stat. 60.72(8), 60.73"
QUESTION = "Did the town board act within its 60 days?"

_DAYS = "department_commissioner_days"
_STARTS: dict[CommissionerEvent | None, str] = {
    "no_appeal": "the end of the time for review",
    "order_affirmed": "the affirmance of the order",
    "vacancy": "the vacancy",
    "initial_terms_expired": "the end of the first terms",
    None: "the event that starts the time",
}
_ACT = "the board's act"


def judge(facts: DepartmentCommissionersFacts, parameters: Parameters) -> Finding:
    """Say whether the town board selected commissioners, or filled a vacancy, before the department does.

    Parameters
    ----------
    facts
        What starts the time and when, and the board's act. Without an appeal the time starts when that for review
        ends.
    parameters
        The law on the date of the event.

    Returns
    -------
    Finding
        As FACTS.md has it for deadlines (Block D). Where nobody appealed, both readings of the end of the review
        are given: the calendar day, which decides, and that day moved to one on which the court is open.

    Raises
    ------
    FactsInvalid
        The time ends outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.72(8)(a)-(c), with 60.73.
    """
    event_date = None if facts.event is None else facts.event_date
    review_days = parameters.whole(REVIEW_DAYS) if facts.event == "no_appeal" else None
    review_ends = None if review_days is None or event_date is None else add_days(event_date, review_days)
    days = parameters.whole(_DAYS)
    due = deadline(facts, event_date if review_days is None else review_ends, days, facts.board_acted)
    readings = due.readings()
    if review_ends is not None:
        moved = deadline(facts, court_rolled(review_ends, facts.holidays), days, facts.board_acted)
        readings |= {
            "from_calendar_day": _reading(due, "The time for review ends on the calendar day."),
            "from_rolled_day": _reading(moved, "The time for review ends when the court is next open (801.15)."),
        }
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=due.state,
        answer=due.answer,
        measures={**due.measures(), "review_period_ends": day_or_null(review_ends)},
        readings=readings,
        because=sentence(_said(facts, due, review_ends, event_date)),
        parameters=counting_used(parameters, *((_DAYS,) if review_days is None else (_DAYS, REVIEW_DAYS))),
        notes=(
            COUNTING_NOTE,
            *(() if review_ends is None else (COURT_NOTE,)),
            *due.early_note(_STARTS[facts.event], _ACT),
        ),
    )


def _reading(due: Deadline, because: str) -> Reading:
    return Reading(due.state, due.answer, because)


def _said(
    facts: DepartmentCommissionersFacts, due: Deadline, review_ends: dt.date | None, event_date: dt.date | None
) -> list[str]:
    if facts.event is None:
        unknown = "what starts the time is not known, so nothing can be counted from it"
        return [unknown, *not_known((f"the day of {_ACT} is not known", facts.board_acted))]
    said = due.said(_STARTS[facts.event], _ACT)
    if review_ends is None or event_date is None:
        return said
    review = f"nobody appealed from the determination of {day_words(event_date)}"
    return [review, *said]
