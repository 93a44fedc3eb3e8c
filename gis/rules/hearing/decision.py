"""Are findings and decision issued in time after the hearing: TSD-11, Wis. Stat. 60.71(6)(a)."""

from __future__ import annotations

import datetime as dt

from gis.law.parameters import Parameters
from gis.model.facts.hearing import DecisionFacts
from gis.model.finding import Finding
from gis.rules.deadline import COUNTING_NOTE, counting_used, deadline
from gis.rules.impossible import refuse_before
from gis.rules.words import sentence

ID = "TSD-11"
VERSION = "1"
CITATION = "Wis. Stat. 60.71(6)(a)"
QUESTION = "Were written findings and the decision issued within 30 days after the hearing concluded?"

_DAYS = "decision_days"


def judge(facts: DecisionFacts, parameters: Parameters) -> Finding:
    """Say whether the town board decided in time.

    Parameters
    ----------
    facts
        Last day of the hearing, or all its sessions; day of the decision.
    parameters
        The law on the date of the hearing.

    Returns
    -------
    Finding
        As FACTS.md has it for deadlines (Block D), counted from the last session.

    Raises
    ------
    FactsInvalid
        The hearing concluded before one of its sessions, or the decision came before its end.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(6)(a).
    """
    concluded = _concluded(facts)
    refuse_before(
        "decision_issued",
        facts.decision_issued,
        "the end of the hearing",
        concluded,
        "The board decides on what it heard, so after the hearing.",
    )
    due = deadline(facts, concluded, parameters.whole(_DAYS), facts.decision_issued)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=due.state,
        answer=due.answer,
        measures=due.measures(),
        readings=due.readings(),
        because=sentence(due.said("the end of the hearing", "the decision")),
        parameters=counting_used(parameters, _DAYS),
        notes=(COUNTING_NOTE,),
    )


def _concluded(facts: DecisionFacts) -> dt.date | None:
    last_session = max(facts.hearing_sessions or (), default=None)
    refuse_before(
        "hearing_concluded",
        facts.hearing_concluded,
        "the last of hearing_sessions",
        last_session,
        "A hearing does not conclude before its last session.",
    )
    return facts.hearing_concluded or last_session
