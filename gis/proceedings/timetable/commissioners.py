"""By when are commissioners chosen, when are they elected, and until when do they serve: 60.72(8), 60.74, 60.75?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from gis.model.timetable import TimetableRow
from gis.proceedings.timetable.rows import (
    COUNTED,
    ELECTED,
    SPECIAL,
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
_MOST_VALUE = "board of the town with the most value"
_FIRST = "Wis. Stat. 60.74(3)(a)"
_METHOD = Step("method", "Determine how commissioners are selected", _BOARD, "Wis. Stat. 60.74(1)", "TSD-22", COUNTED)
_METHOD_OF_SEVERAL = replace(_METHOD, who=_MOST_VALUE, citation="Wis. Stat. 60.74(2)(a)", rule="TSD-23")
_AFTER_REVIEW = Step(
    "commissioners", "Choose commissioners or provide for it", _BOARD, "Wis. Stat. 60.72(8)(a)", "TSD-18", COUNTED
)
_INTERIM = Step("interim", "Appoint commissioners until the election", _BOARD, _FIRST, "TSD-25", COUNTED)
_ELECTION = Step(
    "first_election", "First election of commissioners", "electors of the district", _FIRST, "TSD-25", ELECTED
)
_INTERIM_END = Step("interim_end", "Last day of the appointed commissioners", "commissioners", _FIRST, "TSD-25")


def commissioner_rows(clerk: Clerk, established: dt.date | None) -> Iterator[TimetableRow]:
    """Yield the rows of the first commissioners, each in its place.

    Parameters
    ----------
    clerk
        The proceeding and the law.
    established
        Day on which the district came to be; null where nobody knows yet.

    Notes
    -----
    Wis. Stat. 60.72(8)(a), 60.74(1) to (3) and 60.75(2)(d); TSD-18, 22, 23 and 25 count the days.
    """
    if clerk.given.proceeding == "department_order":
        yield _after_review(clerk, established)
    else:
        yield _method_row(clerk, established)
    yield from _first_election(clerk, established)


def _method_row(clerk: Clerk, established: dt.date | None) -> TimetableRow:
    given = clerk.given
    facts = {
        "established": established,
        "method": given.method,
        "method_determined": given.method_determined,
        "holidays": clerk.holidays,
    }
    if (given.towns_count or 1) > 1:
        finding = clerk.ask("TSD-23", **facts)
        return deadline(clerk, _METHOD_OF_SEVERAL, finding, given.method_determined, "From the establishment.")
    finding = clerk.ask("TSD-22", **facts, towns_count=given.towns_count)
    several = "In several towns it is for the board of the town with the most value (60.74(2)(a)), in the same time."
    note = joined("From the establishment.", several if given.towns_count is None else None)
    return deadline(clerk, _METHOD, finding, given.method_determined, note)


def _after_review(clerk: Clerk, established: dt.date | None) -> TimetableRow:
    given = clerk.given
    finding = clerk.ask(
        "TSD-18",
        event="no_appeal",
        event_date=established,
        board_acted=given.commissioners_chosen,
        holidays=clerk.holidays,
    )
    note = "From the end of the time for review, where no action is brought; else from the affirmance."
    return deadline(clerk, _AFTER_REVIEW, finding, given.commissioners_chosen, note)


def _first_election(clerk: Clerk, established: dt.date | None) -> Iterator[TimetableRow]:
    """Yield the election and what leads to it, unless the board appoints, or is the commission itself."""
    given = clerk.given
    if given.method not in (None, "elect"):
        return
    decided_on = given.method_determined or given.commissioners_chosen or established
    by_petition = given.proceeding == "petition"
    finding = clerk.ask(
        "TSD-25",
        decided_on=decided_on,
        election_kind=given.election_kind or "spring",
        established=established if by_petition else None,
        interim_appointed=given.interim_appointed,
    )
    only = None if given.method == "elect" else "Only where the board provides for an election."
    if given.election_kind == "special":
        yield plain(_ELECTION, "no_day", None, SPECIAL)
        return
    if by_petition:
        day = day_measure(finding, "appoint_by")
        note = joined(only, "Judged by the plain calendar day.")
        yield unmoved(clerk, _INTERIM, "deadline", day, given.interim_appointed, note)
    assumed = given.method_determined or given.commissioners_chosen
    counted = None if assumed or decided_on is None else f"Where the board decides on {said(decided_on)} or soon after."
    yield plain(_ELECTION, "election", answer_day(finding), joined(only, counted))
    yield plain(_INTERIM_END, "term_end", day_measure(finding, "interim_until"), joined(only))
