"""How large is each parcel, as drawn and by the three acreages of the roll, and do they agree about a limit?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from gis.facts.assessments.land import ParcelLand
from gis.facts.ground import Steps, area_steps, sqft
from gis.geometry.measure import lengths_ft
from gis.model.exact import to_fraction
from gis.model.interval import Interval
from gis.units import AREA_STEPS_PER_SQFT, acres

Acres = npt.NDArray[np.object_]
_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class AcresAsked:
    """What each known acreage of one parcel says of a limit.

    Attributes
    ----------
    over, not_over : tuple of str
        Names of the acreages that are greater than the limit, and of those that are not.
    within_accuracy : bool
        Whether the drawn area is so near to the limit that the lines, moved by their accuracy, would change its answer.
    """

    over: tuple[str, ...]
    not_over: tuple[str, ...]
    within_accuracy: bool

    @property
    def agrees(self) -> bool:
        """Whether all known acreages say the same."""
        return not (self.over and self.not_over)


@dataclass(frozen=True, eq=False)
class ParcelAreas:
    """Areas of every parcel; positions are those of the parcels.

    Attributes
    ----------
    steps : int array
        Ground area as drawn, in hundredths of a square foot.
    off_steps : int array
        By how much it may be off: the outline's length times the accuracy of the layer.
    assessed, deeded, gis : object arrays of Fraction or None
        Acres on the assessment roll, of the deed, and as the publisher measured them; None where the roll has none, or
        none above 0.
    """

    steps: Steps
    off_steps: Steps
    assessed: Acres
    deeded: Acres
    gis: Acres

    def area_sqft(self, position: int) -> Interval:
        """Return the drawn ground area of one parcel in square feet, and between what it may be."""
        value, off = sqft(self.steps[position]), sqft(self.off_steps[position])
        return Interval(max(_NOTHING, value - off), value, value + off)

    def acres(self, position: int) -> Mapping[str, Fraction | None]:
        """Return every acreage of one parcel by its name: assessed, deeded, gis and drawn."""
        return {
            "assessed": self.assessed[position],
            "deeded": self.deeded[position],
            "gis": self.gis[position],
            "drawn": acres(sqft(self.steps[position])),
        }

    def asked(self, position: int, limit_acres: Fraction) -> AcresAsked:
        """Say which acreages of one parcel are greater than a limit, such as the five acres of CKSD-05."""
        known = {name: value for name, value in self.acres(position).items() if value is not None}
        drawn = self.area_sqft(position)
        return AcresAsked(
            over=tuple(name for name, value in known.items() if value > limit_acres),
            not_over=tuple(name for name, value in known.items() if value <= limit_acres),
            within_accuracy=acres(drawn.low) <= limit_acres <= acres(drawn.high),
        )


def parcel_areas(land: ParcelLand) -> ParcelAreas:
    """Measure every parcel, and read what the roll says of its acres.

    Parameters
    ----------
    land : ParcelLand
        All parcels. Units on one piece of ground each have all of it.

    Returns
    -------
    ParcelAreas
        Which of the acreages governs is a question of law (CKSD ch. II(3) says none): all are given, with their names.
    """
    layers, layer = land.layers, land.layers.layers["parcels"]
    accuracy_ft = float(layers.accuracy_ft("parcels", with_boundary=False))
    steps = area_steps(land.grounds, layers.frame)
    off = np.ceil(lengths_ft(land.grounds, layers.frame) * accuracy_ft * AREA_STEPS_PER_SQFT).astype(np.int64)
    of_roll = (layer.column_if_there(f"{name}_acres")[land.rows] for name in ("assessed", "deeded", "gis"))
    return ParcelAreas(steps[land.ground], off[land.ground], *(_exact(column) for column in of_roll))


def _exact(column: Acres) -> Acres:
    found = np.full(len(column), None, dtype=object)
    for row in np.flatnonzero(column != None):  # noqa: E711  elementwise, over objects
        # Rolls write 0 where nobody entered an acreage: no parcel has none.
        found[row] = to_fraction(column[row]) if column[row] > 0 else None
    return found
