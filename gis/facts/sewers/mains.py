"""Which sewers are there, of what kind, whose, and since when do they serve?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import get_args

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.layerset import LayerSet
from gis.layers.layer import Layer
from gis.layers.rows.names import name_key, parse_place
from gis.model.ordinance import SewerOwner

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]

KIND = "sewers"
_KINDS = {"gravity": "gravity_main"}
"""Kinds as scenes name them, and as the layer has them."""
_OWNERS = frozenset(get_args(SewerOwner))
_OWNER_OF_DISTRICT = {"metropolitan": "regional", "sanitary": "district"}


@dataclass(frozen=True, eq=False)
class Mains:
    """Sewer lines in the frame, one position an array element: every row of the layer, laterals and storm sewers too.

    Attributes
    ----------
    layer : Layer
        The rows that they come from.
    geometries : object array of LineString or MultiLineString
        In the frame, on its grid.
    ids : object array of str
        Id of the sewer; of a row without one, "row N" of the layer.
    kinds : object array of str or None
        gravity_main, force_main, interceptor, lateral, storm, other; None where nobody said.
    statuses : object array of str or None
        in_service, proposed, abandoned, other; None where nobody said.
    owners : object array of str or None
        local, regional or district; None where nobody said, or the operator's name does not tell it.
    operational : object array of datetime.date or None
        Day on which it began to serve.
    """

    layer: Layer
    geometries: Geometries
    ids: Texts
    kinds: Texts
    statuses: Texts
    owners: Texts
    operational: Texts

    def __len__(self) -> int:
        """Return how many lines there are."""
        return len(self.geometries)

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Index of the geometries."""
        return shapely.STRtree(self.geometries)

    def statuses_on(self, date: dt.date) -> Texts:
        """Return the state of each sewer on a day.

        Parameters
        ----------
        date : date
            The day of the question.

        Returns
        -------
        object array of str or None
            `statuses`, where one in service that began to serve only after the day is still proposed. One whose day
            nobody stated is taken as the layer has it.
        """
        is_later = np.array([day is not None and day > date for day in self.operational], dtype=bool)
        return np.where(is_later & (self.statuses == "in_service"), "proposed", self.statuses)


def mains(layers: LayerSet, date: dt.date, operators: Mapping[str, str] = MappingProxyType({})) -> Mains | None:
    """Return the sewers on file.

    Parameters
    ----------
    layers : LayerSet
        The layers; municipalities and districts tell whose a sewer is where its row and `operators` do not.
    date : date
        The day of the question: an operator is a district on file where that is in force then.
    operators : mapping of str to str
        Owner class (local, regional, district) by the operator's name, as an ordinance file states it.

    Returns
    -------
    Mains or None
        None where no layer of sewers is on file. When a sewer was laid is not when it began to serve: only the
        column `operational` tells that. An owner column (scenes) goes before `operators`, and these before the
        operator's name: a municipality on file is local, a metropolitan district regional, a sanitary district a
        district. What none of them tells is None, and no duty follows from it.
    """
    layer = layers.layers.get(KIND)
    if layer is None:
        return None
    return Mains(
        layer=layer,
        geometries=np.asarray(shapely.force_2d(layer.geometries), dtype=object),
        ids=named(layer.column("sewer_id")),
        kinds=_array(None if kind is None else _KINDS.get(kind, kind) for kind in layer.column("kind")),
        statuses=layer.column("status"),
        owners=_owners(layer, _operators_on_file(layers, date, operators)),
        operational=_array(_day(value) for value in layer.column("operational")),
    )


def sewers_in_order(layers: LayerSet) -> LayerSet:
    """Return the layers, sewers of one id in an order of their own, so that nothing hangs on which of them is first.

    They take one another's places only: by shape, then by all that they say. Whoever surveys takes rights-of-way and
    sewers from the same layers, for what is found along a sewer is told by its position.
    """
    layer = layers.layers.get(KIND)
    return layers if layer is None else replace(layers, layers={**layers.layers, KIND: _in_order(layer)})


def _in_order(layer: Layer) -> Layer:
    of_ids: dict[str, list[int]] = defaultdict(list)
    for row, name in enumerate(layer.column("sewer_id").tolist()):
        if name is not None:
            of_ids[str(name)].append(row)
    repeated = [rows for rows in of_ids.values() if len(rows) > 1]
    if not repeated:
        return layer
    order, shapes = np.arange(len(layer.table)), shapely.to_wkb(layer.geometries)
    said = layer.table.drop(columns="geometry").astype(str)
    for rows in repeated:
        order[rows] = sorted(rows, key=lambda row: (shapes[row], *said.iloc[row]))
    return replace(layer, table=layer.table.iloc[order].reset_index(drop=True))


def named(ids: Texts) -> Texts:
    """Return ids, those of rows without one as "row N", counted from 1.

    >>> named(np.array(["MH-7", None], dtype=object)).tolist()
    ['MH-7', 'row 2']
    """
    return _array(f"row {row}" if name is None else str(name) for row, name in enumerate(ids, start=1))


def _array(values: Iterable[object]) -> Texts:
    listed = list(values)
    found = np.empty(len(listed), dtype=object)
    found[:] = listed
    return found


def _day(value: object) -> dt.date | None:
    if value is None or isinstance(value, dt.date):
        return value
    return dt.date.fromisoformat(str(value))


def _owners(layer: Layer, operators: Mapping[str, str | None]) -> Texts:
    """Return the owner class of each row: what the row says, else what its operator's name tells."""
    by_name = _array(None if name is None else operators.get(_key(str(name))) for name in layer.column("operator"))
    if "owner" not in layer.table.columns:
        return by_name
    told = layer.column("owner")
    return np.where(np.isin(told.astype(str), list(_OWNERS)), told, by_name)


def _operators_on_file(layers: LayerSet, date: dt.date, operators: Mapping[str, str]) -> dict[str, str | None]:
    """Return owner classes by name, what is stated before what is on file; None for a name that means two of them."""
    stated = {_key(name): owner for name, owner in operators.items() if owner in _OWNERS}
    found: dict[str, str | None] = {}
    for name, owner in (*_municipalities(layers), *_districts(layers, date)):
        found[name] = owner if found.get(name, owner) == owner else None
    return found | stated


def _municipalities(layers: LayerSet) -> Iterator[tuple[str, str]]:
    """Tell the municipalities on file, each by its full name and by its bare one."""
    layer = layers.layers.get("municipalities")
    for name in () if layer is None else layer.column("name"):
        place = parse_place(name)
        if place is not None:
            yield from ((key, "local") for key in {_key(str(name)), name_key(place.bare)})


def _districts(layers: LayerSet, date: dt.date) -> Iterator[tuple[str, str]]:
    """Tell the metropolitan and sanitary districts in force."""
    layer, day = layers.layers.get("districts"), date.isoformat()
    if layer is None:
        return
    columns = (layer.column(name) for name in ("name", "kind", "valid_from", "valid_to"))
    for name, kind, since, until in zip(*columns, strict=True):
        in_force = (since is None or str(since) <= day) and (until is None or day <= str(until))
        if in_force and kind in _OWNER_OF_DISTRICT:
            yield _key(str(name)), _OWNER_OF_DISTRICT[kind]


def _key(name: str) -> str:
    """Return what two spellings of one body's name share; the class of a municipality may stand before or behind."""
    place = parse_place(name)
    return name_key(name if place is None else place.name or place.bare)
