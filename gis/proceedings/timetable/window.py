"""On which days can a hearing lawfully be held, or why on none?"""

from __future__ import annotations

import datetime as dt
from typing import Literal

from gis.calendar.counting import add_days
from gis.calendar.notices import first_insertion_by, issue_on_or_after, last_two_weeks_follow, weekly_insertions
from gis.calendar.weekdays import WEEK_DAYS
from gis.model.finding import Finding
from gis.model.timetable import HearingWindow, WindowCondition
from gis.proceedings.timetable.rows import Clerk, answer_day, day_measure, known, said

_BOND = "Wis. Stat. 60.71(3)"
_NOTICE = "Wis. Stat. 60.71(4)(b)"
_PUBLISHED = "Wis. Stat. 60.71(4)(b), class 2 notice under ch. 985"
_PUBLISHED_AGAIN = "Wis. Stat. 60.71(6)(e), class 2 notice under ch. 985"


def hearing_window(clerk: Clerk, received: dt.date) -> HearingWindow:
    """Return the days on which the hearing on a petition can be held.

    Each condition counts from its act as stated. Where the act is not stated it counts from the first day on which
    it could be done: the day of receipt, or for the notice the day on which it is ready.

    Parameters
    ----------
    clerk
        The proceeding and the law.
    received
        Receipt of the petition.

    Returns
    -------
    HearingWindow
        Its first day is the latest that a condition leaves; its last the thirtieth after receipt, moved off a Sunday
        or legal holiday. Where the first is after the last, no day is possible.

    Notes
    -----
    Wis. Stat. 60.71(3), (4)(a) and (b); TSD-06 counts each of the days.
    """
    given = clerk.given
    ready = given.notice_ready or received
    mailed, filed = given.notice_mailed or ready, given.bond_filed or received
    mailing = (
        f"the notice {'is' if given.notice_mailed else 'can first be'} mailed to the departments on {said(mailed)}"
    )
    bond = f"the bond {'is' if given.bond_filed else 'can first be'} filed on {said(filed)}"
    conditions = (
        _published(clerk, given.insertions, ready, _PUBLISHED),
        _condition("mailing", clerk.ask("TSD-06", notice_mailed=mailed), mailing, _NOTICE),
        _condition("bond", clerk.ask("TSD-06", bond_filed=filed), bond, _BOND),
    )
    limit = clerk.ask("TSD-06", petition_received=received, holidays=clerk.holidays)
    return _between(conditions, limit, _issues(clerk, ready), given.insertions, given.hearing_date)


def continued_window(clerk: Clerk, hearing: dt.date) -> HearingWindow:
    """Return the days on which a hearing can be continued to take in other territory, as `hearing_window`.

    Its only condition is the new class 2 notice, which can first stand in the newspaper on the day of the hearing.

    Notes
    -----
    Wis. Stat. 60.71(6)(e); TSD-13 counts the thirty days.
    """
    given = clerk.given
    conditions = (_published(clerk, given.continued_insertions, hearing, _PUBLISHED_AGAIN),)
    limit = clerk.ask("TSD-13", hearing_date=hearing, holidays=clerk.holidays)
    return _between(conditions, limit, _issues(clerk, hearing), given.continued_insertions, given.continued_to)


def _issues(clerk: Clerk, ready: dt.date) -> tuple[dt.date, bool]:
    """Return the first day on which a notice can stand in the newspaper, and whether the paper is a weekly."""
    paper = clerk.given.newspaper_weekday
    return (ready, False) if paper is None else (issue_on_or_after(ready, paper), True)


def _published(clerk: Clerk, insertions: tuple[dt.date, ...], ready: dt.date, citation: str) -> WindowCondition:
    if len(insertions) > 1:
        last, how = max(insertions), "the last of the stated insertions is on"
    else:
        first = insertions[0] if insertions else _issues(clerk, ready)[0]
        last = weekly_insertions(first)[-1]
        how = (
            f"the notice {'stands' if insertions else 'can first stand'} in the newspaper on {said(first)} and again on"
        )
    finding = clerk.ask("TSD-06", first_insertion=add_days(last, -WEEK_DAYS))
    return _condition("insertions", finding, f"{how} {said(last)}", citation)


def _condition(
    condition: Literal["insertions", "mailing", "bond"], finding: Finding, because: str, citation: str
) -> WindowCondition:
    earliest = known(day_measure(finding, "earliest_hearing"))
    return WindowCondition(
        condition, earliest, f"{because}, so the hearing can be held from {said(earliest)} on", citation
    )


def _between(
    conditions: tuple[WindowCondition, ...],
    limit: Finding,
    issues: tuple[dt.date, bool],
    insertions: tuple[dt.date, ...],
    stated: dt.date | None,
) -> HearingWindow:
    first_issue, is_weekly = issues
    latest, latest_calendar_day = known(day_measure(limit, "rolled_date")), known(answer_day(limit))
    last = max(conditions, key=lambda each: each.earliest)
    follows = len(insertions) <= 1 or last_two_weeks_follow(insertions)
    is_possible = follows and last.earliest <= latest
    until = f"the time for the hearing ends on {said(latest)}"
    broken = "the stated insertions are not in consecutive weeks"
    if is_possible:
        because = f"A hearing can be held from {said(last.earliest)}, to {said(latest)}."
    else:
        reasons = [] if last.earliest <= latest else [f"{last.because}, but {until}"]
        because = f"No day is possible: {'; '.join([*reasons, *([] if follows else [broken])])}."
    failing = [] if stated is None else [each.because for each in conditions if stated < each.earliest]
    if stated is not None and stated > latest:
        failing.append(until)
    if stated is not None and not follows:
        failing.append(broken)
    return HearingWindow(
        is_possible=is_possible,
        earliest=last.earliest,
        latest=latest,
        latest_calendar_day=latest_calendar_day,
        conditions=conditions,
        because=because,
        first_insertion_from=first_issue,
        first_insertions=_first_insertions(first_issue, latest) if is_weekly else (),
        failing=tuple(failing),
    )


def _first_insertions(first_issue: dt.date, latest: dt.date) -> tuple[dt.date, ...]:
    """Return the issues of a weekly newspaper that leave a week, and the next issue, before the last hearing day."""
    weeks = (first_insertion_by(latest) - first_issue).days // WEEK_DAYS
    return weekly_insertions(first_issue, max(weeks + 1, 0))
