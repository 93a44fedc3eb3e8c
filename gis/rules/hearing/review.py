"""Is a court asked in time, and in the right county, to set the determination aside: TSD-21, Wis. Stat. 60.73."""

from __future__ import annotations

import datetime as dt

from gis.law.parameters import Parameters
from gis.model.facts.hearing import ReviewFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import COURT_NOTE, counting_used, deadline, state_by
from gis.rules.words import sentence

ID = "TSD-21"
VERSION = "1"
CITATION = "Wis. Stat. 60.73; day counting 801.15"
QUESTION = "Was the action brought within 90 days after the final determination, in the right county?"

DAYS = "court_review_days"


def judge(facts: ReviewFacts, parameters: Parameters) -> Finding:
    """Say whether an action against the district's creation is brought in time and in the right county.

    Parameters
    ----------
    facts
        Final determination, filing of the action, and the two counties where they are known.
    parameters
        The law on the date of the determination.

    Returns
    -------
    Finding
        As FACTS.md has it for deadlines (Block D), the last day moved off Saturdays too; `fail` also where both
        counties are given and differ.

    Raises
    ------
    FactsInvalid
        The time ends outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.73; time in court as in 801.15.
    """
    due = deadline(facts, facts.final_determination, parameters.whole(DAYS), facts.action_filed, court=True)
    wrong_county = None not in (facts.county_of_lands, facts.county_filed) and (
        facts.county_of_lands != facts.county_filed
    )

    def judge_by(last_day: dt.date | None) -> State:
        return State.FAIL if wrong_county else state_by(facts.action_filed, last_day)

    named = ("the final determination", "the action")
    said = due.said(*named)
    if wrong_county:
        said.append(f"the action is in {facts.county_filed}, and the lands are in {facts.county_of_lands}")
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=judge_by(due.rolled_day),
        answer=due.answer,
        measures=due.measures(),
        readings=due.readings(judge_by),
        because=sentence(said),
        parameters=counting_used(parameters, DAYS, court=True),
        notes=(COURT_NOTE, *due.early_note(*named)),
    )
