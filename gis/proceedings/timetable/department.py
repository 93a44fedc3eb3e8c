"""By when must each act be done where the department orders a district: 60.72?"""

from __future__ import annotations

from collections.abc import Iterator

from gis.model.timetable import TimetableRow
from gis.proceedings.timetable.insertions import insertion_rows
from gis.proceedings.timetable.rows import (
    COUNTED,
    NOTICED,
    PUBLISHED,
    Clerk,
    Step,
    answer_day,
    deadline,
    plain,
    unmoved,
)

_DEPARTMENT, _BOARD = "Department of Natural Resources", "town board"
_NOTICE = "Wis. Stat. 60.72(3)"
_CLERKS = Step("clerks", "Mail the notice to the clerk of each town", _DEPARTMENT, _NOTICE, "TSD-16", NOTICED)
_INSERTIONS = (
    Step("first_insertion", "Publish the notice", _BOARD, _NOTICE, "TSD-16", PUBLISHED),
    Step("second_insertion", "Publish the notice again", _BOARD, _NOTICE, "TSD-16", PUBLISHED),
)
_HEARING = Step("hearing", "Hearing of the department", _DEPARTMENT, "Wis. Stat. 60.72(2)")
_FINDINGS = Step("department_order", "Findings; the order, where they affirm", _DEPARTMENT, "Wis. Stat. 60.72(4)-(5)")
_RECEIVED = Step("order_received", "The town board receives the order", _BOARD, "Wis. Stat. 60.72(6)")
_TOWN = Step(
    "town_action", "Establish the town sanitary district", _BOARD, "Wis. Stat. 60.72(6)-(7)", "TSD-17", COUNTED
)


def department_rows(clerk: Clerk) -> Iterator[TimetableRow]:
    """Yield the rows from the notice of the department's hearing to the act of the town board, each in its place.

    Notes
    -----
    Wis. Stat. 60.72(2) to (7); TSD-16 and 17 count the days. The text opens no window for the hearing and states no
    day for the department's findings and order.
    """
    given = clerk.given
    notice = clerk.ask(
        "TSD-16",
        hearing_date=given.hearing_date,
        towns=[{"name": "each town in the area", "mailed": given.clerks_mailed}],
        insertions=given.insertions or None,
        holidays=clerk.holidays,
    )
    yield unmoved(clerk, _CLERKS, "minimum_notice", answer_day(notice), given.clerks_mailed)
    yield from insertion_rows(clerk, _INSERTIONS, notice, given.insertions)
    if given.hearing_date is not None:
        yield plain(_HEARING, "given", given.hearing_date)
    yield plain(_FINDINGS, "no_day", None, "The text states no day for it.")
    if given.order_received is not None:
        yield plain(_RECEIVED, "given", given.order_received, "This day is left out of the count.")
    act = clerk.ask(
        "TSD-17",
        order_received=given.order_received,
        town_action=None if given.town_acted is None else "sanitary_district",
        town_acted=given.town_acted,
        holidays=clerk.holidays,
    )
    then = "After it the department itself establishes the district, records the order and files it with each clerk."
    yield deadline(clerk, _TOWN, act, given.town_acted, then)
