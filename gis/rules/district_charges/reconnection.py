"""Is a reconnection free of the reconnection fee: CKSD-10, CKSD Sewer Use Ordinance ch. II(6)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_years
from gis.law.parameters import Parameters
from gis.model.facts.district_charges import ReconnectionFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import day_or_null, state_by
from gis.rules.impossible import refuse_before
from gis.rules.words import are_not_known, day_words, not_known, sentence, used

ID = "CKSD-10"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. II(6)"
QUESTION = "Is the reconnection free of the reconnection fee?"

_YEARS = "cksd_reconnect_years"
_PERMIT = "Before any reconnection a plumbing permit is applied for; the fees are those of the Schedule then in effect."


def judge(facts: ReconnectionFacts, parameters: Parameters) -> Finding:
    """Say until when a destroyed building reconnects without the reconnection fee, and whether it did.

    Parameters
    ----------
    facts
        Why the lateral was disconnected, the day of the destruction, and that of the reconnection.
    parameters
        The ordinance on the day of the destruction.

    Returns
    -------
    Finding
        `pass` where it reconnected on or before the last free day, `fail` later; `not_applicable` where the lateral
        was disconnected by choice, which takes a cap permit; `needs_evidence` where it has not reconnected yet, or a
        fact is missing.

    Raises
    ------
    FactsInvalid
        The reconnection is before the disconnection, or the time ends outside the calendar.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. II(6)(a). The years run to the same day of the year; no closed day moves their end.
    """
    refuse_before(
        "reconnected", facts.reconnected, "destroyed", facts.destroyed, "A lateral reconnects after its disconnection."
    )
    years = parameters.whole(_YEARS)
    by_choice = facts.cause == "choice"
    counts = facts.cause is not None and not by_choice and facts.destroyed is not None
    last_day = add_years(facts.destroyed, years) if counts and facts.destroyed is not None else None
    state = State.NOT_APPLICABLE if by_choice else state_by(facts.reconnected, last_day)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=day_or_null(last_day),
        measures={"cap_permit_fee": None if facts.cause is None else by_choice},
        readings={},
        because=sentence(_said(facts, last_day, years)),
        parameters=(used(parameters.get(_YEARS)),),
        notes=() if by_choice else (_PERMIT,),
    )


def _said(facts: ReconnectionFacts, last_day: dt.date | None, years: int) -> list[str]:
    if facts.cause == "choice":
        return [
            "the lateral was disconnected by choice, which takes a cap permit and its fee",
            f"the {years} years without reconnection fee are for destroyed buildings alone",
        ]
    if last_day is None or facts.destroyed is None:
        unknown = not_known(
            ("why the lateral was disconnected", facts.cause), ("the day of the destruction", facts.destroyed)
        )
        return [are_not_known(unknown)]
    ends = f"{years} years from the destruction on {day_words(facts.destroyed)} end on {day_words(last_day)}"
    if facts.reconnected is None:
        return [ends, "no reconnection is on record"]
    done = f"the reconnection on {day_words(facts.reconnected)}"
    return [ends, f"{done} is free of the fee" if facts.reconnected <= last_day else f"{done} bears the fee"]
