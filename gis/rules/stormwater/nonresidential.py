"""How many runoff units has a nonresidential parcel: MUK-11, Village of Mukwonago Code ch. 86."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pydantic import JsonValue

from gis.law.parameters import Parameters
from gis.model.exact import number_or_null
from gis.model.facts.stormwater import NonresidentialFacts
from gis.model.finding import Finding, Reading, State
from gis.model.stormwater_policy import weight_faults
from gis.rules.impossible import refuse_negative
from gis.rules.stormwater.surfaces import GRAVEL, CountedArea, counted_area, weights_said
from gis.rules.stormwater.units import (
    AS_MEASURED,
    UNIT,
    WHOLE,
    UnitFormula,
    area_used,
    count_of_units,
    refuse_faults,
    refuse_tiers,
    sqft,
    unit_formula,
)
from gis.rules.words import are_not_known, sentence

ID = "MUK-11"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, stormwater definitions (5)-(6), charges (2)(b)"
QUESTION = "How many runoff units?"

_READINGS = {
    WHOLE: "The area is rounded half up to a whole square foot before it is divided.",
    AS_MEASURED: "The area is divided as it was measured.",
    "gravel_counted": "Gravel is highly resistant to infiltration and counts whole.",
    "gravel_not_counted": "Gravel lets water through and does not count.",
}


def judge(facts: NonresidentialFacts, parameters: Parameters) -> Finding:
    """Say how many runoff units an impervious area makes, and what other readings of the text would give.

    Parameters
    ----------
    facts
        Impervious area (square feet), or its surfaces by class, with the policy on gravel; from another ordinance the
        weights of classes, and tiers.
    parameters
        The law on the date of the assignment.

    Returns
    -------
    Finding
        `pass` with the units, also where what is left open could not change them; `needs_evidence` without answer
        where an area, or whether a class of surface counts, is not known and could.

    Raises
    ------
    FactsInvalid
        An area is negative, or the weights or tiers cannot stand.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater definitions (5)-(6), charges (2)(b).
    """
    _refuse_impossible(facts)
    area = counted_area(facts.impervious_sqft, facts.surfaces, facts.weights, gravel_counts=facts.gravel_counts)
    formula = unit_formula(parameters)
    low = formula.units_or_null(area.low_sqft, facts.tiers)
    high = low if area.high_sqft == area.low_sqft else formula.units_or_null(area.high_sqft, facts.tiers)
    units = low if low == high else None
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if units is None else State.PASS,
        answer=number_or_null(units),
        answer_unit=UNIT,
        measures=_measures(area, low, high, formula.area_rounding),
        readings=dict(_readings(facts, area.area_sqft, formula)),
        because=sentence(_said(facts, area, units, formula)),
        parameters=formula.uses,
        notes=tuple(_notes(facts, area)),
    )


def _measures(area: CountedArea, low: Fraction | None, high: Fraction | None, rounding: str) -> dict[str, JsonValue]:
    """State the area and units; low and high differ only where a class of surface is left open."""
    counted = area.area_sqft
    return {
        "impervious_sqft": number_or_null(counted),
        "impervious_sqft_used": None if counted is None else number_or_null(area_used(counted, rounding)),
        "impervious_low_sqft": number_or_null(area.low_sqft),
        "impervious_high_sqft": number_or_null(area.high_sqft),
        "units_low": number_or_null(low),
        "units_high": number_or_null(high),
    }


def _readings(
    facts: NonresidentialFacts, area_sqft: Fraction | None, formula: UnitFormula
) -> Iterator[tuple[str, Reading]]:
    found: dict[str, Fraction | None] = {}
    if area_sqft is not None:
        found = {name: formula.units(area_sqft, facts.tiers, area_rounding=name) for name in (WHOLE, AS_MEASURED)}
    if any(surface.kind == GRAVEL for surface in facts.surfaces or ()):
        for name, counts in (("gravel_counted", True), ("gravel_not_counted", False)):
            by_it = counted_area(None, facts.surfaces, facts.weights, gravel_counts=counts).area_sqft
            found[name] = formula.units_or_null(by_it, facts.tiers)
    for name, units in found.items():
        state = State.NEEDS_EVIDENCE if units is None else State.PASS
        yield name, Reading(state, number_or_null(units), _READINGS[name])


def _said(facts: NonresidentialFacts, area: CountedArea, units: Fraction | None, formula: UnitFormula) -> list[str]:
    there = [area.said] if area.said else []
    if units is None:
        return [*there, f"the units cannot be said, because {are_not_known(area.unknown)}"]
    if area.area_sqft is not None:
        return [*there, formula.reckoned(area.area_sqft, facts.tiers).said()]
    between = f"{sqft(area.low_sqft or Fraction(0))} and {sqft(area.high_sqft or Fraction(0))}"
    either = f"{between} both make {count_of_units(units)}"
    return [*there, f"{are_not_known(area.unknown)}, and it changes nothing: {either}"]


def _notes(facts: NonresidentialFacts, area: CountedArea) -> Iterator[str]:
    yield from weights_said(
        facts.surfaces, [each for each in facts.weights or () if not _is_overruled(facts, each.surface)]
    )
    stated, counted = facts.impervious_sqft, area.high_sqft
    if facts.surfaces is not None and stated is not None and counted is not None and stated != counted:
        yield f"A total of {sqft(stated)} is stated too; the surfaces by class are used."


def _is_overruled(facts: NonresidentialFacts, kind: str) -> bool:
    return kind == GRAVEL and facts.gravel_counts is not None


def _refuse_impossible(facts: NonresidentialFacts) -> None:
    refuse_negative([("impervious_sqft", facts.impervious_sqft)])
    refuse_negative((f"surfaces[{i}].area_sqft", surface.area_sqft) for i, surface in enumerate(facts.surfaces or ()))
    refuse_faults("weights", weight_faults(facts.weights or ()))
    refuse_tiers(facts.tiers)
