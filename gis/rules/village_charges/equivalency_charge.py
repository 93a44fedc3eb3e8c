"""What is the residential equivalency charge of a unit, and of a customer: MUK-05, Mukwonago ch. 86, 86-237."""

from __future__ import annotations

from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import number_or_null
from gis.model.facts.village_charges import EquivalencyChargeFacts, WaterByQuarter
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative, refuse_parts_of_cent
from gis.rules.village_charges.amounts import charged
from gis.rules.words import are_not_known, as_billed, count_of, dollars, not_known, price, sentence

ID = "MUK-05"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, 86-237"
QUESTION = "What is the yearly charge per unit and for the customer?"

_ONE = Fraction(1)
_COMPARED = ("march", "june", "december")
"""Quarters of which the averages are taken; the summer one, with its sprinkling, is left out."""
_NO_UNITS = "there is not one residential equivalent unit, so the debt service cannot be divided"


def judge(facts: EquivalencyChargeFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say what one unit is charged for a year, and what a customer is charged for its units.

    Parameters
    ----------
    facts
        Yearly debt service (dollars), units of all users, and of the customer whether it is a single-family dwelling
        or what water it used in each quarter (gallons), with the average of all single-family dwellings.
    parameters
        The law on the date of the question; every number of this rule is a fact.

    Returns
    -------
    Finding
        `pass` with the charge per unit; `not_applicable` with it where the user is no customer of the village water
        utility; `needs_evidence` without answer where debt service or units are not known or there are no units, and
        with the charge where only it is not known whether the user is a customer.

    Raises
    ------
    FactsInvalid
        The debt service, a number of units or a volume is negative, or the debt service has parts of a cent.

    Notes
    -----
    Village of Mukwonago Code ch. 86, 86-237(b). The customer's charge is its units times the unrounded charge; both
    are rounded half up to the cent, once.
    """
    _refuse_impossible(facts)
    charge = charge_per_rec(facts.debt_service, facts.total_recs)
    average = average_gal(facts.quarters_gal)
    recs = _recs(facts, average)
    yearly = None if charge is None or recs is None else charge * recs
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=_state(facts, charge),
        answer=charged(charge),
        answer_unit="usd",
        measures={
            "customer_average_gal": number_or_null(average),
            "recs": number_or_null(recs),
            "yearly_charge": charged(yearly),
        },
        readings={},
        because=sentence(_said(facts, charge, recs, yearly)),
    )


def charge_per_rec(debt_service: Fraction | None, total_recs: Fraction | None) -> Fraction | None:
    """Return the yearly charge of one unit in dollars, not rounded; null where it is not known or there are no units.

    >>> charge_per_rec(Fraction(612_000), Fraction(3_400)), charge_per_rec(Fraction(612_000), Fraction(0))
    (Fraction(180, 1), None)
    """
    return debt_service / total_recs if debt_service is not None and total_recs else None


def average_gal(quarters: WaterByQuarter | None) -> Fraction | None:
    """Return the average of the quarters that end in March, June and December; null where one of them is not known."""
    volumes = [getattr(quarters, name, None) for name in _COMPARED]
    known = [volume for volume in volumes if volume is not None]
    return sum(known, start=Fraction(0)) / len(known) if len(known) == len(volumes) else None


def recs_by_water(customer_gal: Fraction | None, single_family_gal: Fraction | None) -> Fraction | None:
    """Return the units of a customer: its average water over that of single-family dwellings, with no least."""
    return customer_gal / single_family_gal if customer_gal is not None and single_family_gal else None


def _recs(facts: EquivalencyChargeFacts, average: Fraction | None) -> Fraction | None:
    if not facts.village_water_customer or facts.single_family is None:
        return None
    return _ONE if facts.single_family else recs_by_water(average, facts.single_family_average_gal)


def _state(facts: EquivalencyChargeFacts, charge: Fraction | None) -> State:
    if charge is None or facts.village_water_customer is None:
        return State.NEEDS_EVIDENCE
    return State.PASS if facts.village_water_customer else State.NOT_APPLICABLE


def _said(
    facts: EquivalencyChargeFacts, charge: Fraction | None, recs: Fraction | None, yearly: Fraction | None
) -> list[str]:
    if charge is None or facts.debt_service is None or facts.total_recs is None:
        return [_missing_said(facts)]
    units = count_of(facts.total_recs, "residential equivalent unit", 4)
    rounded = "" if price(charge) == as_billed(charge) else f", rounded {as_billed(charge)}"
    each = f"{price(charge)} a unit{rounded}"
    said = [f"the debt service of {dollars(facts.debt_service)} a year divided by {units} is {each}"]
    if facts.village_water_customer is None:
        return [*said, are_not_known(["whether the user is a customer of the village water utility"])]
    if not facts.village_water_customer:
        return [*said, "the user is no customer of the village water utility, so 86-263 assigns its units"]
    if recs is None or yearly is None:
        return [*said, *_no_units_said(facts)]
    units = (
        "1 unit, a single-family dwelling" if facts.single_family else f"{count_of(recs, 'unit', 6)} by its water use"
    )
    return [*said, f"the customer has {units}, and is charged {as_billed(yearly)} a year"]


def _missing_said(facts: EquivalencyChargeFacts) -> str:
    missing = not_known(
        ("the yearly debt service", facts.debt_service),
        ("how many residential equivalent units there are", facts.total_recs),
    )
    return are_not_known(missing) if missing else _NO_UNITS


def _no_units_said(facts: EquivalencyChargeFacts) -> list[str]:
    """Say why a customer's own units are not known; nothing where nobody asked about a customer."""
    if facts.single_family is not None and facts.quarters_gal is None and facts.single_family_average_gal is None:
        return []
    if facts.single_family_average_gal == 0:
        return ["single-family dwellings used no water on average, so nothing can be compared with it"]
    missing = not_known(
        ("whether it is a single-family dwelling", facts.single_family),
        *((f"the customer's water in the quarter ending {name.title()}", _water(facts, name)) for name in _COMPARED),
        ("the average water of single-family dwellings", facts.single_family_average_gal),
    )
    return [f"the units of the customer cannot be said, because {are_not_known(missing)}"]


def _water(facts: EquivalencyChargeFacts, quarter: str) -> Fraction | None:
    volume: Fraction | None = getattr(facts.quarters_gal, quarter, None)
    return volume


def _refuse_impossible(facts: EquivalencyChargeFacts) -> None:
    refuse_parts_of_cent("debt_service", facts.debt_service)
    named = ("total_recs", "single_family_average_gal")
    refuse_negative((name, getattr(facts, name)) for name in named)
    quarters = (*_COMPARED, "september")
    refuse_negative((f"quarters_gal.{name}", _water(facts, name)) for name in quarters)
