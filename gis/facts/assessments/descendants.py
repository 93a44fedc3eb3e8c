"""Which parcels of now came of a parcel of then, with how much land, and do they make up all of it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import shapely

from gis.errors import OptionInvalid
from gis.facts.ground import area_steps, sqft
from gis.facts.layerset import LayerSet
from gis.geometry.measure import lengths_ft
from gis.geometry.overlay import difference, on_grid, union
from gis.geometry.pairs import cut_pairs
from gis.layers.layer import Layer
from gis.layers.lineage.difference import difference as changes_between
from gis.layers.lineage.lineage import Descent, Lineage, lineage
from gis.model.config import STRICT
from gis.model.difference import CONFIDENCES, Confidence
from gis.model.exact import Exact
from gis.units import AREA_STEPS_PER_SQFT

Rows = npt.NDArray[np.intp]
_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Part:
    """A parcel of now with land of a parcel of then."""

    __pydantic_config__ = STRICT

    parcel_id: str
    area_sqft: Exact
    """Ground that the two have in common."""
    whole_sqft: Exact
    """All of the parcel of now: more than that where other land was added."""


@dataclass(frozen=True, slots=True)
class Descendants:
    """What became of one parcel of then."""

    __pydantic_config__ = STRICT

    parcel_id: str
    area_sqft: Exact
    """Ground of the parcel of then."""
    parts: tuple[Part, ...]
    """Parcels of now, most of the land first; one where it was not divided."""
    other_sqft: Exact
    """Land that is road, water or another record that is no parcel now."""
    passed_sqft: Exact
    """Land that went to parcels that did not come of it, as to a neighbour along a line that was drawn anew."""
    missing_sqft: Exact
    """Land of then that is in no record of now."""
    off_sqft: Exact
    """How much may be missing through the accuracy of the lines alone: the outline's length times the accuracy."""
    confidence: Confidence | None
    """Of the least sure descent; null where nothing came of it."""

    @property
    def is_divided(self) -> bool:
        """Whether two or more parcels came of it."""
        return len(self.parts) > 1

    @property
    def is_covered(self) -> bool:
        """Whether the records of now make up all of its land, within the accuracy."""
        return self.missing_sqft <= self.off_sqft


def descendants(layers: LayerSet, old: Layer, new: Layer, parcels: Sequence[str]) -> Mapping[str, Descendants]:
    """Find the land of parcels of an earlier edition among the parcels of a later one.

    Parameters
    ----------
    layers : LayerSet
        Says how accurate the two editions are, and in which plane land is measured.
    old, new : Layer
        Editions of parcels, in the frame of the layers.
    parcels : sequence of str
        Ids of then; with the county ("1-22, Dane") where the edition has the number in several.

    Returns
    -------
    mapping of str to Descendants
        In the order in which they were asked for.

    Raises
    ------
    OptionInvalid
        The old edition has no such parcel, or several.
    OverlayUnverified
        Where an overlay cannot be shown to be right.

    Notes
    -----
    Wis. Stat. 66.0721(3)(b) (SA-04) levies on each parcel of divided land by its area; CKSD ch. II(3)c (CKSD-05) asks
    whether a parcel was divided.
    """
    wanted = [_row(old, name) for name in parcels]
    if not wanted:
        return {}
    before, after = _around(old, new, shapely.box(*shapely.total_bounds(old.geometries[wanted])))
    accuracy_ft = replace(layers, layers={"old": old, "new": new}).accuracy_ft("old", "new", with_boundary=False)
    line = lineage(changes_between(before, after, accuracy_ft))
    return {
        name: _of_one(name, (old, row), after, line, (accuracy_ft, layers))
        for name, row in zip(parcels, wanted, strict=True)
    }


def _of_one(
    name: str, then: tuple[Layer, int], after: Layer, line: Lineage, within: tuple[Fraction, LayerSet]
) -> Descendants:
    old, row = then
    accuracy_ft, layers = within
    frame = layers.frame
    shape = on_grid(old.geometries[row : row + 1], frame)
    met = np.sort(after.tree.query(shape[0], predicate="intersects"))
    shared, _ = cut_pairs(np.repeat(shape, len(met)), on_grid(after.geometries[met], frame), frame)
    steps = area_steps(shared, frame)
    met, shared, steps = met[steps > 0], shared[steps > 0], steps[steps > 0]
    descents = _descents(_names(old, row), line)
    heirs = {each.new_id for each in descents}
    is_parcel = after.column("record_kind")[met] == "parcel"
    is_heir = is_parcel & np.array([bool(heirs & {*_names(after, each)}) for each in met.tolist()], dtype=bool)
    left = difference(shape[0], union(shared, frame), frame)
    whole, off = area_steps(shape, frame), lengths_ft(shape, frame) * float(accuracy_ft) * AREA_STEPS_PER_SQFT
    return Descendants(
        parcel_id=name,
        area_sqft=sqft(whole[0]),
        parts=_parts(after, met[is_heir], steps[is_heir], layers),
        other_sqft=sqft(steps[~is_parcel].sum()),
        passed_sqft=sqft(steps[is_parcel & ~is_heir].sum()),
        missing_sqft=sqft(area_steps(np.array([left], dtype=object), frame)[0]),
        off_sqft=sqft(int(np.ceil(off[0]))),
        confidence=max((each.confidence for each in descents), key=CONFIDENCES.index, default=None),
    )


def _parts(after: Layer, rows: Rows, steps: npt.NDArray[np.int64], layers: LayerSet) -> tuple[Part, ...]:
    """Return parcels of now, those of one id as one."""
    areas: dict[str, tuple[Fraction, Fraction]] = {}
    for row, common, own in zip(rows.tolist(), steps, area_steps(after.geometries[rows], layers.frame), strict=True):
        name = str(after.column("parcel_id")[row])
        area, whole = areas.get(name, (_NOTHING, _NOTHING))
        areas[name] = area + sqft(common), whole + sqft(own)
    found = (Part(name, area, whole) for name, (area, whole) in areas.items())
    return tuple(sorted(found, key=lambda each: (-each.area_sqft, each.parcel_id)))


def _descents(names: Iterable[str], line: Lineage) -> tuple[Descent, ...]:
    """Return what came of a parcel with some of its land: the same number on other land is none of it."""
    found = next((line.children(name) for name in names if line.children(name)), ())
    return tuple(each for each in found if each.share_of_old > 0)


def _names(layer: Layer, row: int) -> tuple[str, ...]:
    """Return the names that a lineage may have for a parcel: with its county, where numbers of several are on file."""
    number, county = layer.column("parcel_id")[row], layer.column_if_there("county")[row]
    return (str(number),) if county is None else (f"{number}, {county}", str(number))


def _row(old: Layer, name: str) -> int:
    rows = np.flatnonzero(old.column("record_kind") == "parcel")
    found = [row for row in rows.tolist() if name in _names(old, row)]
    if len(found) == 1:
        return found[0]
    raise OptionInvalid(
        what=f"{'No parcel has' if not found else f'{len(found)} parcels have'} the id {name}.",
        where=f"the parcels of edition {old.edition}",
        why="What became of land is followed from one parcel of then.",
        next="Give the id as that edition writes it, with the county where several have it.",
    )


def _around(old: Layer, new: Layer, place: shapely.Geometry) -> tuple[Layer, Layer]:
    """Return what of both editions lies around a place, and what bears an id that is borne there: it may be reused."""
    near = [layer.tree.query(place) for layer in (old, new)]
    borne = {
        str(each) for layer, rows in zip((old, new), near, strict=True) for each in layer.column("parcel_id")[rows]
    }
    return _only(old, near[0], borne), _only(new, near[1], borne)


def _only(layer: Layer, near: Rows, borne: set[str]) -> Layer:
    is_borne = np.array([str(each) in borne for each in layer.column("parcel_id")], dtype=bool)
    rows = np.union1d(near, np.flatnonzero(is_borne))
    return replace(layer, table=layer.table.iloc[rows].reset_index(drop=True))
