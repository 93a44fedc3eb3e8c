"""How sure is the impervious land of a parcel, and could the charge differ within that?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from gis.facts.ground import sqft
from gis.facts.impervious.areas import Basis, ImperviousAreas
from gis.model.config import STRICT
from gis.model.exact import Exact
from gis.model.interval import Interval


@dataclass(frozen=True, slots=True)
class AreaAccuracy:
    """What the impervious land of one parcel rests on, and how sure it is."""

    __pydantic_config__ = STRICT

    basis: Basis
    captured_first: dt.date | None
    """First and last day on which it was seen; null where no day is known."""
    captured_last: dt.date | None
    cell_ft: float | None
    """Side of a cell, where a raster says it."""
    impervious_sqft: Interval
    margin_sqft: Exact
    """By how much outlines or cells may be off."""
    unknown_sqft: Exact
    unknown_share: Exact
    """Part of the parcel, 0 to 1."""
    needs_review: bool


def accuracy_of(areas: ImperviousAreas, row: int) -> AreaAccuracy:
    """Return how sure the impervious land of one parcel is.

    Parameters
    ----------
    areas : ImperviousAreas
        Of all parcels.
    row : int
        Position of the parcel.

    Returns
    -------
    AreaAccuracy
        Share and areas are exact from areas to the hundredth of a square foot.
    """
    area, unknown = sqft(areas.area[row]), sqft(areas.unknown[row])
    return AreaAccuracy(
        basis=areas.basis[row],
        captured_first=areas.captured_first[row],
        captured_last=areas.captured_last[row],
        cell_ft=areas.cell_ft if areas.basis[row] == "raster" else None,
        impervious_sqft=areas.interval_sqft(row),
        margin_sqft=sqft(areas.margin[row]),
        unknown_sqft=unknown,
        unknown_share=unknown / area if area else Fraction(0),
        needs_review=bool(areas.needs_review[row]),
    )


@dataclass(frozen=True, slots=True)
class UnitsWithin:
    """The units of a parcel, and the fewest and most that its accuracy allows."""

    __pydantic_config__ = STRICT

    units: Exact
    fewest: Exact
    most: Exact

    @property
    def could_differ(self) -> bool:
        """Whether the parcel could be charged otherwise than by its measured area."""
        return self.fewest != self.most


def units_within(
    area_sqft: Interval, units: Callable[[Fraction], Fraction], turns_sqft: Iterable[Fraction] = ()
) -> UnitsWithin:
    """Return the units over the whole interval of an area.

    Parameters
    ----------
    area_sqft : Interval
        Impervious land in square feet, with its bounds.
    units : callable
        From square feet to units, steps included. Between `turns_sqft` it must not fall.
    turns_sqft : iterable of Fraction
        Areas up to and including which one formula holds, as a tenth of the lot does for low density: there more
        surface may lower the units, so both sides of each are looked at, to the hundredth of a square foot.

    Returns
    -------
    UnitsWithin
        By the area as measured, and the fewest and most anywhere between the bounds.

    Examples
    --------
    >>> from math import ceil
    >>> quarters = lambda sqft: Fraction(ceil(sqft / 750), 4)
    >>> found = units_within(Interval(Fraction(2900), Fraction(2990), Fraction(3010)), quarters)
    >>> found.units, found.most, found.could_differ
    (Fraction(1, 1), Fraction(5, 4), True)
    """
    places = [area_sqft.low, area_sqft.value, area_sqft.high]
    for turn in turns_sqft:
        places += [each for each in (turn, turn + _NEXT_SQFT) if area_sqft.low < each < area_sqft.high]
    found = [units(each) for each in places]
    return UnitsWithin(found[1], min(found), max(found))


_NEXT_SQFT = Fraction(1, 100)
"""The next area that a measure can have."""
