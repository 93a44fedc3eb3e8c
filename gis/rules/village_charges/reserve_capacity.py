"""What is the reserve capacity assessment of a building: MUK-08, Mukwonago ch. 86."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.facts.village_charges import ReserveCapacityFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.impossible import refuse_negative, refuse_parts_of_cent
from gis.rules.village_charges.amounts import PERCENT, charged
from gis.rules.words import are_not_known, as_billed, day_words, dollars, not_known, quantity, sentence, used_of

ID = "MUK-08"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, reserve capacity assessment (a)-(d)"
QUESTION = "What is the assessment, and may it be paid by plan?"

BASE, _INCREASE = "mukwonago_rca_base_dollars", "mukwonago_rca_increase_dollars"
_FIRST = "mukwonago_rca_first_increase"
_PLAN, _INSTALMENTS = "mukwonago_rca_plan_from_recs", "mukwonago_rca_instalments"
_INTEREST, _FEE = "mukwonago_rca_default_interest_percent", "mukwonago_rca_tax_bill_fee_percent"
EXISTING_ON = "mukwonago_rca_existing_on"
_NAMES = (BASE, _INCREASE, _FIRST, EXISTING_ON, _PLAN, _INSTALMENTS, _INTEREST, _FEE)
_FLAT = "The interest is charged once, whatever time passed since the permit."
_FIRST_STEPS = (
    "The first steps of a plan, items (1) and (2), are missing from the text on file; the instalment shown is of the "
    "whole assessment."
)
_NOTHING = Fraction(0)


def judge(facts: ReserveCapacityFacts, parameters: Parameters) -> Finding:
    """Say what the reserve capacity assessment of a building is, and whether it may be paid by plan.

    Parameters
    ----------
    facts
        Building permit, units of the building, whether the connection stood at the cutoff, and amounts in default
        (dollars).
    parameters
        The law on the date of the question.

    Returns
    -------
    Finding
        `pass` with the assessment; `not_applicable` with "0.00" for a connection that stood at the cutoff;
        `needs_evidence` without answer where units, permit or cutoff are not known.

    Raises
    ------
    FactsInvalid
        Units or an amount are negative, or an amount has parts of a cent.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, reserve capacity assessment (a)-(d). Every amount is rounded half up to the cent,
    once.
    """
    refuse_negative([("recs", facts.recs)])
    for name in ("defaulted_amount", "tax_bill_amount"):
        refuse_parts_of_cent(name, getattr(facts, name))
    each = None if facts.permit_date is None else rca_per_rec(facts.permit_date, parameters)
    total = None if each is None or facts.recs is None else each * facts.recs
    state, answer = _outcome(facts, total)
    plan_from = parameters.number_if_stated(_PLAN)
    plan = None if facts.recs is None or plan_from is None else facts.recs >= plan_from
    instalments = parameters.number_if_stated(_INSTALMENTS)
    owed = facts.defaulted_amount
    # Only a default asks for interest and fee, so that an ordinance without them still assesses.
    interest = None if owed is None else _percent_of(owed, parameters.number(_INTEREST))
    on_bill = owed if facts.tax_bill_amount is None else facts.tax_bill_amount
    fee = None if on_bill is None else _percent_of(on_bill, parameters.number(_FEE))
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=charged(answer),
        answer_unit="usd",
        measures={
            "rca_per_rec": charged(each),
            "plan_allowed": plan,
            "instalment_amount": charged(total / instalments)
            if plan and total is not None and instalments is not None
            else None,
            "default_interest": charged(interest),
            "administrative_fee": charged(fee),
        },
        readings={} if interest is None else {"interest_flat": Reading(State.PASS, charged(interest), _FLAT)},
        because=sentence([*_said(facts, state, each, total, parameters), *_default_said(facts, on_bill, parameters)]),
        parameters=used_of(parameters, _NAMES),
        notes=(_FIRST_STEPS,) if plan and state is State.PASS else (),
    )


def rca_per_rec(permit_date: dt.date, parameters: Parameters) -> Fraction:
    """Return the assessment of one residential equivalent connection, dollars, for a permit of a day.

    Parameters
    ----------
    permit_date
        Issue of the building permit; before the first increase the first amount holds.
    parameters
        The law on the date of the question.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> law = load_law().newest()
    >>> [int(rca_per_rec(dt.date(year, 10, 25), law)) for year in (1980, 1981, 1995, 2026)]
    [900, 950, 1650, 3200]
    """
    first = parameters.day(_FIRST)
    increases = permit_date.year - first.year + ((permit_date.month, permit_date.day) >= (first.month, first.day))
    return parameters.number(BASE) + parameters.number(_INCREASE) * max(increases, 0)


def _outcome(facts: ReserveCapacityFacts, total: Fraction | None) -> tuple[State, Fraction | None]:
    if facts.existing_at_cutoff:
        return State.NOT_APPLICABLE, _NOTHING
    if total is None or facts.existing_at_cutoff is None:
        return State.NEEDS_EVIDENCE, None
    return State.PASS, total


def _percent_of(amount: Fraction, rate: Fraction) -> Fraction:
    return amount * rate / PERCENT


def _said(
    facts: ReserveCapacityFacts, state: State, each: Fraction | None, total: Fraction | None, parameters: Parameters
) -> list[str]:
    if state is State.NOT_APPLICABLE:
        return ["the connection stood at the cutoff, and existing connections bear no reserve capacity assessment"]
    if state is State.NEEDS_EVIDENCE or facts.permit_date is None or facts.recs is None:
        missing = not_known(
            ("the day of the building permit", facts.permit_date),
            ("how many residential equivalent connections the building has", facts.recs),
            ("whether the connection stood at the cutoff", facts.existing_at_cutoff),
        )
        return [are_not_known(missing)]
    permit = f"for a permit of {day_words(facts.permit_date)} one connection is assessed {dollars(each or _NOTHING)}"
    units = f"for {quantity(facts.recs, 4)} that is {as_billed(total or _NOTHING)}"
    plan_from = parameters.number_if_stated(_PLAN)
    if plan_from is None:
        return [permit, units]
    limit = quantity(plan_from, 4)
    by_plan = f"{limit} or more may be paid by plan"
    return [permit, units, by_plan if facts.recs >= plan_from else f"fewer than {limit} are paid in full"]


def _default_said(facts: ReserveCapacityFacts, on_bill: Fraction | None, parameters: Parameters) -> list[str]:
    """Say what a missed instalment adds; nothing where none was missed, or nothing is assessed."""
    owed, said = facts.defaulted_amount, []
    if owed is not None and not facts.existing_at_cutoff:
        rate = parameters.number(_INTEREST)
        interest = as_billed(_percent_of(owed, rate))
        said.append(f"{quantity(rate, 2)} percent interest, once, on the {dollars(owed)} in default is {interest}")
    if on_bill is not None and not facts.existing_at_cutoff:
        rate = parameters.number(_FEE)
        fee = as_billed(_percent_of(on_bill, rate))
        said.append(f"the fee of {quantity(rate, 2)} percent of the {dollars(on_bill)} on the tax bill is {fee}")
    return said
