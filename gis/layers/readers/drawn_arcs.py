"""How is a drawing written again with chords in place of its arcs, each by its own radius?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gis.layers.readers.arcs import MOST_CHORDS, Points, bulge_middle, chords, stroke
from gis.layers.readers.drawn_text import (
    PLACES,
    SHAPED,
    Code,
    Entity,
    entities,
    in_sections,
    number_of,
    text_of,
    whole_of,
)
from gis.layers.readers.refusals import unreadable
from gis.layers.readers.sources import Source

MOST_VERTICES = 5_000_000
"""Of all chords of a drawing together; some 30,000 circles of 50 ft."""
_CIRCLE_DEG = 360.0
_FREE = 1000
"""From this code on, values are of some program and not of the drawing."""
_CLOSED, _IN_SPACE, _FRAME = 1, 8 | 16 | 64, 16
"""Flags of a line that closes, of one that is no flat line, and of a place that a spline only leans on."""
_OF_ARC = frozenset({Code.X, Code.Y, Code.Z, Code.RADIUS, Code.BEGIN, Code.END})
_OF_PLACE = frozenset({Code.X, Code.Y, Code.Z, Code.BULGE})
_REPLACED = frozenset({*PLACES, *range(Code.RADIUS, Code.END + 1), Code.FOLLOWED, Code.FLAGS, *range(90, 92)})
"""What a flat line says otherwise than the arc or line that it replaces."""


@dataclass(slots=True)
class Strokes:
    """Writes a drawing again with the chords of its arcs, so that the reading library finds none to divide.

    That library divides all arcs of a drawing in the same step. Blocks, their scales and turns stay its business.
    """

    source: Source
    error: float
    scale: float
    """By which blocks are magnified at most."""
    arcs: int = 0
    farthest: float = 0.0
    vertices: int = 0
    magnified: float = 1.0

    def redrawn(self, data: bytes) -> Iterator[bytes]:
        """Yield the text of the drawing, entity by entity."""
        line: list[Entity] = []
        for section, kind, entity in in_sections(entities(self.source, data)):
            self.magnified = self.scale if section == b"BLOCKS" else 1.0
            if line and kind in {b"VERTEX", b"SEQEND"}:
                line.append(entity)
                continue
            yield self._places_of(line)
            line = []
            if section not in SHAPED:
                yield text_of(entity)
            elif kind == b"POLYLINE":
                line = [entity]
            elif kind in {b"ARC", b"CIRCLE"}:
                yield self._arc(entity, is_circle=kind == b"CIRCLE")
            else:
                yield self._line(entity) if kind == b"LWPOLYLINE" else text_of(entity)
        yield self._places_of(line)

    def _arc(self, entity: Entity, *, is_circle: bool) -> bytes:
        said = {pair.code: number_of(self.source, pair) for pair in entity if pair.code in _OF_ARC}
        radius = abs(said.get(Code.RADIUS, 0.0))
        if radius == 0:
            return text_of(entity)
        begin, end = (0.0, 0.0) if is_circle else (said.get(Code.BEGIN, 0.0), said.get(Code.END, 0.0))
        sweep = (end - begin) % _CIRCLE_DEG or _CIRCLE_DEG
        centre = np.array([said.get(Code.X, 0.0), said.get(Code.Y, 0.0)])
        points, farthest = chords(centre, radius, math.radians(begin), math.radians(sweep), self.error / self.magnified)
        if sweep == _CIRCLE_DEG:
            points[-1] = points[0]
        self._take(entity, points, farthest)
        return _flat_line(entity, points.tolist(), is_closed=False, height=said.get(Code.Z, 0.0))

    def _line(self, entity: Entity) -> bytes:
        """Return the text of a line that has its places in itself."""
        places: list[list[float]] = []
        for pair in entity:
            if pair.code == Code.X:
                places.append([number_of(self.source, pair), 0.0, 0.0])
            elif pair.code in {Code.Y, Code.BULGE} and places:
                places[-1][1 if pair.code == Code.Y else 2] = number_of(self.source, pair)
        height = next((number_of(self.source, pair) for pair in entity if pair.code == Code.ELEVATION), 0.0)
        return self._without_bulges(entity, places, height) or text_of(entity)

    def _places_of(self, line: Sequence[Entity]) -> bytes:
        """Return the text of a line whose places are entities of their own."""
        places = []
        height = 0.0
        for each in line:
            said = {pair.code: number_of(self.source, pair) for pair in each if pair.code in _OF_PLACE}
            kind = each[0].value.strip()
            if kind == b"POLYLINE":
                height = said.get(Code.Z, 0.0)
            elif kind == b"VERTEX" and not self._flags(each) & _FRAME:
                places.append([said.get(Code.X, 0.0), said.get(Code.Y, 0.0), said.get(Code.BULGE, 0.0)])
        is_flat = bool(line) and not self._flags(line[0]) & _IN_SPACE
        found = self._without_bulges(line[0], places, height) if is_flat else None
        return found or b"".join(map(text_of, line))

    def _without_bulges(self, entity: Entity, places: Sequence[Sequence[float]], height: float) -> bytes | None:
        """Return a line with chords for its arcs, None where it has no arc."""
        if not any(bulge for _, _, bulge in places):
            return None
        is_closed = bool(self._flags(entity) & _CLOSED)
        drawn: list[list[float]] = []
        for place, (x, y, bulge) in enumerate(places):
            to_x, to_y, _ = places[(place + 1) % len(places)]
            drawn.append([x, y])
            if bulge and (x, y) != (to_x, to_y) and (is_closed or place + 1 < len(places)):
                start, end = np.array([x, y]), np.array([to_x, to_y])
                points, farthest = stroke(start, bulge_middle(start, end, bulge), end, self.error / self.magnified)
                self._take(entity, points, farthest)
                drawn += points[1:-1].tolist()
        return _flat_line(entity, drawn, is_closed=is_closed, height=height)

    def _flags(self, entity: Entity) -> int:
        return next((whole_of(self.source, pair) for pair in entity if pair.code == Code.FLAGS), 0)

    def _take(self, entity: Entity, points: Points, farthest: float) -> None:
        self.arcs += 1
        self.vertices += len(points)
        self.farthest = max(self.farthest, farthest * self.magnified)
        if not farthest * self.magnified <= self.error * (1 + 1e-9):
            why = (
                f"The arc on line {entity[0].line:,} is so wide that {MOST_CHORDS:,} chords come no nearer to it than "
                f"{farthest * self.magnified:.2g} of the drawing's unit."
            )
            raise unreadable(self.source.where, why, "Ask who drew it; a radius of so many miles is a mistake.")
        if self.vertices > MOST_VERTICES:
            why = f"Its arcs take more than {MOST_VERTICES:,} places as chords within 0.01 ft."
            raise unreadable(self.source.where, why, "Save only the layers that are to be imported.")


def _flat_line(entity: Entity, places: Sequence[Sequence[float]], *, is_closed: bool, height: float) -> bytes:
    """Return the text of a flat line with these places, and else what an entity says."""
    kept = [pair for pair in entity[1:] if pair.code not in _REPLACED]
    return b"".join(
        (
            b"0\nLWPOLYLINE\n",
            text_of([pair for pair in kept if pair.code < _FREE]),
            b"%d\n%r\n" % (Code.ELEVATION, height) if height else b"",
            b"%d\n%d\n%d\n%d\n" % (Code.COUNT, len(places), Code.FLAGS, is_closed),
            *(b"10\n%r\n20\n%r\n" % (x, y) for x, y in places),
            text_of([pair for pair in kept if pair.code >= _FREE]),
        )
    )
