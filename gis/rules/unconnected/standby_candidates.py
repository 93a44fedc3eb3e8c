"""Are a utility's rates uniform, and which parcels may get a standby charge: UT-03, Wis. Stat. 66.0809(1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.facts.unconnected import ServedParcel, UtilityRate, UtilityRateFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, count_of, listed, sentence, used

ID = "UT-03"
VERSION = "1"
CITATION = "Wis. Stat. 66.0809(1)"
QUESTION = "Are the rates uniform for like service and billed in an allowed period?"

_PERIODS = "utility_billing_periods"
_ALLOWED = {"monthly_bimonthly_or_quarterly": ("monthly", "bimonthly", "quarterly")}
"""Periods of collection, by the choice of the law."""
_MAY = "The rates may include a standby charge; whether one is charged, the governing body decides by ordinance."
_OLD_PRACTICE = (
    "A billing period that was the practice on June 21, 1996 may be continued (Wis. Stat. 66.0809(2)); whether this "
    "one was is not asked here."
)
_NAMED_AT_MOST = 5
"""Parcels that a sentence names; of more it gives the number."""
_NO_RATES = "No rates are given, so their uniformity is not looked at."


def judge(facts: UtilityRateFacts, parameters: Parameters) -> Finding:
    """Say which parcels may get a standby charge, and whether rates and billing period are lawful.

    Parameters
    ----------
    facts
        Parcels with what is known of their facilities and connection, rates (dollars) by class of service and part of
        the municipality, and the billing period.
    parameters
        The law on the date of the rates.

    Returns
    -------
    Finding
        Its answer counts the parcels that have a facility and no connection. `fail` where a class of service has more
        than one rate or the period is not allowed; else `needs_evidence` where the parcels, one of them, a rate or
        the period is not known; else `pass`.

    Raises
    ------
    FactsInvalid
        A rate is negative, or a parcel stands twice.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0809(1). A force main makes no facility available.
    """
    parcels, rates = facts.parcels or (), facts.rates or ()
    _refuse_impossible(parcels, rates)
    allowed = _ALLOWED[parameters.choice(_PERIODS)]
    candidates = [row.parcel_id for row in parcels if row.facility_available and row.connected is False]
    unknown = [row.parcel_id for row in parcels if _is_open(row)]
    not_uniform = _not_uniform(rates)
    is_allowed = None if facts.billing_period is None else facts.billing_period in allowed
    faults = _faults(facts, not_uniform, allowed)
    gaps = _gaps(facts, unknown)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.FAIL if faults else State.NEEDS_EVIDENCE if gaps else State.PASS,
        answer=None if facts.parcels is None else len(candidates),
        answer_unit="parcels",
        measures={
            "standby_candidates": [*candidates],
            "unknown_parcels": [*unknown],
            "not_uniform_classes": [*not_uniform],
            "billing_period_allowed": is_allowed,
        },
        readings={},
        because=sentence([*faults, *_counted(facts, len(candidates)), *gaps]),
        parameters=(used(parameters.get(_PERIODS)),),
        notes=(
            _MAY,
            *([_NO_RATES] if facts.rates is None else []),
            *([_OLD_PRACTICE] if is_allowed is False else []),
        ),
    )


def _is_open(row: ServedParcel) -> bool:
    """Whether what is not known of a parcel could make it a candidate."""
    excluded = row.facility_available is False or row.connected is True
    return not excluded and None in (row.facility_available, row.connected)


def _not_uniform(rates: Sequence[UtilityRate]) -> list[str]:
    by_class: defaultdict[str, set[Fraction]] = defaultdict(set)
    for row in rates:
        if row.rate is not None:
            by_class[row.service_class].add(row.rate)
    return sorted(name for name, found in by_class.items() if len(found) > 1)


def _faults(facts: UtilityRateFacts, not_uniform: list[str], allowed: Sequence[str]) -> list[str]:
    faults = []
    if not_uniform:
        faults.append(f"{listed(not_uniform)} service has different rates in parts of the municipality")
    if facts.billing_period is not None and facts.billing_period not in allowed:
        faults.append(f"the billing period is {facts.billing_period}, and the law allows {listed(allowed)} only")
    return faults


def _counted(facts: UtilityRateFacts, candidates: int) -> list[str]:
    if facts.parcels is None:
        return []
    have = "parcel has" if candidates == 1 else "parcels have"
    return [f"{candidates} {have} a facility and no connection, and may get a standby charge"]


def _gaps(facts: UtilityRateFacts, unknown: list[str]) -> list[str]:
    """Say in clauses what is not known and could change the answer."""
    gaps = []
    if facts.parcels is None:
        gaps.append(are_not_known(["which parcels there are"]))
    if unknown:
        # `unknown_parcels` names each of them.
        named = listed(unknown) if len(unknown) <= _NAMED_AT_MOST else count_of(len(unknown), "parcel")
        gaps.append(f"whether a facility is available or a connection made is not known of {named}")
    no_rate = sorted({row.service_class for row in facts.rates or () if row.rate is None})
    if no_rate:
        gaps.append(f"a rate of {listed(no_rate)} service is not known")
    if facts.billing_period is None:
        gaps.append(are_not_known(["the billing period"]))
    return gaps


def _refuse_impossible(parcels: Sequence[ServedParcel], rates: Sequence[UtilityRate]) -> None:
    refuse_negative((f"rates[{i}].rate", row.rate) for i, row in enumerate(rates))
    seen: set[str] = set()
    for i, row in enumerate(parcels):
        if row.parcel_id in seen:
            raise FactsInvalid(
                what=f"Parcel {row.parcel_id} stands twice.",
                where=f"facts.parcels[{i}].parcel_id",
                why="It would be counted twice among those that may get a charge.",
                next="Name each parcel once.",
            )
        seen.add(row.parcel_id)
