"""What stands in the text of a drawing (DXF): entities made of pairs of a code and a value."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from gis.errors import LayerUnreadable
from gis.layers.readers.arcs import FARTHEST
from gis.layers.readers.refusals import unreadable
from gis.layers.readers.sources import Source

SAVE_AGAIN = "Save the drawing as ASCII DXF."
SHAPED = frozenset({b"BLOCKS", b"ENTITIES"})
"""Sections that hold shapes."""


class Code(IntEnum):
    """What the number before a value says that it is."""

    KIND = 0
    SECTION = 2
    LAYER = 8
    NAME = 9
    X = 10
    Y = 20
    Z = 30
    ELEVATION = 38
    RADIUS = 40
    SCALE = 41
    BULGE = 42
    """Of an insert the scale along its second axis."""
    BEGIN = 50
    END = 51
    FLAGS = 70
    FOLLOWED = 66
    """Of a line: by its places."""
    COUNT = 90


PLACES = range(Code.X, Code.RADIUS)
"""Codes of coordinates, heights among them."""


class Pair(NamedTuple):
    """A value of a drawing, with the code that says what it is and the number of its line."""

    line: int
    code: int
    value: bytes


Entity = list[Pair]


def entities(source: Source, data: bytes) -> Iterator[Entity]:
    """Yield the entities of a drawing: its lines are pairs of a code and a value, and code 0 begins one."""
    lines = data.splitlines()
    entity: Entity = []
    for at in range(0, len(lines) - 1, 2):  # a last line without its pair says nothing
        try:
            pair = Pair(at + 2, int(lines[at]), lines[at + 1])
        except ValueError as error:
            why = "It is no DXF: its lines are not pairs of a code and a value."
            raise unreadable(source.where, why, SAVE_AGAIN) from error
        if pair.code == Code.KIND and entity:
            yield entity
            entity = []
        entity.append(pair)
    if entity:
        yield entity


def in_sections(found: Iterator[Entity]) -> Iterator[tuple[bytes, bytes, Entity]]:
    """Yield the name of the section, what an entity is, and the entity."""
    section = b""
    for entity in found:
        kind = entity[0].value.strip() if entity[0].code == Code.KIND else b""
        if kind == b"SECTION":
            section = next((pair.value.strip() for pair in entity if pair.code == Code.SECTION), b"")
        yield section, kind, entity


def number_of(source: Source, pair: Pair) -> float:
    """Return a value that must be a number, and one that a map can have."""
    try:
        number = float(pair.value)
    except ValueError:
        number = math.nan
    if not abs(number) <= FARTHEST:  # nor is NaN
        raise _no_number(source, pair, "a number")
    return number


def whole_of(source: Source, pair: Pair) -> int:
    """Return a value that must be a whole number."""
    try:
        return int(pair.value)
    except ValueError:
        raise _no_number(source, pair, "a whole number") from None  # the cause repeats the text


def _no_number(source: Source, pair: Pair, expected: str) -> LayerUnreadable:
    why = f"On line {pair.line:,} should stand {expected} (group code {pair.code}), and there is none."
    return unreadable(source.where, why, SAVE_AGAIN)


def text_of(pairs: Sequence[Pair]) -> bytes:
    """Return the text that says these pairs."""
    return b"".join(b"%d\n%s\n" % (pair.code, pair.value) for pair in pairs)
