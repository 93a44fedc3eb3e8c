"""Must the owner connect to the public sewer: MUK-01, Village of Mukwonago Code ch. 86."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_months
from gis.law.parameters import Parameters
from gis.model.facts.connection import MukwonagoConnectionFacts
from gis.model.finding import Finding, State
from gis.rules.connection.adjacent_or_block import FORCE_MAIN_NOTE, NO_DEADLINE, Land, Terms, time_said
from gis.rules.deadline import COUNTING_NOTE, Deadline, counting_used, deadline, deadline_on
from gis.rules.words import are_not_known, day_words, not_known, sentence

ID = "MUK-01"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, sewer article, compulsory connection (a)"
QUESTION = "Must the owner connect to the public sewer?"

_MONTHS = "mukwonago_connect_months"
_HAZARD_DAYS = "mukwonago_hazard_days"
_BLOCK = "mukwonago_block_reading"
_USE = "is used for human occupancy, employment, recreation or habitation"
_TERMS = Terms("the village", f"the land or a building on it {_USE}", f"neither the land nor a building on it {_USE}")
_OPERATION = "the day on which the sewer first became operational"
_NOTICE = "the day on which the building inspector's notice was received"
_HAZARD = "whether an immediate health hazard exists"


def judge(facts: MukwonagoConnectionFacts, parameters: Parameters) -> Finding:
    """Say whether the owner must connect, and by when.

    Parameters
    ----------
    facts
        Whether the land is in the village and in use, how it stands to the public sewers, and the days that count.
    parameters
        The law on the date of the question.

    Returns
    -------
    Finding
        `pass` where the duty applies, `fail` where it does not; `not_applicable` outside the village and where the
        sewer is not in service; `undetermined` where a force main is the only sewer that would meet the test;
        `needs_evidence` where an unknown fact could change that. The day by which to connect is null where nobody
        knows from when it counts; that alone changes no state.

    Raises
    ------
    FactsInvalid
        The time to connect ends outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, compulsory connection (a); both readings of a block are given.
    """
    land = Land(_TERMS, facts.in_village, facts.in_use, facts, parameters.choice(_BLOCK))
    state = land.state
    months, days = parameters.whole(_MONTHS), parameters.whole(_HAZARD_DAYS)
    due = NO_DEADLINE if land.need_not_connect else _due(facts, months, days)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=land.answer,
        measures=land.measures(due),
        readings=land.readings(due),
        because=sentence([*land.said(), *(_time_said(facts, due, months, days) if state is State.PASS else [])]),
        parameters=counting_used(parameters, _BLOCK, _MONTHS, _HAZARD_DAYS),
        notes=tuple(_notes(facts, state, due)),
    )


def _due(facts: MukwonagoConnectionFacts, months: int, days: int) -> Deadline:
    """Count from the notice of a hazard where there is one, else from operation; nothing where nobody knows which.

    Nobody can connect to a sewer that is not yet in operation, so that a notice before it starts nothing.
    """
    if facts.health_hazard:
        received = facts.hazard_notice_received
        return deadline(facts, facts.sewer_operational if _early_notice(facts) else received, days, None)
    start = facts.sewer_operational if facts.health_hazard is False else None
    return deadline_on(facts, start, None if start is None else add_months(start, months), None)


def _early_notice(facts: MukwonagoConnectionFacts) -> dt.date | None:
    """Return the day of an inspector's notice that came before the sewer was in operation; null where none did."""
    received, operational = facts.hazard_notice_received, facts.sewer_operational
    return received if received is not None and operational is not None and received < operational else None


def _time_said(facts: MukwonagoConnectionFacts, due: Deadline, months: int, days: int) -> list[str]:
    if due.day is None:
        hazard = facts.health_hazard
        start = (_NOTICE, None) if hazard else (_OPERATION, facts.sewer_operational)
        unknown = not_known((_HAZARD, hazard), start)
        return [f"by when it cannot be said, because {are_not_known(unknown)}"]
    if not facts.health_hazard:
        return time_said(due, f"{months} months", "the first operation of the sewer")
    said = ["an immediate health hazard exists"]
    if early := _early_notice(facts):
        said.append(f"nobody could connect yet on {day_words(early)}, the day of the building inspector's notice")
        return [*said, *time_said(due, f"{days} days", "the first operation of the sewer")]
    said += time_said(due, f"{days} days", "the building inspector's notice")
    if facts.sewer_operational and (usual := add_months(facts.sewer_operational, months)) < due.day:
        said.append(f"without the hazard the time would have ended on {day_words(usual)} already")
    return said


def _notes(facts: MukwonagoConnectionFacts, state: State, due: Deadline) -> list[str]:
    said = [COUNTING_NOTE] if due.day else []
    if state is State.UNDETERMINED:
        said.append(FORCE_MAIN_NOTE)
    if facts.hazard_notice_received and facts.health_hazard is False and due.day:
        said.append("A notice of a health hazard is on record, but no immediate hazard is stated; it is not counted.")
    return said
