"""How is the cost of a project spread over parcels: by weight, with exempt, capped and paying parts, to the cent?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gis.rules.apportionment import apportioned
from gis.rules.rounding import cents_down

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Weight:
    """What one parcel brings to the spread on one basis: feet, square feet or units, all of it 0 or more.

    Attributes
    ----------
    full : Fraction
        What would count had nobody been exempt.
    free : Fraction
        What pays the whole rate.
    capped : Fraction
        What pays at most as much as `cap` would.
    cap : Fraction
        Where the cap is reached; read only where something is capped.
    """

    full: Fraction
    free: Fraction
    capped: Fraction = _NOTHING
    cap: Fraction = _NOTHING

    @property
    def under_cap(self) -> Fraction:
        """What the capped part pays for."""
        return min(self.capped, self.cap)

    @property
    def paying(self) -> Fraction:
        """What of the parcel counts in the spread."""
        return self.free + self.under_cap


@dataclass(frozen=True, slots=True)
class Spread:
    """One amount spread on one basis, dollars.

    Attributes
    ----------
    amount : Fraction
        What was spread.
    rate : Fraction or None
        Dollars a foot, square foot or unit, exact; None where nothing pays.
    rate_unexempt : Fraction or None
        The same had nobody been exempt.
    weight, weight_unexempt : Fraction
        What paid, and what would have paid had nobody been exempt.
    shares : mapping of str to Fraction
        What each parcel pays, in the order of their names.
    unexempt : mapping of str to Fraction
        What each would have paid had nobody been exempt.
    body : Fraction
        What is left for the levying body; with the shares it makes up the amount.
    by_unexempt_cap : mapping of str to Fraction, or None
        What each pays where the cap is reckoned at the rate had nobody been exempt; None where nothing is capped.
    """

    amount: Fraction
    rate: Fraction | None
    rate_unexempt: Fraction | None
    weight: Fraction
    weight_unexempt: Fraction
    shares: Mapping[str, Fraction]
    unexempt: Mapping[str, Fraction]
    body: Fraction
    by_unexempt_cap: Mapping[str, Fraction] | None


def spread(amount: Fraction, weights: Mapping[str, Weight], *, body_carries: bool = False) -> Spread:
    """Spread an amount over parcels by their weights.

    Parameters
    ----------
    amount
        Dollars in whole cents, not negative.
    weights
        By parcel; their order changes nothing.
    body_carries
        Whether the levying body carries what exempt and capped parts would have paid; else the others do.

    Returns
    -------
    Spread
        A capped part is rounded down, so that it is never above its cap; the others share what is left by largest
        remainder, ties to the earlier name. Where only capped parts pay, the cents that none of them may take are left
        for the body, and where nothing pays, all of it.

    Raises
    ------
    ValueError
        The amount is negative or has parts of a cent.

    Notes
    -----
    Wis. Stat. 66.0721(2) and (3)(a); FACTS.md 1.2 and SA-02.

    Examples
    --------
    >>> lots = {"A": Weight(Fraction(100), Fraction(100)), "B": Weight(Fraction(100), Fraction(0)),
    ...     "C": Weight(Fraction(50), Fraction(50))}
    >>> made = spread(Fraction(300), lots)
    >>> {name: str(share) for name, share in made.shares.items()}, str(made.rate), str(made.unexempt["A"])
    ({'A': '200', 'B': '0', 'C': '100'}, '2', '120')
    >>> str(spread(Fraction(300), lots, body_carries=True).body)
    '120'
    """
    ordered = {name: weights[name] for name in sorted(weights)}
    full = sum((each.full for each in ordered.values()), _NOTHING)
    paying = sum((each.paying for each in ordered.values()), _NOTHING)
    unexempt = _apportioned(amount, {name: each.full for name, each in ordered.items()})
    counted = full if body_carries else paying
    rate = amount / counted if counted > 0 and paying > 0 else None
    if rate is None:
        shares = dict.fromkeys(ordered, _NOTHING)
    elif body_carries:
        shares = {name: _at_full_rate(each, rate, unexempt[name]) for name, each in ordered.items()}
    else:
        shares = _shared(amount, rate, ordered)
    return Spread(
        amount=amount,
        rate=rate,
        rate_unexempt=amount / full if full > 0 else None,
        weight=paying,
        weight_unexempt=full,
        shares=shares,
        unexempt=unexempt,
        body=amount - sum(shares.values(), _NOTHING),
        by_unexempt_cap=_by_unexempt_cap(amount, ordered, shares, body_carries=body_carries),
    )


def divided(amount: Fraction, portions: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Divide the cost of a project between its bases, to the cent; the portions sum to one.

    >>> {name: str(part) for name, part in divided(Fraction("100.01"), {"area": Fraction(1, 2),
    ...     "unit": Fraction(1, 2)}).items()}
    {'area': '5001/100', 'unit': '50'}
    """
    return apportioned(amount, {name: portions[name] for name in sorted(portions)})


def _at_full_rate(weight: Weight, rate: Fraction, unexempt: Fraction) -> Fraction:
    """Return what a parcel pays where exemptions change nobody else's rate.

    No cent of the remainder goes to land under a cap: at its cap it would be above it.
    """
    if weight.paying == weight.full and not weight.capped:
        return unexempt
    return cents_down(rate * weight.under_cap) + cents_down(rate * weight.free)


def _shared(amount: Fraction, rate: Fraction, weights: Mapping[str, Weight]) -> dict[str, Fraction]:
    capped = {name: cents_down(rate * each.under_cap) for name, each in weights.items()}
    left = amount - sum(capped.values(), _NOTHING)
    free = _apportioned(left, {name: each.free for name, each in weights.items()})
    return {name: capped[name] + free[name] for name in weights}


def _by_unexempt_cap(
    amount: Fraction, weights: Mapping[str, Weight], shares: Mapping[str, Fraction], *, body_carries: bool
) -> Mapping[str, Fraction] | None:
    """Return the shares where a cap is the dollars that it would cost had nobody been exempt.

    A body that carries what is exempt leaves the rate as it would have been, and with it every share.
    """
    if not any(each.capped for each in weights.values()):
        return None
    full = sum((each.full for each in weights.values()), _NOTHING)
    if body_carries:
        return shares
    tops = {name: amount / full * each.cap for name, each in weights.items() if each.capped}
    rate = _rate_under(amount, weights, tops)
    capped = {
        name: cents_down(top if rate is None else min(rate * weights[name].capped, top)) for name, top in tops.items()
    }
    left = amount - sum(capped.values(), _NOTHING)
    free = _apportioned(left, {name: each.free for name, each in weights.items()})
    return {name: capped.get(name, _NOTHING) + free[name] for name in weights}


def _rate_under(amount: Fraction, weights: Mapping[str, Weight], tops: Mapping[str, Fraction]) -> Fraction | None:
    """Return the rate at which all weights bear an amount, capped parts no more than their tops; None where none is."""
    left, counted = amount, sum((each.free + each.capped for each in weights.values()), _NOTHING)
    # In the order in which a rising rate reaches the tops: what has reached its top bears that, the others the rest.
    for name in sorted(tops, key=lambda each: tops[each] / weights[each].capped):
        if left * weights[name].capped <= tops[name] * counted:
            break
        left, counted = left - tops[name], counted - weights[name].capped
    return left / counted if counted else None


def _apportioned(amount: Fraction, weights: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the parts of an amount; nothing for each where nothing has a weight."""
    if not any(weights.values()):
        return dict.fromkeys(weights, _NOTHING)
    return apportioned(amount, weights)
