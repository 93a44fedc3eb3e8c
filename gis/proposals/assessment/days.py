"""By when must notice, hearing, appeal and liens of an assessment be, and which days hang on texts not on file?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from gis.calendar.counting import add_days, plan_by, rolled, weekday
from gis.law.parameters import Parameters
from gis.model.assessment import AssessmentDay, LienLand, LienList
from gis.model.facts.assessment import CondemnationBenefitFacts, LienFacts
from gis.model.finding import State
from gis.proposals.assessment.project import Hearing, Project, named
from gis.rules.deadline import deadline, minimum_notice
from gis.rules.registry import judge
from gis.rules.words import count_of, day_words, sentence

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
    doubts = _doubts(project.hearing, project.levied)
    return tuple(
        replace(day, doubts=(*day.doubts, *doubts.get(day.step, ()))) for day in _days(project, liens, parameters)
    )


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
    if project.body_kind != "town_sanitary_district":
        yield _benefits(project, parameters)
    if liens is not None and (liens.land or liens.eligibility_unknown):
        yield _lien_day(liens, project.first_levy)


def _doubts(stated: Hearing, levied: dt.date) -> dict[str, list[str]]:
    """Return what a person must look at of the stated days, by the step at which it is told."""
    hearing, final = stated.date, stated.resolution
    order = (
        ("hearing", hearing, levied, "The hearing", "after the levy"),
        ("notice_published", stated.published, levied, "The publication of the notice", "after the levy"),
        ("notice_mailed", stated.mailed, levied, "The mailing of the notice", "after the levy"),
        ("appeal", hearing, final, "The hearing", "after the publication of the final resolution"),
        ("appeal", levied, final, "The levy", "after the publication of the final resolution"),
    )
    found: dict[str, list[str]] = {}
    for step, day, other, what, is_after in order:
        if day is not None and other is not None and day > other:
            said = f"{what}, {day_words(day)}, is {is_after}, {day_words(other)}: check both days."
            found.setdefault(step, []).append(said)
    closed = (
        ("hearing", hearing, "The hearing", "on which no meeting is expected"),
        ("notice_mailed", stated.mailed, "The mailing", "on which no mail is taken"),
    )
    for step, day, what, why in closed:
        if day is not None and rolled(day) != day:
            kind = "a Sunday" if weekday(day) == "Sunday" else f"{weekday(day)} and a legal holiday"
            said = f"{what} is stated for {day_words(day)}, {kind}, {why}: check the day."
            found.setdefault(step, []).append(said)
    return found


def _benefits(project: Project, parameters: Parameters) -> AssessmentDay:
    finding = judge(_BENEFITS, CondemnationBenefitFacts(resolution_adopted=project.levied), parameters)
    last, until, on_roll = (
        _day(each) for each in (finding.answer, finding.measures["rolled_date"], finding.measures["unpaid_certified"])
    )
    unpaid = "" if on_roll is None else f" What is unpaid on {day_words(on_roll)} goes on the tax roll."
    return AssessmentDay(
        step="benefits_appeal",
        what="Last day to appeal where benefits of a taking are assessed",
        first=None,
        last=last,
        rolled=until,
        plan_by=None,
        citation=finding.citation,
        note="Only where land was condemned for the work; counted from the adoption of the resolution that confirms "
        f"the assessment after the hearing, here the day of the levy.{unpaid}",
    )


def _lien_day(liens: LienList, first_levy: dt.date | None) -> AssessmentDay:
    measures = liens.finding.measures
    recorded = [each.recorded for each in liens.land]
    days = [each for each in recorded if isinstance(each, dt.date)]
    done = max(days) if days and len(days) == len(recorded) else None
    until = _day(measures["rolled_date"])
    doubtful = [each for each in liens.land if each.state is State.FAIL or _is_early(each, first_levy)]
    return AssessmentDay(
        step="liens_recorded",
        what="Record the liens on exempt and capped land with the register of deeds",
        first=None,
        last=_day(liens.finding.answer),
        rolled=until,
        plan_by=_day(measures["plan_by"]),
        citation=liens.finding.citation,
        done=done,
        in_time=_liens_in_time(liens, until),
        note="Missed, nothing may be levied when the land is divided or its use stops.",
        doubts=(
            *(sentence([f"{named(each.parcel_id, each.county)}: {each.remark}"]) for each in doubtful),
            *_owed_perhaps(len(liens.eligibility_unknown)),
        ),
    )


def _is_early(land: LienLand, first_levy: dt.date | None) -> bool:
    """Say whether a lien was recorded before the levy after which it is to be."""
    return isinstance(land.recorded, dt.date) and first_levy is not None and land.recorded < first_levy


def _owed_perhaps(parcels: int) -> tuple[str, ...]:
    return (f"Whether one is owed on {count_of(parcels, 'more parcel')} is not known.",) if parcels else ()


def _liens_in_time(liens: LienList, until: dt.date | None) -> bool | None:
    """Say whether all liens count; null where that of some is not known and none is lost."""
    states = {each.state for each in liens.land}
    if not states or until is None:
        return None
    if State.FAIL in states:
        return False
    return True if states == {State.PASS} and not liens.eligibility_unknown else None


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
