"""Is a lot assigned one runoff unit as a single-family lot: MUK-10, Village of Mukwonago Code ch. 86."""

from __future__ import annotations

from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import number_or_null
from gis.model.facts.stormwater import SingleFamilyFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.impossible import refuse_negative
from gis.rules.stormwater.units import UNIT, UnitFormula, count_of_units, refuse_tiers, sqft, unit_formula
from gis.rules.words import are_not_known, not_known, quantity, sentence, used

ID = "MUK-10"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, stormwater charges (2)(a)"
QUESTION = "Is the lot assigned one runoff unit as a developed single-family lot?"

_FLAT = "eru_single_family_units"
_READINGS = {
    "as_nonresidential": "Every parcel but a single-family lot goes by its area, as nonresidential parcels do.",
    "one_per_lot": "A residential lot has the units of a single-family lot, however many dwellings stand on it.",
}
_UNDEVELOPED = "the lot is not developed, and only a developed single-family lot has the units of one"
_NONRESIDENTIAL = "the parcel is nonresidential, so its units go by its impervious surface"
_SILENT = (
    "The text speaks of single-family and of nonresidential development and has no rule for duplexes and multifamily "
    "buildings."
)


def judge(facts: SingleFamilyFacts, parameters: Parameters) -> Finding:
    """Say whether a lot has the flat units of a developed single-family lot, and what it has otherwise.

    Parameters
    ----------
    facts
        Kind of development, whether the lot is developed, its impervious area (square feet) and dwellings; from
        another ordinance its tiers, or the units of each dwelling.
    parameters
        The law on the date of the assignment.

    Returns
    -------
    Finding
        `pass` with the units of a developed single-family lot; `not_applicable` without answer where the lot is not
        developed or not residential; `undetermined` with the formula's units for a duplex or multifamily building,
        unless the ordinance sets the units of a dwelling; `needs_evidence` where a fact that decides is not known.

    Raises
    ------
    FactsInvalid
        An area, the dwellings or the units of one are negative, or the tiers cannot stand.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater charges (2)(a).
    """
    refuse_negative(
        (name, getattr(facts, name)) for name in ("impervious_sqft", "dwelling_units", "units_per_dwelling")
    )
    refuse_tiers(facts.tiers)
    formula = unit_formula(parameters)
    flat = formula.at_most(parameters.number(_FLAT))
    by_area = formula.units_or_null(facts.impervious_sqft, facts.tiers)
    state, units = _outcome(facts, formula, flat, by_area)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=number_or_null(units),
        answer_unit=UNIT,
        measures={
            "impervious_sqft": number_or_null(facts.impervious_sqft),
            "dwelling_units": facts.dwelling_units,
            "units_by_formula": number_or_null(by_area),
        },
        readings=_readings(flat, by_area) if state is State.UNDETERMINED else {},
        because=sentence(_said(facts, formula, state, units)),
        parameters=(used(parameters.get(_FLAT)), *formula.uses),
        notes=(_SILENT,) if state is State.UNDETERMINED else (),
    )


def _outcome(
    facts: SingleFamilyFacts, formula: UnitFormula, flat: Fraction, by_area: Fraction | None
) -> tuple[State, Fraction | None]:
    if facts.developed is False or facts.development == "nonresidential":
        return State.NOT_APPLICABLE, None
    if facts.developed is None or facts.development is None:
        return State.NEEDS_EVIDENCE, None
    if facts.development != "single_family":
        if facts.units_per_dwelling is None:
            return State.UNDETERMINED, by_area
        units = _times(facts.units_per_dwelling, facts.dwelling_units, formula)
    else:
        units = by_area if facts.tiers else flat
    return (State.NEEDS_EVIDENCE if units is None else State.PASS), units


def _times(of_each: Fraction, dwellings: int | None, formula: UnitFormula) -> Fraction | None:
    return None if dwellings is None else formula.at_most(of_each * dwellings)


def _readings(flat: Fraction, by_area: Fraction | None) -> dict[str, Reading]:
    found = {"as_nonresidential": by_area, "one_per_lot": flat}
    return {
        name: Reading(State.NEEDS_EVIDENCE if units is None else State.PASS, number_or_null(units), _READINGS[name])
        for name, units in found.items()
    }


def _said(facts: SingleFamilyFacts, formula: UnitFormula, state: State, units: Fraction | None) -> list[str]:
    match state:
        case State.NOT_APPLICABLE:
            return [_UNDEVELOPED if facts.developed is False else _NONRESIDENTIAL]
        case State.UNDETERMINED:
            return _silent_said(facts, formula)
        case _:
            if units is None:
                return [f"the units cannot be said, because {are_not_known(_missing(facts))}"]
            return [_units_set_said(facts, formula, units)]


def _units_set_said(facts: SingleFamilyFacts, formula: UnitFormula, units: Fraction) -> str:
    area = facts.impervious_sqft
    if facts.development != "single_family":
        of_each = quantity(facts.units_per_dwelling or Fraction(0), 4)
        return f"{facts.dwelling_units} dwellings at {of_each} each are {count_of_units(units)}"
    if facts.tiers and area is not None:
        return f"the lot is a developed single-family lot, and {formula.reckoned(area, facts.tiers).said()}"
    # No surface on file may be none or none that was drawn; the units go by neither.
    there = f" ({sqft(area)})" if area else ""
    has = f"it has {count_of_units(units)}, whatever its impervious surface{there}"
    return f"the lot is a developed single-family lot, so {has}"


def _missing(facts: SingleFamilyFacts) -> list[str]:
    by_tiers = facts.development == "single_family" and bool(facts.tiers)
    by_dwelling = facts.development in {"duplex", "multifamily"} and facts.units_per_dwelling is not None
    return not_known(
        ("whether the lot is single-family, duplex, multifamily or nonresidential", facts.development),
        ("whether the lot is developed", facts.developed),
        *([("the area of impervious surface", facts.impervious_sqft)] if by_tiers else []),
        *([("how many dwellings the lot has", facts.dwelling_units)] if by_dwelling else []),
    )


def _silent_said(facts: SingleFamilyFacts, formula: UnitFormula) -> list[str]:
    kind = "a duplex" if facts.development == "duplex" else "multifamily"
    silent = f"the lot is {kind}, for which the text has no rule"
    if facts.impervious_sqft is None:
        return [silent, are_not_known(["the area of impervious surface"])]
    return [
        silent,
        f"by the formula for nonresidential parcels {formula.reckoned(facts.impervious_sqft, facts.tiers).said()}",
    ]
