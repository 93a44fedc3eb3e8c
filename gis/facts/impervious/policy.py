"""What does an ordinance count as impervious, and what is stated about it: settings, never guesses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from gis.errors import OptionInvalid

Shares = Mapping[str, Fraction]
"""Part of a surface that each parcel is charged with, by parcel id; together one."""


@dataclass(frozen=True, slots=True)
class ImperviousPolicy:
    """How much of each surface counts.

    Attributes
    ----------
    review_unknown_share : Fraction
        A parcel of which more than this share is unknown is for a person to look at.
    capture_reach_ft : Fraction
        A parcel without a surface was looked at when surfaces were captured if one lies within so many feet of it.
    weights : mapping of str to Fraction or None
        By class of surface, small letters: 1 counts whole, 0 not at all, 1/2 by half; None where the ordinance leaves
        it open, so that the land is neither counted nor left out.
    unlisted : Fraction or None
        The same for surfaces of a class that is not in `weights`, or of none.
    raster_weights : mapping of int to Fraction or None, optional
        By class of a raster; cells of a class left open are unknown. Without it the classes count that were said to be
        impervious on import.
    allocations : mapping of surface id to Shares
        Shared drives and the like, as an agreement or the register states it.
    """

    review_unknown_share: Fraction
    capture_reach_ft: Fraction
    weights: Mapping[str, Fraction | None] = field(default_factory=dict)
    unlisted: Fraction | None = Fraction(1)
    raster_weights: Mapping[int, Fraction | None] | None = None
    allocations: Mapping[str, Shares] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse weights beyond 0 to 1, and shares of a surface that are not the whole of it.

        Raises
        ------
        OptionInvalid
            Names the class or the surface.
        """
        stated = [*self.weights.items(), ("any other class", self.unlisted), *(self.raster_weights or {}).items()]
        for name, weight in stated:
            if weight is not None and not 0 <= weight <= 1:
                raise OptionInvalid(
                    what=f"The weight {weight} of {name} cannot be used.",
                    where="what counts as impervious",
                    why="A surface counts between not at all (0) and whole (1).",
                    next="Give a number from 0 to 1, or leave it open.",
                )
        for surface, shares in self.allocations.items():
            if sum(shares.values()) != 1 or min(shares.values()) < 0:
                raise OptionInvalid(
                    what=f"The shares of surface {surface} are not the whole of it.",
                    where="how a shared surface is allocated",
                    why=f"They sum to {float(sum(shares.values())):g}; each square foot is one parcel's.",
                    next="Give shares of 0 or more that sum to 1.",
                )

    def weight(self, surface: str | None) -> Fraction | None:
        """Return how much of a surface of a class counts; None where that is open.

        >>> policy = ImperviousPolicy(Fraction(1, 20), Fraction(500), {"gravel": Fraction(1, 2)})
        >>> policy.weight("Gravel"), policy.weight("roof")
        (Fraction(1, 2), Fraction(1, 1))
        """
        return self.weights.get(class_name(surface), self.unlisted)


def class_name(surface: str | None) -> str:
    """Return a class as policies and results name it; "unstated" where a surface has none.

    >>> class_name(" Parking Lot "), class_name(None)
    ('parking lot', 'unstated')
    """
    return (surface or "").strip().lower() or "unstated"
