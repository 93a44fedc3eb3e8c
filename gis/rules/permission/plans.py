"""Were the plans of a new local sewer filed in time and number: VLG-03, village connection ordinance, B(2)(b)-(c)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.permission import PlanFilingFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import MINIMUM_NOTE, minimum_notice
from gis.rules.impossible import refuse_negative
from gis.rules.words import sentence, used

ID = "VLG-03"
VERSION = "1"
CITATION = "Village connection ordinance, B(2)(b)-(c)"
QUESTION = "Were six sets filed at least 15 calendar days before the board meeting?"

_DAYS = "village_plans_days"
_SETS = "village_plan_sets"


def judge(facts: PlanFilingFacts, parameters: Parameters) -> Finding:
    """Say whether enough sets of plans reached the village engineer in time.

    Parameters
    ----------
    facts
        Day of the village board meeting, day on which the engineer received the plans, and how many sets.
    parameters
        The ordinance on the date of the meeting.

    Returns
    -------
    Finding
        As FACTS.md has it for minimum notice (Block N); `fail` also with too few sets, `needs_evidence` also where
        their number is not known.

    Raises
    ------
    FactsInvalid
        The number of sets is negative, or the last day lies outside the calendar.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    Village connection ordinance, B(2)(b)-(c).
    """
    asked = parameters.whole(_SETS)
    sets = asked if facts.sets == "unstated" else facts.sets
    refuse_negative((("sets", sets),))
    notice = minimum_notice(facts.holidays, facts.board_meeting, parameters.whole(_DAYS), facts.plans_received)
    said = notice.said("the board meeting", "the receipt of the plans")
    if sets is None:
        said.append(f"how many of the {asked} sets were filed is not known")
    elif sets < asked:
        said.append(f"{sets} {'set was' if sets == 1 else 'sets were'} filed, where {asked} are asked for")
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=_state(notice.state, sets, asked),
        answer=notice.answer,
        measures={**notice.measures(), "sets_asked": asked},
        readings={},
        because=sentence(said),
        parameters=(used(parameters.get(_DAYS)), used(parameters.get(_SETS))),
        notes=(MINIMUM_NOTE,),
    )


def _state(time: State, sets: int | None, asked: int) -> State:
    if time is State.FAIL or (sets is not None and sets < asked):
        return State.FAIL
    return State.NEEDS_EVIDENCE if sets is None else time
