"""What do map, register and ordinances say of all parcels of an area, before any rule is asked?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gis.facts.layerset import LayerSet
from gis.facts.places import Box, boxes_lonlat
from gis.facts.sewers.answers.serving import NONE, serving_mains
from gis.facts.sewers.answers.uses import Uses, uses
from gis.facts.sewers.areas.governing import in_place
from gis.facts.sewers.ground import SewerGround, accuracy_ft, sewer_ground
from gis.facts.sewers.meetings.predicates import SewerTest
from gis.geometry.beside import HERE, Beside
from gis.law.parameters import Parameters
from gis.layers.layer import Layer
from gis.layers.progress import Progress, silent
from gis.model.ordinance import Ordinance, SewerOwner
from gis.network.build import Network, build
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.facts import DUTIES
from gis.proposals.connections.layers import Change, layers_asked
from gis.proposals.connections.place import place_asked
from gis.proposals.connections.stated import StatedMain, StatedParcels, stated_mains, stated_of
from gis.proposals.connections.supposed import as_established
from gis.proposals.on_file import LayersOnFile

_MUNICIPAL = frozenset({"village", "city", "town"})
Rows = npt.NDArray[np.intp]
Texts = npt.NDArray[np.object_]


@dataclass(frozen=True, eq=False)
class Governed:
    """The parcels that one ordinance governs, or may govern.

    Attributes
    ----------
    ordinance : Ordinance
        In force on the day.
    parameters : Parameters
        The law on the day with the ordinance's own values.
    positions : int array
        Positions of the parcels among those of the survey.
    in_place, because : object arrays
        For every parcel of the survey whether the ordinance governs it (None where unknown), and why that is unknown.
    """

    ordinance: Ordinance
    parameters: Parameters
    positions: Rows
    in_place: Texts
    because: Texts


@dataclass(frozen=True, eq=False)
class Area:
    """Everything that the rules of connections ask of an area's parcels; positions are those of the survey."""

    asked: Asked
    layers: LayerSet
    ground: SewerGround
    uses: Uses
    told: StatedParcels
    told_of_mains: Mapping[str, StatedMain]
    governed: tuple[Governed, ...]

    @cached_property
    def told_positions(self) -> frozenset[int]:
        """Positions of the parcels that the register tells of."""
        return frozenset(self.told.positions(self.ground.ids.tolist(), self.counties.tolist()))

    @cached_property
    def counties(self) -> Texts:
        """County of each parcel, as the roll has it."""
        return self.ground.column("county")

    @cached_property
    def serving(self) -> Rows:
        """Position of the main that would serve each piece of ground, -1 where there is none."""
        ground = self.ground
        if ground.mains is None:
            return np.full(len(ground.grounds), NONE, dtype=np.intp)
        # A sewer elsewhere in the block serves nobody under an ordinance that asks only what runs before the lot.
        tests = {DUTIES[each.ordinance.duty_rule].test for each in self.governed}
        blocks = (ground.block, ground.in_blocks) if SewerTest.ADJACENT_OR_BLOCK in tests else None
        return serving_mains(
            ground.grounds, ground.frontages, ground.mains, ground.held, ground.date, self.layers.frame, blocks
        )

    @cached_property
    def network(self) -> Network | None:
        """The sewers as a graph; None where no sewers are on file."""
        mains, nodes = self.ground.mains, self.layers.layers.get("sewer_nodes")
        if mains is None:
            return None
        reach_ft = Fraction(str(accuracy_ft(self.layers, "sewers", "sewer_nodes")))
        return build(mains, nodes, reach_ft, self.layers.frame, date=self.ground.date)

    @cached_property
    def spare_gpd(self) -> Mapping[str, Fraction]:
        """Spare capacity of mains, lift stations and plants, as the register states it."""
        known = ((name, told.spare_capacity_gpd) for name, told in self.told_of_mains.items())
        return {name: spare for name, spare in known if spare is not None}

    @cached_property
    def boxes(self) -> Sequence[Box | None]:
        """Box in degrees of each piece of ground."""
        return boxes_lonlat(self.ground.grounds, self.layers.frame)

    def editions(self) -> dict[str, str]:
        """Return the editions that were looked at, by kind."""
        return {kind: layer.edition for kind, layer in sorted(self.layers.layers.items())}


def surveyed(
    on_file: LayersOnFile,
    asked: Asked,
    change: Change | None = None,
    progress: Progress = silent,
    beside: Beside = HERE,
) -> Area:
    """Survey all parcels and sewers on file, and tell which ordinance governs which parcels.

    One parcel, a main and a whole area are answered from the same survey, so that none of them says of a parcel what
    another does not.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    asked : Asked
        The question.
    change : callable, optional
        What is supposed of the layer of sewers.
    progress : callable
        Told what is being done.
    beside : Beside
        Takes work that nothing waits for yet.

    Raises
    ------
    EditionMissing
        No parcels or no municipalities are on file.
    LawUnknown, OrdinanceNotInForce
        The ordinance asked for is not on file, or not in force.
    """
    chosen = asked.chosen()
    progress("reading the editions")
    told_of_mains = stated_mains(asked.register, asked.date)

    def established(layer: Layer) -> Layer:
        known = as_established(layer, told_of_mains)
        return known if change is None else change(known)

    layers = layers_asked(on_file, asked, place_asked(on_file, asked), established)
    progress("surveying parcels, rights-of-way and sewers")
    ground = sewer_ground(layers, asked.day, _operators(chosen), beside)
    progress("telling uses and places")
    return Area(
        asked=asked,
        layers=layers,
        ground=ground,
        uses=uses(ground),
        told=stated_of(asked.register, asked.date),
        told_of_mains=told_of_mains,
        governed=tuple(_governed(asked, each, ground) for each in chosen),
    )


def _governed(asked: Asked, ordinance: Ordinance, ground: SewerGround) -> Governed:
    found = in_place(ordinance, ground.membership)
    # Without a layer of districts nobody could be told apart: who asks for the ordinance by name is told so.
    is_told = (
        asked.ordinance is not None or ground.membership.districts is not None or _MUNICIPAL & {*ordinance.place_kinds}
    )
    return Governed(
        ordinance=ordinance,
        parameters=asked.ordinances.parameters(ordinance, asked.day),
        positions=np.flatnonzero(~found.is_out if is_told else found.is_in),
        in_place=found.values,
        because=found.because,
    )


def _operators(ordinances: Sequence[Ordinance]) -> dict[str, SewerOwner]:
    """Return owner classes by operator; an operator to whom two ordinances give different ones has none."""
    found: dict[str, SewerOwner | None] = {}
    for name, owner in _stated_operators(ordinances):
        found[name] = owner if found.get(name, owner) == owner else None
    return {name: owner for name, owner in found.items() if owner is not None}


def _stated_operators(ordinances: Sequence[Ordinance]) -> Iterator[tuple[str, SewerOwner]]:
    for ordinance in ordinances:
        yield from ordinance.operators.items()
