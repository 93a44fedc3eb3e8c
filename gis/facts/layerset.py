"""Which layers does a question look at, and how sure are they together?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gis.geometry.frame import Frame
from gis.geometry.operations import accuracy_m, coarse_accuracy_m, datum_shifts
from gis.layers.layer import Layer
from gis.model.edition import CoordinateOperation
from gis.units import FTUS_PER_M


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
    boundary_operations : tuple of CoordinateOperation
        How the boundary came into the frame.
    notes : tuple of str
        What every finding must say of the layers.
    """

    frame: Frame
    layers: Mapping[str, Layer]
    default_accuracy_ft: Fraction
    boundary_accuracy_ft: Fraction | None = None
    combined_accuracy_ft: Fraction | None = None
    boundary_operations: tuple[CoordinateOperation, ...] = ()
    notes: tuple[str, ...] = ()

    def accuracy_ft(self, *kinds: str, with_boundary: bool = True) -> Fraction:
        """Return the combined accuracy of the layers of `kinds`, and of the boundary, in feet.

        The root of the sum of squares, to the thousandth of a foot. A coarse coordinate operation that the data came
        through is one more term. So is an operation that one of them went through and another did not, where nobody
        stated the accuracy of the data that did.
        """
        if self.combined_accuracy_ft is not None:
            return self.combined_accuracy_ft
        parties = [(self.layers[kind].accuracy_ft, self.layers[kind].operations) for kind in kinds]
        if with_boundary:
            parties.append((self.boundary_accuracy_ft, self.boundary_operations))
        moved_apart = len({datum_shifts(operations) for _, operations in parties}) > 1
        squares = Fraction(0)
        for stated_ft, operations in parties:
            squares += (self.default_accuracy_ft if stated_ft is None else stated_ft) ** 2
            counts_all = moved_apart and stated_ft is None
            metres = accuracy_m(operations) if counts_all else coarse_accuracy_m(operations)
            squares += (Fraction(metres) * FTUS_PER_M) ** 2
        return Fraction(round(math.sqrt(squares) * 1000), 1000)

    def moved_apart(self, kinds: Sequence[str]) -> tuple[tuple[str, tuple[CoordinateOperation, ...]], ...]:
        """Return the boundary and the layers of `kinds` with their datum shifts, where these differ; else nothing."""
        told = [("the boundary", self.boundary_operations)]
        told += [(kind, self.layers[kind].operations) for kind in kinds if kind in self.layers]
        shifts = [(name, datum_shifts(operations)) for name, operations in told]
        return tuple(shifts) if len({shift for _, shift in shifts}) > 1 else ()

    def coarse(self) -> tuple[tuple[str, float], ...]:
        """Return what came through a coarse coordinate operation, and the operation's accuracy in metres."""
        everything = [("the boundary", self.boundary_operations)]
        everything += [(kind, layer.operations) for kind, layer in sorted(self.layers.items())]
        told = [(name, coarse_accuracy_m(operations)) for name, operations in everything]
        return tuple((name, metres) for name, metres in told if metres)

    def unstated(self, kinds: Sequence[str]) -> tuple[str, ...]:
        """Return what nobody stated the accuracy of: the boundary, and layers of `kinds`."""
        if self.combined_accuracy_ft is not None:
            return ()
        layers = [kind for kind in kinds if kind in self.layers and self.layers[kind].accuracy_ft is None]
        return ("the boundary", *layers) if self.boundary_accuracy_ft is None else tuple(layers)
