from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import shapely

from gis.errors import LayerEmpty, LayerUnreadable
from gis.layers.readers import open_file, read_rows, unit_remark


def polyline(layer: str, places: list[tuple[float, float]], *, closed: bool, bulge: float = 0) -> str:
    body = "".join(f"10\n{x}\n20\n{y}\n42\n{bulge}\n" for x, y in places)
    return f"0\nLWPOLYLINE\n8\n{layer}\n90\n{len(places)}\n70\n{int(closed)}\n{body}"


def arc(radius: float, begin: float, end: float) -> str:
    return f"0\nARC\n8\nROADS\n10\n0\n20\n0\n40\n{radius}\n50\n{begin}\n51\n{end}\n"


def drawing(tmp_path: Path, *entities: str, unit: int | None = 2) -> Path:
    header = "" if unit is None else f"0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n{unit}\n0\nENDSEC\n"
    path = tmp_path / "plat.dxf"
    path.write_text(f"{header}0\nSECTION\n2\nENTITIES\n{''.join(entities)}0\nENDSEC\n0\nEOF\n")
    return path


LOT = polyline("LOTS", [(0, 0), (100, 0), (100, 50), (0, 50)], closed=True)
STREET = polyline("STREETS", [(0, 0), (100, 0)], closed=False)


def test_the_layers_of_a_drawing_and_its_closed_lines(tmp_path: Path) -> None:
    opened = open_file(drawing(tmp_path, LOT, STREET, "0\nTEXT\n8\nNOTES\n10\n1\n20\n1\n40\n1\n1\nLot 7\n"))
    assert [(layer.name, layer.geometry_type, layer.crs) for layer in opened.layers] == [
        ("LOTS", "Polygon", None),
        ("STREETS", "LineString", None),
        ("NOTES", "Point", None),
    ]
    lots = read_rows(opened, opened.layers[0], ["Layer"])
    assert lots.table["Layer"].tolist() == ["LOTS"]
    assert lots.shapes is not None
    assert shapely.from_wkb(lots.shapes[0]).area == 5000
    assert read_rows(opened, opened.layers[2], ["Text"]).table["Text"].tolist() == ["Lot 7"]
    assert "1 closed lines were taken as outlines; 1 open lines stay lines." in opened.remarks


@pytest.mark.parametrize(
    ("code", "unit"), [(2, "feet"), (6, "metres"), (21, "US survey feet"), (0, None), (None, None), (8, None)]
)
def test_the_unit_is_told_and_never_taken_for_a_coordinate_system(
    tmp_path: Path, code: int | None, unit: str | None
) -> None:
    opened = open_file(drawing(tmp_path, LOT, unit=code))
    assert (opened.unit, opened.layers[0].crs) == (unit, None)
    said = f"its unit is {unit}" if unit else "does not say in which unit"
    assert any(said in remark for remark in opened.remarks)


@pytest.mark.parametrize(
    ("code", "crs", "differ"),
    [
        (2, "EPSG:8112", False),  # feet and US survey feet: drawings do not tell them apart
        (21, "EPSG:8112", False),
        (6, "EPSG:3071", False),
        (6, "EPSG:8112", True),
        (2, "EPSG:3071", True),
        (2, "EPSG:4326", True),
        (0, "EPSG:3071", False),
    ],
)
def test_a_system_in_another_unit_than_the_drawing_is_told(tmp_path: Path, code: int, crs: str, differ: bool) -> None:
    assert (unit_remark(open_file(drawing(tmp_path, LOT, unit=code)), crs) is not None) == differ


@pytest.mark.parametrize(
    ("radius", "entity"),
    [
        (5730.0, arc(5730, 0, 1)),  # a flat highway curve of one degree
        (100.0, arc(100, 0, 180)),
        # A bulge is the tangent of a quarter of the angle: 1 is half a circle, on a chord of 200 of radius 100.
        (100.0, polyline("ROADS", [(100, 0), (-100, 0)], closed=False, bulge=1.0)),
        (100.0, "0\nCIRCLE\n8\nROADS\n10\n0\n20\n0\n40\n100\n"),
    ],
)
def test_no_chord_is_farther_from_its_arc_than_a_hundredth_of_a_foot(
    tmp_path: Path, radius: float, entity: str
) -> None:
    opened = open_file(drawing(tmp_path, entity))
    rows = read_rows(opened, opened.layers[0], [])
    assert rows.shapes is not None
    places = shapely.get_coordinates(shapely.from_wkb(rows.shapes[0]))
    assert np.hypot(*places.T) == pytest.approx(radius, rel=1e-9)
    chords = np.hypot(*np.diff(places, axis=0).T)
    # A chord c of a circle of radius r lies r - sqrt(r^2 - c^2 / 4) from it at most.
    assert (radius - np.sqrt(radius**2 - chords**2 / 4)).max() <= 0.01
    assert any(remark.startswith("1 arcs were replaced by chords no farther than") for remark in opened.remarks)


def test_a_drawing_without_arcs_says_nothing_of_arcs(tmp_path: Path) -> None:
    assert not any("arcs" in remark for remark in open_file(drawing(tmp_path, LOT)).remarks)
    spline = "0\nELLIPSE\n8\nA\n10\n0\n20\n0\n11\n10\n21\n0\n40\n0.5\n41\n0\n42\n" + f"{2 * math.pi}\n"
    assert any("splines and ellipses" in remark for remark in open_file(drawing(tmp_path, spline)).remarks)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"AutoCAD Binary DXF\r\n\x1a\0", "binary"),
        (b"it is\nno drawing\n", "no DXF"),
        (b"", "no format"),
    ],
)
def test_what_is_no_drawing_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "plat.dxf"
    path.write_bytes(data)
    with pytest.raises(LayerUnreadable) as caught:
        open_file(path)
    assert why in caught.value.why


def test_a_drawing_without_an_entity_is_empty(tmp_path: Path) -> None:
    with pytest.raises(LayerEmpty, match="no entity"):
        open_file(drawing(tmp_path))
