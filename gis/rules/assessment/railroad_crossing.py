"""What may be charged to a railroad that crosses an improved street: SA-10, Wis. Stat. 66.0727."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import money, number_or_null
from gis.model.facts.assessment import RailroadCrossingFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import COUNTING_NOTE, Deadline, counting_used, deadline, state_by
from gis.rules.impossible import refuse_negative
from gis.rules.rounding import cents_down
from gis.rules.words import are_not_known, dollars, not_known, price, quantity, sentence

ID = "SA-10"
VERSION = "1"
CITATION = "Wis. Stat. 66.0727"
QUESTION = "What may be charged to the railroad?"

_DAYS = "railroad_crossing_payment_days"
_NAMED = ("the presentation of the statement", "the payment")


def judge(facts: RailroadCrossingFacts, parameters: Parameters) -> Finding:
    """Say what may be charged to the railroad, and by when it pays.

    Parameters
    ----------
    facts
        Feet of its right-of-way along the street on each side, price of a foot (dollars), assessment and frontage of
        the other property, presentation of the statement and payment.
    parameters
        The law on the date of the presentation.

    Returns
    -------
    Finding
        `pass` with the amount, rounded down; `fail` with it where it is paid too late; `needs_evidence` where a
        figure is not known or nothing else has frontage, and where it is paid and nobody knows when the time began.

    Raises
    ------
    FactsInvalid
        A length or an amount is negative, or the time ends outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0727(1) and (2): the price for the frontage on both sides, but no more for a foot than the other
    property bears on average.
    """
    _refuse_impossible(facts)
    due = deadline(facts, facts.presented, parameters.whole(_DAYS), facts.paid)
    frontage = sum(facts.frontages_ft, start=Fraction(0)) if facts.frontages_ft else None
    priced = None if frontage is None or facts.unit_price is None else frontage * facts.unit_price
    cap = None if frontage is None else _cap(facts, frontage)
    amount = None if priced is None or cap is None else cents_down(min(priced, cap))

    def judge_by(last_day: dt.date | None) -> State:
        if amount is None:
            return State.NEEDS_EVIDENCE
        return State.PASS if facts.paid is None else state_by(facts.paid, last_day)

    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=judge_by(due.rolled_day),
        answer=None if amount is None else money(amount),
        answer_unit="usd",
        measures={
            **due.measures(),
            "frontage_ft": number_or_null(frontage),
            "price_amount": None if priced is None else money(priced),
            "cap_amount": None if cap is None else money(cents_down(cap)),
            "due_by": due.answer,
        },
        readings=due.readings(judge_by) if due.day else {},
        because=sentence([*_amount_said(facts, frontage, priced, cap), *_payment_said(facts, due)]),
        parameters=counting_used(parameters, _DAYS),
        notes=(COUNTING_NOTE, *due.early_note(*_NAMED)),
    )


def _cap(facts: RailroadCrossingFacts, frontage: Fraction) -> Fraction | None:
    """Return what the frontage would bear at the average of the other property; null where there is none."""
    if facts.others_assessed is None or not facts.others_frontage_ft:
        return None
    return frontage * facts.others_assessed / facts.others_frontage_ft


def _amount_said(
    facts: RailroadCrossingFacts, frontage: Fraction | None, priced: Fraction | None, cap: Fraction | None
) -> list[str]:
    if frontage is None or facts.unit_price is None or priced is None or cap is None:
        missing = not_known(
            ("the frontage of the railroad", frontage),
            ("the price of a front foot", facts.unit_price),
            ("what the other property was assessed", facts.others_assessed),
            ("the frontage of the other property", facts.others_frontage_ft),
        )
        nothing_else = ["no other property has frontage, so there is no average"] * (facts.others_frontage_ft == 0)
        return [*([are_not_known(missing)] if missing else []), *nothing_else]
    least = min(priced, cap)
    down = "" if dollars(least) == dollars(cents_down(least)) else ", rounded down"
    return [
        f"{quantity(frontage, 3)} ft of frontage at {price(facts.unit_price)} a foot is {dollars(priced)}",
        f"at the average of the other property it is {dollars(cents_down(cap))}",
        f"{dollars(cents_down(least))} may be charged{down}",
    ]


def _payment_said(facts: RailroadCrossingFacts, due: Deadline) -> list[str]:
    if facts.presented is None and facts.paid is None:
        return []
    said = due.said(*_NAMED)
    return said if facts.paid is not None else [*said[:-1], "no payment is on record"]


def _refuse_impossible(facts: RailroadCrossingFacts) -> None:
    refuse_negative((f"frontages_ft[{i}]", length) for i, length in enumerate(facts.frontages_ft or ()))
    refuse_negative((name, getattr(facts, name)) for name in ("unit_price", "others_assessed", "others_frontage_ft"))
