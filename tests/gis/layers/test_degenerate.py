"""Shapes that enclose nothing or lie nowhere: each row of them is refused by name, and the others come in."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.layers.checking import check_file
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.journal import Journal
from gis.layers.readers import OpenedFile
from gis.layers.shapes import place_shapes
from gis.model.edition import CrsRecord
from tests.gis.layers.conftest import GeoJsonWriter, lot, parcel

Ring = Sequence[tuple[float, float]]
X, Y = 700_000.0, 150_000.0
LOT = [(X, Y), (X + 100, Y), (X + 100, Y + 100), (X, Y + 100), (X, Y)]
P = (X + 9, Y + 9)


def polygon(*rings: Ring) -> bytes:
    """Return WKB as a file may hold it, which no library would write."""
    points = [struct.pack("<I", len(ring)) + b"".join(struct.pack("<dd", *xy) for xy in ring) for ring in rings]
    return struct.pack("<BII", 1, 3, len(rings)) + b"".join(points)


def many(code: int, *members: bytes) -> bytes:
    return struct.pack("<BII", 1, code, len(members)) + b"".join(members)


def placed(shapes: Sequence[bytes], driver: str) -> tuple[np.ndarray, Journal]:
    journal = Journal()
    ids: list[str | None] = [str(row) for row in range(len(shapes))]
    crs = CrsRecord(found=None, given="EPSG:8112", used="EPSG:8112")
    opened = OpenedFile(Path("lots"), driver, (), ())
    return place_shapes(opened, np.array(shapes, dtype=object), crs, ids, journal).geometries, journal


@pytest.mark.parametrize("driver", ["GeoJSON", "ESRI Shapefile"])
@pytest.mark.parametrize(
    ("shape", "rule"),
    [
        (polygon([P, P, P, P]), "collapsed"),
        (polygon([P, P]), "no_geometry"),  # not even WKB of a ring
        (polygon(LOT, [P, P, P, P]), "collapsed_ring"),
        (polygon(LOT, [P, (P[0] + 1, P[1]), P]), "collapsed_ring"),
        (many(6, polygon(LOT), polygon([P, P, P, P])), "collapsed_ring"),
        (polygon(), "no_geometry"),
        (many(6), "no_geometry"),
        (many(6, polygon(), polygon()), "no_geometry"),
        (many(7, polygon(LOT)), "wrong_geometry_type"),
        (polygon([(math.nan, math.nan)] * 4), "no_geometry"),  # so some programs write an empty shape
        (polygon([*LOT[:2], (math.inf, Y), *LOT[2:]]), "no_place"),
        (polygon([*LOT[:2], (X, math.nan), *LOT[2:]]), "no_place"),
        # A hole counts as well: it is not in the extent of its shape.
        (polygon(LOT, [P, (math.inf, Y), (X + 20, Y + 30), P]), "no_place"),
        (polygon(LOT, [P, (-1.8e308, Y), (X + 20, Y + 30), P]), "no_place"),
        (polygon(LOT, [P, (1e13, Y), (X + 20, Y + 30), P]), "no_place"),
    ],
)
def test_a_row_that_encloses_nothing_is_refused_and_the_next_comes_in(shape: bytes, rule: str, driver: str) -> None:
    geometries, journal = placed([shape, polygon(LOT)], driver)
    assert [(note.row, note.rule) for note in journal.refusals] == [(0, rule)]
    assert geometries[0] is None
    assert geometries[1].is_valid


def test_a_part_without_a_vertex_is_left_out_and_listed() -> None:
    shapes = [many(6, polygon(), polygon(LOT)), polygon(LOT, []), many(6, polygon(LOT), polygon(LOT, []))]
    geometries, journal = placed(shapes[:2], "GeoJSON")
    assert [(note.row, note.rule) for note in journal.repairs] == [(0, "empty_ring"), (1, "empty_ring")]
    assert shapely.equals_exact(geometries[0], geometries[1])
    assert len(shapely.get_rings(geometries[1])) == 1
    # The third says the same lot twice, and an empty hole does not hide that: nobody knows which is a hole.
    _, journal = placed(shapes[2:], "GeoJSON")
    assert [note.rule for note in journal.refusals] == ["self_crossing"]


def test_a_file_with_collapsed_rings_is_checked_and_imported(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    path = geojson("p.geojson", [parcel("1", lot(0)), parcel("2", lot(1)), parcel("3", lot(2))])
    data = json.loads(path.read_text())
    point = [X + 210, Y + 10]
    data["features"][0]["geometry"]["coordinates"] = [[point] * 4]
    data["features"][1]["geometry"]["coordinates"].append([point] * 4)
    path.write_text(json.dumps(data))
    trial = check_file(path).layers[0].trials[0]
    assert trial.error is None
    assert [(note.row, note.rule) for note in trial.refusals] == [(0, "collapsed"), (1, "collapsed_ring")]
    manifest = import_layer(ImportRequest("parcels", path), tmp_path / "layers").manifest
    assert manifest.refusals == trial.refusals
    assert (manifest.counts.rows_in, manifest.counts.rows_out, manifest.counts.refused) == (3, 1, 2)


bad = st.sampled_from([math.nan, math.inf, -math.inf, 1e13, 1e308, -1.8e308])
number = st.sampled_from([0.0, 5.0, 10.0, 20.0, 0.00001])
position = st.tuples(number, number) | st.tuples(number, number | bad)
ring = st.lists(position, max_size=6) | st.lists(st.sampled_from([(0.0, 0.0), (5.0, 0.0)]), max_size=5)
moved = ring.map(lambda points: [(X + x, Y + y) for x, y in points]).map(lambda points: [*points, *points[:1]])
single = st.lists(moved, max_size=3).map(lambda rings: polygon(*rings)) | moved.map(lambda hole: polygon(LOT, hole))
several = st.lists(single, max_size=3).map(lambda parts: many(6, *parts))
mixture = st.lists(single | several, max_size=2).map(lambda parts: many(7, *parts))


@settings(max_examples=150)
@given(st.lists(single | several | mixture, min_size=1, max_size=3), st.sampled_from(["GeoJSON", "ESRI Shapefile"]))
def test_every_row_is_sound_or_refused(shapes: list[bytes], driver: str) -> None:
    geometries, journal = placed([*shapes, polygon(LOT)], driver)
    for row, geometry in enumerate(geometries):
        is_sound = geometry is not None and geometry.is_valid and geometry.area > 0
        assert is_sound == (row not in journal.refused_rows)
        if is_sound:
            assert geometry.geom_type in {"Polygon", "MultiPolygon"}
            assert not shapely.is_empty(shapely.get_rings(shapely.get_parts(geometry))).any()
    assert len(shapes) not in journal.refused_rows
