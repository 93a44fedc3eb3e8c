"""Which municipalities are on file, and which of them does a name in another layer mean?"""

from __future__ import annotations

import difflib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.layerset import LayerSet
from gis.geometry.overlay import on_grid, union
from gis.layers.rows.names import name_key

VILLAGE_OR_CITY = ("village", "city")
_NEAR_NAMES = 3


@dataclass(frozen=True, slots=True)
class Town:
    """A municipality on file, town, village or city; `name` carries the county where another bears the same."""

    name: str
    plain_name: str
    kind: str
    county: str | None
    cousub_fips: str | None
    land: BaseGeometry


class Towns:
    """The municipalities on file, in the order of their layer; rows of one name and county are one."""

    def __init__(self, layers: LayerSet) -> None:
        self.towns = _read(layers)
        self.lands: npt.NDArray[np.object_] = np.array([town.land for town in self.towns], dtype=object)
        self._by_key: dict[str, list[int]] = defaultdict(list)
        for i, town in enumerate(self.towns):
            self._by_key[name_key(town.plain_name)].append(i)
        self._found: dict[tuple[str, str | None], int] = {}

    def __len__(self) -> int:
        return len(self.towns)

    def __getitem__(self, position: int) -> Town:
        return self.towns[position]

    def find(self, name: str | None, county: str | None) -> int:
        """Return the position of the municipality that a name and county mean, or -1.

        The same name, spelled alike or not, in no other county; -1 too where it could mean several.
        """
        if name is None:
            return -1
        if (name, county) not in self._found:
            fits = [i for i in self._by_key.get(name_key(name), []) if self._in_county(i, county)]
            self._found[name, county] = fits[0] if len(fits) == 1 else -1
        return self._found[name, county]

    def _in_county(self, position: int, county: str | None) -> bool:
        its = self.towns[position].county
        return county is None or its is None or name_key(county) == name_key(its)

    def near_names(self, name: str) -> tuple[str, ...]:
        """Return names on file that look like a name: the same place of another class first, then near spellings."""
        bare = _bare(name)
        same = [town.name for town in self.towns if name_key(_bare(town.plain_name)) == name_key(bare)]
        others = [town.name for town in self.towns if town.name not in same]
        return tuple([*same, *difflib.get_close_matches(name, others, _NEAR_NAMES, 0.8)][:_NEAR_NAMES])

    def is_village_or_city(self, *positions: int) -> bool:
        """Say whether one of the municipalities is a village or city."""
        return any(self.towns[i].kind in VILLAGE_OR_CITY for i in positions if i >= 0)

    def met(self, shapes: npt.NDArray[np.object_], tree: shapely.STRtree) -> list[int]:
        """Return the municipalities in which a shape has land; one that only touches the line has none there."""
        near = [tree.query(town.land, predicate="intersects") for town in self.towns]
        return [i for i, rows in enumerate(near) if not np.all(shapely.touches(self.lands[i], shapes[rows]))]

    def concerned(self, counties: Iterable[object]) -> list[int]:
        """Return the municipalities that a layer of some counties is about: those counties', and those of no county.

        A layer that names no county is about all.
        """
        named = {name_key(county) for county in counties if isinstance(county, str)}
        return [
            i for i, town in enumerate(self.towns) if not named or town.county is None or name_key(town.county) in named
        ]


def _bare(name: str) -> str:
    return name.partition(" of ")[2] or name


def _read(layers: LayerSet) -> tuple[Town, ...]:
    layer = layers.layers.get("municipalities")
    if layer is None:
        return ()
    columns = [layer.column(name).tolist() for name in ("name", "kind", "county")]
    codes = layer.column_if_there("cousub_fips").tolist()
    rows: dict[tuple[str, str, str | None], list[int]] = defaultdict(list)
    for i, place in enumerate(zip(*columns, strict=True)):
        rows[place].append(i)
    times = Counter(name for name, _, _ in rows)
    return tuple(
        Town(
            name=f"{name} ({county} County)" if times[name] > 1 and county else name,
            plain_name=name,
            kind=kind or "",
            county=county,
            cousub_fips=next((codes[i] for i in mine if codes[i]), None),
            land=_one(on_grid(layer.geometries[mine], layers.frame), layers),
        )
        for (name, kind, county), mine in rows.items()
    )


def _one(shapes: npt.NDArray[np.object_], layers: LayerSet) -> BaseGeometry:
    whole: BaseGeometry = shapes[0] if len(shapes) == 1 else union(shapes, layers.frame)
    return whole
