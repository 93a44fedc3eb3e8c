"""Which facts cannot be: numbers below nothing, and names that stand twice."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gis.errors import FactsInvalid
from gis.rules.words import quantity


def refuse_negative(measured: Iterable[tuple[str, Fraction | int | None]]) -> None:
    """Refuse areas, widths, shares, votes and counts below zero.

    Parameters
    ----------
    measured
        Path of each fact and its value; null is not known and passes.

    Raises
    ------
    FactsInvalid
        With the path of the first one.
    """
    for path, value in measured:
        if value is not None and value < 0:
            raise FactsInvalid(
                what=f"The number is negative: {quantity(Fraction(value), 4)}.",
                where=f"facts.{path}",
                why="No area, width, vote or count is less than nothing.",
                next="Correct it, or give null where it is not known.",
            )


def refuse_twice(named: Iterable[tuple[str, str]]) -> None:
    """Refuse a municipality or county that stands twice, because it would count twice.

    Parameters
    ----------
    named
        Path of each name, and the name.

    Raises
    ------
    FactsInvalid
        With the path of the second one.
    """
    seen: set[str] = set()
    for path, name in named:
        if name in seen:
            raise FactsInvalid(
                what=f"{name} stands twice.",
                where=f"facts.{path}",
                why="What it has in the district would be counted twice.",
                next="Name each place once, with the whole of what it has there.",
            )
        seen.add(name)
