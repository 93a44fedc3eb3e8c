"""Did the village act on filed plans in time: VLG-04, village connection ordinance, B(2)(e)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace

from gis.calendar.counting import plan_by
from gis.law.parameters import Parameters
from gis.model.facts.permission import VillageActionFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.deadline import COUNTING_NOTE, Deadline, counting_used, deadline
from gis.rules.impossible import refuse_before
from gis.rules.words import day_words, sentence

ID = "VLG-04"
VERSION = "1"
CITATION = "Village connection ordinance, B(2)(e)"
QUESTION = "Did the village act within 90 days of filing?"

_DAYS = "village_action_days"
_AGREED = "A day that a written agreement sets is not moved, closed or not."
_SILENCE = "Failure to act in time is denial of the plans, never approval."


def judge(facts: VillageActionFacts, parameters: Parameters) -> Finding:
    """Say whether the village acted in time, and what its silence means.

    Parameters
    ----------
    facts
        Day of the filing of plans that the village engineer approved, of the village's action, of a written
        extension, and the day asked about.
    parameters
        The ordinance on the date of the filing.

    Returns
    -------
    Finding
        As FACTS.md has it for deadlines (Block D); without an action, `fail` where the day asked about is after the
        last day. A written extension takes the place of the time, and does not move off a closed day.

    Raises
    ------
    FactsInvalid
        An action or an extension is before the filing, or the time ends outside the calendar.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    Village connection ordinance, B(2)(e).
    """
    for path, day, why in (
        ("acted", facts.acted, "The village acts on plans that are filed."),
        ("extended_to", facts.extended_to, "An agreement extends a time that has begun."),
    ):
        refuse_before(path, day, "filed", facts.filed, why)
    due = _due(facts, parameters)

    def state_by(last_day: dt.date | None) -> State:
        return _state(facts, due, last_day)

    state = state_by(due.rolled_day)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=due.answer,
        measures={**due.measures(), "outcome": _outcome(facts, due, state)},
        readings=_readings(facts, due.readings(state_by)),
        because=sentence(_said(facts, due, state)),
        parameters=counting_used(parameters, _DAYS),
        notes=(_SILENCE, COUNTING_NOTE),
    )


def _due(facts: VillageActionFacts, parameters: Parameters) -> Deadline:
    due = deadline(facts, facts.filed, parameters.whole(_DAYS), facts.acted)
    agreed = facts.extended_to
    if agreed is None:
        return due
    return replace(due, day=agreed, rolled_day=agreed, plan_day=plan_by(agreed, facts.holidays))


def _readings(facts: VillageActionFacts, of_time: Mapping[str, Reading]) -> dict[str, Reading]:
    """Return the readings of the time; a day that was agreed on is the same by both."""
    if facts.extended_to is None:
        return dict(of_time)
    return {name: replace(reading, because=_AGREED) for name, reading in of_time.items()}


def _state(facts: VillageActionFacts, due: Deadline, last_day: dt.date | None) -> State:
    is_over = last_day is not None and facts.as_of is not None and facts.as_of > last_day
    return State.FAIL if facts.acted is None and is_over else due.state_by(last_day)


def _outcome(facts: VillageActionFacts, due: Deadline, state: State) -> str | None:
    """Name what became of the plans; null where the end of the time is not known."""
    if due.rolled_day is None:
        return None
    if state is State.FAIL:
        return "denied"
    return "pending" if facts.acted is None else "acted"


def _said(facts: VillageActionFacts, due: Deadline, state: State) -> list[str]:
    if facts.extended_to is not None:
        time = [f"a written agreement extends the time to {day_words(facts.extended_to)}"]
    elif facts.filed is None:
        time = ["the day on which the plans were filed is not known, so nothing can be counted from it"]
    else:
        time = due.said("the filing of the plans", "the action")[:-1]  # the action has words of its own below
    denied = ["by the ordinance the plans are denied"] if state is State.FAIL else []
    return [*time, _action_said(facts, due, state), *denied]


def _action_said(facts: VillageActionFacts, due: Deadline, state: State) -> str:
    if facts.acted is not None:
        done = f"the village acted on {day_words(facts.acted)}"
        if due.rolled_day is None:
            return done
        return f"{done}, which is {'too late' if state is State.FAIL else 'in time'}"
    if facts.as_of is None:
        return "no action of the village is known, and the day asked about is not known"
    if state is State.FAIL:
        return f"the village had not acted by {day_words(facts.as_of)}"
    return f"no action of the village is known on {day_words(facts.as_of)}"
