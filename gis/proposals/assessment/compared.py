"""Where do the measures and the list of a project file stand against the map?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from gis.facts.assessments.frontage import FrontageAlong
from gis.facts.layerset import LayerSet
from gis.proposals.assessment.said import acres_said
from gis.rules.words import all_listed, beside, quantity
from gis.units import acres

_REMARKABLE = Fraction(1, 20)
"""A stated area that is off the drawn one by more is worth a look."""
_NAMED = 20
"""So many parcels are named in a sentence; all of them stand in the answer."""
_ENDS = 2
"""Each stretch of front ends in two side lines, and both may be off."""


def area_remark(stated_sqft: Fraction, drawn_sqft: Fraction) -> tuple[str, ...]:
    """Name both areas where a stated one is off the drawn one by more than a twentieth; else nothing.

    >>> area_remark(Fraction(43_560), Fraction(44_000))
    ()
    >>> area_remark(Fraction(43_560), Fraction(87_120))
    ('The file states 1 acre; drawn are 2.',)
    """
    if abs(stated_sqft - drawn_sqft) <= stated_sqft * _REMARKABLE:
        return ()
    drawn = beside(acres(drawn_sqft), 2, acres(stated_sqft))
    return (f"The file states {acres_said(stated_sqft)}; drawn are {drawn}.",)


def front_remark(stated_ft: Fraction, front: FrontageAlong, position: int, sharing: int, layers: LayerSet) -> str:
    """Name the stated and the mapped front of a parcel where they are farther apart than the lines may be off.

    Parameters
    ----------
    stated_ft
        Front that the project file states, US survey feet.
    front
        What the map measures; nothing is said where it cannot tell the front.
    position
        Of the parcel.
    sharing
        How many parcels stand on its ground, of which each has an equal part of the front.
    layers
        Say how accurate parcels and rights-of-way are.

    Returns
    -------
    str
        A sentence; empty where the two agree.
    """
    whole = front.frontage_ft(position)
    if whole is None:
        return ""
    mapped_ft, stretches = whole / sharing, front.fronts[position]
    kinds = ("parcels", "rights_of_way") if "rights_of_way" in layers.layers else ("parcels",)
    off_ft = _ENDS * layers.accuracy_ft(*kinds, with_boundary=False) * max(1, len(stretches))
    if abs(stated_ft - mapped_ft) <= off_ft:
        return ""
    along = f" along {all_listed([each.street for each in stretches])}" if stretches else ""
    return (
        f"The file states a front of {quantity(stated_ft, 2)} ft; the map measures {quantity(mapped_ft, 2)} ft{along}. "
        f"They differ by more than the accuracy of the lines, {quantity(off_ft, 1)} ft."
    )


def left_out(names: Sequence[str]) -> Iterator[str]:
    """Say which parcels front on the project and are not in it, because a court would ask; of many, the first.

    >>> [said] = left_out([str(number) for number in range(100, 123)])
    >>> said.partition(". ")[0][-24:]
    '117, 118, 119 and 3 more'
    """
    if names:
        more = len(names) - _NAMED
        shown = f"{', '.join(names[:_NAMED])} and {more:,} more" if more > 0 else all_listed(names)
        yield (
            f"Parcels that front on the project and are not in it: {shown}. Whether they benefit is for "
            "the body to find; list what it leaves out with benefited: no."
        )
