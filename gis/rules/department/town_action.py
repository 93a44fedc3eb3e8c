"""Did the town make the district that the department ordered in time: TSD-17, Wis. Stat. 60.72(6) and (7)."""

from __future__ import annotations

import datetime as dt

from gis.law.parameters import Parameters
from gis.model.facts.department import TownActionFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.deadline import COUNTING_NOTE, counting_used, deadline, state_by
from gis.rules.words import sentence

ID = "TSD-17"
VERSION = "2"
CITATION = "Wis. Stat. 60.72(6)-(7)"
QUESTION = "Was the town's district made no later than the forty-fifth day from receipt?"

_DAYS = "town_action_days"


def judge(facts: TownActionFacts, parameters: Parameters) -> Finding:
    """Say whether the town acted on the department's order in time, so that the department need not.

    Parameters
    ----------
    facts
        Receipt of the order, what the board did and when.
    parameters
        The law on the date of the order.

    Returns
    -------
    Finding
        As FACTS.md has it for deadlines (Block D) for a sanitary district; `undetermined` for a utility district in
        time, which sub. (6) allows and of which sub. (7) does not speak; `fail` where the board did nothing;
        `needs_evidence` where nobody knows.

    Raises
    ------
    FactsInvalid
        The time ends outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.72(6) and (7).
    """
    due = deadline(facts, facts.order_received, parameters.whole(_DAYS), facts.town_acted)

    def judge_by(last_day: dt.date | None, *, of_utility: State = State.UNDETERMINED) -> State:
        return _state(facts, last_day, of_utility)

    state = judge_by(due.rolled_day)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=due.answer,
        measures={**due.measures(), "dnr_must_create": {State.FAIL: True, State.PASS: False}.get(state)},
        readings={
            **due.readings(judge_by),
            "utility_district_counts": Reading(
                judge_by(due.rolled_day, of_utility=State.PASS),
                due.answer,
                "A utility district, which sub. (6) allows, stops the department.",
            ),
            "sanitary_district_only": Reading(
                judge_by(due.rolled_day, of_utility=State.FAIL),
                due.answer,
                "Only a sanitary district, of which sub. (7) speaks, stops the department.",
            ),
        },
        because=sentence(_said(facts, due.said("the receipt of the order", "the board's act"), state)),
        parameters=counting_used(parameters, _DAYS),
        notes=(COUNTING_NOTE, *due.early_note("the receipt of the order", "the board's act")),
    )


def _state(facts: TownActionFacts, last_day: dt.date | None, of_utility: State) -> State:
    if facts.town_action == "none":  # whatever the day of receipt
        return State.FAIL
    if facts.town_action is None or last_day is None:
        return State.NEEDS_EVIDENCE
    in_time = state_by(facts.town_acted, last_day)
    return of_utility if in_time is State.PASS and facts.town_action == "utility_district" else in_time


def _said(facts: TownActionFacts, counted: list[str], state: State) -> list[str]:
    match facts.town_action:
        case None:
            return [*counted, "what the board did is not known"]
        case "none":
            return [counted[0], "the board made no district, so the department has to"]
        case "utility_district" if state is State.UNDETERMINED:
            return [*counted, "it made a utility district, and the law does not say whether that stops the department"]
        case _ if state is State.FAIL:
            return [*counted, "the department has to make the district"]
        case _:
            return counted
