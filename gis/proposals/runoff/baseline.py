"""What was each lot on the qualifying date of low density, where land was divided or joined since?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.ground import area_steps, sqft
from gis.facts.impervious.history import LotThen, carried
from gis.facts.layerset import LayerSet
from gis.layers.layer import Layer
from gis.layers.lineage.lineage import WHOLE, Descent, Lineage
from gis.model.interval import Interval
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.descent import ParcelKey, line_between, names_of, parents
from gis.rules.words import all_listed, day_words

Rows = npt.NDArray[np.intp]
_PARCELS = "parcels"


@dataclass(frozen=True, slots=True)
class LotBefore:
    """A lot on the qualifying date, where it was another than it is now."""

    lot_sqft: Fraction | None
    """Null where it was several lots that are wholly in today's, or nobody can say which lot it was."""
    impervious_sqft: Fraction | None
    """Surface on it that day; null where that is not known."""
    says: str
    """What became of it, in one sentence."""


@dataclass(frozen=True)
class Baseline:
    """The lots of the qualifying date.

    Attributes
    ----------
    lots : mapping of int to LotBefore
        By position, of the parcels whose lot is another now.
    note : str
        What a reader must know of all of them; empty where there is nothing.
    """

    lots: Mapping[int, LotBefore] = field(default_factory=dict)
    note: str = ""


def baseline_lots(
    on_file: LayersOnFile,
    layers: LayerSet,
    rows: Rows,
    date: dt.date,
    known: Callable[[Layer], Iterable[Fraction | None]],
) -> Baseline:
    """Follow parcels back to the qualifying date.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers: the parcels in force on the date are looked for in it.
    layers : LayerSet
        What is looked at today.
    rows : int array
        Rows of the parcels of the roll.
    date : date
        The qualifying date.
    known : callable
        Tells of parcels of the date the surface on each that day, square feet; None where it is not known.

    Returns
    -------
    Baseline
        A lot that keeps its number, or is a part of one lot of then, was that lot. Lots that are wholly in today's were
        it together. What was made of parts of several lots was none of them, so that its surface then is not known.
    """
    new = layers.layers[_PARCELS]
    if not any(each.vintage <= date for each in on_file.editions(_PARCELS)):
        return Baseline(
            note=f"No parcels of {day_words(date)} are on file: each lot is taken to have been then what it is now."
        )
    old = on_file.layer(_PARCELS, date)
    if old.edition == new.edition or not len(rows):
        return Baseline()
    place = shapely.box(*shapely.total_bounds(new.geometries[rows]))
    old, near = _around(old, place), _around(new, place)
    line = line_between(layers, old, near)
    keys = _keys(new, rows)
    changed = {position: found for position, key in enumerate(keys) if not _is_same(found := parents(key, line))}
    wanted = {each.old_id for found in changed.values() for each in found}
    then = dict(_lots_then(old, wanted, layers, known))
    return Baseline({position: _before(keys[position], line, then, found) for position, found in changed.items()})


def _around(layer: Layer, place: shapely.Geometry) -> Layer:
    near = np.sort(layer.tree.query(place))
    return layer if len(near) == len(layer.table) else _only(layer, near)


def _only(layer: Layer, rows: Rows) -> Layer:
    return replace(layer, table=layer.table.iloc[rows].reset_index(drop=True))


def _keys(layer: Layer, rows: Rows) -> list[ParcelKey]:
    ids, counties = layer.column("parcel_id")[rows].tolist(), layer.column("county")[rows].tolist()
    return [(str(number), county) for number, county in zip(ids, counties, strict=True)]


def _is_same(found: Sequence[Descent]) -> bool:
    return len(found) == 1 and found[0].share_of_old >= WHOLE and found[0].share_of_new >= WHOLE


def _lots_then(
    old: Layer,
    wanted: set[str],
    layers: LayerSet,
    known: Callable[[Layer], Iterable[Fraction | None]],
) -> Iterator[tuple[str, LotThen]]:
    """Yield lots of the date of which the surface is known, by the names that a lineage has for them."""
    keys = _keys(old, np.arange(len(old.table)))
    rows = np.array([row for row, key in enumerate(keys) if wanted & {*names_of(key)}], dtype=np.intp)
    if not len(rows):
        return
    lots = _only(old, rows)
    areas = area_steps(lots.geometries, layers.frame).tolist()
    for row, steps, area_sqft in zip(rows.tolist(), areas, known(lots), strict=True):
        if area_sqft is not None:
            for name in names_of(keys[row]):
                yield name, LotThen(sqft(steps), Interval(area_sqft, area_sqft, area_sqft))


def _before(key: ParcelKey, line: Lineage, then: Mapping[str, LotThen], descents: Sequence[Descent]) -> LotBefore:
    whole = [each.old_id for each in descents if each.share_of_old >= WHOLE]
    own = [each for each in descents if each.old_id in names_of(key)]
    one = own or [each for each in descents if each.share_of_new >= WHOLE]
    if len(one) == 1:
        name = one[0].old_id
        lot = then.get(name)
        says = f"Since the qualifying date it was cut from {name}" if not own else "Its lot changed since that date"
        if lot is None:
            return LotBefore(None, None, f"{says}, and the surface that was there then is not known.")
        return LotBefore(lot.lot_sqft, lot.impervious_sqft.value, f"{says}; low density looks to the lot of then.")
    names = next((name for name in names_of(key) if line.parents(name)), key[0])
    if descents and len(whole) == len(descents):
        area = carried(names, then, line).impervious_sqft
        known = None if area is None else area.value
        return LotBefore(None, known, f"Since the qualifying date it was joined of {all_listed(sorted(whole))}.")
    made = (
        f"It is made of parts of {all_listed(sorted(each.old_id for each in descents))}"
        if descents
        else "It was no parcel"
    )
    return LotBefore(None, None, f"{made} on the qualifying date: which lot of then counts is for a person to say.")
