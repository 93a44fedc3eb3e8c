from __future__ import annotations

import hashlib

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
