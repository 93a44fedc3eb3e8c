"""By when is a private system replaced by a connection: CKSD-02, ordinance ch. IV(6)-(7), with ch. III(6)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_days
from gis.law.parameters import Parameters
from gis.model.facts.connection import AbandonmentFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.deadline import day_or_null
from gis.rules.words import day_words, sentence, used

ID = "CKSD-02"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. IV(6)-(7), with ch. III(6)"
QUESTION = "By when must the private system be replaced by a connection?"

_AVAILABLE = "cksd_abandon_days"
_NOTICE = "cksd_connect_days"
_READING_WORDS = {
    "from_availability": "The time runs from the day on which a sewer became available, whatever notice is given.",
    "from_notice": "The time runs from the district's notice.",
}
_CONFLICT = (
    "Chapter IV(6) counts from availability and chapter III(6) from notice, and neither says which governs; the "
    "earlier day is safe under both."
)


def judge(facts: AbandonmentFacts, parameters: Parameters) -> Finding:
    """Say by which day the building is connected and its private system abandoned.

    Parameters
    ----------
    facts
        Whether there is a private system, the day on which a sewer became available, and the district's notice.
    parameters
        The ordinance on the date asked about.

    Returns
    -------
    Finding
        `pass` with the earlier of the days that are known; `not_applicable` without a private system;
        `needs_evidence` where nobody knows of one, or neither day is known.

    Raises
    ------
    FactsInvalid
        A time ends outside the calendar.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. IV(6)-(7) and III(6).
    """
    has_none = facts.private_system is False
    days = {
        "from_availability": _after(None if has_none else facts.sewer_available, parameters.whole(_AVAILABLE)),
        "from_notice": _after(None if has_none else facts.notice, parameters.whole(_NOTICE)),
    }
    first = min((day for day in days.values() if day is not None), default=None)
    state = _state(facts, first)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=day_or_null(first) if state is State.PASS else None,
        measures={
            "by_availability": day_or_null(days["from_availability"]),
            "by_notice": day_or_null(days["from_notice"]),
        },
        readings={
            name: Reading(_state(facts, day), day_or_null(day), _READING_WORDS[name])
            for name, day in days.items()
            if state is State.PASS
        },
        because=sentence(_said(facts, days, first)),
        parameters=(used(parameters.get(_AVAILABLE)), used(parameters.get(_NOTICE))),
        notes=(_CONFLICT,),
    )


def _after(start: dt.date | None, days: int) -> dt.date | None:
    return None if start is None else add_days(start, days)


def _state(facts: AbandonmentFacts, day: dt.date | None) -> State:
    if facts.private_system is False:
        return State.NOT_APPLICABLE
    return State.NEEDS_EVIDENCE if facts.private_system is None or day is None else State.PASS


def _said(facts: AbandonmentFacts, days: dict[str, dt.date | None], first: dt.date | None) -> list[str]:
    if facts.private_system is False:
        return ["no private system serves the building, so there is none to abandon"]
    starts = {
        "from_availability": ("a public sewer became available", facts.sewer_available),
        "from_notice": ("the district gave notice", facts.notice),
    }
    said = [
        f"{(day - start).days} days after {event} on {day_words(start)} is {day_words(day)}"
        for name, (event, start) in starts.items()
        if (day := days[name]) is not None and start is not None
    ]
    if first is None:
        said = ["neither the day on which a public sewer became available nor the day of a notice is known"]
    if facts.private_system is None:
        return [*said, "whether a private system serves the building is not known"]
    if first is not None:
        said.append(f"the building is connected and its private system abandoned by {day_words(first)}")
    return said
