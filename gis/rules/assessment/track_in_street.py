"""By when must a railroad finish the street in which its tracks lie: SA-11, Wis. Stat. 66.0729."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_days
from gis.law.parameters import Parameters
from gis.model.facts.assessment import TrackInStreetFacts
from gis.model.finding import Finding, State
from gis.rules.assessment.yearly import following
from gis.rules.deadline import day_or_null
from gis.rules.impossible import refuse_before
from gis.rules.words import are_not_known, day_words, not_known, sentence, used

ID = "SA-11"
VERSION = "1"
CITATION = "Wis. Stat. 66.0729"
QUESTION = "By when must the railroad finish?"

_ELECTION, _LATE, _PAYMENT = "track_election_days", "track_late_order_days", "track_payment_days"
_FINISH = ("track_finish_month", "track_finish_day_of_month")
_LATE_ORDER = ("track_late_order_month", "track_late_order_day_of_month")


def judge(facts: TrackInStreetFacts, parameters: Parameters) -> Finding:
    """Say by when the railroad elects to do the work, finishes it, and pays where the municipality did it.

    Parameters
    ----------
    facts
        Order of the work, presentation of the clerk's notice, receipt of the statement of cost.
    parameters
        The law on the date of the order.

    Returns
    -------
    Finding
        `pass` with the last day for the work; `needs_evidence` where order or notice is not known.

    Raises
    ------
    FactsInvalid
        The notice is before the order, the statement before the notice, or a time ends outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0729(3) and (4). June 30 is that which follows order and notice.
    """
    _refuse_impossible(facts)
    finish = _finish(facts, parameters)
    elect_by = _later(facts.notice_presented, parameters.whole(_ELECTION))
    pay_by = _later(facts.statement_received, parameters.whole(_PAYMENT))
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if finish is None else State.PASS,
        answer=day_or_null(finish),
        measures={"elect_by": day_or_null(elect_by), "pay_by": day_or_null(pay_by)},
        readings={},
        because=sentence(_said(facts, finish, elect_by, pay_by)),
        parameters=tuple(used(parameters.get(name)) for name in (_ELECTION, *_FINISH, *_LATE_ORDER, _LATE, _PAYMENT)),
    )


def _later(day: dt.date | None, days: int) -> dt.date | None:
    return None if day is None else add_days(day, days)


def _finish(facts: TrackInStreetFacts, parameters: Parameters) -> dt.date | None:
    if facts.ordered is None or facts.notice_presented is None:
        return None
    month, day = (parameters.whole(name) for name in _LATE_ORDER)
    if facts.ordered > dt.date(facts.ordered.year, month, day):
        return add_days(facts.notice_presented, parameters.whole(_LATE))
    month, day = (parameters.whole(name) for name in _FINISH)
    return following(facts.notice_presented, month, day)


def _said(
    facts: TrackInStreetFacts, finish: dt.date | None, elect_by: dt.date | None, pay_by: dt.date | None
) -> list[str]:
    unknown = not_known(
        ("the day on which the work was ordered", facts.ordered),
        ("the day on which the notice was presented", facts.notice_presented),
    )
    return [
        *([are_not_known(unknown)] if unknown else []),
        *([f"a railroad that means to do the work files a notice of it by {day_words(elect_by)}"] if elect_by else []),
        *([f"it then has until {day_words(finish)} to complete the work"] if finish else []),
        *([f"the statement of the actual cost is to be paid by {day_words(pay_by)}"] if pay_by else []),
    ]


def _refuse_impossible(facts: TrackInStreetFacts) -> None:
    notice = "The notice says what was ordered, so it follows the order."
    refuse_before("notice_presented", facts.notice_presented, "ordered", facts.ordered, notice)
    statement = "The statement follows the work, and the work the notice."
    refuse_before("statement_received", facts.statement_received, "notice_presented", facts.notice_presented, statement)
