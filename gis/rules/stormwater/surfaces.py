"""How much of a parcel's surfaces counts as impervious, class by class?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gis.model.facts.stormwater import Surface
from gis.model.stormwater_policy import SurfaceWeight
from gis.rules.stormwater.units import sqft
from gis.rules.words import all_listed, quantity

GRAVEL = "gravel"
_COUNTED = ("roof", "asphalt", "concrete", "walk", "parking", "street", "other")
"""Classes that stormwater definition (6) names, and other similar surfaces."""
_ALL, _NONE = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class CountedArea:
    """Impervious area of a parcel, as far as it is known."""

    low_sqft: Fraction | None
    """Where no class that the ordinance leaves open counts; null where an area is not known."""
    high_sqft: Fraction | None
    """Where each of them counts whole."""
    unknown: tuple[str, ...]
    """What is not known, in words."""
    said: str
    """How the classes add up, in a clause; empty where only a total is stated."""

    @property
    def area_sqft(self) -> Fraction | None:
        """Area that counts; null where that is not known."""
        return self.low_sqft if self.low_sqft == self.high_sqft else None


def counted_area(
    impervious_sqft: Fraction | None,
    surfaces: Sequence[Surface] | None,
    weights: Sequence[SurfaceWeight] | None = None,
    *,
    gravel_counts: bool | None = None,
) -> CountedArea:
    """Return the impervious area of a parcel from its surfaces, or the total where only that is stated.

    Parameters
    ----------
    impervious_sqft
        Total, square feet; read only where the surfaces are null.
    surfaces
        Area of each class, square feet; null where they are not stated, empty where there are none.
    weights
        What other classes count for. A class that neither they nor the text know is left open.
    gravel_counts
        Whether gravel counts; where it is stated it goes before a weight.

    Returns
    -------
    CountedArea
        Between what counts for certain and what may count.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater definition (6).

    Examples
    --------
    >>> lot = [Surface("roof", Fraction(1800)), Surface("gravel", Fraction(1600))]
    >>> half = [SurfaceWeight("gravel", Fraction(1, 2), "Code 3.50.110")]
    >>> counted_area(None, lot, half).area_sqft, counted_area(None, lot).area_sqft
    (Fraction(2600, 1), None)
    """
    if surfaces is None:
        unknown = () if impervious_sqft is not None else ("the area of impervious surface",)
        return CountedArea(impervious_sqft, impervious_sqft, unknown, "")
    known = _weights(weights, gravel_counts=gravel_counts)
    areas = _by_class(surfaces)
    counted = {kind: known.get(kind) for kind in areas}
    measured = {kind: area for kind, area in areas.items() if area is not None}
    unmeasured = [kind for kind, area in areas.items() if area is None and counted[kind] != 0]
    left_open = [kind for kind, area in measured.items() if counted[kind] is None and area > 0]
    low = sum((area * (counted[kind] or 0) for kind, area in measured.items()), start=_NONE)
    high = low + sum((measured[kind] for kind in left_open), start=_NONE)
    return CountedArea(
        None if unmeasured else low,
        None if unmeasured else high,
        (*(f"the area of {kind}" for kind in unmeasured), *(f"whether {kind} counts" for kind in left_open)),
        _said(measured, counted, None if left_open or unmeasured else low),
    )


def weights_said(surfaces: Sequence[Surface] | None, weights: Sequence[SurfaceWeight]) -> list[str]:
    """Say of each class on the parcel whose weight an ordinance sets what it counts for, and who says so.

    Examples
    --------
    >>> weights_said([Surface("gravel")], [SurfaceWeight("gravel", Fraction(1, 2), "Code 3.50.110")])
    ['Surface of the class gravel counts at 0.5 of its area (Code 3.50.110).']
    """
    there = {surface.kind for surface in surfaces or ()}
    return [
        f"Surface of the class {each.surface} counts at {quantity(each.weight, 4)} of its area ({each.source})."
        for each in weights
        if each.surface in there and each.weight is not None
    ]


def _weights(weights: Sequence[SurfaceWeight] | None, *, gravel_counts: bool | None) -> Mapping[str, Fraction | None]:
    known: dict[str, Fraction | None] = dict.fromkeys(_COUNTED, _ALL)
    known |= {each.surface: each.weight for each in weights or ()}
    if gravel_counts is not None:
        known[GRAVEL] = Fraction(gravel_counts)
    return known


def _by_class(surfaces: Sequence[Surface]) -> dict[str, Fraction | None]:
    """Add the areas of each class; null where one of them is not known."""
    areas: dict[str, Fraction | None] = {}
    for surface in surfaces:
        before = areas.get(surface.kind, _NONE)
        areas[surface.kind] = None if before is None or surface.area_sqft is None else before + surface.area_sqft
    return areas


def _said(areas: Mapping[str, Fraction], counted: Mapping[str, Fraction | None], total: Fraction | None) -> str:
    said = all_listed([f"{sqft(area)} of {kind}{_weight_said(counted[kind])}" for kind, area in areas.items()])
    if total is None or [*areas.values()] == [total]:
        return said
    return f"{said} make {sqft(total)}"


def _weight_said(weight: Fraction | None) -> str:
    if weight is None or weight == _ALL:
        return ""
    return f" (counted at {quantity(weight, 4)})" if weight else " (not counted)"
