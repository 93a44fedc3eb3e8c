"""By when must notice, hearing, appeal and liens of an assessment be, and which days hang on texts not on file?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from gis.calendar.counting import add_days, plan_by
from gis.law.parameters import Parameters
from gis.model.assessment import AssessmentDay, LienList
from gis.model.facts.assessment import CondemnationBenefitFacts, LienFacts
from gis.proposals.assessment.project import Project
from gis.rules.deadline import deadline, minimum_notice
from gis.rules.registry import judge

VERIFY_HIGH = "verify: text of 66.0703 not on file; confidence high, by ordinances that copy it"
VERIFY_MEDIUM = "verify: text of 66.0703 not on file; confidence medium"
NOTICE, APPEAL = "Wis. Stat. 66.0703(7)(a)", "Wis. Stat. 66.0703(12)"
_BENEFITS, _LIEN = "SA-09", "SA-06"
_EARLIEST, _LATEST = "assessment_hearing_earliest_days", "assessment_hearing_latest_days"
_MAIL, _APPEAL = "assessment_mail_days", "assessment_appeal_days"


def assessment_days(project: Project, liens: LienList | None, parameters: Parameters) -> tuple[AssessmentDay, ...]:
    """Return the days of an assessment: notice, mailing, hearing, appeals, and the record of liens.

    Parameters
    ----------
    project
        With the days that are set; what is counted from a day that is not set has none.
    liens
        The list of liens, where the levy exempts land.
    parameters
        The law on the day of the levy.

    Raises
    ------
    FactsInvalid
        A time ends outside the calendar.

    Notes
    -----
    Wis. Stat. 66.0703(7)(a) and (12), whose text is not on file; 66.0725(5); 66.0721(3)(b) and (c).
    """
    return tuple(_days(project, liens, parameters))


def _days(project: Project, liens: LienList | None, parameters: Parameters) -> Iterator[AssessmentDay]:
    set_days = project.hearing
    earliest, latest = parameters.whole(_EARLIEST), parameters.whole(_LATEST)
    yield _between(
        "notice_published",
        "Publish the notice of the hearing (class 1)",
        (_moved(set_days.date, -latest), _moved(set_days.date, -earliest)),
        set_days.published,
        f"{earliest} to {latest} days before the hearing; one insertion.",
    )
    mail = minimum_notice(None, set_days.date, parameters.whole(_MAIL), set_days.mailed)
    yield AssessmentDay(
        step="notice_mailed",
        what="Mail the notice to every interested person",
        first=None,
        last=mail.day,
        rolled=None,
        plan_by=mail.plan_day,
        citation=NOTICE,
        verify=VERIFY_HIGH,
        done=mail.act,
        in_time=_in_time(mail.act, mail.day),
    )
    yield _between(
        "hearing",
        "Hold the hearing",
        (_moved(set_days.published, earliest), _moved(set_days.published, latest)),
        set_days.date,
        f"{earliest} to {latest} days after the notice is published.",
    )
    appeal = deadline(LienFacts(), set_days.resolution, parameters.whole(_APPEAL), None)
    yield AssessmentDay(
        step="appeal",
        what="Last day to appeal to the circuit court",
        first=None,
        last=appeal.day,
        rolled=appeal.rolled_day,
        plan_by=None,
        citation=APPEAL,
        verify=VERIFY_MEDIUM,
        note="Counted from the publication of the final resolution.",
    )
    yield _benefits(project, parameters)
    if liens is not None:
        yield _lien_day(liens)


def _benefits(project: Project, parameters: Parameters) -> AssessmentDay:
    finding = judge(_BENEFITS, CondemnationBenefitFacts(resolution_adopted=project.levied), parameters)
    last, rolled = (_day(finding.answer), _day(finding.measures["rolled_date"]))
    return AssessmentDay(
        step="benefits_appeal",
        what="Last day to appeal where benefits of a taking are assessed",
        first=None,
        last=last,
        rolled=rolled,
        plan_by=None,
        citation=finding.citation,
        note="Only where land was condemned for the work; counted from the resolution that levies.",
    )


def _lien_day(liens: LienList) -> AssessmentDay:
    measures = liens.finding.measures
    recorded = [each.recorded for each in liens.land]
    days = [each for each in recorded if isinstance(each, dt.date)]
    done = max(days) if days and len(days) == len(recorded) else None
    rolled = _day(measures["rolled_date"])
    return AssessmentDay(
        step="liens_recorded",
        what="Record the liens on exempt and capped land with the register of deeds",
        first=None,
        last=_day(liens.finding.answer),
        rolled=rolled,
        plan_by=_day(measures["plan_by"]),
        citation=liens.finding.citation,
        done=done,
        in_time=_in_time(done, rolled),
        note="Missed, nothing may be levied when the land is divided or its use stops.",
    )


def _between(
    step: str, what: str, window: tuple[dt.date | None, dt.date | None], done: dt.date | None, note: str
) -> AssessmentDay:
    first, last = window
    is_early = first is not None and done is not None and done < first
    in_time = _in_time(done, last)
    return AssessmentDay(
        step=step,
        what=what,
        first=first,
        last=last,
        rolled=None,
        plan_by=None if last is None else plan_by(last),
        citation=NOTICE,
        verify=VERIFY_HIGH,
        done=done,
        in_time=None if in_time is None else in_time and not is_early,
        note=note,
    )


def _in_time(done: dt.date | None, last: dt.date | None) -> bool | None:
    return None if done is None or last is None else done <= last


def _moved(day: dt.date | None, days: int) -> dt.date | None:
    return None if day is None else add_days(day, days)


def _day(value: object) -> dt.date | None:
    return dt.date.fromisoformat(value) if isinstance(value, str) else None
