"""Which facts of a special assessment cannot be: ground without area, a rate written as percent."""

from __future__ import annotations

from fractions import Fraction

from gis.errors import FactsInvalid
from gis.rules.words import quantity


def refuse_no_ground(path: str, area: Fraction | None) -> None:
    """Refuse an area that is not above zero; null is not known and passes.

    Raises
    ------
    FactsInvalid
        With the path.
    """
    if area is not None and area <= 0:
        raise FactsInvalid(
            what=f"An area of {quantity(area, 4)} is stated.",
            where=f"facts.{path}",
            why="Every parcel has ground, and nothing can be reckoned on none.",
            next="Give the area, or null where it is not known.",
        )


def refuse_rate(path: str, rate: Fraction | None) -> None:
    """Refuse a rate of interest that is negative or above one, because 4.25 would mean 425 percent a year.

    Raises
    ------
    FactsInvalid
        With the path.
    """
    if rate is not None and not 0 <= rate <= 1:
        raise FactsInvalid(
            what=f"An interest rate of {quantity(rate, 6)} for a year is stated.",
            where=f"facts.{path}",
            why="Rates are fractions from 0 to 1: 4.25 percent is 0.0425.",
            next="Write the rate as a fraction, or null where it is not known.",
        )
