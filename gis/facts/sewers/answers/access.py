"""Which sewer does a parcel meet, by each of the tests that ordinances make: never a distance to the pipe?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Final, Literal, overload

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.sewers.answers.deciding import DECISIVE, Decided, decided
from gis.facts.sewers.answers.doubts import Doubts, of_deciding, of_fronts
from gis.facts.sewers.ground import SewerGround
from gis.facts.sewers.meetings.predicates import SewerTest, Standing
from gis.model.connections import Front
from gis.units import LENGTH_STEPS_PER_FT

__all__ = ["Accesses", "SewerAccess", "SewerTest", "accesses"]

Rows = npt.NDArray[np.intp]

BlockSewer = Literal["interior", "bounding_street", "none"]
Abutting = Literal["line", "point", "none"]
SewerStatus = Literal["in_service", "proposed", "abandoned"]
IN_SERVICE: Final = "in_service"
PROPOSED: Final = "proposed"
_STATUS: Mapping[Standing, SewerStatus] = MappingProxyType(
    {Standing.PROPOSED: "proposed", Standing.ABANDONED: "abandoned"}
)


@dataclass(frozen=True, slots=True)
class SewerAccess:
    """What the map says of one parcel and the sewers that count for one ordinance's test; null is unknown."""

    adjacent: bool | None
    """A shared line with a right-of-way or easement that holds a counting sewer."""
    block_sewer: BlockSewer | None
    abutting: Abutting | None
    reaches_by_easement_only: bool
    sewer_status: SewerStatus
    """State of the sewers that decided; in_service where one in service meets the test."""
    sewer_operational: dt.date | None
    """First day on which a sewer that the parcel meets was operational, else one of its block; null where the day of
    one of them is not on file."""
    only_force_main: bool
    """Whether a force main is the only sewer that would meet the test."""
    fronts: tuple[Front, ...]
    """Every right-of-way that the parcel meets, with the counting sewers in it."""
    sewers: tuple[str, ...]
    """Ids of the sewers that met the test, in order."""
    shared_line: BaseGeometry | None
    """Where the parcel meets the rights-of-way that hold them, in the frame, for a map."""
    doubts: tuple[str, ...]
    """What makes one of these unknown or less than certain, in sentences."""


def accesses(ground: SewerGround, test: SewerTest, parcels: Rows | None = None) -> Accesses:
    """Tell for parcels which sewers they meet by one ordinance's test.

    Parameters
    ----------
    ground : SewerGround
        The survey.
    test : SewerTest
        Which of the tests the ordinance makes.
    parcels : int array, optional
        Positions among the survey's parcels; all of them where not given.

    Returns
    -------
    Accesses
        A sequence of SewerAccess, in the order asked for. Each is put into words when it is looked at, and again when
        it is looked at again.
    """
    positions = np.arange(len(ground)) if parcels is None else np.asarray(parcels, dtype=np.intp)
    return Accesses(ground, test, positions, decided(ground, test))


@dataclass(frozen=True, slots=True)
class _Deciding:
    """What is to be said of the sewers that decide for a parcel."""

    ids: tuple[str, ...]
    status: SewerStatus
    operational: dt.date | None
    doubts: tuple[str, ...]


class Accesses(Sequence[SewerAccess]):
    """What is found of parcels, ready to be said of each; arrays are lists here, which are read one by one quicker."""

    def __init__(self, ground: SewerGround, test: SewerTest, positions: Rows, found: Decided) -> None:
        self._ground, self._test, self._found = ground, test, found
        self._positions = positions
        self._pieces = ground.ground[positions].tolist()
        self._doubts = Doubts(ground, test, found)
        self._ids = [] if ground.mains is None else ground.mains.ids.tolist()
        self._statuses = [] if ground.mains is None else ground.mains.statuses_on(ground.date).tolist()
        met, pieces = ground.meetings, np.arange(len(ground.grounds) + 1)
        self._fronts_from = np.searchsorted(ground.frontages.parcel, pieces).tolist()
        self._meetings_from = np.searchsorted(ground.meetings.ground, pieces).tolist()
        rights, fronts = ground.rights, ground.frontages
        columns = (rights.ids, rights.streets, rights.kinds, rights.sources, rights.is_certain)
        self._rights = list(zip(*(column.tolist() for column in columns), strict=True))
        self._sides = list(zip(fronts.right_of_way.tolist(), fronts.length_steps.tolist(), strict=True))
        self._met = list(zip(*(each.tolist() for each in (met.sewer, met.front, found.meets)), strict=True))
        in_block: dict[tuple[int, int], list[int]] = defaultdict(list)
        for block, sewer in zip(ground.in_blocks.block.tolist(), ground.in_blocks.sewer.tolist(), strict=True):
            in_block[block, int(found.standing[sewer])].append(sewer)
        self._in_block = {key: frozenset(sewers) for key, sewers in in_block.items()}
        self._told: dict[tuple[Standing, frozenset[int], frozenset[int]], _Deciding] = {}
        self._held: dict[int, tuple[str, ...]] = {}
        counted = found.meets | (found.standing[met.sewer] == Standing.COUNTS)
        for front, sewer in zip(met.front[counted].tolist(), met.sewer[counted].tolist(), strict=True):
            self._held[front] = (*self._held.get(front, ()), self._ids[sewer])

    def __len__(self) -> int:
        return len(self._positions)

    @overload
    def __getitem__(self, index: int) -> SewerAccess: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SewerAccess]: ...
    def __getitem__(self, index: int | slice) -> SewerAccess | Sequence[SewerAccess]:
        if isinstance(index, slice):
            return Accesses(self._ground, self._test, self._positions[index], self._found)
        return self._access(self._pieces[index])

    def fronts(self, index: int) -> tuple[Front, ...]:
        """Return the rights-of-way of one parcel, as its SewerAccess has them, and nothing else of it."""
        return self._fronts(self._pieces[index])

    @property
    def found(self) -> Decided:
        """What the test finds of every piece of ground."""
        return self._found

    def _met_by(self, piece: int) -> list[tuple[int, int, bool]]:
        return [self._met[row] for row in range(self._meetings_from[piece], self._meetings_from[piece + 1])]

    def _access(self, piece: int) -> SewerAccess:
        found, by = self._found, Standing(int(self._found.by[piece]))
        met = self._met_by(piece)
        deciding = self._deciding(piece, by, frozenset(sewer for sewer, _, decides in met if decides))
        fronts = self._fronts(piece)
        return SewerAccess(
            adjacent=found.adjacent[piece],
            block_sewer=found.block_sewer[piece],
            abutting=found.abutting[piece],
            reaches_by_easement_only=bool(found.by_easement_only[piece]),
            sewer_status=deciding.status,
            sewer_operational=deciding.operational,
            only_force_main=by is Standing.FORCE_MAIN,
            fronts=fronts,
            sewers=deciding.ids,
            shared_line=self._shared_line(sorted({front for _, front, decides in met if decides})),
            doubts=(*self._doubts.of_place(piece), *deciding.doubts, *of_fronts(fronts)),
        )

    def _deciding(self, piece: int, by: Standing, met: frozenset[int]) -> _Deciding:
        """Return what is to be said of the sewers that decide; those of a block are the same for all its parcels."""
        in_block: frozenset[int] = frozenset()
        if self._test is SewerTest.ADJACENT_OR_BLOCK and by in DECISIVE:
            in_block = self._in_block.get((int(self._ground.block[piece]), by), in_block)
        deciding = in_block if met <= in_block else in_block | met
        key = (by, deciding, met or in_block)
        if key not in self._told:
            self._told[key] = self._tell(by, sorted(deciding), met or in_block)
        return self._told[key]

    def _tell(self, by: Standing, sewers: list[int], first: frozenset[int]) -> _Deciding:
        """Tell of the deciding sewers; the day is that of those the ground meets, else of those of its block.

        Where one of them serves since a day that nobody stated, it may have been the first.
        """
        lines = self._ground.mains
        if lines is None:
            return _Deciding((), IN_SERVICE, None, ())
        serving = [sewer for sewer in sewers if self._statuses[sewer] == IN_SERVICE]
        days = [lines.operational[sewer] for sewer in serving if sewer in first]
        status = _STATUS.get(by, IN_SERVICE)
        return _Deciding(
            ids=tuple(self._ids[sewer] for sewer in sewers),
            status=PROPOSED if by is Standing.COUNTS and not serving else status,
            operational=None if None in days else min(days, default=None),
            doubts=tuple(of_deciding(by, sewers, serving, lines)),
        )

    def _fronts(self, piece: int) -> tuple[Front, ...]:
        return tuple(map(self._front, range(self._fronts_from[piece], self._fronts_from[piece + 1])))

    def _front(self, front: int) -> Front:
        right, steps = self._sides[front]
        name, street, kind, source, is_certain = self._rights[right]
        return Front(name, street, kind, _feet(steps), source, is_certain, self._held.get(front, ()))

    def _shared_line(self, fronts: list[int]) -> BaseGeometry | None:
        if not fronts:
            return None
        lines = self._ground.frontages.lines[fronts]
        if len(lines) == 1:
            only: BaseGeometry = lines[0]
            return only
        parts = shapely.get_parts(lines)
        of_line = parts[shapely.get_dimensions(parts) == 1]
        joined: BaseGeometry = shapely.multilinestrings(of_line) if len(of_line) else shapely.multipoints(parts)
        return joined


@cache
def _feet(steps: int) -> Fraction:
    """Return a length; of the lots of a street most are as wide as others."""
    return Fraction(steps, LENGTH_STEPS_PER_FT)
