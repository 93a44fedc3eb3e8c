"""Was a utility's debt cleared before it had to be certified to the tax roll: UT-04, Wis. Stat. 66.0809(3)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from pydantic import JsonValue

from gis.calendar.counting import weekday
from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.utility import ArrearsFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.deadline import COUNTING_NOTE, counting_used
from gis.rules.impossible import refuse_parts_of_cent
from gis.rules.utility.arrears_cycle import (
    CYCLE_VALUES,
    ArrearsCycle,
    LastDays,
    arrears_cycle,
    owing_on,
)
from gis.rules.words import are_not_known, day_words, dollars, not_known, sentence

ID = "UT-04"
VERSION = "1"
CITATION = "Wis. Stat. 66.0809(3)(a)-(b)"
QUESTION = "Was the debt cleared before it had to be certified?"

_NOTHING = Fraction(0)
_READINGS = {
    "rolled": "A last day on a Sunday or legal holiday allows the next open day.",
    "calendar_day": "No closed day moves the last day.",
}
_SAME_DAY = (
    "The last day to pay is moved to {day}, and the list is certified on {list}; make it after the close of business."
)
_BEFORE_NOTICE = "The payment is dated before the notice of the arrears; check both."
_OF_EARLIER = (
    "The service was furnished before {day} and belongs to an earlier cycle. Check that the debt is not on an earlier "
    "tax roll, and that its notice was given."
)
_AFTER_ASKED = "The payment is dated after the day asked about; the amount takes it as made."


def judge(facts: ArrearsFacts, parameters: Parameters) -> Finding:
    """Say whether arrears were paid in time, and what was paid or is owing with the penalty.

    Parameters
    ----------
    facts
        Year of the cycle, last day of the service, arrears at the notice (dollars), payment in full, and the day asked
        about.
    parameters
        The law on a day of the cycle.

    Returns
    -------
    Finding
        `pass` paid by the last day, or nothing is in arrears; `fail` certified; `needs_evidence` where it is unpaid and
        the last day is not past, or a fact that decides is not known; `not_applicable` where the service is of a later
        cycle, with the arrears as answer where they are known. Each reading has its own answer and state.

    Raises
    ------
    FactsInvalid
        The arrears are negative or have parts of a cent, or nobody can mean the year.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0809(3)(a)-(b), repeated by the Village of Mukwonago for sewer and stormwater charges. The penalty is
    on the arrears with the penalties of the utility, rounded half up to the cent.
    """
    cycle = None if facts.year is None else arrears_cycle(facts.year, parameters, facts.holidays)
    found = judged_in(facts, cycle, parameters)
    outcomes = {"rolled": found.rolled, "calendar_day": found.calendar_day}
    penalty = found.rolled.penalty
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=found.rolled.state,
        answer=found.rolled.answer,
        answer_unit="usd",
        measures={
            "penalty": None if penalty is None else money(penalty),
            "in_cycle": _in_cycle(facts, cycle),
            "certified": found.rolled.certified,
            **_days(cycle),
        },
        readings={name: Reading(each.state, each.answer, _READINGS[name]) for name, each in outcomes.items()},
        because=found.because,
        parameters=counting_used(parameters, *CYCLE_VALUES),
        notes=found.notes,
    )


@dataclass(frozen=True, slots=True)
class ArrearsOutcome:
    """What one reading gives; null is what is not known."""

    state: State
    amount: Fraction | None = None
    """Dollars paid or owing, the penalty in it."""
    penalty: Fraction | None = None
    certified: bool | None = None

    @property
    def answer(self) -> str | None:
        """The amount as a finding writes it."""
        return None if self.amount is None else money(self.amount)


@dataclass(frozen=True, slots=True)
class ArrearsJudged:
    """What a finding says, before it is written as one; a list of a utility has a hundred thousand of them."""

    rolled: ArrearsOutcome
    calendar_day: ArrearsOutcome
    because: str
    notes: tuple[str, ...]


def judged_in(facts: ArrearsFacts, cycle: ArrearsCycle | None, parameters: Parameters) -> ArrearsJudged:
    """Judge arrears by a cycle that many accounts have in common; see `judge`.

    Parameters
    ----------
    facts
        Of one account.
    cycle
        That of `facts.year`, from `arrears_cycle`; null where the year is not known.
    parameters
        The law on a day of the cycle.

    Raises
    ------
    FactsInvalid
        The arrears are negative or have parts of a cent.
    """
    refuse_parts_of_cent("arrears", facts.arrears)
    rolled = plain = _outcome(facts, cycle, None if cycle is None else cycle.rolled, parameters)
    if cycle is not None and not cycle.is_alike(facts.paid or facts.as_of):
        plain = _outcome(facts, cycle, cycle.calendar_day, parameters)
    return ArrearsJudged(rolled, plain, sentence(_said(facts, cycle, rolled)), (COUNTING_NOTE, *_notes(facts, cycle)))


def _in_cycle(facts: ArrearsFacts, cycle: ArrearsCycle | None) -> bool | None:
    return None if cycle is None or facts.service_date is None else facts.service_date < cycle.service_before


def is_of_earlier_cycle(arrears: Fraction | None, service_date: dt.date | None, cycle: ArrearsCycle) -> bool:
    """Say whether arrears are of service that was furnished before the cycle of the year before ended."""
    return bool(arrears) and service_date is not None and service_date < cycle.begins


def _outcome(
    facts: ArrearsFacts, cycle: ArrearsCycle | None, last: LastDays | None, parameters: Parameters
) -> ArrearsOutcome:
    day = facts.paid or facts.as_of
    in_cycle = _in_cycle(facts, cycle)
    if in_cycle is False:
        return ArrearsOutcome(State.NOT_APPLICABLE, facts.arrears, _NOTHING, certified=False)
    if facts.arrears is None or in_cycle is None or last is None:
        return ArrearsOutcome(State.NEEDS_EVIDENCE)
    if not facts.arrears:
        return ArrearsOutcome(State.PASS, _NOTHING, _NOTHING, certified=False)
    if day is None:
        return ArrearsOutcome(State.NEEDS_EVIDENCE)
    owing = owing_on(facts.arrears, day, last, parameters)
    in_time = State.NEEDS_EVIDENCE if facts.paid is None else State.PASS
    state = State.FAIL if owing.certified else in_time
    return ArrearsOutcome(state, owing.amount, owing.penalty, owing.certified)


def _days(cycle: ArrearsCycle | None) -> dict[str, JsonValue]:
    names = ("notice_on", "pay_without_penalty_by", "pay_by", "certify_on")
    if cycle is None:
        return dict.fromkeys(names)
    days = (cycle.notice_on, cycle.rolled.without_penalty, cycle.rolled.pay, cycle.certify_on)
    return {name: day.isoformat() for name, day in zip(names, days, strict=True)}


def _said(facts: ArrearsFacts, cycle: ArrearsCycle | None, found: ArrearsOutcome) -> list[str]:
    if found.state is State.NOT_APPLICABLE and cycle is not None:
        before = f"only service before {_said_day(cycle.service_before)} is of the cycle"
        of = "" if found.amount is None else f" of {dollars(found.amount)}"
        return [before, f"the arrears{of} wait for a later one, without penalty"]
    if found.amount is None or cycle is None:
        missing = not_known(
            ("the year of the cycle", facts.year),
            ("the last day of the service", facts.service_date),
            ("the amount in arrears", facts.arrears),
            ("the day asked about", facts.paid or facts.as_of),
        )
        return [f"what is owing cannot be said, because {are_not_known(missing)}"]
    if not found.amount:
        return ["nothing is in arrears, so there is nothing to certify"]
    paid = facts.paid is not None
    day = facts.paid or facts.as_of
    on = f"on {_said_day(day)}" if day else "on the day asked about"
    said = [f"{dollars(found.amount)} {'was paid' if paid else 'is owing'} {on}", _penalty_said(cycle, found, day)]
    last = cycle.rolled.pay
    if found.certified:
        return [*said, f"that is after {_dated(last)}, so the debt is on the list of {_said_day(cycle.certify_on)}"]
    if paid:
        return [*said, f"that is in time, by {_dated(last)}"]
    return [*said, f"it can still be paid until {_dated(last)}, before the list of {_said_day(cycle.certify_on)}"]


def _penalty_said(cycle: ArrearsCycle, found: ArrearsOutcome, day: dt.date | None) -> str:
    by = _dated(cycle.rolled.without_penalty)
    if not found.penalty and day is not None and day > cycle.rolled.without_penalty:
        return f"the penalty for what is not paid by {by} is less than half a cent, so none is in it"
    if not found.penalty:
        return f"no penalty is in it, and one is added to what is not paid by {by}"
    return f"{dollars(found.penalty)} of it is the penalty for what is not paid by {by}"


# A utility has a hundred thousand accounts, and few days.
_said_day = lru_cache(maxsize=1000)(day_words)


@lru_cache(maxsize=1000)
def _dated(day: dt.date) -> str:
    return f"{weekday(day)}, {day_words(day)}"


def _notes(facts: ArrearsFacts, cycle: ArrearsCycle | None) -> list[str]:
    if cycle is None:
        return []
    notes = []
    if cycle.rolled.pay >= cycle.certify_on:
        notes.append(_SAME_DAY.format(day=_said_day(cycle.rolled.pay), list=_said_day(cycle.certify_on)))
    if is_of_earlier_cycle(facts.arrears, facts.service_date, cycle):
        notes.append(_OF_EARLIER.format(day=_said_day(cycle.begins)))
    if facts.paid is not None and facts.paid < cycle.notice_on:
        notes.append(_BEFORE_NOTICE)
    if facts.paid is not None and facts.as_of is not None and facts.as_of < facts.paid:
        notes.append(_AFTER_ASKED)
    return notes
