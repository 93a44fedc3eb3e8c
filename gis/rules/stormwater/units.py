"""How many equivalent runoff units does an impervious area make, and how is that said?

Every rule that turns area into units does it here. Size of a unit, rounding, step, least and most are values of the
law, so that an ordinance file can state others; tiers, which no single value can hold, come with the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from types import MappingProxyType

from gis.errors import FactsInvalid, LawFileInvalid
from gis.law.parameters import Parameters
from gis.model.finding import ParameterUse
from gis.model.stormwater_policy import Tier, tier_faults
from gis.rules.words import quantity, used

UNIT = "eru"
_SIZE, _STEP, _ROUNDING = "eru_sqft", "eru_step", "eru_rounding"
_AREA_ROUNDING = "eru_area_rounding"
_LEAST, _MOST = "eru_minimum", "eru_cap"
_NAMES = (_SIZE, _ROUNDING, _STEP, _AREA_ROUNDING, _LEAST, _MOST)
_HALF, _TENTH, _ONE = Fraction(1, 2), Fraction(1, 10), Fraction(1)
WHOLE, AS_MEASURED = "whole_square_feet", "unrounded_area"
_FINE = 6
"""Decimals of a quotient, so that what is rounded up for a hundredth of a square foot is not said to be whole."""
_SPARE_SQFT = 1
"""Two measures of one area may differ by less; an area that exceeds its whole by this is wrong."""


def _up(value: Fraction, step: Fraction) -> Fraction:
    steps = -(-value.numerator * step.denominator // (value.denominator * step.numerator))
    return Fraction(steps * step.numerator, step.denominator)


def _nearest(value: Fraction, step: Fraction) -> Fraction:
    """Round half up."""
    return floor(value / step + _HALF) * step


_ROUNDINGS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = MappingProxyType(
    {
        "up_to_step": _up,
        "nearest_step": _nearest,
        "up_to_whole": lambda value, _: _up(value, _ONE),
        "nearest_whole_half_up": lambda value, _: _nearest(value, _ONE),
        "tenth_then_whole": lambda value, _: _nearest(_nearest(value, _TENTH), _ONE),
    }
)
_ROUNDED: Mapping[str, str] = MappingProxyType(
    {
        "up_to_step": "rounded up to the next {step}",
        "nearest_step": "rounded to the nearest {step}, halves up",
        "up_to_whole": "rounded up to the next whole unit",
        "nearest_whole_half_up": "rounded to the nearest whole unit, halves up",
        "tenth_then_whole": "rounded to the nearest tenth and then to the nearest whole unit, halves up",
    }
)


def area_used(impervious_sqft: Fraction, rounding: str) -> Fraction:
    """Return the area that is divided: rounded half up to a whole square foot, or as it was measured.

    Examples
    --------
    >>> area_used(Fraction("9000.5"), "whole_square_feet"), area_used(Fraction("9000.5"), "unrounded_area")
    (Fraction(9001, 1), Fraction(18001, 2))
    """
    if rounding != WHOLE or impervious_sqft.denominator == 1:
        return impervious_sqft
    return Fraction((2 * impervious_sqft.numerator + impervious_sqft.denominator) // (2 * impervious_sqft.denominator))


@dataclass(frozen=True, slots=True)
class UnitFormula:
    """How area becomes units on a date: values of the law, read once for all the areas of a finding."""

    size_sqft: Fraction
    rounding: str
    step: Fraction
    area_rounding: str
    least: Fraction
    """Least units where there is any surface; 0 where there is no such least."""
    most: Fraction
    """Most units of a parcel; 0 where there is no such limit."""
    uses: tuple[ParameterUse, ...]
    """The same values, as a finding lists them."""

    def units(
        self, impervious_sqft: Fraction, tiers: Sequence[Tier] | None = None, *, area_rounding: str | None = None
    ) -> Fraction:
        """Return the units of an area; see `runoff_units`."""
        return self.reckoned(impervious_sqft, tiers, area_rounding=area_rounding).units

    def units_or_null(self, impervious_sqft: Fraction | None, tiers: Sequence[Tier] | None = None) -> Fraction | None:
        """Return the units of an area, null of one that is not known."""
        return None if impervious_sqft is None else self.units(impervious_sqft, tiers)

    def reckoned(
        self, impervious_sqft: Fraction, tiers: Sequence[Tier] | None = None, *, area_rounding: str | None = None
    ) -> Reckoned:
        """Return the units of an area with the steps that lead to them.

        Raises
        ------
        ValueError
            The area is negative.
        """
        if impervious_sqft < 0:
            msg = "an area is not negative"
            raise ValueError(msg)
        area = area_used(impervious_sqft, area_rounding or self.area_rounding)
        exact = area / self.size_sqft
        tier = _tier(area, tiers) if tiers else None
        found = _ROUNDINGS[self.rounding](exact, self.step) if tier is None else tier.units
        units = self.at_most(max(found, self.least) if area > 0 else found)
        return Reckoned(self, area, exact, tier, found, units)

    def at_most(self, units: Fraction) -> Fraction:
        """Return the units, or the most that the law lets one parcel have."""
        return min(units, self.most) if self.most else units


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The units of one area, and how they came about."""

    formula: UnitFormula
    area_sqft: Fraction
    """Area that was divided."""
    exact: Fraction
    tier: Tier | None
    found: Fraction
    """Units by rounding or tier, before the least and the most."""
    units: Fraction

    def said(self) -> str:
        """Say the steps in a clause.

        Examples
        --------
        >>> from gis.law.loader import load_law
        >>> unit_formula(load_law().newest()).reckoned(Fraction(10_000)).said()
        '10,000 sq ft divided by 3,000 sq ft is 3.333333, rounded up to the next 0.25: 3.5 runoff units'
        """
        of = self.formula
        if self.tier is None:
            divided = f"{sqft(self.area_sqft)} divided by {sqft(of.size_sqft)} is"
            if self.units == self.exact:
                return f"{divided} {count_of_units(self.units)}"
            said = f"{divided} {quantity(self.exact, _FINE)}"
            if self.found != self.exact:
                said += f", {_ROUNDED[of.rounding].format(step=quantity(of.step, 4))}"
        else:
            end = self.tier.up_to_sqft
            said = f"{sqft(self.area_sqft)} lies in the {'last tier' if end is None else f'tier up to {sqft(end)}'}"
        if self.units > self.found:
            said += f", and at least {quantity(self.units, 4)} where there is any"
        elif self.units < self.found:
            said += f", and never more than {quantity(self.units, 4)}"
        return f"{said}: {count_of_units(self.units)}"


def unit_formula(parameters: Parameters) -> UnitFormula:
    """Return how area becomes units under the law of a date.

    Raises
    ------
    LawFileInvalid
        An ordinance states a unit, or a step, of nothing.
    ParameterNotInForce
        The text of the law on the date is not on file.
    """
    return parameters.once(_formula)


def _formula(parameters: Parameters) -> UnitFormula:
    return UnitFormula(
        size_sqft=_positive(_SIZE, parameters),
        rounding=parameters.choice(_ROUNDING),
        step=_positive(_STEP, parameters),
        area_rounding=parameters.choice(_AREA_ROUNDING),
        least=parameters.number(_LEAST),
        most=parameters.number(_MOST),
        uses=tuple(used(parameters.get(name)) for name in _NAMES),
    )


def runoff_units(impervious_sqft: Fraction, parameters: Parameters, tiers: Sequence[Tier] | None = None) -> Fraction:
    """Return the runoff units of an impervious area, exact.

    Parameters
    ----------
    impervious_sqft
        Horizontal area, square feet, not negative.
    parameters
        The law on the date, or an ordinance's own values over it.
    tiers
        Tiers that an ordinance sets in place of area over size, null where it sets none; an area on the edge of two
        is in the lower one, and no area at all in the first.

    Returns
    -------
    Fraction
        Units; more area never has fewer.

    Raises
    ------
    ValueError
        The area is negative.
    LawFileInvalid
        An ordinance states a unit, or a step, of nothing.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater definitions (5) and charges (2)(b): the area over 3,000 sq ft, rounded
    up to the nearest quarter.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> law = load_law().newest()
    >>> [float(runoff_units(Fraction(area), law)) for area in (0, 1, 750, 751, 9000, 9001)]
    [0.0, 0.25, 0.25, 0.5, 3.0, 3.25]
    """
    return unit_formula(parameters).units(impervious_sqft, tiers)


def count_of_units(units: Fraction) -> str:
    """Say a number of runoff units.

    >>> count_of_units(Fraction(1)), count_of_units(Fraction(7, 2)), count_of_units(Fraction(1, 4))
    ('1 runoff unit', '3.5 runoff units', '0.25 runoff unit')
    """
    return f"{quantity(units, 4)} runoff unit{'' if 0 < units <= 1 else 's'}"


def units_in_all(assigned: Fraction, bearing: Fraction) -> str:
    """Say the units of a roll: those assigned, and where credits take some off, what is left.

    >>> units_in_all(Fraction("64.9"), Fraction("64.48"))
    '64.9 runoff units, less 0.42 by credits: 64.48 billed'
    >>> units_in_all(Fraction(5), Fraction(5))
    '5 runoff units in all'
    """
    if assigned == bearing:
        return f"{count_of_units(assigned)} in all"
    return (
        f"{count_of_units(assigned)}, less {quantity(assigned - bearing, 4)} by credits: {quantity(bearing, 4)} billed"
    )


def sqft(area_sqft: Fraction) -> str:
    """Say an area in square feet.

    >>> sqft(Fraction("9000.40"))
    '9,000.4 sq ft'
    """
    return f"{quantity(area_sqft, 2)} sq ft"


def refuse_tiers(tiers: Sequence[Tier] | None) -> None:
    """Refuse tiers that leave areas without units, or let a larger area have fewer.

    Raises
    ------
    FactsInvalid
        With every fault.
    """
    refuse_faults("tiers", tier_faults(tiers or ()))


def refuse_faults(name: str, faults: Sequence[str]) -> None:
    """Refuse a list of an ordinance's policy that has faults.

    Raises
    ------
    FactsInvalid
        With every fault.
    """
    if faults:
        raise FactsInvalid(
            what=f"The {name} cannot stand.",
            where=f"facts.{name}",
            why=" ".join(f"{fault[:1].upper()}{fault[1:]}" for fault in faults),
            next="State them as the ordinance has them.",
        )


def refuse_beyond(path: str, part: Fraction | None, whole: Fraction | None) -> None:
    """Refuse an area that exceeds by a square foot or more what it is part of.

    Less than that two measures of the same ground may differ.

    Raises
    ------
    FactsInvalid
        With the path of the part.
    """
    if part is not None and whole is not None and part >= whole + _SPARE_SQFT:
        raise FactsInvalid(
            what=f"{sqft(part)} of {sqft(whole)} is more than the whole.",
            where=f"facts.{path}",
            why="A part is at most the whole it is part of, so one of the two areas is wrong.",
            next="Measure both on one basis, and correct the one that is wrong.",
        )


def _tier(area_sqft: Fraction, tiers: Sequence[Tier]) -> Tier:
    return next(tier for tier in tiers if tier.up_to_sqft is None or area_sqft <= tier.up_to_sqft)


def _positive(name: str, parameters: Parameters) -> Fraction:
    """Return a value of the law by which is divided."""
    value = parameters.number(name)
    if value == 0:
        raise LawFileInvalid(
            what=f"{name} is 0.",
            where=f"the value of {name} that holds on {parameters.date.isoformat()}",
            why="Areas are divided by it.",
            next="State the size that the ordinance gives, more than nothing.",
        )
    return value
