"""How do two polygons lie to each other: apart, touching in a sliver, or with land in common?"""

from __future__ import annotations

from enum import Enum, auto
from fractions import Fraction

from gis.units import AREA_STEPS_PER_SQFT


class Overlap(Enum):
    """How a municipality or county and the district lie to each other."""

    NONE = auto()
    SLIVER = auto()
    REAL = auto()
    UNKNOWN = auto()


def polygon_overlap(
    area_sqft: Fraction | None, width_ft: Fraction | None, accuracy_ft: Fraction, permitted_sqft: Fraction
) -> Overlap:
    """Class the common land of two polygons by its area and greatest width.

    Parameters
    ----------
    area_sqft
        Common land, square feet; an area below the hundredth of a square foot is none, null is unknown.
    width_ft
        Greatest width, feet; null with a positive area is taken as wide.
    accuracy_ft
        Accuracy of the boundaries compared, feet; a width of exactly that is a sliver.
    permitted_sqft
        Area that counts as none.

    Examples
    --------
    >>> polygon_overlap(Fraction(528), Fraction("0.1"), Fraction("0.1"), Fraction(0)).name
    'SLIVER'
    """
    if area_sqft is None:
        return Overlap.UNKNOWN
    if Fraction(round(area_sqft * AREA_STEPS_PER_SQFT), AREA_STEPS_PER_SQFT) <= permitted_sqft:
        return Overlap.NONE
    return Overlap.SLIVER if width_ft is not None and width_ft <= accuracy_ft else Overlap.REAL
