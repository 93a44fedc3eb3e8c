"""What may be assessed on farmland or a camp that holds a connected structure: SA-02, Wis. Stat. 66.0721(3)(a)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.assessment import Basis, ConnectedStructureFacts
from gis.model.finding import Finding, State
from gis.rules.assessment.refusals import refuse_no_ground
from gis.rules.assessment.square_acre import root_down
from gis.rules.impossible import refuse_negative
from gis.rules.rounding import CENTS, cents_down
from gis.rules.words import are_not_known, dollars, not_known, price, quantity, sentence, used
from gis.units import SQFT_PER_ACRE

ID = "SA-02"
VERSION = "1"
CITATION = "Wis. Stat. 66.0721(3)(a)"
QUESTION = "What may be assessed on eligible farmland or a camp that holds a connected structure?"

_CAP = "farmland_cap_acres"
_SIDES_OF_A_SQUARE = 4
_NOTHING, _ONE_UNIT = Fraction(0), Fraction(1)
_MEASURES: Mapping[Basis, tuple[str, str]] = MappingProxyType(
    {"frontage": ("ft of frontage", "a foot"), "area": ("sq ft", "a square foot"), "unit": ("units", "a unit")}
)
"""How feet, square feet and units are said, of a number and of one."""


def judge(facts: ConnectedStructureFacts, parameters: Parameters) -> Finding:
    """Say what may be assessed on the land, with and without the cap.

    Parameters
    ----------
    facts
        Whether a structure is connected; basis and rate of the assessment (dollars for a foot, a square foot or a
        unit); the land's own measure; what caps it.
    parameters
        The law on the date of the levy.

    Returns
    -------
    Finding
        `pass` with the amount, rounded down; `not_applicable` with "0.00" where no structure is connected;
        `needs_evidence` where connection, rate or a needed dimension is not known.

    Raises
    ------
    FactsInvalid
        A number is negative, an area is not above zero, or a square has fewer than one side or more than four.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0721(3)(a). The side of a square acre is no fraction, so cap and amount are compared by their
    squares, exactly. On a basis of units the cap is one unit.
    """
    _refuse_impossible(facts)
    measured, limit_squared = _measured(facts), _limit_squared(facts, parameters.number(_CAP))
    rate = facts.rate
    uncapped = None if rate is None or measured is None else measured * rate
    cap_squared = None if rate is None or limit_squared is None else limit_squared * rate**2
    cap = None if cap_squared is None else root_down(cap_squared, CENTS)
    exceeds = None if uncapped is None or cap_squared is None else uncapped**2 > cap_squared
    unknown = _unknown(facts)
    state, answer = State.NEEDS_EVIDENCE, None
    if facts.connected_structure is False:
        state, answer = State.NOT_APPLICABLE, _NOTHING
    elif uncapped is not None and cap is not None and not unknown:
        state, answer = State.PASS, min(cents_down(uncapped), cap)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if answer is None else money(answer),
        answer_unit="usd",
        measures={
            "uncapped_amount": None if uncapped is None else money(cents_down(uncapped)),
            "cap_amount": None if cap is None else money(cap),
            "cap_applies": exceeds,
        },
        readings={},
        because=sentence(_said(facts, unknown, uncapped, cap, exceeds=exceeds)),
        parameters=(used(parameters.get(_CAP)),),
    )


def _area_sqft(facts: ConnectedStructureFacts) -> Fraction | None:
    if facts.area_sqft is not None or facts.area_acres is None:
        return facts.area_sqft
    return facts.area_acres * SQFT_PER_ACRE


def _measured(facts: ConnectedStructureFacts) -> Fraction | None:
    """Return what the land counts by on the basis of the assessment; null where basis or measure is not known."""
    match facts.basis:
        case "frontage":
            return facts.frontage_ft
        case "area":
            return _area_sqft(facts)
        case "unit":
            return facts.units
    return None


def _limit_squared(facts: ConnectedStructureFacts, cap_acres: Fraction) -> Fraction | None:
    """Return the square of what the land may count by at most, on the same basis."""
    if facts.basis == "unit":
        return _ONE_UNIT
    if facts.basis is None or facts.ordinance_max_lot is None:
        return None
    cap_sqft = cap_acres * SQFT_PER_ACRE
    if facts.ordinance_max_lot:
        lot_sqft = None if facts.max_lot_acres is None else facts.max_lot_acres * SQFT_PER_ACRE
        limit = facts.max_lot_frontage_ft if facts.basis == "frontage" else lot_sqft
        return None if limit is None else limit**2
    if facts.basis == "area":
        return cap_sqft**2
    return None if facts.sides is None else facts.sides**2 * cap_sqft


def _unknown(facts: ConnectedStructureFacts) -> list[str]:
    """Name what is missing on the basis of the assessment."""
    by_front, by_area = facts.basis == "frontage", facts.basis == "area"
    by_lot = facts.ordinance_max_lot is True
    asked = (
        (True, "whether a structure on the land is connected", facts.connected_structure),
        (True, "the basis of the assessment", facts.basis),
        (True, "the rate of the assessment", facts.rate),
        (by_front, "the frontage of the land", facts.frontage_ft),
        (by_area, "the area of the land", _area_sqft(facts)),
        (facts.basis == "unit", "how many units the land has", facts.units),
        (by_front or by_area, "whether an ordinance chooses the largest lot", facts.ordinance_max_lot),
        (by_front and by_lot, "the frontage of the largest lot", facts.max_lot_frontage_ft),
        (by_area and by_lot, "the area of the largest lot", facts.max_lot_acres),
        (
            by_front and facts.ordinance_max_lot is False,
            "how many sides of the square acre are counted",
            facts.sides,
        ),
    )
    return not_known(*((words, value) for is_asked, words, value in asked if is_asked))


def _said(
    facts: ConnectedStructureFacts,
    unknown: list[str],
    uncapped: Fraction | None,
    cap: Fraction | None,
    *,
    exceeds: bool | None,
) -> list[str]:
    if facts.connected_structure is False:
        return ["no structure on the land is connected, so the exemption stays whole"]
    measured = _measured(facts)
    if unknown or facts.basis is None or facts.rate is None or measured is None or uncapped is None or cap is None:
        return [are_not_known(unknown)]
    many, one = _MEASURES[facts.basis]
    counted = f"{quantity(measured, 3)} {'unit' if facts.basis == 'unit' and measured == _ONE_UNIT else many}"
    full = f"{counted} at {price(facts.rate)} {one} is {dollars(cents_down(uncapped))}"
    limit = f"the cap, the assessment of {_cap_said(facts)}, is {dollars(cap)}"
    if exceeds and cents_down(uncapped) == cap:
        return [full, limit, "the cap applies, by less than one cent"]
    return [full, limit, "the cap applies" if exceeds else "the cap does not apply"]


def _cap_said(facts: ConnectedStructureFacts) -> str:
    if facts.basis == "unit":
        return "one unit"
    if facts.ordinance_max_lot:
        return "the largest lot that the ordinance chooses"
    if facts.basis == "area":
        return "a square acre"
    return "one side of a square acre" if facts.sides == 1 else f"{facts.sides} sides of a square acre"


def _refuse_impossible(facts: ConnectedStructureFacts) -> None:
    refuse_negative((name, getattr(facts, name)) for name in ("rate", "frontage_ft", "units", "max_lot_frontage_ft"))
    for name in ("area_sqft", "area_acres", "max_lot_acres"):
        refuse_no_ground(name, getattr(facts, name))
    if facts.sides is not None and not 1 <= facts.sides <= _SIDES_OF_A_SQUARE:
        raise FactsInvalid(
            what=f"{facts.sides} sides of the square acre are counted.",
            where="facts.sides",
            why=f"A square has from one to {_SIDES_OF_A_SQUARE} sides along streets.",
            next="Give the sides on which the land is assessed, or null where that is not known.",
        )
