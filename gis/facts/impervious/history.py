"""How much of a parcel was impervious on an earlier day, when its land was cut otherwise?

The surfaces of that day over today's outline tell it best (`impervious_of` with an earlier day). Where only the areas
of the parcels of that day are known, as of a roll on paper, lineage carries them: land that a parcel has whole brings
what was on it, and of a parcel that was split, nobody can tell from its sum on which part its surfaces lay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gis.layers.lineage.lineage import WHOLE, Descent, Lineage
from gis.model.config import STRICT
from gis.model.difference import CONFIDENCES, Confidence
from gis.model.exact import Exact
from gis.model.interval import Interval


@dataclass(frozen=True, slots=True)
class LotThen:
    """A parcel as it was: its land and what of it was impervious."""

    __pydantic_config__ = STRICT

    lot_sqft: Exact
    impervious_sqft: Interval


@dataclass(frozen=True, slots=True)
class PartThen:
    """What a parcel of an earlier day gave to a parcel of today."""

    __pydantic_config__ = STRICT

    parcel_id: str
    share_of_old: Exact
    """Part of the earlier parcel's land that today's has, 0 to 1."""
    lot_sqft: Exact
    """All of the earlier parcel, as is the next."""
    impervious_sqft: Interval
    impervious_here_sqft: Interval
    """What of it lay on today's parcel: by its share of the land, between least and most that could."""


@dataclass(frozen=True, slots=True)
class ParcelThen:
    """The impervious land of an earlier day on the land of one parcel of today."""

    __pydantic_config__ = STRICT

    parcel_id: str
    impervious_sqft: Interval | None
    """Null where some of its land was no parcel on file then, or nobody knows what was on it."""
    parts: tuple[PartThen, ...]
    confidence: Confidence | None
    """Of the least sure descent; null where there is none."""
    missing: tuple[str, ...]
    """Earlier parcels of which nothing is known."""


def carried(parcel_id: str, then: Mapping[str, LotThen], lineage: Lineage) -> ParcelThen:
    """Carry the impervious land of earlier parcels to a parcel of today.

    Parameters
    ----------
    parcel_id : str
        Of today.
    then : mapping of parcel id to LotThen
        The parcels of the earlier day.
    lineage : Lineage
        From the parcels of that day to those of today.

    Returns
    -------
    ParcelThen
        A parcel that was split gives each part at least what cannot have lain on the others, at most what finds room
        on it. A parcel without a descent, or with land that came from no parcel, has no area then.
    """
    descents = lineage.parents(parcel_id)
    missing = tuple(each.old_id for each in descents if each.old_id not in then)
    parts = tuple(_part(each, then[each.old_id]) for each in descents if each.old_id in then)
    is_whole = sum((each.share_of_new for each in descents), Fraction(0)) >= WHOLE
    known = bool(parts) and not missing and is_whole
    return ParcelThen(
        parcel_id=parcel_id,
        impervious_sqft=_sum(parts) if known else None,
        parts=parts,
        confidence=max((each.confidence for each in descents), key=CONFIDENCES.index, default=None),
        missing=missing,
    )


def _part(descent: Descent, lot: LotThen) -> PartThen:
    share, found = descent.share_of_old, lot.impervious_sqft
    if share >= WHOLE:
        here = found
    else:
        elsewhere = lot.lot_sqft * (1 - share)
        likely = found.value * share
        here = Interval(
            min(likely, max(Fraction(0), found.low - elsewhere)),
            likely,
            max(likely, min(found.high, lot.lot_sqft * share)),
        )
    return PartThen(descent.old_id, share, lot.lot_sqft, found, here)


def _sum(parts: tuple[PartThen, ...]) -> Interval:
    here = [part.impervious_here_sqft for part in parts]
    return Interval(
        sum((each.low for each in here), Fraction(0)),
        sum((each.value for each in here), Fraction(0)),
        sum((each.high for each in here), Fraction(0)),
    )
