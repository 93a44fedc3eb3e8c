"""Is the hearing held, or can it be, in time after the petition: TSD-06, Wis. Stat. 60.71(4)(a)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_days
from gis.calendar.notices import weekly_insertions
from gis.law.parameters import Parameters
from gis.model.facts.hearing import HearingFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import COUNTING_NOTE, Deadline, counting_used, day_or_null, deadline
from gis.rules.impossible import refuse_before
from gis.rules.publication import PUBLICATION_NOTE
from gis.rules.words import day_words, sentence

ID = "TSD-06"
VERSION = "1"
CITATION = "Wis. Stat. 60.71(4)(a), with 60.71(3), (4)(b)"
QUESTION = "Is (or can) the hearing be held within 30 days after receipt of a sufficient petition?"

_DAYS = "hearing_days"
_BOND = "bond_days"
_MAILING = "department_mailing_days"
_INSERTIONS = "class_2_insertions"
_LAST_INSERTION = "last_insertion_days"
_GRANTED = "The petition is taken to have enough valid signatures (TSD-02); else no time runs."


def judge(facts: HearingFacts, parameters: Parameters) -> Finding:
    """Say whether the hearing is in time, and not before notice and bond allow it.

    Parameters
    ----------
    facts
        Receipt of the petition, day of the hearing, and the first insertion, mailing and bond where they are known.
    parameters
        The law on the date of the petition.

    Returns
    -------
    Finding
        `not_applicable` where the petition has too few valid signatures, so that no time runs; `fail` where the
        hearing is after the last day, before the earliest one, or no day lies between the two; `needs_evidence`
        where the receipt or the hearing is not known; else `pass`.

    Raises
    ------
    FactsInvalid
        The hearing is before the receipt of the petition.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(4)(a); the window also hangs on 60.71(3), (4)(b) and ch. 985.
    """
    refuse_before(
        "hearing_date",
        facts.hearing_date,
        "petition_received",
        facts.petition_received,
        "A petition is heard after it is received.",
    )
    counts = facts.signatures_sufficient is not False
    due = deadline(
        facts,
        facts.petition_received if counts else None,
        parameters.whole(_DAYS),
        facts.hearing_date if counts else None,
    )
    earliest = _earliest(facts, parameters)

    def state_by(last_day: dt.date | None) -> State:
        return _state(facts, earliest, last_day)

    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state_by(due.rolled_day),
        answer=due.answer,
        measures={
            **due.measures(),
            "earliest_hearing": day_or_null(earliest),
            "feasible": None if earliest is None or due.rolled_day is None else earliest <= due.rolled_day,
        },
        readings=due.readings(state_by) if counts else {},
        because=sentence(_said(facts, due, earliest)),
        parameters=counting_used(parameters, _DAYS, _BOND, _MAILING, _INSERTIONS, _LAST_INSERTION),
        notes=(COUNTING_NOTE, PUBLICATION_NOTE, *([_GRANTED] if facts.signatures_sufficient is None else [])),
    )


def _earliest(facts: HearingFacts, parameters: Parameters) -> dt.date | None:
    """Return the first day that notice, mailing and bond allow, of those that are known; null where none is."""
    days = []
    if facts.first_insertion is not None:
        last = weekly_insertions(facts.first_insertion, parameters.whole(_INSERTIONS))[-1]
        days.append(add_days(last, parameters.whole(_LAST_INSERTION)))
    if facts.notice_mailed is not None:
        days.append(add_days(facts.notice_mailed, parameters.whole(_MAILING)))
    if facts.bond_filed is not None:
        days.append(add_days(facts.bond_filed, parameters.whole(_BOND)))
    return max(days, default=None)


def _state(facts: HearingFacts, earliest: dt.date | None, last_day: dt.date | None) -> State:
    hearing = facts.hearing_date
    if facts.signatures_sufficient is False:
        return State.NOT_APPLICABLE
    too_early = earliest is not None and hearing is not None and hearing < earliest
    no_day = earliest is not None and last_day is not None and earliest > last_day
    too_late = hearing is not None and last_day is not None and hearing > last_day
    if too_early or no_day or too_late:
        return State.FAIL
    return State.NEEDS_EVIDENCE if hearing is None or last_day is None else State.PASS


def _said(facts: HearingFacts, due: Deadline, earliest: dt.date | None) -> list[str]:
    if facts.signatures_sufficient is False:
        return ["the petition has too few valid signatures, so it never started the time for a hearing"]
    said = due.said("the receipt of the petition", "the hearing")
    if earliest is None:
        return said
    allowed = f"notice and bond allow no hearing before {day_words(earliest)}"
    if facts.hearing_date is not None and facts.hearing_date < earliest:
        allowed += ", so this one is too early"
    elif due.rolled_day is not None and earliest > due.rolled_day:
        allowed += ", so no day is left for it"
    return [*said, allowed]
