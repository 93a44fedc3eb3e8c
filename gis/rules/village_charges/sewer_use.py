"""What is the sewer use charge of a quarter: MUK-06, Mukwonago ch. 86, sewer use charge."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import number_or_null
from gis.model.facts.village_charges import SewerUseFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.impossible import refuse_negative, refuse_parts_of_cent
from gis.rules.village_charges.amounts import charged
from gis.rules.words import are_not_known, as_billed, dollars, not_known, price, quantity, sentence

ID = "MUK-06"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, sewer use charge (a)-(b), and 86-263(a)(3)"
QUESTION = "What is the sewer use charge for the quarter?"

_SUMMER = "september"
_RELIEVED = {
    "residential": frozenset({"single_family", "duplex", "multifamily"}),
    "single_family_and_duplex": frozenset({"single_family", "duplex"}),
}
"""Users who are billed at the June volume in the summer quarter, by reading, the default first."""
_DEFAULT = "residential"
_READINGS = {
    "residential": "Every residential user has the relief of the summer quarter.",
    "single_family_and_duplex": "Only single-family and duplex dwellings have it, as 86-263(a)(3) says.",
}


def judge(facts: SewerUseFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say what a user is charged for the sewer use of a quarter.

    Parameters
    ----------
    facts
        Rate for 1,000 gallons (dollars), or budget and consumption that make it; the quarter, its metered volume and
        that of the June quarter (thousands of gallons), the kind of user, and whether its water was disconnected.
    parameters
        The law on the date of the question; every number of this rule is a fact.

    Returns
    -------
    Finding
        `pass` with the charge, also where what is not known could not change it; `needs_evidence` without answer
        where it could. Both readings are judged for themselves.

    Raises
    ------
    FactsInvalid
        An amount or a volume is negative, or the budget has parts of a cent.

    Notes
    -----
    Village of Mukwonago Code ch. 86, sewer use charge (a)-(b), and 86-263(a)(3). The charge is volume times the
    unrounded rate, rounded half up to the cent, once.
    """
    refuse_parts_of_cent("net_om_budget", facts.net_om_budget)
    named = ("rate_per_kgal", "consumption_kgal", "volume_kgal", "june_volume_kgal")
    refuse_negative((name, getattr(facts, name)) for name in named)
    rate = rate_per_kgal(facts.rate_per_kgal, facts.net_om_budget, facts.consumption_kgal)
    billed = {name: _billed(facts, relieved) for name, relieved in _RELIEVED.items()}
    charges = {name: _charge(rate, each.kgal) for name, each in billed.items()}
    charge = charges[_DEFAULT]
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=_state(charge),
        answer=charged(charge),
        answer_unit="usd",
        measures={"rate_per_kgal": charged(rate), "billed_kgal": number_or_null(billed[_DEFAULT].kgal)},
        readings={name: Reading(_state(each), charged(each), _READINGS[name]) for name, each in charges.items()},
        because=sentence([*_rate_said(facts, rate), *_charge_said(billed[_DEFAULT], rate, charge)]),
    )


def _charge(rate: Fraction | None, kgal: Fraction | None) -> Fraction | None:
    """Return dollars, not rounded; no water costs nothing at any rate. Null where it is not known."""
    if kgal == 0:
        return Fraction(0)
    return None if rate is None or kgal is None else rate * kgal


def rate_per_kgal(
    adopted: Fraction | None, budget: Fraction | None, consumption_kgal: Fraction | None
) -> Fraction | None:
    """Return the rate for 1,000 gallons in dollars, not rounded: the adopted one, or budget over consumption.

    Null where it is not known, or no water was used over which the budget could be spread.

    >>> rate_per_kgal(None, Fraction(540_000), Fraction(180_000))
    Fraction(3, 1)
    """
    if adopted is not None:
        return adopted
    return budget / consumption_kgal if budget is not None and consumption_kgal else None


@dataclass(frozen=True, slots=True)
class _Billed:
    """The volume that is billed, and why; or what would have to be known."""

    kgal: Fraction | None
    why: str = ""
    missing: tuple[str, ...] = ()


def _billed(facts: SewerUseFacts, relieved: frozenset[str]) -> _Billed:
    metered, june = facts.volume_kgal, facts.june_volume_kgal
    if metered is None:
        return _Billed(None, missing=("the metered volume of the quarter",))
    has_relief = _has_relief(facts, relieved)
    if has_relief is False or metered == 0 or (june is not None and metered <= june):
        return _Billed(metered, _why_metered(facts))
    if has_relief is None:
        return _Billed(None, missing=tuple(_open(facts)))
    if june is None:
        return _Billed(None, missing=("the volume of the June quarter",))
    return _Billed(june, "as in the June quarter, because the summer quarter used more")


def _why_metered(facts: SewerUseFacts) -> str:
    lost_relief = facts.quarter == _SUMMER and facts.user in _RELIEVED[_DEFAULT] and facts.disconnected_in_june_quarter
    return f"as metered in the quarter{', because water was disconnected in the June quarter' if lost_relief else ''}"


def _has_relief(facts: SewerUseFacts, relieved: frozenset[str]) -> bool | None:
    """Return whether the June volume limits what is billed; null where it is not known."""
    conditions = (
        None if facts.quarter is None else facts.quarter == _SUMMER,
        None if facts.user is None else facts.user in relieved,
        None if facts.disconnected_in_june_quarter is None else not facts.disconnected_in_june_quarter,
    )
    if False in conditions:
        return False
    return None if None in conditions else True


def _open(facts: SewerUseFacts) -> list[str]:
    return not_known(
        ("the quarter of the bill", facts.quarter),
        ("the kind of user", facts.user),
        ("whether water was disconnected in the June quarter", facts.disconnected_in_june_quarter),
        ("the volume of the June quarter", facts.june_volume_kgal),
    )


def _rate_said(facts: SewerUseFacts, rate: Fraction | None) -> list[str]:
    if rate is None:
        if facts.net_om_budget is not None and facts.consumption_kgal == 0:
            return ["no water was used in the year before, so the budget makes no rate"]
        return [are_not_known(["the rate for 1,000 gallons, or the budget and the consumption that make it,"])]
    if facts.rate_per_kgal is not None or facts.net_om_budget is None or facts.consumption_kgal is None:
        return []
    consumption = f"{quantity(facts.consumption_kgal, 3)} thousand gallons"
    return [f"the budget of {dollars(facts.net_om_budget)} divided by {consumption} is {price(rate)} for 1,000 gallons"]


def _charge_said(billed: _Billed, rate: Fraction | None, charge: Fraction | None) -> list[str]:
    if billed.kgal is None:
        return [are_not_known(billed.missing)]
    volume = f"{quantity(billed.kgal, 3)} thousand gallons are billed, {billed.why}"
    if rate is None or charge is None:
        return [volume if charge is None else f"{volume}, so nothing is charged at any rate"]
    return [f"{volume}: at {price(rate)} for 1,000 gallons the charge is {as_billed(charge)}"]


def _state(charge: Fraction | None) -> State:
    return State.NEEDS_EVIDENCE if charge is None else State.PASS
