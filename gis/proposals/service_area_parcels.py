"""Which parcels does a map of the duty to connect draw, and how many does it leave out?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.layers.layer import Layer
from gis.model.connections import ParcelConnection
from gis.model.finding import State
from gis.model.view import Role
from gis.proposals.connections.words import DUTY_WORDS, NO_ORDINANCE
from gis.proposals.service_area_layers import ServiceAreaLayers

DRAWN_SINGLY = 2_000
"""Parcels drawn at most; a page with more would stop a browser."""
MERGED = 20_000
"""Further parcels with a finding that are drawn as one shape for each state; beyond it they are left out."""
MERGED_ID = "further-"
"""What the id of such a shape begins with."""
SIMPLIFIED_TO_M = 1.0
"""How far the outline of such a shape may lie from the parcels' own."""
NEAR_FT = 200
"""A parcel about which nothing was asked is drawn where a main, or the sketched one, is this near."""

Rows = npt.NDArray[np.intp]

ROLE_OF_STATE: Mapping[State | None, Role] = {
    State.PASS: Role.MUST_CONNECT,
    State.WITHIN_TOLERANCE: Role.PERSON_MUST_LOOK,
    State.UNDETERMINED: Role.NO_ANSWER,
    State.NEEDS_EVIDENCE: Role.FACT_MISSING,
    State.FAIL: Role.NEED_NOT_CONNECT,
    State.NOT_APPLICABLE: Role.NOT_GOVERNED,
    None: Role.PARCEL_NEAR,
}
"""How a parcel is drawn, by the state of its duty; where not all can be drawn, the first of these are."""


def found_rows(parcels: Layer, found: Sequence[ParcelConnection]) -> dict[int, ParcelConnection]:
    """Return what was found by row of the layer; of several records of one parcel the first is drawn."""
    wanted = {(each.parcel_id, each.county): each for each in found}
    by_row = {}
    columns = zip(*(parcels.column(name) for name in ("parcel_id", "county", "record_kind")), strict=True)
    for row, (parcel_id, county, kind) in enumerate(columns):
        told = wanted.pop((parcel_id, county), None) if kind == "parcel" else None
        if told is not None:
            by_row[row] = told
    return by_row


@dataclass(frozen=True, eq=False)
class DrawnParcels:
    """The parcels of one map.

    Attributes
    ----------
    layers : ServiceAreaLayers
        With a layer of parcels.
    found : mapping of row to ParcelConnection
        What was found, by row of the layer.
    window : geometry
        The ground shown.
    main : geometry or None
        The sketched main, near which parcels are drawn in place of those near the mains on file.
    """

    layers: ServiceAreaLayers
    found: Mapping[int, ParcelConnection]
    window: BaseGeometry
    main: BaseGeometry | None = None

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """Rows of the parcels to draw: by what was found, then the nearest to a main."""
        if len(self._wanted) <= DRAWN_SINGLY:
            return self._wanted
        order = {role: place for place, role in enumerate(ROLE_OF_STATE.values())}
        first = np.array([order[self.role(row)] for row in self._wanted])
        kept = np.lexsort((np.array(self._wanted), self._far_from_mains(), first))[:DRAWN_SINGLY]
        return tuple(sorted(self._wanted[at] for at in kept))

    def role(self, row: int) -> Role:
        """Return how a parcel is drawn."""
        return ROLE_OF_STATE[self.found[row].state] if row in self.found else Role.PARCEL_NEAR

    def merged(self) -> Mapping[Role, Sequence[int]]:
        """Return the rows of parcels with a finding that are not drawn singly, by how they are drawn together."""
        kept = set(self.rows)
        further = [row for row in self.found if row not in kept and row in self._shown]
        if len(further) > MERGED:
            return {}
        by_role: dict[Role, list[int]] = {}
        for row in sorted(further):
            by_role.setdefault(self.role(row), []).append(row)
        return by_role

    def shape_of(self, rows: Sequence[int]) -> BaseGeometry:
        """Return the land of several parcels as one shape, for looking at only."""
        shape: BaseGeometry = shapely.simplify(shapely.union_all(self.layers.shapes("parcels", rows)), SIMPLIFIED_TO_M)
        return shape

    def left_out(self) -> Iterator[str]:
        """Yield how many parcels are not drawn, and why."""
        kept = set(self.rows)
        missing = Counter(self.role(row) for row in self._wanted if row not in kept)
        merged = {role: len(rows) for role, rows in self.merged().items()}
        for state, role in ROLE_OF_STATE.items():
            words = DUTY_WORDS[NO_ORDINANCE if state is None else state]
            if role in merged:
                yield f"{merged[role]:,} further parcels ({words}) are drawn as one shape; the list has them."
            elif missing[role]:
                yield f"{missing[role]:,} parcels ({words}) are not drawn: a map may hold {DRAWN_SINGLY:,}."
        on_file = int(np.sum(self._layer.column("record_kind") == "parcel"))
        beyond = on_file - len(self._wanted)
        if beyond:
            yield (
                f"{beyond:,} of the {on_file:,} parcels on file are not drawn: nothing was asked about them, or they "
                "lie beyond the land shown, and no main or service area is near."
            )

    @property
    def _layer(self) -> Layer:
        return self.layers.layers["parcels"]

    @cached_property
    def _shown(self) -> frozenset[int]:
        return frozenset(self._wanted)

    @cached_property
    def _wanted(self) -> tuple[int, ...]:
        rows = np.array([*self.found, *self._near.tolist()], dtype=np.intp)
        shown: Rows = rows[shapely.intersects(self._layer.geometries[rows], self.window)]
        return tuple(shown.tolist())

    @cached_property
    def _near(self) -> Rows:
        """Rows without a finding that a main is near, or that lie in a service area or the district asked about."""
        reach = NEAR_FT / self._layer.frame.unit_ft
        found = []
        if self.main is not None:
            found.append(self._layer.tree.query(self.main, predicate="dwithin", distance=reach))
        elif self.layers.main_rows:
            mains = self.layers.shapes("sewers", self.layers.main_rows)
            found.append(self._layer.tree.query(mains, predicate="dwithin", distance=reach)[1])
        if self.main is None:
            for kind, areas in (("service_areas", self.layers.in_force("service_areas")), *self._district()):
                grounds = self.layers.shapes(kind, areas)
                found.append(self._layer.tree.query(grounds, predicate="intersects")[1])
        rows = np.unique(np.concatenate(found)) if found else np.array([], dtype=np.intp)
        is_other = (self._layer.column("record_kind")[rows] == "parcel") & ~np.isin(rows, list(self.found))
        others: Rows = rows[is_other]
        return others

    def _district(self) -> tuple[tuple[str, list[int]], ...]:
        """Return the district that the map is about, where it is about one."""
        return () if self.layers.asked.district is None else (("districts", self.layers.districts),)

    def _far_from_mains(self) -> npt.NDArray[np.float64]:
        if not self.layers.main_rows:
            return np.zeros(len(self._wanted))
        tree = shapely.STRtree(self.layers.shapes("sewers", self.layers.main_rows))
        parcels = self.layers.shapes("parcels", self._wanted)
        (asked, _), far = tree.query_nearest(parcels, return_distance=True, all_matches=False)
        ordered: npt.NDArray[np.float64] = far[np.argsort(asked)]
        return ordered
