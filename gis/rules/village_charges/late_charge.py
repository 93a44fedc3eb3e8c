"""What late charge is added to a bill of the village: MUK-09, Mukwonago ch. 86."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from gis.calendar.counting import add_days
from gis.errors import LawFileInvalid
from gis.law.parameters import Parameters
from gis.model.facts.village_charges import LateChargeFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.deadline import day_or_null
from gis.rules.impossible import refuse_parts_of_cent
from gis.rules.rounding import cents_half_up
from gis.rules.village_charges.amounts import PERCENT, charged
from gis.rules.words import are_not_known, day_words, dollars, not_known, quantity, sentence, used_of

ID = "MUK-09"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, billing of water (c), of sewer service (a) and of stormwater (1)"
QUESTION = "What late charge is added?"

_DAYS, _DAY_OF_MONTH = "mukwonago_bill_days", "mukwonago_sewer_bill_day_of_month"
_WATER_LEAST = "mukwonago_water_late_least_dollars"
_PORTIONS: Mapping[str, str] = MappingProxyType(
    {
        "water": "mukwonago_water_late_percent",
        "sewer": "mukwonago_sewer_late_percent",
        "stormwater": "mukwonago_stormwater_late_percent",
    }
)
_NAMES = (_DAYS, _DAY_OF_MONTH, _WATER_LEAST, *_PORTIONS.values())
"""Of another bill than the one asked about a number need not be stated."""
_BY_DAYS = "A bill is late after the days that run from its statement."
_BY_MONTH = "A sewer bill is late after the first days of the month of its statement."
_NOTHING = Fraction(0)


def judge(facts: LateChargeFacts, parameters: Parameters) -> Finding:
    """Say whether a bill is late, and what is added to it.

    Parameters
    ----------
    facts
        Kind and amount of the bill (dollars), its statement, its payment, and the day asked about.
    parameters
        The law on the date of the statement.

    Returns
    -------
    Finding
        `pass` with "0.00" where it was paid in time; `fail` with the late charge where it was not, or is unpaid after
        the last day; `needs_evidence` with "0.00" where it is unpaid and not known to be late, and without answer
        where the statement, or of a late bill kind or amount, is not known.

    Raises
    ------
    FactsInvalid
        The amount is negative or has parts of a cent, or the time to pay leaves the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, water billing (c), collection of sewer service charges, sewer billing (a),
    stormwater billing (1). The last day does not move off a closed day. Rounded half up to the cent, once.
    """
    refuse_parts_of_cent("amount", facts.amount)
    due = None if facts.issued is None else add_days(facts.issued, parameters.whole(_DAYS))
    addition = late_addition(facts.bill_kind, facts.amount, parameters)
    state, charge = _outcome(facts, due, addition)
    total = None if charge is None or facts.amount is None else facts.amount + charge
    readings = {"twenty_days": Reading(state, charged(charge), _BY_DAYS)}
    if facts.bill_kind == "sewer":
        by_month = _outcome(facts, _in_month(facts.issued, parameters), addition)
        readings["fifteenth_of_month"] = Reading(by_month[0], charged(by_month[1]), _BY_MONTH)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=charged(charge),
        answer_unit="usd",
        measures={"due_date": day_or_null(due), "total": charged(total)},
        readings=readings,
        because=sentence(_said(facts, due, state, charge, parameters)),
        parameters=used_of(parameters, _NAMES),
    )


def late_addition(kind: str | None, amount: Fraction | None, parameters: Parameters) -> Fraction | None:
    """Return what is added to a late bill, dollars in whole cents; null where its kind or amount is not known.

    Parameters
    ----------
    kind
        water, sewer or stormwater.
    amount
        Bill, dollars. Nothing is added to a bill of nothing.
    parameters
        The law on the date of the statement.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> [float(late_addition(kind, Fraction(12), load_law().newest())) for kind in ("water", "sewer")]
    [0.5, 1.2]
    """
    if amount == 0:
        return _NOTHING
    if kind is None or amount is None:
        return None
    addition = amount * parameters.number(_PORTIONS[kind]) / PERCENT
    return cents_half_up(max(addition, parameters.number(_WATER_LEAST)) if kind == "water" else addition)


def _in_month(issued: dt.date | None, parameters: Parameters) -> dt.date | None:
    """Return the last day for a sewer bill by the paragraph that counts days of the month."""
    day = parameters.whole(_DAY_OF_MONTH)
    if issued is None:
        return None
    try:
        return issued.replace(day=day)
    except ValueError as error:
        raise LawFileInvalid(
            what=f"{_DAY_OF_MONTH} is {day}.",
            where=f"the value of {_DAY_OF_MONTH} that holds on {parameters.date.isoformat()}",
            why=f"The month of {issued.isoformat()} has no such day.",
            next="State a day that every month has, from 1 to 28.",
        ) from error


def _outcome(facts: LateChargeFacts, due: dt.date | None, addition: Fraction | None) -> tuple[State, Fraction | None]:
    if due is None:
        return State.NEEDS_EVIDENCE, None
    if facts.paid is not None and facts.paid <= due:
        return State.PASS, _NOTHING
    if facts.paid is None and (facts.as_of is None or facts.as_of <= due):
        return State.NEEDS_EVIDENCE, _NOTHING
    return (State.NEEDS_EVIDENCE if addition is None else State.FAIL), addition


def _said(
    facts: LateChargeFacts, due: dt.date | None, state: State, charge: Fraction | None, parameters: Parameters
) -> list[str]:
    if due is None or facts.issued is None:
        return [are_not_known(["the day of the statement"])]
    said = [f"the statement of {day_words(facts.issued)} is to be paid by {day_words(due)}"]
    if facts.paid is not None:
        in_time = ", in time" if facts.paid <= due else ", late"
        said.append(f"it was paid on {day_words(facts.paid)}{in_time}")
    elif facts.as_of is None:
        return [*said, "no payment is on record", are_not_known(["the day asked about"])]
    else:
        late = "still unpaid" if facts.as_of > due else "unpaid, and may still be paid in time"
        said.append(f"on {day_words(facts.as_of)} it is {late}")
    if state is State.FAIL and charge is not None and facts.amount is not None:
        said.append(_added_said(facts.bill_kind, facts.amount, charge, parameters))
    elif charge is None:
        unknown = not_known(("what the bill is for", facts.bill_kind), ("its amount", facts.amount))
        said.append(are_not_known(unknown))
    return said


def _added_said(kind: str | None, amount: Fraction, charge: Fraction, parameters: Parameters) -> str:
    bill = f"the bill of {dollars(amount)}"
    if kind is None or not charge:
        return f"nothing is added to {bill}"
    rate = f"{quantity(parameters.number(_PORTIONS[kind]), 2)} percent"
    if charge > cents_half_up(amount * parameters.number(_PORTIONS[kind]) / PERCENT):
        return f"{rate} of {bill} is less than the least charge, so {dollars(charge)} is added"
    return f"{rate} of {bill}, {dollars(charge)}, is added"
