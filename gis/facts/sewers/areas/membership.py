"""In which municipality, and in which sanitary districts, does each parcel lie: by its land, over the accuracy?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.exclusions import joined
from gis.facts.layerset import LayerSet
from gis.geometry.frame import Frame
from gis.layers.layer import Layer
from gis.layers.rows.names import parse_place

Flags = npt.NDArray[np.bool_]
Geometries = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Texts = npt.NDArray[np.object_]
_HALF_STEP_FT = 0.000_5
"""Half of the thousandth of a foot to which lengths are stated: a part that is wider by less is as wide."""


@dataclass(frozen=True, slots=True)
class Place:
    """A municipality or a sanitary district, as a layer names it."""

    name: str
    kind: str
    """town, village, city or sanitary."""
    county: str | None = None


@dataclass(frozen=True, eq=False)
class Held:
    """Pairs of a parcel and a place that holds land of it, by more than the accuracy; ordered by parcel, then place.

    Attributes
    ----------
    places : tuple of Place
        In the order of their names.
    parcel, place : int arrays
        Position among the parcels asked about, and among `places`.
    is_whole : bool array
        True where the place holds all of the parcel's land, but for a strip no wider than the accuracy; False where it
        holds a part, or where the parcel is too narrow to tell.
    """

    places: tuple[Place, ...]
    parcel: Rows
    place: Rows
    is_whole: Flags

    def counted(self, of_places: Flags, parcels: int, *, whole: bool = False) -> npt.NDArray[np.int64]:
        """Return for each parcel how many of some places hold land of it, or all of its land."""
        chosen = of_places[self.place] & (self.is_whole if whole else True)
        return np.bincount(self.parcel[chosen], minlength=parcels)

    def of_parcel(self, parcel: int) -> tuple[Place, ...]:
        """Return the places that hold land of one parcel."""
        first, last = np.searchsorted(self.parcel, [parcel, parcel + 1])
        return tuple(self.places[i] for i in self.place[first:last])


@dataclass(frozen=True, eq=False)
class Membership:
    """Where parcels lie on one day.

    Attributes
    ----------
    rows : int array
        Rows of the layer of parcels, as asked for; every other array has one element a row.
    municipalities : Held or None
        None where no municipalities are on file.
    districts : Held or None
        Sanitary districts in force on the day; None where no districts are on file.
    roll : tuple of Place
        Municipalities that the roll names, each once.
    roll_place : int array
        Position in `roll`; -1 where the roll names no municipality, or names it without its class.
    municipal_accuracy_ft, district_accuracy_ft : float
        Up to which width a part of a parcel counts for nothing.
    """

    rows: Rows
    municipalities: Held | None
    districts: Held | None
    roll: tuple[Place, ...]
    roll_place: Rows
    municipal_accuracy_ft: float
    district_accuracy_ft: float

    def __len__(self) -> int:
        """Return how many parcels there are."""
        return len(self.rows)

    @cached_property
    def municipality(self) -> Texts:
        """Name of the municipality that holds all of the parcel's land by its limits; None where none does."""
        names = np.full(len(self), None, dtype=object)
        held = self.municipalities
        if held is not None:
            every = np.array([place.name for place in held.places], dtype=object)
            names[held.parcel[held.is_whole]] = every[held.place[held.is_whole]]
        return names


def membership(layers: LayerSet, rows: Rows, date: dt.date) -> Membership:
    """Tell in which municipality and in which sanitary districts parcels lie.

    Parameters
    ----------
    layers : LayerSet
        With parcels; municipalities and districts where there are any.
    rows : int array
        Rows of the layer of parcels, each once.
    date : date
        A line counts that was valid by then and not ended before; one without dates counts.

    Returns
    -------
    Membership
        A part of a parcel no wider than the combined accuracy of the two layers is none, so that a parcel at a limit
        lies on its own side. Sharing a line or a corner is not lying in. A district and its additions are one.

    Raises
    ------
    OverlayUnverified
        Where the parts of one place cannot be joined for certain.
    """
    parcels = layers.layers["parcels"]
    shapes = parcels.geometries[rows]
    roll, roll_place = _roll(parcels, rows)
    return Membership(
        rows=rows,
        municipalities=_held(layers, "municipalities", shapes, date),
        districts=_held(layers, "districts", shapes, date),
        roll=roll,
        roll_place=roll_place,
        municipal_accuracy_ft=_accuracy_ft(layers, "municipalities"),
        district_accuracy_ft=_accuracy_ft(layers, "districts"),
    )


def _accuracy_ft(layers: LayerSet, kind: str) -> float:
    kinds = [each for each in (kind, "parcels") if each in layers.layers]
    return float(layers.accuracy_ft(*kinds, with_boundary=False))


def _roll(parcels: Layer, rows: Rows) -> tuple[tuple[Place, ...], Rows]:
    """Return the municipalities that the roll names with their class, and for each parcel which of them."""
    columns = [parcels.column(name)[rows] for name in ("municipality", "municipality_kind", "county")]
    numbers: dict[tuple[str | None, str | None, str | None], int] = {}
    told = np.array([numbers.setdefault(each, len(numbers)) for each in zip(*columns, strict=True)], dtype=np.intp)
    places: dict[Place, int] = {}
    which = np.full(len(numbers), -1, dtype=np.intp)
    for (name, kind, county), number in numbers.items():
        named = parse_place(name)
        known = kind or (None if named is None else named.kind)
        if name is not None and known:
            which[number] = places.setdefault(Place(name, known, county), len(places))
    return tuple(places), which[told]


def _held(layers: LayerSet, kind: str, shapes: Geometries, date: dt.date) -> Held | None:
    layer = layers.layers.get(kind)
    if layer is None:
        return None
    lands = _lands(layer, date)
    places = tuple(lands)
    grounds = np.array([*lands.values(), None], dtype=object)[:-1]
    accuracy_ft = _accuracy_ft(layers, kind)
    west, south, east, north = shapely.bounds(grounds).reshape(-1, 4).T
    reach = accuracy_ft / layers.frame.unit_ft
    boxes = shapely.box(west - reach, south - reach, east + reach, north + reach)
    parcel, place = shapely.STRtree(boxes).query(shapes)
    pairs = []
    for i, ground in enumerate(grounds):
        near = parcel[place == i]
        some, whole = _lying(ground, shapes[near], accuracy_ft, layers.frame)
        pairs.append((near[some], np.full(int(some.sum()), i, dtype=np.intp), whole[some]))
    told = [np.concatenate(arrays) for arrays in zip(*pairs, strict=True)] if pairs else [np.zeros(0)] * 3
    order = np.lexsort((told[1], told[0]))
    return Held(
        places=places,
        parcel=told[0][order].astype(np.intp),
        place=told[1][order].astype(np.intp),
        is_whole=told[2][order].astype(bool),
    )


def _lands(layer: Layer, date: dt.date) -> dict[Place, BaseGeometry]:
    """Return the land of each place in force, by name; of districts only the sanitary ones."""
    parts: dict[Place, list[BaseGeometry]] = defaultdict(list)
    named = ("name", "kind", "county", "valid_from", "valid_to")
    # Districts have no county, and the layers of a scene no dates.
    columns = (layer.column_if_there(name) for name in named)
    day = date.isoformat()
    for name, kind, county, since, until, land in zip(*columns, layer.geometries, strict=True):
        in_force = (since is None or str(since) <= day) and (until is None or day <= str(until))
        if in_force and (layer.kind == "municipalities" or kind == "sanitary"):
            parts[Place(str(name), str(kind), county)].append(land)
    by_name = sorted(parts.items(), key=lambda item: (item[0].name, item[0].kind, item[0].county or ""))
    return {place: lands[0] if len(lands) == 1 else joined(lands, layer.frame) for place, lands in by_name}


def _lying(ground: BaseGeometry, shapes: Geometries, accuracy_ft: float, frame: Frame) -> tuple[Flags, Flags]:
    """Return which shapes have land in a ground by more than the accuracy, and which lie wholly in it.

    A circle as wide as the accuracy fits into the part of a shape inside a ground just where its centre lies in both,
    each pulled in by half of it; into the part outside, where the centre lies in the shape pulled in and not in the
    ground pushed out. So no part is cut out, and a line that differs by rounding cuts off nothing. A shape too narrow
    for such a circle, and within the accuracy of the limit, has some land in the ground and is not wholly in it.
    """
    half = (accuracy_ft + _HALF_STEP_FT) / 2 / frame.unit_ft
    core, halo = shapely.buffer(ground, -half), shapely.buffer(ground, half)
    shapely.prepare([core, halo])
    whole = np.asarray(shapely.contains_properly(core, shapes), dtype=bool)
    some = whole | shapely.intersects(halo, shapes)
    edge = np.flatnonzero(some & ~whole)
    # Without the grid that overlays leave on their results: GEOS pulls such shapes in wrongly by a step.
    centres = shapely.buffer(shapely.set_precision(shapes[edge], 0), -half)
    in_wide = np.asarray(shapely.intersects(core, centres), dtype=bool)
    out_wide = ~shapely.covers(halo, centres) & ~shapely.is_empty(centres)
    whole[edge] = in_wide & ~out_wide
    some[edge] = in_wide | ~out_wide
    return some, whole
