"""Which parcels have land in a service area on a day, and of which versions is it (Wis. Stat. 66.0721(3))?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from shapely.geometry.base import BaseGeometry

from gis.errors import EditionAmbiguous, EditionMissing
from gis.facts.assessments.land import ParcelLand
from gis.facts.exclusions import joined
from gis.facts.ground import Steps, area_steps
from gis.facts.layerset import LayerSet
from gis.geometry.inside import land_inside
from gis.geometry.overlay import difference, on_grid
from gis.geometry.slivers import is_wider
from gis.layers.layer import Layer
from gis.layers.rows.names import name_key

_KIND = "service_areas"
_EXCLUDED = "excluded"
_DAY = dt.timedelta(days=1)
Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class AreaVersion:
    """One version of a service area, with days as SA-07 counts them.

    Attributes
    ----------
    name : str
        Name of the area, and the first day of the version where several are on file.
    valid_from : date or None
        First day; None where the layer says none.
    valid_to : date or None
        First day on which it holds no more; None while it holds. The layer itself gives the last day on which it does.
    land : Polygon or MultiPolygon
        In the frame.
    """

    name: str
    valid_from: dt.date | None
    valid_to: dt.date | None
    land: BaseGeometry

    def holds(self, date: dt.date) -> bool:
        """Say whether the version is in force on a day."""
        return (self.valid_from is None or self.valid_from <= date) and (self.valid_to is None or date < self.valid_to)


@dataclass(frozen=True, eq=False)
class InServiceArea:
    """How parcels lie to a service area; positions are those of the parcels.

    Attributes
    ----------
    steps : int array
        Land in the area as drawn, in hundredths of a square foot.
    is_inside : bool array
        Whether it has land there that is wider than the accuracy.
    is_sliver : bool array
        Whether it has land there that is no wider: a person must look. Land that only touches is none.
    is_whole : bool array
        Whether all of its land is there.
    accuracy_ft : Fraction
        Combined accuracy of parcels and area.
    """

    steps: Steps
    is_inside: Flags
    is_sliver: Flags
    is_whole: Flags
    accuracy_ft: Fraction

    @property
    def inside(self) -> Rows:
        """Positions of the parcels with land in the area, slivers left out, ascending."""
        return np.flatnonzero(self.is_inside)

    @property
    def slivers(self) -> Rows:
        """Positions of the parcels of which only a sliver is in it, ascending."""
        return np.flatnonzero(self.is_sliver)


def area_versions(layers: LayerSet, name: str, kinds: Collection[str] | None = None) -> tuple[AreaVersion, ...]:
    """Return the versions of a service area that are on file, oldest first.

    Parameters
    ----------
    layers : LayerSet
        With a layer of service areas.
    name : str
        As the plan names it, in capitals or not. Rows of one name and the same days are one version.
    kinds : collection of str, optional
        Kinds of ground that count (assessment, sewered, planned); without them all but excluded.

    Returns
    -------
    tuple of AreaVersion
        Empty where no row has the name. Ground that the plan leaves out of the area (kind excluded) is none of it.

    Raises
    ------
    EditionMissing
        No service areas are on file.
    OverlayUnverified
        Where the rows of a version cannot be joined soundly.
    """
    layer = layers.layers.get(_KIND)
    if layer is None:
        raise EditionMissing(
            what="No service areas are on file.",
            where="the layers folder",
            why="Whose land lies in one is told by its outline.",
            next=f"Import them with: townline import {_KIND} FILE --layers DIR; or draw the outline.",
        )
    counted, left_out = _by_days(layer, name, kinds)
    days = sorted(counted, key=lambda each: tuple(day or dt.date.min for day in each))
    return tuple(
        AreaVersion(
            name=name if len(days) == 1 else f"{name}, {_from(since)}",
            valid_from=since,
            valid_to=until,
            land=_land(counted[since, until], left_out.get((since, until), ()), layers),
        )
        for since, until in days
    )


_Days = tuple[dt.date | None, dt.date | None]


def _by_days(
    layer: Layer, name: str, kinds: Collection[str] | None
) -> tuple[dict[_Days, list[BaseGeometry]], dict[_Days, list[BaseGeometry]]]:
    """Return the ground of an area by its first day and the day after its last, and what is left out of it."""
    found: tuple[dict[_Days, list[BaseGeometry]], ...] = (defaultdict(list), defaultdict(list))
    columns = (layer.column_if_there(each) for each in ("name", "kind", "valid_from", "valid_to"))
    for title, kind, since, until, shape in zip(*columns, layer.geometries, strict=True):
        if title is None or name_key(str(title)) != name_key(name):
            continue
        days = _day(since), None if until is None else dt.date.fromisoformat(str(until)) + _DAY
        if kind == _EXCLUDED or kinds is None or kind in kinds:
            found[kind == _EXCLUDED][days].append(shape)
    return found[0], found[1]


def _day(value: object) -> dt.date | None:
    return None if value is None else dt.date.fromisoformat(str(value))


def _from(since: dt.date | None) -> str:
    return "from the first" if since is None else f"from {since.isoformat()}"


def _land(counted: Sequence[BaseGeometry], left_out: Sequence[BaseGeometry], layers: LayerSet) -> BaseGeometry:
    whole = joined(counted, layers.frame)
    return difference(whole, joined(left_out, layers.frame), layers.frame) if left_out else whole


def area_on(layers: LayerSet, name: str, date: dt.date, kinds: Collection[str] | None = None) -> AreaVersion:
    """Return the version of a service area in force on a day.

    Parameters are those of `area_versions`, and the day.

    Raises
    ------
    EditionMissing
        No service areas are on file, or no version of this one is in force.
    EditionAmbiguous
        Several versions are in force.
    OverlayUnverified
        Where the rows of a version cannot be joined soundly.
    """
    versions = area_versions(layers, name, kinds)
    found = [each for each in versions if each.holds(date)]
    where = f"the layer of service areas, on {date.isoformat()}"
    if not found:
        names = sorted({str(each) for each in layers.layers[_KIND].column("name") if each is not None})
        on_file = (
            f"On file are: {', '.join(names)}." if not versions else f"{len(versions)} other versions are on file."
        )
        raise EditionMissing(
            what=f"No version of the service area {name} is in force.",
            where=where,
            why=f"Land is in a service area as it stood on the day of the levy. {on_file}",
            next="Correct the name or the day, or import the version that held.",
        )
    if len(found) > 1:
        raise EditionAmbiguous(
            what=f"{len(found)} versions of the service area {name} are in force.",
            where=where,
            why=f"They hold other land: {'; '.join(each.name for each in found)}.",
            next="Give each version its last day (valid_to), and import the layer again.",
        )
    return found[0]


def in_service_area(land: ParcelLand, area: BaseGeometry, accuracy_ft: Fraction | None = None) -> InServiceArea:
    """Tell which parcels have land in a service area.

    Parameters
    ----------
    land : ParcelLand
        All parcels.
    area : Polygon or MultiPolygon
        In the frame: that of a version on file, or an outline that was drawn.
    accuracy_ft : Fraction, optional
        Stated accuracy of a drawn outline, US survey feet; without it, that of the layer of service areas, or the
        default.

    Raises
    ------
    OverlayUnverified
        Where the land of a parcel in the area cannot be shown to be right.

    Notes
    -----
    Wis. Stat. 66.0721(3): what counts is land in the service area, not land beside it.
    """
    layers, frame = land.layers, land.layers.frame
    if accuracy_ft is None and _KIND in layers.layers:
        off_ft = layers.accuracy_ft("parcels", _KIND, with_boundary=False)
    else:
        off_ft = replace(layers, boundary_accuracy_ft=accuracy_ft).accuracy_ft("parcels")
    found = land_inside(on_grid([area], frame)[0], land.grounds, land.tree, float(off_ft), frame)
    whole = area_steps(land.grounds[found.rows], frame)
    inside = np.minimum(area_steps(found.land, frame), whole)
    is_met = inside > 0
    is_whole = is_met & ~found.cut
    is_wide = is_whole.copy()
    cut = np.flatnonzero(is_met & found.cut)
    is_wide[cut] = is_wider(found.land[cut], float(off_ft), frame)

    def of_parcels(values: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
        of_grounds = np.zeros(len(land.grounds), dtype=values.dtype)
        of_grounds[found.rows] = values
        return of_grounds[land.ground]

    steps, wide, sliver, all_of_it = (of_parcels(each) for each in (inside, is_wide, is_met & ~is_wide, is_whole))
    return InServiceArea(steps.astype(np.int64), wide.astype(bool), sliver.astype(bool), all_of_it.astype(bool), off_ft)
