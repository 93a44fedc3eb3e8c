"""What does a stormwater utility set that no single number can hold: classes, tiers, dwellings, credits?

An ordinance file states these; single numbers (size of a unit, step, rounding, least and most units) are dated
parameters of the law, which the same file may state for itself.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, number

CreditsOn = Literal["units", "charge"]
CreditOrder = Literal["of_what_is_left", "of_the_whole"]
GroundRule = Literal["equal_parts"]
"""How parcels that stand on one ground share its units, as those of a condominium: each has as much as the next."""
_WHOLE = Fraction(1)
_CLASS_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class SurfaceWeight:
    """How much of a class of surface counts as impervious, and who says so."""

    __pydantic_config__ = STRICT

    surface: str
    """Class as the surfaces name it: roof, asphalt, gravel."""
    weight: Exact | None
    """1 counts whole, 0.5 half, 0 not at all; null where the ordinance leaves it open."""
    source: str
    """Section or resolution that sets it; every bill shows it."""


@dataclass(frozen=True, slots=True)
class Tier:
    """Units of every parcel whose impervious area lies in one range."""

    __pydantic_config__ = STRICT

    units: Exact
    up_to_sqft: Exact | None = None
    """Largest area of the tier, which is still in it; null in the last tier, which has no end."""


@dataclass(frozen=True, slots=True)
class CreditStep:
    """A credit: what it takes off, and what a person must have stated before it is given."""

    __pydantic_config__ = STRICT

    name: str
    portion_off: Exact
    """Part that it takes off, from 0 to 1."""
    conditions: tuple[str, ...]
    """Sentences that a person states to be true of the parcel; all of them must hold."""
    source: str


@dataclass(frozen=True, slots=True)
class StormwaterPolicy:
    """Lists and choices of one utility; the default is Mukwonago's text, which sets none of them."""

    __pydantic_config__ = STRICT

    weights: tuple[SurfaceWeight, ...] = ()
    """Classes that count otherwise than the rule has it, or that it does not know."""
    raster_weights: tuple[SurfaceWeight, ...] = ()
    """Classes of a raster of land cover, by their numbers; where there are none, those count that were said to be
    impervious when the raster was imported."""
    tiers: tuple[Tier, ...] = ()
    """In place of the formula, of every parcel but single-family ones; smallest first."""
    single_family_tiers: tuple[Tier, ...] = ()
    """In place of the flat units of a developed single-family lot; smallest first."""
    duplex_units_per_dwelling: Exact | None = None
    """Null where the text has no rule for duplexes."""
    multifamily_units_per_dwelling: Exact | None = None
    shared_ground: GroundRule | None = None
    """Null where the text does not say how parcels on one ground share its units: then a person states each part."""
    credits: tuple[CreditStep, ...] = ()
    """In the order in which they are applied."""
    credits_on: CreditsOn = "charge"
    """Whether a credit takes off units, before the rate, or dollars, after it."""
    credit_order: CreditOrder = "of_what_is_left"
    """Whether each credit is a part of what those before it left, or of the whole."""
    credits_at_most_portion: Exact = _WHOLE
    """Most that all credits together take off, from 0 to 1."""


def policy_faults(policy: StormwaterPolicy) -> tuple[str, ...]:
    """Return what in a policy cannot be, a sentence each; empty where it can stand.

    Parameters
    ----------
    policy
        As an ordinance file states it.

    Returns
    -------
    tuple of str
        Weights and parts outside 0 to 1, names that stand twice, credits without condition or source, tiers that are
        out of order or would let a larger area have fewer units.

    Examples
    --------
    >>> policy_faults(StormwaterPolicy(tiers=(Tier(Fraction(1), Fraction(2500)), Tier(Fraction(2)))))
    ()
    >>> policy_faults(StormwaterPolicy(tiers=(Tier(Fraction(1), Fraction(2500)),)))
    ('tiers: the last tier ends at 2500 sq ft, and larger areas would have no units.',)
    """
    return (
        *(f"weights: {fault}" for fault in weight_faults(policy.weights)),
        *(f"raster_weights: {fault}" for fault in weight_faults(policy.raster_weights)),
        *(
            f"raster_weights: {each.surface} is no number of a class, as the cells of a raster have them."
            for each in policy.raster_weights
            if not _CLASS_NUMBER.fullmatch(each.surface)
        ),
        *(f"tiers: {fault}" for fault in tier_faults(policy.tiers)),
        *(f"single_family_tiers: {fault}" for fault in tier_faults(policy.single_family_tiers)),
        *(
            f"{name} is negative."
            for name in ("duplex_units_per_dwelling", "multifamily_units_per_dwelling")
            if (getattr(policy, name) or 0) < 0
        ),
        *_credit_faults(policy),
    )


def tier_faults(tiers: Sequence[Tier]) -> tuple[str, ...]:
    """Return what in a list of tiers cannot be; no tiers are no fault.

    Examples
    --------
    >>> tier_faults((Tier(Fraction(2), Fraction(2500)), Tier(Fraction(1))))
    ('after a tier of 2 units comes one of 1, so that a larger area would have fewer.',)
    """
    return tuple(_tier_faults(tiers))


def _tier_faults(tiers: Sequence[Tier]) -> Iterator[str]:
    for tier in tiers:
        if tier.units < 0 or (tier.up_to_sqft or 0) < 0:
            yield "a tier has a negative area or negative units."
    for before, after in itertools.pairwise(tiers):
        if before.up_to_sqft is None:
            yield "a tier without end is not the last one."
        elif after.up_to_sqft is not None and after.up_to_sqft <= before.up_to_sqft:
            yield f"after the tier up to {number(before.up_to_sqft)} sq ft comes one up to {number(after.up_to_sqft)}."
        if after.units < before.units:
            yield (
                f"after a tier of {number(before.units)} units comes one of {number(after.units)}, so that a larger "
                "area would have fewer."
            )
    if tiers and tiers[-1].up_to_sqft is not None:
        yield f"the last tier ends at {number(tiers[-1].up_to_sqft)} sq ft, and larger areas would have no units."


def weight_faults(weights: Sequence[SurfaceWeight]) -> tuple[str, ...]:
    """Return what in a list of weights cannot be.

    Examples
    --------
    >>> weight_faults((SurfaceWeight("gravel", Fraction(2), "Code 3.50.110"),))
    ('gravel does not count between 0 and 1.',)
    """
    names = [each.surface for each in weights]
    return (
        *(
            f"{each.surface} does not count between 0 and 1."
            for each in weights
            if each.weight is not None and not 0 <= each.weight <= 1
        ),
        *(f"nothing says who sets the weight of {each.surface}." for each in weights if not each.source),
        *(f"{name} stands twice." for name in _repeated(names)),
    )


def _credit_faults(policy: StormwaterPolicy) -> Iterator[str]:
    for each in policy.credits:
        if not 0 <= each.portion_off <= 1:
            yield f"credits: {each.name} does not take off between 0 and 1."
        if not each.conditions:
            yield f"credits: {each.name} has no condition, so nobody could say who has it."
        if not each.source:
            yield f"credits: nothing says who sets {each.name}."
    yield from (f"credits: {name} stands twice." for name in _repeated([each.name for each in policy.credits]))
    if not 0 <= policy.credits_at_most_portion <= 1:
        yield "credits_at_most_portion is not between 0 and 1."


def _repeated(names: Sequence[str]) -> list[str]:
    """Return names that stand before already; upper and lower case are one, as they are in layers and registers."""
    folded = [name.casefold() for name in names]
    return [name for i, name in enumerate(names) if folded[i] in folded[:i]]
