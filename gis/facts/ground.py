"""What lies under the boundary: the land of each municipality and parcel, surveyed once for every rule."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.layerset import LayerSet
from gis.geometry.frame import Frame
from gis.geometry.inside import LandInside, land_inside
from gis.geometry.measure import areas_sqft
from gis.geometry.overlay import union
from gis.layers.layer import Layer
from gis.layers.rows.names import name_key
from gis.model.interval import Interval
from gis.units import AREA_STEPS_PER_SQFT

Geometries = npt.NDArray[np.object_]
Steps = npt.NDArray[np.int64]
"""Areas in hundredths of a square foot: measured once, exact from there on."""


def area_steps(geometries: npt.NDArray[np.object_], frame: Frame) -> Steps:
    """Return ground areas in hundredths of a square foot."""
    steps: Steps = np.rint(areas_sqft(geometries, frame) * AREA_STEPS_PER_SQFT).astype(np.int64)
    return steps


def sqft(steps: int) -> Fraction:
    """Return an area in square feet from hundredths."""
    return Fraction(int(steps), AREA_STEPS_PER_SQFT)


@dataclass(frozen=True, slots=True)
class MunicipalLand:
    """The land that one municipality has inside the boundary, and would have if the line moved.

    `name` carries the county where two municipalities of one name meet the boundary.
    """

    name: str
    kind: str
    county: str | None
    plain_name: str
    land: BaseGeometry
    land_low: BaseGeometry
    land_high: BaseGeometry
    area_sqft: Interval

    @property
    def is_inside(self) -> bool:
        """Whether the municipality has land of positive area inside the boundary."""
        return self.area_sqft.value > 0


@dataclass(frozen=True)
class FeatureGround:
    """The features of one layer that the boundary meets, one position an array element."""

    layer: Layer
    inside: LandInside
    area: Steps
    inside_low: Steps
    inside_value: Steps
    inside_high: Steps
    _columns: dict[str, npt.NDArray[np.object_]] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def met(self) -> npt.NDArray[np.bool_]:
        """True where the feature has land inside the boundary as drawn."""
        return self.inside_value > 0

    @cached_property
    def whole(self) -> npt.NDArray[np.bool_]:
        """True where all of the feature's land is inside."""
        whole: npt.NDArray[np.bool_] = self.met & (self.inside_value == self.area)
        return whole

    @cached_property
    def geometries(self) -> npt.NDArray[np.object_]:
        """Whole geometries of the features."""
        return self.layer.geometries[self.inside.rows]

    def column(self, name: str) -> npt.NDArray[np.object_]:
        """Return one column of the layer for these features, missing values as None."""
        if name not in self._columns:
            self._columns[name] = self.layer.column(name)[self.inside.rows]
        return self._columns[name]

    def inside_sqft(self, position: int) -> Interval:
        """Return how much of one feature is inside, in square feet."""
        steps = (self.inside_low, self.inside_value, self.inside_high)
        low, value, high = (sqft(int(of_all[position])) for of_all in steps)
        return Interval(low, value, high)


@dataclass(frozen=True)
class ParcelGround(FeatureGround):
    """The parcel records that the boundary meets."""

    @cached_property
    def parcel_id(self) -> npt.NDArray[np.object_]:
        """Parcel ids, verbatim."""
        return self.column("parcel_id")

    @cached_property
    def is_parcel(self) -> npt.NDArray[np.bool_]:
        """True where the record is land with an owner, not a right-of-way, water or gap record."""
        return np.asarray(self.column("record_kind") == "parcel", dtype=bool)


@dataclass(frozen=True, slots=True)
class Ground:
    """Everything that the gatherers ask of the boundary's ground."""

    boundary: BaseGeometry
    layers: LayerSet
    area_sqft: Fraction
    municipalities: tuple[MunicipalLand, ...]
    parcels: ParcelGround | None

    def municipality(self, name: str | None, county: str | None) -> MunicipalLand | None:
        """Return the municipality near the boundary that a roll's name and county mean."""
        found = [land for land in self.municipalities if same_place(name, county, land.plain_name, land.county)]
        return found[0] if len(found) == 1 else None


def same_place(name: str | None, county: str | None, other: str | None, other_county: str | None) -> bool:
    """Say whether two layers mean one municipality: the same name, spelled alike or not, in no other county.

    Examples
    --------
    >>> same_place("Village of Mcfarland", "Dane", "Village of McFarland", None)
    True
    >>> same_place("Town of Union", "Dane", "Town of Union", "Rock")
    False
    """
    if name is None or other is None or name_key(name) != name_key(other):
        return False
    return county is None or other_county is None or name_key(county) == name_key(other_county)


def survey(boundary: BaseGeometry, layers: LayerSet) -> Ground:
    """Survey the ground under a boundary: municipalities, parcels and their parts inside.

    Parameters
    ----------
    boundary : Polygon or MultiPolygon
        In the frame of `layers`, on its grid.
    layers : LayerSet
        The layers to look at; kinds that are absent give no land.

    Returns
    -------
    Ground
        Areas are on the ground, in US survey square feet, to the hundredth.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays of one feature disagree.
    """
    steps = area_steps(np.array([boundary], dtype=object), layers.frame)
    return Ground(
        boundary=boundary,
        layers=layers,
        area_sqft=sqft(int(steps[0])),
        municipalities=_municipalities(boundary, layers),
        parcels=_parcels(boundary, layers),
    )


def _met(boundary: BaseGeometry, layers: LayerSet, kind: str) -> tuple[Layer, LandInside] | None:
    layer = layers.layers.get(kind)
    if layer is None:
        return None
    accuracy_ft = float(layers.accuracy_ft(kind))
    return layer, land_inside(boundary, layer.geometries, layer.tree, accuracy_ft, layers.frame)


def _municipalities(boundary: BaseGeometry, layers: LayerSet) -> tuple[MunicipalLand, ...]:
    """Return the municipalities met, in the layer's order; several rows of one municipality are one."""
    met = _met(boundary, layers, "municipalities")
    if met is None:
        return ()
    layer, inside = met
    rows = layer.table.iloc[inside.rows]
    positions: dict[tuple[str, str, str | None], list[int]] = defaultdict(list)
    for i, row in enumerate(rows.itertuples()):
        positions[str(row.name), str(row.kind), _text(row.county)].append(i)
    times = Counter(name for name, _, _ in positions)
    found = []
    for (name, kind, county), of_it in positions.items():
        parts = [_one(part[of_it], layers.frame) for part in (inside.land_low, inside.land, inside.land_high)]
        areas = area_steps(np.array(parts, dtype=object), layers.frame)
        found.append(
            MunicipalLand(
                name=f"{name} ({county} County)" if times[name] > 1 and county else name,
                kind=kind,
                county=county,
                plain_name=name,
                land=parts[1],
                land_low=parts[0],
                land_high=parts[2],
                area_sqft=_interval(areas),
            )
        )
    return tuple(found)


def _interval(areas: Steps) -> Interval:
    """Return low, value and high in order: rounding to the grid may turn them by a hundredth."""
    low, value, high = (sqft(int(area)) for area in areas)
    return Interval(min(low, value), value, max(high, value))


def _one(parts: npt.NDArray[np.object_], frame: Frame) -> BaseGeometry:
    """Return the parts of one municipality as one geometry; most have a single row."""
    whole: BaseGeometry = parts[0] if len(parts) == 1 else union(parts, frame)
    return whole


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def features_inside(boundary: BaseGeometry, layers: LayerSet, kind: str) -> FeatureGround | None:
    """Survey the features of one kind that a boundary meets, or would meet if it moved by the accuracy.

    Parameters
    ----------
    boundary : Polygon or MultiPolygon
        In the frame of `layers`, on its grid.
    layers : LayerSet
        The layers to look at.
    kind : str
        A kind of polygons, such as reporting_units.

    Returns
    -------
    FeatureGround or None
        None where the kind is not on file.
    """
    met = _met(boundary, layers, kind)
    if met is None:
        return None
    layer, inside = met
    wholes = layer.geometries[inside.rows]
    area = area_steps(wholes, layers.frame)
    low, value, high = (
        _part_steps(parts, wholes, area, layers.frame) for parts in (inside.land_low, inside.land, inside.land_high)
    )
    # Rounding a cut to the grid can make a part larger than its whole by a few hundredths.
    value = np.minimum(value, area)
    return FeatureGround(layer, inside, area, np.minimum(low, value), value, np.clip(high, value, area))


def _parcels(boundary: BaseGeometry, layers: LayerSet) -> ParcelGround | None:
    found = features_inside(boundary, layers, "parcels")
    if found is None:
        return None
    return ParcelGround(found.layer, found.inside, found.area, found.inside_low, found.inside_value, found.inside_high)


def _part_steps(parts: npt.NDArray[np.object_], wholes: npt.NDArray[np.object_], area: Steps, frame: Frame) -> Steps:
    """Measure only the parts that are not the whole feature."""
    steps = area.copy()
    part = np.array([a is not b for a, b in zip(parts, wholes, strict=True)], dtype=bool)
    steps[part] = area_steps(parts[part], frame)
    return steps


def counted_once(geometries: npt.NDArray[np.object_], steps: Steps) -> int:
    """Return the sum of areas with pieces of ground of the same shape counted once.

    Stacked condominium records share one polygon; their ground is one.
    """
    seen: set[bytes] = set()
    total = 0
    values, counts = np.unique(steps, return_counts=True)
    repeated = set(values[counts > 1].tolist())
    for geometry, step in zip(geometries, steps.tolist(), strict=True):
        if step in repeated:
            shape = shapely.to_wkb(shapely.normalize(geometry))
            if shape in seen:
                continue
            seen.add(shape)
        total += step
    return total
