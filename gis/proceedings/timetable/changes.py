"""What follows a petition to change how commissioners are selected, and for how long: 60.74(4) to (5m)?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from gis.model.finding import Finding
from gis.model.timetable import TimetableRow
from gis.proceedings.timetable.rows import (
    COUNTED,
    ELECTED,
    NOTICED,
    SPECIAL,
    Clerk,
    Step,
    answer_day,
    day_measure,
    deadline,
    joined,
    known,
    plain,
    said,
)

_ELECTORS = "electors of the district"
_ELECTION = Step(
    "petitioned_election",
    "Election that the petition leads to",
    _ELECTORS,
    "Wis. Stat. 60.74(4)(b)",
    "TSD-27",
    ELECTED,
)
_HOLD_OVER = Step(
    "hold_over", "Last day of the appointed commissioners", "commissioners", "Wis. Stat. 60.74(4)(c)", "TSD-28"
)
_APPOINT = Step(
    "appoint_after_referendum",
    "Appoint commissioners, where the referendum approves",
    "town board",
    "Wis. Stat. 60.74(5)(c)",
    "TSD-29",
    COUNTED,
)
_TO_APPOINTMENT = Step(
    "petition_to_appointment_from",
    "First day for a petition to appoint again",
    _ELECTORS,
    "Wis. Stat. 60.74(5m)(a)",
    "TSD-30",
    NOTICED,
)
_TO_ELECTION = replace(
    _TO_APPOINTMENT,
    name="petition_to_election_from",
    what="First day for a petition to elect again",
    citation="Wis. Stat. 60.74(5m)(b)",
)
_FIVE_YEARS = "The day after the fifth anniversary; whether the anniversary itself is free can be read both ways."


def change_rows(clerk: Clerk) -> Iterator[TimetableRow]:
    """Yield the rows of the petitions, elections and referendums that are stated; none where none is.

    Notes
    -----
    Wis. Stat. 60.74(4), (5) and (5m); TSD-27, 28, 29 and 30.
    """
    given = clerk.given
    if given.election_petition_filed is not None:
        yield from _petitioned_election(clerk, given.election_petition_filed)
    if given.referendum_date is not None:
        finding = clerk.ask(
            "TSD-29",
            referendum_date=given.referendum_date,
            result="approved",
            appointed=given.appointed_after_referendum,
            holidays=clerk.holidays,
        )
        yield deadline(clerk, _APPOINT, finding, given.appointed_after_referendum, "From the referendum.")
    if given.elected_by_petition is not None:
        finding = clerk.ask("TSD-30", petition_kind="to_appointment", election_date=given.elected_by_petition)
        yield plain(_TO_APPOINTMENT, "first_day", answer_day(finding), _FIVE_YEARS)
    if given.referendum_certified is not None:
        finding = clerk.ask("TSD-30", petition_kind="to_election", results_certified=given.referendum_certified)
        yield plain(_TO_ELECTION, "first_day", answer_day(finding), _FIVE_YEARS)


def _petitioned_election(clerk: Clerk, filed: dt.date) -> Iterator[TimetableRow]:
    asks = clerk.given.election_petition_asks or "spring"
    finding = clerk.ask("TSD-27", filed=filed, requests=asks)
    election = answer_day(finding)
    if election is None:
        yield plain(_ELECTION, "no_day", None, SPECIAL)
        yield plain(_HOLD_OVER, "no_day", None, "Until their successors are elected and qualify.")
        return
    filed_in = "in" if finding.measures.get("in_window") else "outside"
    opens, closes = day_measure(finding, "window_opens"), day_measure(finding, "window_closes")
    window = "" if opens is None or closes is None else f", {said(opens)} to {said(closes)}"
    note = f"The petition of {said(filed)} is filed {filed_in} the time for the next spring election{window}."
    other = _other_election(finding)
    also = also_until = None
    if other is not None:
        also = f"Where November 15 is a Sunday the Monday may still count; so read, the election is on {said(other)}."
        also_until = f"With the election on {said(other)}, {said(known(_hold_over(clerk, other)))}."
    yield plain(_ELECTION, "election", election, joined(note, also))
    yield plain(_HOLD_OVER, "term_end", _hold_over(clerk, election), joined(also_until))


def _other_election(finding: Finding) -> dt.date | None:
    """Return the election by the reading that moves November 15; null where both readings agree."""
    read = finding.readings.get("november_15_rolled")
    if read is None or not isinstance(read.answer, str) or read.answer == finding.answer:
        return None
    return dt.date.fromisoformat(read.answer)


def _hold_over(clerk: Clerk, election: dt.date) -> dt.date | None:
    return answer_day(clerk.ask("TSD-28", event="spring_election", year=election.year))
