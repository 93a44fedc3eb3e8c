from __future__ import annotations

import hashlib
import json
import struct

import numpy as np
import pandas as pd
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.layers.canonical import edition_hash, geometry_digests, row_digests, row_texts

GRID = 0.0001

# A square with two holes, and a second part:
#   +-------+  +--+
#   | o   o |  |  |
#   +-------+  +--+
SHELL = [(0, 0), (10, 0), (10, 10), (0, 10)]
HOLES = [[(1, 1), (2, 1), (2, 2)], [(6, 6), (8, 6), (8, 8), (6, 8)]]
PART = [(20, 0), (30, 0), (30, 10)]


def ring(points: list[tuple[int, int]], start: int = 0, *, turned: bool = False) -> list[tuple[int, int]]:
    turned_points = points[start:] + points[:start]
    return turned_points[::-1] if turned else turned_points


def digest(*shapes: shapely.Geometry | None) -> list[bytes]:
    return geometry_digests(np.array(shapes, dtype=object), GRID)


PLAIN = shapely.MultiPolygon([(SHELL, HOLES), (PART, [])])


@given(st.integers(0, 3), st.integers(0, 2), st.booleans(), st.booleans(), st.booleans(), st.permutations([0, 1]))
@settings(max_examples=50)
def test_how_rings_are_written_changes_nothing(  # noqa: PLR0913  one choice each
    start: int, hole_start: int, turned: bool, hole_turned: bool, parts_swapped: bool, holes: list[int]
) -> None:
    written = [ring(HOLES[n], hole_start, turned=hole_turned) for n in holes]
    parts = [(ring(SHELL, start, turned=turned), written), (ring(PART, hole_start, turned=turned), [])]
    shape = shapely.MultiPolygon(parts[::-1] if parts_swapped else parts)
    assert digest(shape) == digest(PLAIN)


@pytest.mark.parametrize(
    "other",
    [
        shapely.MultiPolygon([(SHELL, HOLES)]),
        shapely.MultiPolygon([(SHELL, HOLES[:1]), (PART, [])]),
        shapely.MultiPolygon([(SHELL, HOLES), ([(20, 0), (30, 0), (30, 10.0001)], [])]),
        # the hole as land of its own: same rings, other land
        shapely.MultiPolygon([(SHELL, HOLES[:1]), (HOLES[1], []), (PART, [])]),
    ],
)
def test_other_land_has_another_digest(other: shapely.Geometry) -> None:
    assert digest(other) != digest(PLAIN)


def test_less_than_half_a_grid_step_is_no_difference() -> None:
    moved = shapely.set_coordinates(PLAIN, shapely.get_coordinates(PLAIN) + 0.00004)
    assert digest(moved) == digest(PLAIN)


def test_one_part_is_the_same_as_a_polygon_and_nothing_is_a_digest_too() -> None:
    polygon = shapely.Polygon(SHELL)
    digests = digest(polygon, shapely.MultiPolygon([polygon]), None, shapely.Polygon())
    assert digests[0] == digests[1]
    assert digests[2] == digests[3] != digests[0]


def steps(*vertices: tuple[int, int]) -> bytes:
    """Return vertices of whole units as steps of the grid, written by hand: 10,000 steps a unit."""
    return b"".join(struct.pack("<qq", x * 10_000, y * 10_000) for x, y in vertices)


def framed(*pieces: bytes) -> bytes:
    return struct.pack(f"<{len(pieces) + 1}q", len(pieces), *map(len, pieces)) + b"".join(pieces)


@pytest.mark.parametrize(
    ("wkt", "written"),
    [
        # Clockwise in the file, from (2, 0): stored counter-clockwise from the lowest of the westernmost.
        ("POLYGON ((2 0, 0 0, 0 3, 2 0))", framed(framed(steps((0, 0), (2, 0), (0, 3))))),
        (
            "POLYGON ((0 0, 9 0, 9 9, 0 0), (6 2, 7 2, 7 3, 6 2))",
            # The hole runs clockwise.
            framed(framed(steps((0, 0), (9, 0), (9, 9)), steps((6, 2), (7, 3), (7, 2)))),
        ),
        ("LINESTRING (5 0, 0 0)", b"lines" + framed(steps((5, 0), (0, 0)))),
        ("LINESTRING Z (5 0 7, 0 0 7)", b"lines" + framed(steps((5, 0), (0, 0)))),
        (
            "MULTILINESTRING ((1 0, 2 0), (0 0, 5 5))",
            b"lines" + framed(*sorted([steps((1, 0), (2, 0)), steps((0, 0), (5, 5))])),
        ),
        ("POINT (3 4)", b"points" + framed(steps((3, 4)))),
        ("MULTIPOINT ((3 4), (1 9))", b"points" + framed(*sorted([steps((3, 4)), steps((1, 9))]))),
        ("POINT EMPTY", framed()),
        ("MULTILINESTRING EMPTY", framed()),
    ],
)
def test_the_digest_of_a_shape_is_as_the_module_defines_it(wkt: str, written: bytes) -> None:
    assert digest(shapely.from_wkt(wkt)) == [hashlib.sha256(written).digest()]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("LINESTRING (0 0, 1 0)", "LINESTRING (1 0, 0 0)", False),  # a sewer flows one way
        ("LINESTRING (0 0, 1 0)", "MULTILINESTRING ((0 0, 1 0))", True),
        ("MULTILINESTRING ((0 0, 1 0), (5 5, 6 6))", "MULTILINESTRING ((5 5, 6 6), (0 0, 1 0))", True),
        ("LINESTRING (0 0, 1 0, 2 0)", "MULTILINESTRING ((0 0, 1 0), (1 0, 2 0))", False),
        ("POINT (1 1)", "MULTIPOINT ((1 1))", True),
        ("MULTIPOINT ((1 1), (1 1))", "POINT (1 1)", False),
        ("POINT (1 1)", "POINT (1.00004 1)", True),  # less than half a step
        ("POINT (1 1)", "POINT (1.00006 1)", False),
        ("LINESTRING (0 0, 1 0, 1 1, 0 0)", "POLYGON ((0 0, 1 0, 1 1, 0 0))", False),
    ],
)
def test_lines_and_points_are_told_apart_by_what_matters(one: str, other: str, is_same: bool) -> None:
    first, second = digest(*shapely.from_wkt([one, other]))
    assert (first == second) is is_same


def test_a_mixed_layer_and_many_rows_give_each_row_its_own_digest() -> None:
    # More rows than are worked on at once; each third row is missing.
    kinds = shapely.from_wkt(["POINT (1 1)", "LINESTRING (0 0, 1 0)"])
    rows = np.array([kinds[0], kinds[1], None] * 9_000, dtype=object)
    assert geometry_digests(rows, GRID) == digest(kinds[0], kinds[1], None) * 9_000


def test_a_collection_has_no_digest() -> None:
    with pytest.raises(TypeError, match="collection"):
        digest(shapely.from_wkt("GEOMETRYCOLLECTION (POINT (1 1))"))


CELLS = st.one_of(st.none(), st.text(alphabet=st.characters(exclude_categories=["Cs"])))
NUMBERS = st.one_of(st.none(), st.floats(allow_nan=False, allow_infinity=False))


@given(st.lists(st.tuples(CELLS, NUMBERS, st.one_of(st.none(), st.integers(-(2**62), 2**62))), min_size=1))
@settings(max_examples=50, derandomize=True)
def test_the_text_of_a_row_is_what_json_writes(rows: list[tuple[str | None, float | None, int | None]]) -> None:
    table = pd.DataFrame(
        {
            "text": pd.Series([row[0] for row in rows], dtype=object),
            "number": pd.Series([row[1] for row in rows], dtype=float),
            "cents": pd.array([row[2] for row in rows], dtype="Int64"),
        }
    )
    expected = [json.dumps(list(row), ensure_ascii=False, separators=(",", ":")).encode() for row in rows]
    assert row_texts(table, ["text", "number", "cents"]) == expected


def test_minus_zero_is_written_as_it_is_whatever_stands_before_it() -> None:
    for numbers in ([0.0, -0.0], [-0.0, 0.0]):
        assert row_texts(pd.DataFrame({"a": numbers}), ["a"]) == [f"[{number!r}]".encode() for number in numbers]


def test_rows_in_any_order_give_one_hash_and_every_cell_counts() -> None:
    table = pd.DataFrame({"name": ["a", "b"], "county": ["x", None]})
    texts = row_texts(table, ["name", "county"])
    assert texts == [b'["a","x"]', b'["b",null]']
    digests = row_digests(texts, [b"1", b"2"])
    assert edition_hash(["k"], digests) == edition_hash(["k"], digests[::-1])
    assert edition_hash(["k"], digests) != edition_hash(["l"], digests)
    assert edition_hash(["k"], digests) != edition_hash(["k"], row_digests(texts, [b"2", b"1"]))
    assert edition_hash(["k"], digests) != edition_hash(["k"], [digests[0], digests[0]])


def test_the_hash_is_what_it_was_when_the_format_was_settled() -> None:
    # SHA-256 by hand of: the header as JSON and a line feed, then the digest of '["a"]', NUL, "shape".
    row = hashlib.sha256(b'["a"]\0shape').digest()
    expected = hashlib.sha256(b'["counties"]\n' + row).hexdigest()
    assert edition_hash(["counties"], row_digests([b'["a"]'], [b"shape"])) == expected
