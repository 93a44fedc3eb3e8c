"""Which parcels of a roll does a map draw one by one, and which together, where they are more than a browser bears?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely

from gis.model.view import Role
from gis.proposals.service_area_parcels import DRAWN_SINGLY, MERGED, MERGED_ID, SIMPLIFIED_TO_M
from gis.proposals.view import Drawing


@dataclass(frozen=True, eq=False)
class ParcelsByRole:
    """The parcels of a roll as a map draws them, in the order of the roll.

    Attributes
    ----------
    order : tuple of Role
        Where not all can be drawn one by one, those of the first of these are.
    roles : sequence of Role
        How each is drawn.
    shapes : object array of Polygon or MultiPolygon
        Their ground in the frame.
    """

    order: tuple[Role, ...]
    roles: Sequence[Role]
    shapes: npt.NDArray[np.object_]

    @cached_property
    def single(self) -> list[int]:
        """Positions of the parcels that are drawn one by one, ascending."""
        first = np.array([self.order.index(role) for role in self.roles], dtype=np.intp)
        kept: list[int] = sorted(np.argsort(first, kind="stable")[:DRAWN_SINGLY].tolist())
        return kept

    def together(self) -> Iterator[Drawing]:
        """Yield the others, one shape for each role; none where they are too many for that too."""
        for role, positions in self._left.items() if self._is_merged else ():
            shape = shapely.simplify(shapely.union_all(self.shapes[positions]), SIMPLIFIED_TO_M)
            count = f"{len(positions):,}"
            yield Drawing(role, f"{MERGED_ID}{role}", f"{count} further parcels", shape, (("Parcels", count),))

    def left_out(self) -> Iterator[str]:
        """Say how many are not drawn one by one."""
        count = sum(map(len, self._left.values()))
        if count and self._is_merged:
            yield f"{count:,} further parcels are drawn together, one shape for each kind; the list has them."
        elif count:
            yield f"{count:,} parcels are not drawn: a map may hold {DRAWN_SINGLY:,} one by one."

    @cached_property
    def _left(self) -> dict[Role, list[int]]:
        """Positions of the others, by how they are drawn."""
        kept = set(self.single)
        by_role: dict[Role, list[int]] = {}
        for position, role in enumerate(self.roles):
            if position not in kept:
                by_role.setdefault(role, []).append(position)
        return by_role

    @property
    def _is_merged(self) -> bool:
        return sum(map(len, self._left.values())) <= MERGED
