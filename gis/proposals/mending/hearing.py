"""Can a hearing still be held lawfully, and what has to be done by when (TSD-05 to TSD-07, TSD-13)?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from gis.model.finding import Finding
from gis.model.mending import Mend
from gis.model.timetable import HearingWindow, ProceedingDates
from gis.proceedings.timetable.rows import Clerk
from gis.proceedings.timetable.window import hearing_window
from gis.proposals.mending.judged import Judged
from gis.rules.words import day_words, listed, quantity

_NEW_PETITION = (
    "A new petition starts the days again at its receipt; what becomes of one that is not heard in time the statute "
    "does not say."
)
_PUBLICATION = ("fewer_than_two_insertions", "insertions_not_in_consecutive_weeks", "last_insertion_late")
_MAILINGS = {
    "dsps_mailing_late": "the Department of Safety and Professional Services",
    "dnr_mailing_late": "the Department of Natural Resources",
}


def mend_bond(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say what to do about a bond: a security that the board approves, more time, or a later hearing (TSD-05)."""
    last = judged.day(finding.rule, "answer")
    fact = judged.told.get(finding.rule, {})
    earliest = judged.day(finding.rule, "additional_bond_earliest_due")
    if finding.measures.get("additional_bond_time") == "fail" and earliest is not None:
        says = f"Order the additional bond for a day not before {day_words(earliest)}."
        yield Mend(finding.rule, "act", says, not_before=earliest)
    elif fact.get("additional_bond_filed") and fact.get("additional_bond_due"):
        says = (
            "The additional bond was filed after the day set, and that day cannot be moved back. The board may dismiss "
            "the petition, and need not: it can accept the bond, or order another with the time that the law asks for."
        )
        if fact["additional_bond_filed"] > fact["additional_bond_due"]:
            yield Mend(finding.rule, "too_late", says)
    filed = fact.get("bond_filed")
    if fact.get("board_approved") is False and last is not None and last >= judged.date:
        says = f"File a bond whose security the town board approves by {day_words(last)}."
        yield Mend(finding.rule, "act", says, by=last)
    elif fact.get("board_approved") is False or (filed is not None and last is not None and filed > last):
        yield _other_day(judged, finding, "The bond is too late for this hearing.")


def mend_hearing_day(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say on which days the hearing can be held instead (TSD-06)."""
    yield _other_day(judged, finding, "The hearing cannot stand on its day.")


def mend_notice(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say what to publish and mail, and by when; where those days are past, when else the hearing can be (TSD-07)."""
    defects = finding.answer if isinstance(finding.answer, list) else []
    first, second = (judged.day(finding.rule, f"{name}_insertion_by") for name in ("first", "second"))
    mail = judged.day(finding.rule, "mail_by")
    acts: list[str] = []
    days: list[dt.date | None] = []
    late_mailings = [words for defect, words in _MAILINGS.items() if defect in defects]
    if "no_boundary_description" in defects or any(defect in defects for defect in _PUBLICATION):
        days.append(first)
        if first is not None and second is not None:
            acts.append(
                "publish the notice, with the description of the boundaries, in two consecutive weeks, first by "
                f"{day_words(first)} and again by {day_words(second)}"
            )
    if late_mailings or "no_boundary_description" in defects:
        days.append(mail)
        if mail is not None:
            to = listed(late_mailings or [*_MAILINGS.values()])
            acts.append(f"mail it to {to} by {day_words(mail)}")
    known = [day for day in days if day is not None]
    if known and min(known) >= judged.date:
        said = listed(acts)
        yield Mend(finding.rule, "act", f"{said[:1].upper()}{said[1:]}.", by=min(known))
    else:
        yield _other_day(judged, finding, "For this hearing the notice cannot be mended any more.")


def mend_continuance(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say until when the hearing can be continued, and with which notice (TSD-13)."""
    village = judged.fact(finding.rule, "added_in_village_or_city_sqft")
    if village:
        says = f"Leave the {quantity(village, 2)} sq ft of village or city land out of the territory to be added."
        yield Mend(finding.rule, "leave_out", says)
    last = judged.day(finding.rule, "rolled_date")
    if last is None:
        return
    if last >= judged.date:
        says = (
            f"Continue the hearing to a day not later than {day_words(last)}, with a notice that describes the revised "
            "boundaries, published in two consecutive weeks, the last time at least a week before that day."
        )
        yield Mend(finding.rule, "act", says, by=last)
    else:
        says = (
            f"The last day for the continued hearing was {day_words(last)}, and the clock cannot be rolled back. The "
            "board can decide on the territory described in the petition; other territory can be added to the district "
            "later (60.785(1))."
        )
        yield Mend(finding.rule, "too_late", says)


def _other_day(judged: Judged, finding: Finding, head: str) -> Mend:
    window = _window(judged)
    if window is None:
        says = (
            "Set another day for it with a new notice; on when the petition was received depends whether one is left."
        )
        return Mend(finding.rule, "act", f"{head} {says}")
    if window.latest < judged.date:
        past = f"The days for a hearing on this petition ended on {day_words(window.latest)}, and the clock cannot be"
        return Mend(finding.rule, "too_late", f"{past} rolled back. {_NEW_PETITION}")
    if not window.is_possible:
        return Mend(
            finding.rule,
            "too_late",
            f"{head} No other day is left: {window.because.removeprefix('No day is possible: ')} {_NEW_PETITION}",
        )
    says = (
        f"{head} It can be held from {day_words(window.earliest)} to {day_words(window.latest)}, with the bond filed, "
        "a new notice published in two consecutive weeks and mailed to both departments: set a day between, not later."
    )
    return Mend(finding.rule, "act", says, by=window.latest, not_before=window.earliest)


def _window(judged: Judged) -> HearingWindow | None:
    """Return the days on which a hearing can be held whose notice is ready on the day asked about; null if unknown."""
    received: dt.date | None = judged.fact("TSD-06", "petition_received")
    if received is None:
        return None
    ready = max(received, judged.date)
    refused = judged.fact("TSD-05", "board_approved") is False
    filed: dt.date | None = None if refused else judged.fact("TSD-05", "bond_filed")
    dates = ProceedingDates(petition_received=received, notice_ready=ready, bond_filed=filed or ready)
    return hearing_window(Clerk(dates, judged.seen.parameters), received)
