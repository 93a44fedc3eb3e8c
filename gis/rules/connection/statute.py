"""Must a dwelling be connected under an ordinance that copies the statute: WIS-281.45, Wis. Stat. 281.45."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_days
from gis.law.parameters import Parameters
from gis.model.facts.connection import StatuteConnectionFacts
from gis.model.finding import Finding, State
from gis.rules.connection.adjacent_or_block import FORCE_MAIN_NOTE, NO_DEADLINE, Land, Terms, time_said
from gis.rules.deadline import COUNTING_NOTE, Deadline, counting_used, day_or_null, deadline
from gis.rules.words import day_words, sentence

ID = "WIS-281.45"
VERSION = "1"
CITATION = "Wis. Stat. 281.45, as ordinances copy it"
QUESTION = "Must the building be connected to the sewer?"

_DAYS = "statute_connection_notice_days"
_BLOCK = "statute_block_reading"
_USE = "building on the land is used for human habitation"
_TERMS = Terms("the municipality or district", f"a {_USE}", f"no {_USE}")
_OUTSIDE = (
    "Wis. Stat. 281.45 lies outside the five texts on file (confidence Med-High): it lets a municipality or district "
    "ask for connections by ordinance. Read the ordinance itself before acting on this."
)


def judge(facts: StatuteConnectionFacts, parameters: Parameters) -> Finding:
    """Say whether a dwelling must be connected, and from when a penalty may follow where it is not.

    Parameters
    ----------
    facts
        Whether the land is in the territory and a building on it a dwelling, how it stands to the sewers, the written
        notice and the day asked about.
    parameters
        The law on the date of the question.

    Returns
    -------
    Finding
        `pass` where the duty applies, with or without notice; `fail` where it does not; `not_applicable` outside the
        territory and where the sewer is not in service; `undetermined` where a force main is the only sewer that
        would meet the test; `needs_evidence` where an unknown fact could change that. Without notice no penalty can
        follow, and its days are null.

    Raises
    ------
    FactsInvalid
        The time after the notice ends outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 281.45, outside the five texts on file. The failure has to last more than the days after the notice, so
    `penalty_from` is the day after the last one on which the owner can still connect in time.
    """
    land = Land(_TERMS, facts.in_territory, facts.habitation, facts, parameters.choice(_BLOCK))
    state, days = land.state, parameters.whole(_DAYS)
    due = NO_DEADLINE if land.need_not_connect else deadline(facts, facts.notice, days, None)
    penalty_from = None if due.rolled_day is None else add_days(due.rolled_day, 1)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=land.answer,
        measures={
            **land.measures(due),
            "penalty_from": day_or_null(penalty_from),
            "penalty_may_follow": _reached(facts.as_of, penalty_from),
        },
        readings=land.readings(due),
        because=sentence([*land.said(), *(_time_said(due, penalty_from, days) if state is State.PASS else [])]),
        parameters=counting_used(parameters, _BLOCK, _DAYS),
        notes=(
            _OUTSIDE,
            *((COUNTING_NOTE,) if due.day else ()),
            *((FORCE_MAIN_NOTE,) if state is State.UNDETERMINED else ()),
        ),
    )


def _reached(as_of: dt.date | None, penalty_from: dt.date | None) -> bool | None:
    return None if as_of is None or penalty_from is None else as_of >= penalty_from


def _time_said(due: Deadline, penalty_from: dt.date | None, days: int) -> list[str]:
    if penalty_from is None:
        return [f"no written notice is on record, so the {days} days after which a penalty may follow have not begun"]
    return [
        *time_said(due, f"{days} days", "written notice"),
        f"a penalty, or a connection at the owner's cost, may follow from {day_words(penalty_from)} on",
    ]
