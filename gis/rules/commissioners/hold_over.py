"""How long do the current commissioners serve: TSD-28, Wis. Stat. 60.74(4)(c) and 60.75(2)(d)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.commissioners import HoldOverFacts
from gis.model.finding import Finding, State
from gis.rules.commissioners.follow_on import FOLLOW_ON, follow_on
from gis.rules.impossible import refuse_year
from gis.rules.words import day_words, used

ID = "TSD-28"
VERSION = "2"
CITATION = "Wis. Stat. 60.74(4)(c), 60.75(2)(d)"
QUESTION = "Until when do the current commissioners serve?"

_UNTIL = {
    "special_election": (
        "successors_elected_and_qualified",
        "The present commissioners serve until their successors are elected at the special election and qualify.",
    ),
    "successor_appointed": (
        "successor_takes_office",
        "The present commissioners serve until the successor who is appointed takes office.",
    ),
}
"""Where no day ends the service: the event that does, and how to say it."""


def judge(facts: HoldOverFacts, parameters: Parameters) -> Finding:
    """Say on which day, or with which event, the service of the current commissioners ends.

    Parameters
    ----------
    facts
        What replaces the commissioners, and the year of the election where a spring election does.
    parameters
        The law on the date of the question.

    Returns
    -------
    Finding
        `pass` with the third Monday of April of the year, or with null where an event ends the service (measure
        `until_event`); `needs_evidence` where the event, or a year that is needed, is not known.

    Raises
    ------
    FactsInvalid
        The year is no year of four digits.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.74(4)(c), 60.75(2)(d).
    """
    refuse_year("year", facts.year)
    until_event, state, day = None, State.PASS, None
    if facts.event is None:
        state, said = State.NEEDS_EVIDENCE, "It cannot be said: what replaces the commissioners is not known."
    elif facts.event in _UNTIL:
        until_event, said = _UNTIL[facts.event]
    elif facts.year is None:
        state, said = State.NEEDS_EVIDENCE, "It cannot be said: the year of the spring election is not known."
    else:
        day = follow_on(facts.year, parameters)
        said = (
            "The present commissioners serve until the third Monday of April in the year of the spring election, "
            f"{day_words(day)}."
        )
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if day is None else day.isoformat(),
        measures={"until_event": until_event},
        readings={},
        because=said,
        parameters=(used(parameters.get(FOLLOW_ON)),),
    )
