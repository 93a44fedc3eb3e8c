from __future__ import annotations

import math
import struct
from pathlib import Path

import numpy as np
import pytest
import shapely

from gis.layers.readers import open_file, read_rows
from gis.layers.readers.flat import flatten


def points(*numbers: tuple[float, ...]) -> bytes:
    return struct.pack("<I", len(numbers)) + b"".join(struct.pack(f"<{len(each)}d", *each) for each in numbers)


def head(kind: int) -> bytes:
    return struct.pack("<BI", 1, kind)


def one(wkb: bytes, crs: str | None = "EPSG:8112") -> tuple[shapely.Geometry, tuple[str, ...]]:
    flat = flatten(np.array([wkb, None], dtype=object)[:1], crs, "ft")
    return shapely.from_wkb(flat.shapes[0]), flat.remarks


#  Half a disc of radius 100 about (100, 0): an arc over the top from (0, 0) to (200, 0), and its diameter.
ARC = head(8) + points((0, 0), (100, 100), (200, 0))
HALF_DISC = head(10) + struct.pack("<I", 1) + head(9) + struct.pack("<I", 2) + ARC + head(2) + points((200, 0), (0, 0))


def test_half_a_disc_has_the_area_of_half_a_disc() -> None:
    shape, remarks = one(HALF_DISC)
    # n chords of a half circle enclose r^2 / 2 n sin(pi / n). A chord is allowed 0.01 ft: pi / n is at most
    # 2 acos(1 - 0.0001) = 0.028284, so n = 112, and 0.01 ft is 100 (1 - cos(pi / 224)) = 0.00984 rounded up.
    assert shape.area == pytest.approx(100**2 / 2 * 112 * math.sin(math.pi / 112), rel=1e-12)
    assert shape.is_valid
    assert remarks == ("1 shape held curves; arcs were replaced by chords no farther than 0.0099 ft from the arc.",)


def test_arcs_inside_other_types() -> None:
    many = (
        head(12)
        + struct.pack("<I", 2)
        + HALF_DISC
        + head(3)
        + struct.pack("<I", 1)
        + points((0, 0), (1, 0), (1, 1), (0, 0))
    )
    shape, remarks = one(many)
    assert shape.geom_type == "MultiPolygon"
    assert shape.area == pytest.approx(math.pi * 5000 + 0.5, rel=2e-4)
    lines, _ = one(head(11) + struct.pack("<I", 2) + ARC + head(2) + points((0, 0), (3, 4)))
    assert lines.geom_type == "MultiLineString"
    assert lines.length == pytest.approx(math.pi * 100 + 5, rel=2e-4)
    hidden, said = one(head(7) + struct.pack("<I", 1) + HALF_DISC)
    assert hidden.geom_type == "GeometryCollection"
    assert said == remarks


def test_a_measure_is_no_height() -> None:
    xym = head(2001) + struct.pack("<3d", 1, 2, 835.5)
    shape, remarks = one(xym)
    assert (shape.wkt, remarks) == (
        "POINT (1 2)",
        ("1 shape had measures (M), which are no heights; they are not kept.",),
    )


@pytest.mark.parametrize(
    ("kind", "said"),
    [(2, ()), (1002, ("(Z), from 5 to 9",)), (2002, ("measures (M)",)), (3002, ("(Z), from 5 to 9", "measures (M)"))],
)
@pytest.mark.parametrize("order", [0, 1])
def test_lines_with_and_without_z_and_m(kind: int, said: tuple[str, ...], order: int) -> None:
    flags = {1002: shapely.from_wkt("LINESTRING Z (1 2 5, 3 4 9)"), 2: shapely.from_wkt("LINESTRING (1 2, 3 4)")}
    made = flags.get(kind) or shapely.from_wkt(
        "LINESTRING M (1 2 7, 3 4 8)" if kind == 2002 else "LINESTRING ZM (1 2 5 7, 3 4 9 8)"
    )
    wkb = shapely.to_wkb(made, flavor="iso", byte_order=order)
    assert struct.unpack("<I" if order else ">I", wkb[1:5])[0] == kind
    shape, remarks = one(wkb)
    assert shape.wkt == "LINESTRING (1 2, 3 4)"
    assert len(remarks) == len(said)
    assert all(part in remark for part, remark in zip(said, remarks, strict=True))


def test_the_flags_of_postgis_and_measures_that_say_none() -> None:
    extended = shapely.to_wkb(shapely.Point(1, 2, 3), flavor="extended")
    assert one(extended)[0].wkt == "POINT (1 2)"
    no_data = head(2001) + struct.pack("<3d", 1, 2, -1.797e308)
    assert one(no_data)[0].wkt == "POINT (1 2)"


def test_a_ring_that_geos_does_not_read_keeps_its_places() -> None:
    open_ring = head(1003) + struct.pack("<I", 1) + points((0, 0, 1), (4, 0, 1), (4, 4, 2))
    flat = flatten(np.array([open_ring], dtype=object), None, "")
    assert flat.shapes[0] == head(3) + struct.pack("<I", 1) + points((0, 0), (4, 0), (4, 4))
    assert flat.remarks == ("1 shape had heights (Z), from 1 to 2; they are not kept.",)


def test_plain_shapes_are_handed_on_byte_by_byte() -> None:
    shapes = np.array([shapely.to_wkb(shapely.Point(1, 2)), None, shapely.to_wkb(shapely.Polygon())], dtype=object)
    flat = flatten(shapes, None, "")
    assert flat.shapes.tolist() == shapes.tolist()
    assert flat.remarks == ()


@pytest.mark.parametrize("empty", ["POLYGON Z EMPTY", "POINT Z EMPTY", "MULTIPOLYGON Z EMPTY"])
def test_empty_shapes_stay_empty(empty: str) -> None:
    assert one(shapely.to_wkb(shapely.from_wkt(empty), flavor="iso"))[0].is_empty
    assert one(head(10) + struct.pack("<I", 0))[0].wkt == "POLYGON EMPTY"


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("name", "wkt_type", "remark"),
    [
        ("curve.gpkg", "LineString", "held no arc"),
        ("curvepolygon.gpkg", "Polygon", "held no arc"),
        ("multisurface.gpkg", "MultiPolygon", "held no arc"),
        ("line_zm.gpkg", "LineString", "heights (Z), from 0 to 0"),
    ],
)
def test_the_curves_and_measures_of_real_files(realdata: Path, name: str, wkt_type: str, remark: str) -> None:
    opened = open_file(realdata / "broken-shapefile-gpkg/pyogrio_fixtures" / name)
    rows = read_rows(opened, opened.layers[0], [])
    assert rows.shapes is not None
    shape = shapely.from_wkb(rows.shapes[0])
    assert shape.geom_type == wkt_type
    assert not shapely.has_z(shape)
    assert remark in rows.remarks[0]
