"""What follows a decision, and by when: order, filing, recording, costs and court review (60.71(6) and (7), 60.73)?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from gis.calendar.weekdays import SATURDAY
from gis.model.timetable import TimetableRow
from gis.proceedings.timetable.checking import outcome_of
from gis.proceedings.timetable.rows import COUNTED, COURT, Clerk, Step, deadline, joined, plain

_BOARD = "town board"
_ORDER = Step("order", "Order establishing the district, or dismissing", _BOARD, "Wis. Stat. 60.71(6)(c), (d) and (f)")
_FILED = Step("filed_with_dnr", "File copies of the order with the DNR", _BOARD, "Wis. Stat. 60.71(7)", "TSD-15")
_RECORDED = Step("recorded", "Record the order with the register of deeds", _BOARD, "Wis. Stat. 60.71(7)", "TSD-15")
_COSTS = Step("costs", "Pay the town board's costs", "petitioners", "Wis. Stat. 60.71(6)(f)", "TSD-14", COUNTED)
_REVIEW = Step(
    "review", "Bring an action against the order", "any person aggrieved", "Wis. Stat. 60.73", "TSD-21", COURT
)
_NO_DAY = "The text states no day for it."


def order_rows(clerk: Clerk, established: dt.date | None) -> Iterator[TimetableRow]:
    """Yield the rows from the order of the town board to the end of the time for review, each in its place.

    Parameters
    ----------
    clerk
        The proceeding and the law.
    established
        Day of the order that establishes the district; null where there is none, or not yet.

    Notes
    -----
    Wis. Stat. 60.71(6)(c), (d), (f) and (7), 60.73; TSD-14, 15 and 21. Where the board has not decided, both ways
    are told.
    """
    given = clerk.given
    outcome = outcome_of(given)
    yield plain(_ORDER, "no_day", given.order_date, f"{_NO_DAY} It carries the decision out.", done=given.order_date)
    if outcome != "dismissed":
        counties = given.counties_count
        where = None if counties is None else f"In {counties} count{'y' if counties == 1 else 'ies'}."
        each = "In each county in which the district lies." if where is None else where
        yield plain(_FILED, "no_day", given.filed_with_dnr, _NO_DAY, given.filed_with_dnr)
        yield plain(_RECORDED, "no_day", given.recorded, f"{_NO_DAY} {each}", given.recorded)
    if outcome != "established":
        yield _costs_row(clerk)
    if outcome != "dismissed":
        yield review_row(clerk, established)


def review_row(clerk: Clerk, established: dt.date | None) -> TimetableRow:
    """Return the row of the court action against the order that establishes the district."""
    given = clerk.given
    finding = clerk.ask(
        "TSD-21", final_determination=established, action_filed=given.action_filed, holidays=clerk.holidays
    )
    return deadline(clerk, _REVIEW, finding, given.action_filed, "In the county of the lands; else the order is final.")


def _costs_row(clerk: Clerk) -> TimetableRow:
    given = clerk.given
    finding = clerk.ask(
        "TSD-14",
        order_date=given.order_date,
        costs_paid=given.costs_paid,
        holidays=clerk.holidays,
    )
    only = None if outcome_of(given) == "dismissed" else "Only where the board dismisses the proceedings."
    row = deadline(clerk, _COSTS, finding, given.costs_paid)
    on_saturday = row.day is not None and row.day.weekday() == SATURDAY and given.office_open_saturday is None
    asked = "A Saturday moves only where the office is closed that day, which is not stated." if on_saturday else None
    return deadline(clerk, _COSTS, finding, given.costs_paid, joined(only, asked))
