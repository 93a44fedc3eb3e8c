"""How many billing units does a property have, and what is its user fee: CKSD-08, ch. I(44)-(45) and II(9)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import money, number_or_null
from gis.model.facts.district_charges import BillingUnitFacts, Space
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import all_listed, count_of, dollars, price, sentence, used

ID = "CKSD-08"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. I(44)-(45), ch. II(9)"
QUESTION = "How many billing units (RUE) and what user fee?"

_REU = "cksd_reu_gpd"
_KINDS = frozenset({"residence", "apartment", "flat", "store", "office", "garage"})
"""Kinds that are said; whatever else is stated as a kind may be a name."""
_SERVICES = (
    "Several buildings that each have a separate service are billed for each of them separately; count each alone."
)


def judge(facts: BillingUnitFacts, parameters: Parameters) -> Finding:
    """Count the billing units of a property, and give its user fee of a quarter.

    Parameters
    ----------
    facts
        Each space with whether it has fixtures and is separate, and its flow (gallons per day); the rate of one unit
        for a quarter (dollars).
    parameters
        The ordinance on the date of the bill.

    Returns
    -------
    Finding
        `pass` with the spaces that have a fixture and are separate; `needs_evidence` without answer where a fact that
        is not known would change their count. The flow only gives the measure `reu`, null where one is not stated.

    Raises
    ------
    FactsInvalid
        The rate or a flow is negative.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. I(44)-(45), ch. II(9). The fee is rounded half up to the cent.
    """
    refuse_negative(
        [
            ("rate", facts.rate),
            *((f"spaces[{i}].average_gpd", space.average_gpd) for i, space in enumerate(facts.spaces or ())),
        ]
    )
    units = None if facts.spaces is None else _units(facts.spaces)
    charge = None if units is None or facts.rate is None else units * facts.rate
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if units is None else State.PASS,
        answer=units,
        answer_unit="units",
        measures={
            "reu": number_or_null(_equivalents(facts.spaces or (), parameters.number(_REU))),
            "charge": None if charge is None else money(charge),
        },
        readings={},
        because=sentence(_said(facts, units, charge)),
        parameters=(used(parameters.get(_REU)),),
        notes=(_SERVICES,),
    )


def _is_unit(space: Space) -> bool | None:
    """Whether a space is a billing unit; null where a fact that is not known decides."""
    if space.fixtures is False or space.separate is False:
        return False
    return None if space.fixtures is None or space.separate is None else True


def _units(spaces: Sequence[Space]) -> int | None:
    are_units = [_is_unit(space) for space in spaces]
    return None if None in are_units else are_units.count(True)


def _equivalents(spaces: Sequence[Space], gpd: Fraction) -> Fraction | None:
    """Return the flow of all spaces in residential equivalent units; null where that of one is not stated."""
    flows = [space.average_gpd for space in spaces if space.average_gpd is not None]
    return sum(flows, start=Fraction(0)) / gpd if flows and len(flows) == len(spaces) else None


def _said(facts: BillingUnitFacts, units: int | None, charge: Fraction | None) -> list[str]:
    if facts.spaces is None:
        return ["which spaces the property has is not known"]
    if units is None:
        are_units = [_is_unit(space) for space in facts.spaces]
        least, most = are_units.count(True), len(are_units) - are_units.count(False)
        is_open = [_named(i, space) for i, space in enumerate(facts.spaces) if _is_unit(space) is None]
        return [
            f"whether a fixture is there and the space is separate is not known of {all_listed(is_open)}",
            f"the property has from {least} to {most} billing units",
        ]
    are = "has a fixture and is" if units == 1 else "have a fixture and are"
    said = [
        f"{units} of the {count_of(len(facts.spaces), 'space')} stated {are} occupied separately, each a billing unit"
    ]
    if not units:
        said = ["no space of the property has a fixture and is occupied separately, so there is no billing unit"]
    if charge is not None and facts.rate is not None:
        said.append(f"at {price(facts.rate)} a unit the user fee of a quarter is {dollars(charge)}")
    return said


def _named(i: int, space: Space) -> str:
    """Name a space by its place in the list, and by its kind where that is one of the usual words."""
    return f"space {i + 1} ({space.kind})" if space.kind in _KINDS else f"space {i + 1}"
