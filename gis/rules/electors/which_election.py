"""At which election are the first commissioners elected after a petition: TSD-27, Wis. Stat. 60.74(4)(b)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import rolled
from gis.calendar.elections import next_spring_election, spring_election
from gis.law.parameters import Parameters
from gis.model.facts.electors import WhichElectionFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.impossible import refuse_year
from gis.rules.words import are_not_known, day_words, not_known, used

ID = "TSD-27"
VERSION = "2"
CITATION = "Wis. Stat. 60.74(4)(b)"
QUESTION = "At which election are the first commissioners elected?"

_MONTH = "spring_petition_last_month"
_DAY = "spring_petition_last_day"
_NOTE = "The spring election is the first Tuesday of April (5.02(21)), which is outside the five texts on file."


def judge(facts: WhichElectionFacts, parameters: Parameters) -> Finding:
    """Say at which election a petition has the first commissioners elected.

    Parameters
    ----------
    facts
        Day on which the petition is filed, and whether it asks for a spring or a special election.
    parameters
        The law on the date of the petition.

    Returns
    -------
    Finding
        `pass` with the spring election, or with null for a special one, whose day the board's order sets;
        `needs_evidence` where the day of filing or the request is not known.

    Raises
    ------
    FactsInvalid
        The year of filing is no year of four digits.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.74(4)(b). The spring election is the first Tuesday of April (5.02(21), outside the five texts on
    file). Filed on its day, a petition counts for the next one.
    """
    filed = facts.filed
    refuse_year("filed", None if filed is None else filed.year)
    window = None if filed is None else _Window(filed, parameters.whole(_MONTH), parameters.whole(_DAY))
    state = State.NEEDS_EVIDENCE if window is None or facts.requests is None else State.PASS
    wants_spring = facts.requests == "spring"
    election = window.election(window.closes) if window and wants_spring else None
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if election is None else election.isoformat(),
        measures={
            "window_opens": window.opens.isoformat() if window else None,
            "window_closes": window.closes.isoformat() if window else None,
            "in_window": window.holds(window.closes) if window else None,
            "special_election_ordered": None if facts.requests is None else not wants_spring,
        },
        readings={
            "literal": Reading(state, election.isoformat(), "November 15 is the last day, whatever its weekday."),
            "november_15_rolled": Reading(
                state,
                window.election(rolled(window.closes)).isoformat(),
                "Where November 15 is a Sunday, the Monday after it still counts.",
            ),
        }
        if window and election
        else {},
        because=_because(facts, window, election),
        parameters=tuple(used(parameters.get(name)) for name in (_MONTH, _DAY)),
        notes=(_NOTE,),
    )


class _Window:
    """The days of a year on which a petition counts for the next spring election."""

    def __init__(self, filed: dt.date, last_month: int, last_day: int) -> None:
        self.filed = filed
        self.opens = spring_election(filed.year)
        self.closes = dt.date(filed.year, last_month, last_day)

    def holds(self, closes: dt.date) -> bool:
        """Whether the petition is filed on one of these days, the first and the last included."""
        return self.opens <= self.filed <= closes

    def election(self, closes: dt.date) -> dt.date:
        """Return the next spring election after filing, or the second where the petition is outside the window."""
        first = next_spring_election(self.filed)
        return first if self.holds(closes) else next_spring_election(first)


def _because(facts: WhichElectionFacts, window: _Window | None, election: dt.date | None) -> str:
    unknown = not_known(
        ("the day on which the petition was filed", facts.filed),
        ("whether it asks for a spring or a special election", facts.requests),
    )
    if unknown:
        return f"The election cannot be said: {are_not_known(unknown)}."
    if window is None or election is None:
        return "The petition asks for a special election, so the town board orders one (8.50(2)(a)) and sets its day."
    opens, closes = day_words(window.opens), day_words(window.closes)
    within, which = (
        ("", "next spring election") if window.holds(window.closes) else ("not ", "second spring election after it")
    )
    return (
        f"The petition filed on {day_words(window.filed)} is {within}within the days from {opens} (spring election) to "
        f"{closes}, so the first commissioners are elected at the {which}, {day_words(election)}."
    )
