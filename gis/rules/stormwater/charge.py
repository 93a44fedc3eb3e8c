"""What is the stormwater charge of a bill, and does the rate cover the budget: MUK-14, Mukwonago ch. 86."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.stormwater import StormwaterChargeFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.stormwater.rate import covers, rate_needed, revenue
from gis.rules.stormwater.units import count_of_units
from gis.rules.words import are_not_known, dollars, not_known, quantity, sentence, used

ID = "MUK-14"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, stormwater charges (1), annual resolution"
QUESTION = "What is the quarterly charge, and does the rate cover the budget?"

_BILLS = "eru_bills_a_year"
_PERIODS: Mapping[int, str] = MappingProxyType({1: "a year", 2: "a half-year", 4: "a quarter", 12: "a month"})
_NOTHING = Fraction(0)
_NO_TOTAL = (
    "A budget is stated without the units of the whole district, so whether the rate covers it is not looked at."
)


def judge(facts: StormwaterChargeFacts, parameters: Parameters) -> Finding:
    """Say what one bill of a parcel comes to, and whether the rate covers the budget.

    Parameters
    ----------
    facts
        Whether the parcel is in the utility district, its units, the rate (dollars a unit for one bill), and for the
        whole district budget and units.
    parameters
        The law on the date of the bill.

    Returns
    -------
    Finding
        `pass` with the charge; `fail` with it where the rate does not cover the budget; `not_applicable` with "0.00"
        outside the district; `needs_evidence` without answer where membership, units or rate are not known.

    Raises
    ------
    FactsInvalid
        Units, rate or budget are negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater charges (1). The charge is rounded half up to the cent, once; the rate
    is compared with the budget before any rounding.
    """
    refuse_negative((name, getattr(facts, name)) for name in ("units", "rate", "budget", "total_units"))
    charge = charge_of(facts.units, facts.rate)
    state, answer = _outcome(facts, charge)
    bills = parameters.whole(_BILLS)
    needed = None
    if facts.budget is not None and facts.total_units is not None:
        needed = rate_needed(facts.budget, facts.total_units)
    brought_in = None
    if facts.rate is not None and facts.total_units is not None:
        brought_in = revenue(facts.rate, facts.total_units)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_money(answer),
        answer_unit="usd",
        measures={"minimum_rate": _money(needed), "revenue": _money(brought_in), "bills_a_year": bills},
        readings={},
        because=sentence(_said(facts, state, _PERIODS.get(bills, "a billing period"))),
        parameters=(used(parameters.get(_BILLS)),),
        notes=(_NO_TOTAL,) if facts.budget is not None and facts.total_units is None else (),
    )


def charge_of(units: Fraction | None, rate: Fraction | None) -> Fraction | None:
    """Return units times rate, exact; null where one of them is not known."""
    return None if units is None or rate is None else units * rate


def _outcome(facts: StormwaterChargeFacts, charge: Fraction | None) -> tuple[State, Fraction | None]:
    if facts.in_utility_district is False:
        return State.NOT_APPLICABLE, _NOTHING
    if facts.in_utility_district is None or charge is None:
        return State.NEEDS_EVIDENCE, None
    return (State.FAIL if _falls_short(facts) else State.PASS), charge


def _falls_short(facts: StormwaterChargeFacts) -> bool:
    rate, total, budget = facts.rate, facts.total_units, facts.budget
    return rate is not None and total is not None and budget is not None and not covers(rate, total, budget)


def _said(facts: StormwaterChargeFacts, state: State, period: str) -> list[str]:
    if state is State.NOT_APPLICABLE:
        return ["the parcel is not in the utility district, and only parcels in it are charged"]
    if state is State.NEEDS_EVIDENCE:
        missing = not_known(
            ("whether the parcel is in the utility district", facts.in_utility_district),
            ("how many runoff units it is assigned", facts.units),
            ("the rate that the annual resolution adopts", facts.rate),
        )
        return [f"the charge cannot be said, because {are_not_known(missing)}"]
    units, rate = facts.units or _NOTHING, facts.rate or _NOTHING
    charge = f"the charge is {dollars(units * rate)} {period}: {count_of_units(units)} at {dollars(rate)} a unit"
    return [charge, *_budget_said(facts)]


def _budget_said(facts: StormwaterChargeFacts) -> list[str]:
    rate, total, budget = facts.rate, facts.total_units, facts.budget
    if rate is None or total is None or budget is None:
        return []
    brings = f"for the {quantity(total, 4)} units of the district the rate brings in {dollars(revenue(rate, total))}"
    needed = rate_needed(budget, total)
    if not _falls_short(facts):
        return [f"{brings}, and the budget is {dollars(budget)}"]
    if needed is None:
        return [f"{brings}, less than the budget of {dollars(budget)}, and no parcel has a unit to bear it"]
    return [f"{brings}, less than the budget of {dollars(budget)}, which needs {dollars(needed)} a unit"]


def _money(amount: Fraction | None) -> str | None:
    return None if amount is None else money(amount)
