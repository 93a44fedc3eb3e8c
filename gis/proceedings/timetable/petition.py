"""By when must each act of a proceeding by petition be done, until the board has decided: 60.71(2) to (6)?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from gis.calendar.counting import is_business_day
from gis.model.timetable import HearingWindow, TimetableRow
from gis.proceedings.timetable.insertions import insertion_rows
from gis.proceedings.timetable.rows import (
    COUNTED,
    NOTICED,
    PUBLISHED,
    Clerk,
    Step,
    answer_day,
    day_measure,
    deadline,
    joined,
    plain,
    said,
    unmoved,
)

_BOARD = "town board"
_PUBLISHED = "Wis. Stat. 60.71(4)(b)"
_AGAIN = "Wis. Stat. 60.71(6)(e)"
_RECEIPT = Step("petition_received", "The petition is received", "town clerk", "Wis. Stat. 60.71(2)(a) and (4)(a)")
_INSERTIONS = (
    Step("first_insertion", "Publish the notice", _BOARD, _PUBLISHED, "TSD-07", PUBLISHED),
    Step("second_insertion", "Publish the notice again", _BOARD, _PUBLISHED, "TSD-07", PUBLISHED),
)
_BOND = Step("bond", "File the bond with the town clerk", "petitioners", "Wis. Stat. 60.71(3)", "TSD-05", NOTICED)
_MAILING = Step("mailing", "Mail the notice to the DSPS and the DNR", _BOARD, _PUBLISHED, "TSD-07", NOTICED)
_HEARING_BY = Step("hearing_by", "Hold the hearing", _BOARD, "Wis. Stat. 60.71(4)(a)", "TSD-06", COUNTED)
_HEARING = Step("hearing", "Hearing", _BOARD, "Wis. Stat. 60.71(4)")
_INSERTIONS_AGAIN = (
    Step(
        "continued_first_insertion", "Publish the notice of the continued hearing", _BOARD, _AGAIN, "TSD-13", PUBLISHED
    ),
    Step("continued_second_insertion", "Publish that notice again", _BOARD, _AGAIN, "TSD-13", PUBLISHED),
)
_CONTINUED_BY = Step("continued_by", "Hold a continued hearing", _BOARD, _AGAIN, "TSD-13", COUNTED)
_CONTINUED = Step("continued_hearing", "Continued hearing", _BOARD, _AGAIN)
_DECISION = Step(
    "decision", "Issue written findings and the decision", _BOARD, "Wis. Stat. 60.71(6)(a)", "TSD-11", COUNTED
)


def petition_rows(
    clerk: Clerk, received: dt.date, window: HearingWindow, continued: HearingWindow | None
) -> Iterator[TimetableRow]:
    """Yield the rows from the receipt of the petition to the decision, each in its place.

    Parameters
    ----------
    clerk
        The proceeding and the law.
    received
        Receipt of the petition.
    window, continued
        Days on which the hearing, and its continuation, can be held.

    Notes
    -----
    Wis. Stat. 60.71(2) to (6)(e); TSD-05, 06, 07, 11 and 13 count the days. No hearing date is proposed: where none
    is stated, notice is counted back from the last day on which a hearing can be held.
    """
    given = clerk.given
    yield plain(_RECEIPT, "given", received, "This day is left out of the count.")
    yield from _before_the_hearing(clerk, window)
    limit = clerk.ask("TSD-06", petition_received=received, hearing_date=given.hearing_date, holidays=clerk.holidays)
    yield deadline(clerk, _HEARING_BY, limit, given.hearing_date, _possible(window))
    if given.hearing_date is not None:
        yield plain(_HEARING, "given", given.hearing_date, _hearing_note(clerk, given.hearing_date, window))
    if given.hearing_date is not None and continued is not None:
        yield from _continuation(clerk, given.hearing_date, continued)
    decision = clerk.ask(
        "TSD-11",
        hearing_concluded=given.continued_to or given.hearing_date,
        decision_issued=given.decision_issued,
        holidays=clerk.holidays,
    )
    yield deadline(clerk, _DECISION, decision, given.decision_issued, "From the end of the hearing.")


def _possible(window: HearingWindow) -> str:
    if not window.is_possible:
        return window.because
    return f"Possible days: {said(window.earliest)}, to {said(window.latest)}."


def _before_the_hearing(clerk: Clerk, window: HearingWindow) -> Iterator[TimetableRow]:
    given = clerk.given
    assumed = None if given.hearing_date is not None or not window.is_possible else window.latest
    event = given.hearing_date or assumed
    note = ""
    if given.hearing_date is None:
        note = (
            "No hearing day is possible."
            if assumed is None
            else f"No hearing date is stated; this leaves {said(assumed)}."
        )
    notice = clerk.ask(
        "TSD-07",
        hearing_date=event,
        insertions=given.insertions or None,
        notice_mailed_dsps=given.notice_mailed,
        notice_mailed_dnr=given.notice_mailed,
        holidays=clerk.holidays,
    )
    bond = clerk.ask("TSD-05", hearing_date=event, bond_filed=given.bond_filed, holidays=clerk.holidays)
    rows = [
        unmoved(clerk, _BOND, "minimum_notice", answer_day(bond), given.bond_filed, note),
        *insertion_rows(clerk, _INSERTIONS, notice, given.insertions, note),
        unmoved(clerk, _MAILING, "minimum_notice", day_measure(notice, "mail_by"), given.notice_mailed, note),
    ]
    # What is in time for the last possible hearing day may be late for an earlier one.
    yield from (replace(row, in_time=None) if assumed is not None and row.in_time else row for row in rows)


def _hearing_note(clerk: Clerk, hearing: dt.date, window: HearingWindow) -> str:
    is_open = is_business_day(hearing, clerk.holidays)
    closed = None if is_open else "It is no business day; the text does not forbid a hearing on it."
    if window.failing:
        return joined(f"The hearing date does not stand: {'; '.join(window.failing)}.", closed)
    return joined("The hearing date is one of the possible days.", closed)


def _continuation(clerk: Clerk, hearing: dt.date, window: HearingWindow) -> Iterator[TimetableRow]:
    given = clerk.given
    finding = clerk.ask(
        "TSD-13",
        hearing_date=hearing,
        continued_to=given.continued_to,
        insertions=given.continued_insertions or None,
        holidays=clerk.holidays,
    )
    if given.continued_to is not None:
        yield from insertion_rows(clerk, _INSERTIONS_AGAIN, finding, given.continued_insertions)
    only = None if given.continued_to is not None else "Only where other territory is to be taken in, on a new notice."
    yield deadline(clerk, _CONTINUED_BY, finding, given.continued_to, joined(only, _possible(window)))
    if given.continued_to is not None:
        yield plain(_CONTINUED, "given", given.continued_to, _hearing_note(clerk, given.continued_to, window))
