"""May a petition on the method of selection be submitted so soon: TSD-30, Wis. Stat. 60.74(5m)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_days, add_years
from gis.law.parameters import Parameters
from gis.model.facts.electors import LockoutFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.words import are_not_known, day_words, not_known, sentence, used

ID = "TSD-30"
VERSION = "2"
CITATION = "Wis. Stat. 60.74(5m)"
QUESTION = "May this petition to change the method of selection back be submitted?"

_YEARS = "method_change_lockout_years"
_STARTS = {"to_appointment": "the election of the commissioners", "to_election": "the certification of the referendum"}


def judge(facts: LockoutFacts, parameters: Parameters) -> Finding:
    """Say from which day a petition to change back may be submitted, and whether one on file waited for it.

    Parameters
    ----------
    facts
        What the petition asks for, when the commissioners were elected or the referendum certified, and when the
        petition was submitted.
    parameters
        The law on the date of the petition.

    Returns
    -------
    Finding
        The answer is the first safe day, that after the anniversary. `pass` from it on; `fail` earlier;
        `not_applicable` where the present method came from no petition, or the petition is older than the time;
        `needs_evidence` where a day that decides is not known.

    Raises
    ------
    FactsInvalid
        The anniversary lies outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.74(5m). Of February 29 the anniversary is February 28 in a common year.
    """
    years = parameters.whole(_YEARS)
    start = _start(facts)
    anniversary = None if start is None else add_years(start, years)
    safe = None if anniversary is None else add_days(anniversary, 1)
    state = _state(facts, start, safe)
    applies = state is not State.NOT_APPLICABLE
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=safe.isoformat() if safe and applies else None,
        measures={"anniversary": None if anniversary is None else anniversary.isoformat()},
        readings={
            "anniversary_blocked": Reading(
                _state(facts, start, safe), safe.isoformat(), "A petition on the anniversary comes too early."
            ),
            "anniversary_free": Reading(
                _state(facts, start, anniversary),
                anniversary.isoformat(),
                "A petition on the anniversary may be submitted.",
            ),
        }
        if safe and anniversary and applies
        else {},
        because=_because(facts, start, safe, years),
        parameters=(used(parameters.get(_YEARS)),),
    )


def _start(facts: LockoutFacts) -> dt.date | None:
    """Return the day from which the years run; null where it, or what the petition asks for, is not known."""
    match facts.petition_kind:
        case "to_appointment":
            return facts.election_date
        case "to_election":
            return facts.results_certified
        case None:
            return None


def _state(facts: LockoutFacts, start: dt.date | None, first_day: dt.date | None) -> State:
    """Say whether the petition was submitted on or after a first day."""
    filed = facts.petition_filed
    if facts.changed_by_petition is False or (filed and start and filed < start):
        return State.NOT_APPLICABLE
    if filed is None or first_day is None:
        return State.NEEDS_EVIDENCE
    if filed >= first_day:
        return State.PASS
    return State.NEEDS_EVIDENCE if facts.changed_by_petition is None else State.FAIL


def _because(facts: LockoutFacts, start: dt.date | None, safe: dt.date | None, years: int) -> str:
    filed, kind = facts.petition_filed, facts.petition_kind
    if facts.changed_by_petition is False:
        return "The present method of selection did not come from a petition and vote, so no time has to pass."
    began = _STARTS[kind] if kind else "the last change"
    unknown = not_known(
        ("what the petition asks for", kind),
        (f"the day of {began}", start),
        ("whether the present method came from a petition and vote", facts.changed_by_petition),
        ("the day on which the petition was submitted", filed),
    )
    asked = [are_not_known(unknown)] if unknown else []
    if start is None or safe is None:
        return sentence(["the first day for the petition cannot be said", *asked])
    said = [f"no petition may be submitted within {years} years after {began} on {day_words(start)}"]
    if filed is None:
        said.append(f"{day_words(safe)} is the first safe day")
    elif filed < start:
        said = [
            f"the petition of {day_words(filed)} is older than {began} on {day_words(start)}, which starts the time"
        ]
    elif filed >= safe:
        when = "on the first safe day" if filed == safe else f"after {day_words(safe)}, the first safe day"
        said.append(f"that of {day_words(filed)} was submitted {when}")
    else:
        said.append(f"that of {day_words(filed)} came before {day_words(safe)}, the first safe day")
    return sentence([*said, *asked])
