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
        (b"", "cut off"),
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


def old_polyline(places: list[tuple[float, float, float]], flags: int) -> str:
    """Return a line whose places are entities of their own, as drawings before 1997 have it."""
    body = "".join(f"0\nVERTEX\n8\nLOTS\n10\n{x}\n20\n{y}\n30\n0\n42\n{bulge}\n" for x, y, bulge in places)
    return f"0\nPOLYLINE\n8\nLOTS\n66\n1\n70\n{flags}\n10\n0\n20\n0\n30\n0\n{body}0\nSEQEND\n8\nLOTS\n"


def with_block(tmp_path: Path, inside: str, insert: str) -> Path:
    path = tmp_path / "plat.dxf"
    header = "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n2\n0\nENDSEC\n"
    block = f"0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n8\n0\n2\nB\n70\n0\n10\n0\n20\n0\n{inside}0\nENDBLK\n0\nENDSEC\n"
    path.write_text(f"{header}{block}0\nSECTION\n2\nENTITIES\n0\nINSERT\n8\nROADS\n2\nB\n{insert}0\nENDSEC\n0\nEOF\n")
    return path


def shapes_of(path: Path) -> list[shapely.Geometry]:
    opened = open_file(path)
    found = []
    for layer in opened.layers:
        rows = read_rows(opened, layer, [])
        assert rows.shapes is not None
        found += shapely.from_wkb(rows.shapes).tolist()
    return found


def circle(radius: float, at: float = 0, more: str = "") -> str:
    return f"0\nCIRCLE\n8\nROADS\n{more}10\n{at}\n20\n0\n40\n{radius}\n"


# A square of 100 ft with half a circle of radius 50 on its right side: 10,000 + pi 50^2 / 2 = 13,926.99 square feet,
# less what chords within 0.01 ft leave out of the half circle: 2 / 3 of 0.01 ft of its length, about 1.
BAY: list[tuple[float, float, float]] = [(0, 0, 0), (100, 0, 1), (100, 100, 0), (0, 100, 0)]


@pytest.mark.parametrize(
    "entity",
    [
        old_polyline(BAY, flags=1),
        "0\nLWPOLYLINE\n8\nLOTS\n90\n4\n70\n1\n" + "".join(f"10\n{x}\n20\n{y}\n42\n{b}\n" for x, y, b in BAY),
        # drawn from behind: x runs the other way, and what is inside stays inside
        "0\nLWPOLYLINE\n8\nLOTS\n90\n4\n70\n1\n210\n0\n220\n0\n230\n-1\n"
        + "".join(f"10\n{-x}\n20\n{y}\n42\n{-b}\n" for x, y, b in BAY),
    ],
)
def test_a_lot_with_a_round_side(tmp_path: Path, entity: str) -> None:
    (lot,) = shapes_of(drawing(tmp_path, entity))
    assert lot.bounds == pytest.approx((0, 0, 150, 100), abs=0.01)
    assert lot.area == pytest.approx(10_000 + math.pi * 1250, abs=1.5)


def test_a_bulge_on_the_last_place_counts_only_where_the_line_closes(tmp_path: Path) -> None:
    places = [(0.0, 0.0, 0.0), (100.0, 0.0, 0.0), (100.0, 100.0, 1.0)]
    open_line, lot = (shapes_of(drawing(tmp_path, old_polyline(places, flags)))[0] for flags in (0, 1))
    assert open_line.length == 200
    # The third side is half a circle on the diagonal: radius 50 sqrt 2, outside of the triangle.
    assert lot.area == pytest.approx(5000 + math.pi * 2500, abs=2)


def test_each_arc_is_divided_by_its_own_radius(tmp_path: Path) -> None:
    # At 0.01 ft a circle of 2 ft takes pi / (2 asin sqrt(0.01 / 4)) = 31.4 chords, one highway curve or not.
    manholes = [circle(2, at) for at in range(0, 500, 10)]
    found = shapes_of(drawing(tmp_path, *manholes, arc(11_459, 0, 5)))
    assert [len(shapely.get_coordinates(shape)) for shape in found[:-1]] == [32 + 1] * 50
    # 5 degrees in steps of 4 asin sqrt(0.01 / 22,918) = 0.1514 degrees: 33.03.
    assert len(shapely.get_coordinates(found[-1])) == 34 + 1


def test_an_arc_in_a_block_is_divided_as_large_as_the_block_is_put_in(tmp_path: Path) -> None:
    # A circle of 1 ft put in 200 times as large, turned and moved: one of 200 ft about (1,000, 0).
    path = with_block(tmp_path, circle(1), "10\n1000\n20\n0\n41\n200\n42\n200\n50\n30\n")
    (found,) = shapes_of(path)
    places = shapely.get_coordinates(found) - [1000, 0]
    assert np.hypot(*places.T) == pytest.approx(200, rel=1e-9)
    chords = np.hypot(*np.diff(places, axis=0).T)
    assert (200 - np.sqrt(200**2 - chords**2 / 4)).max() <= 0.01
    # 315 chords: 2 x 200 sin(pi / 630)^2
    assert any("no farther than 0.0099 feet" in remark for remark in open_file(path).remarks)


def test_what_else_an_arc_says_stays(tmp_path: Path) -> None:
    text = "5\n1A\n6\nDASHED\n"
    umlaut = "0\nTEXT\n8\nNOTES\n10\n1\n20\n1\n40\n1\n1\nM\u00fchle\n"
    opened = open_file(drawing(tmp_path, circle(10, more=text), umlaut))
    rows = read_rows(opened, opened.layers[0], ["EntityHandle", "Linetype"])
    assert rows.table.to_numpy().tolist() == [["1A", "DASHED"]]


def test_an_arc_too_wide_for_its_chords_is_refused(tmp_path: Path) -> None:
    # 16: the header has 10 lines, and the section of the entities begins with 4.
    with pytest.raises(LayerUnreadable, match="The arc on line 16 is so wide that 50,000 chords"):
        open_file(drawing(tmp_path, circle(1e9)))


def test_arcs_too_many_for_their_chords_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gis.layers.readers.drawn_arcs.MOST_VERTICES", 330)
    assert len(shapes_of(drawing(tmp_path, *[circle(2)] * 10))) == 10  # of 33 places each
    with pytest.raises(LayerUnreadable, match="more than 330 places"):
        open_file(drawing(tmp_path, *[circle(2)] * 11))


@pytest.mark.parametrize("bad", ["abc", "", "nan", "1e400", "-inf", "1e300"])
@pytest.mark.parametrize(
    "entity",
    [
        "0\nCIRCLE\n8\nA\n10\n0\n20\n0\n40\n{}\n",
        "0\nARC\n8\nA\n10\n0\n20\n0\n40\n5\n50\n{}\n51\n9\n",
        "0\nLINE\n8\nA\n10\n{}\n20\n0\n11\n5\n21\n5\n",
        "0\nLINE\n8\nA\n10\n0\n20\n0\n11\n5\n21\n{}\n",
        "0\nLWPOLYLINE\n8\nA\n90\n2\n70\n0\n10\n0\n20\n0\n42\n{}\n10\n1\n20\n1\n",
        "0\nLWPOLYLINE\n8\nA\n90\n2\n70\n{}\n10\n0\n20\n0\n10\n1\n20\n1\n",
        "0\nINSERT\n8\nA\n2\nB\n10\n0\n20\n0\n41\n{}\n",
    ],
)
def test_a_number_that_is_none_is_refused_by_its_line(tmp_path: Path, bad: str, entity: str) -> None:
    path = drawing(tmp_path, entity.format(bad))
    line = path.read_text().splitlines().index(bad) + 1
    with pytest.raises(LayerUnreadable, match=f"On line {line} should stand a") as caught:
        open_file(path)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("unit", ["6.0", "abc", ""])
def test_a_unit_that_is_no_whole_number_is_refused(tmp_path: Path, unit: str) -> None:
    path = drawing(tmp_path, LOT)
    path.write_text(path.read_text().replace("$INSUNITS\n70\n2\n", f"$INSUNITS\n70\n{unit}\n"))
    with pytest.raises(LayerUnreadable, match="On line 8 should stand a whole number"):
        open_file(path)


def test_a_place_without_one_of_its_numbers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LayerUnreadable, match="a place without one of its two numbers"):
        open_file(drawing(tmp_path, LOT, "0\nLWPOLYLINE\n8\nA\n90\n2\n70\n1\n10\n0\n42\n1\n10\n5\n42\n1\n"))


@pytest.mark.parametrize("left_out", [1, 6, 14, 30, 60])
def test_a_drawing_that_is_cut_off_is_refused(tmp_path: Path, left_out: int) -> None:
    path = drawing(tmp_path, LOT, circle(5))
    path.write_text(path.read_text()[: -left_out - 1])
    with pytest.raises(LayerUnreadable, match="cut off"):
        open_file(path)


def test_what_the_library_says_does_not_show_its_own_paths(tmp_path: Path) -> None:
    path = drawing(tmp_path, LOT)
    path.write_text(path.read_text().replace("ENTITIES", "ENTITIE").replace("0\nENDSEC\n0\nEOF", "0\nEOF"))
    with pytest.raises(LayerUnreadable) as caught:
        open_file(path)
    assert "/" not in caught.value.why
