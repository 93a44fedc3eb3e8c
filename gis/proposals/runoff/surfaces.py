"""What does the map say of the impervious land of each parcel, now and on the qualifying date, in the rules' terms?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from gis.facts.ground import sqft
from gis.facts.impervious.areas import OF_CELLS, ImperviousAreas, RasterOnFile, raster_on_file
from gis.facts.impervious.measuring import impervious_of
from gis.facts.impervious.policy import ImperviousPolicy, class_name
from gis.facts.impervious.rasters import grid_of
from gis.facts.layerset import LayerSet
from gis.law.parameters import Parameters
from gis.layers.editions import in_force
from gis.layers.layer import Layer
from gis.model.edition import Kind
from gis.model.facts.stormwater import Surface
from gis.model.runoff import ClassArea
from gis.model.stormwater_policy import StormwaterPolicy, SurfaceWeight
from gis.proposals.connections.asked import Asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.allocating import on_layers
from gis.rules.stormwater.surfaces import GRAVEL, counted_area

_SURFACES: Kind = "impervious"
_RASTER: Kind = "impervious_raster"
_RIGHTS: Kind = "rights_of_way"
UNSEEN = "land that no layer shows"
"""Land of which nobody can tell, as a class that no ordinance weighs: the rules leave it open."""
_WHOLE = Fraction(1)
_UNLISTED = "it is drawn as impervious surface, and the ordinance states no other weight"


def impervious_policy(policy: StormwaterPolicy, parameters: Parameters) -> ImperviousPolicy:
    """Return what the utility counts as the measuring of surfaces takes it; gravel is open where nothing is stated."""
    stated = {class_name(each.surface): each.weight for each in policy.weights}
    of_cells = {int(each.surface): each.weight for each in policy.raster_weights}
    return ImperviousPolicy(
        raster_weights=of_cells or None,
        review_unknown_share=parameters.number("impervious_unknown_review_percent") / 100,
        capture_reach_ft=parameters.number("impervious_capture_reach_ft"),
        weights={GRAVEL: None} | stated,
    )


def rule_policy(policy: StormwaterPolicy, classes: Iterable[str]) -> StormwaterPolicy:
    """Return the policy with a weight for every class of the layer that neither it nor the text knows.

    Examples
    --------
    >>> [each.surface for each in rule_policy(StormwaterPolicy(), ["roof", "drive", "gravel"]).weights]
    ['drive']
    """
    added = [
        SurfaceWeight(each, _WHOLE, _UNLISTED)
        for each in sorted({*classes} - {GRAVEL} - {class_name(each.surface) for each in policy.weights})
        if counted_area(None, (Surface(each, _WHOLE),)).area_sqft is None
    ]
    settled = [replace(each, surface=class_name(each.surface)) for each in policy.weights]
    return replace(policy, weights=(*settled, *added))


@dataclass(frozen=True, eq=False)
class Land:
    """Impervious land of the rows of a layer of parcels, and how the utility weighs its classes."""

    areas: ImperviousAreas
    policy: ImperviousPolicy

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """Classes of outlines that are there; the classes of a raster are told by its own weights."""
        return tuple(sorted(kind for kind in self.areas.by_class if not kind.startswith(OF_CELLS)))

    def surfaces(self, row: int) -> tuple[Surface, ...] | None:
        """Return the surfaces of a parcel as the rules take them; None where none are told apart."""
        basis = self.areas.basis[row]
        unknown = sqft(self.areas.unknown[row])
        if basis == "raster" and unknown:
            return Surface("other", sqft(self.areas.value[row])), Surface(UNSEEN, unknown)
        if basis != "polygons":
            return None
        classes = self.by_class(row)
        found = [Surface(each.surface, each.area_sqft) for each in classes]
        left_open = sum((each.area_sqft for each in classes if each.weight is None), Fraction(0))
        if unknown > left_open:
            found.append(Surface(UNSEEN, unknown - left_open))
        return tuple(found) or None

    def total_sqft(self, row: int) -> Fraction | None:
        """Return the impervious area that is known for certain; None where some land is unknown, or all."""
        basis = self.areas.basis[row]
        is_known = basis in {"polygons", "raster"} and not self.areas.unknown[row]
        return sqft(self.areas.value[row]) if is_known else None

    def by_class(self, row: int) -> tuple[ClassArea, ...]:
        """Return the land of each class with its weight, largest first; nothing where a raster holds shares of cells.

        Of a raster only the classes that count are told.
        """
        if row not in self._told:
            self._told[row] = self._by_class(row)
        return self._told[row]

    @cached_property
    def _told(self) -> dict[int, tuple[ClassArea, ...]]:
        return {}

    def _by_class(self, row: int) -> tuple[ClassArea, ...]:
        basis = self.areas.basis[row]
        kinds = {"polygons": self.classes, "raster": self._classes_of_cells}.get(basis, ())
        found = [
            ClassArea(kind, sqft(self.areas.by_class[kind][row]), self._weight(kind))
            for kind in kinds
            if self.areas.by_class[kind][row]
        ]
        return tuple(sorted(found, key=lambda each: (-each.area_sqft, each.surface)))

    @cached_property
    def _classes_of_cells(self) -> tuple[str, ...]:
        return tuple(sorted(kind for kind in self.areas.by_class if kind.startswith(OF_CELLS)))

    def _weight(self, kind: str) -> Fraction | None:
        if not kind.startswith(OF_CELLS):
            return self.policy.weight(kind)
        # Without weights those classes of a raster are measured that count whole.
        of_cells = self.policy.raster_weights
        return _WHOLE if of_cells is None else of_cells[int(kind.removeprefix(OF_CELLS))]


@dataclass(frozen=True)
class Measuring:
    """Which surfaces and rasters are on file for a question."""

    on_file: LayersOnFile
    folder: Path
    asked: Asked
    policy: ImperviousPolicy

    def now(self, layers: LayerSet) -> Land:
        """Return the impervious land on the day of the question."""
        return self._on(layers, self.asked.date, self._vintage(self.asked.date))

    def then(self, layers: LayerSet, date: dt.date) -> Land:
        """Return the impervious land of an earlier day over today's parcels.

        Surfaces and rights-of-way of the editions of that day, where they are on file; else of today's, as far as they
        tell when they were built or seen, and when they hold.
        """
        if _RIGHTS in layers.layers and _RIGHTS not in self.asked.editions and self._has(_RIGHTS, date):
            layers = replace(layers, layers={**layers.layers, _RIGHTS: self.on_file.layer(_RIGHTS, date)})
        vintage = self._vintage(date)
        if vintage is not None and _SURFACES not in self.asked.editions:
            layers = replace(layers, layers={**layers.layers, _SURFACES: self.on_file.layer(_SURFACES, date)})
            return self._on(layers, date, vintage)
        return self.seen_by(layers, date)

    def seen_by(self, layers: LayerSet, date: dt.date) -> Land:
        """Return the impervious land of an earlier day by today's surfaces alone, as far as their dates tell."""
        return self._on(layers, date, self._vintage(self.asked.date))

    def surfaces(self) -> Layer | None:
        """Return the layer of surfaces in force on the day of the question; None where none is on file."""
        if self._vintage(self.asked.date) is None:
            return None
        return self.on_file.layer(_SURFACES, self.asked.date, self.asked.editions.get(_SURFACES))

    def _on(self, layers: LayerSet, date: dt.date, vintage: dt.date | None) -> Land:
        policy = replace(self.policy, allocations=on_layers(self.policy.allocations, layers))
        return Land(impervious_of(layers, date, policy, self._raster(date), vintage), policy)

    def _has(self, kind: Kind, date: dt.date) -> bool:
        """Say whether an edition of a kind is on file by a day."""
        return any(each.vintage <= date for each in self.on_file.editions(kind))

    def _vintage(self, date: dt.date) -> dt.date | None:
        named = self.asked.editions.get(_SURFACES)
        if named is None and not self._has(_SURFACES, date):
            return None
        return in_force(self.on_file.editions(_SURFACES), _SURFACES, date, named).vintage

    def _raster(self, date: dt.date) -> RasterOnFile | None:
        named = self.asked.editions.get(_RASTER)
        if named is None and not self._has(_RASTER, date):
            return None
        manifest = in_force(self.on_file.editions(_RASTER), _RASTER, date, named)
        if manifest.vintage > date:
            # What was seen only after an earlier day tells nothing of that day.
            return None
        holds_classes = grid_of(manifest)[0].measure == "class"
        return raster_on_file(self.folder, manifest, self.policy.raster_weights if holds_classes else None)
