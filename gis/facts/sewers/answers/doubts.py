"""What makes an answer about a parcel and its sewers unknown or less than certain, in sentences?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from gis.facts.ground import area_steps, sqft
from gis.facts.sewers.answers.deciding import Decided
from gis.facts.sewers.areas.lying import NOWHERE
from gis.facts.sewers.blocks.blocks import DERIVED
from gis.facts.sewers.ground import SewerGround
from gis.facts.sewers.mains import Mains
from gis.facts.sewers.meetings.open_meetings import SEWERS
from gis.facts.sewers.meetings.predicates import NONE, SewerTest, Standing
from gis.model.connections import Front
from gis.units import acres

Rows = npt.NDArray[np.intp]
_Value = TypeVar("_Value")

LARGE_BLOCK_ACRES = 40
"""A block larger than this, a quarter of a quarter section, is ground that a person should look at."""
_TOLD_FROM = {
    "gap": "the gap between the parcels",
    "centreline": "a centreline and its width",
    "parcels": "a record of the assessment roll",
}
_MAY_MEET = (Standing.COUNTS, Standing.UNKNOWN, Standing.PROPOSED)
_NOT_MET = (None, False, NONE)
_ONLY = {
    Standing.PROPOSED: "Only what is proposed and not in service would meet the test: {sewers}.",
    Standing.FORCE_MAIN: "Only a force main, which takes no connection, would meet the test: {sewers}.",
    Standing.ABANDONED: "Only what is abandoned would meet the test: {sewers}.",
}


class Doubts:
    """Sentences on pieces of ground, with what they are told from at hand."""

    def __init__(self, ground: SewerGround, test: SewerTest, found: Decided) -> None:
        self._ground, self._test, self._found = ground, test, found
        met, may_count = ground.meetings, found.standing == Standing.UNKNOWN
        is_met = may_count[met.sewer] & ~met.is_point
        self._unknown = _grouped(met.ground[is_met], zip(met.sewer[is_met], met.right_of_way[is_met], strict=True))
        self._crossed = _grouped(*ground.crossed)
        self._beyond_end = _grouped(*ground.beyond_end)
        left_open = ground.open_meetings
        is_public = np.isin(found.standing[left_open.sewer], _MAY_MEET)
        said = zip(left_open.why[is_public], left_open.sewer[is_public].tolist(), strict=True)
        self._left_open = _grouped(left_open.ground[is_public], said)
        blocks = ground.in_blocks
        in_block = may_count[blocks.sewer]
        self._unknown_in_block = _grouped(blocks.block[in_block], blocks.sewer[in_block])
        pieces, counts = np.unique(ground.block_parts.ground, return_counts=True)
        self._blocks_of = dict(zip(pieces.tolist(), counts.tolist(), strict=True))

    def of_place(self, piece: int) -> Iterator[str]:
        """Say what is unknown of one piece of ground, of the sewers that it may meet and of its block."""
        lines = self._ground.mains
        if lines is None:
            yield "No sewers are on file."
            return
        yield from self._of_meeting(piece, lines)
        if self._test is SewerTest.ADJACENT_OR_BLOCK:
            yield from self._of_block(piece, lines)

    def _of_meeting(self, piece: int, lines: Mains) -> Iterator[str]:
        told = self._found.abutting if self._test is SewerTest.ABUTTING_STREET else self._found.adjacent
        if told[piece] in _NOT_MET:
            yield from self._of_layers(piece, lines)
        if told[piece] is None:
            for sewer, right in self._unknown.get(piece, ()):
                street = self._ground.rights.streets[right] or self._ground.rights.ids[right]
                yield f"Sewer {lines.ids[sewer]} in {street} might count: {_not_on_file(lines, sewer)}."
            for sewer in self._crossed.get(piece, ()):
                yield f"Sewer {lines.ids[sewer]} runs across the parcel, and no easement that holds it is on file."
        for sewer in self._beyond_end.get(piece, ()):
            yield f"Sewer {lines.ids[sewer]} ends short of the parcel, which lies beyond its end and does not face it."

    def _of_layers(self, piece: int, lines: Mains) -> Iterator[str]:
        """Say what the layers leave open, each sentence once with the sewers of which it is true."""
        sewers: dict[str, list[str]] = defaultdict(list)
        for why, sewer in self._left_open.get(piece, ()):
            sewers[why].append(str(lines.ids[sewer]))
        for why, ids in sewers.items():
            named = f"sewer {ids[0]}" if len(ids) == 1 else f"sewers {', '.join(ids)}"
            said = why.replace(SEWERS, named)
            yield said[:1].upper() + said[1:]

    def _of_block(self, piece: int, lines: Mains) -> Iterator[str]:
        block, how = int(self._ground.block[piece]), self._found.block_sewer[piece]
        if block == NOWHERE:
            if how is None:
                yield "In which block the parcel lies is unknown, because no streets are on file."
            return
        name, is_derived = self._ground.blocks.ids[block], self._ground.blocks.sources[block] == DERIVED
        if how is None:
            for sewer in self._unknown_in_block.get(block, ()):
                yield f"Sewer {lines.ids[sewer]} of {name} might count: {_not_on_file(lines, sewer)}."
        if how == "none":
            return
        if is_derived and (size := self._acres[block]) > LARGE_BLOCK_ACRES:
            yield f"{name.capitalize()}, told from the streets around it, has {float(size):,.0f} acres: is it a block?"
        if self._blocks_of[piece] > 1:
            yield f"The parcel lies in {self._blocks_of[piece]} blocks; {name} holds most of its land and is taken."

    @cached_property
    def _acres(self) -> list[Fraction]:
        steps = area_steps(self._ground.blocks.geometries, self._ground.layers.frame)
        return [acres(sqft(step)) for step in steps.tolist()]


def of_deciding(by: Standing, sewers: Sequence[int], serving: Sequence[int], lines: Mains) -> Iterator[str]:
    """Say of the sewers that decide what takes no connection, and which of those in service have no day on file."""
    if by in _ONLY:
        yield _ONLY[by].format(sewers=", ".join(lines.ids[sewer] for sewer in sewers))
    undated = [lines.ids[sewer] for sewer in serving if lines.operational[sewer] is None]
    if 0 < len(undated) < len(serving):
        yield f"The day on which some of the sewers began to serve is not on file: {', '.join(undated)}."


def of_fronts(fronts: Iterable[Front]) -> Iterator[str]:
    """Say which rights-of-way with a sewer no record draws, and what they are told from."""
    for front in fronts:
        if front.sewers and front.source in _TOLD_FROM and not front.is_certain:
            yield f"That {front.street or front.right_of_way} lies there is told from {_TOLD_FROM[front.source]}."


def _not_on_file(lines: Mains, sewer: int) -> str:
    """Say what of a sewer is unknown."""
    kind, status = lines.kinds[sewer], lines.statuses[sewer]
    missing = [
        name
        for name, is_missing in (
            ("whether it is a gravity sewer", kind in {None, "other"}),
            ("whether it is in service", status in {None, "other"}),
            ("whose it is", lines.owners[sewer] is None),
        )
        if is_missing
    ]
    return f"{' and '.join(missing)} is not on file"


def _grouped(keys: Rows, values: Iterable[_Value]) -> dict[int, list[_Value]]:
    found: dict[int, list[_Value]] = defaultdict(list)
    for key, value in zip(keys.tolist(), values, strict=True):
        found[key].append(value)
    return found
