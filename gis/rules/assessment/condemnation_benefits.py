"""Is an appeal from an assessment of condemnation benefits in time, and was notice given: SA-09, Wis. Stat. 66.0725."""

from __future__ import annotations

import datetime as dt

from gis.law.parameters import Parameters
from gis.model.facts.assessment import CondemnationBenefitFacts
from gis.model.finding import Finding, State
from gis.rules.assessment.yearly import following
from gis.rules.deadline import COUNTING_NOTE, counting_used, day_or_null, deadline, state_by
from gis.rules.words import are_not_known, day_words, not_known, sentence, used

ID = "SA-09"
VERSION = "1"
CITATION = "Wis. Stat. 66.0725"
QUESTION = "Until when may the owner appeal, and was the appeal in time?"

_DAYS = "benefit_appeal_days"
_MONTH, _DAY = "benefit_unpaid_month", "benefit_unpaid_day_of_month"
_NAMED = ("the adoption of the resolution", "the appeal")
_DEFECTS = {
    "registered_mail": "resolution and notice were not sent by registered mail to the owner of land outside the limits",
    "town_clerk_copy": "no copy of the resolution was filed with the clerk of the town in which that land lies",
}


def judge(facts: CondemnationBenefitFacts, parameters: Parameters) -> Finding:
    """Say until when an owner may appeal, whether the notice was good, and whether the assessment goes on the roll.

    Parameters
    ----------
    facts
        Adoption of the confirming resolution, appeal and payment; for land outside the corporate limits the mailing
        and the filing with the town's clerk.
    parameters
        The law on the date of the adoption.

    Returns
    -------
    Finding
        As FACTS.md has it for deadlines (Block D); `fail` also for a defect of the notice; `needs_evidence` also
        where that is not known of land outside the limits.

    Raises
    ------
    FactsInvalid
        The time ends outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0725(2), (3) and (5).
    """
    due = deadline(facts, facts.resolution_adopted, parameters.whole(_DAYS), facts.appeal_filed)
    roll_day = None
    if facts.resolution_adopted is not None:
        roll_day = following(facts.resolution_adopted, parameters.whole(_MONTH), parameters.whole(_DAY))
    defects = _defects(facts)
    unknown = _unknown(facts)

    def judge_by(last_day: dt.date | None) -> State:
        in_time = state_by(facts.appeal_filed, last_day)
        if defects:
            return State.FAIL
        return State.NEEDS_EVIDENCE if unknown and in_time is State.PASS else in_time

    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=judge_by(due.rolled_day),
        answer=due.answer,
        measures={
            **due.measures(),
            "on_tax_roll": _on_roll(facts, roll_day),
            "unpaid_certified": day_or_null(roll_day),
            "notice_defects": [*defects],
        },
        readings=due.readings(judge_by),
        because=sentence(
            [
                *due.said(*_NAMED),
                *(_DEFECTS[name] for name in defects),
                *([are_not_known(unknown)] if unknown and not defects else []),
                *_roll_said(facts, roll_day),
            ]
        ),
        parameters=(*counting_used(parameters, _DAYS), *(used(parameters.get(name)) for name in (_MONTH, _DAY))),
        notes=(COUNTING_NOTE, *due.early_note(*_NAMED)),
    )


def _defects(facts: CondemnationBenefitFacts) -> list[str]:
    if not facts.outside_limits:
        return []
    done = (("registered_mail", facts.registered_mail_sent), ("town_clerk_copy", facts.town_clerk_copy_filed))
    return [name for name, is_done in done if is_done is False]


def _unknown(facts: CondemnationBenefitFacts) -> list[str]:
    """Name what is missing and could be a defect of the notice."""
    acts = (facts.registered_mail_sent, facts.town_clerk_copy_filed)
    if facts.outside_limits is False or acts == (True, True):
        return []
    return not_known(
        ("whether the land lies outside the corporate limits", facts.outside_limits),
        ("whether resolution and notice were sent by registered mail", facts.registered_mail_sent),
        ("whether a copy was filed with the clerk of the town", facts.town_clerk_copy_filed),
    )


def _on_roll(facts: CondemnationBenefitFacts, roll_day: dt.date | None) -> bool | None:
    """Say whether the assessment is unpaid on the day on which it goes on the tax roll."""
    if roll_day is None:
        return None
    return facts.assessment_paid is None or facts.assessment_paid >= roll_day


def _roll_said(facts: CondemnationBenefitFacts, roll_day: dt.date | None) -> list[str]:
    if roll_day is None:
        return []
    if facts.assessment_paid is None:
        return [f"no payment is on record, and what is unpaid on {day_words(roll_day)} goes on the tax roll"]
    kept = "not before" if facts.assessment_paid >= roll_day else "before"
    goes = "so it goes" if facts.assessment_paid >= roll_day else "so it does not go"
    return [f"paid on {day_words(facts.assessment_paid)}, {kept} {day_words(roll_day)}, {goes} on the tax roll"]
