"""Rings that enclose nothing, parts without a vertex and coordinates that are no place: never a crash."""

from __future__ import annotations

import json
import math
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import BoundaryError, BoundaryInvalid, BoundaryNotPolygon, BoundaryUnreadable, CrsError, CrsImplausible
from gis.geometry.boundary import Boundary, boundary_from_geojson, read_boundary
from gis.geometry.crossings import even_odd_area, find_faults, plain_area
from gis.geometry.crs import to_lonlat
from gis.geometry.frame import LOCAL_FEET, Frame, working_frame
from gis.geometry.repair import mend_polygons, shapes_from_wkb

STATE = working_frame("EPSG:3071")
P, Q = [-88.8, 43.12], [-88.81, 43.13]
SQUARE = [[-90.9, 43.6], [-90.89, 43.6], [-90.89, 43.61], [-90.9, 43.61], [-90.9, 43.6]]
LOT = "(0 0, 40 0, 40 40, 0 40, 0 0)"


def usable(boundary: Boundary, frame: Frame = STATE) -> shapely.Geometry:
    """Return the shape of a boundary after doing with it all that an evaluation and a map do."""
    shape = boundary.geometry if boundary.geometry is not None else boundary.line
    assert shape is not None
    assert not shape.is_empty
    assert shape.is_valid
    x, y = shape.representative_point().coords[0]
    tree = shapely.STRtree([shapely.box(x - 1, y - 1, x + 1, y + 1), shapely.box(x + 9e6, y, x + 9e6 + 1, y + 1)])
    assert tree.query(shape, predicate="intersects").tolist() == [0]
    assert np.isfinite(shape.bounds).all()
    assert json.loads(shapely.to_geojson(shape))["coordinates"]
    if not frame.is_local:
        assert np.isfinite(to_lonlat(np.array([shape], dtype=object), frame)[0].bounds).all()
    return shape


@pytest.mark.parametrize(
    ("wkt", "rule"),
    [
        ("POLYGON ((5 5, 5 5, 5 5, 5 5))", "collapsed"),
        ("POLYGON ((5 5, 9 9, 5 5, 5 5))", "collapsed"),
        ("POLYGON ((5 5, 9 9, 5 5, 9 9, 5 5))", "collapsed"),
        ("POLYGON ((0 0, 4 4, 9 9, 0 0))", "collapsed"),  # three points on one line
        ("MULTIPOLYGON (((5 5, 5 5, 5 5, 5 5)), ((9 9, 9 9, 9 9, 9 9)))", "collapsed"),
        (f"POLYGON ({LOT}, (5 5, 5 5, 5 5, 5 5))", "collapsed_ring"),
        (f"POLYGON ({LOT}, (5 5, 9 9, 5 5, 5 5))", "collapsed_ring"),
        (f"MULTIPOLYGON (({LOT}), ((99 9, 99 9, 99 9, 99 9)))", "collapsed_ring"),
        (f"MULTIPOLYGON (({LOT}), ({LOT}))", "self_crossing"),  # encloses land, but twice
        (f"POLYGON ({LOT}, {LOT})", "self_crossing"),  # a hole as large as the land
        ("POLYGON EMPTY", "no_geometry"),
        ("MULTIPOLYGON EMPTY", "no_geometry"),
        ("GEOMETRYCOLLECTION (POLYGON ((0 0, 4 0, 4 4, 0 0)))", "not_polygon"),
    ],
)
@pytest.mark.parametrize("nested", ["ask", "even_odd"])
def test_what_encloses_nothing_is_refused_by_name(wkt: str, rule: str, nested: Any) -> None:  # noqa: ANN401  a literal
    sound = shapely.from_wkt(f"POLYGON ({LOT})")
    mended = mend_polygons(np.array([shapely.from_wkt(wkt), sound], dtype=object), LOCAL_FEET, nested)
    refused, kept = mended.verdicts
    assert (refused.state, refused.rule, kept.state) == ("refused", rule, "ok")
    assert mended.geometries[0] is None
    assert mended.geometries[1].area == 1600
    assert refused.what
    assert refused.mend


@pytest.mark.parametrize(
    ("wkt", "emptied", "area"),
    [
        (f"MULTIPOLYGON (({LOT}), EMPTY)", (0,), 1600),
        (f"MULTIPOLYGON (EMPTY, ({LOT}), EMPTY)", (0,), 1600),
        (f"POLYGON ({LOT}, EMPTY, (1 1, 3 1, 3 3, 1 1))", (0,), 1598),
        ("MULTIPOLYGON (EMPTY, EMPTY)", (), 0),
        ("POLYGON EMPTY", (), 0),
        (f"POLYGON ({LOT})", (), 1600),
    ],
)
def test_parts_without_a_vertex_are_left_out_and_told(wkt: str, emptied: tuple[int, ...], area: float) -> None:
    read = shapes_from_wkb(np.array([shapely.to_wkb(shapely.from_wkt(wkt)), None], dtype=object))
    assert (read.closed, read.emptied) == ((), emptied)
    shape = read.geometries[0]
    assert shape.area == area
    parts = shapely.get_parts(shape)
    assert not shapely.is_empty(parts).any() or shape.is_empty
    assert not any(hole.is_empty for part in parts for hole in part.interiors)


def test_empty_rings_end_no_process() -> None:
    # GEOS's node reads past the end of a line without a vertex, unless it is the only one.
    shape = shapely.from_wkt("MULTIPOLYGON (EMPTY, ((0 0, 4 4, 4 0, 0 4, 0 0), EMPTY))")
    assert even_odd_area(shape) == 8  # two triangles of base 4 and height 2
    assert find_faults(shape).places.tolist() == [[2, 2]]
    assert plain_area(shape) == 0  # the two run opposite ways


@pytest.mark.parametrize(
    ("geometry", "kind"),
    [
        ({"type": "LineString", "coordinates": [P]}, "Point"),
        ({"type": "LineString", "coordinates": [P, P, P]}, "Point"),
        ({"type": "LineString", "coordinates": [P, Q]}, "LineString"),
        ({"type": "LineString", "coordinates": [P, Q, P]}, "LineString"),
        ({"type": "Polygon", "coordinates": [[P]]}, "Point"),
        ({"type": "Polygon", "coordinates": [[P, P, P]]}, "Point"),
        ({"type": "Polygon", "coordinates": [[P, Q, P]]}, "LineString"),
        ({"type": "GeometryCollection", "geometries": [{"type": "LineString", "coordinates": [P]}]}, "Point"),
        # Two positions nearer to each other than the grid of a tenth of a millimetre.
        ({"type": "LineString", "coordinates": [P, [P[0] + 1e-10, P[1]]]}, "Point"),
    ],
)
def test_a_boundary_just_begun_is_half_drawn(geometry: dict[str, Any], kind: str) -> None:
    boundary = boundary_from_geojson(geometry, STATE)
    assert not boundary.is_closed
    assert boundary.geometry is None
    assert (boundary.parts, boundary.holes) == (0, 0)
    assert usable(boundary).geom_type == kind
    assert "The outline is not closed yet." in boundary.notes


@pytest.mark.parametrize("ring", [[P, P, P, P], [P, Q, P, P], [P, Q, Q, P], [P, P, P, P, P]])
@pytest.mark.parametrize("kind", ["Polygon", "MultiPolygon", "hole of nothing", "Feature"])
def test_a_closed_ring_that_encloses_nothing_is_refused_and_not_taken_for_half_drawn(
    ring: list[list[float]], kind: str
) -> None:
    polygon = {"type": "Polygon", "coordinates": [ring]}
    geometry = {
        "Polygon": polygon,
        "MultiPolygon": {"type": "MultiPolygon", "coordinates": [[ring]]},
        "hole of nothing": {"type": "Polygon", "coordinates": [ring, ring]},
        "Feature": {"type": "Feature", "properties": {}, "geometry": polygon},
    }[kind]
    with pytest.raises(BoundaryInvalid, match="encloses no land"):
        boundary_from_geojson(geometry, STATE)


@pytest.mark.parametrize(
    "geometry",
    [
        {"type": "LineString", "coordinates": []},
        {"type": "Polygon", "coordinates": []},
        {"type": "Polygon", "coordinates": [[]]},
        {"type": "Polygon", "coordinates": [[], []]},
        {"type": "MultiPolygon", "coordinates": []},
        {"type": "MultiPolygon", "coordinates": [[]]},
        {"type": "MultiPolygon", "coordinates": [[[]]]},
        {"type": "GeometryCollection", "geometries": []},
        {"type": "FeatureCollection", "features": []},
    ],
)
def test_a_boundary_without_any_position_has_no_shape(geometry: dict[str, Any]) -> None:
    with pytest.raises((BoundaryUnreadable, BoundaryNotPolygon)) as caught:
        boundary_from_geojson(geometry, STATE)
    assert caught.value.next


def test_what_is_smaller_than_the_grid() -> None:
    def around(x: float, y: float) -> list[list[float]]:
        return [[x, y], [x + 1e-10, y], [x + 1e-10, y + 1e-10], [x, y]]

    with pytest.raises(BoundaryInvalid, match="encloses no land"):
        boundary_from_geojson({"type": "Polygon", "coordinates": [around(*P)]}, STATE)
    plain = boundary_from_geojson({"type": "Polygon", "coordinates": [SQUARE]}, STATE)
    pricked = boundary_from_geojson({"type": "Polygon", "coordinates": [SQUARE, around(-90.895, 43.605)]}, STATE)
    assert pricked.hash == plain.hash
    # A bow tie with one wing smaller than the grid: refused with its places, the area of the rest said.
    tie = [[0, 0], [30, 30], [0, 30], [0.00001, 0], [0, 0]]
    with pytest.raises(BoundaryInvalid, match="crosses or touches itself"):
        boundary_from_geojson(
            {"type": "Polygon", "coordinates": [[[700_000 + x, 150_000 + y] for x, y in tie]]}, STATE, "EPSG:8112"
        )


@pytest.mark.parametrize("value", [1e13, -1e13, 1e308, -1.8e308])
def test_a_local_plane_has_an_end_too(value: float) -> None:
    ring = [[0, 0], [9, 0], [value, 9], [0, 0]]
    with pytest.raises((CrsImplausible, BoundaryUnreadable)):
        boundary_from_geojson({"type": "Polygon", "coordinates": [ring]}, LOCAL_FEET)


def _file(path: Path, *wkts: str) -> Path:
    shapes = np.array([shapely.to_wkb(shapely.from_wkt(wkt)) for wkt in wkts], dtype=object)
    pyogrio.raw.write(path, shapes, [], [], geometry_type="Unknown", crs="EPSG:8112", driver="GPKG")
    return path


@pytest.mark.parametrize(
    ("wkt", "kind"),
    [
        ("LINESTRING (700000 150000, 700000 150000)", "Point"),
        ("MULTILINESTRING (EMPTY, (700000 150000, 700009 150000))", "LineString"),
    ],
)
def test_a_file_may_hold_a_boundary_just_begun(tmp_path: Path, wkt: str, kind: str) -> None:
    boundary = read_boundary(_file(tmp_path / "b.gpkg", wkt), STATE)
    assert not boundary.is_closed
    assert usable(boundary).geom_type == kind


@pytest.mark.parametrize(
    "ring",
    [
        "700000 150000, 700000 150000, 700000 150000, 700000 150000",
        "700000 150000, 700009 150000, 700000 150000, 700000 150000",
    ],
)
def test_a_file_with_a_closed_ring_that_encloses_nothing_is_refused(tmp_path: Path, ring: str) -> None:
    with pytest.raises(BoundaryInvalid, match="encloses no land"):
        read_boundary(_file(tmp_path / "b.gpkg", f"POLYGON (({ring}))"), STATE)


@pytest.mark.parametrize("name", ["", ".", "..", "folder", "device", "words.yaml", "words.gpkg"])
def test_what_is_no_file_of_shapes_is_refused_in_our_words_without_the_machines_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "folder").mkdir()
    for file in ("words.yaml", "words.gpkg"):
        (tmp_path / file).write_text("facts: {}\n")
    monkeypatch.chdir(tmp_path)
    path = Path("/dev/null") if name == "device" else Path(name)
    with pytest.raises(BoundaryUnreadable) as caught:
        read_boundary(path, STATE)
    told = str(caught.value)
    assert caught.value.where
    assert str(tmp_path) not in told
    assert "driver" not in told


def test_a_file_with_parts_without_a_vertex_or_a_place(tmp_path: Path) -> None:
    lot = "(700000 150000, 700100 150000, 700100 150100, 700000 150100, 700000 150000)"
    boundary = read_boundary(_file(tmp_path / "empty.gpkg", f"MULTIPOLYGON (EMPTY, ({lot}))"), STATE)
    assert boundary.parts == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # shapely's own, while the test makes the shape
        file = _file(tmp_path / "nan.gpkg", "POLYGON ((700000 150000, NaN 150000, 700100 150100, 700000 150000))")
    with pytest.raises((BoundaryUnreadable, CrsImplausible)):
        read_boundary(file, LOCAL_FEET, "local")


positions = st.sampled_from(
    [[0, 0], [10, 0], [10, 10], [0, 10], [5, 0], [5, 5], [20, 0], [0.00001, 0], [1e13, 1], [1e308, 0], [math.nan, 0]]
).map(lambda xy: [700_000 + xy[0], 150_000 + xy[1]])
few = st.sampled_from([[700_000, 150_000], [700_010, 150_000]])
rings = st.lists(positions, max_size=6) | st.lists(few, max_size=5)
closed = rings.map(lambda ring: [*ring, *ring[:1]])
outer = [[699_950, 149_950], [700_050, 149_950], [700_050, 150_050], [699_950, 150_050], [699_950, 149_950]]
polygons = st.lists(closed | rings, max_size=3) | st.lists(closed, max_size=2).map(lambda holes: [outer, *holes])
shapes = st.one_of(
    polygons.map(lambda found: {"type": "Polygon", "coordinates": found}),
    st.lists(polygons, max_size=2).map(lambda found: {"type": "MultiPolygon", "coordinates": found}),
    rings.map(lambda found: {"type": "LineString", "coordinates": found}),
)


@settings(max_examples=150)
@given(shapes)
def test_whatever_is_drawn_is_judged_or_refused(geometry: dict[str, Any]) -> None:
    for frame, crs in ((LOCAL_FEET, None), (STATE, "EPSG:8112")):
        try:
            boundary = boundary_from_geojson(geometry, frame, crs)
        except (BoundaryError, CrsError):
            continue  # a refusal is an answer; that each says why is tested above
        usable(boundary, frame)
