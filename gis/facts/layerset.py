"""Which layers does a question look at, and how sure are they together?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gis.geometry.frame import Frame
from gis.layers.layer import Layer


@dataclass(frozen=True, slots=True)
class LayerSet:
    """The layers of one evaluation, in one frame.

    Attributes
    ----------
    frame : Frame
        Plane of all geometries and system of all measures.
    layers : mapping of kind to Layer
        One layer a kind; a kind that nobody imported is absent.
    default_accuracy_ft : Fraction
        Taken for a boundary or layer whose accuracy nobody stated.
    boundary_accuracy_ft : Fraction or None
        Accuracy of the proposed line, where stated.
    combined_accuracy_ft : Fraction or None
        Where given, the accuracy of the boundaries compared, in place of the root of the sum of
        squares (FACTS.md 1.6).
    """

    frame: Frame
    layers: Mapping[str, Layer]
    default_accuracy_ft: Fraction
    boundary_accuracy_ft: Fraction | None = None
    combined_accuracy_ft: Fraction | None = None

    def accuracy_ft(self, *kinds: str, with_boundary: bool = True) -> Fraction:
        """Return the combined accuracy of the layers of `kinds`, and of the boundary, in feet.

        The root of the sum of squares, to the thousandth of a foot.
        """
        if self.combined_accuracy_ft is not None:
            return self.combined_accuracy_ft
        terms = [self.layers[kind].accuracy_ft for kind in kinds]
        if with_boundary:
            terms.append(self.boundary_accuracy_ft)
        stated = [self.default_accuracy_ft if term is None else term for term in terms]
        squares = sum((term**2 for term in stated), Fraction(0))
        return Fraction(round(math.sqrt(squares) * 1000), 1000)

    def unstated(self) -> tuple[str, ...]:
        """Return the kinds whose accuracy nobody stated, in order."""
        if self.combined_accuracy_ft is not None:
            return ()
        return tuple(kind for kind in sorted(self.layers) if self.layers[kind].accuracy_ft is None)
