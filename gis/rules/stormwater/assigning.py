"""How many runoff units is a parcel assigned: which of MUK-10, MUK-11 and MUK-12 governs it, and why?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.assigned_units import AssignedUnits
from gis.model.exact import to_fraction
from gis.model.facts.stormwater import LowDensityFacts, NonresidentialFacts, ParcelRunoffFacts, SingleFamilyFacts
from gis.model.finding import Finding, State
from gis.model.stormwater_policy import StormwaterPolicy
from gis.rules.stormwater import low_density, nonresidential, single_family
from gis.rules.stormwater.surfaces import counted_area
from gis.rules.stormwater.units import count_of_units, sqft
from gis.rules.words import quantity

_MUKWONAGO = StormwaterPolicy()
_SINGLE = "It is a developed single-family lot, which has flat units whatever its surface."
_SINGLE_TIERS = "It is a developed single-family lot, whose units go by tiers."
_KIND_OPEN = "What kind of lot it is, or whether it is developed, decides first, and is not known."
_BARE = "The lot is not developed, so it has no flat units; what surface there is counts by area."
_BY_AREA = "It is nonresidential, so its units go by its impervious area."
_SHARED = "It is residential but not single-family, so what the rule on residential lots says of it decides."
_KEPT = "It is existing low-density development, which goes before the formula."
_LOW_OPEN = "Whether it keeps the unit of low density is open, and that would go before the formula."
_EITHER_WAY = "Whether it is low-density is open, and it has the same units either way."


def assigned_units(
    facts: ParcelRunoffFacts,
    parameters: Parameters,
    policy: StormwaterPolicy = _MUKWONAGO,
    *,
    in_full: bool = True,
) -> AssignedUnits:
    """Return the units of one parcel by the rules together.

    Parameters
    ----------
    facts
        Kind of development, surfaces or impervious area (square feet), lot area, and what is known of the qualifying
        date of low density.
    parameters
        The law on the date of the assignment, or an ordinance's own values over it.
    policy
        The ordinance's weights of surfaces, tiers and units of a dwelling.
    in_full
        Whether MUK-10 is told beside the others also of a parcel to which it does not apply.

    Returns
    -------
    AssignedUnits
        A developed single-family lot is governed by MUK-10. Of every other parcel MUK-12 governs while it keeps the
        unit of low density, or while that is open and matters; else MUK-10 a duplex or multifamily building, and
        MUK-11 the rest. Units are null where the finding that governs is open (`needs_evidence`, `undetermined`).

    Raises
    ------
    FactsInvalid
        A fact is impossible; the rules say which.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater charges (2). Paragraph (b) excepts "subparagraph (3), below", which can
    only be (c), and (c) sends back to "subparagraph (2) above", which can only be (b).
    """
    counted = counted_area(facts.impervious_sqft, facts.surfaces, policy.weights, gravel_counts=facts.gravel_counts)
    area = counted.area_sqft
    judged = [nonresidential.judge(_nonresidential(facts, policy), parameters)]
    if in_full or (facts.developed is not False and facts.development != "nonresidential"):
        judged.insert(0, single_family.judge(_single_family(facts, area, policy), parameters))
    if low_density.has_rule(parameters):
        judged.append(low_density.judge(_low_density(facts, area, policy), parameters))
    if facts.parcel_id is not None:
        judged = [replace(finding, subject=facts.parcel_id) for finding in judged]
    findings = {finding.rule: finding for finding in judged}
    if _exceeds_for_certain(facts, counted.low_sqft, parameters):
        # Low density is lost whatever counts of what is open; what it says of the rest stays beside.
        rule, why = _governing(facts, {**findings, low_density.ID: None}, policy, parameters)
    else:
        rule, why = _governing(facts, findings, policy, parameters)
    governing = findings.pop(rule)
    is_open = governing.state in {State.NEEDS_EVIDENCE, State.UNDETERMINED}
    return AssignedUnits(
        units=None if is_open else _units(governing),
        why=why,
        governing=governing,
        beside=tuple(findings.values()),
        impervious_sqft=area,
        parcel_id=facts.parcel_id,
    )


def said_when_lower(before: AssignedUnits, after: AssignedUnits) -> str:
    """Say why a parcel has fewer units than before though its impervious surface is no less; empty where it has not.

    Within one formula more surface never has fewer units. From the flat unit of one rule to the formula of another it
    can: a small lot that outgrows the low density leaves its one unit for the three quarters of its area.

    Parameters
    ----------
    before, after
        The same parcel on two days, or before and after works.

    Returns
    -------
    str
        Two sentences for the reader of the bill.
    """
    if before.units is None or after.units is None or after.units >= before.units:
        return ""
    was, now = before.impervious_sqft, after.impervious_sqft
    if was is None or now is None or now < was:
        return ""
    grew = f"grew from {sqft(was)} to {sqft(now)}" if now > was else f"stayed at {sqft(now)}"
    fewer = f"from {count_of_units(before.units)} to {quantity(after.units, 4)}"
    old, new = before.governing, _of_rule(before.governing.rule, after)
    return (
        f"The impervious surface {grew}, and yet the parcel went {fewer}, because it is no longer judged as it was. "
        f"Before, by {old.citation}: {old.because} Now, by {new.citation}: {new.because}"
    )


def _of_rule(rule: str, assigned: AssignedUnits) -> Finding:
    """Return what the rule says that governed before, where it says why it does so no longer; else what governs now."""
    return next((each for each in assigned.beside if each.rule == rule and each.answer is not None), assigned.governing)


def _single_family(facts: ParcelRunoffFacts, area_sqft: Fraction | None, policy: StormwaterPolicy) -> SingleFamilyFacts:
    per_dwelling = {
        "duplex": policy.duplex_units_per_dwelling,
        "multifamily": policy.multifamily_units_per_dwelling,
    }
    return SingleFamilyFacts(
        development=facts.development,
        developed=facts.developed,
        impervious_sqft=area_sqft,
        dwelling_units=facts.dwelling_units,
        tiers=policy.single_family_tiers if facts.development == "single_family" else policy.tiers,
        units_per_dwelling=per_dwelling.get(facts.development or ""),
    )


def _nonresidential(facts: ParcelRunoffFacts, policy: StormwaterPolicy) -> NonresidentialFacts:
    return NonresidentialFacts(
        impervious_sqft=facts.impervious_sqft,
        surfaces=facts.surfaces,
        gravel_counts=facts.gravel_counts,
        weights=policy.weights,
        tiers=policy.tiers,
    )


def _low_density(facts: ParcelRunoffFacts, area_sqft: Fraction | None, policy: StormwaterPolicy) -> LowDensityFacts:
    return LowDensityFacts(
        lot_area_sqft=facts.lot_area_sqft,
        lot_area_2004_sqft=facts.lot_area_2004_sqft,
        impervious_2004_sqft=facts.impervious_2004_sqft,
        impervious_now_sqft=area_sqft,
        surfaces_added=facts.surfaces_added,
        tiers=policy.tiers,
    )


def _exceeds_for_certain(facts: ParcelRunoffFacts, least_sqft: Fraction | None, parameters: Parameters) -> bool:
    """Say whether what counts for certain is more than the share of low density on a lot that did not change.

    It did not qualify then, or was added to since.
    """
    lot, same_lot = facts.lot_area_sqft, facts.lot_area_2004_sqft in {None, facts.lot_area_sqft}
    if lot is None or least_sqft is None or not same_lot or facts.surfaces_added is False:
        return False
    return low_density.has_rule(parameters) and least_sqft > low_density.portion(parameters) * lot


def _governing(
    facts: ParcelRunoffFacts, findings: Mapping[str, Finding | None], policy: StormwaterPolicy, parameters: Parameters
) -> tuple[str, str]:
    undeveloped, nonresidential_ = facts.developed is False, facts.development == "nonresidential"
    if not (undeveloped or nonresidential_) and None in (facts.development, facts.developed):
        return single_family.ID, _KIND_OPEN
    if facts.development == "single_family" and not undeveloped:
        return single_family.ID, _SINGLE_TIERS if policy.single_family_tiers else _SINGLE
    if undeveloped:
        rule, why = nonresidential.ID, _BARE
    elif nonresidential_:
        rule, why = nonresidential.ID, _BY_AREA
    else:
        rule, why = single_family.ID, _SHARED
    low = findings.get(low_density.ID)
    if low is None or low.state is State.FAIL:
        return rule, why
    if low.state is State.PASS:
        return low.rule, _KEPT
    by_rule = findings[rule]
    if by_rule is not None and _units(by_rule) == low_density.kept_units(parameters):
        return rule, _EITHER_WAY
    return low.rule, _LOW_OPEN


def _units(finding: Finding) -> Fraction | None:
    """Return the units of a finding as they were; those of every rule are finite decimals."""
    units: Fraction | None = None if finding.answer is None else to_fraction(finding.answer)
    return units
