"""Edges that need no look at their middle are told by their length; the others are divided as ever."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from gis.geometry import edges
from gis.geometry.edges import map_edges, pieces_needed
from gis.geometry.operations import route

CHORD_M = 0.0001
DEGREES = (-90.9, 43.5, 0.3)
FEET = (600_000.0, 100_000.0, 120_000.0)


def lines(system: tuple[float, float, float], count: int = 3000) -> tuple[np.ndarray, np.ndarray]:
    """Return lines of one edge each, from a ten-thousandth of the extent to all of it long, in all directions."""
    west, south, extent = system
    random = np.random.default_rng(7)
    length = extent * 10 ** random.uniform(-4, -0.3, count)
    angle = random.uniform(0, 2 * np.pi, count)
    start = np.array([west, south]) + random.uniform(0, extent / 2, (count, 2))
    end = start + length[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1) / 2
    return np.stack([start, end], axis=1).reshape(-1, 2), np.arange(0, 2 * count + 1, 2)


@pytest.mark.parametrize(("source", "system"), [("EPSG:4326", DEGREES), ("EPSG:8112", FEET), ("EPSG:3857", None)])
def test_an_edge_told_by_its_length_would_not_have_been_divided(
    source: str, system: tuple[float, float, float] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = route(source, "EPSG:3071")
    vertices, offsets = lines(system or (-10_119_000.0, 5_390_000.0, 40_000.0))
    mapped = way(vertices)
    quick = pieces_needed(vertices, offsets, mapped, way, CHORD_M)
    monkeypatch.setattr(edges, "_LEAST_EDGES", len(vertices) + 1)
    every = pieces_needed(vertices, offsets, mapped, way, CHORD_M)
    assert quick.tolist() == every.tolist()
    # Some are short enough and some are not, or nothing was tried.
    assert 1 in set(every[::2].tolist())
    assert every.max() > 10


def test_a_shape_without_a_long_edge_is_mapped_vertex_by_vertex_beside_one_that_is_divided() -> None:
    way = route("EPSG:4326", "EPSG:3071")
    small = shapely.box(-90.9, 43.5, -90.8999, 43.5001)
    hole = shapely.Polygon(
        [(-90.9, 43.5), (-90.8, 43.5), (-90.8, 43.6)], [[(-90.82, 43.52), (-90.81, 43.52), (-90.81, 43.53)]]
    )
    point, line = shapely.Point(-90.9, 43.5), shapely.LineString([(-90.9, 43.5), (-90.8, 43.6)])
    shapes = np.array([small, None, hole, point, line, shapely.Polygon()], dtype=object)
    mapped, added = map_edges(shapes, way, CHORD_M)
    assert shapely.get_num_coordinates(mapped[0]) == 5
    assert shapely.get_coordinates(mapped[0]).tolist() == way(shapely.get_coordinates(small)).tolist()
    counts = shapely.get_num_coordinates(mapped) - shapely.get_num_coordinates(shapes)
    assert counts.sum() == added
    assert counts[2] > 0 < counts[4]
    assert mapped[1] is None
    assert mapped[5].is_empty
    # Neighbours that share an edge get the same vertices on it, mapped together or apart.
    alone, _ = map_edges(np.array([hole], dtype=object), way, CHORD_M)
    assert alone[0].equals_exact(mapped[2], 0)
