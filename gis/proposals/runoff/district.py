"""Which parcels lie in the utility district, and with how much of their land: the facts of MUK-15 from the map."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.exclusions import joined
from gis.facts.ground import area_steps, sqft
from gis.facts.layerset import LayerSet
from gis.geometry.overlay import clip
from gis.geometry.slivers import greatest_width_ft, is_wider
from gis.layers.layer import Layer
from gis.layers.rows.names import name_key
from gis.model.facts.stormwater import UtilityMembershipFacts
from gis.units import quantise_length_ft

Geometries = npt.NDArray[np.object_]
Flags = npt.NDArray[np.bool_]
_UTILITY = "utility"
_NOTHING = Fraction(0)


@dataclass(frozen=True, eq=False)
class InDistrict:
    """How parcels lie to the utility district, one position an array element.

    Attributes
    ----------
    name : str
        As the layer names it.
    is_whole, is_cut : bool arrays
        Wholly inside; or with land inside and land outside, however little.
    parts : mapping of int to geometry
        Of each cut parcel, by its position: the part inside.
    facts : mapping of int to UtilityMembershipFacts
        Of each cut parcel: areas, and widths where a part is no wider than the accuracy.
    accuracy_ft : Fraction
        Combined accuracy of parcels and districts.
    """

    name: str
    is_whole: Flags
    is_cut: Flags
    parts: Mapping[int, BaseGeometry]
    facts: Mapping[int, UtilityMembershipFacts]
    accuracy_ft: Fraction

    def facts_of(self, position: int, area_sqft: Fraction) -> UtilityMembershipFacts:
        """Return the facts of MUK-15 of one parcel, without its impervious area."""
        if position in self.facts:
            return self.facts[position]
        inside = area_sqft if self.is_whole[position] else _NOTHING
        return UtilityMembershipFacts(area_sqft, inside, boundary_accuracy_ft=self.accuracy_ft)


def utility_land(layer: Layer | None, name: str | None, date: dt.date) -> tuple[str, BaseGeometry] | None:
    """Return name and land of the utility district in force on a day.

    Parameters
    ----------
    layer : Layer or None
        Of districts; None where none is on file.
    name : str or None
        The district that the ordinance names; null takes the only one of kind utility.
    date : date
        A line counts that was valid by then and not ended before; one without dates counts.

    Returns
    -------
    tuple or None
        None where no such district is on file, or several are and none is named.
    """
    if layer is None:
        return None
    day = date.isoformat()
    columns = (layer.column_if_there(each) for each in ("name", "kind", "valid_from", "valid_to"))
    lands: dict[str, list[BaseGeometry]] = {}
    for title, kind, since, until, land in zip(*columns, layer.geometries, strict=True):
        in_force = (since is None or str(since) <= day) and (until is None or day <= str(until))
        is_meant = kind == _UTILITY if name is None else name_key(str(title)) == name_key(name)
        if in_force and is_meant:
            lands.setdefault(str(title), []).append(land)
    if len(lands) != 1:
        return None
    ((title, parts),) = lands.items()
    return title, parts[0] if len(parts) == 1 else joined(parts, layer.frame)


def in_district(layers: LayerSet, grounds: Geometries, name: str, land: BaseGeometry) -> InDistrict:
    """Tell how parcels lie to the utility district.

    Parameters
    ----------
    layers : LayerSet
        Says how accurate parcels and districts are.
    grounds : object array of Polygon or MultiPolygon
        The parcels, in the frame.
    name, land : str, geometry
        The district.

    Raises
    ------
    OverlayUnverified
        Where a cut cannot be shown to be right.
    """
    shapely.prepare(land)
    is_whole = np.asarray(shapely.covers(land, grounds), dtype=bool)
    met = np.asarray(shapely.intersects(land, grounds), dtype=bool) & ~shapely.is_empty(grounds)
    edge = np.flatnonzero(met & ~is_whole)
    cut = clip(land, grounds[edge], layers.frame)
    inside, outside = (area_steps(parts, layers.frame) for parts in (cut.inside, cut.outside))
    is_cut = np.zeros(len(grounds), dtype=bool)
    is_cut[edge[(inside > 0) & (outside > 0)]] = True
    is_whole[edge[outside == 0]] = True
    accuracy_ft = layers.accuracy_ft("parcels", "districts", with_boundary=False)
    rows = np.flatnonzero(is_cut[edge])
    area = area_steps(grounds[edge[rows]], layers.frame)
    inner, outer = (_widths(parts[rows], accuracy_ft, layers) for parts in (cut.inside, cut.outside))
    facts = {
        int(edge[row]): UtilityMembershipFacts(
            parcel_area_sqft=sqft(int(area[i])),
            overlap_area_sqft=min(sqft(int(area[i])), sqft(int(inside[row]))),
            overlap_width_ft=inner[i],
            outside_width_ft=outer[i],
            boundary_accuracy_ft=accuracy_ft,
        )
        for i, row in enumerate(rows.tolist())
    }
    parts = {int(edge[row]): cut.inside[row] for row in rows.tolist()}
    return InDistrict(name, is_whole, is_cut, parts, facts, accuracy_ft)


def _widths(parts: Geometries, accuracy_ft: Fraction, layers: LayerSet) -> list[Fraction | None]:
    """Return the width of each part that is no wider than the accuracy; null is wider, and need not be known."""
    wide = is_wider(parts, float(accuracy_ft), layers.frame)
    return [
        None if is_wide else quantise_length_ft(greatest_width_ft(part, layers.frame))
        for part, is_wide in zip(parts, wide.tolist(), strict=True)
    ]
