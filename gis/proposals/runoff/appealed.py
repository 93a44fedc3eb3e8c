"""Which impervious area did the decision on an appeal find, and does it still hold after what was built since?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from gis.facts.ground import sqft
from gis.facts.layerset import LayerSet
from gis.proposals.runoff.surfaces import Land, Measuring
from gis.rules.stormwater.units import sqft as sqft_words
from gis.rules.words import day_words

_LEAST_SQFT = Fraction(1)
"""Two measures of the same surface may differ by less."""


@dataclass(frozen=True, slots=True)
class FoundArea:
    """The area that a decision found of a ground, before what the layers show today."""

    found_sqft: Fraction
    on: dt.date
    newer_sqft: Fraction
    """Surface that was built after that day, by its date."""
    measured_sqft: Fraction
    """What the layers show today."""
    settles: bool
    """Whether found and newer surface are all; else the layers show more, or other, than their dates explain."""

    @property
    def area_sqft(self) -> Fraction:
        """Surface found, and what was built since."""
        return self.found_sqft + self.newer_sqft

    @property
    def says(self) -> str:
        """What a reader must know, in a sentence."""
        found = f"{sqft_words(self.found_sqft)} found on an appeal on {day_words(self.on)}"
        if not self.settles:
            return (
                f"The layers have changed since the {found}, and no date tells what is new: whether they still hold is "
                "for a person to say."
            )
        if self.newer_sqft:
            newer = f"and {sqft_words(self.newer_sqft)} built since"
            return f"The area is the {found}, {newer}; measured were {sqft_words(self.measured_sqft)}."
        return f"The area is that found on an appeal; measured were {sqft_words(self.measured_sqft)}."


def found_areas(
    measuring: Measuring, layers: LayerSet, found: Mapping[int, tuple[Fraction, dt.date]]
) -> dict[int, FoundArea]:
    """Tell of grounds what was built after an area was found, and whether that area still settles theirs.

    Parameters
    ----------
    measuring : Measuring
        What measures impervious land on a day.
    layers : LayerSet
        What is looked at today.
    found : mapping of int to pair of Fraction and date
        By row of the layer of parcels: the area found, square feet, and the day.

    Returns
    -------
    dict of int to FoundArea
        A decision holds for what it knew. What was built later by its date is added. Where the layers differ from
        those of that day by more than their accuracy and those dates explain, or newly show land of which nobody can
        tell, the area found no longer settles.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater charges (2)(d): units are recalculated upon new construction.
    """
    told: dict[int, FoundArea] = {}
    parcels = layers.layers["parcels"]
    for day in sorted({on for _, on in found.values()}):
        rows = sorted(row for row, (_, on) in found.items() if on == day)
        lots = replace(parcels, table=parcels.table.iloc[rows].reset_index(drop=True))
        here = replace(layers, layers={**layers.layers, "parcels": lots})
        lands = measuring.now(here), measuring.seen_by(here, day), measuring.then(here, day)
        told |= zip(rows, _compared([found[row][0] for row in rows], day, lands), strict=True)
    return told


def _compared(found: list[Fraction], day: dt.date, lands: tuple[Land, Land, Land]) -> Iterator[FoundArea]:
    """Yield what holds of each ground: by the layers of now, as those show that day, and as the layers of then did."""
    now, by_date, then = (land.areas for land in lands)
    for row, found_sqft in enumerate(found):
        built = sqft(now.value[row] + now.unknown[row]) - sqft(by_date.value[row] + by_date.unknown[row])
        change = sqft(now.value[row]) - sqft(then.value[row])
        unseen = abs(sqft(now.unknown[row]) - sqft(then.unknown[row]))
        slack = max(_LEAST_SQFT, sqft(now.margin[row]) + sqft(then.margin[row]))
        settles = unseen < _LEAST_SQFT and abs(change - built) <= slack
        yield FoundArea(found_sqft, day, max(built, Fraction(0)), sqft(now.value[row]), settles)
