"""May exempt land be assessed in full because its exclusive use stopped for a year: SA-05, Wis. Stat. 66.0721(3)(c)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_years
from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.assessment import UseChangeFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.assessment.interest import interest_run
from gis.rules.assessment.lien import LIEN_DAYS, lien_deadline, lien_early_note, lien_said, lien_state
from gis.rules.assessment.refusals import refuse_rate
from gis.rules.deadline import COUNTING_NOTE, counting_used, day_or_null
from gis.rules.impossible import refuse_before, refuse_parts_of_cent
from gis.rules.words import are_not_known, day_words, not_known, sentence, used

ID = "SA-05"
VERSION = "1"
CITATION = "Wis. Stat. 66.0721(3)(c)"
QUESTION = "May the full assessment be levied because exclusive use stopped for a year?"

_YEARS = "farmland_other_use_years"
_PART = "Only a part of the land changed its use; the text does not say whether that is enough."
_PART_UNKNOWN = "Whether all the land or only a part of it changed its use is not known; a part is taken to be enough."
_BEFORE_LEVY = "The use stopped before the first levy; the text speaks of a year after it. Check both dates."
_PART_SAID = {
    True: ["only a part of the land changed its use, which is taken to be enough"],
    None: ["whether all the land or only a part of it changed its use is not known, and a part is taken to be enough"],
    False: [],
}


def judge(facts: UseChangeFacts, parameters: Parameters) -> Finding:
    """Say from when the full assessment may be levied, and whether it may be on the day asked about.

    Parameters
    ----------
    facts
        Days on which exclusive use stopped and resumed, of the first levy, of the lien and of the question; for
        interest the assessment (dollars) and the average rate for a year.
    parameters
        The law on the date of the first levy.

    Returns
    -------
    Finding
        `fail` where the year is not yet over, the use resumed before it was, or the lien is late; `needs_evidence`
        where the stop is not known, or something else is not that could change this; else `pass`. The answer is the
        first day on which the levy is possible; null where the use resumed before it.

    Raises
    ------
    FactsInvalid
        The use resumed before it stopped, the amount is negative or has parts of a cent, or the rate is not from 0
        to 1.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0721(3)(c). Interest runs from the day on which the year is complete.
    """
    _refuse_impossible(facts)
    due = lien_deadline(facts.first_levy, parameters, facts.lien_recorded)
    complete = None if facts.stopped is None else add_years(facts.stopped, parameters.whole(_YEARS))
    resumed = complete is not None and facts.resumed is not None and facts.resumed < complete
    first_day = None if resumed else complete
    lien = lien_state(facts.lien_recorded, due.rolled_day)
    too_early = first_day is not None and facts.as_of is not None and facts.as_of < first_day
    before_levy = facts.stopped is not None and facts.first_levy is not None and facts.stopped < facts.first_levy
    unknown = not_known(("the day on which exclusive use stopped", facts.stopped), ("the day asked about", facts.as_of))
    if complete is not None and (resumed or too_early or lien is State.FAIL):
        state = State.FAIL
    else:
        state = State.NEEDS_EVIDENCE if unknown else lien
    run = interest_run(facts.unexempt_amount, facts.average_rate, first_day, facts.as_of)
    interest = run if state is State.PASS else None
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=day_or_null(first_day),
        measures={
            "interest_from": day_or_null(first_day),
            "interest": None if interest is None else money(interest.due()),
        },
        readings=_readings(state, day_or_null(first_day)) if facts.part_of_parcel_only else {},
        because=sentence(
            [
                *_year_said(facts, complete, resumed=resumed),
                *_PART_SAID[facts.part_of_parcel_only],
                *lien_said(facts.lien_recorded, due),
                *([are_not_known(unknown)] if unknown else []),
                *([] if interest is None else [interest.said]),
            ]
        ),
        parameters=(used(parameters.get(_YEARS)), *counting_used(parameters, LIEN_DAYS)),
        notes=(
            COUNTING_NOTE,
            *lien_early_note(due),
            *([_BEFORE_LEVY] if before_levy else []),
            *([] if facts.part_of_parcel_only is False else [_PART if facts.part_of_parcel_only else _PART_UNKNOWN]),
        ),
    )


def _readings(state: State, answer: str | None) -> dict[str, Reading]:
    return {
        "any_part": Reading(state, answer, "Land of which a part changed its use is not devoted exclusively to one."),
        "whole_land": Reading(State.FAIL, None, "Only a change of all the land counts."),
    }


def _year_said(facts: UseChangeFacts, complete: dt.date | None, *, resumed: bool) -> list[str]:
    if facts.stopped is None or complete is None:
        return []
    stopped = f"exclusive use stopped on {day_words(facts.stopped)}"
    if resumed and facts.resumed is not None:
        return [stopped, f"it resumed on {day_words(facts.resumed)}, before a year was complete"]
    said = [stopped, f"the year is complete on {day_words(complete)}"]
    if facts.as_of is None:
        return said
    reached = "has come" if facts.as_of >= complete else "has not come"
    return [*said, f"on {day_words(facts.as_of)} that day {reached}"]


def _refuse_impossible(facts: UseChangeFacts) -> None:
    refuse_parts_of_cent("unexempt_amount", facts.unexempt_amount)
    refuse_rate("average_rate", facts.average_rate)
    why = "Use can only resume after it stopped."
    refuse_before("resumed", facts.resumed, "stopped", facts.stopped, why)
