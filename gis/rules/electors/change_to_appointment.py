"""Did the board appoint in time after a referendum approved it: TSD-29, Wis. Stat. 60.74(5)."""

from __future__ import annotations

import datetime as dt

from gis.law.parameters import Parameters
from gis.model.facts.electors import ChangeToAppointmentFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import COUNTING_NOTE, counting_used, deadline
from gis.rules.electors.signatures import PORTION, signatures_needed, signatures_short, signatures_words
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, not_known, quantity, sentence

ID = "TSD-29"
VERSION = "2"
CITATION = "Wis. Stat. 60.74(5)"
QUESTION = "If the referendum approved, did the board appoint within 60 days after it?"

_DAYS = "appointment_after_referendum_days"
_START, _ACT = "the referendum", "the appointment of commissioners"


def judge(facts: ChangeToAppointmentFacts, parameters: Parameters) -> Finding:
    """Say whether commissioners were appointed in time after a referendum, on a petition with enough signatures.

    Parameters
    ----------
    facts
        Referendum, its result and the appointment; vote for governor in the district and valid signatures.
    parameters
        The law on the day of the referendum.

    Returns
    -------
    Finding
        The answer is the last calendar day for appointing. `not_applicable` where the referendum rejected, or the
        commissioners were not elected because of a petition; `fail` for too few signatures or a late appointment;
        `needs_evidence` where a fact that decides is not known.

    Raises
    ------
    FactsInvalid
        A vote or a count is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.74(5)(b)-(c). Where no signatures or no vote are stated, only the time is judged.
    """
    refuse_negative([("votes_for_governor", facts.votes_for_governor), ("signatures_valid", facts.signatures_valid)])
    portion, vote = parameters.number(PORTION), facts.votes_for_governor
    due = deadline(facts, facts.referendum_date, parameters.whole(_DAYS), facts.appointed)
    needed = None if vote is None else signatures_needed(vote, portion)
    short = signatures_short(needed, facts.signatures_valid)

    def state_by(last_day: dt.date | None) -> State:
        return _state(facts, short, due.state_by(last_day))

    state = state_by(due.rolled_day)
    applies = state is not State.NOT_APPLICABLE
    answered = applies and facts.result is not None
    said = []
    if vote is not None:
        cast = f"the district cast {quantity(vote, 2)} votes for governor"
        said.append(f"{cast}; {signatures_words(vote, portion, facts.signatures_valid)}")
    asked = _asked(facts)
    if asked:
        said.append(are_not_known(asked))
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=due.answer if answered else None,
        measures={"signatures_needed": needed, "signatures_short": short, **due.measures()} if applies else {},
        readings=due.readings(state_by) if answered and due.day else {},
        because=sentence([*due.said(_START, _ACT), *said]) if applies else _not_applicable(facts),
        parameters=counting_used(parameters, _DAYS, PORTION),
        notes=(COUNTING_NOTE, *due.early_note(_START, _ACT)) if applies else (),
    )


def _asked(facts: ChangeToAppointmentFacts) -> list[str]:
    return not_known(
        ("whether the referendum approved", facts.result),
        ("whether the commissioners were elected because of a petition", facts.elected_by_petition),
    )


def _state(facts: ChangeToAppointmentFacts, short: int | None, timely: State) -> State:
    if facts.result == "rejected" or facts.elected_by_petition is False:
        return State.NOT_APPLICABLE
    if _asked(facts):
        return State.NEEDS_EVIDENCE
    return State.FAIL if short else timely


def _not_applicable(facts: ChangeToAppointmentFacts) -> str:
    if facts.result == "rejected":
        return "The referendum rejected the change, so nobody is to be appointed."
    return "The commissioners were not elected because of a petition, so this way to change back is not theirs."
